//! Products and offers, the same ones at every run.

#![expect(
    clippy::indexing_slicing,
    reason = "places are taken below the lengths of constant lists"
)]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::json;

use crate::numbers::place;
use crate::outcome::Outcome;
use reference_model::Random;

const BEGINNINGS: &[&str] = &[
    "al", "bel", "cor", "dan", "el", "fen", "gra", "hel", "il", "jor", "kal", "lum", "mar", "nor",
    "or", "pel", "quan", "ris", "sol", "tor",
];
const ENDINGS: &[&str] = &[
    "ada", "bix", "cera", "don", "enta", "fil", "gon", "hara", "ion", "jet", "kon", "lia", "mund",
    "nova", "oris", "pax", "rion", "sys", "tek", "vara",
];
const LINES: &[&str] = &[
    "Aura", "Bolt", "Comet", "Drift", "Echo", "Flare", "Glide", "Horizon", "Impulse", "Jade",
    "Karma", "Legend", "Matrix", "Nimbus", "Orbit", "Pulse", "Quartz", "Rapid", "Spirit", "Titan",
    "Unity", "Vector", "Wave", "Xenon", "Yield", "Zenith",
];
const CATEGORIES: &[&str] = &[
    "Smartphone",
    "Laptop",
    "Headphones",
    "Television",
    "Monitor",
    "Camera",
    "Printer",
    "Router",
    "Keyboard",
    "Speaker",
    "Tablet",
    "Vacuum Cleaner",
    "Coffee Machine",
    "Washing Machine",
    "Refrigerator",
    "Toaster",
    "Drill",
    "Lawn Mower",
    "Bicycle",
    "Running Shoes",
    "Backpack",
    "Office Chair",
    "Desk Lamp",
    "Air Fryer",
];
const COLOURS: &[&str] = &[
    "Black", "White", "Blue", "Red", "Silver", "Green", "Grey", "Gold",
];
const SIZES: &[&str] = &[
    "64 GB", "128 GB", "256 GB", "512 GB", "1 TB", "40 cm", "60 cm", "2 l",
];

/// A product.
pub struct Product {
    /// Public id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Brand.
    pub brand: String,
    /// Product line.
    pub line: &'static str,
    /// Model.
    pub model: String,
    /// Size and colour.
    pub variant: String,
    /// Category.
    pub category: &'static str,
    /// EAN-13.
    pub ean: String,
    price_minor: u64,
}

