//! How values of each kind are read.

mod battery;
mod camera;
mod display;
mod equipment;
mod memory;

pub(super) use battery::{ENERGY, battery, charging, hours, volts};
pub(super) use camera::{aperture, camera, front, ois, sensor, video, webcam, zoom};
pub(super) use display::{dimensions, display, gamut, pair_at, resolution, resolution_of};
pub(super) use equipment::{
    card_reader, charging_port, drop_class, five_g, ip_code, lte, network, ports, sim, updates,
    usb_pd, wide,
};
pub(super) use memory::{memory, ram, sizes_in_name, storage};

use super::Attribute;
use super::scan::{Form, Quantity, Unit, Value, bare, quantities};

/// A property and its value; `None` when the value is there and cannot be read.
pub(super) type Fact = (Attribute, Option<f64>);

const fn unit(names: &'static [&'static str], factor: f64, form: Form) -> Unit {
    Unit {
        names,
        factor,
        form,
    }
}

pub(super) const COUNT: &[Unit] = &[unit(&["x", "ports", "port"], 1.0, Form::Small)];
pub(super) const LENGTH: &[Unit] = &[
    unit(&["mm"], 1.0, Form::Small),
    unit(&["cm"], 10.0, Form::Small),
    unit(&["\"", "in", "inch", "inches", "zoll"], 25.4, Form::Small),
    unit(&["m"], 1000.0, Form::Small),
];
pub(super) const WEIGHT: &[Unit] = &[
    unit(
        &[
            "g", "gr", "gram", "grams", "gramm", "grammes", "gramos", "grammi", "gramow", "q",
        ],
        1.0,
        Form::Spaced,
    ),
    unit(
        &[
            "kg",
            "kgs",
            "kilogram",
            "kilograms",
            "kilogramm",
            "kilo",
            "kq",
        ],
        1000.0,
        Form::Small,
    ),
    unit(&["lb", "lbs", "pound", "pounds"], 453.592_37, Form::Small),
    unit(&["oz", "ounce", "ounces"], 28.349_523_125, Form::Small),
];
pub(super) const WATT: &[Unit] = &[unit(&["w", "watt", "watts"], 1.0, Form::Small)];
pub(super) const MINUTE: &[Unit] = &[
    unit(
        &[
            "min", "mins", "minutes", "minute", "minuten", "minut", "minuty",
        ],
        1.0,
        Form::Small,
    ),
    unit(&["h", "hour", "hours"], 60.0, Form::Small),
];
pub(super) const CYCLE: &[Unit] = &[unit(
    &[
        "cycles", "cycle", "zyklen", "cyklu", "cyklov", "cycli", "ciclos", "cicli", "cykli",
    ],
    1.0,
    Form::Spaced,
)];
pub(super) const HERTZ: &[Unit] = &[unit(&["hz", "hertz"], 1.0, Form::Small)];
pub(super) const NIT: &[Unit] = &[unit(
    &["nits", "nit", "nitu", "nitov", "cd"],
    1.0,
    Form::Spaced,
)];
pub(super) const POINT: &[Unit] = &[unit(
    &["points", "point", "pts", "punkte", "bodu", "bodov", "pkt"],
    1.0,
    Form::Spaced,
)];
pub(super) const NANOMETRE: &[Unit] = &[unit(&["nm", "nanometer", "nanometre"], 1.0, Form::Small)];
pub(super) const DECIBEL: &[Unit] = &[unit(&["db", "dba"], 1.0, Form::Small)];
pub(super) const MEGAPIXEL: &[Unit] = &[unit(
    &[
        "mp",
        "mpx",
        "mpix",
        "mpxl",
        "megapixel",
        "megapixels",
        "megapixelu",
        "megapixeles",
        "mpixel",
        "mpixels",
    ],
    1.0,
    Form::Small,
)];

/// The first reading of a quantity that is believed of the property.
pub(super) fn believed(quantity: &Quantity, attribute: Attribute) -> Option<f64> {
    let believes = |n: &&f64| attribute.believes(**n);
    quantity.readings.iter().find(believes).copied()
}

/// One number with one of the units, or nothing but a number. Pounds and ounces that follow each
/// other add up.
pub(super) fn one(value: &Value, attribute: Attribute, units: &[Unit]) -> Fact {
    let negative = value.tokens.first().is_some_and(|t| t.is_sign('-'));
    let found = quantities(&value.tokens, units);
    let read = match found.as_slice() {
        _ if negative => None,
        [] => bare(value, units).and_then(|all| all.into_iter().find(|n| attribute.believes(*n))),
        [first, second, ..] if is_pounds_and_ounces(value, first, second) => {
            let sum = |a: &f64, b: &f64| a + b;
            let (a, b) = (first.readings.first(), second.readings.first());
            a.zip(b).map(|(a, b)| sum(a, b))
        }
        [first, ..] => believed(first, attribute),
    };
    (attribute, read)
}

fn is_pounds_and_ounces(value: &Value, first: &Quantity, second: &Quantity) -> bool {
    let unit = |q: &Quantity| value.tokens.get(q.end - 1).and_then(|t| t.word());
    first.end == second.start
        && matches!(unit(first), Some("lb" | "lbs" | "pound" | "pounds"))
        && matches!(unit(second), Some("oz" | "ounce" | "ounces"))
}

const YES: [&str; 19] = [
    "yes",
    "y",
    "ja",
    "ano",
    "oui",
    "si",
    "tak",
    "evet",
    "var",
    "beli",
    "he",
    "true",
    "available",
    "supported",
    "integrated",
    "included",
    "vorhanden",
    "optical",
    "ois",
];
const NO: [&str; 24] = [
    "no", "n", "nein", "ne", "nie", "non", "nee", "hayir", "yox", "yok", "xeyr", "false", "none",
    "not", "without", "ohne", "bez", "sans", "sin", "senza", "brak", "kein", "keine", "nincs",
];

/// 1 for yes, 0 for no.
pub(super) fn yes_no(value: &Value) -> Option<f64> {
    let first = value.tokens.first()?;
    if value.has(&NO) {
        return Some(0.0);
    }
    if value.has(&YES) || first.is_sign('✓') || value.has(&["check"]) {
        return Some(1.0);
    }
    match (first.number(), value.tokens.len()) {
        (Some("1"), 1) => Some(1.0),
        (Some("0"), 1) => Some(0.0),
        (_, _) => None,
    }
}

/// Whether a value is no more than *yes* or *no*: under a label that asks for a quantity it says
/// nothing.
pub(super) fn is_plain_yes_no(value: &Value) -> bool {
    value.tokens.len() == 1
        && value.tokens.iter().all(|t| t.word().is_some())
        && yes_no(value).is_some()
}

/// Whether a value says no.
pub(super) fn says_no(value: &Value) -> bool {
    value.has(&NO) || value.tokens.iter().all(|t| t.is_sign('-'))
}
