//! A store and its offer, for tests.

use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::availability::{Availability, Condition};
use crate::freshness::Freshness;
use crate::ids::{OfferNo, ProductNo, StoreNo};
use crate::money::Amount;
use crate::offer::{Offer, OfferFacts};
use crate::placement::{Confidence, MatchRung};
use crate::store::{Store, StoreName, StoreTerms};

/// The time.
pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
/// How long an offer that is not seen again stays true.
pub const TTL: Duration = Duration::hours(72);
/// Both.
pub const FRESHNESS: Freshness = Freshness {
    now: NOW,
    offer_ttl: TTL,
};

/// A price of so many cents.
pub fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

/// A store of which no terms are known.
pub fn store(no: i64) -> Store {
    Store {
        no: StoreNo(no),
        name: StoreName::parse(&format!("Store {no}")).unwrap(),
        terms: StoreTerms::default(),
        highest_delivery: None,
        last_observed_at: None,
    }
}

/// An offer with free delivery that passes every gate.
pub fn offer(store: i64, item: i64) -> Offer {
    Offer {
        no: OfferNo(store),
        store: StoreNo(store),
        product: ProductNo(1),
        title: "Nova X2".to_owned(),
        facts: OfferFacts {
            offer_id: format!("o{store}"),
            url: format!("https://shop{store}.example/1"),
            image_url: None,
            item_price: amount(item),
            delivery_cost: Some(Amount::ZERO),
            availability: Availability::InStock,
            stock_quantity: None,
            delivery_days: Some(2),
            delivery_estimate: None,
            condition: Condition::New,
            seller_score: None,
            return_days: None,
            warranty_months: None,
            stated_updated_at: None,
        },
        updated_at: NOW,
        price_since: NOW,
        last_seen_at: NOW,
        quarantined: false,
        held_with_feed: false,
        rung: MatchRung::Gtin,
        confidence: Confidence::FULL,
    }
}
