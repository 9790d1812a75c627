use proptest::prelude::*;
use rstest::rstest;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{
    Asked, AskedPrices, Contradiction, HeldFeed, Need, OwnPast, PAST, Quarantine, Quote, STANDS,
    Standing, Stretch, confirms, need, own_past,
};
use crate::availability::{Availability, Condition};
use crate::history::PriceSegment;
use crate::ids::{SnapshotNo, StoreNo};
use crate::money::{Amount, Currency};

const NOW: OffsetDateTime = datetime!(2026-03-31 12:00 UTC);
const TTL: Duration = Duration::hours(72);

fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

fn asked(prices: &[(i64, i64)]) -> Vec<Asked> {
    let asked = |(store, price): &(i64, i64)| Asked {
        is_held: false,
        store: StoreNo(*store),
        price: amount(*price),
    };
    prices.iter().map(asked).collect()
}

fn judge(price: Amount, others: &[Asked], own_past: Option<OwnPast>) -> Option<Contradiction> {
    super::judge(price, &AskedPrices::new(others.iter().copied()), own_past)
}

#[test]
fn seventy_percent_confirm_exactly() {
    for (price, other, is_confirmed) in [
        (70, 100, true),
        (69, 100, false),
        (7, 10, true),
        (1, 1, true),
        (1, 2, false),
        (100, 70, true),
        (0, 0, true),
        (0, 1, false),
        (Amount::MAX_MINOR, Amount::MAX_MINOR, true),
        (Amount::MAX_MINOR / 10 * 7 - 1, Amount::MAX_MINOR, false),
    ] {
        assert_eq!(
            confirms(amount(price), amount(other)),
            is_confirmed,
            "{price} by {other}"
        );
    }
}

#[rstest]
#[case::nothing_is_known(999, &[], None, None)]
#[case::one_other_store_is_no_quorum(999, &[(1, 9990)], None, None)]
#[case::two_offers_of_one_store_are_one_store(999, &[(1, 9990), (1, 9890)], None, None)]
#[case::two_stores_contradict(
    999, &[(1, 9990), (2, 9500)], None,
    Some(Contradiction::OtherStores { stores: 2, lowest: amount(9500) })
)]
#[case::one_of_three_confirms(999, &[(1, 9990), (2, 9500), (3, 1400)], None, None)]
#[case::a_price_that_is_higher_than_another_is_confirmed(999, &[(1, 9990), (2, 10)], None, None)]
#[case::the_own_past_contradicts(999, &[], Some(9990), Some(Contradiction::OwnPast(amount(9990))))]
#[case::seventy_percent_of_the_own_past_are_believed(6993, &[], Some(9990), None)]
#[case::a_cent_less_is_not(6992, &[], Some(9990), Some(Contradiction::OwnPast(amount(9990))))]
#[case::a_low_past_is_believed_against_dear_shops(999, &[(1, 9990), (2, 9500)], Some(1200), None)]
#[case::a_confirmation_beats_the_own_past(999, &[(1, 1300)], Some(9990), None)]
fn prices_are_judged_by_others_first_and_by_their_past_next(
    #[case] price: i64,
    #[case] others: &[(i64, i64)],
    #[case] past: Option<i64>,
    #[case] expected: Option<Contradiction>,
) {
    assert_eq!(
        judge(amount(price), &asked(others), past.map(steady)),
        expected
    );
}

/// A past at one price.
fn steady(price: i64) -> OwnPast {
    OwnPast {
        median: amount(price),
        lowest: amount(price),
        low: amount(price),
        high: amount(price),
    }
}

#[test]
fn what_is_held_back_speaks_for_what_is_near_to_it_only() {
    let held = |price| Asked {
        store: StoreNo(9),
        price: amount(price),
        is_held: true,
    };
    let judged = |others: &[Asked]| judge(amount(1000), others, Some(steady(10_000))).is_none();
    assert!(judged(&[held(1400)]) && judged(&[held(700)]));
    assert!(!judged(&[held(1500)]) && !judged(&[held(699)]));
    let dear = asked(&[(1, 10_000)]);
    let with_held = [dear[0], held(20_000)];
    assert_eq!(judge(amount(1000), &with_held, None), None, "no quorum");
}

#[test]
fn what_was_believed_of_the_offer_is_believed_again() {
    let past = OwnPast {
        median: amount(100),
        lowest: amount(60),
        low: amount(60),
        high: amount(100),
    };
    let judged = |price| judge(amount(price), &[], Some(past)).is_none();
    assert_eq!([59, 60, 65, 70].map(judged), [false, true, true, true]);
}

