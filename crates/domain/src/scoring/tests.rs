use proptest::prelude::*;
use time::Duration;
use time::macros::{date, datetime};

use super::{ASSUMED_CAP, Assessment, Gate, Terms, assess};
use crate::availability::{Availability, Condition};
use crate::delivered_price::{DeliveryFallback, DeliverySource};
use crate::ids::{OfferNo, StoreNo};
use crate::money::Currency;
use crate::offer::Offer;
use crate::samples::{FRESHNESS, NOW, amount, offer, store};
use crate::store::{Rating, Store, StoreTerms};

fn terms() -> Terms {
    Terms {
        freshness: FRESHNESS,
        fallback: DeliveryFallback {
            category: None,
            deployment: amount(499),
        },
    }
}

fn points(assessment: &Assessment, store: i64) -> Option<u8> {
    let found = assessment
        .offers
        .iter()
        .find(|o| o.offer.store == StoreNo(store))
        .unwrap();
    found.score.as_ref().map(|s| s.points)
}

#[test]
fn nothing_to_choose_from_is_no_decision() {
    let empty = assess(&[], &[], terms());
    assert_eq!(empty.decision, None);
    assert_eq!(empty.minimum, None);
    assert_eq!(empty.valid_until, None);
}

#[test]
fn gates_keep_offers_listed_below_without_score() {
    let mut sold_out = offer(1, 100);
    sold_out.facts.availability = Availability::OutOfStock;
    let mut used = offer(2, 100);
    used.facts.condition = Condition::Used;
    let mut stale = offer(3, 100);
    stale.last_seen_at = NOW - Duration::hours(72);
    let mut odd = offer(4, 100);
    odd.quarantined = true;
    let fine = offer(5, 50_000);
    let stores: Vec<_> = (1..=5).map(store).collect();
    let all = assess(&[sold_out, used, stale, odd, fine], &stores, terms());
    let gates: Vec<_> = all
        .offers
        .iter()
        .map(|o| (o.offer.store.0, o.gate))
        .collect();
    assert_eq!(
        gates,
        [
            (5, None),
            (1, Some(Gate::OutOfStock)),
            (2, Some(Gate::OtherCondition)),
            (3, Some(Gate::Stale)),
            (4, Some(Gate::Quarantined)),
        ]
    );
    assert!(
        all.offers
            .iter()
            .skip(1)
            .all(|o| o.score.is_none() && !o.is_lowest_item_price)
    );
    assert_eq!(all.minimum.map(|m| m.price), Some(amount(50_000)));
    assert_eq!(all.store_count, 1);
    let decision = all.decision.unwrap();
    assert_eq!(
        (decision.store.as_str(), decision.evaluated),
        ("Store 5", 1)
    );
    let words = decision.rationale(Currency::parse("EUR").unwrap());
    assert!(words.contains("the only offer"), "{words}");
    assert!(
        words.contains("Store 1 is cheaper at 1.00 EUR delivered, but it is out of stock"),
        "{words}"
    );
}

/// That it lies near another one says nothing, in neither direction.
#[test]
fn a_price_that_is_held_back_with_its_feed_is_confirmed_by_nobody_and_confirms_none() {
    let mut with_feed = offer(1, 1000);
    (with_feed.quarantined, with_feed.held_with_feed) = (true, true);
    let mut alone = offer(3, 1000);
    alone.quarantined = true;
    let stores: Vec<_> = (1..=3).map(store).collect();
    let gates = |offers: &[Offer]| -> Vec<Option<Gate>> {
        let assessment = assess(offers, &stores, terms());
        assessment.offers.iter().map(|o| o.gate).collect()
    };
    let held = Some(Gate::Quarantined);
    let believed = offer(2, 1000);
    assert_eq!(gates(&[with_feed.clone(), alone.clone()]), [held, held]);
    let found = gates(&[with_feed, believed, alone]);
    assert_eq!(found.iter().filter(|gate| **gate == held).count(), 1);
}

