//! Batteries and charging.

use super::super::Attribute;
use super::super::numbers::Form;
use super::super::quantity::{Quantity, Unit, bare, multiplied, quantities};
use super::super::value::Value;
use super::endurance::{hours, states_time};
use super::{Fact, MINUTE, WATT, agreed, believed, one, says_no, unit};

const CHARGE: &[Unit] = &[
    unit(&["mah", "milliampere", "mamh", "mach"], 1.0, Form::Spaced),
    unit(&["ah", "ach"], 1000.0, Form::Small),
];
pub(in super::super) const ENERGY: &[Unit] = &[unit(
    &["wh", "whr", "whrs", "watthours", "wattstunden", "vtch"],
    1.0,
    Form::Small,
)];
const VOLT: &[Unit] = &[unit(&["v", "volt", "volts"], 1.0, Form::Small)];
/// Capacity, and what else stands beside it: voltage, endurance, charging power.
pub(in super::super) fn battery(value: &Value) -> Vec<Fact> {
    let stated = value;
    let value = &value.affirmed();
    let mut facts = Vec::new();
    let mut take = |attribute: Attribute, units: &[Unit]| {
        let fact = capacity(value, attribute, units)?;
        facts.push(fact);
        fact.1
    };
    let mah = take(Attribute::BatteryMah, CHARGE);
    let wh = take(Attribute::BatteryWh, ENERGY);
    if let (Some(mah), None, Some(volts)) = (mah, wh, volts(value)) {
        facts.push((Attribute::BatteryWh, Some(mah * volts / 1000.0)));
    }
    if !facts.is_empty() {
        facts.extend(watts(stated));
        return facts;
    }
    if value.unit.as_deref() == Some("wh") {
        let read = bare(value, ENERGY).and_then(|all| all.first().copied());
        return vec![(Attribute::BatteryWh, read)];
    }
    let read = bare(value, CHARGE)
        .and_then(|all| all.into_iter().find(|n| Attribute::BatteryMah.believes(*n)));
    if read.is_none() && is_kind_only(value) {
        return Vec::new();
    }
    if read.is_none() && states_time(value) {
        return hours(value);
    }
    vec![(Attribute::BatteryMah, read)]
}

/// A capacity; of two that differ little, as the typical and the least one, the first.
fn capacity(value: &Value, attribute: Attribute, units: &[Unit]) -> Option<Fact> {
    let found = quantities(&value.tokens, units);
    let found: Vec<Quantity> = found.iter().map(|q| multiplied(&value.tokens, q)).collect();
    let first = believed(found.first()?, attribute);
    let near = |q: &Quantity| {
        let other = believed(q, attribute);
        q.link.is_none()
            && first
                .zip(other)
                .is_some_and(|(a, b)| (a - b).abs() <= 0.1 * a)
    };
    Some((attribute, first.filter(|_| found.iter().all(near))))
}

/// Says what the battery is made of and no more.
fn is_kind_only(value: &Value) -> bool {
    value.tokens.iter().all(|t| t.number().is_none())
        && value.has(&["li", "lithium", "lipo", "ion"])
}

/// The voltage.
pub(in super::super) fn volts(value: &Value) -> Option<f64> {
    let found = quantities(&value.tokens, VOLT);
    let read = match found.first() {
        Some(quantity) => quantity.readings.clone(),
        None => bare(value, VOLT).filter(|_| found.is_empty())?,
    };
    read.into_iter().find(|v| (1.0..=60.0).contains(v))
}

/// Charging power without a cable, or no.
pub(in super::super) fn wireless(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::WirelessChargeWatts;
    if says_no(value) {
        return vec![(attribute, Some(0.0))];
    }
    let unwired = value.without(&["wired", "cable", "kabel", "reverse"]);
    vec![one(&unwired, attribute, WATT)]
}

/// Charging power by cable and without, and minutes to 50 %. *Yes* alone says nothing.
pub(in super::super) fn charging(value: &Value) -> Vec<Fact> {
    let facts = watts(value);
    if facts.is_empty()
        && let Some(all) = bare(&value.affirmed(), WATT)
    {
        return vec![(Attribute::ChargeWatts, all.first().copied())];
    }
    if facts.is_empty() && !quantities(&value.tokens, WATT).is_empty() {
        return vec![(Attribute::ChargeWatts, None)];
    }
    facts
}

fn watts(value: &Value) -> Vec<Fact> {
    let wireless = [
        "wireless",
        "kabellos",
        "kabelloses",
        "drahtlos",
        "bezdratove",
        "bezdrotove",
        "qi",
        "magsafe",
        "induction",
        "inalambrica",
        "bezprzewodowe",
        "draadloos",
        "kablosuz",
        "simsiz",
    ];
    let mut facts: Vec<Fact> = Vec::new();
    let mut add = |fact: Fact| {
        if !facts.iter().any(|f| f.0 == fact.0) {
            facts.push(fact);
        }
    };
    for clause in value.clauses() {
        let attribute = if clause.has(&["reverse"]) {
            continue;
        } else if clause.has(&wireless) {
            Attribute::WirelessChargeWatts
        } else {
            Attribute::ChargeWatts
        };
        let denied = says_no(&clause);
        let clause = clause.affirmed();
        let found = quantities(&clause.tokens, WATT);
        if !found.is_empty() {
            add((attribute, agreed(&found, attribute)));
        } else if attribute == Attribute::WirelessChargeWatts && denied {
            add((attribute, Some(0.0)));
        }
        if let Some(fact) = half(&clause) {
            add(fact);
        }
    }
    facts
}

/// `50 % in 30 min`.
fn half(clause: &Value) -> Option<Fact> {
    let fifty = clause.tokens.windows(2).any(|run| match run {
        [number, percent] => number.number() == Some("50") && percent.is_sign('%'),
        _ => false,
    });
    let minutes = quantities(&clause.tokens, MINUTE);
    let first = minutes.first().filter(|_| fifty)?;
    let attribute = Attribute::HalfChargeMinutes;
    Some((attribute, believed(first, attribute)))
}
