//! With which price one offer takes part in its product's lowest price.

use time::OffsetDateTime;

use crate::freshness::Freshness;
use crate::money::Amount;
use crate::offer::OfferFacts;
use crate::plausibility;
use crate::store::StoreTerms;

/// One version of an offer, as far as its price may be the lowest.
#[derive(Debug, Clone, Copy)]
pub struct MinimumPriceCandidate<'a> {
    /// What it states.
    pub facts: &'a OfferFacts,
    /// What its store states for all its offers.
    pub terms: &'a StoreTerms,
    /// Its price is held back as implausible.
    pub is_held: bool,
    /// When a snapshot last named it.
    pub seen_at: OffsetDateTime,
}

impl MinimumPriceCandidate<'_> {
    /// Its stated delivered price; `None` when a gate of [`crate::scoring`] shuts it out or nobody
    /// states what its delivery costs. The product's stated minimum is the lowest of these,
    /// or a price that is held back and that another store confirms: that one has none here, since one
    /// offer does not know of the others.
    pub fn stated_price(self, freshness: Freshness) -> Option<Amount> {
        let facts = self.facts;
        let counts = !self.is_held
            && freshness.is_fresh(self.seen_at)
            && plausibility::is_eligible(facts.condition, facts.availability.can_be_ordered());
        let item = facts.item_price;
        let delivery = self.terms.stated_delivery(item, facts.delivery_cost);
        delivery.filter(|_| counts).map(|cost| item.plus(cost))
    }
}
