use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{
    Basis, Direction, Label, Market, NoVerdict, PriceSegment, Range, Stats, Summary,
    VerdictConfidence, Watched,
};
use crate::availability::{Availability, Condition};
use crate::ids::StoreNo;
use crate::money::{Amount, Currency};
use crate::store::{Store, StoreName, StoreTerms};

mod model;

const TTL: Duration = Duration::hours(72);
const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

fn stores() -> Vec<Store> {
    let store = |no: i64, delivery: Option<i64>| Store {
        no: StoreNo(no),
        name: StoreName::parse(&format!("Shop {no}")).unwrap(),
        terms: StoreTerms {
            delivery_cost: delivery.map(amount),
            free_delivery_from: delivery.map(|_| amount(5000)),
            ..StoreTerms::default()
        },
        highest_delivery: Some(amount(900)),
        last_observed_at: None,
    };
    vec![store(1, Some(500)), store(2, None), store(3, None)]
}

/// A segment of shop 2 with free delivery, from so many hours before [`NOW`] until so many, when it
/// was found otherwise.
fn segment(from_hours: i64, until_hours: i64, minor: i64) -> PriceSegment {
    PriceSegment {
        store: StoreNo(2),
        offer_id: "a".to_owned(),
        item_price: amount(minor),
        delivery_cost: Some(Amount::ZERO),
        availability: Availability::InStock,
        condition: Condition::New,
        is_quarantined: false,
        is_imported: false,
        from: NOW - Duration::hours(from_hours),
        last_seen: NOW - Duration::hours(until_hours),
        ended: (until_hours > 0).then(|| NOW - Duration::hours(until_hours)),
    }
}

fn market(segments: &[PriceSegment]) -> Market {
    let stores = stores();
    let watched = Watched {
        segments,
        stores: &stores,
        first_seen: segments.iter().map(|s| s.from).min(),
        time_to_live: TTL,
    };
    Market::new(&watched, NOW)
}

fn summary(segments: &[PriceSegment]) -> Summary {
    market(segments).summary(Range::Quarter)
}

#[test]
fn offers_that_a_store_brought_together_are_gone_through_as_one() {
    let alike = |no: i64| PriceSegment {
        offer_id: no.to_string(),
        ..segment(24 * 300, 0, 1000 + no)
    };
    let mut many: Vec<PriceSegment> = (0..2000).map(alike).collect();
    many.push(segment(24, 0, 900));
    let start = NOW - Duration::days(365);
    let standings = super::prices::standings(&many, &stores(), TTL, start, NOW);
    assert_eq!(standings.len(), 2);
    let few = [alike(0), segment(24, 0, 900)];
    assert_eq!(market(&many).item, market(&few).item);
}

#[test]
fn nothing_is_known_of_an_empty_past() {
    let empty = summary(&[]);
    assert_eq!(empty.current, None);
    assert_eq!(empty.headline(), None);
    assert_eq!(empty.verdict, Err(NoVerdict::NotOffered));
    assert!(empty.coverage.known == 0.0 && empty.coverage.sold_out.is_none());
    assert!(market(&[]).days(Range::Year, Basis::Item).is_empty());
}

#[test]
fn one_point_is_a_price_and_no_verdict() {
    let one = summary(&[segment(0, 0, 9990)]);
    let stats = one.headline().copied().unwrap();
    for price in [
        stats.mean,
        stats.median,
        stats.p10,
        stats.min.price,
        stats.max.price,
    ] {
        assert_eq!(price, amount(9990));
    }
    assert_eq!(one.current, Some((amount(9990), StoreNo(2))));
    assert_eq!(one.verdict, Err(NoVerdict::TooYoung { days: 0 }));
    assert_eq!(one.lowest_in_days, None);
    assert!(one.percentile.is_err() && one.trend.is_err());
}

#[test]
fn a_flat_past_is_the_middle_and_not_the_top() {
    let flat = summary(&[segment(24 * 200, 0, 9990)]);
    assert_eq!(flat.percentile, Ok(0.5));
    let verdict = flat.verdict.unwrap();
    assert_eq!((verdict.points, verdict.label), (50, Label::Typical));
    assert_eq!(verdict.confidence, VerdictConfidence::High);
    assert_eq!(flat.lowest_in_days, None, "no price was higher");
    assert_eq!(flat.trend.unwrap().direction(), Direction::Steady);
    assert!(flat.headline().unwrap().volatility == 0.0);
}

#[test]
fn prices_weigh_by_the_time_for_which_they_stood() {
    // 30 hours at 100, 10 hours at 200, one hour (the rest of this one) at 200
    let stats =
        Stats::of(market(&[segment(40, 10, 100), segment(10, 0, 200)]).steps(Basis::Item)).unwrap();
    assert_eq!(stats.observed, Duration::hours(41));
    assert_eq!(stats.mean, amount(127)); // (3000 + 2200) / 41 = 126.8
    assert_eq!(stats.median, amount(100));
    assert_eq!(stats.max.at, NOW - Duration::hours(10));
}

