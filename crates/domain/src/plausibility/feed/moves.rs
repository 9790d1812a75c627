//! By which factors prices moved.

use std::collections::BTreeMap;

use super::{FAR, LEAST};
use crate::money::Amount;
use crate::num::{f64_from_i64, i64_from_f64};

/// Factors are counted in steps of one percent, as the logarithm.
const STEP: f64 = 0.01;
/// Steps beyond a factor of a million are one.
const LAST: i64 = 1382;
/// Examples that are kept of each power of ten.
const EXAMPLES: usize = 3;
/// How many steps around a common factor belong to it: 3 %.
const AROUND: i64 = 3;

/// A price that moved, with what it is compared with.
pub(super) type Moved = (Amount, Amount);

/// What most prices moved by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shift {
    /// The factor.
    pub(super) factor: f64,
    /// The power of ten that it is nearest to.
    pub(super) power: i64,
    /// How many prices moved by it, or by another power of ten.
    pub(super) count: u64,
}

/// Counts of factors. Its size is bounded by the steps.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    compared: u64,
    steps: BTreeMap<i64, u64>,
    examples: BTreeMap<i64, BTreeMap<String, Moved>>,
}

impl Moves {
    pub(super) fn observe(&mut self, id: &str, before: Amount, now: Amount) {
        if before == Amount::ZERO || now == Amount::ZERO {
            return;
        }
        self.compared += 1;
        if before == now {
            return;
        }
        let step = step(before, now);
        *self.steps.entry(step).or_default() += 1;
        let kept = self.examples.entry(power(step)).or_default();
        // the first ones by id, whatever the order in which they come
        let is_earlier =
            kept.len() < EXAMPLES || kept.keys().next_back().is_some_and(|k| id < k.as_str());
        if is_earlier {
            kept.insert(id.to_owned(), (before, now));
            if kept.len() > EXAMPLES {
                kept.pop_last();
            }
        }
    }

    /// How many prices were compared.
    pub(super) fn compared(&self) -> u64 {
        self.compared
    }

    /// How many of them differ.
    pub(super) fn moved(&self) -> u64 {
        self.steps.values().sum()
    }

    /// How many differ by more than a fifth.
    pub(super) fn by_a_fifth(&self) -> u64 {
        let fifth = steps(1.25);
        self.count(|step| step.abs() >= fifth)
    }

    /// How many are far from what they are compared with.
    pub(super) fn far(&self) -> u64 {
        self.count(|step| step.abs() >= steps(FAR))
    }

    /// The shift of most own prices that moved, or of most among so many offers.
    pub(super) fn shift(&self, compared: u64) -> Option<Shift> {
        let shift = self.by_powers();
        if let Some(shift) =
            shift.filter(|shift| shift.count >= 3 && 2 * shift.count >= self.moved())
        {
            return Some(shift);
        }
        let (step, count) = self.densest()?;
        let outside = step < -steps(4.0) || step > steps(3.0);
        (outside && count >= LEAST && 10 * count >= 6 * compared).then(|| Shift {
            factor: (f64_from_i64(step) * STEP).exp(),
            power: power(step),
            count,
        })
    }

    /// The shift of a part of so many offers.
    pub(super) fn partial_shift(&self, compared: u64) -> Option<Shift> {
        let shift = self.by_powers();
        shift.filter(|shift| shift.count >= 5 && 5 * shift.count >= compared)
    }

    /// Whether one factor is common to most of so many offers.
    pub(super) fn has_common_factor(&self, compared: u64) -> bool {
        let densest = self.densest().map_or(0, |(_, count)| count);
        10 * densest >= 6 * compared
    }

    /// The shift against what other stores ask.
    pub(super) fn market_shift(&self) -> Option<Shift> {
        let near = |step: i64| {
            power(step) != 0 && (step - steps_of_power(power(step))).abs() <= steps(1.5)
        };
        let shift = self.commonest(near)?;
        (self.compared >= LEAST && 10 * shift.count >= 6 * self.compared).then_some(shift)
    }

    /// Whether own prices look random, among so many offers.
    pub(super) fn is_random(&self, compared: u64) -> bool {
        let up = self.count(|step| step >= steps(FAR));
        let down = self.count(|step| step <= -steps(FAR));
        let span = self.span(compared);
        let both_ways = 20 * up >= compared && 20 * down >= compared;
        let least = match (both_ways, up > down) {
            (true, _) => steps(2.25),
            (false, true) => steps(3.0),
            (false, false) => steps(4.0),
        };
        compared >= LEAST && 2 * (up + down) >= compared && span >= least
    }

