//! Awin CSV.
//!
//! The offer's id is the shop's own (`merchant_product_id`, in files that shops write for Awin
//! `product_id`): Awin's number (`aw_product_id`) is another one once a feed is set up anew, so it is used
//! only where the shop's is no column. Former and recommended prices (`rrp_price`, `base_price`,
//! `product_price_old`) are never read.

mod stock;
mod terms;
mod validity;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::Items;
use crate::formats::awin_columns::{Column, column};
use crate::offer::aliases::Columns;
use crate::offer::field::{Dialect, Field, RawOffer};
use crate::offer::row;
use crate::offer::tables::{self, TableOffers, TableRow};
use crate::offer::trade_numbers;
use crate::reading::charset::Text;
use crate::reading::rows::Rows;
use crate::reading::table::Record;

/// The format's own words in reports.
const DIALECT: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "product_id"),
    (Field::Title, "product_name"),
    (Field::Brand, "brand_name"),
    (Field::Category, "merchant_category"),
    (Field::Url, "merchant_deep_link"),
    (Field::ImageUrl, "merchant_image_url"),
    (Field::Ean, "ean"),
    (Field::Price, "search_price"),
    (Field::Variant, "colour"),
    (Field::Availability, "stock_status"),
    (Field::DeliveryDays, "delivery_time"),
    (Field::UpdatedAt, "last_updated"),
    (Field::WarrantyMonths, "warranty"),
]);

/// Reads a feed.
pub(crate) fn open(text: Text, delimiter: u8, options: &FeedOptions) -> Result<Items, FeedError> {
    let mut rows = Rows::new(text, delimiter);
    let mut columns = Columns::of(rows.header()?, column, &[])?;
    let id = Column::Plain(Field::OfferId);
    if !columns.has(id) || !columns.has(Column::Plain(Field::Price)) {
        let what =
            "a table without merchant_product_id, product_id or aw_product_id, or without a price";
        return Err(FeedError::NotAFeed(what.to_owned()));
    }
    // Two kinds of ids in one feed would collide.
    columns.keep_best(id);
    Ok(Box::new(TableOffers {
        rows,
        columns,
        options: options.clone(),
        read: |columns, row, options| {
            let product = Product::of(columns, row.record, options);
            tables::item(row, product)
        },
    }))
}

/// One row.
struct Product<'a> {
    raw: RawOffer,
    options: &'a FeedOptions,
    texts: Vec<(Column, String)>,
}

impl TableRow for Product<'_> {
    fn raw(&mut self) -> &mut RawOffer {
        &mut self.raw
    }

    fn finish(mut self) -> FeedItem {
        if let Some(note) = self.outside_validity() {
            return row::rejected_offer(&self.raw, note);
        }
        self.variant();
        self.delivery_cost();
        self.stock();
        self.updated();
        self.warranty();
        row::offer(self.raw, DIALECT, self.options)
    }
}

impl<'a> Product<'a> {
    fn of(columns: &Columns<Column>, record: &Record, options: &'a FeedOptions) -> Self {
        let mut product = Self {
            raw: RawOffer::new(record.line),
            options,
            texts: Vec::new(),
        };
        for (column, text) in columns.texts(record) {
            product.take(column, text);
        }
        product
    }

    /// The first text that is not empty counts.
    fn take(&mut self, column: Column, text: &str) {
        match column {
            Column::Plain(field) => {
                let slot = self.raw.texts.slot(field);
                if slot.is_empty() {
                    text.clone_into(slot);
                }
            }
            Column::Eans => {
                let room = (trade_numbers::MAX_NUMBERS + 1).saturating_sub(self.raw.eans.len());
                let numbers = trade_numbers::split(text, &[';', ',', '|']);
                self.raw.eans.extend(numbers.into_iter().take(room));
            }
            Column::Description if self.raw.description.is_empty() => {
                text.clone_into(&mut self.raw.description);
            }
            Column::Description => {}
            _ if self.text(column).is_empty() => self.texts.push((column, text.to_owned())),
            _ => {}
        }
    }

    fn text(&self, column: Column) -> &str {
        let known = self.texts.iter().find(|(known, _)| *known == column);
        known.map_or("", |(_, text)| text)
    }

    fn remark(&mut self, field: &'static str, reason: String) {
        self.raw.remark(field, reason);
    }
}
