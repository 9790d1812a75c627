//! Mobile networks and SIMs.

use super::super::Attribute;
use super::super::numbers::Form;
use super::super::quantity::{Unit, bare, quantities};
use super::super::value::Value;
use super::{Fact, mention, unit, yes_no};
use crate::words::lists::values::DUAL;

/// The newest network that is named.
pub(in super::super) fn network(stated: &Value) -> Vec<Fact> {
    let value = &stated.affirmed();
    let code = match value.tokens.as_slice() {
        [one] => one.number().and_then(|n| n.parse().ok()),
        _ => None,
    };
    let generation = |n: &str| {
        value
            .tokens
            .windows(2)
            .any(|run| matches!(run, [a, g] if a.number() == Some(n) && g.word() == Some("g")))
    };
    let read = if generation("5") {
        Some(5.0)
    } else if generation("4") || value.has(&["lte"]) {
        Some(4.0)
    } else if generation("3") || value.has(&["umts", "hspa"]) {
        Some(3.0)
    } else if generation("2") || value.has(&["gsm"]) {
        Some(2.0)
    } else if yes_no(stated) == Some(0.0) || is_dash(stated) || value.has(&["wifi"]) {
        Some(0.0)
    } else if yes_no(stated).is_some() {
        return Vec::new();
    } else {
        code.filter(|g| (2.0..=6.0).contains(g))
    };
    vec![(Attribute::NetworkGeneration, read)]
}

fn is_dash(value: &Value) -> bool {
    value.tokens.iter().all(|t| t.is_sign('-'))
}

/// A label that names 5G: *no* leaves open what there is.
pub(in super::super) fn five_g(value: &Value) -> Vec<Fact> {
    generation(value, 5.0)
}

/// A label that names LTE.
pub(in super::super) fn lte(value: &Value) -> Vec<Fact> {
    generation(value, 4.0)
}

fn generation(value: &Value, newest: f64) -> Vec<Fact> {
    match yes_no(value) {
        Some(yes) if yes > 0.0 => vec![(Attribute::NetworkGeneration, Some(newest))],
        Some(_) => Vec::new(),
        None => network(value),
    }
}

/// Kinds and number of SIMs.
pub(in super::super) fn sim(value: &Value) -> Vec<Fact> {
    let esim = mention(value, Attribute::Esim, &["esim"]);
    let single = || {
        let plain = esim.is_none() && value.affirmed().has(&["single"]);
        plain.then_some((Attribute::DualSim, Some(0.0)))
    };
    let dual = mention(value, Attribute::DualSim, &DUAL).or_else(single);
    esim.into_iter().chain(dual).collect()
}

/// A number of SIM cards: two are dual SIM; one leaves open whether there is an eSIM beside it.
pub(in super::super) fn sim_count(value: &Value) -> Vec<Fact> {
    const SIM: &[Unit] = &[unit(
        &["sim", "sims", "slots", "cards", "x"],
        1.0,
        Form::Small,
    )];
    let named = sim(value);
    if !named.is_empty() {
        return named;
    }
    let affirmed = value.affirmed();
    let count = match quantities(&affirmed.tokens, SIM).as_slice() {
        [] => bare(&affirmed, SIM).and_then(|all| all.first().copied()),
        [only] => only.readings.first().copied(),
        _ => None,
    };
    match count {
        Some(count) if (count - 1.0).abs() < 1e-9 => Vec::new(),
        Some(count) if (2.0..=4.0).contains(&count) => vec![(Attribute::DualSim, Some(1.0))],
        Some(_) | None => vec![(Attribute::DualSim, None)],
    }
}
