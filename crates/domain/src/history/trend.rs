use super::Step;
use crate::num;

/// Where a price is going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Up by more than 2 % of the mean in 30 days.
    Rising,
    /// Down by more than 2 % of the mean in 30 days.
    Falling,
    /// Neither.
    Steady,
}

impl Direction {
    /// Every direction.
    pub const ALL: [Self; 3] = [Self::Rising, Self::Falling, Self::Steady];

    /// The code in answers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Steady => "steady",
        }
    }
}

/// The slope of the straight line that fits the lowest price best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Change in 30 days, as a share of the time-weighted mean price.
    pub per_30_days: f64,
}

/// From how much on a price rises or falls.
const STEADY: f64 = 0.02;

impl Trend {
    /// Ordinary least squares over time: the step function is fitted as a whole, each instant with
    /// the same weight. `None` when there is no time.
    pub(super) fn of(steps: &[Step]) -> Option<Self> {
        let first = steps.first()?.from;
        let length = |step: &Step| step.length().as_seconds_f64() / 86_400.0;
        let middle =
            |step: &Step| (step.from - first).as_seconds_f64() / 86_400.0 + length(step) / 2.0;
        let price = |step: &Step| num::f64_from_i64(step.price.minor());
        let total: f64 = steps.iter().map(length).sum();
        let mean_day = steps.iter().map(|s| middle(s) * length(s)).sum::<f64>() / total;
        let mean_price = steps.iter().map(|s| price(s) * length(s)).sum::<f64>() / total;
        let covariance: f64 = steps
            .iter()
            .map(|s| (middle(s) - mean_day) * (price(s) - mean_price) * length(s))
            .sum();
        let variance: f64 = steps
            .iter()
            .map(|s| ((middle(s) - mean_day).powi(2) + length(s).powi(2) / 12.0) * length(s))
            .sum();
        let per_30_days = 30.0 * covariance / variance / mean_price;
        per_30_days.is_finite().then_some(Self { per_30_days })
    }

    /// Where the price is going.
    pub fn direction(&self) -> Direction {
        if self.per_30_days > STEADY {
            Direction::Rising
        } else if self.per_30_days < -STEADY {
            Direction::Falling
        } else {
            Direction::Steady
        }
    }
}
