//! Numbers with units.

use super::numbers::{Form, readings};
use super::scan::{Piece, Token};
use super::value::Value;
use crate::words::lists::values::AROUND_A_NUMBER;

/// A unit under its names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub names: &'static [&'static str],
    /// Into the unit of the property.
    pub factor: f64,
    pub form: Form,
}

/// A number with a unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// What it may mean, likeliest first, in the unit of the property.
    pub readings: Vec<f64>,
    /// Place of the number's first token.
    pub start: usize,
    /// Place behind the unit's last token.
    pub end: usize,
    /// The factor of its unit.
    pub factor: f64,
    /// The sign between it and a number before it: `/`, `-`, `+`, `x`, or `,` in a row of numbers.
    pub link: Option<char>,
}

/// The unit that begins at a place: its text and the place behind it.
fn unit_at(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let token = tokens.get(at)?;
    match &token.piece {
        Piece::Word(word) => Some((word.clone(), at + 1)),
        Piece::Sign('"') => Some(("\"".to_owned(), at + 1)),
        Piece::Sign('%') => Some(("%".to_owned(), at + 1)),
        Piece::Sign('\'') if tokens.get(at + 1).is_some_and(|t| t.is_sign('\'')) => {
            Some(("\"".to_owned(), at + 2))
        }
        Piece::Sign('-') if tokens.get(at + 1).is_some_and(|t| t.word().is_some()) => {
            unit_at(tokens, at + 1)
        }
        Piece::Sign(_) | Piece::Number(_) => None,
    }
}

/// All numbers that one of the units follows.
pub(super) fn quantities(tokens: &[Token], units: &[Unit]) -> Vec<Quantity> {
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let Some(number) = token.number() else {
            continue;
        };
        let Some((name, end)) = unit_at(tokens, place + 1) else {
            continue;
        };
        let Some(unit) = units.iter().find(|u| u.names.contains(&name.as_str())) else {
            continue;
        };
        let mut all = Vec::new();
        let mut start = place;
        if unit.form == Form::Spaced
            && let Some(head) = thousands_before(tokens, place, number)
        {
            all.extend(readings(&format!("{head}{number}"), Form::Small));
            start = place - 1;
        }
        all.extend(readings(number, unit.form));
        found.push(Quantity {
            readings: all.into_iter().map(|n| n * unit.factor).collect(),
            start,
            end,
            factor: unit.factor,
            link: link_before(tokens, start),
        });
    }
    found
}

/// What links the number at a place to the number before it.
fn link_before(tokens: &[Token], place: usize) -> Option<char> {
    let before = place.checked_sub(2)?;
    tokens.get(before)?.number()?;
    let leads = match before.checked_sub(1) {
        Some(at) => tokens.get(at)?.is_sign(','),
        None => true,
    };
    match &tokens.get(place - 1)?.piece {
        Piece::Sign(',') => leads.then_some(','),
        Piece::Sign(sign) => Some(*sign).filter(|s| matches!(s, '/' | '-' | '+')),
        Piece::Word(word) => (word == "x").then_some('x'),
        Piece::Number(_) => None,
    }
}

/// The quantity times the count that stands before or behind it (`2 x 8 GB`, `8 GB x 2`).
pub(super) fn multiplied(tokens: &[Token], quantity: &Quantity) -> Quantity {
    let count = |at: Option<usize>| {
        let count: f64 = tokens.get(at?)?.number()?.parse().ok()?;
        Some(count).filter(|c| (1.0..=16.0).contains(c) && c.fract() == 0.0)
    };
    let behind = tokens.get(quantity.end).and_then(Token::word) == Some("x");
    let before = quantity.start.checked_sub(2);
    let mut product = quantity.clone();
    let times = match quantity.link {
        Some('x') => count(before),
        _ if behind => count(Some(quantity.end + 1)),
        _ => None,
    };
    if let Some(times) = times {
        product.readings.iter_mut().for_each(|n| *n *= times);
        product.link = None;
    }
    product
}

/// The digits before a group of three that a space separates from them.
fn thousands_before<'a>(tokens: &'a [Token], place: usize, number: &str) -> Option<&'a str> {
    let whole = |n: &str| n.bytes().all(|b| b.is_ascii_digit());
    let group = number.len() == 3 && whole(number) && !tokens.get(place)?.glued;
    let head = tokens.get(place.checked_sub(1)?)?.number()?;
    (group && head.len() <= 3 && whole(head) && !head.starts_with('0')).then_some(head)
}

/// The number of a value that is nothing but a number, in the unit of its label, else in the first
/// of the units.
pub(super) fn bare(value: &Value, units: &[Unit]) -> Option<Vec<f64>> {
    let mut numbers = value.tokens.iter().filter_map(Token::number);
    let number = numbers.next()?;
    let plain = |t: &Token| match &t.piece {
        Piece::Number(_) => true,
        Piece::Word(word) => AROUND_A_NUMBER.contains(&word.as_str()),
        Piece::Sign(sign) => matches!(sign, '~' | '(' | ')' | '.' | ':' | '<' | '='),
    };
    if numbers.next().is_some() || !value.tokens.iter().all(plain) {
        return None;
    }
    let named = |unit: &&Unit| {
        let label = value.unit.as_deref();
        label.is_some_and(|label| unit.names.contains(&label))
    };
    let unit = match value.unit {
        Some(_) => units.iter().find(named)?,
        None => units.first()?,
    };
    let in_unit = |n: f64| n * unit.factor;
    Some(
        readings(number, unit.form)
            .into_iter()
            .map(in_unit)
            .collect(),
    )
}
