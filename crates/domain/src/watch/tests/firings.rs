use std::collections::BTreeMap;

use proptest::prelude::*;
use time::{Date, Duration, Month};
use uuid::Uuid;

use super::offers::{any_market, stated};
use crate::availability::{Availability, Condition};
use crate::ids::{CanonicalProductId, OfferNo, ProductNo, StoreNo};
use crate::money::{Amount, Currency};
use crate::offer::Offer;
use crate::placement::{Confidence, MatchRung};
use crate::samples::{NOW, TTL, amount, offer, store};
use crate::store::{Rating, Store};
use crate::watch::{
    FallPercent, Firing, NewLow, PriceFall, StatedMinimum, TargetPrice, WatchCondition,
    source_revision,
};

fn stores() -> Vec<Store> {
    (1..=3).map(store).collect()
}

/// Delivered price and store of the minimum.
fn minimum(offers: &[Offer]) -> Option<(i64, String)> {
    stated(offers, &stores()).map(|found| (found.price.minor(), found.store))
}

fn of_store(minor: i64, no: i64) -> (i64, String) {
    (minor, format!("Store {no}"))
}

#[test]
fn the_minimum_is_the_lowest_stated_delivered_price() {
    assert_eq!(minimum(&[]), None);
    let mut dear_delivery = offer(1, 10_000);
    dear_delivery.facts.delivery_cost = Some(amount(700));
    let offers = [dear_delivery, offer(2, 10_500), offer(3, 11_000)];
    let found = stated(&offers, &stores());
    let expected = StatedMinimum {
        price: amount(10_500),
        item: amount(10_500),
        delivery: amount(0),
        store: "Store 2".to_owned(),
        url: "https://shop2.example/1".to_owned(),
    };
    assert_eq!(found, Some(expected));
    let alone = stated(&offers[..1], &stores()).unwrap();
    let parts = [alone.price, alone.item, alone.delivery].map(Amount::minor);
    assert_eq!(parts, [10_700, 10_000, 700]);
}

#[test]
fn an_assumed_delivery_cost_moves_nothing() {
    let mut silent = offer(1, 100);
    silent.facts.delivery_cost = None;
    assert_eq!(minimum(std::slice::from_ref(&silent)), None);
    let stated = offer(2, 10_000);
    assert_eq!(
        minimum(&[silent.clone(), stated]),
        Some(of_store(10_000, 2))
    );
    // the same total, once assumed (390) and once stated
    silent.facts.item_price = amount(9_610);
    silent.facts.delivery_days = Some(0);
    assert_eq!(
        minimum(&[silent, offer(2, 10_000)]),
        Some(of_store(10_000, 2))
    );
}

#[test]
fn what_a_gate_shuts_out_is_no_minimum() {
    let shut_out: [fn(&mut Offer); 6] = [
        |o| o.quarantined = true,
        |o| o.last_seen_at = NOW - TTL,
        |o| o.facts.availability = Availability::OutOfStock,
        |o| o.facts.condition = Condition::Used,
        |o| o.facts.condition = Condition::Refurbished,
        |o| o.store = StoreNo(9),
    ];
    for shut in shut_out {
        let mut cheap = offer(1, 1_000);
        shut(&mut cheap);
        assert_eq!(minimum(std::slice::from_ref(&cheap)), None, "{cheap:?}");
        let both = [cheap.clone(), offer(2, 10_000)];
        assert_eq!(minimum(&both), Some(of_store(10_000, 2)), "{cheap:?}");
    }
}

#[test]
fn a_price_that_is_held_back_counts_while_another_store_confirms_it() {
    let mut held = offer(1, 1_000);
    held.quarantined = true;
    let market = [held.clone(), offer(2, 1_428)];
    assert_eq!(minimum(&market), Some(of_store(1_000, 1)));
    let market = [held, offer(2, 1_429)];
    assert_eq!(minimum(&market), Some(of_store(1_429, 2)));
}

