//! The gates before the scores.

use crate::availability::Condition;
use crate::freshness::Freshness;
use crate::offer::Offer;
use crate::plausibility::{self, Asked, AskedPrices};

/// Why an offer is listed but neither scored nor recommended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gate {
    /// Used or refurbished goods.
    OtherCondition,
    /// Cannot be ordered.
    OutOfStock,
    /// Not seen for longer than its time to live.
    Stale,
    /// Its price is held back as implausible, and no other store confirms it now.
    Quarantined,
}

/// The gates of one product's offers.
pub(super) struct Gates {
    freshness: Freshness,
    /// What may confirm a price that is held back; looked at only when there is one.
    asked: Option<AskedPrices>,
}

impl Gates {
    pub(super) fn new(all: &[Offer], freshness: Freshness) -> Self {
        let asked = all.iter().any(|offer| offer.quarantined).then(|| {
            let has_a_say = |offer: &&Offer| {
                let facts = &offer.facts;
                !offer.held_with_feed
                    && plausibility::is_eligible(
                        facts.condition,
                        facts.availability.can_be_ordered(),
                    )
                    && freshness.is_fresh(offer.last_seen_at)
            };
            let asked = |offer: &Offer| Asked {
                store: offer.store,
                price: offer.facts.item_price,
                is_held: offer.quarantined,
            };
            AskedPrices::new(all.iter().filter(has_a_say).map(asked))
        });
        Self { freshness, asked }
    }

    /// The first gate that the offer does not pass.
    pub(super) fn of(&self, offer: &Offer) -> Option<Gate> {
        if !self.freshness.is_fresh(offer.last_seen_at) {
            Some(Gate::Stale)
        } else if !offer.facts.availability.can_be_ordered() {
            Some(Gate::OutOfStock)
        } else if offer.facts.condition != Condition::New {
            Some(Gate::OtherCondition)
        } else if offer.quarantined && !self.is_confirmed(offer) {
            Some(Gate::Quarantined)
        } else {
            None
        }
    }

    /// Whether another store confirms the price now. None confirms, and none is confirmed by, what is held
    /// back with a whole feed: that a random price lies near another one says nothing.
    fn is_confirmed(&self, offer: &Offer) -> bool {
        let price = offer.facts.item_price;
        let asked = self.asked.as_ref();
        !offer.held_with_feed && asked.is_some_and(|a| a.speak_for(price, Some(offer.store)))
    }
}
