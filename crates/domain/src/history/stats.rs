use time::{Duration, OffsetDateTime};

use crate::ids::StoreNo;
use crate::money::Amount;
use crate::num;

use super::Step;

/// A lowest or highest price and when it was first asked in the time looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extreme {
    /// The price.
    pub price: Amount,
    /// From when it stood, or from when the time looked at began.
    pub at: OffsetDateTime,
    /// Who asked it.
    pub store: StoreNo,
}

/// Statistics of the lowest price over a time, weighted by the time for which each price stood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stats {
    /// For how long there was a price.
    pub observed: Duration,
    /// Σ price · time / Σ time, rounded half up to minor units.
    pub mean: Amount,
    /// The smallest price that was not exceeded for at least half of the time.
    pub median: Amount,
    /// The smallest price that was not exceeded for at least a tenth of the time.
    pub p10: Amount,
    /// The lowest price, the earliest time of it.
    pub min: Extreme,
    /// The highest that the lowest price was, the earliest time of it.
    pub max: Extreme,
    /// Time-weighted standard deviation, divided by the mean.
    pub volatility: f64,
}

/// The part of the steps that lies at or after `start`.
pub(super) fn since(steps: &[Step], start: OffsetDateTime) -> Vec<Step> {
    let later = steps.iter().filter(|step| step.until > start);
    later
        .map(|step| Step {
            from: step.from.max(start),
            ..*step
        })
        .collect()
}

impl Stats {
    /// The statistics of steps in order of time; `None` when there are none.
    pub fn of(steps: &[Step]) -> Option<Self> {
        let first = steps.first()?;
        let mut weights: Vec<(Amount, i128)> = steps.iter().map(weight).collect();
        let total: i128 = weights.iter().map(|(_, time)| time).sum();
        let sum: i128 = weights
            .iter()
            .map(|(price, time)| i128::from(price.minor()) * time)
            .sum();
        weights.sort_unstable_by_key(|(price, _)| *price);
        let extreme = |step: &Step| Extreme {
            price: step.price,
            at: step.from,
            store: step.store,
        };
        let min = steps.iter().min_by_key(|step| step.price)?;
        let earlier_max = |a: &Step, b: &Step| a.price.cmp(&b.price).then(b.from.cmp(&a.from));
        let max = steps.iter().max_by(|a, b| earlier_max(a, b))?;
        Some(Self {
            observed: steps.iter().map(Step::length).sum(),
            mean: rounded(sum, total).unwrap_or(first.price),
            median: quantile(&weights, total, 50).unwrap_or(first.price),
            p10: quantile(&weights, total, 10).unwrap_or(first.price),
            min: extreme(min),
            max: extreme(max),
            volatility: volatility(steps),
        })
    }
}

/// The time-weighted mid-rank of a price: the share of the time for which the price was higher,
/// plus half of the share for which it was the same, in 0 to 1. A flat past gives one half.
/// `None` when there are no steps.
pub(super) fn percentile(steps: &[Step], price: Amount) -> Option<f64> {
    let higher = share(steps, |step| step.price > price)?;
    let same = share(steps, |step| step.price == price)?;
    Some(higher + 0.5 * same)
}

/// The share of the time of these steps; `None` when there is no time.
pub(super) fn share(steps: &[Step], of: impl Fn(&Step) -> bool) -> Option<f64> {
    let total: Duration = steps.iter().map(Step::length).sum();
    let part: Duration = steps.iter().filter(|s| of(s)).map(Step::length).sum();
    let share = part.as_seconds_f64() / total.as_seconds_f64();
    share.is_finite().then_some(share)
}

fn weight(step: &Step) -> (Amount, i128) {
    (step.price, step.length().whole_microseconds())
}

fn rounded(sum: i128, total: i128) -> Option<Amount> {
    let minor = (2 * sum + total).checked_div(2 * total)?;
    i64::try_from(minor).ok().and_then(Amount::from_minor)
}

/// The nearest-rank quantile of prices in ascending order with their times.
fn quantile(ascending: &[(Amount, i128)], total: i128, percent: i128) -> Option<Amount> {
    let mut passed = 0;
    ascending.iter().find_map(|(price, time)| {
        passed += time;
        (passed * 100 >= total * percent).then_some(*price)
    })
}

fn volatility(steps: &[Step]) -> f64 {
    let price = |step: &Step| num::f64_from_i64(step.price.minor());
    let time = |step: &Step| step.length().as_seconds_f64();
    let total: f64 = steps.iter().map(time).sum();
    let mean = steps.iter().map(|s| price(s) * time(s)).sum::<f64>() / total;
    let squares = |s: &Step| (price(s) - mean).powi(2) * time(s);
    let deviation = (steps.iter().map(squares).sum::<f64>() / total).sqrt();
    let share = deviation / mean;
    if share.is_finite() { share } else { 0.0 }
}