#[test]
fn a_price_that_is_held_back_counts_while_another_store_confirms_it() {
    let gate_of_first = |others: &[Offer]| {
        let mut held = offer(1, 1000);
        held.quarantined = true;
        let mut all = vec![held];
        all.extend_from_slice(others);
        let stores: Vec<_> = (1..=3).map(store).collect();
        let assessment = assess(&all, &stores, terms());
        let first = assessment
            .offers
            .iter()
            .find(|o| o.offer.facts.offer_id == "o1");
        (first.unwrap().gate, assessment.minimum.map(|m| m.price))
    };
    let held = Some(Gate::Quarantined);
    assert_eq!(gate_of_first(&[]), (held, None));
    let dear = offer(2, 10_000);
    assert_eq!(
        gate_of_first(std::slice::from_ref(&dear)),
        (held, Some(amount(10_000)))
    );
    let mut second = offer(3, 1428);
    let confirmed = (None, Some(amount(1000)));
    assert_eq!(gate_of_first(&[dear.clone(), second.clone()]), confirmed);
    second.quarantined = true;
    assert_eq!(
        gate_of_first(&[dear.clone(), second.clone()]),
        confirmed,
        "held back itself"
    );
    let changes: [fn(&mut Offer); 5] = [
        |o| o.facts.item_price = amount(1429),
        |o| o.store = StoreNo(1),
        |o| o.facts.condition = Condition::Refurbished,
        |o| o.facts.availability = Availability::OutOfStock,
        |o| o.last_seen_at = NOW - Duration::hours(72),
    ];
    for change in changes {
        let mut other = offer(3, 1428);
        change(&mut other);
        let words = format!("{other:?}");
        assert_eq!(gate_of_first(&[dear.clone(), other]).0, held, "{words}");
    }
}

#[test]
fn an_unknown_delivery_cost_is_assumed_flagged_and_capped() {
    let mut silent = offer(1, 10_000);
    silent.facts.delivery_cost = None;
    let stated = offer(2, 10_600);
    let all = assess(&[silent.clone(), stated], &[store(1), store(2)], terms());
    let assumed = all
        .offers
        .iter()
        .find(|o| o.offer.store == StoreNo(1))
        .unwrap();
    assert_eq!(assumed.delivered.source, DeliverySource::Deployment);
    assert_eq!(assumed.delivered.total(), amount(10_499));
    assert!(points(&all, 1).unwrap() <= ASSUMED_CAP);
    assert_eq!(
        all.minimum.map(|m| (m.price.minor(), m.is_assumed)),
        Some((10_600, false))
    );

    let alone = assess(&[silent], &[store(1)], terms());
    assert_eq!(
        alone.minimum.map(|m| (m.price.minor(), m.is_assumed)),
        Some((10_499, true))
    );
    assert!(
        alone
            .decision
            .unwrap()
            .rationale(Currency::parse("EUR").unwrap())
            .contains("capped")
    );
}

/// What is told of as cheaper does not belie the price that is recommended.
#[test]
fn the_lowest_price_is_that_of_all() {
    let of = |no, item| offer(no, item);
    let mut used = of(3, 9_000);
    used.facts.condition = Condition::Used;
    let stores = [store(1), store(2), store(3)];
    for (offers, words) in [
        (
            vec![of(1, 10_000), of(2, 10_350)],
            "by the lowest delivered price",
        ),
        (
            vec![of(1, 10_000), of(2, 10_350), used],
            "by a lower delivered price",
        ),
    ] {
        let decision = assess(&offers, &stores, terms()).decision.unwrap();
        let told = decision.rationale(Currency::parse("EUR").unwrap());
        assert!(told.contains(words), "{told}");
        assert_eq!(
            told.contains("Store 3 is cheaper"),
            offers.len() == 3,
            "{told}"
        );
    }
}

/// Days of what is not there yet give no points: the words name what does.
#[test]
fn speed_is_told_by_what_its_points_come_of() {
    let of = |no, item, availability, days| {
        let mut offer = offer(no, item);
        offer.facts.availability = availability;
        offer.facts.delivery_days = Some(days);
        offer
    };
    let words = |one: Offer, other: Offer| {
        let all = assess(&[one, other], &[store(1), store(2)], terms());
        let decision = all.decision.unwrap();
        decision.rationale(Currency::parse("EUR").unwrap())
    };
    let (there, soon) = (Availability::InStock, Availability::Preorder);
    let told = words(of(1, 10_000, soon, 1), of(2, 11_000, there, 5));
    assert!(
        told.contains("ahead of Store 2") && told.contains("in spite of less certain delivery"),
        "{told}"
    );
    let told = words(of(1, 10_000, there, 5), of(2, 11_000, soon, 1));
    assert!(
        told.contains("the lowest delivered price and better availability"),
        "{told}"
    );
    let mut announced = of(2, 11_000, soon, 1);
    announced.facts.delivery_days = None;
    let told = words(of(1, 10_000, there, 5), announced);
    assert!(told.contains("better availability"), "{told}");
    let unknown = of(2, 11_000, Availability::Unknown, 1);
    let told = words(of(1, 10_000, there, 3), unknown);
    assert!(told.contains("better availability"), "{told}");
    let told = words(of(1, 10_000, there, 2), of(2, 10_000, there, 5));
    assert!(told.contains("delivery within 2 business days"), "{told}");
    let unstated = |availability| {
        let mut offer = of(1, 10_000, availability, 1);
        offer.facts.delivery_days = None;
        offer
    };
    let told = words(unstated(there), of(2, 11_000, there, 20));
    let late = "and the other's late delivery (within 20 business days)";
    assert!(told.contains(late), "{told}");
    let told = words(unstated(Availability::Unknown), of(2, 11_000, soon, 1));
    assert!(
        told.contains("and the other's being only announced"),
        "{told}"
    );
    let told = words(
        of(1, 10_000, Availability::Backorder, 2),
        of(2, 10_000, there, 10),
    );
    assert!(!told.contains("in every respect"), "{told}");
}

