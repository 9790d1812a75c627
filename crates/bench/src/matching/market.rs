//! Goods as shops name them, the same at every run: brands, lines, models that differ in one digit,
//! capacities, colours.

#![expect(
    clippy::indexing_slicing,
    reason = "places are taken below the lengths of constant lists"
)]

use super::kinds::{BEGINNINGS, COLOURS, ENDINGS, KINDS, LINES};
use crate::numbers::place;
use reference_model::Random;

/// Variants of one model at most.
const VARIANTS: u64 = 8;

/// A product.
#[derive(Debug, Clone)]
pub struct Item {
    /// Public id.
    pub id: String,
    /// Brand.
    pub brand: String,
    /// Line of the brand.
    pub line: &'static str,
    /// Model number.
    pub model: String,
    /// Capacity or size, or empty.
    pub size: &'static str,
    /// Colour in both spellings, or empty ones.
    pub colour: [&'static str; 2],
    /// Category.
    pub category: &'static str,
    /// Other names of the category.
    pub others: &'static [&'static str],
    /// What is sold for it.
    pub accessory: &'static str,
    /// Part number of the variant.
    pub mpn: String,
    /// EAN-13.
    pub ean: String,
    /// Price in cents.
    pub price_minor: u64,
}

impl Item {
    /// Its name in the catalogue.
    pub fn name(&self) -> String {
        let parts = [
            self.brand.as_str(),
            self.line,
            self.model.as_str(),
            self.category,
            self.size,
            self.colour[0],
        ];
        parts
            .map(str::to_owned)
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Size and colour.
    pub fn variant(&self) -> String {
        format!("{} {}", self.size, self.colour[0])
            .trim()
            .to_owned()
    }
}

/// The product of this number. Up to [`VARIANTS`] neighbours are variants of one model; the models of a
/// brand's line differ in a digit or two.
pub fn item(number: u64) -> Item {
    let (family, variant) = (number / VARIANTS, number % VARIANTS);
    // ten models of a line have numbers next to each other
    let (series, step) = (family / 10, family % 10);
    let mut random = Random::new(series);
    let brand_no = random.low(400);
    let brand = format!(
        "{}{}",
        BEGINNINGS[place(brand_no % 20)],
        ENDINGS[place(brand_no / 20)]
    );
    let kind = random.pick(KINDS);
    let line = random.pick(LINES);
    let model = model(series, step, &mut random);
    let sizes = crate::numbers::count(kind.sizes.len());
    let size = kind.sizes[place(variant % sizes)];
    let nth = place(variant / sizes % 6);
    let colour = if kind.has_colour {
        COLOURS[nth]
    } else {
        ["", ""]
    };
    // what is not told apart by size and colour has a number of its own
    let told = if kind.has_colour { sizes * 6 } else { sizes };
    let edition = variant / told;
    let model = match edition {
        0 => model,
        more => format!(
            "{model}{}",
            [" Plus", " Pro", " Max", " Lite", " S", " Mini", " Neo"][place(more - 1)]
        ),
    };
    let ordinal = number * 611_953 % 100_000_007;
    Item {
        id: format!("{brand}_{line}_{number}").to_lowercase(),
        mpn: format!(
            "{}{:07}-{}",
            &brand[..2].to_uppercase(),
            ordinal % 10_000_000,
            variant
        ),
        ean: crate::catalogue::ean(number),
        brand,
        line,
        model,
        size,
        colour,
        category: kind.name,
        others: kind.others,
        accessory: kind.accessory,
        price_minor: 1999 + Random::new(family).below(120_000) + 500 * variant,
    }
}

/// A model number in the manner of its series.
fn model(series: u64, step: u64, random: &mut Random) -> String {
    let letter = |n: u64| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    let (a, b) = (letter(series), letter(series / 26));
    let number = series / 676 % 90 + 10;
    match random.below(4) {
        0 => format!("{a}{b}-{number}{step}0X"),
        1 => format!("{a}{number}{step} {b}"),
        2 => format!("{number}{step}{a}{b}"),
        _ => format!("{a}{b}{a}-{number}{step}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::item;

    #[test]
    fn products_differ_in_what_names_them() {
        let all: Vec<_> = (0..20_000).map(item).collect();
        let names: HashSet<String> = all.iter().map(super::Item::name).collect();
        let parts: HashSet<&str> = all.iter().map(|item| item.mpn.as_str()).collect();
        assert_eq!((names.len(), parts.len()), (20_000, 20_000));
    }
}
