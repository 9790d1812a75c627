use time::{Duration, OffsetDateTime};

use crate::ids::StoreNo;
use crate::money::Amount;

use super::market::Market;
use super::range::start_of;
use super::stats::{percentile, since};
use super::verdict::{MIN_COVERAGE, MIN_WATCHED};
use super::{Basis, NoVerdict, Range, Stats, StoreDay, Trend, Verdict, as_of};

/// For how many days a price may be said to be the lowest, the longest first.
pub const LOW_DAYS: [u16; 5] = [365, 180, 90, 30, 7];

/// How much of a time was watched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coverage {
    /// Share of the time in which at least one offer was known, 0 to 1.
    pub known: f64,
    /// Share of that in which none could be bought; `None` when nothing was known.
    pub sold_out: Option<f64>,
}

/// Price intelligence of a product over a range.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What the headline figures are about.
    pub basis: Basis,
    /// First instant of the range.
    pub from: OffsetDateTime,
    /// The instant to which statistics reach.
    pub as_of: OffsetDateTime,
    /// The lowest price now on the headline's basis, and who asks it.
    pub current: Option<(Amount, StoreNo)>,
    /// The lowest item price now.
    pub current_item: Option<Amount>,
    /// The lowest price at the door now, delivery cost stated.
    pub current_delivered: Option<Amount>,
    /// Statistics of the item price.
    pub item: Option<Stats>,
    /// Statistics of the price at the door.
    pub delivered: Option<Stats>,
    /// The first price of the range on the headline's basis, and from when.
    pub first: Option<(Amount, OffsetDateTime)>,
    /// Time-weighted mid-rank of the current price in the range, 0 to 1: the share of the time for
    /// which the product was dearer.
    pub percentile: Result<f64, NoVerdict>,
    /// Where the price is going.
    pub trend: Result<Trend, NoVerdict>,
    /// How much of the range was watched.
    pub coverage: Coverage,
    /// For how many whole days the product is watched altogether.
    pub watched_days: i64,
    /// The longest of 7, 30, 90, 180 and 365 days in which the current price is the lowest: the
    /// product is watched for at least as long, prices were known for at least half of them, and
    /// there was a higher one.
    pub lowest_in_days: Option<u16>,
    /// Whether the current price is a good one. The same for all ranges.
    pub verdict: Result<Verdict, NoVerdict>,
}

/// What one store asked over a range, on the basis of the item price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreSummary {
    /// What it asks now.
    pub current: Option<StoreDay>,
    /// The lowest of its days.
    pub min: Option<StoreDay>,
    /// The highest of its days.
    pub max: Option<StoreDay>,
    /// Mean of its days, rounded half up to minor units.
    pub average: Option<Amount>,
}

impl Market {
    /// Price intelligence over a range.
    pub fn summary(&self, range: Range) -> Summary {
        let from = start_of(self.now, range.days());
        let basis = self.basis();
        let current = self.current(basis);
        let steps = since(self.steps(basis), from);
        let enough = self.enough(from);
        let rank = || {
            let (price, _) = current.ok_or(NoVerdict::NotOffered)?;
            percentile(&steps, price).ok_or(NoVerdict::NotOffered)
        };
        Summary {
            basis,
            from,
            as_of: as_of(self.now),
            current,
            current_item: self.current(Basis::Item).map(|(price, _)| price),
            current_delivered: self.current(Basis::Delivered).map(|(price, _)| price),
            item: Stats::of(&since(&self.item, from)),
            delivered: Stats::of(&since(&self.delivered, from)),
            first: steps.first().map(|step| (step.price, step.from)),
            percentile: enough.and_then(|()| rank()),
            trend: enough.and_then(|()| Trend::of(&steps).ok_or(NoVerdict::NotOffered)),
            coverage: self.coverage(from),
            watched_days: self.watched().whole_days(),
            lowest_in_days: self.lowest_in_days(basis),
            verdict: self.verdict(),
        }
    }

    /// How much of the time since `from` was watched.
    pub(super) fn coverage(&self, from: OffsetDateTime) -> Coverage {
        let time = |sold_out_only: bool| -> Duration {
            let known = self.known.iter().filter(|k| k.until > from);
            known
                .filter(|k| k.is_sold_out || !sold_out_only)
                .map(|k| k.until - k.from.max(from))
                .sum()
        };
        let share = |part: Duration, whole: Duration| {
            let share = part.as_seconds_f64() / whole.as_seconds_f64();
            share.is_finite().then_some(share)
        };
        let known = time(false);
        Coverage {
            known: share(known, as_of(self.now) - from).unwrap_or(0.0),
            sold_out: share(time(true), known),
        }
    }

    /// How long ago the first price was observed.
    pub(super) fn watched(&self) -> Duration {
        self.first_seen.map_or(Duration::ZERO, |first| {
            (self.now - first).max(Duration::ZERO)
        })
    }

    /// Whether enough is known since `from`, or since the product is watched when that is later.
    pub(super) fn enough(&self, from: OffsetDateTime) -> Result<(), NoVerdict> {
        let first = self.first_seen.ok_or(NoVerdict::NotOffered)?;
        if self.watched() < MIN_WATCHED {
            let days = self.watched().whole_days();
            return Err(NoVerdict::TooYoung { days });
        }
        let known = self.coverage(from.max(first)).known;
        if known < MIN_COVERAGE {
            return Err(NoVerdict::TooSparse { known });
        }
        Ok(())
    }

    pub(super) fn lowest_in_days(&self, basis: Basis) -> Option<u16> {
        let (price, _) = self.current(basis)?;
        LOW_DAYS.into_iter().find(|days| {
            let from = start_of(self.now, *days);
            let mut steps = self.steps(basis).iter().filter(|step| step.until > from);
            let mut higher = steps.clone();
            self.watched() >= Duration::days(i64::from(*days))
                && self.coverage(from).known >= MIN_COVERAGE
                && steps.all(|step| step.price >= price)
                && higher.any(|step| step.price > price)
        })
    }
}

impl Summary {
    /// The statistics on the headline's basis.
    pub fn headline(&self) -> Option<&Stats> {
        match self.basis {
            Basis::Item => self.item.as_ref(),
            Basis::Delivered => self.delivered.as_ref(),
        }
    }
}

impl StoreSummary {
    /// The summary of a store's days; `current` is what it asks now.
    pub fn of(days: &[StoreDay], current: Option<StoreDay>) -> Self {
        let count = i128::try_from(days.len()).unwrap_or(i128::MAX);
        let sum: i128 = days.iter().map(|day| i128::from(day.item.minor())).sum();
        let mean = (2 * sum + count).checked_div(2 * count);
        Self {
            current,
            min: days.iter().min_by_key(|day| (day.item, day.date)).copied(),
            max: days
                .iter()
                .max_by_key(|day| (day.item, std::cmp::Reverse(day.date)))
                .copied(),
            average: mean
                .and_then(|minor| i64::try_from(minor).ok())
                .and_then(Amount::from_minor),
        }
    }
}
