//! Whole feeds against a real shop's changes of price: no false alarm, and what is broken on purpose is seen.
//!
//! The data are those of `EVALUATION_DATA` or `../shared/data`; without them nothing is measured.

#![expect(
    clippy::cast_precision_loss,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test fails by panicking, says its figures, and its noise is made of numbers"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use domain::money::{Amount, Currency};
use domain::num::i64_from_f64;
use domain::plausibility::feed::{Earlier, FeedReading, FeedVerdict, Sighting, is_small};
use domain::plausibility::{Stretch, own_past};
use time::{Date, Duration, OffsetDateTime, Time};

/// Prices of an item by day.
type Changes = BTreeMap<Date, i64>;

fn real_prices() -> Option<PathBuf> {
    let named = std::env::var_os("EVALUATION_DATA").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let mut dirs = named.into_iter().chain([beside]);
    let file = |dir: PathBuf| dir.join("grocery_history/price_changes.csv.gz");
    dirs.find_map(|dir| Some(file(dir)).filter(|path| path.is_file()))
}

/// The items that were sold from the first week on, and all days.
fn read(path: &Path) -> (Vec<Changes>, Vec<Date>) {
    let mut text = String::new();
    let mut file = flate2::read::GzDecoder::new(File::open(path).unwrap());
    file.read_to_string(&mut text).unwrap();
    let form = time::macros::format_description!("[year]-[month]-[day]");
    let mut items: BTreeMap<String, Changes> = BTreeMap::new();
    let mut days = BTreeSet::new();
    for line in text.lines().skip(1) {
        let Some((rest, price)) = line.rsplit_once(',') else {
            continue;
        };
        let (sku, date) = (
            line.split(',').nth(1).unwrap(),
            rest.rsplit(',').next().unwrap(),
        );
        let date = Date::parse(date, form).unwrap();
        let minor = i64_from_f64(100.0 * price.parse::<f64>().unwrap());
        days.insert(date);
        items
            .entry(sku.to_owned())
            .or_default()
            .insert(date, minor.max(1));
    }
    let days: Vec<Date> = days.into_iter().collect();
    let begun = days[8];
    let mut items: Vec<Changes> = items.into_values().collect();
    items.retain(|changes| changes.keys().next().is_some_and(|first| *first <= begun));
    (items, days)
}

struct Noise(u64);

impl Noise {
    fn below(&mut self, n: usize) -> usize {
        i64_from_f64(self.next() * n as f64 - 0.5)
            .try_into()
            .unwrap_or(0)
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn instant(day: Date) -> OffsetDateTime {
    day.with_time(Time::MIDNIGHT).assume_utc()
}

fn amount(minor: i64) -> Amount {
    Amount::from_minor(minor).unwrap()
}

/// Whether a full snapshot of these items on a day is believed, their prices made other ones.
fn is_believed(items: &[&Changes], day: Date, mut made: impl FnMut(i64) -> i64) -> bool {
    let at = instant(day);
    let mut reading = FeedReading::new(None, at);
    let mut live = 0;
    for (i, changes) in items.iter().enumerate() {
        let before: Vec<(&Date, &i64)> = changes.range(..day).collect();
        let Some((_, last)) = before.last() else {
            continue;
        };
        live += 1;
        let until = before.iter().skip(1).map(|(from, _)| instant(**from));
        let stretch = |((from, price), until): (&(&Date, &i64), OffsetDateTime)| Stretch {
            price: amount(**price),
            from: instant(**from),
            until,
        };
        let stretches = before.iter().zip(until.chain([at])).map(stretch);
        let small = is_small(items.len() as u64);
        let now = made(*changes.get(&day).unwrap_or(last));
        reading.observe(&Sighting {
            id: &i.to_string(),
            price: amount(now),
            earlier: Earlier::Own(amount(**last)),
            held: None,
            usual: if small { own_past(stretches, at) } else { None },
            asked: None,
            could_be_ordered: Some(true),
            can_be_ordered: true,
        });
    }
    let verdict = reading.verdict(live, true, Currency::parse("EUR").unwrap());
    !matches!(verdict, FeedVerdict::Held(_))
}

/// Neighbours in the assortment half of the time: promotions begin together on them.
fn part<'a>(items: &'a [Changes], n: usize, noise: &mut Noise) -> Vec<&'a Changes> {
    if noise.next() < 0.5 {
        let first = noise.below(items.len() - n);
        items[first..first + n].iter().collect()
    } else {
        (0..n).map(|_| &items[noise.below(items.len())]).collect()
    }
}

#[test]
fn real_snapshots_of_small_and_large_feeds_are_believed_and_broken_ones_are_not() {
    let Some(path) = real_prices() else {
        eprintln!("not measured: neither EVALUATION_DATA nor ../shared/data holds grocery_history");
        return;
    };
    let (items, days) = read(&path);
    let mut noise = Noise(1);
    let days = &days[10..];
    let (mut small, mut small_alarms) = (0_u64, 0_u64);
    for n in [3, 4, 6, 9, 15, 30, 100] {
        let (mut snapshots, mut alarms, mut broken, mut random, mut tenths) = (0, 0, 0, 0, 0);
        for _ in 0..(600 / n).max(12) {
            let chosen = part(&items, n, &mut noise);
            for day in days {
                snapshots += 1;
                alarms += u64::from(!is_believed(&chosen, *day, |p| p));
            }
            let day = days[noise.below(days.len())];
            broken += 1;
            let other = |p: i64| i64_from_f64(p as f64 * 100_f64.powf(noise.next() - 0.5)).max(1);
            random += u64::from(!is_believed(&chosen, day, other));
            tenths += u64::from(!is_believed(&chosen, day, |p| 10 * p));
        }
        eprintln!(
            "{n} offers: {alarms} of {snapshots} real snapshots held back; of {broken} broken ones {random} \
             at random, {tenths} tenfold"
        );
        assert_eq!(tenths, broken, "{n} offers");
        assert!(100 * random >= 80 * broken, "{n} offers");
        if is_small(n as u64) {
            (small, small_alarms) = (small + snapshots, small_alarms + alarms);
        } else {
            assert_eq!(alarms, 0, "{n} offers");
        }
    }
    assert!(2_000 * small_alarms <= small, "{small_alarms} of {small}");
}

/// The whole shop, day by day, as it was.
#[test]
fn the_whole_shop_is_believed_on_every_day() {
    let Some(path) = real_prices() else {
        eprintln!("not measured: neither EVALUATION_DATA nor ../shared/data holds grocery_history");
        return;
    };
    let (items, days) = read(&path);
    let all: Vec<&Changes> = items.iter().collect();
    for day in &days[1..] {
        assert!(is_believed(&all, *day, |p| p), "{day}");
        assert!(!is_believed(&all, *day, |p| 10 * p), "{day}, tenfold");
    }
    assert!(days[days.len() - 1] - days[0] > Duration::days(60));
}
