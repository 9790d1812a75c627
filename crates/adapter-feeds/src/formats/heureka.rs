//! Heureka XML, and Zboží XML, which shares its elements.

use std::collections::VecDeque;

use domain::availability::Availability;
use ports_net::{FeedItem, FeedOptions};
use time::Date;

use crate::Items;
use crate::formats::heureka_delivery;
use crate::formats::marketplace::{pieces, price_text};
use crate::offer::codes;
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::money::shown;
use crate::offer::row;
use crate::offer::stock::Stock;
use crate::offer::trade_numbers;
use crate::reading::charset::Text;
use crate::reading::xml_item::{Block, Item, XmlItems};

const NAMES: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "ITEM_ID"),
    (Field::Title, "PRODUCTNAME"),
    (Field::Brand, "MANUFACTURER"),
    (Field::Variant, "PARAM"),
    (Field::Category, "CATEGORYTEXT"),
    (Field::Mpn, "PRODUCTNO"),
    (Field::Ean, "EAN"),
    (Field::Price, "PRICE_VAT"),
    (Field::Currency, "CURRENCY"),
    (Field::DeliveryCost, "DELIVERY_PRICE"),
    (Field::Availability, "DELIVERY_DATE"),
    (Field::StockQuantity, "STOCK"),
    (Field::DeliveryDays, "DELIVERY_DATE"),
    (Field::DeliveryEstimate, "DELIVERY_DATE"),
    (Field::Condition, "ITEM_TYPE"),
    (Field::Url, "URL"),
    (Field::ImageUrl, "IMGURL"),
    (Field::WarrantyMonths, "EXTENDED_WARRANTY"),
    (Field::Specs, "PARAM"),
]);

/// Texts that are taken as they stand, the first element that has one.
const TEXTS: [(Field, &[&str]); 7] = [
    (Field::Brand, &["manufacturer"]),
    (Field::Category, &["categorytext"]),
    (Field::Mpn, &["productno"]),
    (Field::Currency, &["currency"]),
    (Field::Condition, &["item_type"]),
    (Field::Url, &["url"]),
    (Field::ImageUrl, &["imgurl"]),
];

/// Where some shops state their pieces, though the format has no element for it.
const PIECES: [&str; 3] = ["stock", "stock_quantity", "stock_amount"];

/// Names of properties that tell variants of a product apart.
const VARIANT_PROPERTIES: [&str; 8] = [
    "barva",
    "farba",
    "velikost",
    "veľkosť",
    "velkost",
    "color",
    "colour",
    "size",
];

/// Reads a feed.
pub(crate) fn open(text: Text, options: &FeedOptions) -> Items {
    let is_item = |_, name: &str| name.eq_ignore_ascii_case("SHOPITEM");
    Box::new(XmlItems::open(text, is_item, rows, options))
}

fn rows(item: &Item, options: &FeedOptions, rows: &mut VecDeque<FeedItem>) {
    let root = item.root();
    let mut raw = RawOffer::new(item.line);
    id(root, &mut raw);
    if let Some(too_large) = item.too_large(raw.texts.get(Field::OfferId)) {
        return rows.push_back(too_large);
    }
    for (field, names) in TEXTS {
        let text = names.iter().map(|name| root.first(name));
        let text = text.into_iter().find(|text| !text.is_empty());
        text.unwrap_or_default().clone_into(raw.texts.slot(field));
    }
    *raw.texts.slot(Field::Title) = title(root);
    if let Err(note) = price(root, &mut raw, options) {
        return rows.push_back(row::rejected_offer(&raw, note));
    }
    numbers(root, &mut raw);
    stock(root, &mut raw, options);
    heureka_delivery::put(root, &mut raw, options);
    properties(root, &mut raw);
    if root.named("variant").next().is_some() {
        let reason = "not read: each variant is accepted as a SHOPITEM of its own";
        raw.remark("VARIANT", reason);
    }
    raw.description = root
        .named("description")
        .next()
        .map(Block::whole_text)
        .unwrap_or_default();
    rows.push_back(row::offer(raw, NAMES, options));
}

/// The id; without one the address stands in, which the format's older form had for one.
fn id(root: Block<'_>, raw: &mut RawOffer) {
    let (id, url) = (root.first("item_id"), root.first("url"));
    let stands_in = id.is_empty() && !url.is_empty() && url.len() <= Field::OfferId.limit();
    if stands_in {
        raw.remark("ITEM_ID", "empty: the URL stands for it");
    }
    let text = if stands_in { url } else { id };
    text.clone_into(raw.texts.slot(Field::OfferId));
}

