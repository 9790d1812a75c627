//! Cameras and video.

use super::super::Attribute;
use super::super::numbers::{Form, readings};
use super::super::quantity::{Unit, bare, quantities};
use super::super::scan::Token;
use super::super::value::Value;
use super::cameras::{Main, front_and_others, main_part, megapixels};
use super::{Fact, MEGAPIXEL, agreed, level, mention, says_no, unit, yes_no};
use crate::words::lists::values::{FOCUS, OPTICAL, STABILISED, ULTRAWIDE};

const TIMES: &[Unit] = &[unit(&["x", "fach", "times"], 1.0, Form::Small)];
const INCH: &[Unit] = &[unit(
    &["\"", "inch", "in", "zoll", "type", "typ"],
    1.0,
    Form::Small,
)];
/// The main camera: megapixels, f-number, sensor and stabilisation of the one that is called so or
/// named first; zoom and ultra-wide angle of all; megapixels of the front camera.
pub(in super::super) fn camera(value: &Value) -> Vec<Fact> {
    let affirmed = value.affirmed();
    let mut facts = Vec::new();
    let (front, others) = front_and_others(&affirmed);
    facts.extend(front.first().map(|part| {
        let attribute = Attribute::FrontCameraMp;
        (attribute, megapixels(&part.tokens, attribute))
    }));
    let main = main_part(&others);
    let alone = front.is_empty() && others.len() <= 1;
    match &main {
        Main::One(part) => facts.extend(of_main(part)),
        Main::Unclear => facts.push((Attribute::MainCameraMp, None)),
        Main::Unnamed => {}
    }
    let of_this = |names: &[&str]| alone || matches!(&main, Main::One(part) if part.has(names));
    for (attribute, names) in [
        (Attribute::Ois, &STABILISED[..]),
        (Attribute::Autofocus, &FOCUS[..]),
    ] {
        facts.extend(mention(value, attribute, names).filter(|_| of_this(names)));
    }
    facts.extend(near_optical(&affirmed).map(|x| (Attribute::OpticalZoom, Some(x))));
    facts.extend(mention(value, Attribute::Ultrawide, &ULTRAWIDE));
    if facts.is_empty() && value.has_number() && !is_frame(value) {
        facts.push((Attribute::MainCameraMp, None));
    }
    facts
}

/// What the part about the main camera states.
fn of_main(part: &Value) -> Vec<Fact> {
    let attribute = Attribute::MainCameraMp;
    let main = if quantities(&part.tokens, MEGAPIXEL).is_empty() {
        bare(part, MEGAPIXEL).map(|all| all.first().copied())
    } else {
        Some(megapixels(&part.tokens, attribute))
    };
    let mut facts = Vec::new();
    facts.extend(main.map(|mp| (attribute, mp)));
    facts.extend(f_number(&part.tokens).map(|f| (Attribute::Aperture, Some(f))));
    facts.extend(fraction(&part.tokens, true).map(|s| (Attribute::SensorInches, Some(s))));
    facts
}

/// A size of pictures or video in pixels, not megapixels.
fn is_frame(value: &Value) -> bool {
    super::resolution_of(&value.tokens).is_some() || level(&value.tokens).is_some()
}

/// The front camera.
pub(in super::super) fn front(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::FrontCameraMp;
    let affirmed = value.affirmed();
    if !value.has_number() || is_frame(&affirmed) {
        return Vec::new();
    }
    let read = if quantities(&affirmed.tokens, MEGAPIXEL).is_empty() {
        bare(&affirmed, MEGAPIXEL).and_then(|all| all.first().copied())
    } else {
        megapixels(&affirmed.tokens, attribute)
    };
    vec![(attribute, read)]
}

/// The f-number of the camera named first.
pub(in super::super) fn aperture(value: &Value) -> Vec<Fact> {
    const PLAIN: &[Unit] = &[unit(&["f"], 1.0, Form::Small)];
    let value = &value.affirmed();
    let read = f_number(&value.tokens).or_else(|| bare(value, PLAIN)?.first().copied());
    vec![(Attribute::Aperture, read)]
}

