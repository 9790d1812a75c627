//! Batteries and charging.

use super::super::Attribute;
use super::super::scan::{Form, Unit, Value, bare, quantities};
use super::{Fact, MINUTE, WATT, believed, says_no, unit};

const CHARGE: &[Unit] = &[
    unit(&["mah", "milliampere", "mamh"], 1.0, Form::Spaced),
    unit(&["ah"], 1000.0, Form::Small),
];
pub(in super::super) const ENERGY: &[Unit] = &[unit(
    &["wh", "whr", "whrs", "watthours", "wattstunden"],
    1.0,
    Form::Small,
)];
const VOLT: &[Unit] = &[unit(&["v", "volt", "volts"], 1.0, Form::Small)];
const TIME: &[Unit] = &[
    unit(
        &[
            "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "hod", "hodin",
            "hodiny", "godz", "godzin", "heures", "heure", "horas", "hora", "ore", "ora", "uur",
            "saat",
        ],
        1.0,
        Form::Small,
    ),
    unit(
        &[
            "day", "days", "tage", "tag", "dni", "dny", "jours", "dias", "gun",
        ],
        24.0,
        Form::Small,
    ),
    unit(
        &["min", "mins", "minutes", "minuten", "minut", "m"],
        1.0 / 60.0,
        Form::Small,
    ),
];

/// Capacity, and what else stands beside it: voltage, endurance, charging power.
pub(in super::super) fn battery(value: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut take = |attribute: Attribute, units: &[Unit]| {
        let found = quantities(&value.tokens, units);
        let first = found.first()?;
        let read = believed(first, attribute);
        facts.push((attribute, read));
        read
    };
    let mah = take(Attribute::BatteryMah, CHARGE);
    let wh = take(Attribute::BatteryWh, ENERGY);
    if let (Some(mah), None, Some(volts)) = (mah, wh, volts(value)) {
        facts.push((Attribute::BatteryWh, Some(mah * volts / 1000.0)));
    }
    if !facts.is_empty() {
        facts.extend(watts(value));
        return facts;
    }
    if value.unit.as_deref() == Some("wh") {
        let read = bare(value, ENERGY).and_then(|all| all.first().copied());
        return vec![(Attribute::BatteryWh, read)];
    }
    let read = bare(value, CHARGE)
        .and_then(|all| all.into_iter().find(|n| Attribute::BatteryMah.believes(*n)));
    if read.is_none() && (!quantities(&value.tokens, TIME).is_empty() || is_kind_only(value)) {
        return if is_kind_only(value) {
            Vec::new()
        } else {
            hours(value)
        };
    }
    vec![(Attribute::BatteryMah, read)]
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

/// Hours: `12 h 30 min`, `12:30`, `12.5 hours`, `2 days`. The first time counts; units that follow
/// each other add up.
pub(in super::super) fn hours(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::BatteryHours;
    let read = clock(value).or_else(|| {
        let found = quantities(&value.tokens, TIME);
        let Some(first) = found.first() else {
            return bare(value, TIME)?.first().copied();
        };
        let mut end = first.end;
        let mut sum = *first.readings.first()?;
        for next in found.iter().skip(1) {
            if next.start != end {
                break;
            }
            sum += next.readings.first()?;
            end = next.end;
        }
        Some(sum)
    });
    vec![(attribute, read.filter(|h| attribute.believes(*h)))]
}

fn clock(value: &Value) -> Option<f64> {
    value.tokens.windows(3).find_map(|run| {
        let [hours, colon, minutes] = run else {
            return None;
        };
        let whole = hours.number()?.parse::<u16>().ok()?;
        let minutes = minutes.number().filter(|m| m.len() == 2)?;
        let minutes = minutes.parse::<u8>().ok().filter(|m| *m < 60)?;
        colon
            .is_sign(':')
            .then(|| f64::from(whole) + f64::from(minutes) / 60.0)
    })
}

/// Charging power by cable and without, and minutes to 50 %. *Yes* alone says nothing.
pub(in super::super) fn charging(value: &Value) -> Vec<Fact> {
    let facts = watts(value);
    if facts.is_empty()
        && let Some(all) = bare(value, WATT)
    {
        return vec![(Attribute::ChargeWatts, all.first().copied())];
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
        if let Some(first) = quantities(&clause.tokens, WATT).first() {
            add((attribute, believed(first, attribute)));
        } else if attribute == Attribute::WirelessChargeWatts && says_no(&clause) {
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
