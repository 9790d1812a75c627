//! The gates before the scores.

use super::Terms;
use crate::availability::Condition;
use crate::offer::Offer;
use crate::plausibility;

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

/// The first gate that the offer does not pass.
pub(super) fn of(offer: &Offer, all: &[Offer], terms: Terms) -> Option<Gate> {
    if is_stale(offer, terms) {
        Some(Gate::Stale)
    } else if !offer.facts.availability.can_be_ordered() {
        Some(Gate::OutOfStock)
    } else if offer.facts.condition != Condition::New {
        Some(Gate::OtherCondition)
    } else if offer.quarantined && !is_confirmed(offer, all, terms) {
        Some(Gate::Quarantined)
    } else {
        None
    }
}

fn is_stale(offer: &Offer, terms: Terms) -> bool {
    offer.last_seen_at + terms.offer_ttl <= terms.now
}

/// Whether another store confirms the price now. None confirms, and none is confirmed by, what is held
/// back with a whole feed: that a random price lies near another one says nothing.
fn is_confirmed(offer: &Offer, all: &[Offer], terms: Terms) -> bool {
    !offer.held_with_feed
        && all.iter().any(|other| {
            let facts = &other.facts;
            other.store != offer.store
                && !other.held_with_feed
                && plausibility::is_eligible(facts.condition, facts.availability.can_be_ordered())
                && !is_stale(other, terms)
                && plausibility::speaks_for(
                    offer.facts.item_price,
                    facts.item_price,
                    other.quarantined,
                )
        })
}
