//! Feeds over days: slips that stand, random prices in small feeds, pasts that are imported.

use proptest::prelude::*;
use rstest::rstest;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::{
    DayPoint, Earlier, FEED_STANDS, FeedReading, FeedVerdict, PastFeed, PastOffer, Sighting,
};
use crate::money::{Amount, Currency};
use crate::plausibility::OwnPast;

const START: OffsetDateTime = datetime!(2026-03-01 0:00 UTC);

fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

fn eur() -> Currency {
    Currency::parse("EUR").unwrap()
}

fn day(n: i64) -> OffsetDateTime {
    START + Duration::days(n)
}

/// Prices of `n` offers, from about 10 to 300.
fn usual(n: usize) -> Vec<i64> {
    let n = i64::try_from(n).unwrap();
    (0..n).map(|i| 999 + 1_733 * i * i % 29_000).collect()
}

/// A stream of numbers in 0 to 1, the same in each run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let x = i64::try_from((x ^ (x >> 31)) >> 11).unwrap();
        crate::num::f64_from_i64(x) / crate::num::f64_from_i64(1 << 53)
    }

    /// Any price between these, as likely in each order of magnitude.
    fn price(&mut self, low: f64, high: f64) -> i64 {
        crate::num::i64_from_f64(low * (high / low).powf(self.next())).max(1)
    }
}

/// A store whose feed comes daily. What is held back is all that moved.
struct Shop {
    believed: Vec<i64>,
    shown: Vec<i64>,
    asked: Option<Vec<i64>>,
    doubted_until: Option<OffsetDateTime>,
}

impl Shop {
    fn new(prices: &[i64]) -> Self {
        Self {
            believed: prices.to_vec(),
            shown: prices.to_vec(),
            asked: None,
            doubted_until: None,
        }
    }

    /// Whether the feed of this day is believed.
    fn take(&mut self, n: i64, prices: &[i64]) -> bool {
        let mut reading = FeedReading::new(self.doubted_until, day(n));
        for (i, price) in prices.iter().enumerate() {
            let held = (self.shown[i] != self.believed[i]).then(|| amount(self.shown[i]));
            reading.observe(&Sighting {
                id: &i.to_string(),
                price: amount(*price),
                earlier: Earlier::Own(amount(self.believed[i])),
                held,
                usual: None,
                asked: self.asked.as_ref().map(|asked| amount(asked[i])),
                could_be_ordered: Some(true),
                can_be_ordered: true,
            });
        }
        let live = u64::try_from(prices.len()).unwrap();
        let was_doubted = reading.is_doubted();
        let verdict = reading.verdict(live, true, eur());
        let repeats: Vec<bool> = prices
            .iter()
            .zip(&self.shown)
            .map(|(a, b)| a == b)
            .collect();
        self.shown = prices.to_vec();
        match verdict {
            FeedVerdict::Held(doubted) => {
                self.doubted_until = Some(doubted.until);
                return false;
            }
            FeedVerdict::Believed(until) => self.doubted_until = until,
            FeedVerdict::LetIn(_) => {}
        }
        for (i, price) in prices.iter().enumerate() {
            if !(was_doubted && repeats[i]) {
                self.believed[i] = *price;
            }
        }
        true
    }
}

#[rstest]
#[case::a_tenth(|p: i64| p / 10)]
#[case::a_hundredfold(|p: i64| p * 100)]
#[case::another_currency(|p: i64| p * 25)]
fn a_slip_is_doubted_while_it_stands_and_believed_in_the_end(#[case] slip: fn(i64) -> i64) {
    for n in [12, 30, 200] {
        let prices = usual(n);
        let mut shop = Shop::new(&prices);
        // a few prices change daily, as they do in a shop
        let of_day = |d: i64| -> Vec<i64> {
            let changed = |i: usize| (i64::try_from(i).unwrap() + d) % 20 == 0;
            let all = prices.iter().enumerate();
            all.map(|(i, p)| slip(if changed(i) { p * 95 / 100 } else { *p }))
                .collect()
        };
        for d in 1..=14 {
            assert!(!shop.take(d, &of_day(d)), "{n} offers, day {d}");
            assert_eq!(shop.doubted_until, Some(day(1) + FEED_STANDS));
        }
        assert!(shop.take(15, &of_day(15)), "{n} offers");
    }
}

