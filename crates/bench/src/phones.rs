//! Phones with properties, offers and a past: what price history and comparison are measured on.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::json;

use crate::outcome::Outcome;
use reference_model::Random;

/// How many phones there are.
pub const PHONES: u64 = 400;

/// How many shops sell each.
pub const SHOPS: u64 = 10;

/// Days of past, each seen at least every third day.
const DAYS: u64 = 365;

/// Days between two observations: within the time to live of an offer.
const STEP: usize = 3;

/// The public id of a phone.
pub fn id(number: u64) -> String {
    format!("bench_phone_{number}")
}

/// Writes the phones as a catalogue of ours (JSON Lines).
pub fn write_phones(path: &Path) -> Outcome<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for number in 0..PHONES {
        let mut random = Random::new(number ^ (1 << 50));
        let mut up_to = |low: u64, span: u64| low + random.below(span);
        let row = json!({
            "canonical_product_id": id(number),
            "product_name": format!("Measurand P{number} 128 GB"),
            "brand": "Measurand",
            "model": format!("P{number}"),
            "variant": "128 GB",
            "category": "Smartphones",
            "specs": {
                "Display": format!("6.{} in", up_to(0, 9)),
                "Refresh rate": format!("{} Hz", 60 + 30 * up_to(0, 3)),
                "Brightness": format!("{} nits", up_to(500, 2500)),
                "Storage": "128 GB",
                "RAM": format!("{} GB", 4 * up_to(1, 4)),
                "Battery": format!("{} mAh", up_to(3000, 3000)),
                "Battery endurance": format!("{} h", up_to(20, 40)),
                "Charging": format!("{} W", up_to(15, 100)),
                "Weight": format!("{} g", up_to(140, 100)),
                "Main camera": format!("{} MP", up_to(12, 190)),
                "Aperture": format!("f/1.{}", up_to(4, 6)),
                "Optical zoom": format!("{}x", up_to(1, 5)),
                "OIS": if up_to(0, 2) == 0 { "no" } else { "yes" },
                "eSIM": if up_to(0, 2) == 0 { "no" } else { "yes" },
                "IP rating": if up_to(0, 2) == 0 { "IP54" } else { "IP68" },
                "Updates": format!("{} years", up_to(2, 6)),
            },
        });
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn price(shop: u64, number: u64, day: u64) -> u64 {
    let base = 20_000 + Random::new(number ^ (3 << 50)).below(80_000);
    let share = 90 + Random::new(number ^ (shop << 40)).below(20);
    // about 29 changes a year, none of them implausible
    let change = Random::new(number ^ (shop << 40) ^ ((day / 12) << 20)).below(15);
    base * share / 100 * (93 + change) / 100
}

fn decimal(minor: u64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

/// Writes a shop's offers of the phones as a file of ours (CSV).
pub fn write_offers(path: &Path, shop: u64) -> Outcome<()> {
    let mut out = csv::Writer::from_path(path)?;
    out.write_record([
        "offer_id",
        "canonical_product_id",
        "price",
        "delivery_cost",
        "availability",
        "delivery_days",
        "url",
    ])?;
    for number in 0..PHONES {
        out.write_record([
            &format!("P{shop}-{number}"),
            &id(number),
            &decimal(price(shop, number, 0)),
            "4.90",
            "in_stock",
            "2",
            &format!("https://phones{shop}.example/p/{number}"),
        ])?;
    }
    Ok(out.flush()?)
}

/// Writes a shop's past of the phones: the price of every third day, back from yesterday.
pub fn write_past(path: &Path, shop: u64, today: time::Date) -> Outcome<()> {
    let mut out = csv::Writer::from_path(path)?;
    out.write_record(["canonical_product_id", "date", "price", "delivery_cost"])?;
    for number in 0..PHONES {
        for ago in (1..=DAYS).rev().step_by(STEP) {
            let back = time::Duration::days(i64::try_from(ago)?);
            out.write_record([
                &id(number),
                &(today - back).to_string(),
                &decimal(price(shop, number, ago)),
                "4.90",
            ])?;
        }
    }
    Ok(out.flush()?)
}
