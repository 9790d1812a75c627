//! From which confidence pairs are accepted, and from which a person is asked.

use std::collections::BTreeMap;

use domain::num::f64_from_usize as float;
use product_knowledge::matching::Model;

use super::super::clusters::log_odds;
use super::super::examples::Example;
use super::super::figures::{f1, share};
use super::Group;

/// The precision of automatic acceptance that is aimed at: .98, and a little for what other data brings.
const AIM: f64 = 0.985;
/// Fewer accepted pairs say nothing about precision.
const LEAST: usize = 20;
/// Thresholds are multiples of one in so many.
const STEPS: usize = 200;

/// Pairs of one kind with their cross-fitted confidences.
pub(super) struct Scored<'a> {
    pub(super) group: &'a Group,
    pub(super) likely: &'a [f64],
}

impl Scored<'_> {
    fn pairs(&self) -> impl Iterator<Item = (&Example, f64)> {
        self.group.examples.iter().zip(self.likely.iter().copied())
    }

    /// F1 at a confidence.
    pub(super) fn f1(&self, from: f64) -> f64 {
        let (mut above, mut right, mut same) = (0, 0, 0);
        for (example, likely) in self.pairs() {
            let is_above = likely >= from;
            above += usize::from(is_above);
            right += usize::from(is_above && example.is_same);
            same += usize::from(example.is_same);
        }
        let precision = share(right, above).unwrap_or(0.0);
        f1(precision, share(right, same).unwrap_or(0.0))
    }

    /// How many pairs are accepted from a confidence on, and how many of them are right. Of pairs that belong to one
    /// task only the best is accepted, and only when it is far enough ahead.
    pub(super) fn accepted(&self, model: &Model, from: f64) -> (usize, usize) {
        let mut best: BTreeMap<usize, (f64, f64, &Example)> = BTreeMap::new();
        let mut accepted = Vec::new();
        for (example, likely) in self.pairs() {
            match example.task {
                None => accepted.push((likely, example)),
                Some(task) => {
                    let (first, second, holder) = best.entry(task).or_insert((0.0, 0.0, example));
                    if likely > *first {
                        (*second, *first, *holder) = (*first, likely, example);
                    } else {
                        *second = second.max(likely);
                    }
                }
            }
        }
        let ahead = best
            .values()
            .filter(|(first, second, _)| log_odds(*first) - log_odds(*second) >= model.margin);
        accepted.extend(ahead.map(|(first, _, example)| (*first, *example)));
        accepted.retain(|(likely, e)| e.is_settled && *likely >= from);
        let right = accepted.iter().filter(|(_, e)| e.is_same).count();
        (accepted.len(), right)
    }
}

/// Sets both thresholds of a calibrated model.
pub(super) fn set(model: &mut Model, groups: &[Scored<'_>]) {
    let steps = || (1..STEPS).map(|step| float(step) / float(STEPS));
    let mean_f1 = |from: f64| groups.iter().map(|g| g.f1(from)).sum::<f64>();
    let best = steps().max_by(|a, b| mean_f1(*a).total_cmp(&mean_f1(*b)));
    model.review = best.unwrap_or(0.5);
    // the least precision of any group that says something
    let least = |from: f64| {
        let told = groups.iter().filter(|group| !group.group.is_of_titles);
        let precisions = told.filter_map(|group| {
            let (accepted, right) = group.accepted(model, from);
            share(right, accepted).filter(|_| accepted >= LEAST)
        });
        precisions.fold(1.0, f64::min)
    };
    let review = model.review;
    let mut reached = steps().filter(|from| *from >= review);
    // none that is good enough: nothing is accepted
    model.automatic = reached.find(|from| least(*from) >= AIM).unwrap_or(1.0);
}
