//! The market sampled at every hour: slow, and too simple to be wrong in the same way.

use std::collections::BTreeMap;

use proptest::prelude::*;
use time::{Date, Duration, OffsetDateTime};

use super::{NOW, TTL, amount, market, stores};
use crate::availability::{Availability, Condition};
use crate::history::{Basis, Day, PriceSegment, Range, StoreDay};
use crate::ids::StoreNo;
use crate::num;

/// Segments that begin and end at full hours.
pub fn segments() -> impl Strategy<Value = Vec<PriceSegment>> {
    let segment = (
        (
            1_i64..=3,
            0_i64..24 * 400,
            0_i64..24 * 60,
            prop::option::of(0_i64..24 * 6),
        ),
        (
            prop::sample::select(vec![700_i64, 900, 1000, 1000, 1300, 5200]),
            any::<bool>(),
        ),
        (0_u8..10, 0_u8..10, any::<bool>(), 0_u8..4),
    )
        .prop_map(|((store, ago, stood, ended), (minor, free), flags)| {
            let (stock, condition, is_quarantined, imported) = flags;
            let from = NOW - Duration::hours(ago);
            let last_seen = (from + Duration::hours(stood)).min(NOW);
            PriceSegment {
                store: StoreNo(store),
                offer_id: format!("{store}-{ago}"),
                item_price: amount(minor),
                delivery_cost: free.then(|| amount(0)),
                availability: if stock == 0 {
                    Availability::OutOfStock
                } else {
                    Availability::InStock
                },
                condition: if condition == 0 {
                    Condition::Used
                } else {
                    Condition::New
                },
                is_quarantined: is_quarantined && stock < 5,
                is_imported: imported == 0,
                from,
                last_seen,
                ended: ended.map(|hours| last_seen + Duration::hours(hours)),
            }
        });
    prop::collection::vec(segment, 0..14)
}

struct Sample {
    at: OffsetDateTime,
    is_known: bool,
    is_sold_out: bool,
    lowest: Option<i64>,
}

fn stands(segment: &PriceSegment, all: &[PriceSegment], at: OffsetDateTime) -> bool {
    let watched = all
        .iter()
        .filter(|s| !s.is_imported && s.store == segment.store)
        .map(|s| s.from)
        .min();
    let superseded = segment.is_imported && watched.is_some_and(|from| from <= at);
    segment.from <= at
        && at < segment.last_seen + TTL
        && segment.ended.is_none_or(|ended| at < ended)
        && !superseded
}

fn price(segment: &PriceSegment, basis: Basis) -> Option<i64> {
    let item = segment.item_price.minor();
    match (basis, segment.delivery_cost, segment.store.0) {
        (Basis::Item, ..) => Some(item),
        (Basis::Delivered, Some(cost), _) => Some(item + cost.minor()),
        (Basis::Delivered, None, 1) => Some(item + if item >= 5000 { 0 } else { 500 }),
        (Basis::Delivered, None, _) => None,
    }
}

/// The segments whose price counts at an instant.
fn believed(all: &[PriceSegment], at: OffsetDateTime) -> impl Iterator<Item = &PriceSegment> {
    let open: Vec<&PriceSegment> = all
        .iter()
        .filter(|s| stands(s, all, at))
        .filter(|s| s.availability != Availability::OutOfStock && s.condition == Condition::New)
        .collect();
    let confirmed = |s: &PriceSegment| {
        open.iter().any(|o| {
            let (p, other) = (s.item_price.minor(), o.item_price.minor());
            let is_near = !o.is_quarantined || 10 * other >= 7 * p;
            o.store != s.store && 10 * p >= 7 * other && is_near
        })
    };
    let counts = open.iter().map(|s| !s.is_quarantined || confirmed(s));
    let counts: Vec<bool> = counts.collect();
    let believed = open.into_iter().zip(counts).filter(|(_, counts)| *counts);
    believed.map(|(segment, _)| segment)
}

fn sample(all: &[PriceSegment], at: OffsetDateTime, basis: Basis) -> Sample {
    let known: Vec<&PriceSegment> = all.iter().filter(|s| stands(s, all, at)).collect();
    let is_open = |s: &&PriceSegment| {
        s.availability != Availability::OutOfStock && s.condition == Condition::New
    };
    Sample {
        at,
        is_known: !known.is_empty(),
        is_sold_out: !known.is_empty() && !known.iter().any(is_open),
        lowest: believed(all, at).filter_map(|s| price(s, basis)).min(),
    }
}

pub fn check(all: &[PriceSegment]) {
    let stores = stores();
    assert_eq!(stores.len(), 3);
    let market = market(all);
    for range in Range::ALL {
        let days = i64::from(range.days());
        let start = (NOW.date() - Duration::days(days - 1))
            .midnight()
            .assume_utc();
        let hours = (NOW - start).whole_hours() + 1;
        let asked: Vec<Hour> = (0..hours)
            .map(|number| hour(all, start + Duration::hours(number)))
            .collect();
        check_store_days(&market, range, &asked);
        for basis in [Basis::Item, Basis::Delivered] {
            let samples: Vec<Sample> = (0..hours)
                .map(|hour| sample(all, start + Duration::hours(hour), basis))
                .collect();
            check_stats(&market, range, basis, &samples);
            check_days(&market, range, basis, &asked);
        }
    }
}

