//! Feeds as tables and lines, as the field writes them.

use std::io::Write;

use serde_json::json;

use super::goods::Goods;
use crate::outcome::Outcome;

/// A table: what separates its columns, their names, and a row.
pub struct Table {
    /// Between two columns.
    pub delimiter: u8,
    /// Names of the columns.
    pub names: &'static [&'static str],
    /// One row.
    pub row: fn(&Goods) -> Vec<String>,
}

/// Google Merchant, tab-separated.
pub const GOOGLE: Table = Table {
    delimiter: b'\t',
    names: &[
        "id",
        "title",
        "description",
        "link",
        "image link",
        "availability",
        "price",
        "brand",
        "gtin",
        "mpn",
        "condition",
        "product type",
        "color",
        "shipping",
    ],
    row: |goods| {
        let offer = &goods.offer;
        vec![
            offer.offer_id.clone(),
            offer.title.clone(),
            // writers of tab-separated values quote nothing
            goods.description.replace('"', "'"),
            offer.url.clone(),
            offer.image_url.clone(),
            "in stock".to_owned(),
            format!("{} EUR", goods.price()),
            offer.brand.clone(),
            offer.ean.clone(),
            offer.mpn.clone(),
            "new".to_owned(),
            format!("Shop > {}", offer.category),
            goods.colour.clone(),
            format!("DE:::{} EUR", goods.delivery()),
        ]
    },
};

/// idealo.
pub const IDEALO: Table = Table {
    delimiter: b';',
    names: &[
        "sku",
        "brand",
        "title",
        "categoryPath",
        "url",
        "eans",
        "hans",
        "description",
        "price",
        "deliveryCosts_dhl",
        "deliveryCosts_hermes",
        "paymentCosts_paypal",
        "delivery",
        "imageUrls",
        "colour",
        "used",
    ],
    row: |goods| {
        let offer = &goods.offer;
        vec![
            offer.offer_id.clone(),
            offer.brand.clone(),
            offer.title.clone(),
            format!("Shop > {}", offer.category),
            offer.url.clone(),
            offer.ean.clone(),
            offer.mpn.clone(),
            goods.description.clone(),
            goods.price(),
            goods.delivery(),
            "9.90".to_owned(),
            "0.00".to_owned(),
            format!(
                "{}-{} working days",
                offer.delivery_days,
                offer.delivery_days + 2
            ),
            offer.image_url.clone(),
            goods.colour.clone(),
            "false".to_owned(),
        ]
    },
};

/// Awin.
pub const AWIN: Table = Table {
    delimiter: b',',
    names: &[
        "aw_deep_link",
        "product_name",
        "aw_product_id",
        "merchant_product_id",
        "merchant_image_url",
        "description",
        "merchant_category",
        "search_price",
        "merchant_name",
        "currency",
        "delivery_cost",
        "merchant_deep_link",
        "brand_name",
        "ean",
        "mpn",
        "condition",
        "in_stock",
        "stock_quantity",
        "delivery_time",
        "warranty",
        "colour",
        "product_id",
        "price",
        "deep_link",
    ],
    row: |goods| {
        let offer = &goods.offer;
        vec![
            format!("https://links.example/pclick.php?p={}", offer.offer_id),
            offer.title.clone(),
            offer.offer_id.replace(|c: char| !c.is_ascii_digit(), "9"),
            offer.offer_id.clone(),
            offer.image_url.clone(),
            goods.description.clone(),
            offer.category.to_owned(),
            goods.price(),
            "Shop".to_owned(),
            "EUR".to_owned(),
            goods.delivery(),
            offer.url.clone(),
            offer.brand.clone(),
            offer.ean.clone(),
            offer.mpn.clone(),
            "new".to_owned(),
            "1".to_owned(),
            goods.stock.to_string(),
            format!("{} days", offer.delivery_days),
            format!("{} months", goods.warranty_months),
            goods.colour.clone(),
            offer.offer_id.clone(),
            goods.price(),
            offer.url.clone(),
        ]
    },
};

/// Ours.
pub const OFFERS: Table = Table {
    delimiter: b',',
    names: &[
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
        "stock_quantity",
        "warranty_months",
    ],
    row: |goods| {
        let offer = &goods.offer;
        vec![
            offer.offer_id.clone(),
            offer.title.clone(),
            offer.brand.clone(),
            offer.mpn.clone(),
            offer.ean.clone(),
            offer.category.to_owned(),
            goods.price(),
            goods.delivery(),
            offer.availability.to_owned(),
            offer.delivery_days.to_string(),
            offer.url.clone(),
            offer.image_url.clone(),
            goods.stock.to_string(),
            goods.warranty_months.to_string(),
        ]
    },
};

/// The header or a row as the format writes it.
pub fn write_record(
    out: &mut dyn Write,
    delimiter: u8,
    fields: impl IntoIterator<Item = impl AsRef<[u8]>>,
) -> Outcome<()> {
    let mut line = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(Vec::new());
    line.write_record(fields)?;
    Ok(out.write_all(&line.into_inner()?)?)
}

/// A row of our JSON Lines.
pub fn write_json(out: &mut dyn Write, goods: &Goods) -> Outcome<()> {
    let mut row = serde_json::Map::new();
    for (name, text) in OFFERS.names.iter().zip((OFFERS.row)(goods)) {
        let value = match *name {
            "delivery_days" | "stock_quantity" | "warranty_months" => {
                json!(text.parse::<u64>()?)
            }
            _ => json!(text),
        };
        row.insert((*name).to_owned(), value);
    }
    serde_json::to_writer(&mut *out, &row)?;
    Ok(out.write_all(b"\n")?)
}
