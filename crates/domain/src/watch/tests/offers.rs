//! Offers and stores for the tests of what watches see.

use proptest::prelude::*;
use time::Duration;

use crate::availability::{Availability, Condition};
use crate::delivered_price::DeliveryFallback;
use crate::ids::StoreNo;
use crate::offer::Offer;
use crate::samples::{FRESHNESS, NOW, TTL, amount, offer, store};
use crate::scoring::{Assessment, Terms, assess, lowest_stated};
use crate::store::Store;
use crate::watch::StatedMinimum;

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
