//! How another shop names the goods. What an offer is about is known, so that matching can be judged.

#![expect(
    clippy::indexing_slicing,
    reason = "places are taken below the lengths of constant lists"
)]

use super::market::{Item, item};
use crate::numbers::place;
use reference_model::Random;

/// How an offer names its product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Its trade item number.
    Ean,
    /// Brand and part number.
    Mpn,
    /// A title in other words.
    Title,
    /// A product that the catalogue does not have, with a number of its own.
    Unknown,
    /// The like, known by its title only: another model, or another size of a known one.
    LookAlike,
    /// What is sold for a known product.
    Accessory,
}

impl Evidence {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Ean,
        Self::Mpn,
        Self::Title,
        Self::Unknown,
        Self::LookAlike,
        Self::Accessory,
    ];

    /// Its name as people write it.
    pub const fn shown(self) -> &'static str {
        match self {
            Self::Ean => "EAN",
            Self::Mpn => "brand and part number",
            Self::Title => "rewritten title",
            Self::Unknown => "unknown product",
            Self::LookAlike => "unknown look-alike",
            Self::Accessory => "accessory",
        }
    }

    /// Whether the catalogue has the product.
    pub const fn is_known(self) -> bool {
        matches!(self, Self::Ean | Self::Mpn | Self::Title)
    }
}

/// A new offer and what it is about.
#[derive(Debug, Clone)]
pub struct Named {
    /// How.
    pub evidence: Evidence,
    /// The product's id, when the catalogue has it.
    pub truth: Option<String>,
    /// Title.
    pub title: String,
    /// Brand, or empty.
    pub brand: String,
    /// Part number, or empty.
    pub mpn: String,
    /// EAN-13, or empty.
    pub ean: String,
    /// Category in the shop's words, or empty.
    pub category: String,
    /// Price in cents.
    pub price_minor: u64,
}

/// The n-th new offer of a shop beside a catalogue of so many products.
pub fn named(number: u64, products: u64) -> Named {
    let mut random = Random::new(number ^ 0xFEED_0000);
    let evidence = match random.below(100) {
        0..30 => Evidence::Ean,
        30..50 => Evidence::Mpn,
        50..75 => Evidence::Title,
        75..85 => Evidence::Unknown,
        85..95 => Evidence::LookAlike,
        _ => Evidence::Accessory,
    };
    let known = item(random.below(products));
    let unknown = item(products + number);
    let item = match evidence {
        Evidence::Unknown => unknown,
        Evidence::LookAlike => look_alike(known.clone(), number, &mut random),
        _ => known.clone(),
    };
    let plain = random.below(2) == 0 && evidence != Evidence::Title;
    let mut named = Named {
        evidence,
        truth: evidence.is_known().then(|| known.id.clone()),
        title: if plain {
            item.name()
        } else {
            rewritten(&item, &mut random)
        },
        brand: item.brand.clone(),
        mpn: String::new(),
        ean: String::new(),
        category: item.category.to_owned(),
        price_minor: item.price_minor * (95 + random.below(11)) / 100,
    };
    match evidence {
        Evidence::Ean | Evidence::Unknown => named.ean = item.ean,
        Evidence::Mpn => named.mpn = item.mpn,
        Evidence::Accessory => {
            let parts = [item.accessory, "for", &item.brand, item.line, &item.model];
            named.title = parts.join(" ");
            "Accessories".clone_into(&mut named.category);
            // made by somebody else
            named.brand = String::new();
            named.price_minor /= 20;
        }
        Evidence::Title | Evidence::LookAlike => {
            if random.below(4) == 0 {
                named.brand = String::new();
            }
            if random.below(3) == 0 {
                random.pick(item.others).clone_into(&mut named.category);
            }
        }
    }
    named
}

/// A product that is none of the catalogue's: another model number, or a size that nobody makes.
fn look_alike(mut item: Item, number: u64, random: &mut Random) -> Item {
    let odd: &[&str] = match item.category {
        "Smartphone" | "Tablet" => &["32 GB", "1 TB"],
        "SSD" => &["250 GB", "8 TB"],
        "Television" => &["32\"", "75\""],
        "Kettle" => &["0.8 l", "3 l"],
        _ => &[],
    };
    if odd.is_empty() || random.below(2) == 0 {
        // no series has a number of three digits more
        item.model = format!("{}{:03}", item.model, number % 1000);
    } else {
        item.size = random.pick(odd);
    }
    item
}

/// The name in another shop's words.
fn rewritten(item: &Item, random: &mut Random) -> String {
    let model = match random.below(4) {
        0 => item.model.replace('-', ""),
        1 => item.model.replace('-', " "),
        2 => item.model.to_lowercase(),
        _ => item.model.clone(),
    };
    let size = match random.below(4) {
        0 => item.size.replace(' ', ""),
        1 => item
            .size
            .replace(" GB", "GB")
            .replace(" TB", "TB")
            .replace('"', " inch"),
        2 => item
            .size
            .replace('.', ",")
            .replace("512 GB", "0.5 TB")
            .replace('"', "-inch"),
        _ => item.size.to_owned(),
    };
    let colour = item.colour[place(random.below(2))].to_owned();
    let kind = match random.below(3) {
        0 => String::new(),
        1 => random.pick(item.others).to_owned(),
        _ => item.category.to_owned(),
    };
    let line = match random.below(3) {
        0 => String::new(),
        _ => item.line.to_owned(),
    };
    let end = random.pick(&["", "", "NEW", "(2026)", "EU version", "- in stock"]);
    let brand = match random.below(3) {
        0 => item.brand.to_uppercase(),
        _ => item.brand.clone(),
    };
    let parts = match random.below(4) {
        0 => [kind, brand, line, model, colour, size],
        1 => [brand, model, line, size, colour, kind],
        2 => [brand, line, kind, model, format!("({size})"), colour],
        _ => [brand, line, model, size, format!("- {colour}"), kind],
    };
    let title = format!("{} {end}", parts.join(" "));
    let title = title.replace("()", "");
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Evidence, named};

    #[test]
    fn only_known_products_have_a_truth() {
        for number in 0..1000 {
            let named = named(number, 5000);
            assert_eq!(named.truth.is_some(), named.evidence.is_known());
            assert_eq!(named.mpn.is_empty(), named.evidence != Evidence::Mpn);
        }
    }
}