#[test]
fn a_feed_that_comes_back_is_believed_at_once_and_doubted_anew() {
    let prices = usual(30);
    let tenth: Vec<i64> = prices.iter().map(|p| p / 10).collect();
    let mut shop = Shop::new(&prices);
    for d in [1, 2] {
        assert!(!shop.take(d, &tenth));
    }
    assert!(shop.take(3, &prices));
    assert_eq!(shop.doubted_until, None);
    assert!(!shop.take(10, &tenth));
    assert_eq!(shop.doubted_until, Some(day(10) + FEED_STANDS));
}

#[test]
fn whoever_changes_his_mind_daily_confirms_nothing() {
    let mut noise = Noise(7);
    let mut shop = Shop::new(&usual(30));
    for d in 1..60 {
        let prices: Vec<i64> = (0..30).map(|_| noise.price(100.0, 100_000.0)).collect();
        assert!(!shop.take(d, &prices), "day {d}");
        assert_eq!(shop.doubted_until, Some(day(d) + FEED_STANDS));
    }
}

#[test]
fn other_stores_that_ask_the_same_end_the_doubt_at_once() {
    let prices = usual(30);
    let tenth: Vec<i64> = prices.iter().map(|p| p / 10).collect();
    let mut wrong_until_now = Shop::new(&prices);
    wrong_until_now.asked = Some(tenth.iter().map(|p| p * 11 / 10).collect());
    assert!(!wrong_until_now.take(1, &tenth));
    assert!(wrong_until_now.take(2, &tenth));
    let mut wrong_now = Shop::new(&prices);
    wrong_now.asked = Some(prices.clone());
    for d in 1..=14 {
        assert!(!wrong_now.take(d, &tenth), "day {d}");
    }
}

#[rstest]
#[case::a_third_off(&[67, 67, 67])]
#[case::a_rise_of_all(&[150, 150, 150, 150])]
#[case::one_slip(&[100, 10, 100])]
#[case::one_slip_of_two(&[10, 100])]
#[case::promotions_in_steps(&[75, 75, 100, 50, 50, 100])]
#[case::they_end(&[133, 133, 100, 200, 200, 100])]
#[case::small_moves(&[97, 104, 101, 92])]
#[case::half_the_shop_moves_a_little(&[90, 110, 100, 100, 85, 100])]
fn small_feeds_of_shops_are_believed(#[case] percent: &[i64]) {
    let prices = usual(percent.len());
    let now: Vec<i64> = prices
        .iter()
        .zip(percent)
        .map(|(p, c)| p * c / 100)
        .collect();
    assert!(Shop::new(&prices).take(1, &now));
}

/// A sale of different depth is odd in a small shop, and short.
#[test]
fn a_sale_of_different_depth_in_a_small_shop_stands_for_two_days() {
    let prices = usual(3);
    let mut shop = Shop::new(&prices);
    let sale: Vec<i64> = prices
        .iter()
        .zip([85, 50, 70])
        .map(|(p, c)| p * c / 100)
        .collect();
    assert_eq!([1, 2, 3].map(|d| shop.take(d, &sale)), [false, false, true]);
}

#[test]
fn an_offer_that_always_moves_surprises_nobody() {
    let prices = [
        (1000, 500, 500, 1100),
        (2000, 3900, 1800, 4000),
        (3000, 900, 800, 3000),
    ];
    let verdict = |has_past: bool| {
        let mut reading = FeedReading::new(None, day(0));
        for (before, now, lowest, highest) in prices {
            let usual = OwnPast {
                median: amount(before),
                lowest: amount(lowest),
                low: amount(lowest),
                high: amount(highest),
            };
            reading.observe(&Sighting {
                id: "a",
                price: amount(now),
                earlier: Earlier::Own(amount(before)),
                held: None,
                usual: has_past.then_some(usual),
                asked: None,
                could_be_ordered: Some(true),
                can_be_ordered: true,
            });
        }
        reading.verdict(3, true, eur())
    };
    assert_eq!(verdict(true), FeedVerdict::Believed(None));
    assert!(matches!(verdict(false), FeedVerdict::Held(_)));
}