#[test]
fn the_store_fills_in_what_the_offer_leaves_out() {
    let mut shop = store(1);
    shop.terms = StoreTerms {
        seller_score: Rating::from_milli(4500),
        seller_reviews: Some(1000),
        return_days: Some(30),
        warranty_months: Some(24),
        delivery_cost: Some(amount(500)),
        free_delivery_from: Some(amount(10_000)),
        delivery_days: Some(3),
        url: None,
    };
    let mut plain = offer(1, 9_999);
    plain.facts.delivery_cost = None;
    plain.facts.delivery_days = None;
    let mut own = plain.clone();
    own.facts.item_price = amount(10_000);
    own.facts.return_days = Some(60);
    let seen = |offer: &Offer| {
        let all = assess(
            std::slice::from_ref(offer),
            std::slice::from_ref(&shop),
            terms(),
        );
        let o = all.offers.first().unwrap().clone();
        (
            o.delivered.delivery.minor(),
            o.delivered.is_assumed(),
            o.return_days,
            o.delivery_days,
        )
    };
    assert_eq!(seen(&plain), (500, false, Some(30), Some(3)));
    assert_eq!(seen(&own), (0, false, Some(60), Some(3)));
}

#[test]
fn a_dear_item_with_free_delivery_beats_a_cheap_one_with_dear_delivery() {
    let mut cheap_item = offer(1, 39_900);
    cheap_item.facts.delivery_cost = Some(amount(1_990));
    let free = offer(2, 40_900);
    let all = assess(&[cheap_item, free], &[store(1), store(2)], terms());
    let decision = all.decision.unwrap();
    assert_eq!(decision.store, "Store 2");
    assert_eq!(decision.lowest_item, (amount(39_900), "Store 1".to_owned()));
}

#[test]
fn a_stated_day_counts_until_it_has_passed() {
    let table = [
        // stated day, days of the store; days that count, data quality
        (None, None, None, 0.55),
        (Some(date!(2020 - 01 - 01)), None, None, 0.55),
        (Some(date!(2026 - 02 - 28)), None, None, 0.55),
        (Some(date!(2026 - 02 - 28)), Some(4), Some(4), 0.7),
        (Some(date!(2026 - 03 - 01)), Some(4), Some(0), 0.7),
        (Some(date!(2026 - 03 - 03)), None, Some(2), 0.7),
        (Some(date!(2026 - 03 - 09)), None, Some(6), 0.7),
        (Some(date!(2426 - 03 - 03)), None, Some(u16::MAX), 0.7),
    ];
    for (stated, of_store, counts, quality) in table {
        let mut shop = store(1);
        shop.terms.delivery_days = of_store;
        let mut one = offer(1, 10_000);
        (one.facts.delivery_days, one.facts.delivery_estimate) = (None, stated);
        let all = assess(&[one], &[shop], terms());
        let shown = &all.offers[0];
        assert_eq!(shown.delivery_days, counts, "{stated:?}");
        let ahead = stated.filter(|date| *date >= NOW.date());
        assert_eq!(shown.delivery_estimate, ahead);
        assert!((shown.data_quality - quality).abs() < 1e-9, "{stated:?}");
        let midnight = datetime!(2026-03-02 00:00 UTC);
        let until = if counts.is_some() {
            midnight
        } else {
            terms().freshness.stale_from(NOW)
        };
        assert_eq!(all.valid_until, Some(until), "{stated:?}");
    }
}

