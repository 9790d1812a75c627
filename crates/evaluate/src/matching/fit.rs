//! Fitting the model.
//!
//! Products are halved by their ids. Weights are fitted on pairs within the one half; every pair that a split names is
//! fitted on too, but for the split that is kept apart. Calibration and thresholds come from cross-fitting: each half is
//! judged by weights that were fitted on the other.

mod rows;
mod thresholds;

use std::collections::BTreeSet;

use product_knowledge::matching::{CLOSER_COUNT, Evidence, Model, Trees};
use thiserror::Error;

use super::boosting::{Growth, boost};
use super::clusters::Field;
use super::data::{DataError, LabelledOffers, Pair, Prepared, Truth};
use super::examples::{Example, weighed};
use super::pairs::splits;
use super::regression::{Row, likelihood, regress, score};
use rows::{Weighing, calibrated, crossed, final_rows, of_evidence, rows};

/// By how much the log odds of the likeliest product have to exceed those of the second.
const MARGIN: f64 = 2.0;
/// The trees of a closer look. Slow learning on ever other numbers: of the mixtures tried, the one that cross-fitting says
/// is best, of those that are short to write.
const GROWTH: Growth = Growth {
    trees: 400,
    questions: 6,
    rate: 0.05,
    asked: 30,
};

/// Why nothing was fitted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FitError {
    /// The data cannot be used.
    #[error("{name}: {source}")]
    Data {
        /// Which data.
        name: String,
        /// Why.
        source: DataError,
    },
    /// Both kinds of pairs are needed in both halves.
    #[error(
        "{0}: too few pairs to fit on: both halves of the products need pairs that are the same and pairs that are not"
    )]
    TooFew(String),
}

/// What a model was fitted on.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedOn {
    /// The data, and which of its pairs.
    pub name: String,
    /// How many pairs.
    pub pairs: usize,
    /// How many of them are one product.
    pub same: usize,
    /// How many the weights were fitted on; the rest was used for thresholds and calibration alone.
    pub fitted: usize,
    /// The splits that were fitted on and the one that was kept apart.
    pub splits: String,
    /// Cross-fitted: f1 at the review threshold.
    pub f1: f64,
    /// Cross-fitted: the precision of automatic acceptance, and the share of true pairs that it covers.
    pub auto_precision: Option<f64>,
    /// See `auto_precision`.
    pub coverage: f64,
}

/// A fitted model and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The model.
    pub model: Model,
    /// What it was fitted on.
    pub on: Vec<FittedOn>,
    /// Cross-fitted: the mean logarithmic loss of the calibrated confidences.
    pub log_loss: f64,
}

/// Pairs of one kind.
pub(super) struct Group {
    name: String,
    pub(super) examples: Vec<Example>,
    /// All pairs are fitted on, rather than those of one half.
    is_whole: bool,
    splits: String,
    /// Pairs of titles: what is written alike in two products' titles cannot be told apart, so they take no part in
    /// setting the threshold of automatic acceptance.
    pub(super) is_of_titles: bool,
    /// Its share of the weight that its data has: kinds of pairs of one data share it.
    pub(super) share: f64,
}

/// Fits one model to all of the data: the score to all kinds of pairs alike, the trees to all data alike. The split `kept`, where data has it, is left out
/// altogether.
pub fn fit(data: &[LabelledOffers], kept: Option<&str>) -> Result<Fitted, FitError> {
    let mut groups = Vec::new();
    for one in data {
        let prepared = Prepared::new(one).map_err(|source| FitError::Data {
            name: one.name.clone(),
            source,
        })?;
        groups.extend(groups_of(&one.name, &prepared, kept));
    }
    groups.retain(|group| !group.examples.is_empty());
    for group in &groups {
        check(group)?;
    }
    let score_rows = final_rows(&groups, Weighing::Kinds);
    let weights = fit_weights(&score_rows);
    let scored = crossed(&groups, Weighing::Kinds, |rows| {
        let weights = fit_weights(rows);
        move |example: &Example| score(&weights, example.evidence())
    });
    let (slope, offset) = calibrated(&groups, Weighing::Kinds, &scored);
    let (closer, likely) = fit_trees(&groups);
    let mut model = Model {
        bias: weights.first().copied().unwrap_or(0.0),
        weights: array(weights.get(1..).unwrap_or_default()),
        usual: usual(&score_rows),
        slope,
        offset,
        margin: MARGIN,
        closer,
        ..Model::default()
    };
    let judged: Vec<thresholds::Scored<'_>> = groups
        .iter()
        .zip(&likely)
        .map(|(group, likely)| thresholds::Scored { group, likely })
        .collect();
    thresholds::set(&mut model, &judged);
    Ok(Fitted {
        log_loss: log_loss(&groups, &likely),
        on: judged
            .iter()
            .map(|scored| fitted_on(scored, &model))
            .collect(),
        model,
    })
}

