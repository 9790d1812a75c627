//! Networks, ports, protection and other equipment.

use super::super::Attribute;
use super::super::scan::{Form, Token, Unit, Value, bare, quantities};
use super::{Fact, MEGAPIXEL, WATT, says_no, unit, yes_no};

/// The IP code: digits behind `IP`.
pub(in super::super) fn ip_code(value: &Value) -> Vec<Fact> {
    let digits = |t: Option<&Token>| t.and_then(Token::number)?.parse::<f64>().ok();
    let read = value.tokens.iter().enumerate().find_map(|(at, token)| {
        let next = value.tokens.get(at + 1);
        match token.word() {
            Some("ip") => match value.tokens.get(at + 2).filter(|t| t.glued) {
                Some(x) if x.word() == Some("x") => digits(next).map(|dust| dust * 10.0),
                Some(_) | None => digits(next),
            },
            Some("ipx") => digits(next).filter(|water| *water <= 9.0),
            _ => None,
        }
    });
    let none = || says_no(value).then_some(0.0);
    vec![(Attribute::IpCode, read.or_else(none))]
}

/// The drop class of the EU label.
pub(in super::super) fn drop_class(value: &Value) -> Vec<Fact> {
    let read = value.tokens.iter().find_map(|t| match t.word() {
        Some("a") => Some(5.0),
        Some("b") => Some(4.0),
        Some("c") => Some(3.0),
        Some("d") => Some(2.0),
        Some("e") => Some(1.0),
        _ => None,
    });
    vec![(Attribute::DropClass, read)]
}

/// The newest network that is named.
pub(in super::super) fn network(value: &Value) -> Vec<Fact> {
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
    } else if says_no(value) || value.has(&["wifi"]) {
        Some(0.0)
    } else if yes_no(value).is_some() {
        return Vec::new();
    } else {
        None
    };
    vec![(Attribute::NetworkGeneration, read)]
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
    let mut facts = Vec::new();
    let has_esim = value.has(&["esim"])
        || value.tokens.windows(3).any(|run| {
            matches!(run, [e, dash, sim]
                if e.word() == Some("e") && dash.is_sign('-') && sim.word() == Some("sim"))
        });
    if has_esim {
        facts.push((
            Attribute::Esim,
            Some(if says_no(value) { 0.0 } else { 1.0 }),
        ));
    }
    if value.has(&[
        "dual", "duos", "ds", "dvojita", "doppia", "double", "podwojny", "iki",
    ]) {
        facts.push((Attribute::DualSim, Some(1.0)));
    } else if value.has(&["single"]) && !has_esim {
        facts.push((Attribute::DualSim, Some(0.0)));
    }
    facts
}

/// Charging by USB-C: yes, no, or a power.
pub(in super::super) fn usb_pd(value: &Value) -> Vec<Fact> {
    let watts = quantities(&value.tokens, WATT);
    let read = yes_no(value).or_else(|| (!watts.is_empty()).then_some(1.0));
    vec![(Attribute::UsbPd, read)]
}

/// The kind of charging port.
pub(in super::super) fn charging_port(value: &Value) -> Vec<Fact> {
    let usb = value.has(&["usb"]) && value.has(&["c"]);
    let named = value.tokens.iter().any(|t| t.word().is_some());
    let read = named.then_some(if usb || value.has(&["thunderbolt"]) {
        1.0
    } else {
        0.0
    });
    vec![(Attribute::UsbPd, read)]
}

/// A number of ports, or a list with counts (`2x USB-C, 1x HDMI`).
pub(in super::super) fn ports(value: &Value) -> Vec<Fact> {
    const TIMES: &[Unit] = &[unit(&["x"], 1.0, Form::Small)];
    let stars = value.tokens.windows(2).filter_map(|run| match run {
        [number, star] if star.is_sign('*') => number.number()?.parse::<f64>().ok(),
        _ => None,
    });
    let counted: f64 = quantities(&value.tokens, TIMES)
        .iter()
        .filter_map(|q| q.readings.first())
        .sum::<f64>()
        + stars.sum::<f64>();
    let read = if counted > 0.0 {
        Some(counted)
    } else {
        bare(value, super::COUNT).and_then(|all| all.first().copied())
    };
    vec![(Attribute::Ports, read)]
}

/// A card reader: yes, no, or the cards.
pub(in super::super) fn card_reader(value: &Value) -> Vec<Fact> {
    let cards = value.has(&["sd", "microsd", "sdxc", "sdhc", "cfexpress", "mmc"]);
    let read = yes_no(value).or(cards.then_some(1.0));
    vec![(Attribute::CardReader, read)]
}

/// An ultra-wide camera: yes, no, or its megapixels.
pub(in super::super) fn wide(value: &Value) -> Vec<Fact> {
    let stated = !quantities(&value.tokens, MEGAPIXEL).is_empty();
    let read = yes_no(value).or(stated.then_some(1.0));
    vec![(Attribute::Ultrawide, read)]
}

/// Years of updates; of several the longest.
pub(in super::super) fn updates(value: &Value) -> Vec<Fact> {
    const YEAR: &[Unit] = &[
        unit(
            &[
                "years", "year", "yrs", "jahre", "jahr", "let", "roky", "rokov", "lat", "lata",
                "ans", "anos", "anni", "jaar", "yil", "il",
            ],
            1.0,
            Form::Small,
        ),
        unit(&["months", "monate", "mesicu"], 1.0 / 12.0, Form::Small),
    ];
    let found = quantities(&value.tokens, YEAR);
    let years = found.iter().filter_map(|q| q.readings.first().copied());
    let read = match years.max_by(f64::total_cmp) {
        Some(years) => Some(years),
        None => bare(value, YEAR).and_then(|all| all.first().copied()),
    };
    vec![(Attribute::UpdateYears, read)]
}
