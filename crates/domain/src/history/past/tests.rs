//! Merging against a model that keeps every sighting.

use std::collections::BTreeMap;

use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{Point, merge};
use crate::availability::{Availability, Condition};
use crate::history::PriceSegment;
use crate::ids::StoreNo;
use crate::money::Amount;

const TTL: Duration = Duration::hours(72);
const START: OffsetDateTime = datetime!(2025-01-01 0:00 UTC);

fn at(hours: i64) -> OffsetDateTime {
    START + Duration::hours(hours)
}

fn point(hours: i64, minor: i64) -> Point {
    Point {
        at: at(hours),
        item_price: Amount::from_minor(minor),
        delivery_cost: None,
        availability: Availability::InStock,
        is_doubted: false,
    }
}

fn sold_out(hours: i64, minor: Option<i64>) -> Point {
    Point {
        item_price: minor.and_then(Amount::from_minor),
        availability: Availability::OutOfStock,
        ..point(hours, 1)
    }
}

fn days(prices: &[i64]) -> Vec<Point> {
    let hours = (0..).step_by(24);
    hours.zip(prices).map(|(h, p)| point(h, *p)).collect()
}

fn merged(existing: &[PriceSegment], points: &[Point]) -> Vec<PriceSegment> {
    merge("a", existing, points, TTL).segments
}

/// From, last seen and end in hours, price, and a mark for what is not believed or not to be had.
fn shown(segments: &[PriceSegment]) -> Vec<String> {
    let hour = |at: OffsetDateTime| (at - START).whole_hours();
    let shown = |s: &PriceSegment| {
        let ended = s.ended.map_or("-".to_owned(), |at| hour(at).to_string());
        let mark = match (s.is_quarantined, s.availability.can_be_ordered()) {
            (true, _) => " held",
            (false, false) => " out",
            (false, true) => "",
        };
        format!(
            "{}..{}|{ended} {}{mark}",
            hour(s.from),
            hour(s.last_seen),
            s.item_price.minor()
        )
    };
    segments.iter().map(shown).collect()
}

/// The same rules on a map of all sightings, written for clarity.
fn naive(points: &[Point]) -> Vec<PriceSegment> {
    let mut seen: BTreeMap<OffsetDateTime, Point> = BTreeMap::new();
    for point in points {
        seen.insert(point.at, *point);
    }
    let mut sightings: Vec<Point> = Vec::new();
    for mut point in seen.into_values() {
        if point.item_price.is_none() {
            let Some(before) = sightings.last() else {
                continue;
            };
            point.item_price = before.item_price;
            point.delivery_cost = before.delivery_cost;
        }
        sightings.push(point);
    }
    let held = naively_held(&sightings);
    let mut segments: Vec<PriceSegment> = Vec::new();
    for (i, point) in sightings.iter().enumerate() {
        if let Some(open) = segments.last_mut() {
            let before = &sightings[i - 1];
            let same = (before.item_price, before.delivery_cost, before.availability)
                == (point.item_price, point.delivery_cost, point.availability);
            if same && point.at - before.at <= TTL && held[i] == held[i - 1] {
                open.last_seen = point.at;
                continue;
            }
            open.ended = (point.at - before.at <= TTL).then_some(point.at);
        }
        segments.push(PriceSegment {
            store: StoreNo(0),
            offer_id: "a".to_owned(),
            item_price: point.item_price.unwrap(),
            delivery_cost: point.delivery_cost,
            availability: point.availability,
            condition: Condition::New,
            is_quarantined: held[i],
            is_imported: true,
            from: point.at,
            last_seen: point.at,
            ended: None,
        });
    }
    segments
}

fn naively_held(sightings: &[Point]) -> Vec<bool> {
    let can = |p: &Point| p.availability.can_be_ordered();
    let mut held: Vec<bool> = Vec::new();
    for (i, point) in sightings.iter().enumerate() {
        // the first sighting of this price with no other price since
        let orderable = (0..i).rev().filter(|j| can(&sightings[*j]));
        let run = orderable.take_while(|j| sightings[*j].item_price == point.item_price);
        let first = run.last().unwrap_or(i);
        let far_below = if first == i {
            let mut weights: Vec<(i64, Duration)> = Vec::new();
            for j in (0..i).filter(|j| !held[*j] && can(&sightings[*j])) {
                let until = sightings[j + 1].at.min(sightings[j].at + TTL);
                let from = sightings[j].at.max(point.at - Duration::days(30));
                if until > from {
                    weights.push((sightings[j].item_price.unwrap().minor(), until - from));
                }
            }
            weights.sort_unstable();
            let total: Duration = weights.iter().map(|w| w.1).sum();
            let mut so_far = Duration::ZERO;
            let median = weights.iter().find(|w| {
                so_far += w.1;
                so_far * 2 >= total
            });
            let price = point.item_price.unwrap().minor();
            median.is_some_and(|m| 10 * price < 7 * m.0) && weights[0].0 > price
        } else {
            held[first] && point.at - sightings[first].at < Duration::hours(6)
        };
        held.push(can(point) && far_below);
    }
    held
}

