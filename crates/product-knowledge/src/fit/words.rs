//! Badge and summary of one product.

use super::{Fit, FitPart, Goal};
use crate::specs::{Attribute, Group, Shown};
use domain::num;

/// Mean utility from which a part of a product stands out.
const STANDS_OUT: f64 = 0.8;
/// Points that have to be known of it.
const ENOUGH_WEIGHT: f64 = 5.0;

/// What stands out in a product, in a few words; from the goal `overall`. `None` without points or
/// when nothing does.
pub fn badge(fit: &Fit) -> Option<&'static str> {
    fit.points?;
    let words = [
        (Group::Battery, "Strong battery"),
        (Group::Camera, "Top camera"),
        (Group::Performance, "Very fast"),
        (Group::Display, "Excellent display"),
        (Group::Size, "Light for its class"),
        (Group::Memory, "Plenty of storage"),
        (Group::Durability, "Built to last"),
    ];
    let mut best: Option<(f64, &'static str)> = None;
    for (group, text) in words {
        let parts = || fit.parts.iter().filter(|p| p.attribute.group() == group);
        let weight: f64 = parts().map(|p| p.weight).sum();
        if weight < ENOUGH_WEIGHT {
            continue;
        }
        let mean = parts().map(|p| p.weight * p.utility).sum::<f64>() / weight;
        if mean >= STANDS_OUT && best.is_none_or(|(most, _)| mean > most) {
            best = Some((mean, text));
        }
    }
    best.map(|(_, text)| text)
}

/// Points that a property has to have to be named in a summary.
const NAMED_WEIGHT: f64 = 3.0;
/// Utility from which a property is a strength, and up to which it is a weakness.
const STRONG: f64 = 0.6;
const WEAK: f64 = 0.4;

/// What a product is strong and weak in, and what its score is made of or why it has none.
///
/// Of the properties with at least 3 points of weight, up to two with a utility of at least 0.6 that
/// bring the most points are its strengths, and up to two with a utility of at most 0.4 that cost the
/// most are its weaknesses.
pub fn summary(fit: &Fit) -> String {
    if fit.parts.is_empty() && fit.missing.is_empty() {
        return format!(
            "No score: {} are compared by price alone.",
            fit.category.plural()
        );
    }
    let Some(points) = fit.points else {
        let missing = listed(fit.missing.iter().take(4).map(|a| a.words().to_owned()));
        return format!(
            "No score: {} % of what counts is stated and 60 % is needed. Not stated: {missing}.",
            percent(fit.coverage)
        );
    };
    let mut text = extremes(fit);
    text += &format!(
        "{} of 100 points for {}, from {} properties that make up {} % of what counts.",
        num::i64_from_f64(points),
        goal_words(fit.goal),
        fit.parts.len(),
        percent(fit.coverage)
    );
    text
}

fn extremes(fit: &Fit) -> String {
    let counts = |p: &&FitPart| p.weight >= NAMED_WEIGHT;
    let mut parts: Vec<&FitPart> = fit.parts.iter().filter(counts).collect();
    parts.sort_by(|a, b| (b.weight * b.utility).total_cmp(&(a.weight * a.utility)));
    let named = |p: &&FitPart| format!("{} ({})", p.attribute.words(), told(p.attribute, p.value));
    let strong = parts.iter().filter(|p| p.utility >= STRONG);
    let strong = listed(strong.take(2).map(named));
    parts.sort_by(|a, b| {
        let lost = |p: &FitPart| p.weight * (1.0 - p.utility);
        lost(b).total_cmp(&lost(a))
    });
    let weak = parts.iter().filter(|p| p.utility <= WEAK);
    let weak = listed(weak.take(2).map(named));
    let mut text = String::new();
    if !strong.is_empty() {
        text += &format!("Strong in {strong}. ");
    }
    if !weak.is_empty() {
        text += &format!("Weak in {weak}. ");
    }
    text
}

/// A share of 0 to 1 as a whole percentage, rounded down; what is a hair below a whole one counts as it.
pub(crate) fn percent(share: f64) -> i64 {
    num::i64_from_f64((share * 100.0 + 1e-6).floor())
}

/// A value with its unit, in English, as [`short`] has it.
pub(crate) fn told(attribute: Attribute, value: f64) -> String {
    short(attribute, value).words()
}

/// A value as it is shown, with large storage in TB: `1 TB`, `1.5 TB`.
pub fn short(attribute: Attribute, value: f64) -> Shown {
    let terabytes = [1024.0, 1000.0].map(|gb| value / gb);
    let even = |tb: &&f64| **tb >= 1.0 && (**tb * 2.0).fract().abs() < 1e-9;
    match terabytes.iter().find(even) {
        Some(tb) if attribute == Attribute::StorageGb => Shown::Measured(tb.to_string(), "TB"),
        Some(_) | None => Shown::of(attribute, value),
    }
}

/// The goal in words that fit behind *for*.
pub(crate) const fn goal_words(goal: Goal) -> &'static str {
    match goal {
        Goal::Overall => "all-round use",
        Goal::BestPrice => "the best price",
        Goal::Travel => "travelling",
        Goal::MaxBattery => "long battery life",
        Goal::Camera => "photos and video",
    }
}

/// Items with commas and a last `and`.
pub(crate) fn listed(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    items.dedup();
    let Some(last) = items.pop() else {
        return String::new();
    };
    if items.is_empty() {
        return last;
    }
    format!("{} and {last}", items.join(", "))
}
