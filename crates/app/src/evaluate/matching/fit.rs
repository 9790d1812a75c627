//! Fitting the model.
//!
//! Products are halved by their ids. Weights are fitted on pairs within the one half; every pair that a split names is
//! fitted on too, but for the split that is kept apart. Calibration and thresholds come from cross-fitting: each half is
//! judged by weights that were fitted on the other.

mod thresholds;

use std::collections::BTreeSet;

use domain::matching::{Evidence, Model};
use domain::num::f64_from_usize as float;
use thiserror::Error;

use super::clusters::Field;
use super::data::{DataError, LabelledOffers, Pair, Prepared, Truth};
use super::examples::{Example, weighed};
use super::pairs::splits;
use super::regression::{Row, likelihood, regress, score};

/// What share of a group's weight its true pairs have.
const TRUE_SHARE: f64 = 0.25;
/// By how much the likeliest product has to exceed the second.
const MARGIN: f64 = 2.0;

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
}

/// Fits one model to all of the data, each with the same weight. The split `kept`, where data has it, is left out
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
    let halves = [true, false].map(|seen| {
        regress(
            &rows(&groups, |e| e.is_seen == (seen, seen)),
            Evidence::COUNT,
        )
    });
    let final_rows = final_rows(&groups);
    let weights = regress(&final_rows, Evidence::COUNT);
    let scores: Vec<Vec<f64>> = groups.iter().map(|group| crossed(group, &halves)).collect();
    let (slope, offset) = calibrated(&groups, &scores);
    let mut model = Model {
        bias: weights.first().copied().unwrap_or(0.0),
        weights: array(weights.get(1..).unwrap_or_default()),
        usual: usual(&final_rows),
        slope,
        offset,
        margin: MARGIN,
        ..Model::default()
    };
    let crossed: Vec<thresholds::Scored<'_>> = groups
        .iter()
        .zip(&scores)
        .map(|(group, scores)| thresholds::Scored { group, scores })
        .collect();
    thresholds::set(&mut model, &crossed);
    let on = crossed
        .iter()
        .map(|scored| fitted_on(scored, &model))
        .collect();
    Ok(Fitted {
        log_loss: log_loss(&groups, &scores, &model),
        on,
        model,
    })
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
            let is_seen = (is_seen(pair.left), is_seen(pair.right));
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
    }
}

fn check(group: &Group) -> Result<(), FitError> {
    let has = |seen: bool, same: bool| {
        let mut examples = group.examples.iter();
        examples.any(|e| e.is_seen == (seen, seen) && e.is_same == same)
    };
    let kinds = [(true, true), (true, false), (false, true), (false, false)];
    if kinds.iter().all(|(seen, same)| has(*seen, *same)) {
        Ok(())
    } else {
        Err(FitError::TooFew(group.name.clone()))
    }
}

/// Rows of equal weight for each group; within it the true pairs have their share.
fn rows(groups: &[Group], is_taken: impl Fn(&Example) -> bool) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for group in groups {
        rows.extend(group_rows(group, &is_taken));
    }
    rows
}

fn group_rows(group: &Group, is_taken: impl Fn(&Example) -> bool) -> Vec<Row<'_>> {
    let taken: Vec<&Example> = group.examples.iter().filter(|e| is_taken(e)).collect();
    let same = taken.iter().filter(|e| e.is_same).count();
    let weight = |is_same: bool| {
        let (share, count) = if is_same {
            (TRUE_SHARE, same)
        } else {
            (1.0 - TRUE_SHARE, taken.len() - same)
        };
        share / float(count.max(1))
    };
    taken
        .iter()
        .map(|e| Row {
            values: &e.values,
            holds: e.is_same,
            weight: weight(e.is_same),
        })
        .collect()
}

fn final_rows(groups: &[Group]) -> Vec<Row<'_>> {
    let of = |group| {
        group_rows(group, |e: &Example| {
            group.is_whole || e.is_seen == (true, true)
        })
    };
    groups.iter().flat_map(of).collect()
}

/// The score of each pair by weights that did not see the product of its first side.
fn crossed(group: &Group, halves: &[Vec<f64>; 2]) -> Vec<f64> {
    let [seen, unseen] = halves;
    let by = |e: &Example| if e.is_seen.0 { unseen } else { seen };
    let examples = group.examples.iter();
    examples.map(|e| score(by(e), &e.values)).collect()
}

fn calibrated(groups: &[Group], scores: &[Vec<f64>]) -> (f64, f64) {
    let all = rows(groups, |_| true);
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

fn log_loss(groups: &[Group], scores: &[Vec<f64>], model: &Model) -> f64 {
    let all = rows(groups, |_| true);
    let (mut loss, mut weight) = (0.0, 0.0);
    for (row, score) in all.iter().zip(scores.iter().flatten()) {
        let likely = likelihood(&[model.offset, model.slope], &[*score]).clamp(1e-9, 1.0 - 1e-9);
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
    let is_fitted = |e: &&Example| group.is_whole || e.is_seen == (true, true);
    let (accepted, right) = scored.accepted(model, model.automatic);
    let same = examples.iter().filter(|e| e.is_same).count();
    FittedOn {
        name: group.name.clone(),
        pairs: examples.len(),
        same,
        fitted: examples.iter().filter(is_fitted).count(),
        splits: group.splits.clone(),
        f1: scored.f1(model, model.review),
        auto_precision: super::figures::share(right, accepted),
        coverage: super::figures::share(right, same).unwrap_or(0.0),
    }
}
