use proptest::prelude::*;
use time::Duration;

use super::offers::{any_market, any_offer, any_store, assessed, stated};
use crate::availability::{Availability, Condition};
use crate::money::Amount;
use crate::offer::Offer;
use crate::samples::{FRESHNESS, NOW, TTL, amount, offer, store};
use crate::store::Store;
use crate::watch::MinimumPriceCandidate;

fn bid(offer: &Offer, store: &Store) -> Option<Amount> {
    let candidate = MinimumPriceCandidate {
        facts: &offer.facts,
        terms: &store.terms,
        is_held: offer.quarantined,
        seen_at: offer.last_seen_at,
    };
    candidate.stated_price(FRESHNESS)
}

#[test]
fn an_offer_bids_its_item_price_with_the_stated_delivery_cost() {
    let mut shop = store(1);
    let mut silent = offer(1, 9_999);
    assert_eq!(bid(&silent, &shop), Some(amount(9_999)), "free");
    silent.facts.delivery_cost = Some(amount(250));
    assert_eq!(bid(&silent, &shop), Some(amount(10_249)));
    silent.facts.delivery_cost = None;
    shop.highest_delivery = Some(amount(300));
    assert_eq!(bid(&silent, &shop), None, "an assumed cost is not stated");
    shop.terms.delivery_cost = Some(amount(500));
    assert_eq!(bid(&silent, &shop), Some(amount(10_499)));
    shop.terms.free_delivery_from = Some(amount(10_000));
    assert_eq!(bid(&silent, &shop), Some(amount(10_499)));
    silent.facts.item_price = amount(10_000);
    assert_eq!(bid(&silent, &shop), Some(amount(10_000)));
    silent.facts.delivery_cost = Some(amount(250));
    assert_eq!(
        bid(&silent, &shop),
        Some(amount(10_250)),
        "its own comes first"
    );
}

#[test]
fn an_offer_that_a_gate_shuts_out_bids_nothing() {
    let shut_out: [fn(&mut Offer); 6] = [
        |o| o.quarantined = true,
        |o| o.last_seen_at = NOW - TTL,
        |o| o.last_seen_at = NOW - TTL - Duration::DAY,
        |o| o.facts.availability = Availability::OutOfStock,
        |o| o.facts.condition = Condition::Used,
        |o| o.facts.condition = Condition::Refurbished,
    ];
    for shut in shut_out {
        let mut offer = offer(1, 100);
        shut(&mut offer);
        assert_eq!(bid(&offer, &store(1)), None, "{offer:?}");
    }
    let mut last_moment = offer(1, 100);
    last_moment.last_seen_at = NOW - TTL + Duration::MICROSECOND;
    assert_eq!(bid(&last_moment, &store(1)), Some(amount(100)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_offer_alone_with_its_store_is_the_stated_minimum_when_it_bids(
        offer in any_offer(1),
        shop in any_store(1),
    ) {
        let bid = bid(&offer, &shop);
        let (offers, shops) = ([offer], [shop]);
        let shown = assessed(&offers, &shops).minimum.filter(|m| !m.is_assumed);
        prop_assert_eq!(bid, shown.map(|m| m.price));
        prop_assert_eq!(bid, stated(&offers, &shops).map(|m| m.price));
    }

    #[test]
    fn the_lowest_bid_is_the_stated_minimum_unless_a_price_is_held_back((offers, shops) in any_market()) {
        let lowest = offers.iter().zip(&shops).filter_map(|(o, s)| bid(o, s)).min();
        let stated = stated(&offers, &shops).map(|m| m.price);
        if offers.iter().any(|o| o.quarantined) {
            // one that another store confirms may be lower
            prop_assert!(lowest.is_none_or(|lowest| stated.is_some_and(|stated| stated <= lowest)));
        } else {
            prop_assert_eq!(lowest, stated);
        }
    }
}