#[test]
fn an_offer_whose_stated_day_has_passed_does_not_win_by_it() {
    let [mut late, mut soon] = [offer(1, 10_000), offer(2, 10_000)];
    (late.facts.delivery_days, soon.facts.delivery_days) = (None, None);
    late.facts.delivery_estimate = Some(date!(2026 - 03 - 03));
    soon.facts.delivery_estimate = Some(date!(2026 - 03 - 05));
    let stores = [store(1), store(2)];
    let winner = |now| {
        let mut terms = terms();
        terms.freshness.now = now;
        let all = assess(&[late.clone(), soon.clone()], &stores, terms);
        (all.offers[0].offer.store.0, all.valid_until)
    };
    let days = |n| datetime!(2026-03-01 00:00 UTC) + Duration::days(n);
    assert_eq!(winner(NOW), (1, Some(days(1))));
    assert_eq!(winner(days(2)), (1, Some(days(3))), "its last day");
    assert_eq!(winner(days(3)).0, 2, "it was to be there yesterday");
}

#[test]
fn answers_expire_with_the_first_offer_or_the_day() {
    let mut old = offer(1, 100);
    old.last_seen_at = NOW - Duration::hours(70);
    old.facts.delivery_days = None;
    let until = |offers: &[Offer]| assess(offers, &[store(1), store(2)], terms()).valid_until;
    assert_eq!(
        until(std::slice::from_ref(&old)),
        Some(NOW + Duration::hours(2))
    );
    assert_eq!(
        until(&[offer(2, 100)]),
        Some(datetime!(2026-03-02 0:00 UTC))
    );
}

prop_compose! {
    fn any_offer(no: i64)(
        item in 1_i64..200_000,
        delivery in proptest::option::of(0_i64..3_000),
        availability in proptest::sample::select(Availability::ALL.to_vec()),
        condition in proptest::sample::select(Condition::ALL.to_vec()),
        days in proptest::option::of(0_u16..30),
        rating in proptest::option::of(0_u16..=5000),
        age_hours in 0_i64..100,
    ) -> Offer {
        let mut o = offer(no, item);
        o.facts.delivery_cost = delivery.map(amount);
        o.facts.availability = availability;
        o.facts.condition = condition;
        o.facts.delivery_days = days;
        o.facts.seller_score = rating.and_then(Rating::from_milli);
        o.last_seen_at = NOW - Duration::hours(age_hours);
        o
    }
}

fn any_offers() -> impl Strategy<Value = Vec<Offer>> {
    proptest::collection::vec(any_offer(0), 1..8).prop_map(|mut offers| {
        for (place, offer) in offers.iter_mut().enumerate() {
            let no = i64::try_from(place).unwrap() + 1;
            offer.no = OfferNo(no);
            offer.store = StoreNo(no);
            offer.facts.offer_id = format!("o{no}");
        }
        offers
    })
}

fn stores() -> Vec<Store> {
    (1..=10).map(store).collect()
}