#[test]
fn reasons_name_the_prices() {
    let eur = Currency::parse("EUR").unwrap();
    let past = Contradiction::OwnPast(amount(9990)).reason(amount(999), eur);
    assert_eq!(
        past,
        "9.99 EUR is less than 70 % of its own median of 99.90 EUR in the last 30 days, and no \
         other shop asks so little"
    );
    let others = Contradiction::OtherStores {
        stores: 3,
        lowest: amount(9500),
    };
    assert_eq!(
        others.reason(amount(999), eur),
        "9.99 EUR is less than 70 % of what each of 3 other shops asks; the lowest of them asks \
         95.00 EUR"
    );
}

fn quote(price: i64) -> Quote {
    Quote {
        price: amount(price),
        is_eligible: true,
    }
}

fn sold_out(price: i64) -> Quote {
    Quote {
        is_eligible: false,
        ..quote(price)
    }
}

#[rstest]
#[case::new(None, quote(100), Need::Judgement)]
#[case::new_but_sold_out(None, sold_out(100), Need::Nothing)]
#[case::lower(Some(quote(101)), quote(100), Need::Judgement)]
#[case::lower_but_sold_out(Some(quote(101)), sold_out(100), Need::Nothing)]
#[case::the_same(Some(quote(100)), quote(100), Need::Nothing)]
#[case::higher(Some(quote(99)), quote(100), Need::Nothing)]
#[case::back_in_stock_was_never_judged(Some(sold_out(100)), quote(100), Need::Judgement)]
fn only_downward_moves_and_new_offers_are_judged(
    #[case] before: Option<Quote>,
    #[case] now: Quote,
    #[case] expected: Need,
) {
    let before = before.map(|quote| Standing {
        quote,
        since: NOW - Duration::days(3),
        quarantine: None,
        feed_is_doubted: false,
    });
    assert_eq!(need(now, before, NOW), expected);
}

#[rstest]
#[case::it_stands(quote(100), quote(100), STANDS, false, Need::Nothing)]
#[case::not_yet(
    quote(100),
    quote(100),
    STANDS - Duration::MICROSECOND,
    false,
    Need::Held
)]
#[case::a_person_rejected_it(quote(100), quote(100), STANDS * 100, true, Need::Held)]
#[case::a_person_rejected_another_price(quote(100), quote(99), STANDS, true, Need::Judgement)]
#[case::lower(quote(100), quote(99), STANDS, false, Need::Judgement)]
#[case::higher(quote(100), quote(101), STANDS, false, Need::Judgement)]
#[case::sold_out_at_the_same_price(quote(100), sold_out(100), STANDS, false, Need::Held)]
#[case::back_at_the_same_price(sold_out(100), quote(100), STANDS, false, Need::Held)]
#[case::sold_out_at_another_price(quote(100), sold_out(99), STANDS, false, Need::Nothing)]
fn what_is_held_back_is_released_when_it_stands(
    #[case] before: Quote,
    #[case] now: Quote,
    #[case] stood: Duration,
    #[case] by_person: bool,
    #[case] expected: Need,
) {
    let quarantine = Quarantine {
        reason: "odd".to_owned(),
        by_person,
        with_feed: None,
    };
    let before = Standing {
        quote: before,
        since: NOW - stood,
        quarantine: Some(&quarantine),
        feed_is_doubted: false,
    };
    assert_eq!(need(now, Some(before), NOW), expected);
    let doubted = Standing {
        feed_is_doubted: true,
        ..before
    };
    let expected = match expected {
        Need::Nothing if now.price == before.quote.price => Need::Held,
        other => other,
    };
    assert_eq!(need(now, Some(doubted), NOW), expected, "with its feed");
}

/// Of a whole feed, prices of what cannot be ordered are held back too, and released as the others.
#[test]
fn what_is_held_back_with_its_feed_is_released_whatever_its_stock() {
    let quarantine = Quarantine {
        reason: "odd".to_owned(),
        by_person: false,
        with_feed: Some(HeldFeed {
            snapshot: SnapshotNo(7),
            believed: None,
        }),
    };
    for (before, now) in [
        (sold_out(100), sold_out(100)),
        (sold_out(100), quote(100)),
        (quote(100), sold_out(100)),
    ] {
        for (stood, expected) in [
            (STANDS, Need::Nothing),
            (STANDS - Duration::SECOND, Need::Held),
        ] {
            let before = Standing {
                quote: before,
                since: NOW - stood,
                quarantine: Some(&quarantine),
                feed_is_doubted: false,
            };
            assert_eq!(need(now, Some(before), NOW), expected);
        }
    }
}

fn days(price: i64, from: i64, until: i64) -> Stretch {
    Stretch {
        price: amount(price),
        from: NOW - Duration::days(from),
        until: NOW - Duration::days(until),
    }
}

