//! Offers and stores for the tests of what watches see.

use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use crate::availability::{Availability, Condition};
use crate::delivered_price::DeliveryFallback;
use crate::freshness::Freshness;
use crate::ids::{OfferNo, ProductNo, StoreNo};
use crate::money::Amount;
use crate::offer::{Offer, OfferFacts};
use crate::placement::{Confidence, MatchRung};
use crate::scoring::{Assessment, Terms, assess, lowest_stated};
use crate::store::{Store, StoreName, StoreTerms};
use crate::watch::StatedMinimum;

pub const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
pub const TTL: Duration = Duration::hours(72);
pub const FRESHNESS: Freshness = Freshness {
    now: NOW,
    offer_ttl: TTL,
};

pub fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

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

fn terms() -> Terms {
    Terms {
        freshness: FRESHNESS,
        fallback: DeliveryFallback {
            category: Some(amount(390)),
            deployment: amount(499),
        },
    }
}

pub fn assessed(offers: &[Offer], stores: &[Store]) -> Assessment {
    assess(offers, stores, terms())
}

/// The lowest stated price of all stores, with the offer that asks it.
pub fn stated(offers: &[Offer], stores: &[Store]) -> Option<StatedMinimum> {
    let lowest = lowest_stated(offers, stores, terms(), None).offer;
    lowest.as_ref().map(StatedMinimum::asked_by)
}

prop_compose! {
    /// An offer with or without anything that keeps it from counting.
    pub fn any_offer(no: i64)(
        item in 1_i64..20_000,
        delivery in prop::option::of(0_i64..600),
        availability in prop::sample::select(Availability::ALL.to_vec()),
        condition in prop::sample::select(vec![Condition::New, Condition::New, Condition::Used, Condition::Refurbished]),
        age in prop_oneof![3 => Just(Duration::HOUR), 1 => Just(TTL), 1 => Just(TTL - Duration::MICROSECOND), 1 => Just(TTL + Duration::MICROSECOND)],
        quarantined in prop::bool::weighted(0.2),
    ) -> Offer {
        let mut offer = offer(no, item);
        offer.facts.delivery_cost = delivery.map(amount);
        offer.facts.availability = availability;
        offer.facts.condition = condition;
        offer.last_seen_at = NOW - age;
        offer.quarantined = quarantined;
        offer
    }
}

prop_compose! {
    /// A store with or without terms of delivery.
    pub fn any_store(no: i64)(
        cost in prop::option::of(0_i64..600),
        free_from in prop::option::of(1_i64..20_000),
        highest in prop::option::of(0_i64..600),
    ) -> Store {
        let mut store = store(no);
        store.terms.delivery_cost = cost.map(amount);
        store.terms.free_delivery_from = free_from.map(amount);
        store.highest_delivery = highest.map(amount);
        store
    }
}

prop_compose! {
    /// An offer of each of some stores.
    pub fn any_market()(market in prop::collection::vec((any_offer(0), any_store(0)), 0..6)) -> (Vec<Offer>, Vec<Store>) {
        let numbered = market.into_iter().zip(1..).map(|((mut offer, mut store), no)| {
            store.no = StoreNo(no);
            offer.store = StoreNo(no);
            offer.facts.offer_id = format!("o{no}");
            (offer, store)
        });
        numbered.unzip()
    }
}
