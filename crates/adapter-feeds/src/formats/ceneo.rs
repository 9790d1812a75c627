//! Ceneo XML.

use std::collections::VecDeque;

use domain::availability::Availability;
use ports_net::{FeedItem, FeedOptions};

use crate::Items;
use crate::formats::marketplace::{pieces, price_text};
use crate::offer::codes;
use crate::offer::field::{Dialect, Field, RawOffer};
use crate::offer::money::shown;
use crate::offer::row;
use crate::offer::stock::Stock;
use crate::offer::trade_numbers;
use crate::reading::charset::Text;
use crate::reading::xml_item::{Block, Item, XmlItems};

const NAMES: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "id"),
    (Field::Title, "name"),
    (Field::Brand, "Producent"),
    (Field::Category, "cat"),
    (Field::Mpn, "Kod_producenta"),
    (Field::Ean, "EAN"),
    (Field::Price, "price"),
    (Field::Availability, "avail"),
    (Field::StockQuantity, "stock"),
    (Field::DeliveryDays, "avail"),
    (Field::Condition, "Stan"),
    (Field::Url, "url"),
    (Field::ImageUrl, "imgs"),
    (Field::Specs, "attrs"),
]);

/// Attributes of an offer that are taken as they stand.
const ATTRIBUTES: [(Field, &str); 2] = [(Field::OfferId, "id"), (Field::Url, "url")];

/// Reads a feed.
pub(crate) fn open(text: Text, options: &FeedOptions) -> Items {
    let is_item = |depth, name: &str| depth > 1 && name.eq_ignore_ascii_case("o");
    Box::new(XmlItems::open(text, is_item, rows, options))
}

fn rows(item: &Item, options: &FeedOptions, rows: &mut VecDeque<FeedItem>) {
    let root = item.root();
    if let Some(too_large) = item.too_large(root.attribute("id")) {
        return rows.push_back(too_large);
    }
    let mut raw = RawOffer::new(item.line);
    for (field, name) in ATTRIBUTES {
        root.attribute(name).clone_into(raw.texts.slot(field));
    }
    root.first("name").clone_into(raw.texts.slot(Field::Title));
    root.first("cat")
        .clone_into(raw.texts.slot(Field::Category));
    *raw.texts.slot(Field::Price) = price_text(root.attribute("price"), options.decimal_mark);
    image(root).clone_into(raw.texts.slot(Field::ImageUrl));
    raw.is_bundle = root.attribute("set") == "1";
    stock(root, &mut raw);
    for attrs in root.named("attrs") {
        for attribute in attrs.named("a") {
            property(attribute, &mut raw);
        }
    }
    raw.eans.truncate(trade_numbers::MAX_NUMBERS + 1);
    raw.description = root
        .named("desc")
        .next()
        .map(Block::whole_text)
        .unwrap_or_default();
    rows.push_back(row::offer(raw, NAMES, options));
}

/// The main picture, else the first.
fn image(root: Block<'_>) -> &str {
    let pictures = || root.named("imgs").flat_map(Block::children);
    let main = pictures().find(|picture| picture.name() == "main");
    main.or_else(|| pictures().next())
        .map_or("", |picture| picture.attribute("url"))
}

fn stock(root: Block<'_>, raw: &mut RawOffer) {
    let (code, stock) = (root.attribute("avail"), root.attribute("stock"));
    let pieces = pieces(stock);
    match pieces {
        Some(pieces) => *raw.texts.slot(Field::StockQuantity) = pieces.to_string(),
        None => stock.clone_into(raw.texts.slot(Field::StockQuantity)),
    }
    let said = availability(code).unwrap_or_else(|| {
        let reason = format!(
            "{} is not known: 1, 3, 7, 14 (days), 90 (to order), 99 (ask the shop), 110 (presale)",
            shown(code)
        );
        raw.remark("avail", reason);
        Stock::of(Availability::Unknown)
    });
    said.with_pieces(pieces).put(raw);
}

/// What a code says. The days are those until dispatch. Other writers use 0 and 2 to 5 in a meaning
/// of their own, so that these stay unknown.
fn availability(code: &str) -> Option<Stock> {
    Some(match code {
        "" | "99" => Stock::of(Availability::Unknown),
        "1" => Stock::in_days(1),
        "3" => Stock::in_days(3),
        "7" => Stock::in_days(7),
        "14" => Stock::in_days(14),
        "90" => Stock::of(Availability::Backorder),
        "110" => Stock::of(Availability::Preorder),
        _ => return None,
    })
}

fn property(attribute: Block<'_>, raw: &mut RawOffer) {
    let (label, value) = (attribute.attribute("name"), attribute.text());
    let name = label.to_lowercase().replace([' ', '-'], "_");
    let slot = match name.as_str() {
        "producent" | "marka" => Some(Field::Brand),
        "kod_producenta" => Some(Field::Mpn),
        "stan" if codes::condition(value).is_some() => Some(Field::Condition),
        _ => None,
    };
    if matches!(name.as_str(), "ean" | "isbn" | "gtin") {
        raw.eans.extend(trade_numbers::split(value, &[',', ';']));
    } else if let Some(field) = slot {
        if raw.texts.get(field).is_empty() {
            value.clone_into(raw.texts.slot(field));
        }
    } else {
        raw.spec(&label.replace('_', " "), value);
    }
}