#[rstest]
#[case::no_past(vec![], None)]
#[case::one_price(vec![days(100, 10, 0)], Some(100))]
#[case::seen_once_and_at_once_otherwise(vec![days(100, 0, 0)], Some(100))]
#[case::the_longer_price(vec![days(100, 10, 4), days(50, 4, 0)], Some(100))]
#[case::half_and_half_is_the_lower(vec![days(100, 10, 5), days(50, 5, 0)], Some(50))]
#[case::before_the_window(vec![days(100, 60, 30)], None)]
#[case::clipped_at_the_window(vec![days(100, 300, 20), days(50, 20, 0)], Some(50))]
#[case::clipped_at_the_observation(vec![days(100, 3, 0), days(50, 1, -300)], Some(100))]
fn the_own_past_is_the_median_over_time_of_thirty_days(
    #[case] stretches: Vec<Stretch>,
    #[case] expected: Option<i64>,
) {
    let lowest = stretches
        .iter()
        .filter(|s| s.until > NOW - PAST)
        .map(|s| s.price)
        .min();
    let past = own_past(stretches, NOW);
    assert_eq!(past.map(|past| past.median), expected.map(amount));
    assert_eq!(past.map(|past| past.lowest), lowest);
    assert!(past.is_none_or(|past| past.lowest <= past.low
        && past.low <= past.median
        && past.median <= past.high));
}

fn segment() -> PriceSegment {
    PriceSegment {
        store: StoreNo(1),
        offer_id: "a".to_owned(),
        item_price: amount(100),
        delivery_cost: None,
        availability: Availability::Limited,
        condition: Condition::New,
        is_quarantined: false,
        is_imported: false,
        from: NOW - Duration::days(20),
        last_seen: NOW - Duration::days(10),
        ended: None,
    }
}

#[test]
fn segments_that_were_held_back_sold_out_or_used_are_no_past() {
    let counted = Stretch::of_segment(&segment(), TTL).unwrap();
    assert_eq!(counted.until, NOW - Duration::days(7), "one time to live");
    let left_out: [fn(&mut PriceSegment); 3] = [
        |s| s.is_quarantined = true,
        |s| s.availability = Availability::OutOfStock,
        |s| s.condition = Condition::Used,
    ];
    for change in left_out {
        let mut segment = segment();
        change(&mut segment);
        assert_eq!(Stretch::of_segment(&segment, TTL), None, "{segment:?}");
    }
}

/// The rule of the module's table, word for word, in floats and minute by minute.
fn naive(price: i64, others: &[(i64, i64)], minutes: &[i64]) -> bool {
    let float = crate::num::f64_from_i64;
    let plausible = |other: i64| float(price) / 0.7 >= float(other) - 1e-9;
    if others.iter().any(|(_, other)| plausible(*other)) {
        return true;
    }
    let mut sorted = minutes.to_vec();
    sorted.sort_unstable();
    if let Some(median) = sorted.get(sorted.len().saturating_sub(1) / 2) {
        return plausible(*median) || sorted.iter().any(|believed| *believed <= price);
    }
    let stores: std::collections::HashSet<i64> = others.iter().map(|(store, _)| *store).collect();
    stores.len() < 2
}

proptest! {
    #[test]
    fn the_rule_is_that_of_a_naive_model(
        price in 1_i64..2000,
        others in prop::collection::vec((1_i64..4, 1_i64..2000), 0..5),
        // how many minutes which price stood, one after the other until now
        past in prop::collection::vec((1_i64..2000, 1_i64..50), 0..6),
    ) {
        let mut from = NOW - Duration::minutes(past.iter().map(|(_, length)| length).sum());
        let mut stretches = Vec::new();
        let mut minutes = Vec::new();
        for (price, length) in past {
            let until = from + Duration::minutes(length);
            stretches.push(Stretch { price: amount(price), from, until });
            minutes.extend((0..length).map(|_| price));
            from = until;
        }
        let verdict = judge(amount(price), &asked(&others), own_past(stretches, NOW));
        prop_assert_eq!(verdict.is_none(), naive(price, &others, &minutes));
    }

    #[test]
    fn a_single_glitch_among_plausible_prices_is_never_believed(
        usual in 1000_i64..1_000_000,
        shares in prop::collection::vec(80_i64..=120, 2..6),
        has_past in any::<bool>(),
        part in 2_i64..1000,
    ) {
        // other shops lie within a fifth of the usual price, the glitch below half of it
        let others: Vec<(i64, i64)> = shares.iter().zip(1..).map(|(s, no)| (no, usual * s / 100)).collect();
        let past = has_past.then(|| steady(usual));
        let glitch = amount(usual / part);
        prop_assert!(judge(glitch, &asked(&others), past).is_some());
    }

    #[test]
    fn a_lower_price_is_never_easier_to_believe(
        price in 2_i64..2000,
        others in prop::collection::vec((1_i64..4, 1_i64..2000), 0..5),
        past in prop::option::of(1_i64..2000),
    ) {
        let others = asked(&others);
        let past = past.map(steady);
        if judge(amount(price), &others, past).is_some() {
            prop_assert!(judge(amount(price - 1), &others, past).is_some());
        }
    }
}
