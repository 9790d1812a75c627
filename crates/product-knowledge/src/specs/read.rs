//! How values of each kind are read.

mod battery;
mod camera;
mod cameras;
mod display;
mod endurance;
mod equipment;
mod memory;
mod mobile;
mod says;
mod video;

pub(super) use battery::{ENERGY, battery, charging, volts, wireless};
pub(super) use camera::{aperture, camera, front, ois, sensor, wide, zoom};
pub(super) use display::{dimensions, display, gamut, pair_at, resolution, resolution_of};
pub(super) use endurance::hours;
pub(super) use equipment::{
    card_reader, charging_port, chip, drop_class, ip_code, ports, updates, usb_pd,
};
pub(super) use memory::{memory, ram, sizes_in_name, storage};
pub(super) use mobile::{five_g, lte, network, sim, sim_count};
pub(super) use says::{is_plain_yes_no, mention, says_no, yes_no};
pub(super) use video::{level, video, webcam};

use super::Attribute;
use super::numbers::Form;
use super::quantity::{Quantity, Unit, bare, quantities};
use super::value::Value;
use crate::words::lists::values::OF_PACKAGE;

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
            "kilogramm",
            "kilo",
            "kilos",
            "kq",
            "kilograms",
            "kilogramme",
            "kilogrammes",
            "kilogramos",
            "kilogramo",
            "kilogrammi",
            "kilogrammo",
            "kilogramow",
            "kilogramu",
            "kilogramy",
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
    let value = &value.affirmed();
    let value = &if attribute == Attribute::RefreshHz {
        value.without(&["touch", "sampling"])
    } else {
        value.clone()
    };
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
        all => agreed(all, attribute),
    };
    (attribute, read)
}

/// The weight of the product; a text that speaks of another thing's weight too is unreadable.
pub(super) fn weight(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::WeightGrams;
    if value.affirmed().has(&OF_PACKAGE) {
        return vec![(attribute, None)];
    }
    vec![one(value, attribute, WEIGHT)]
}

/// Properties whose highest value is meant.
fn is_highest(attribute: Attribute) -> bool {
    matches!(
        attribute,
        Attribute::RefreshHz | Attribute::BrightnessNits | Attribute::OpticalZoom
    )
}

/// The value of several quantities: the highest where that is meant, else the first one when the
/// others say the same, in other units up to rounding. A number that belongs to a fraction, a
/// range, a choice or a sum is none.
pub(super) fn agreed(all: &[Quantity], attribute: Attribute) -> Option<f64> {
    if is_highest(attribute) {
        let values = all.iter().filter_map(|q| believed(q, attribute));
        return values.max_by(f64::total_cmp);
    }
    let first = all.first()?;
    let value = believed(first, attribute)?;
    let same = |other: &Quantity| {
        let rounding = if (other.factor - first.factor).abs() < 1e-9 {
            1e-9
        } else {
            0.1
        };
        believed(other, attribute).is_some_and(|v| (v - value).abs() <= rounding * value)
    };
    let alone = all.iter().all(|q| q.link.is_none());
    (alone && all.iter().all(same)).then_some(value)
}

fn is_pounds_and_ounces(value: &Value, first: &Quantity, second: &Quantity) -> bool {
    let unit = |q: &Quantity| value.tokens.get(q.end - 1).and_then(|t| t.word());
    first.end == second.start
        && matches!(unit(first), Some("lb" | "lbs" | "pound" | "pounds"))
        && matches!(unit(second), Some("oz" | "ounce" | "ounces"))
}
