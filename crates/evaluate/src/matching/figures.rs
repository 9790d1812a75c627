//! What is counted, and the figures that follow.

use std::collections::BTreeMap;

use domain::num::f64_from_usize as float;

/// How many bins a calibration table has.
const BINS: usize = 10;

/// One bin of a calibration table.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bin {
    /// The mean confidence.
    pub predicted: f64,
    /// The share that is one product.
    pub observed: f64,
    /// How many pairs.
    pub count: usize,
}

/// How well offers are matched. A figure that does not apply is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MatchFigures {
    /// Pairs that were judged, and how many of them are one product.
    pub pairs: usize,
    /// See `pairs`.
    pub same: usize,
    /// Of the pairs at or above the review threshold, the share that is one product.
    pub precision: f64,
    /// Of the pairs that are one product, the share at or above the review threshold.
    pub recall: f64,
    /// The harmonic mean of both.
    pub f1: f64,
    /// The greatest f1 of any threshold, and the confidence of that threshold; for information.
    pub best_f1: f64,
    /// See `best_f1`.
    pub best_threshold: f64,
    /// Of what is accepted automatically, the share that is right.
    pub auto_precision: Option<f64>,
    /// Of the true pairs, the share that is accepted automatically; of clusters: of the titles, the share that is
    /// placed automatically, and rightly.
    pub coverage: f64,
    /// The share of titles whose likeliest product is theirs, among the products of their source.
    pub accuracy_at_1: Option<f64>,
    /// The same, for each source.
    pub accuracy_by_source: BTreeMap<String, f64>,
    /// The share of titles whose likeliest other title is of their product, for each source.
    pub nearest_title_by_source: BTreeMap<String, f64>,
    /// Of the true pairs, the share that a key of matching brings together.
    pub blocking_recall: f64,
    /// How many keys a subject has on average.
    pub keys_per_product: f64,
    /// Predicted and observed, in bins of a tenth.
    pub calibration: Vec<Bin>,
}

/// A judged pair.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judged {
    pub(super) confidence: f64,
    pub(super) is_same: bool,
    pub(super) is_automatic: bool,
}

impl MatchFigures {
    /// The figures of pairs. `all_same` is how many true pairs there are, judged or not.
    pub(super) fn of_pairs(judged: &[Judged], review: f64, all_same: usize) -> Self {
        let same = judged.iter().filter(|j| j.is_same).count();
        let above: Vec<&Judged> = judged.iter().filter(|j| j.confidence >= review).collect();
        let right = above.iter().filter(|j| j.is_same).count();
        let (best_f1, best_threshold) = best(judged, all_same);
        let precision = share(right, above.len()).unwrap_or(0.0);
        let recall = share(right, all_same).unwrap_or(0.0);
        let automatic: Vec<&Judged> = judged.iter().filter(|j| j.is_automatic).collect();
        let rightly = automatic.iter().filter(|j| j.is_same).count();
        Self {
            pairs: judged.len(),
            same,
            precision,
            recall,
            f1: f1(precision, recall),
            best_f1,
            best_threshold,
            auto_precision: share(rightly, automatic.len()),
            coverage: share(rightly, all_same).unwrap_or(0.0),
            calibration: calibration(judged),
            ..Self::default()
        }
    }
}

/// A share; `None` of nothing.
pub(crate) fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| float(part) / float(whole))
}

pub(crate) fn f1(precision: f64, recall: f64) -> f64 {
    let sum = precision + recall;
    if sum > 0.0 {
        2.0 * precision * recall / sum
    } else {
        0.0
    }
}

/// The greatest f1 and the confidence from which it is reached.
pub(super) fn best(judged: &[Judged], all_same: usize) -> (f64, f64) {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let (mut right, mut best) = (0, (0.0, 1.0));
    for (place, one) in (1..).zip(&sorted) {
        right += usize::from(one.is_same);
        // pairs of one confidence stand or fall together
        if sorted
            .get(place)
            .is_some_and(|next| next.confidence >= one.confidence)
        {
            continue;
        }
        let precision = share(right, place).unwrap_or(0.0);
        let reached = f1(precision, share(right, all_same).unwrap_or(0.0));
        if reached > best.0 {
            best = (reached, one.confidence);
        }
    }
    best
}

fn calibration(judged: &[Judged]) -> Vec<Bin> {
    let mut bins = Vec::new();
    for no in 0..BINS {
        let from = float(no) / float(BINS);
        let to = float(no + 1) / float(BINS);
        let is_last = no + 1 == BINS;
        let within: Vec<&Judged> = judged
            .iter()
            .filter(|j| j.confidence >= from && (j.confidence < to || is_last))
            .collect();
        let sum: f64 = within.iter().map(|j| j.confidence).sum();
        let same = within.iter().filter(|j| j.is_same).count();
        bins.push(Bin {
            predicted: if within.is_empty() {
                0.0
            } else {
                sum / float(within.len())
            },
            observed: share(same, within.len()).unwrap_or(0.0),
            count: within.len(),
        });
    }
    bins
}
