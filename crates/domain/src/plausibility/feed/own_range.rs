//! How far the prices of a small feed left their own range.

use super::moves::{step, steps};
use crate::money::Amount;
use crate::num::{i64_from_u64, i64_from_usize, u64_from_usize};
use crate::plausibility::OwnPast;

/// The largest feed that is judged by the range of each offer. In larger ones shares say more.
const SMALL: u64 = 9;
/// The smallest one.
pub(super) const FEWEST: u64 = 3;
/// No shop moves two of three prices as far beyond their range, whatever they have in common.
const WILD: f64 = 4.0;
/// Beyond this factor outside its range, a price is not more surprising.
const MOST: f64 = 3.0;

/// Whether a feed of so many offers is judged by the range of each.
pub const fn is_small(offers: u64) -> bool {
    FEWEST <= offers && offers <= SMALL
}

/// A price that moved, in steps of a percent: by how many, and by how many beyond its range.
#[derive(Debug, Clone, Copy)]
struct Departure {
    moved: i64,
    beyond: i64,
}

/// The moves of a small feed. Of a larger one only so many are kept that it is seen to be large.
#[derive(Debug, Clone, Default)]
pub(super) struct Departures {
    kept: Vec<Departure>,
}

impl Departures {
    pub(super) fn observe(&mut self, before: Amount, now: Amount, usual: Option<OwnPast>) {
        let is_kept = u64_from_usize(self.kept.len()) <= SMALL;
        if !is_kept || before == now || before == Amount::ZERO || now == Amount::ZERO {
            return;
        }
        let (lowest, highest) = usual.map_or((before, before), |usual| (usual.low, usual.high));
        let beyond = if now > highest {
            step(highest, now)
        } else if now < lowest {
            step(now, lowest)
        } else {
            0
        };
        self.kept.push(Departure {
            moved: step(before, now),
            beyond,
        });
    }

    /// Whether the prices of so many offers look random, and if so, whether none rose far: a sale may look
    /// alike.
    pub(super) fn are_random(&self, compared: u64) -> Option<bool> {
        if !is_small(compared) {
            return None;
        }
        let all = i64_from_u64(compared);
        let is_wild = |one: &&Departure| one.beyond >= steps(WILD);
        let wild = i64_from_usize(self.kept.iter().filter(is_wild).count());
        if 3 * wild >= 2 * all {
            return Some(false);
        }
        let is_lone = |one: &&Departure| {
            let near = |other: &&Departure| (other.moved - one.moved).abs() <= 1;
            one.beyond >= steps(1.05) && self.kept.iter().filter(near).count() == 1
        };
        let lone: Vec<&Departure> = self.kept.iter().filter(is_lone).collect();
        let count = i64_from_usize(lone.len());
        let beyond: i64 = lone.iter().map(|one| one.beyond.min(steps(MOST))).sum();
        let (least, most) = (
            lone.iter().map(|one| one.moved).min()?,
            lone.iter().map(|one| one.moved).max()?,
        );
        let is_random = count >= 2
            && 2 * count >= all
            && beyond >= all * steps(1.4)
            && most - least >= steps(1.5);
        is_random.then_some(most < steps(1.25))
    }
}