proptest! {
    #[test]
    fn a_lower_price_alone_never_lowers_a_score(offers in any_offers(), pick in 0_usize..8, off in 1_i64..5_000) {
        let pick = pick % offers.len();
        let before = assess(&offers, &stores(), terms());
        let mut cheaper = offers.clone();
        let lower = (cheaper[pick].facts.item_price.minor() - off).max(1);
        cheaper[pick].facts.item_price = amount(lower);
        let after = assess(&cheaper, &stores(), terms());
        let store = offers[pick].store.0;
        prop_assert!(points(&after, store) >= points(&before, store));
    }

    #[test]
    fn an_offer_that_is_not_the_new_cheapest_changes_no_other_score(offers in any_offers(), extra in any_offer(9)) {
        let before = assess(&offers, &stores(), terms());
        let mut more = offers.clone();
        let mut extra = extra;
        extra.store = StoreNo(9);
        more.push(extra);
        let after = assess(&more, &stores(), terms());
        let total = |o: &super::AssessedOffer| o.gate.is_none().then(|| o.delivered.total());
        let lowest = after.offers.iter().filter_map(total).min();
        let new_cheapest = after.offers.iter().any(|o| o.offer.store == StoreNo(9) && total(o) == lowest && o.gate.is_none());
        prop_assume!(!new_cheapest);
        for offer in &offers {
            prop_assert_eq!(points(&before, offer.store.0), points(&after, offer.store.0));
        }
    }

    #[test]
    fn the_order_of_the_input_does_not_matter(offers in any_offers(), seed in any::<u64>()) {
        let mut shuffled = offers.clone();
        let mut state = seed | 1;
        for i in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            shuffled.swap(i, usize::try_from(state >> 33).unwrap() % (i + 1));
        }
        prop_assert_eq!(assess(&offers, &stores(), terms()), assess(&shuffled, &stores(), terms()));
    }

    #[test]
    fn the_lowest_stated_price_is_that_of_the_assessment(
        offers in any_offers(), same in 0_usize..3, shift in 0_usize..8,
    ) {
        let mut offers = offers;
        // some ask the same, of one store and in all alike
        for place in 0..same {
            let mut other = offers[(place + shift) % offers.len()].clone();
            other.facts.offer_id = format!("a{place}");
            offers.push(other);
        }
        let assessment = assess(&offers, &stores(), terms());
        let lowest = super::lowest_stated(&offers, &stores(), terms(), None);
        prop_assert_eq!(lowest.valid_until, assessment.valid_until);
        let stated = assessment.minimum.is_some_and(|minimum| !minimum.is_assumed);
        let shown = assessment.offers.into_iter().find(|o| stated && o.is_lowest_delivered);
        let key = |o: super::AssessedOffer| (o.offer, o.delivered, o.score);
        prop_assert_eq!(lowest.offer.map(key), shown.map(key));
    }

    #[test]
    fn free_delivery_weighs_as_much_as_a_lower_price(item in 2_000_i64..100_000, cost in 1_i64..1_000) {
        let free = offer(1, item);
        let mut paid = offer(2, item - cost);
        paid.facts.delivery_cost = Some(amount(cost));
        let all = assess(&[free, paid], &stores(), terms());
        prop_assert_eq!(points(&all, 1), points(&all, 2));
    }

    #[test]
    fn a_stated_day_that_has_passed_changes_nothing(
        offers in any_offers(), pick in 0_usize..8, days in 1_i64..4_000,
    ) {
        let pick = pick % offers.len().max(1);
        let mut late = offers.clone();
        if let Some(offer) = late.get_mut(pick) {
            offer.facts.delivery_estimate = Some((NOW - Duration::days(days)).date());
        }
        let mut assessed = assess(&late, &stores(), terms());
        for offer in &mut assessed.offers {
            offer.offer.facts.delivery_estimate = None;
        }
        prop_assert_eq!(assessed, assess(&offers, &stores(), terms()));
    }

    #[test]
    fn every_part_is_kept_and_sums_up(offers in any_offers()) {
        for o in assess(&offers, &stores(), terms()).offers {
            if let Some(score) = o.score {
                prop_assert_eq!(score.parts.len(), 5);
                let sum: f64 = score.parts.iter().map(super::Part::contribution).sum();
                prop_assert!(score.capped || (sum - f64::from(score.points)).abs() <= 0.5);
            }
        }
    }
}

#[test]
fn a_list_that_is_cut_has_the_lowest_prices() {
    let mut offers: Vec<Offer> = (1..=20).map(|no| offer(no, 1000)).collect();
    // the lowest item price with a dear delivery, the lowest delivered price from a shop that hardly delivers
    offers[7].facts.item_price = amount(990);
    offers[7].facts.delivery_cost = Some(amount(900));
    offers[3].facts.item_price = amount(995);
    offers[3].facts.availability = Availability::Backorder;
    offers[3].facts.delivery_days = Some(60);
    let stores: Vec<Store> = (1..=20).map(store).collect();
    let assessment = assess(&offers, &stores, terms());
    let all = assessment.clone().cut_to(100).offers;
    assert_eq!(all.len(), 20);
    assert!(all.iter().position(|o| o.offer.store == StoreNo(8)) > Some(5));
    let cut = assessment.clone().cut_to(5);
    assert_eq!((cut.offer_count, &cut.decision), (20, &assessment.decision));
    let listed = cut.offers;
    let stores: Vec<i64> = listed.iter().map(|o| o.offer.store.0).collect();
    assert_eq!(stores, [1, 10, 11, 4, 8]);
    assert!(listed[0].is_recommended && listed[3].is_lowest_delivered);
    assert!(listed[4].is_lowest_item_price);
    // the last that has a place in the list stays when another one takes a place
    let place = all.iter().position(|o| o.is_lowest_delivered).unwrap();
    let listed = assessment.cut_to(place + 1).offers;
    assert_eq!(listed.len(), place + 1);
    assert!(listed.iter().any(|o| o.is_lowest_delivered));
    assert!(listed.iter().any(|o| o.is_lowest_item_price));
}
