//! The catalogue and the shop's new offers as files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::market::item;
use super::naming::named;
use crate::catalogue::decimal;
use crate::outcome::Outcome;

/// Writes the first products as a catalogue of ours.
pub fn write_catalogue(path: &Path, products: u64) -> Outcome<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for item in (0..products).map(item) {
        let row = json!({
            "canonical_product_id": item.id,
            "product_name": item.name(),
            "brand": item.brand,
            "model": format!("{} {}", item.line, item.model),
            "variant": item.variant(),
            "category": item.category,
            "mpn": item.mpn,
            "eans": [item.ean],
        });
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

/// The shop's id of an offer.
pub fn offer_id(number: u64) -> String {
    format!("M-{number}")
}

/// Writes the shop's first offers beside a catalogue of so many products.
pub fn write_offers(path: &Path, offers: u64, products: u64) -> Outcome<()> {
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
        "url",
    ])?;
    for number in 0..offers {
        let named = named(number, products);
        out.write_record([
            &offer_id(number),
            &named.title,
            &named.brand,
            &named.mpn,
            &named.ean,
            &named.category,
            &decimal(named.price_minor),
            "4.90",
            "in_stock",
            &format!("https://shop.example/p/{number}"),
        ])?;
    }
    Ok(out.flush()?)
}