#[test]
fn of_equal_prices_the_better_offer_is_told() {
    let slow = offer(1, 10_000);
    let mut fast = offer(2, 10_000);
    fast.facts.delivery_days = Some(1);
    assert_eq!(
        minimum(&[slow.clone(), fast.clone()]),
        Some(of_store(10_000, 2))
    );
    assert_eq!(
        minimum(&[fast.clone(), slow.clone()]),
        Some(of_store(10_000, 2))
    );
    let mut same = slow.clone();
    same.store = StoreNo(3);
    assert_eq!(
        minimum(&[same.clone(), slow.clone()]),
        Some(of_store(10_000, 1))
    );
    // the better offer of all is not the cheapest one
    let mut best = offer(3, 10_001);
    best.facts.seller_score = Rating::from_milli(5_000);
    best.facts.delivery_days = Some(0);
    assert_eq!(minimum(&[best, slow, fast]), Some(of_store(10_000, 2)));
}

fn revision(offers: &[Offer]) -> Uuid {
    source_revision(ProductNo(1), offers, &[])
}

#[test]
fn what_says_the_same_again_is_the_same_evidence() {
    let offers = [offer(1, 100), offer(2, 200)];
    let before = revision(&offers);
    let confirmations: [fn(&mut Offer); 8] = [
        |o| o.no = OfferNo(o.no.0 + 10),
        |o| o.last_seen_at += Duration::DAY,
        |o| o.updated_at += Duration::DAY,
        |o| o.price_since += Duration::DAY,
        |o| o.facts.stated_updated_at = Some(NOW),
        |o| o.facts.delivery_estimate = Date::from_calendar_date(2026, Month::May, 1).ok(),
        |o| o.title = "Nova X2 (new)".to_owned(),
        |o| (o.rung, o.confidence) = (MatchRung::Model, Confidence::from_milli(500)),
    ];
    for confirm in confirmations {
        let mut again = offers.clone();
        confirm(&mut again[0]);
        assert_eq!(revision(&again), before, "{:?}", again[0]);
    }
    let [first, second] = offers;
    assert_eq!(revision(&[second, first]), before, "in another order");
}

#[test]
fn what_says_something_else_is_other_evidence() {
    let offers = [offer(1, 100), offer(2, 200)];
    let mut seen = vec![revision(&offers), revision(&[]), revision(&offers[..1])];
    seen.push(revision(&[offer(1, 100), offer(2, 200), offer(3, 300)]));
    seen.push(source_revision(ProductNo(2), &offers, &[]));
    let changes: [fn(&mut Offer); 15] = [
        |o| o.facts.item_price = amount(99),
        |o| o.facts.delivery_cost = Some(amount(1)),
        |o| o.facts.delivery_cost = None,
        |o| (o.facts.item_price, o.facts.delivery_cost) = (amount(0), Some(amount(100))),
        |o| o.facts.availability = Availability::Limited,
        |o| o.facts.availability = Availability::Preorder,
        |o| o.facts.availability = Availability::Backorder,
        |o| o.facts.availability = Availability::OutOfStock,
        |o| o.facts.availability = Availability::Unknown,
        |o| o.facts.condition = Condition::Used,
        |o| o.facts.condition = Condition::Refurbished,
        |o| o.quarantined = true,
        |o| o.store = StoreNo(3),
        |o| o.facts.offer_id = "o2".to_owned(),
        |o| o.facts.offer_id.push('\0'),
    ];
    for change in changes {
        let mut changed = offers.clone();
        change(&mut changed[0]);
        seen.push(revision(&changed));
    }
    let all = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), all);
}

#[test]
fn an_offer_id_cannot_pass_for_other_fields() {
    // two offers that were simply joined, with or without an end mark, are one with a long id
    let two = revision(&[offer(1, 100), offer(2, 100)]);
    let [zeros, price] = ["\0".repeat(8), format!("{}d", "\0".repeat(7))];
    let of_second = format!("{}\u{2}o2", "\0".repeat(7));
    for end in ["", "\0"] {
        for words in ["in_stocknew", "in_stock\0new\0"] {
            let mut one = offer(1, 100);
            let numbers = format!("{end}{price}{zeros}");
            one.facts.offer_id = format!("o1{numbers}{words}\0{of_second}");
            assert_ne!(revision(&[one.clone()]), two);
            one.facts.offer_id = format!("o1{end}{words}{price}{zeros}\0{of_second}");
            assert_ne!(revision(&[one]), two);
        }
    }
}