#[test]
fn equal_sightings_make_one_segment_and_a_hole_ends_it() {
    let points = [
        point(0, 100),
        point(24, 100),
        point(96, 100),
        point(169, 100),
        point(170, 90),
    ];
    assert_eq!(
        shown(&merged(&[], &points)),
        ["0..96|- 100", "169..169|170 100", "170..170|- 90"]
    );
}

#[test]
fn a_point_inside_a_segment_changes_nothing_or_splits_it() {
    let kept = merged(&[], &days(&[100; 20]));
    assert_eq!(shown(&kept), ["0..456|- 100"]);
    assert_eq!(merged(&kept, &[point(199, 100)]), kept);
    assert_eq!(
        shown(&merged(&kept, &[point(200, 90)])),
        ["0..128|200 100", "200..200|272 90", "272..456|- 100"]
    );
    assert_eq!(
        shown(&merged(&kept, &[point(10, 90)])),
        ["0..0|10 100", "10..10|82 90", "82..456|- 100"],
        "the first end is the last that is known before"
    );
    assert_eq!(
        shown(&merged(&kept, &[point(456, 90)])),
        ["0..384|456 100", "456..456|- 90"],
        "an end is replaced"
    );
    let two = [point(200, 90), point(248, 80)];
    assert_eq!(
        shown(&merged(&kept, &two)),
        [
            "0..128|200 100",
            "200..200|248 90",
            "248..248|320 80",
            "320..456|- 100"
        ],
        "nothing is known between points that lie close together"
    );
}

#[test]
fn out_of_stock_keeps_the_price_before_it() {
    let points = [
        sold_out(0, None),
        sold_out(24, Some(120)),
        sold_out(48, None),
        point(72, 100),
        sold_out(96, None),
    ];
    let found = merge("a", &[], &points, TTL);
    assert_eq!(found.unpriced, [0]);
    assert_eq!(
        shown(&found.segments),
        ["24..48|72 120 out", "72..72|96 100", "96..96|- 100 out"]
    );
    assert_eq!(merged(&found.segments, &points), found.segments);
}

#[test]
fn one_day_at_a_tenth_of_the_price_is_held_and_the_second_day_is_believed() {
    let mut prices = vec![1000; 10];
    prices.push(100);
    prices.extend([1000; 3]);
    prices.extend([300; 3]);
    assert_eq!(
        shown(&merged(&[], &days(&prices))),
        [
            "0..216|240 1000",
            "240..240|264 100 held",
            "264..312|336 1000",
            "336..336|360 300 held",
            "360..384|- 300"
        ]
    );
}

#[test]
fn what_is_held_and_what_is_not() {
    let usual = || days(&[1000; 10]);
    let cases: [(&str, Vec<Point>, &[&str]); 7] = [
        ("exactly 70 %", vec![point(240, 700)], &["240..240|- 700"]),
        (
            "below 70 %",
            vec![point(240, 699)],
            &["240..240|- 699 held"],
        ),
        ("a rise", vec![point(240, 9000)], &["240..240|- 9000"]),
        (
            "the same day",
            vec![point(240, 100), point(245, 100), point(246, 100)],
            &["240..245|246 100 held", "246..246|- 100"],
        ),
        (
            "after a hole",
            vec![point(600, 100), point(900, 100)],
            &["600..600|- 100 held", "900..900|- 100"],
        ),
        (
            "nothing within 30 days",
            vec![point(1009, 100)],
            &["1009..1009|- 100"],
        ),
        (
            "another price between",
            vec![point(240, 100), point(250, 101), point(255, 100)],
            &[
                "240..240|250 100 held",
                "250..250|255 101 held",
                "255..255|- 100 held",
            ],
        ),
    ];
    for (name, more, expected) in cases {
        let points: Vec<Point> = usual().into_iter().chain(more).collect();
        let found = shown(&merged(&[], &points));
        assert_eq!(&found[1..], expected, "{name}");
    }
}

