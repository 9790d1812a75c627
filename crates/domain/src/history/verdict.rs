use time::{Date, Duration};

use crate::ids::StoreNo;
use crate::money::{Amount, Currency};
use crate::num;

use super::market::Market;
use super::range::start_of;
use super::stats::{percentile, share, since};
use super::{Basis, Extreme, Stats};

/// The days that a verdict looks at.
const WINDOW_DAYS: u16 = 180;
/// The days of the median that a verdict compares with.
const MEDIAN_DAYS: u16 = 90;
/// How long a product has to be watched.
pub(super) const MIN_WATCHED: Duration = Duration::days(14);
/// The share of the time looked at in which prices have to be known.
pub(super) const MIN_COVERAGE: f64 = 0.5;
/// A price this share below the median gets all points for it, one as far above none.
const FAR_FROM_MEDIAN: f64 = 0.20;
/// A price this share above the low gets no points for being near to it.
const FAR_FROM_LOW: f64 = 0.15;

/// A price within this share of both medians is what the product usually costs.
const USUAL: f64 = 0.03;

/// Whether a price is a good one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Below 20 points, and waiting is advised ([`Verdict::advises_waiting`]).
    Wait,
    /// 20 to 39, and below when waiting is not advised.
    High,
    /// 40 to 59.
    Typical,
    /// 60 to 79.
    Good,
    /// 80 and more.
    Great,
}

impl Label {
    /// Every label, the best first.
    pub const ALL: [Self; 5] = [
        Self::Great,
        Self::Good,
        Self::Typical,
        Self::High,
        Self::Wait,
    ];

    /// The label of a number of points.
    pub const fn of(points: u8) -> Self {
        match points {
            80.. => Self::Great,
            60..=79 => Self::Good,
            40..=59 => Self::Typical,
            20..=39 => Self::High,
            _ => Self::Wait,
        }
    }

    /// The code in answers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::High => "high",
            Self::Typical => "typical",
            Self::Good => "good",
            Self::Great => "great",
        }
    }

    const fn words(self, is_above_median: bool) -> &'static str {
        match self {
            Self::Wait if is_above_median => "Far above its usual price",
            Self::High if is_above_median => "Above its usual price",
            Self::Wait | Self::High => "Dearer than it was for most of the time",
            Self::Typical => "A typical price",
            Self::Good => "A good price",
            Self::Great => "A great price",
        }
    }
}

/// How much a verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerdictConfidence {
    /// Watched for less than 35 days, or prices known for less than 70 % of the time.
    Low,
    /// Between the two.
    Medium,
    /// Watched for 90 days and more, prices known for at least 85 % of the time.
    High,
}

impl VerdictConfidence {
    /// Every degree.
    pub const ALL: [Self; 3] = [Self::Low, Self::Medium, Self::High];

    /// The code in answers.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    fn of(watched: Duration, known: f64) -> Self {
        if watched >= Duration::days(90) && known >= 0.85 {
            Self::High
        } else if watched >= Duration::days(35) && known >= 0.70 {
            Self::Medium
        } else {
            Self::Low
        }
    }
}

/// Why there is no verdict, or not the figure asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoVerdict {
    /// No shop offers the product now, or never has.
    NotOffered,
    /// Watched for too short a time.
    TooYoung {
        /// Whole days for which it is watched.
        days: i64,
    },
    /// Prices are known for too small a share of the time.
    TooSparse {
        /// That share, 0 to 1.
        known: f64,
    },
}

impl NoVerdict {
    /// The reason in words.
    pub fn reason(&self) -> String {
        match self {
            Self::NotOffered => "no shop offers it now at a price that can be judged".to_owned(),
            Self::TooYoung { days } => {
                let least = MIN_WATCHED.whole_days();
                format!("watched for {days} days; at least {least} are needed")
            }
            Self::TooSparse { known } => {
                let percent = |share: f64| num::i64_from_f64((share * 100.0).floor());
                let (known, least) = (percent(*known), percent(MIN_COVERAGE));
                format!("prices are known for {known} % of the time; at least {least} % are needed")
            }
        }
    }
}

/// What the points of a verdict are made of, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VerdictParts {
    /// Weight 50: the time-weighted mid-rank of the price in 180 days.
    pub percentile: f64,
    /// Weight 30: how far it is below the median of 90 days; one half at the median.
    pub below_median: f64,
    /// Weight 20: how near it is to the low of 180 days; one half when the price hardly moved.
    pub near_low: f64,
}

impl VerdictParts {
    /// 0 to 100 points.
    pub fn points(&self) -> u8 {
        num::u8_from_f64(50.0 * self.percentile + 30.0 * self.below_median + 20.0 * self.near_low)
    }
}

/// A judgement of the current price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// In one word.
    pub label: Label,
    /// 0 to 100; 50 when the price never moved, 40 to 59 when it is what the product usually costs.
    pub points: u8,
    /// How much it rests on.
    pub confidence: VerdictConfidence,
    /// What the points are made of.
    pub parts: VerdictParts,
    /// What it is about.
    pub basis: Basis,
    /// The price that is judged.
    pub price: Amount,
    /// Who asks it.
    pub store: StoreNo,
    /// The share of the time since [`Verdict::since`] for which it was dearer, 0 to 1.
    pub dearer: f64,
    /// The time-weighted median of the last 90 days.
    pub median: Amount,
    /// The lowest price of the last 180 days.
    pub low: Extreme,
    /// The first day looked at: 180 days ago, or when the product was first watched.
    pub since: Date,
}