fn f_number(tokens: &[Token]) -> Option<f64> {
    let after = |token: Option<&Token>| {
        let all = readings(token?.number()?, Form::Small);
        all.first()
            .copied()
            .filter(|f| Attribute::Aperture.believes(*f))
    };
    tokens.iter().enumerate().find_map(|(at, token)| {
        if token.word() != Some("f") {
            return None;
        }
        let next = tokens.get(at + 1)?;
        if next.is_sign('/') {
            after(tokens.get(at + 2))
        } else {
            after(Some(next))
        }
    })
}

/// The optical zoom.
pub(in super::super) fn zoom(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::OpticalZoom;
    if !value.has_number() || yes_no(value) == Some(0.0) {
        let read = says_no(value).then_some(0.0);
        return vec![(attribute, read)];
    }
    let value = &value.affirmed();
    let read = near_optical(value).or_else(|| {
        let optical = value.without(&["digital", "hybrid", "digitaler"]);
        match highest_zoom(&optical) {
            None if quantities(&optical.tokens, TIMES).is_empty() => {
                bare(&optical, TIMES)?.first().copied()
            }
            highest => highest,
        }
    });
    vec![(attribute, read)]
}

/// The highest of the magnifications; those below 1 are of wide angles.
fn highest_zoom(value: &Value) -> Option<f64> {
    let found = quantities(&value.tokens, TIMES);
    agreed(&found, Attribute::OpticalZoom).filter(|zoom| *zoom >= 1.0)
}

/// `3x optical zoom` or `optical zoom 3x` within one clause; the highest.
fn near_optical(value: &Value) -> Option<f64> {
    let mut optical = value.clauses();
    optical.retain(|clause| clause.has(&OPTICAL));
    let zooms = optical.iter().filter_map(highest_zoom);
    zooms.max_by(f64::total_cmp)
}

/// The sensor's optical format.
pub(in super::super) fn sensor(value: &Value) -> Vec<Fact> {
    let value = &value.affirmed();
    let whole = || {
        let found = quantities(&value.tokens, INCH);
        agreed(&found, Attribute::SensorInches)
    };
    let read = fraction(&value.tokens, false).or_else(whole);
    vec![(Attribute::SensorInches, read)]
}

/// `1/1.3"`; in a text about more than the sensor only with decimals or an inch mark.
fn fraction(tokens: &[Token], strict: bool) -> Option<f64> {
    tokens.windows(3).enumerate().find_map(|(at, run)| {
        let [one, slash, divisor] = run else {
            return None;
        };
        let number = divisor.number()?;
        if one.number() != Some("1") || !slash.is_sign('/') {
            return None;
        }
        let mark = tokens.get(at + 3);
        let marked = mark.is_some_and(|t| {
            t.is_sign('"') || t.is_sign('\'') || matches!(t.word(), Some("inch" | "zoll" | "in"))
        });
        let sure = !strict || marked || number.contains(['.', ',']);
        let divisor: f64 = number.replace(',', ".").parse().ok()?;
        let size = 1.0 / divisor;
        (sure && Attribute::SensorInches.believes(size)).then_some(size)
    })
}

/// Optical stabilisation; electronic stabilisation is none, a plain *yes* under a label that does
/// not say *optical* says nothing.
pub(in super::super) fn ois(value: &Value) -> Vec<Fact> {
    let names: Vec<&str> = [&STABILISED[..], &OPTICAL[..], &["sensor"][..]].concat();
    if let Some(fact) = mention(value, Attribute::Ois, &names) {
        return vec![fact];
    }
    let electronic = ["eis", "electronic", "digital", "elektronisch"];
    if yes_no(value) == Some(0.0) || value.affirmed().has(&electronic) {
        return vec![(Attribute::Ois, Some(0.0))];
    }
    if says_no(value) {
        return vec![(Attribute::Ois, None)];
    }
    Vec::new()
}

/// An ultra-wide camera: yes, no, or its megapixels.
pub(in super::super) fn wide(value: &Value) -> Vec<Fact> {
    let stated = !quantities(&value.affirmed().tokens, MEGAPIXEL).is_empty();
    let read = yes_no(value).or(stated.then_some(1.0));
    vec![(Attribute::Ultrawide, read)]
}