#[test]
fn the_inside_of_a_kept_segment_is_believed_when_an_earlier_price_turns_up() {
    let promotion: Vec<Point> = (10..20).map(|day| point(24 * day, 100)).collect();
    let kept = merged(&[], &promotion);
    assert_eq!(shown(&kept), ["240..456|- 100"], "nothing to compare with");
    let whole = merged(&kept, &days(&[1000; 10]));
    assert_eq!(
        shown(&whole),
        ["0..216|240 1000", "240..240|- 100 held", "384..456|- 100"]
    );
    assert_eq!(merged(&whole, &[]), whole);
}

fn any_point() -> impl Strategy<Value = Point> {
    let availability = prop_oneof![
        4 => Just(Availability::InStock),
        1 => Just(Availability::OutOfStock),
    ];
    let price = prop_oneof![Just(100_i64), Just(90), Just(1000), Just(1010), Just(700)];
    let delivery = prop_oneof![4 => Just(None), 1 => Just(Amount::from_minor(5))];
    (0..1500_i64, price, delivery, availability, any::<bool>()).prop_map(
        |(hours, minor, delivery_cost, availability, stated)| Point {
            at: at(hours),
            item_price: Amount::from_minor(minor)
                .filter(|_| stated || availability.can_be_ordered()),
            delivery_cost,
            availability,
            is_doubted: false,
        },
    )
}

fn distinct_points() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec(any_point(), 0..60).prop_map(|points| {
        let by_instant: BTreeMap<_, _> = points.iter().map(|p| (p.at, *p)).collect();
        let kept = points.into_iter().filter(|p| by_instant[&p.at] == *p);
        let mut seen = std::collections::BTreeSet::new();
        kept.filter(|p| seen.insert(p.at)).collect()
    })
}

fn in_chunks(points: &[Point], sizes: &[usize]) -> Vec<PriceSegment> {
    let mut kept = Vec::new();
    let mut rest = points;
    for size in sizes {
        let (chunk, more) = rest.split_at(rest.len().min(*size));
        kept = merged(&kept, chunk);
        rest = more;
    }
    merged(&kept, rest)
}

proptest! {
    #[test]
    fn any_order_in_one_call_is_what_the_model_says(points in distinct_points()) {
        prop_assert_eq!(shown(&merged(&[], &points)), shown(&naive(&points)));
        prop_assert_eq!(merged(&[], &points), naive(&points));
    }

    #[test]
    fn calls_in_order_of_time_are_what_the_model_says(
        points in distinct_points(),
        sizes in prop::collection::vec(1..10_usize, 0..20),
    ) {
        let mut points = points;
        points.sort_by_key(|p| p.at);
        prop_assert_eq!(shown(&in_chunks(&points, &sizes)), shown(&naive(&points)));
    }

    #[test]
    fn the_same_points_again_change_nothing(
        points in distinct_points(),
        more in distinct_points(),
        sizes in prop::collection::vec(1..10_usize, 0..20),
    ) {
        let kept = in_chunks(&points, &sizes);
        let once = merged(&kept, &more);
        prop_assert_eq!(shown(&merged(&once, &more)), shown(&once));
        prop_assert_eq!(shown(&merged(&once, &[])), shown(&once));
    }

    #[test]
    fn daily_points_in_any_calls_are_exact_once_they_came_in_one_call_too(
        prices in prop::collection::vec(prop_oneof![6 => Just(1000_i64), 1 => Just(100), 1 => Just(900)], 1..60),
        order in any::<u64>(),
        sizes in prop::collection::vec(1..10_usize, 0..20),
    ) {
        let points = days(&prices);
        let mut shuffled = points.clone();
        let mut state = order;
        for i in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let j = usize::try_from(state >> 33).unwrap() % (i + 1);
            shuffled.swap(i, j);
        }
        let kept = in_chunks(&shuffled, &sizes);
        prop_assert_eq!(shown(&merged(&kept, &points)), shown(&naive(&points)));
    }

    #[test]
    fn segments_are_in_order_and_do_not_overlap(
        points in distinct_points(),
        sizes in prop::collection::vec(1..10_usize, 0..20),
    ) {
        let kept = in_chunks(&points, &sizes);
        for pair in kept.windows(2) {
            prop_assert!(pair[0].from <= pair[0].last_seen);
            prop_assert!(pair[0].last_seen < pair[1].from);
            prop_assert!(pair[0].until(TTL) <= pair[1].from);
        }
    }
}
