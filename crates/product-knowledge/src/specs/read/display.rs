//! Screens and sizes.

use super::super::Attribute;
use super::super::numbers::{Form, readings};
use super::super::quantity::{Unit, bare, quantities};
use super::super::scan::Token;
use super::super::value::Value;
use super::{Fact, HERTZ, NIT, agreed, unit};
use crate::words::lists::values::{OTHER_SCREENS, STATES};

const DIAGONAL: &[Unit] = &[
    unit(
        &[
            "\"", "in", "inch", "inches", "zoll", "palcu", "palce", "palcov", "pouces", "pouce",
            "pulgadas", "pollici", "cala", "cali", "inc", "dyum", "duym",
        ],
        1.0,
        Form::Small,
    ),
    unit(&["cm"], 1.0 / 2.54, Form::Small),
    unit(&["mm"], 1.0 / 25.4, Form::Small),
];
const PERCENT: &[Unit] = &[unit(&["%", "percent", "prozent"], 1.0, Form::Small)];

/// The screen: diagonal, resolution, refresh rate, brightness.
pub(in super::super) fn display(value: &Value) -> Vec<Fact> {
    let states_number = value.has_number();
    let value = &value.affirmed().without(&OTHER_SCREENS);
    let mut facts = Vec::new();
    let mut take = |attribute: Attribute, units: &[Unit]| {
        let mut found = quantities(&value.tokens, units);
        found.retain(|q| q.link != Some('x'));
        let read = agreed(&found, attribute);
        facts.extend(found.first().map(|_| (attribute, read)));
    };
    take(Attribute::ScreenInches, DIAGONAL);
    take(Attribute::RefreshHz, HERTZ);
    take(Attribute::BrightnessNits, NIT);
    facts.extend(resolution_of(&value.tokens).map(|px| (Attribute::DisplayPixels, Some(px))));
    if facts.is_empty() {
        let read = bare(value, DIAGONAL).and_then(|all| all.first().copied());
        if states_number {
            facts.push((Attribute::ScreenInches, read));
        }
    }
    facts
}

/// The resolution.
pub(in super::super) fn resolution(value: &Value) -> Vec<Fact> {
    let main = value.affirmed().without(&OTHER_SCREENS);
    vec![(Attribute::DisplayPixels, resolution_of(&main.tokens))]
}

/// Width × height, or a name for it.
pub(in super::super) fn resolution_of(tokens: &[Token]) -> Option<f64> {
    let frame = |(a, b): (f64, f64)| a.min(b) >= 20.0 && a.max(b) <= 16_000.0;
    let pair = (0..tokens.len())
        .filter_map(|at| pair_at(tokens, at))
        .find(|p| frame(*p));
    if let Some((a, b)) = pair {
        return Some(a * b);
    }
    let has = |word: &str| tokens.iter().any(|t| t.word() == Some(word));
    let four_k = tokens
        .windows(2)
        .any(|run| matches!(run, [n, k] if n.number() == Some("4") && k.word() == Some("k")));
    if four_k || has("uhd") {
        Some(3840.0 * 2160.0)
    } else if has("wqhd") || has("qhd") {
        Some(2560.0 * 1440.0)
    } else if has("wuxga") {
        Some(1920.0 * 1200.0)
    } else if has("fhd") || has("fullhd") || (has("full") && has("hd")) {
        Some(1920.0 * 1080.0)
    } else {
        None
    }
}

/// Two numbers with a cross between them.
pub(in super::super) fn pair_at(tokens: &[Token], at: usize) -> Option<(f64, f64)> {
    let number = |at: usize| {
        let all = readings(tokens.get(at)?.number()?, Form::Large);
        all.first().copied()
    };
    let is_cross = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|t| t.word() == Some("x") || t.is_sign('*'))
    };
    is_cross(at + 1)
        .then(|| number(at).zip(number(at + 2)))
        .flatten()
}

/// Share of sRGB; of other colour spaces it is not comparable.
pub(in super::super) fn gamut(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::GamutPercent;
    let srgb = value
        .affirmed()
        .clauses()
        .into_iter()
        .find(|c| c.has(&["srgb"]));
    let other = value.has(&["dci", "p", "ntsc", "adobe", "adobergb"]);
    let value = &value.affirmed();
    let about = match srgb {
        Some(clause) => clause,
        None if other => return vec![(attribute, None)],
        None => value.clone(),
    };
    let found = quantities(&about.tokens, PERCENT);
    let read = match found.as_slice() {
        [_, ..] => agreed(&found, attribute),
        [] => bare(&about, PERCENT).and_then(|all| all.first().copied()),
    };
    vec![(attribute, read)]
}

/// Three edges, the longest, the middle and the shortest one.
pub(in super::super) fn dimensions(value: &Value) -> Vec<Fact> {
    let unit = |word: &str| match word {
        "mm" => Some(1.0),
        "cm" => Some(10.0),
        "in" | "inch" | "inches" | "zoll" => Some(25.4),
        _ => None,
    };
    let mut numbers = Vec::new();
    let mut factor = None;
    let value = &value.affirmed();
    if value.has(&STATES) {
        return vec![(Attribute::LengthMm, None)];
    }
    for token in &value.tokens {
        if let Some(number) = token.number().filter(|_| numbers.len() < 3) {
            numbers.extend(readings(number, Form::Small).first());
        }
        if token.is_sign('"') && !numbers.is_empty() {
            factor = factor.or(Some(25.4));
        }
        if let Some(found) = token.word().and_then(unit) {
            factor = factor.or(Some(found));
        }
        if numbers.len() == 3 && factor.is_some() {
            break;
        }
    }
    let factor = factor
        .or_else(|| value.unit.as_deref().and_then(unit))
        .unwrap_or(1.0);
    numbers.sort_by(f64::total_cmp);
    match numbers.as_slice() {
        [short, middle, long] => vec![
            (Attribute::ThicknessMm, Some(short * factor)),
            (Attribute::WidthMm, Some(middle * factor)),
            (Attribute::LengthMm, Some(long * factor)),
        ],
        _ => vec![(Attribute::LengthMm, None)],
    }
}
