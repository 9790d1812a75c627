//! Properties of products, read from text.
//!
//! Feeds name a property in many ways and write its value as they like. A label that is known is
//! read by the rule of its property; a value that cannot be read, or that is not believed
//! ([`Attribute::plausible`]), is reported and never guessed. Unknown labels are ignored.

mod affirmation;
mod attribute;
mod builder;
mod join;
mod labels;
mod numbers;
mod quantity;
mod read;
mod scan;
mod value;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use attribute::{Attribute, Group, Show};

use builder::Builder;
pub(crate) use numbers::large;

use domain::product::{ProductDraft, Spec};
use domain::text;

/// A value of a known property that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The label in the feed.
    pub label: String,
    /// The value in the feed.
    pub value: String,
    /// The property.
    pub attribute: Attribute,
    /// What would be read.
    pub accepted: &'static str,
}

/// What a product states, in the units of [`Attribute`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Measured {
    /// The values.
    pub values: BTreeMap<Attribute, f64>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
}

impl Measured {
    /// The value of a property.
    pub fn get(&self, attribute: Attribute) -> Option<f64> {
        self.values.get(&attribute).copied()
    }
}

/// Reads properties. Of several statements about one property the first one counts.
pub fn read(specs: &[Spec]) -> Measured {
    let mut builder = Builder::default();
    for Spec { label, value, .. } in specs {
        builder.take(label, value);
    }
    builder.finish()
}

/// Reads a product's properties, and storage and memory from its variant and name where the
/// properties do not state them (`8/256 GB`, `16GB RAM`; one size alone is storage from 32 GB on).
pub fn measure(product: &ProductDraft) -> Measured {
    let mut measured = read(&product.specs);
    for name in [&product.variant, &product.name] {
        for (attribute, value) in read::sizes_in_name(&text::fold(name)) {
            measured.values.entry(attribute).or_insert(value);
        }
    }
    measured
}

/// A value as a person reads it, before it is words of a language. Numbers have at most two decimals, and a point before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// A number and its unit: `5000 mAh`.
    Measured(String, &'static str),
    /// It has it, or not.
    Has(bool),
    /// Millions of pixels.
    Megapixels(String),
    /// The aperture behind `f/`.
    Aperture(String),
    /// No protection that a code tells of.
    NoIpCode,
    /// Nothing of the kind.
    None,
    /// Pictures, and how many in a second.
    Rate(&'static str, u8),
    /// The same in every language: `IP68`, `5G`, `4K`.
    Code(String),
}

impl Shown {
    /// A value of a property, in its unit.
    pub fn of(attribute: Attribute, value: f64) -> Self {
        match attribute.show_as() {
            Show::Unit(unit) => Self::Measured(plain(value), unit),
            Show::YesNo => Self::Has(value > 0.0),
            Show::Coded => Self::coded(attribute, value),
        }
    }

    fn coded(attribute: Attribute, value: f64) -> Self {
        let whole = domain::num::i64_from_f64(value);
        match (attribute, whole) {
            (Attribute::Aperture, _) => Self::Aperture(plain(value)),
            (Attribute::DisplayPixels, _) => Self::Megapixels(plain(value / 1e6)),
            (Attribute::IpCode, 0) => Self::NoIpCode,
            (Attribute::IpCode, 1..=9) => Self::Code(format!("IPX{whole}")),
            (Attribute::IpCode, _) => Self::Code(format!("IP{whole}")),
            (Attribute::NetworkGeneration, 0) => Self::None,
            (Attribute::NetworkGeneration, 4) => Self::Code("LTE".to_owned()),
            (Attribute::NetworkGeneration, _) => Self::Code(format!("{whole}G")),
            (Attribute::DropClass, _) => {
                let classes = ["", "E", "D", "C", "B", "A"];
                let class = classes.get(domain::num::usize_from_i64(whole));
                Self::Code(class.copied().unwrap_or_default().to_owned())
            }
            (_, 0) => Self::None,
            (_, 3) => Self::Rate("1080p", 60),
            (_, 5) => Self::Rate("4K", 60),
            (_, level) => {
                let levels = ["", "720p", "1080p", "", "4K", "", "8K"];
                let level = levels.get(domain::num::usize_from_i64(level));
                Self::Code(level.copied().unwrap_or_default().to_owned())
            }
        }
    }
}

/// A value with its unit, in English: `5000 mAh`, `f/1.8`, `IP68`, `yes`.
pub fn shown(attribute: Attribute, value: f64) -> String {
    Shown::of(attribute, value).words()
}

impl Shown {
    /// In English.
    pub fn words(self) -> String {
        match self {
            Self::Measured(number, unit) => {
                let is_one = number == "1";
                let counted = matches!(unit, "cycles" | "points" | "ports" | "years");
                let singular = unit.strip_suffix('s').filter(|_| is_one && counted);
                format!("{number} {}", singular.unwrap_or(unit))
            }
            Self::Has(true) => "yes".to_owned(),
            Self::Has(false) => "no".to_owned(),
            Self::Megapixels(number) => format!("{number} million pixels"),
            Self::Aperture(number) => format!("f/{number}"),
            Self::NoIpCode => "no IP code".to_owned(),
            Self::None => "none".to_owned(),
            Self::Rate(pictures, rate) => format!("{pictures} at {rate} fps"),
            Self::Code(code) => code,
        }
    }
}

/// At most two decimals, without trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