/// The name of the product; what the shop adds to it on the page otherwise.
fn title(root: Block<'_>) -> String {
    match (root.first("productname"), root.first("productnameext")) {
        ("", _) => root.first("product").to_owned(),
        (name, "") => name.to_owned(),
        (name, more) => format!("{name} {more}"),
    }
}

/// The price with taxes, and only that.
fn price(root: Block<'_>, raw: &mut RawOffer, options: &FeedOptions) -> Result<(), Note> {
    let with_taxes = root.first("price_vat");
    if with_taxes.is_empty() && !root.first("price").is_empty() {
        let reason = "required, and empty; PRICE is without taxes and never taken for it";
        return Err(Note::new("PRICE_VAT", reason));
    }
    *raw.texts.slot(Field::Price) = price_text(with_taxes, options.decimal_mark);
    Ok(())
}

fn numbers(root: Block<'_>, raw: &mut RawOffer) {
    for name in ["ean", "isbn"] {
        for number in root.named(name) {
            raw.eans
                .extend(trade_numbers::split(number.text(), &[',', ';']));
        }
    }
    raw.eans.truncate(trade_numbers::MAX_NUMBERS + 1);
}

fn stock(root: Block<'_>, raw: &mut RawOffer, options: &FeedOptions) {
    let pieces = PIECES.iter().find_map(|name| pieces(root.first(name)));
    if let Some(pieces) = pieces {
        *raw.texts.slot(Field::StockQuantity) = pieces.to_string();
    }
    let text = root.first("delivery_date");
    let stock = match dispatch(text) {
        Some(Dispatch::Unknown) => Stock::of(Availability::Unknown),
        Some(Dispatch::Days(days)) => Stock::in_days(days),
        Some(Dispatch::Later) => Stock::of(Availability::Backorder),
        Some(Dispatch::From(day)) if day > options.observed_at.date() => {
            *raw.texts.slot(Field::DeliveryEstimate) = day.to_string();
            Stock::of(Availability::Preorder)
        }
        Some(Dispatch::From(day)) if day == options.observed_at.date() => Stock::in_days(0),
        Some(Dispatch::From(_)) => {
            let reason = format!("{} has passed: the stock is not known", shown(text));
            raw.remark("DELIVERY_DATE", reason);
            Stock::of(Availability::Unknown)
        }
        None => {
            let reason = format!(
                "{} is dropped: days until dispatch or a day as in 2025-01-31",
                shown(text)
            );
            raw.remark("DELIVERY_DATE", reason);
            Stock::of(Availability::Unknown)
        }
    };
    stock.with_pieces(pieces).put(raw);
}

/// When an item leaves the shop.
enum Dispatch {
    /// Not stated.
    Unknown,
    /// In so many days.
    Days(u16),
    /// In more than a year.
    Later,
    /// It comes to market on a day.
    From(Date),
}

fn dispatch(text: &str) -> Option<Dispatch> {
    if text.is_empty() || text == "-1" {
        return Some(Dispatch::Unknown);
    }
    if text.len() <= 3
        && let Ok(days) = text.parse::<u16>()
    {
        let year = row::MAX_DELIVERY_DAYS;
        return Some(if days <= year {
            Dispatch::Days(days)
        } else {
            Dispatch::Later
        });
    }
    let word = text.to_lowercase();
    if matches!(
        word.as_str(),
        "ihned" | "ihneď" | "hned" | "hneď" | "skladem" | "skladom"
    ) {
        return Some(Dispatch::Days(0));
    }
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    codes::date(day).map(Dispatch::From)
}

fn properties(root: Block<'_>, raw: &mut RawOffer) {
    let mut variant: Vec<String> = Vec::new();
    for block in root.named("param") {
        let label = block.first("param_name");
        let values: Vec<&str> = block.named("val").map(Block::text).collect();
        let value = values.join(", ");
        if VARIANT_PROPERTIES.contains(&label.to_lowercase().as_str()) && !value.is_empty() {
            variant.push(value.clone());
        }
        if !label.is_empty() {
            raw.spec(label, &value);
        }
    }
    raw.variant(variant.iter().map(String::as_str));
    if let Some(warranty) = root.named("extended_warranty").next() {
        let months = warranty.first("val");
        months.clone_into(raw.texts.slot(Field::WarrantyMonths));
    }
}