/// The product of this number, below 1,000,000,000.
pub fn product(number: u64) -> Product {
    let mut random = Random::new(number);
    let brand_no = random.low(400);
    let brand = capital(&format!(
        "{}{}",
        BEGINNINGS[place(brand_no % 20)],
        ENDINGS[place(brand_no / 20)]
    ));
    let line = random.pick(LINES);
    let category = random.pick(CATEGORIES);
    // 1,000,003 is prime: no number below it comes twice
    let serial = if number < 1_000_003 {
        number * 611_953 % 1_000_003
    } else {
        number
    };
    let model = format!("{}X{serial:06}", &line[..1]);
    let variant = format!("{} {}", random.pick(SIZES), random.pick(COLOURS));
    let name = format!("{brand} {line} {model} {category} {variant}");
    Product {
        id: format!("{brand}_{model}_{number}").to_lowercase(),
        ean: ean(number),
        name,
        brand,
        line,
        model,
        variant,
        category,
        price_minor: 999 + random.below(150_000),
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// The EAN-13 of a number.
pub fn ean(number: u64) -> String {
    let body = format!("400{number:09}");
    let digits = body.bytes().map(|b| u64::from(b - b'0'));
    let sum: u64 = digits
        .zip([1, 3].into_iter().cycle())
        .map(|(d, w)| d * w)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

/// Writes the first products as a catalogue of ours (JSON Lines).
pub fn write_products(path: &Path, products: u64) -> Outcome<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for number in 0..products {
        let Product {
            id,
            name,
            brand,
            line,
            model,
            variant,
            category,
            ean,
            price_minor,
        } = product(number);
        let row = json!({
            "canonical_product_id": id,
            "product_name": name,
            "brand": brand,
            "model": model,
            "variant": variant,
            "category": category,
            "mpn": model,
            "eans": [ean],
            "aliases": [format!("{brand} {model}")],
            "description": format!("The {line} of {brand}: a {category} for every day."),
            "image_path": format!("/images/{model}.webp"),
            "specs": {
                "Variant": variant,
                "Weight": format!("{} g", 100 + price_minor % 5000),
                "Warranty": format!("{} months", 12 + 12 * (price_minor % 2)),
                "Line": line,
            },
        });
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// One row of a shop's file.
#[expect(
    clippy::struct_field_names,
    reason = "fields are named as the columns of the file"
)]
pub struct Offer {
    /// The shop's id.
    pub offer_id: String,
    /// Title.
    pub title: String,
    /// Brand.
    pub brand: String,
    /// Part number.
    pub mpn: String,
    /// EAN-13.
    pub ean: String,
    /// Category.
    pub category: &'static str,
    /// Price in cents.
    pub price_minor: u64,
    /// Delivery cost in cents.
    pub delivery_minor: u64,
    /// Availability.
    pub availability: &'static str,
    /// Business days.
    pub delivery_days: u64,
    /// Page of the offer.
    pub url: String,
    /// Picture.
    pub image_url: String,
}

/// The store's offer of a product. In each edition but 0 one price in ten is another than in
/// edition 0.
pub fn offer(store: u64, edition: u64, number: u64) -> Offer {
    let product = product(number);
    let mut random = Random::new(number ^ (store << 32));
    let share = 90 + random.below(21);
    let mut price_minor = product.price_minor * share / 100 + 1;
    let availability = match random.below(20) {
        0 => "limited",
        1 => "preorder",
        _ => "in_stock",
    };
    if edition > 0 && Random::new(number ^ (edition << 40)).below(10) == 0 {
        price_minor += 1 + edition;
    }
    let mut title = product.name;
    if store > 0 {
        title.push_str(" new");
    }
    Offer {
        offer_id: format!("S{store}-{number}"),
        title,
        brand: product.brand,
        mpn: product.model,
        ean: product.ean,
        category: product.category,
        price_minor,
        delivery_minor: 100 * random.below(8) + 99,
        availability,
        delivery_days: 1 + random.below(6),
        url: format!("https://shop{store}.example/p/{number}"),
        image_url: format!("https://shop{store}.example/i/{number}.jpg"),
    }
}

/// Writes a store's offers of these products as a file of ours (CSV).
pub fn write_offers(path: &Path, offers: impl Iterator<Item = Offer>) -> Outcome<()> {
    let mut out = csv::Writer::from_path(path)?;
    out.write_record([
        "offer_id",
        "title",
        "brand",
        "mpn",
        "ean",
        "category",
        "price",
        "delivery_cost",
        "availability",
        "delivery_days",
        "url",
        "image_url",
    ])?;
    for offer in offers {
        out.write_record([
            &offer.offer_id,
            &offer.title,
            &offer.brand,
            &offer.mpn,
            &offer.ean,
            offer.category,
            &decimal(offer.price_minor),
            &decimal(offer.delivery_minor),
            offer.availability,
            &offer.delivery_days.to_string(),
            &offer.url,
            &offer.image_url,
        ])?;
    }
    Ok(out.flush()?)
}

/// An amount in cents as the currency's unit.
pub fn decimal(minor: u64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ean, offer, product};

    #[test]
    fn ids_differ_and_eans_have_their_check_digit() {
        let ids: HashSet<String> = (0..5000).map(|n| product(n).id).collect();
        assert_eq!(ids.len(), 5000);
        // 4 006381 33393 1, the textbook's example, has the number 638133393
        assert_eq!(ean(638_133_393), "4006381333931");
    }

    #[test]
    fn an_edition_changes_a_tenth_of_the_prices() {
        let changed = (0..10_000)
            .filter(|n| offer(0, 0, *n).price_minor != offer(0, 1, *n).price_minor)
            .count();
        assert!((900..1100).contains(&changed), "{changed}");
    }
}
