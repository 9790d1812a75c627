//! The decision.

use super::{
    Candidate, CompareError, Compared, Comparison, MIN_MARGIN, Outcome, PRICE_SHARE, PRODUCTS,
    TieReason,
};
use crate::fit::{Criterion, Fit, Goal, Scales, criteria};
use crate::specs::Attribute;
use domain::money::Amount;
use domain::num;

pub(super) fn compare(
    goal: Goal,
    candidates: Vec<Candidate>,
    scales: &Scales,
) -> Result<Comparison, CompareError> {
    let category = checked(&candidates)?;
    let by_price = goal == Goal::BestPrice || !category.has_weights();
    let price_share = if by_price { 1.0 } else { PRICE_SHARE };
    let cheapest = candidates.iter().map(|c| c.price).min();
    let cheapest = cheapest.unwrap_or(Amount::ZERO);
    let products: Vec<Compared> = candidates
        .into_iter()
        .map(|candidate| {
            let fit = Fit::of(goal, category, &candidate.measured, scales);
            let value_utility = value(candidate.price, cheapest);
            let score = if by_price {
                Some(100.0 * value_utility)
            } else {
                fit.points.map(|fit| blend(fit, value_utility))
            };
            Compared {
                candidate,
                fit,
                value_utility,
                score,
            }
        })
        .collect();
    let shared = if by_price {
        Vec::new()
    } else {
        shared(goal, &products)
    };
    let outcome = outcome(&products, |products| {
        (!by_price).then(|| common_scores(&shared, products, scales))
    });
    Ok(Comparison {
        goal,
        category,
        products,
        outcome,
        price_share,
        common: attributes(&shared),
        scale_version: scales.version(),
    })
}

fn checked(candidates: &[Candidate]) -> Result<crate::comparable::Category, CompareError> {
    let count = CompareError::Count(candidates.len());
    if !PRODUCTS.contains(&candidates.len()) {
        return Err(count);
    }
    let first = candidates.first().ok_or(count)?;
    for (place, candidate) in candidates.iter().enumerate() {
        if candidate.category != first.category {
            return Err(CompareError::Categories(first.category, candidate.category));
        }
        if candidates.iter().take(place).any(|c| c.id == candidate.id) {
            return Err(CompareError::Twice(candidate.id.clone()));
        }
    }
    Ok(first.category)
}

/// 1 at the cheapest, falling evenly to 0 at twice its price.
fn value(price: Amount, cheapest: Amount) -> f64 {
    let (price, cheapest) = (
        num::f64_from_i64(price.minor()),
        num::f64_from_i64(cheapest.minor()),
    );
    if cheapest <= 0.0 {
        return if price <= 0.0 { 1.0 } else { 0.0 };
    }
    1.0 - ((price - cheapest) / cheapest).clamp(0.0, 1.0)
}

fn blend(fit: f64, value: f64) -> f64 {
    100.0 * ((1.0 - PRICE_SHARE) * fit / 100.0 + PRICE_SHARE * value)
}

/// The criteria that all products can be judged by, each by a property that all state.
fn shared(goal: Goal, products: &[Compared]) -> Vec<Criterion> {
    let measured: Vec<_> = products.iter().map(|p| &p.candidate.measured).collect();
    let Some(category) = products.first().map(|p| p.candidate.category) else {
        return Vec::new();
    };
    let has_lab = measured
        .iter()
        .all(|m| m.get(Attribute::LabCamera).is_some());
    criteria(goal, category, has_lab)
        .iter()
        .filter_map(|criterion| criterion.shared(&measured))
        .collect()
}

fn attributes(shared: &[Criterion]) -> Vec<Attribute> {
    let mut common = Vec::new();
    for measure in shared.iter().filter_map(|c| c.any.first()) {
        if !common.contains(&measure.attribute) {
            common.push(measure.attribute);
        }
    }
    common
}

/// The scores when only what all products state counts; empty when that is nothing.
fn common_scores(shared: &[Criterion], products: &[Compared], scales: &Scales) -> Vec<f64> {
    if shared.is_empty() {
        return Vec::new();
    }
    let score = |product: &Compared| {
        let Fit { goal, category, .. } = product.fit;
        let fit = Fit::by(shared, goal, category, &product.candidate.measured, scales);
        blend(fit.points.unwrap_or(0.0), product.value_utility)
    };
    products.iter().map(score).collect()
}

fn outcome(products: &[Compared], common: impl FnOnce(&[Compared]) -> Option<Vec<f64>>) -> Outcome {
    let unscored = |(place, p): (usize, &Compared)| p.score.is_none().then_some(place);
    let places: Vec<usize> = products.iter().enumerate().filter_map(unscored).collect();
    let mut order: Vec<(usize, f64)> = products
        .iter()
        .enumerate()
        .filter_map(|(place, p)| Some((place, p.score?)))
        .collect();
    let price = |place: usize| products.get(place).map(|p| p.candidate.price);
    order.sort_by(|a, b| {
        b.1.total_cmp(&a.1)
            .then_with(|| price(a.0).cmp(&price(b.0)))
    });
    let (Some(&(first, most)), Some(&(second, next)), true) =
        (order.first(), order.get(1), places.is_empty())
    else {
        return Outcome::NotEnoughData { places };
    };
    let margin = most - next;
    let reason = if margin < MIN_MARGIN - 1e-9 {
        Some(TieReason::Close { margin })
    } else {
        let on_common = || common(products).and_then(|scores| against(&scores, first));
        unequal(products).or_else(on_common)
    };
    match reason {
        Some(reason) => Outcome::Tie {
            first,
            second,
            reason,
        },
        None => Outcome::Winner {
            place: first,
            second,
            margin,
        },
    }
}

/// What speaks against the leader on common ground.
fn against(scores: &[f64], first: usize) -> Option<TieReason> {
    let Some(own) = scores.get(first) else {
        return Some(TieReason::NothingCommon);
    };
    let others = scores
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != first);
    let (next, most) = others.max_by(|a, b| a.1.total_cmp(b.1))?;
    if *most > own + 1e-9 {
        Some(TieReason::BehindOnCommon { ahead: next })
    } else if own - most < MIN_MARGIN - 1e-9 {
        Some(TieReason::CloseOnCommon { next })
    } else {
        None
    }
}

/// Points of a criterion from which on it decides the goal.
const DECIDES: f64 = 45.0;

/// Whether what decides the goal is stated for some, while others are judged by its stand-in.
fn unequal(products: &[Compared]) -> Option<TieReason> {
    let first = products.first()?;
    let criteria = criteria(first.fit.goal, first.fit.category, false);
    let decides = criteria.iter().filter(|c| c.weight >= DECIDES);
    let measures = decides.filter_map(|c| Some(c.any.first()?.attribute));
    let states = |p: &Compared, a: Attribute| p.candidate.measured.get(a).is_some();
    measures
        .filter(|a| products.iter().any(|p| states(p, *a)))
        .find(|a| !products.iter().all(|p| states(p, *a)))
        .map(|measured| TieReason::UnequalMeasure { measured })
}