#[test]
fn no_price_is_carried_over_a_hole() {
    // last seen ten days ago and found dearer one day ago: three days count, not nine
    let hole = PriceSegment {
        last_seen: NOW - Duration::days(10),
        ended: Some(NOW - Duration::days(1)),
        ..segment(24 * 20, 0, 100)
    };
    let steps = market(&[hole, segment(24, 0, 200)]).item;
    let spans: Vec<i64> = steps.iter().map(|s| s.length().whole_hours()).collect();
    assert_eq!(spans, [13 * 24, 25]);
}

#[test]
fn sold_out_time_is_no_price_and_is_counted() {
    let out = PriceSegment {
        availability: Availability::OutOfStock,
        ..segment(24 * 9, 24 * 3, 50)
    };
    let seen = summary(&[segment(24 * 18, 24 * 9, 100), out, segment(24 * 3, 0, 100)]);
    assert_eq!(seen.headline().unwrap().min.price, amount(100));
    let sold_out = seen.coverage.sold_out.unwrap();
    assert!(
        (sold_out - 6.0 * 24.0 / (18.0 * 24.0 + 1.0)).abs() < 1e-9,
        "{sold_out}"
    );
}

#[test]
fn used_goods_set_no_price() {
    let used = PriceSegment {
        store: StoreNo(3),
        condition: Condition::Used,
        ..segment(24 * 20, 0, 10)
    };
    let seen = summary(&[used, segment(24 * 20, 0, 100)]);
    assert_eq!(seen.headline().unwrap().min.price, amount(100));
}

#[test]
fn a_glitch_that_is_held_back_changes_nothing_but_the_coverage() {
    let glitch = PriceSegment {
        is_quarantined: true,
        ..segment(24 * 8, 24 * 7, 999)
    };
    let around = [segment(24 * 100, 24 * 8, 9990), segment(24 * 7, 0, 9990)];
    let clean = summary(&around);
    let glitchy = summary(&[around[0].clone(), glitch, around[1].clone()]);
    let (a, b) = (clean.verdict.unwrap(), glitchy.verdict.unwrap());
    assert_eq!(
        (a.points, a.low.price, a.median),
        (b.points, b.low.price, b.median)
    );
    assert_eq!(glitchy.headline(), clean.headline());
    assert!(glitchy.coverage.known > clean.coverage.known);
}

#[test]
fn a_price_held_back_counts_while_another_shop_confirms_it() {
    let held = PriceSegment {
        is_quarantined: true,
        ..segment(48, 0, 600)
    };
    let other = PriceSegment {
        store: StoreNo(3),
        ..segment(24, 12, 850)
    };
    let steps = market(&[held, other]).item;
    let seen: Vec<_> = steps
        .iter()
        .map(|s| {
            (
                s.price.minor(),
                (NOW - s.from).whole_hours(),
                s.length().whole_hours(),
            )
        })
        .collect();
    // 10 · 600 ≥ 7 · 850: believed for the twelve hours in which the other shop asks that
    assert_eq!(seen, [(600, 24, 12)]);
}

#[test]
fn an_assumed_delivery_cost_sets_no_price_at_the_door() {
    let unstated = PriceSegment {
        delivery_cost: None,
        ..segment(24 * 30, 0, 1000)
    };
    let of_terms = PriceSegment {
        store: StoreNo(1),
        delivery_cost: None,
        ..segment(24 * 30, 0, 1200)
    };
    let item_only = market(std::slice::from_ref(&unstated));
    assert_eq!(item_only.basis(), Basis::Item);
    assert_eq!(item_only.current(Basis::Delivered), None);
    let both = market(&[unstated, of_terms]);
    assert_eq!(both.basis(), Basis::Delivered);
    assert_eq!(
        both.current(Basis::Delivered),
        Some((amount(1700), StoreNo(1)))
    );
    assert_eq!(both.current(Basis::Item), Some((amount(1000), StoreNo(2))));
}

#[test]
fn an_imported_past_ends_where_the_shops_own_offers_begin() {
    let imported = PriceSegment {
        is_imported: true,
        ended: None,
        ..segment(24 * 20, 24, 500)
    };
    let watched = PriceSegment {
        offer_id: "b".to_owned(),
        ..segment(12, 0, 800)
    };
    let market = market(&[imported, watched]);
    assert_eq!(market.current(Basis::Item), Some((amount(800), StoreNo(2))));
    assert_eq!(market.item.len(), 2);
    assert_eq!(market.item[0].until, NOW - Duration::hours(12));
}