impl Market {
    /// Whether the current price is a good one, by the last 180 days.
    ///
    /// Points = 50 · P + 30 · M + 20 · L, with P the mid-rank of the price c in the window;
    /// M = (1 + clamp((m − c) / (0.20 · m), −1, 1)) / 2 for the median m of 90 days; and
    /// L = 0.5 + s · (n − 0.5), where n = clamp(1 − (c − l) / (0.15 · l)) for the low l of the window
    /// and s = clamp((h − l) / (0.15 · l)) says how much the price moved at all (h is the high): the
    /// low of a price that never moves is no low.
    ///
    /// A price within 3 % of both the median of 90 days and that of 180 days is typical, whatever
    /// the ranks say: the points are then kept within 40 to 59. So neither a cent less than always
    /// is a bargain, nor the usual price after a sale a reason to wait.
    pub fn verdict(&self) -> Result<Verdict, NoVerdict> {
        let from = start_of(self.now, WINDOW_DAYS);
        self.enough(from)?;
        let basis = self.basis();
        let (price, store) = self.current(basis).ok_or(NoVerdict::NotOffered)?;
        let steps = since(self.steps(basis), from);
        let window = Stats::of(&steps).ok_or(NoVerdict::NotOffered)?;
        let recent = since(&steps, start_of(self.now, MEDIAN_DAYS));
        let median = Stats::of(&recent).ok_or(NoVerdict::NotOffered)?.median;
        let parts = VerdictParts {
            percentile: percentile(&steps, price).ok_or(NoVerdict::NotOffered)?,
            below_median: below_median(price, median),
            near_low: near_low(price, window.min.price, window.max.price),
        };
        let is_usual = [median, window.median].iter().all(|m| is_near(price, *m));
        let points = if is_usual {
            parts.points().clamp(40, 59)
        } else {
            parts.points()
        };
        let first = self.first_seen.map_or(from, |first| first.max(from));
        let mut verdict = Verdict {
            label: Label::of(points),
            points,
            confidence: VerdictConfidence::of(self.watched(), self.coverage(first).known),
            parts,
            basis,
            price,
            store,
            dearer: share(&steps, |step| step.price > price).unwrap_or(0.0),
            median,
            low: window.min,
            since: first.date(),
        };
        if !verdict.advises_waiting() {
            verdict.label = verdict.label.max(Label::High);
        }
        Ok(verdict)
    }
}

fn below_median(price: Amount, median: Amount) -> f64 {
    let (price, median) = (value(price), value(median));
    let share = (median - price) / (FAR_FROM_MEDIAN * median);
    f64::midpoint(1.0, share.clamp(-1.0, 1.0))
}

fn near_low(price: Amount, low: Amount, high: Amount) -> f64 {
    let (price, low, high) = (value(price), value(low), value(high));
    let far = FAR_FROM_LOW * low;
    let near = (1.0 - (price - low) / far).clamp(0.0, 1.0);
    let moved = ((high - low) / far).clamp(0.0, 1.0);
    0.5 + moved * (near - 0.5)
}

fn is_near(price: Amount, median: Amount) -> bool {
    (value(price) / value(median) - 1.0).abs() <= USUAL
}

/// Minor units, at least one: a price is above zero, a price at the door may not be lower.
fn value(amount: Amount) -> f64 {
    num::f64_from_i64(amount.minor().max(1))
}

impl Verdict {
    /// Whether it pays to wait: the price is high, more than 3 % above its median of 90 days, and
    /// that rests on more than a few weeks.
    pub fn advises_waiting(&self) -> bool {
        self.label <= Label::High
            && self.from_median() > USUAL
            && self.confidence > VerdictConfidence::Low
    }

    /// How far the price is from the median of 90 days, as a share of it; below 0 when cheaper.
    pub fn from_median(&self) -> f64 {
        value(self.price) / value(self.median) - 1.0
    }

    /// The verdict in words, and that waiting is advised if it is; `low_store` as in [`Verdict::reason`].
    pub fn advice(&self, currency: Currency, low_store: &str) -> String {
        let mut advice = self.reason(currency, low_store);
        if self.advises_waiting() {
            advice.push_str(" Waiting is the better advice.");
        }
        advice
    }

    /// The verdict in words; `low_store` is who asked the lowest price, which is named when it is not
    /// the price that is judged.
    pub fn reason(&self, currency: Currency, low_store: &str) -> String {
        let what = match self.basis {
            Basis::Delivered => "delivered",
            Basis::Item => "for the item",
        };
        let share = num::i64_from_f64((self.from_median() * 100.0).abs());
        let median = currency.show(self.median);
        let standing = if share == 0 {
            format!("at its 90-day median of {median}")
        } else {
            let side = if self.price < self.median {
                "below"
            } else {
                "above"
            };
            format!("{share} % {side} its 90-day median of {median}")
        };
        let dearer = num::i64_from_f64(self.dearer * 100.0);
        let lowest = if self.low.price == self.price {
            "this is the lowest price since then".to_owned()
        } else {
            let (low, date) = (currency.show(self.low.price), self.low.at.date());
            format!("the lowest was {low} on {date} at {low_store}")
        };
        format!(
            "{}: the lowest price, {} {what}, is {standing}. Since {} it was dearer for {dearer} % of the time; {lowest}.",
            self.label.words(self.price > self.median),
            currency.show(self.price),
            self.since,
        )
    }
}