fn fit_weights(rows: &[Row<'_>]) -> Vec<f64> {
    regress(&of_evidence(rows), Evidence::COUNT)
}

/// The trees, calibrated, and how likely each pair is by trees that did not see its product.
fn fit_trees(groups: &[Group]) -> (Trees, Vec<Vec<f64>>) {
    let scores = crossed(groups, Weighing::Data, |rows| {
        let trees = boost(rows, CLOSER_COUNT, GROWTH);
        move |example: &Example| trees.score(&example.numbers)
    });
    let (slope, offset) = calibrated(groups, Weighing::Data, &scores);
    let likely = |score: &f64| likelihood(&[offset, slope], &[*score]);
    let likely = scores
        .iter()
        .map(|scores| scores.iter().map(likely).collect());
    let trees = boost(&final_rows(groups, Weighing::Data), CLOSER_COUNT, GROWTH);
    (trees.calibrated(slope, offset), likely.collect())
}

fn groups_of(name: &str, prepared: &Prepared, kept: Option<&str>) -> Vec<Group> {
    match &prepared.truth {
        Truth::Pairs(pairs) => vec![pair_group(name, prepared, pairs, kept)],
        Truth::Clusters(clusters) => {
            let (with_products, with_titles) = Field::new(prepared, clusters).examples();
            let group = |kind: &str, examples, is_of_titles| Group {
                name: format!("{name}, {kind}"),
                examples,
                is_whole: false,
                splits: "half of the products".to_owned(),
                is_of_titles,
                share: 0.5,
            };
            vec![
                group("titles with product names", with_products, false),
                group("titles with titles", with_titles, true),
            ]
        }
    }
}

fn pair_group(name: &str, prepared: &Prepared, pairs: &[Pair], kept: Option<&str>) -> Group {
    let weighed = weighed(prepared);
    let is_seen = |place: usize| prepared.is_seen.get(place) == Some(&true);
    let all = splits(pairs);
    let kept = kept.filter(|kept| all.contains(kept) && all.len() > 1);
    let examples = pairs
        .iter()
        .filter(|pair| Some(pair.split.as_str()) != kept)
        .filter_map(|pair| {
            let (left, right) = (weighed.get(pair.left)?, weighed.get(pair.right)?);
            let is_seen = [is_seen(pair.left), is_seen(pair.right)];
            Some(Example::of(left, right, pair.is_same, is_seen))
        })
        .collect();
    let fitted: BTreeSet<&str> = all.into_iter().filter(|s| Some(*s) != kept).collect();
    let fitted: Vec<&str> = fitted.into_iter().collect();
    Group {
        name: name.to_owned(),
        examples,
        is_whole: kept.is_some(),
        splits: match kept {
            Some(kept) => format!("splits {}; kept apart: {kept}", fitted.join(", ")),
            None => "half of the products".to_owned(),
        },
        is_of_titles: false,
        share: 1.0,
    }
}

fn check(group: &Group) -> Result<(), FitError> {
    let has = |seen: bool, same: bool| {
        let mut examples = group.examples.iter();
        examples.any(|e| e.is_seen == [seen; 2] && e.is_same == same)
    };
    let kinds = [(true, true), (true, false), (false, true), (false, false)];
    if kinds.iter().all(|(seen, same)| has(*seen, *same)) {
        Ok(())
    } else {
        Err(FitError::TooFew(group.name.clone()))
    }
}

fn log_loss(groups: &[Group], likely: &[Vec<f64>]) -> f64 {
    let all = rows(groups, Weighing::Data, |_| true);
    let (mut loss, mut weight) = (0.0, 0.0);
    for (row, likely) in all.iter().zip(likely.iter().flatten()) {
        let likely = likely.clamp(1e-9, 1.0 - 1e-9);
        loss -= row.weight
            * if row.holds {
                likely.ln()
            } else {
                (1.0 - likely).ln()
            };
        weight += row.weight;
    }
    loss / weight
}

/// The weighted mean of each value.
fn usual(rows: &[Row<'_>]) -> [f64; Evidence::COUNT] {
    let total: f64 = rows.iter().map(|row| row.weight).sum();
    let mut sums = [0.0; Evidence::COUNT];
    for row in rows {
        for (sum, value) in sums.iter_mut().zip(row.values) {
            *sum += row.weight / total * value;
        }
    }
    sums
}

fn array(values: &[f64]) -> [f64; Evidence::COUNT] {
    let mut array = [0.0; Evidence::COUNT];
    for (place, value) in array.iter_mut().zip(values) {
        *place = *value;
    }
    array
}

fn fitted_on(scored: &thresholds::Scored<'_>, model: &Model) -> FittedOn {
    let group = scored.group;
    let examples = &group.examples;
    let is_fitted = |e: &&Example| group.is_whole || e.is_seen == [true; 2];
    let (accepted, right) = scored.accepted(model, model.automatic);
    let same = examples.iter().filter(|e| e.is_same).count();
    FittedOn {
        name: group.name.clone(),
        pairs: examples.len(),
        same,
        fitted: examples.iter().filter(is_fitted).count(),
        splits: group.splits.clone(),
        f1: scored.f1(model.review),
        auto_precision: super::figures::share(right, accepted),
        coverage: super::figures::share(right, same).unwrap_or(0.0),
    }
}
