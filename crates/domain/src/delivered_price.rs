//! What an offer costs at the door: item price plus delivery cost.
//!
//! A shop that does not state its delivery cost is never taken to deliver for nothing: that would
//! rank the silent shop first. The cost is taken from, in this order (D-64):
//!
//! 1. the offer itself: stated;
//! 2. the store's terms, free from the store's threshold on: stated, by the operator;
//! 3. the highest rate that the store publishes in its current offers: assumed;
//! 4. the 75th percentile of the rates published in the product's category: assumed;
//! 5. the deployment's assumed delivery cost: assumed.

use crate::money::Amount;
use crate::offer::OfferFacts;
use crate::store::Store;

/// Where a delivery cost comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliverySource {
    /// The offer states it.
    Offer,
    /// The store's terms state it.
    StoreTerms,
    /// The store's highest published rate.
    StoreHighest,
    /// The category's 75th percentile.
    Category,
    /// The deployment's setting.
    Deployment,
}

impl DeliverySource {
    /// Whether somebody stated the cost; otherwise it is our assumption.
    pub const fn is_stated(self) -> bool {
        matches!(self, Self::Offer | Self::StoreTerms)
    }
}

/// What is known of delivery costs beyond the offer and its store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryFallback {
    /// 75th percentile of the published rates in the product's category.
    pub category: Option<Amount>,
    /// The deployment's assumption.
    pub deployment: Amount,
}

/// An item price with its way to the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveredPrice {
    /// Price of the item.
    pub item: Amount,
    /// Delivery cost.
    pub delivery: Amount,
    /// Where the delivery cost comes from.
    pub source: DeliverySource,
}

impl DeliveredPrice {
    /// The price at the door of one offer.
    pub fn of(facts: &OfferFacts, store: &Store, fallback: DeliveryFallback) -> Self {
        let item = facts.item_price;
        let by_offer = facts.delivery_cost;
        let (delivery, source) = if let Some(cost) = store.terms.stated_delivery(item, by_offer) {
            let source = by_offer.map_or(DeliverySource::StoreTerms, |_| DeliverySource::Offer);
            (cost, source)
        } else if let Some(highest) = store.highest_delivery {
            (highest, DeliverySource::StoreHighest)
        } else if let Some(percentile) = fallback.category {
            (percentile, DeliverySource::Category)
        } else {
            (fallback.deployment, DeliverySource::Deployment)
        };
        Self {
            item,
            delivery,
            source,
        }
    }

    /// Item price plus delivery cost.
    pub fn total(self) -> Amount {
        self.item.plus(self.delivery)
    }

    /// Whether the delivery cost is our assumption.
    pub const fn is_assumed(self) -> bool {
        !self.source.is_stated()
    }
}

/// The 75th percentile (nearest rank) of published delivery costs, each with the number of offers
/// that state it; `None` for none.
pub fn percentile_75(rates: &mut [(Amount, u64)]) -> Option<Amount> {
    rates.sort_unstable();
    let total: u64 = rates.iter().map(|(_, offers)| offers).sum();
    let rank = total - total / 4;
    let mut passed = 0;
    rates.iter().find_map(|(rate, offers)| {
        passed += offers;
        (passed >= rank && total > 0).then_some(*rate)
    })
}
