//! Which of several cameras a text is about.

use super::super::Attribute;
use super::super::numbers::{Form, readings};
use super::super::quantity::{Quantity, quantities};
use super::super::scan::Token;
use super::super::value::Value;
use super::{MEGAPIXEL, believed};
use crate::words::lists::values::{FRONT, MAIN_CAMERA, SECOND, ULTRAWIDE};

/// The parts of a value about front cameras, and the others.
pub(super) fn front_and_others(value: &Value) -> (Vec<Value>, Vec<Value>) {
    let states_mp = |clause: &[Token]| !quantities(clause, MEGAPIXEL).is_empty();
    let parts = value.grouped(states_mp).into_iter();
    parts.partition(|part| part.has(&FRONT) && !part.has(&MAIN_CAMERA))
}

/// Which part of a value is about the main camera.
pub(super) enum Main {
    One(Value),
    /// More than one may be it.
    Unclear,
    /// None is.
    Unnamed,
}

/// The part about the camera that is called the main one, else about the one named first.
pub(super) fn main_part(parts: &[Value]) -> Main {
    let second = |p: &&Value| p.has(&SECOND) || p.has(&ULTRAWIDE);
    let both = |p: &&Value| p.has(&MAIN_CAMERA) && second(p);
    if parts.len() > 1 && parts.iter().any(|p| both(&p)) {
        return Main::Unclear;
    }
    let several = |p: &Value| quantities(&p.tokens, MEGAPIXEL).len() > 1;
    if parts
        .iter()
        .any(|p| several(p) && (p.has(&MAIN_CAMERA) || second(&p)))
    {
        return Main::Unclear;
    }
    let mut named = parts.iter().filter(|p| p.has(&MAIN_CAMERA));
    let mut left = parts.iter().filter(|p| !second(p));
    if let Some(part) = named.next() {
        return Main::One(part.clone());
    }
    let Some(first) = left.next() else {
        return match parts {
            [only] if !only.has(&SECOND) || only.has(&["zoom"]) => Main::One(only.clone()),
            _ => Main::Unnamed,
        };
    };
    let size = |p: &Value| megapixels(&p.tokens, Attribute::MainCameraMp).unwrap_or_default();
    if left.all(|p| size(p) <= size(first)) {
        Main::One(first.clone())
    } else {
        Main::Unclear
    }
}

/// The megapixels of the camera that is named first, unless one behind it has more: then the order
/// says nothing. `50+12+5 MP` is a row.
pub(super) fn megapixels(tokens: &[Token], attribute: Attribute) -> Option<f64> {
    let mut row: Vec<f64> = Vec::new();
    for quantity in quantities(tokens, MEGAPIXEL) {
        row.extend(row_before(tokens, &quantity)?);
        row.push(believed(&quantity, attribute)?);
    }
    let first = *row.first()?;
    row.iter().all(|mp| *mp <= first).then_some(first)
}

/// The numbers that signs link to a quantity; none when they are a range.
fn row_before(tokens: &[Token], quantity: &Quantity) -> Option<Vec<f64>> {
    let mut row = Vec::new();
    let mut at = quantity.start;
    while let Some(before) = at.checked_sub(2) {
        let (number, link) = (tokens.get(before)?.number(), tokens.get(before + 1)?);
        match number {
            Some(_) if link.is_sign('-') => return None,
            Some(number) if link.is_sign('+') || link.is_sign('/') => {
                row.insert(0, readings(number, Form::Small).first().copied()?);
                at = before;
            }
            Some(_) | None => break,
        }
    }
    Some(row)
}
