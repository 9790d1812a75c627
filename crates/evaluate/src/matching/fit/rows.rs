//! What rules are fitted to, and how much each pair counts.

use domain::num::f64_from_usize as float;
use product_knowledge::matching::Evidence;

use super::super::examples::Example;
use super::super::regression::{Row, regress};
use super::Group;

/// What share of a group's weight its true pairs have.
const TRUE_SHARE: f64 = 0.25;

/// What has the same weight.
#[derive(Debug, Clone, Copy)]
pub(super) enum Weighing {
    /// Every kind of pairs.
    Kinds,
    /// All data, whose kinds of pairs share it.
    Data,
}

impl Weighing {
    const fn of(self, group: &Group) -> f64 {
        match self {
            Self::Kinds => 1.0,
            Self::Data => group.share,
        }
    }
}

/// Rows of which each group has its weight; within it the true pairs have their share.
pub(super) fn rows(
    groups: &[Group],
    weighing: Weighing,
    is_taken: impl Fn(&Example) -> bool,
) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for group in groups {
        rows.extend(group_rows(group, weighing, &is_taken));
    }
    rows
}

fn group_rows(
    group: &Group,
    weighing: Weighing,
    is_taken: impl Fn(&Example) -> bool,
) -> Vec<Row<'_>> {
    let taken: Vec<&Example> = group.examples.iter().filter(|e| is_taken(e)).collect();
    let same = taken.iter().filter(|e| e.is_same).count();
    let weight = |is_same: bool| {
        let (share, count) = if is_same {
            (TRUE_SHARE, same)
        } else {
            (1.0 - TRUE_SHARE, taken.len() - same)
        };
        weighing.of(group) * share / float(count.max(1))
    };
    taken
        .iter()
        .map(|e| Row {
            values: &e.numbers,
            holds: e.is_same,
            weight: weight(e.is_same),
        })
        .collect()
}

/// What the rules are fitted to in the end.
pub(super) fn final_rows(groups: &[Group], weighing: Weighing) -> Vec<Row<'_>> {
    let of = |group| {
        group_rows(group, weighing, |e: &Example| {
            group.is_whole || e.is_seen == [true; 2]
        })
    };
    groups.iter().flat_map(of).collect()
}

/// The score of each pair by a rule that did not see the product of its first side.
pub(super) fn crossed<Rule: Fn(&Example) -> f64>(
    groups: &[Group],
    weighing: Weighing,
    fit: impl Fn(&[Row<'_>]) -> Rule,
) -> Vec<Vec<f64>> {
    let of_half = |seen: bool| fit(&rows(groups, weighing, |e| e.is_seen == [seen; 2]));
    let (by_seen, by_unseen) = (of_half(true), of_half(false));
    let score = |e: &Example| {
        if e.is_seen.first() == Some(&true) {
            by_unseen(e)
        } else {
            by_seen(e)
        }
    };
    let of = |group: &Group| group.examples.iter().map(score).collect();
    groups.iter().map(of).collect()
}

/// The rows with the numbers of the evidence alone.
pub(super) fn of_evidence<'a>(rows: &[Row<'a>]) -> Vec<Row<'a>> {
    let of = |row: &Row<'a>| Row {
        values: row.values.get(..Evidence::COUNT).unwrap_or_default(),
        ..*row
    };
    rows.iter().map(of).collect()
}

/// By how much scores are to be multiplied, and what is to be added then, to become log odds.
pub(super) fn calibrated(groups: &[Group], weighing: Weighing, scores: &[Vec<f64>]) -> (f64, f64) {
    let all = rows(groups, weighing, |_| true);
    let scores: Vec<[f64; 1]> = scores.iter().flatten().map(|s| [*s]).collect();
    let rows: Vec<Row<'_>> = all
        .iter()
        .zip(&scores)
        .map(|(row, score)| Row {
            values: score,
            ..*row
        })
        .collect();
    match regress(&rows, 1).as_slice() {
        [offset, slope] => (*slope, *offset),
        _ => (1.0, 0.0),
    }
}