#[test]
fn a_90_day_low_takes_90_days() {
    let cheaper_now =
        |days: i64| summary(&[segment(24 * days, 24, 1000), segment(24, 0, 900)]).lowest_in_days;
    assert_eq!(cheaper_now(6), None);
    assert_eq!(cheaper_now(89), Some(30));
    assert_eq!(cheaper_now(90), Some(90));
    assert_eq!(cheaper_now(364), Some(180));
    assert_eq!(cheaper_now(365), Some(365));
}

#[test]
fn a_day_has_its_lowest_its_last_and_its_highest_price() {
    // on 28 February: shop 2 at 100 until 06:00, then at 140; shop 3 at 120 from 18:00 on
    let start = datetime!(2026-02-28 00:00 UTC);
    let at = |store, from: i64, until: Option<i64>, minor| PriceSegment {
        store: StoreNo(store),
        from: start + Duration::hours(from),
        last_seen: start + Duration::hours(until.unwrap_or(36)),
        ended: until.map(|hours| start + Duration::hours(hours)),
        ..segment(0, 0, minor)
    };
    let days = market(&[
        at(2, -5, Some(6), 100),
        at(2, 6, None, 140),
        at(3, 18, None, 120),
    ])
    .days(Range::Week, Basis::Delivered);
    let shown: Vec<_> = days
        .iter()
        .map(|d| {
            let minors = [d.min, d.mean, d.median, d.max].map(Amount::minor);
            (d.date.to_string(), minors, d.store_count)
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("2026-02-27".to_owned(), [100; 4], 1),
            ("2026-02-28".to_owned(), [100, 130, 130, 140], 2),
            ("2026-03-01".to_owned(), [120, 130, 130, 140], 2),
        ]
    );
}

#[test]
fn verdicts_say_why() {
    let eur = Currency::parse("EUR").unwrap();
    let verdict = |history: &[PriceSegment]| summary(history).verdict.unwrap();
    let cheap = verdict(&[segment(24 * 200, 24 * 5, 10_000), segment(24 * 5, 0, 8_000)]);
    assert_eq!(cheap.label, Label::Great);
    assert_eq!(
        cheap.reason(eur, "Shop 2"),
        "A great price: the lowest price, 80.00 EUR delivered, is 20 % below its 90-day median of \
         100.00 EUR. Since 2025-09-03 it was dearer for 97 % of the time; this is the lowest price since then."
    );
    let dear = verdict(&[segment(24 * 200, 24 * 5, 8_000), segment(24 * 5, 0, 10_000)]);
    assert_eq!(dear.label, Label::Wait);
    assert!(dear.advises_waiting());
    assert!(dear.reason(eur, "Shop 2").ends_with(
        "it was dearer for 0 % of the time; the lowest was 80.00 EUR on 2025-09-03 at Shop 2."
    ));
    let young = summary(&[segment(24 * 20, 24 * 5, 8_000), segment(24 * 5, 0, 10_000)]);
    assert!(
        !young.verdict.unwrap().advises_waiting(),
        "three weeks are too little to advise"
    );
    let sparse = PriceSegment {
        last_seen: NOW - Duration::days(60),
        ..segment(24 * 61, 24 * 50, 100)
    };
    let sparse = summary(&[sparse, segment(24, 0, 100)]);
    assert!(matches!(sparse.verdict, Err(NoVerdict::TooSparse { .. })));
}

#[test]
fn the_worked_examples_of_the_documentation_hold() {
    for (before, now, p, points) in [(10_000, 8_000, 0.986, 99), (8_000, 10_000, 0.014, 1)] {
        let past = [segment(24 * 200, 24 * 5, before), segment(24 * 5, 0, now)];
        let verdict = summary(&past).verdict.unwrap();
        assert!((verdict.parts.percentile - p).abs() < 0.0005, "{verdict:?}");
        let cheap = if before > now { 1.0 } else { 0.0 };
        assert!((verdict.parts.below_median - cheap).abs() < 1e-9);
        assert!((verdict.parts.near_low - cheap).abs() < 1e-9);
        assert_eq!(verdict.points, points);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn statistics_are_those_of_a_naive_model(segments in model::segments()) {
        model::check(&segments);
    }

    #[test]
    fn a_lower_price_is_never_a_worse_one(
        past in prop::collection::vec(500_i64..2000, 1..8),
        now in 500_i64..2000,
        less in 1_i64..400,
    ) {
        let points = |current: i64| {
            let mut segments: Vec<PriceSegment> = past
                .iter()
                .enumerate()
                .map(|(i, minor)| {
                    let from = 24 * 20 * (9 - i64::try_from(i).unwrap());
                    segment(from, from - 24 * 20, *minor)
                })
                .collect();
            segments.push(segment(24, 0, current));
            summary(&segments).verdict.map_or(0, |verdict| verdict.points)
        };
        prop_assert!(points(now - less) >= points(now));
    }
}
