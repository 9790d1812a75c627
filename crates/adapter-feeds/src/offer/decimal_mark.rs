//! The first pass over a feed: which decimal mark its prices have.
//!
//! Only what is called a price is looked at, and nothing is kept but the evidence. A feed that breaks off
//! is told by the second pass.

use std::io::BufRead;

use ports_net::FeedFormat;
use product_knowledge::price_text::{Evidence, PriceReading};

use crate::formats::awin_columns;
use crate::formats::google_fields::GoogleField;
use crate::formats::idealo_columns;
use crate::offer::field::Field;
use crate::reading::detect::{self, Found};
use crate::reading::json::Value;
use crate::reading::json_lines::{JsonLine, JsonLines};
use crate::reading::rows::Rows;
use crate::reading::table::normal_name;
use crate::reading::xml::{self, Piece, Xml};

/// What the prices of a feed show.
pub(crate) fn infer(text: impl BufRead, found: Found) -> Evidence {
    match found.format {
        FeedFormat::OffersCsv => table(text, found.delimiter, |name| {
            detect::own_field(name) == Some(Field::Price)
        }),
        FeedFormat::GoogleTsv => table(text, found.delimiter, is_google_price),
        FeedFormat::IdealoCsv => table(text, found.delimiter, idealo_columns::is_price),
        FeedFormat::AwinCsv => table(text, found.delimiter, awin_columns::is_price),
        FeedFormat::OffersJsonLines => json(text),
        FeedFormat::GoogleXml
        | FeedFormat::HeurekaXml
        | FeedFormat::CeneoXml
        | FeedFormat::SkroutzXml => elements(text),
        FeedFormat::SchemaOrgPage => Evidence::NONE,
    }
}

fn is_google_price(name: &str) -> bool {
    let name = normal_name(name);
    let field = GoogleField::from_name(&name).or_else(|| GoogleField::from_alias(&name));
    matches!(field, Some(GoogleField::Price | GoogleField::SalePrice))
}

/// The prices of a table with a header.
pub(crate) fn table(
    text: impl BufRead,
    delimiter: u8,
    is_price: impl Fn(&str) -> bool,
) -> Evidence {
    let mut evidence = Evidence::NONE;
    let mut rows = Rows::new(text, delimiter);
    let Ok(header) = rows.header() else {
        return evidence;
    };
    let columns: Vec<bool> = header.fields().map(is_price).collect();
    while let Ok(Some(row)) = rows.next(columns.len()) {
        for (is_price, text) in columns.iter().zip(row.record.fields()) {
            if *is_price {
                evidence.add(text.trim());
            }
        }
        if evidence.verdict() == PriceReading::Mixed {
            break;
        }
    }
    evidence
}

fn json(text: impl BufRead) -> Evidence {
    let mut evidence = Evidence::NONE;
    let mut lines = JsonLines::new(text);
    while let Ok(Some(line)) = lines.next() {
        let JsonLine::Object(_, object) = line else {
            continue;
        };
        for (name, value) in object.0 {
            if detect::own_field(&name) == Some(Field::Price)
                && let Ok(price) = Value::read(value).and_then(Value::scalar)
            {
                evidence.add(price.trim());
            }
        }
        if evidence.verdict() == PriceReading::Mixed {
            break;
        }
    }
    evidence
}

/// Elements and attributes that are called a price.
fn elements(text: impl BufRead) -> Evidence {
    let mut evidence = Evidence::NONE;
    let mut xml = Xml::with_attributes(text);
    let mut price = String::new();
    let mut inside = false;
    loop {
        match xml.advance() {
            Ok(Piece::Open) => {
                inside = is_price(xml.name());
                price.clear();
                for (name, value) in xml.attributes() {
                    if is_price(name) {
                        evidence.add(value.trim());
                    }
                }
            }
            Ok(Piece::Text) if inside => xml::append(&mut price, xml.text()),
            Ok(Piece::Text) => {}
            Ok(Piece::Close) => {
                if std::mem::take(&mut inside) {
                    evidence.add(price.trim());
                }
            }
            Ok(Piece::End) | Err(_) => return evidence,
        }
        if evidence.verdict() == PriceReading::Mixed {
            return evidence;
        }
    }
}

/// Prices of articles, not of their carriage, and not the dates of a sale.
fn is_price(name: &str) -> bool {
    let name = xml::local(name).to_lowercase();
    name.contains("price")
        && !["date", "deliver", "ship", "currency"]
            .iter()
            .any(|no| name.contains(no))
}
