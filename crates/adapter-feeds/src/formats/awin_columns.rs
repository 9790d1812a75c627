//! The columns of Awin CSV and the names they go by.

use crate::offer::aliases::{self, Aliases};
use crate::offer::field::Field;
use crate::reading::table::normal_name;

/// A column that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Goes into a field as it stands.
    Plain(Field),
    Eans,
    Description,
    Colour,
    Size,
    DeliveryTime,
    InStock,
    StockStatus,
    ForSale,
    PreOrder,
    ValidFrom,
    ValidTo,
    Warranty,
    LastUpdated,
}

/// What is read, and its columns in the order in which they are believed.
const ALIASES: &Aliases<Column> = &[
    (
        Column::Plain(Field::OfferId),
        &["merchant_product_id", "product_id", "aw_product_id"],
    ),
    (
        Column::Plain(Field::Price),
        &["search_price", "price", "display_price", "store_price"],
    ),
    (Column::Plain(Field::Currency), &["currency"]),
    (
        Column::Plain(Field::Title),
        &["product_name", "title", "name"],
    ),
    (
        Column::Plain(Field::Brand),
        &["brand_name", "brand", "manufacturer"],
    ),
    (Column::Plain(Field::Mpn), &["mpn", "model_number"]),
    (Column::Plain(Field::Model), &["product_model"]),
    (
        Column::Plain(Field::Category),
        &[
            "merchant_category",
            "merchant_product_category_path",
            "category_name",
            "product_type",
        ],
    ),
    (
        Column::Plain(Field::Url),
        &["merchant_deep_link", "deep_link", "aw_deep_link"],
    ),
    (
        Column::Plain(Field::ImageUrl),
        &[
            "merchant_image_url",
            "image_url",
            "large_image",
            "aw_image_url",
        ],
    ),
    (Column::Plain(Field::DeliveryCost), &["delivery_cost"]),
    (Column::Plain(Field::Condition), &["condition"]),
    (Column::Plain(Field::StockQuantity), &["stock_quantity"]),
    (
        Column::Eans,
        &["ean", "upc", "isbn", "product_gtin", "gtin"],
    ),
    (
        Column::Description,
        &["description", "product_short_description"],
    ),
    (Column::Colour, &["colour", "color"]),
    (Column::Size, &["size", "fashion:size"]),
    (Column::DeliveryTime, &["delivery_time"]),
    (Column::InStock, &["in_stock"]),
    (Column::StockStatus, &["stock_status"]),
    (Column::ForSale, &["is_for_sale"]),
    (Column::PreOrder, &["pre_order"]),
    (Column::ValidFrom, &["valid_from"]),
    (Column::ValidTo, &["valid_to"]),
    (Column::Warranty, &["warranty"]),
    (Column::LastUpdated, &["last_updated"]),
];

/// Columns that only Awin's files have.
const OWN: [&str; 9] = [
    "aw_product_id",
    "aw_deep_link",
    "merchant_product_id",
    "merchant_deep_link",
    "merchant_id",
    "merchant_category",
    "search_price",
    "deep_link",
    "product_name",
];

/// A header's column with its rank among those that mean the same.
pub(crate) fn column(name: &str) -> Option<(Column, usize)> {
    aliases::find(ALIASES, &normal_name(name))
}

/// Whether a column holds a price.
pub(crate) fn is_price(name: &str) -> bool {
    matches!(column(name), Some((Column::Plain(Field::Price), _)))
}

/// Whether a header is an Awin file's.
pub(crate) fn is_header(names: &[String]) -> bool {
    let own = names
        .iter()
        .filter(|name| OWN.contains(&normal_name(name).as_str()));
    is_readable(names) && own.count() > 0
}

/// Whether a header has what a row needs.
pub(crate) fn is_readable(names: &[String]) -> bool {
    let has = |field| {
        names
            .iter()
            .any(|name| matches!(column(name), Some((Column::Plain(known), _)) if known == field))
    };
    has(Field::OfferId) && has(Field::Price)
}

/// Whether a name of a header is known.
pub(crate) fn is_known(name: &str) -> bool {
    column(name).is_some()
}