/// How many of these days of random prices are seen in feeds of this size, in percent.
fn seen(offers: usize, spread: f64) -> i64 {
    let (mut noise, mut seen) = (Noise(u64::try_from(offers).unwrap()), 0);
    for _ in 0..1000 {
        let prices = usual(offers);
        let any = |p: &i64| {
            let p = crate::num::f64_from_i64(*p);
            noise.price(p / spread, p * spread)
        };
        let now: Vec<i64> = prices.iter().map(any).collect();
        seen += i64::from(!Shop::new(&prices).take(1, &now));
    }
    seen / 10
}

#[rstest]
#[case(3, 10.0, 88)]
#[case(9, 10.0, 98)]
#[case(30, 10.0, 99)]
#[case(3, 5.0, 80)]
#[case(9, 5.0, 96)]
#[case(30, 5.0, 98)]
fn random_prices_are_seen(#[case] offers: usize, #[case] spread: f64, #[case] least: i64) {
    let found = seen(offers, spread);
    assert!(found >= least, "{found} %");
}

/// Daily points of a past, with which of them are doubted.
fn doubted(offers: usize, days: i64, price: impl Fn(usize, i64) -> i64) -> Vec<(usize, i64)> {
    let mut known: Vec<PastOffer> = (0..offers)
        .map(|i| PastOffer::named(i.to_string()))
        .collect();
    let mut points = Vec::new();
    for d in 0..days {
        points.extend((0..offers).map(|offer| DayPoint {
            offer,
            at: day(d),
            price: amount(price(offer, d)),
        }));
    }
    let mut places = Vec::new();
    PastFeed::new(eur()).judge(&mut known, &points, |place| places.push(place));
    let days_of = |place: usize| i64::try_from(place / offers).unwrap();
    places
        .into_iter()
        .map(|place| (place % offers, days_of(place)))
        .collect()
}

#[test]
fn a_tenfold_day_of_a_past_is_doubted_and_no_other() {
    for offers in [3, 9, 30] {
        let prices = usual(offers);
        for length in [1, 2, 3, 10] {
            let days = 40..40 + length;
            let found = doubted(offers, 90, |i, d| {
                prices[i] * if days.contains(&d) { 10 } else { 1 }
            });
            let expected: Vec<(usize, i64)> = days
                .flat_map(|d| (0..offers).map(move |i| (i, d)))
                .collect();
            assert_eq!(found, expected, "{offers} offers, {length} days");
        }
    }
}

#[test]
fn a_past_in_another_unit_for_good_is_believed_after_two_weeks() {
    let prices = usual(9);
    let found = doubted(9, 90, |i, d| prices[i] * if d < 40 { 10 } else { 1 });
    let last = found.iter().map(|(_, d)| *d).max();
    assert_eq!((found.len(), last), (9 * 14, Some(53)));
}

#[test]
fn what_an_offer_does_alone_is_judged_alone() {
    let prices = usual(5);
    let found = doubted(5, 60, |i, d| match (i, d) {
        (0, 20) => prices[i] / 10,
        (1, 30..) => prices[i] * 7 / 10,
        (2, 25) => prices[i] * 10,
        _ => prices[i],
    });
    assert_eq!(found, []);
}

proptest! {
    #[test]
    fn a_small_feed_without_common_moves_in_its_own_range_is_believed(
        offers in prop::collection::vec((100_i64..100_000, 70_i64..=104, 96_i64..=130, 0_i64..=100), 3..10),
    ) {
        let mut reading = FeedReading::new(None, day(0));
        for (price, low, high, place) in offers {
            let (lowest, highest) = (price * low / 100, price * high / 100);
            reading.observe(&Sighting {
                id: "a",
                price: amount(lowest + (highest - lowest).max(0) * place / 100),
                earlier: Earlier::Own(amount(price)),
                held: None,
                usual: Some(OwnPast { median: amount(price), lowest: amount(lowest), low: amount(lowest), high: amount(highest) }),
                asked: None,
                could_be_ordered: Some(true),
                can_be_ordered: true,
            });
        }
        prop_assert_eq!(reading.verdict(3, true, eur()), FeedVerdict::Believed(None));
    }
}