fn check_stats(market: &super::Market, range: Range, basis: Basis, samples: &[Sample]) {
    let summary = market.summary(range);
    let stats = match basis {
        Basis::Item => summary.item,
        Basis::Delivered => summary.delivered,
    };
    let mut prices: Vec<i64> = samples.iter().filter_map(|s| s.lowest).collect();
    prices.sort_unstable();
    assert_eq!(stats.is_some(), !prices.is_empty());
    if let Some(stats) = stats {
        let count = i64::try_from(prices.len()).unwrap();
        let sum: i64 = prices.iter().sum();
        assert_eq!(stats.observed.whole_hours(), count);
        assert_eq!(stats.mean.minor(), (2 * sum + count) / (2 * count));
        let rank = |percent: usize| prices[(prices.len() * percent).div_ceil(100) - 1];
        assert_eq!(stats.median.minor(), rank(50));
        assert_eq!(stats.p10.minor(), rank(10));
        assert_eq!(stats.min.price.minor(), prices[0]);
        assert_eq!(stats.max.price.minor(), *prices.last().unwrap());
        let first_low = samples.iter().find(|s| s.lowest == Some(prices[0]));
        assert_eq!(stats.min.at, first_low.unwrap().at);
    }
    let last = samples.last().unwrap();
    assert_eq!(
        market.current(basis).map(|(price, _)| price.minor()),
        last.lowest
    );
    let known = samples.iter().filter(|s| s.is_known).count();
    let share = num::f64_from_usize(known) / num::f64_from_usize(samples.len());
    assert!((summary.coverage.known - share).abs() < 1e-9);
    let sold_out = samples.iter().filter(|s| s.is_sold_out).count();
    match summary.coverage.sold_out {
        None => assert_eq!(known, 0),
        Some(part) => assert!(
            (part - num::f64_from_usize(sold_out) / num::f64_from_usize(known)).abs() < 1e-9
        ),
    }
    if let (true, Ok(percentile), Some(current)) =
        (summary.basis == basis, summary.percentile, last.lowest)
    {
        let dearer = num::f64_from_usize(prices.iter().filter(|p| **p > current).count());
        let same = num::f64_from_usize(prices.iter().filter(|p| **p == current).count());
        let naive = (dearer + same / 2.0) / num::f64_from_usize(prices.len());
        assert!((percentile - naive).abs() < 1e-9);
    }
}

/// What each store with a believed price asks at an hour, in order of number: its lowest item price and its lowest at the door.
struct Hour {
    at: OffsetDateTime,
    asked: BTreeMap<i64, (i64, Option<i64>)>,
}

fn hour(all: &[PriceSegment], at: OffsetDateTime) -> Hour {
    let mut asked: BTreeMap<i64, (i64, Option<i64>)> = BTreeMap::new();
    for segment in believed(all, at) {
        let [item, delivered] = [Basis::Item, Basis::Delivered].map(|basis| price(segment, basis));
        let item = item.unwrap();
        let known = asked.entry(segment.store.0).or_insert((item, delivered));
        known.0 = known.0.min(item);
        known.1 = known.1.into_iter().chain(delivered).min();
    }
    Hour { at, asked }
}

fn check_days(market: &super::Market, range: Range, basis: Basis, hours: &[Hour]) {
    let of_day = |hours: &[Hour]| naive_day(hours, basis);
    let by_day = hours.chunk_by(|a, b| a.at.date() == b.at.date());
    let naive: Vec<Day> = by_day.filter_map(of_day).collect();
    assert_eq!(market.days(range, basis), naive);
}

/// The day of these hours; `None` when no store asked a price.
fn naive_day(hours: &[Hour], basis: Basis) -> Option<Day> {
    let mut last: BTreeMap<i64, i64> = BTreeMap::new();
    let mut lowest: Option<(i64, i64)> = None;
    let (mut highest, mut item, mut door) = (0, None, None);
    for hour in hours {
        for (store, (asked, delivered)) in &hour.asked {
            item = item.into_iter().chain([*asked]).min();
            door = door.into_iter().chain(*delivered).min();
            let price = match basis {
                Basis::Item => Some(*asked),
                Basis::Delivered => *delivered,
            };
            let Some(price) = price else { continue };
            last.insert(*store, price);
            highest = price.max(highest);
            if lowest.is_none_or(|(low, _)| price < low) {
                lowest = Some((price, *store));
            }
        }
    }
    let (low, low_store) = lowest?;
    let mut prices: Vec<i64> = last.into_values().collect();
    prices.sort_unstable();
    let count = i64::try_from(prices.len()).unwrap();
    let rounded = |sum: i64, count: i64| (2 * sum + count) / (2 * count);
    let half = prices.len() / 2;
    let median = if prices.len() % 2 == 1 {
        prices[half]
    } else {
        rounded(prices[half - 1] + prices[half], 2)
    };
    Some(Day {
        date: hours[0].at.date(),
        min: amount(low),
        min_store: StoreNo(low_store),
        mean: amount(rounded(prices.iter().sum(), count)),
        median: amount(median),
        max: amount(highest),
        store_count: u32::try_from(count).unwrap(),
        min_item: amount(item.unwrap()),
        min_delivered: door.map(amount),
    })
}

fn check_store_days(market: &super::Market, range: Range, hours: &[Hour]) {
    for store in 1..=3 {
        let mut naive: BTreeMap<Date, StoreDay> = BTreeMap::new();
        for hour in hours {
            if let Some((item, delivered)) = hour.asked.get(&store) {
                let date = hour.at.date();
                let day = StoreDay {
                    date,
                    item: amount(*item),
                    delivered: delivered.map(amount),
                };
                naive.insert(date, day);
            }
        }
        let naive: Vec<StoreDay> = naive.into_values().collect();
        assert_eq!(market.store_days(range, StoreNo(store)), naive);
    }
}
