use time::{Duration, OffsetDateTime};

use crate::availability::{Availability, Condition};
use crate::ids::StoreNo;
use crate::money::Amount;
use crate::offer::Offer;

/// A time in which one offer stood as it was: the same price, delivery cost, availability and
/// condition, seen again at least once in each time to live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSegment {
    /// The shop.
    pub store: StoreNo,
    /// The shop's id of the offer; empty for an imported past that names none.
    pub offer_id: String,
    /// Item price.
    pub item_price: Amount,
    /// Delivery cost, where the offer states it.
    pub delivery_cost: Option<Amount>,
    /// Stock.
    pub availability: Availability,
    /// Condition of the goods.
    pub condition: Condition,
    /// Its price was held back as implausible.
    pub is_quarantined: bool,
    /// It was brought by a history import, not watched by this service.
    pub is_imported: bool,
    /// When it was first seen so.
    pub from: OffsetDateTime,
    /// When it was last seen so.
    pub last_seen: OffsetDateTime,
    /// The observation that found it otherwise or gone; `None` when there was none.
    pub ended: Option<OffsetDateTime>,
}

impl PriceSegment {
    /// The open segment of a current offer.
    pub fn of_offer(offer: &Offer) -> Self {
        Self {
            store: offer.store,
            offer_id: offer.facts.offer_id.clone(),
            item_price: offer.facts.item_price,
            delivery_cost: offer.facts.delivery_cost,
            availability: offer.facts.availability,
            condition: offer.facts.condition,
            is_quarantined: offer.quarantined,
            is_imported: false,
            from: offer.price_since,
            last_seen: offer.last_seen_at,
            ended: None,
        }
    }

    /// When it stops being true: at the observation that ended it, at the latest one time to live
    /// after it was last seen. No price is carried over a hole.
    pub fn until(&self, time_to_live: Duration) -> OffsetDateTime {
        let expires = self.last_seen + time_to_live;
        self.ended.map_or(expires, |ended| ended.min(expires))
    }
}
