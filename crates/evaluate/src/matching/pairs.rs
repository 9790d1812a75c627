//! Measuring on labelled pairs.

use std::collections::BTreeSet;

use product_knowledge::matching::{Model, Weighed};

use super::data::{DataError, Pair, Part, Prepared, SEEN, UNSEEN};
use super::examples::{Index, weighed};
use super::figures::{Judged, MatchFigures, share};

pub(super) fn measure(
    prepared: &Prepared,
    pairs: &[Pair],
    model: &Model,
    part: &Part,
) -> Result<MatchFigures, DataError> {
    let chosen = chosen(prepared, pairs, part)?;
    let weighed = weighed(prepared);
    let judged: Vec<Judged> = chosen
        .iter()
        .filter_map(|pair| judged(&weighed, pair, model))
        .collect();
    let same = chosen.iter().filter(|pair| pair.is_same).count();
    let mut figures = MatchFigures::of_pairs(&judged, model.review, same);
    let index = Index::of(&prepared.subjects, &prepared.lexicon);
    let found = chosen
        .iter()
        .filter(|pair| pair.is_same && index.meet(pair.left, pair.right))
        .count();
    figures.blocking_recall = share(found, same).unwrap_or(0.0);
    figures.keys_per_product = index.keys_per_product();
    Ok(figures)
}

fn judged(weighed: &[Weighed<'_>], pair: &Pair, model: &Model) -> Option<Judged> {
    let (left, right) = (weighed.get(pair.left)?, weighed.get(pair.right)?);
    let judgement = model.judge_closely(left, right);
    Some(Judged {
        confidence: judgement.confidence,
        is_same: pair.is_same,
        is_automatic: model.is_automatic(&judgement),
    })
}

/// The splits that the pairs name, in order.
pub(super) fn splits(pairs: &[Pair]) -> BTreeSet<&str> {
    pairs.iter().map(|pair| pair.split.as_str()).collect()
}

/// The pairs of a part.
pub(super) fn chosen<'a>(
    prepared: &Prepared,
    pairs: &'a [Pair],
    part: &Part,
) -> Result<Vec<&'a Pair>, DataError> {
    let Part::Split(wanted) = part else {
        return Ok(pairs.iter().collect());
    };
    let splits = splits(pairs);
    let both_seen = |pair: &Pair| {
        let is_seen = |place: usize| prepared.is_seen.get(place) == Some(&true);
        is_seen(pair.left) && is_seen(pair.right)
    };
    let chosen: Vec<&Pair> = match wanted.as_str() {
        name if splits.contains(name) => pairs.iter().filter(|p| p.split == name).collect(),
        SEEN => pairs.iter().filter(|p| both_seen(p)).collect(),
        UNSEEN => pairs.iter().filter(|p| !both_seen(p)).collect(),
        _ => Vec::new(),
    };
    if chosen.is_empty() {
        let there: Vec<&str> = splits.into_iter().chain([SEEN, UNSEEN]).collect();
        return Err(DataError::UnknownSplit {
            wanted: wanted.clone(),
            there: there.join(", "),
        });
    }
    Ok(chosen)
}
