//! Ports, protection and other equipment.

use super::super::Attribute;
use super::super::numbers::Form;
use super::super::quantity::{Unit, bare, quantities};
use super::super::scan::{Token, ends_clause};
use super::super::value::Value;
use super::{Fact, NANOMETRE, WATT, agreed, mention, says_no, unit, yes_no};
use crate::words::lists::values::{NO_PORTS, PORTS};

/// The IP code: two digits behind `IP`, one of which may be an X. Codes for dust and for water
/// complete each other (`IP6X/IPX8`); of several for water the highest counts.
pub(in super::super) fn ip_code(value: &Value) -> Vec<Fact> {
    let affirmed = value.affirmed();
    let tokens = &affirmed.tokens;
    let codes: Option<Vec<(Option<f64>, Option<f64>)>> = (0..tokens.len())
        .filter(|at| matches!(tokens.get(*at).and_then(Token::word), Some("ip" | "ipx")))
        .map(|at| code_at(tokens, at))
        .collect();
    let read = codes.filter(|c| !c.is_empty()).and_then(|codes| {
        let dust: Vec<f64> = codes.iter().filter_map(|c| c.0).collect();
        let first = dust.first().copied().unwrap_or_default();
        let water = codes.iter().filter_map(|c| c.1).max_by(f64::total_cmp);
        let same = dust.iter().all(|d| (d - first).abs() < 1e-9);
        same.then_some(first * 10.0 + water.unwrap_or_default())
    });
    let named = tokens
        .iter()
        .any(|t| t.word() == Some("ip") || t.word() == Some("ipx"));
    let mixed = mention(value, Attribute::IpCode, &["ip", "ipx"]).is_some_and(|f| f.1.is_none());
    let none = says_no(value) && !named;
    let read = read.filter(|_| !mixed);
    vec![(Attribute::IpCode, read.or(none.then_some(0.0)))]
}

/// The digits for dust and water behind the word `ip` or `ipx` at a place.
fn code_at(tokens: &[Token], at: usize) -> Option<(Option<f64>, Option<f64>)> {
    let dash = usize::from(tokens.get(at + 1).is_some_and(|t| t.is_sign('-')));
    let number = tokens.get(at + 1 + dash)?.number()?;
    let behind = tokens.get(at + 2 + dash);
    let glued_x = behind.is_some_and(|t| t.glued && t.word() == Some("x"));
    let joined = behind.is_some_and(|t| t.is_sign('/') && t.glued)
        && tokens
            .get(at + 3 + dash)
            .is_some_and(|t| t.number().is_some());
    let mut digits = number.chars().map(|c| c.to_digit(10).map(f64::from));
    let (first, second) = (digits.next()??, digits.next());
    let is_x = tokens.get(at).and_then(Token::word) == Some("ipx");
    match (second, digits.next()) {
        _ if joined => None,
        (None, None) if is_x => Some((None, Some(first))),
        (None, None) if glued_x && first <= 6.0 => Some((Some(first), None)),
        (Some(Some(water)), None) if !is_x && first <= 6.0 => Some((Some(first), Some(water))),
        (_, _) => None,
    }
}

/// The drop class of the EU label.
pub(in super::super) fn drop_class(value: &Value) -> Vec<Fact> {
    let class = |t: &Token| match t.word() {
        Some("a") => Some(5.0),
        Some("b") => Some(4.0),
        Some("c") => Some(3.0),
        Some("d") => Some(2.0),
        Some("e") => Some(1.0),
        _ => None,
    };
    let affirmed = value.affirmed();
    let named: Vec<f64> = affirmed.tokens.iter().filter_map(class).collect();
    let read = match named.as_slice() {
        [only] => Some(*only),
        _ => None,
    };
    vec![(Attribute::DropClass, read)]
}

/// The structure size, where a text about the processor states it.
pub(in super::super) fn chip(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::ChipNm;
    let affirmed = value.affirmed();
    let found = quantities(&affirmed.tokens, NANOMETRE);
    if found.is_empty() && value.unit.as_deref() != Some("nm") {
        return Vec::new();
    }
    let plain = || bare(&affirmed, NANOMETRE)?.first().copied();
    let read = agreed(&found, attribute).or_else(plain);
    vec![(attribute, read)]
}

