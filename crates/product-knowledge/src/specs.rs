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

/// A value with its unit, for a person: `5000 mAh`, `f/1.8`, `IP68`, `yes`.
pub fn shown(attribute: Attribute, value: f64) -> String {
    match attribute.show_as() {
        Show::Unit(unit) => format!("{} {unit}", plain(value)),
        Show::YesNo if value > 0.0 => "yes".to_owned(),
        Show::YesNo => "no".to_owned(),
        Show::Coded => coded(attribute, value),
    }
}

fn coded(attribute: Attribute, value: f64) -> String {
    let whole = domain::num::i64_from_f64(value);
    if attribute == Attribute::Aperture {
        return format!("f/{}", plain(value));
    }
    if attribute == Attribute::DisplayPixels {
        return format!("{} million pixels", plain(value / 1e6));
    }
    if attribute == Attribute::IpCode {
        return match whole {
            0 => "no IP code".to_owned(),
            1..=9 => format!("IPX{whole}"),
            _ => format!("IP{whole}"),
        };
    }
    if attribute == Attribute::NetworkGeneration {
        return match whole {
            0 => "none".to_owned(),
            4 => "LTE".to_owned(),
            _ => format!("{whole}G"),
        };
    }
    let kinds = if attribute == Attribute::DropClass {
        ["", "E", "D", "C", "B", "A", ""]
    } else {
        [
            "none",
            "720p",
            "1080p",
            "1080p at 60 fps",
            "4K",
            "4K at 60 fps",
            "8K",
        ]
    };
    let kind = kinds.get(domain::num::usize_from_i64(whole));
    kind.copied().unwrap_or_default().to_owned()
}

/// At most two decimals, without trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