    /// Whether hardly any price is far up.
    pub(super) fn is_one_way(&self, compared: u64) -> bool {
        20 * self.count(|step| step >= steps(FAR)) < compared
    }

    /// Whether prices look random against what other stores ask.
    pub(super) fn is_random_against_others(&self) -> bool {
        self.compared >= 2 * LEAST
            && 10 * self.far() >= 6 * self.compared
            && self.span(self.compared) >= steps(9.0)
    }

    /// Examples of prices that moved by about a power of ten, or in any way, the first ones by id.
    pub(super) fn examples(&self, of_power: Option<i64>) -> Vec<(&str, Moved)> {
        let kept = self.examples.iter();
        let mut found: Vec<(&str, Moved)> = kept
            .filter(|(power, _)| of_power.is_none_or(|wanted| wanted == **power))
            .flat_map(|(_, kept)| kept.iter().map(|(id, moved)| (id.as_str(), *moved)))
            .collect();
        found.sort_unstable();
        found.truncate(EXAMPLES);
        found
    }

    fn count(&self, wanted: impl Fn(i64) -> bool) -> u64 {
        let steps = self.steps.iter();
        steps
            .filter(|(step, _)| wanted(**step))
            .map(|(_, n)| n)
            .sum()
    }

    /// The commonest power of ten by which own prices moved, with the count of all powers.
    fn by_powers(&self) -> Option<Shift> {
        let near = |step: i64| is_near_power(step, 1.25);
        let count = self.count(near);
        self.commonest(near).map(|shift| Shift { count, ..shift })
    }

    /// The power of ten to which most of these steps belong.
    fn commonest(&self, wanted: impl Fn(i64) -> bool) -> Option<Shift> {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (step, count) in self.steps.iter().filter(|(step, _)| wanted(**step)) {
            *counts.entry(power(*step)).or_default() += count;
        }
        let (power, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        Some(Shift {
            factor: (f64_from_i64(steps_of_power(power)) * STEP).exp(),
            power,
            count,
        })
    }

    /// The step around which most prices lie, and how many.
    fn densest(&self) -> Option<(i64, u64)> {
        let around = |step: i64| -> u64 {
            let near = self.steps.range(step - AROUND..=step + AROUND);
            near.map(|(_, count)| count).sum()
        };
        let dense = self.steps.keys().map(|step| (*step, around(*step)));
        dense.max_by_key(|(_, count)| *count)
    }

    /// Over how many steps the middle half of so many factors reaches; those that are not counted are 1.
    fn span(&self, all: u64) -> i64 {
        let mut steps = self.steps.clone();
        *steps.entry(0).or_default() += all.saturating_sub(self.moved());
        let quantile = |quarters: u64| {
            let mut passed = 0;
            let found = steps.iter().find(|(_, count)| {
                passed += **count;
                4 * passed >= quarters * all
            });
            found.map_or(0, |(step, _)| *step)
        };
        quantile(3) - quantile(1)
    }
}

/// By how many steps a price moved; neither is zero.
pub(super) fn step(before: Amount, now: Amount) -> i64 {
    let factor = f64_from_i64(now.minor()) / f64_from_i64(before.minor());
    i64_from_f64(factor.ln() / STEP).clamp(-LAST, LAST)
}

/// Whether a price lies more than a tenth from another one.
pub(super) fn is_away(other: Amount, price: Amount) -> bool {
    let is_priced = other != Amount::ZERO && price != Amount::ZERO;
    is_priced && step(other, price).abs() > steps(1.1)
}

/// Whether a step is a power of ten, but for a factor.
fn is_near_power(step: i64, but: f64) -> bool {
    let power = power(step);
    power != 0 && (step - steps_of_power(power)).abs() <= steps(but)
}

/// The steps of a factor.
pub(super) fn steps(factor: f64) -> i64 {
    i64_from_f64(factor.ln() / STEP)
}

fn steps_of_power(power: i64) -> i64 {
    i64_from_f64(f64_from_i64(power) * std::f64::consts::LN_10 / STEP)
}

/// The power of ten to which a step is nearest.
fn power(step: i64) -> i64 {
    i64_from_f64(f64_from_i64(step) * STEP / std::f64::consts::LN_10)
}