/// Charging by USB-C: yes, no, or a power.
pub(in super::super) fn usb_pd(value: &Value) -> Vec<Fact> {
    let watts = quantities(&value.affirmed().tokens, WATT);
    let read = yes_no(value).or_else(|| (!watts.is_empty()).then_some(1.0));
    vec![(Attribute::UsbPd, read)]
}

/// The kind of charging port.
pub(in super::super) fn charging_port(value: &Value) -> Vec<Fact> {
    let affirmed = value.affirmed();
    let usb = affirmed.has(&["usb"]) && affirmed.has(&["c"]);
    let named = affirmed.tokens.iter().any(|t| t.word().is_some());
    let denied = says_no(value) && value.has(&["usb"]) && value.has(&["c"]);
    let read = if usb || affirmed.has(&["thunderbolt"]) {
        Some(1.0)
    } else {
        (named || denied).then_some(0.0)
    };
    vec![(Attribute::UsbPd, read)]
}

/// A number of ports, or a list: a named port without a count is one (`2x USB-C, HDMI`). What
/// stands in brackets explains.
pub(in super::super) fn ports(value: &Value) -> Vec<Fact> {
    let value = without_brackets(&value.affirmed());
    let plain = || bare(&value, super::COUNT).and_then(|all| all.first().copied());
    let and = |t: &Token| ends_clause(t) || matches!(t.word(), Some("and" | "und" | "et" | "y"));
    let counts: Option<Vec<f64>> = value
        .tokens
        .split(and)
        .filter(|clause| !clause.is_empty())
        .map(port_count)
        .collect();
    let listed = counts.map(|all| all.iter().sum()).filter(|sum| *sum > 0.0);
    vec![(Attribute::Ports, plain().or(listed))]
}

fn without_brackets(value: &Value) -> Value {
    let mut depth = 0_u32;
    let outside = |token: &&Token| {
        if token.is_sign('(') {
            depth += 1;
        }
        let outside = depth == 0;
        if token.is_sign(')') {
            depth = depth.saturating_sub(1);
        }
        outside
    };
    value.with(value.tokens.iter().filter(outside).cloned().collect())
}

/// How many ports a clause of a list states; `None` for what is not known to be one.
fn port_count(clause: &[Token]) -> Option<f64> {
    let named = |words: &[&str]| {
        clause
            .iter()
            .any(|t| t.word().is_some_and(|w| words.contains(&w)))
    };
    let whole = |t: Option<&Token>| {
        let count: f64 = t?.number()?.parse().ok()?;
        Some(count).filter(|c| c.fract() == 0.0)
    };
    let times = |t: Option<&Token>| t.is_some_and(|t| t.word() == Some("x") || t.is_sign('*'));
    let leading = whole(clause.first());
    let last = clause.len().checked_sub(1)?;
    let trailing = last
        .checked_sub(1)
        .filter(|at| *at > 0 && times(clause.get(*at)));
    let next_is_port = clause
        .get(1)
        .and_then(Token::word)
        .is_some_and(|w| PORTS.contains(&w));
    if leading.is_some() && (times(clause.get(1)) || next_is_port) {
        return leading;
    }
    if trailing.is_some() {
        return whole(clause.get(last));
    }
    if named(&PORTS) {
        return Some(1.0);
    }
    named(&NO_PORTS).then_some(0.0)
}

/// A card reader: yes, no, or the cards.
pub(in super::super) fn card_reader(value: &Value) -> Vec<Fact> {
    let cards = ["sd", "microsd", "sdxc", "sdhc", "cfexpress", "mmc"];
    let named = || mention(value, Attribute::CardReader, &cards)?.1;
    let read = yes_no(value).or_else(named);
    vec![(Attribute::CardReader, read)]
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
    let value = &value.affirmed();
    let found = quantities(&value.tokens, YEAR);
    let alone = found.iter().filter(|q| q.link.is_none());
    let years = alone.filter_map(|q| q.readings.first().copied());
    let read = match years.max_by(f64::total_cmp) {
        Some(years) => Some(years),
        None => bare(value, YEAR).and_then(|all| all.first().copied()),
    };
    vec![(Attribute::UpdateYears, read)]
}