type Said = Vec<(
    i64,
    String,
    i64,
    Option<i64>,
    &'static str,
    &'static str,
    bool,
)>;

/// What offers say about their product's price, in order.
fn said(offers: &[Offer]) -> Said {
    let one = |o: &Offer| {
        let facts = &o.facts;
        (
            o.store.0,
            facts.offer_id.clone(),
            facts.item_price.minor(),
            facts.delivery_cost.map(Amount::minor),
            facts.availability.code(),
            facts.condition.code(),
            o.quarantined,
        )
    };
    let mut said: Said = offers.iter().map(one).collect();
    said.sort();
    said
}

proptest! {
    #[test]
    fn revisions_are_equal_exactly_when_the_evidence_is(
        markets in prop::collection::vec(any_market(), 2..12),
        ids in prop::collection::vec("[\0\u{1}o1n]{1,3}", 6),
    ) {
        let mut known: BTreeMap<Uuid, Said> = BTreeMap::new();
        for (mut offers, _) in markets {
            for (offer, id) in offers.iter_mut().zip(&ids) {
                offer.facts.offer_id.clone_from(id);
                // few values, so that evidence repeats
                offer.facts.item_price = amount(offer.facts.item_price.minor() % 2);
                offer.facts.delivery_cost = offer.facts.delivery_cost.map(|cost| amount(cost.minor() % 2));
            }
            let evidence = said(&offers);
            let before = known.insert(revision(&offers), evidence.clone());
            prop_assert!(before.is_none_or(|before| before == evidence));
            offers.reverse();
            let again = known.get(&revision(&offers));
            prop_assert_eq!(again, Some(&evidence));
        }
    }
}

#[test]
fn terms_that_charge_another_delivery_are_other_evidence() {
    let mut silent = offer(1, 100);
    silent.facts.delivery_cost = None;
    let with = |cost: Option<i64>| {
        let mut store = store(1);
        store.terms.delivery_cost = cost.map(amount);
        source_revision(ProductNo(1), std::slice::from_ref(&silent), &[store])
    };
    assert_ne!(with(None), with(Some(0)));
    assert_ne!(with(Some(0)), with(Some(1)));
    let mut stated = store(1);
    stated.terms.delivery_cost = Some(amount(7));
    let stating = offer(1, 100);
    let revisions = [&[][..], &[stated]]
        .map(|stores| source_revision(ProductNo(1), std::slice::from_ref(&stating), stores));
    assert_eq!(revisions[0], revisions[1], "the offer's own cost counts");
}

#[test]
fn a_price_is_as_good_by_the_condition_and_by_what_was_told() {
    let euro = Currency::parse("EUR").unwrap();
    let fall = PriceFall {
        percent: FallPercent::new(10).unwrap(),
        from: Some(amount(10_000)),
    };
    for (condition, last_good) in [
        (
            WatchCondition::BelowTarget {
                target: TargetPrice::from_ten_thousandths(1_000_000).unwrap(),
            },
            Some(9_999),
        ),
        (WatchCondition::PriceFall(fall), Some(9_000)),
        (WatchCondition::NewLow(NewLow::default()), Some(8_000)),
        (WatchCondition::BackInStock, None),
    ] {
        let firing = Firing {
            watch: Uuid::nil(),
            product: CanonicalProductId::parse("nova_x2").unwrap(),
            product_name: "Nova X2".to_owned(),
            condition,
            watched_store: None,
            minimum: stated(&[offer(1, 8_000)], &stores()).unwrap(),
            source_revision: Uuid::nil(),
            observed_at: NOW,
        };
        let good = (1..20_000).rfind(|now| firing.is_as_good(Some(amount(*now)), euro));
        assert_eq!(good, last_good, "{condition:?}");
        assert!(!firing.is_as_good(None, euro));
    }
}
