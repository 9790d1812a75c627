//! Awin CSV.
//!
//! The offer's id is the shop's own (`merchant_product_id`, in files that shops write for Awin
//! `product_id`): Awin's number (`aw_product_id`) is another one once a feed is set up anew, so it is used
//! only where the shop's is no column. Former and recommended prices (`rrp_price`, `base_price`,
//! `product_price_old`) are never read.

use std::io::BufRead;

use domain::availability::Availability;
use ports_net::{FeedError, FeedItem, FeedOptions};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use crate::Items;
use crate::aliases::Columns;
use crate::awin_columns::{Column, column};
use crate::charset::Text;
use crate::codes;
use crate::delivery_text;
use crate::field::{Dialect, Field, Note, RawOffer, RawSpec};
use crate::idealo::is_true;
use crate::money::{self, MoneyFault, shown};
use crate::row;
use crate::rows::{self, Rows};
use crate::stock::Stock;
use crate::table::Record;
use crate::trade_numbers;

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
    Ok(Box::new(Awin {
        columns,
        rows,
        options: options.clone(),
    }))
}

struct Awin<R> {
    rows: Rows<R>,
    columns: Columns<Column>,
    options: FeedOptions,
}

impl<R: BufRead> Iterator for Awin<R> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (columns, options) = (&self.columns, &self.options);
        Some(self.rows.next(columns.width).transpose()?.map(|found| {
            let mut product = Product::of(columns, found.record, options);
            if let Some(reason) = found.rejected {
                return product.rejected(Note::new("", reason));
            }
            if found.unended {
                product.raw.remarks.push(rows::unended_note());
            }
            product.finish()
        }))
    }
}

/// One row.
struct Product<'a> {
    raw: RawOffer,
    options: &'a FeedOptions,
    texts: Vec<(Column, String)>,
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

    fn rejected(&self, note: Note) -> FeedItem {
        let id = self.raw.texts.get(Field::OfferId);
        FeedItem::Rejected(row::rejected(self.raw.line, id, note))
    }

    fn remark(&mut self, field: &'static str, reason: String) {
        self.raw.remarks.push(Note::new(field, reason));
    }

    fn finish(mut self) -> FeedItem {
        if let Some(note) = self.outside_validity() {
            return self.rejected(note);
        }
        self.variant();
        self.delivery_cost();
        self.stock();
        self.updated();
        self.warranty();
        row::offer(self.raw, DIALECT, self.options)
    }

    /// A row that is not valid yet or not any more is no offer.
    fn outside_validity(&mut self) -> Option<Note> {
        let now = self.options.observed_at;
        let from = self.instant(Column::ValidFrom, "valid_from", false);
        let to = self.instant(Column::ValidTo, "valid_to", true);
        if from.is_some_and(|from| now < from) {
            return Some(Note::new("valid_from", "the offer is not valid yet"));
        }
        to.is_some_and(|to| now > to)
            .then(|| Note::new("valid_to", "the offer is not valid any more"))
    }

    /// An instant; a day alone is its beginning, or its end.
    fn instant(&mut self, column: Column, name: &'static str, end: bool) -> Option<OffsetDateTime> {
        let text = self.text(column);
        if text.is_empty() || text.starts_with("0000") {
            return None;
        }
        let day = codes::date(text).is_some();
        let read = codes::google_instant(text);
        if read.is_none() {
            let reason = format!("{} is dropped: not a day or an instant", shown(text));
            self.remark(name, reason);
        }
        let last = if end && day {
            Duration::DAY
        } else {
            Duration::ZERO
        };
        read.and_then(|at| at.checked_add(last))
    }

    fn variant(&mut self) {
        let (colour, size) = (self.text(Column::Colour), self.text(Column::Size));
        let parts = [colour, size].into_iter().filter(|part| !part.is_empty());
        let variant = parts.collect::<Vec<_>>().join(" / ");
        let specs = [("Colour", colour), ("Size", size)].map(|(label, value)| RawSpec {
            label: label.to_owned(),
            value: value.to_owned(),
            icon: String::new(),
        });
        *self.raw.texts.slot(Field::Variant) = variant;
        self.raw.specs.extend(specs);
    }

    /// Costs that are not understood are unknown, not the end of the row.
    fn delivery_cost(&mut self) {
        let text = self.raw.texts.get(Field::DeliveryCost);
        if text.is_empty() {
            return;
        }
        let stated = self.raw.texts.get(Field::Currency);
        if let Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) =
            money::read(text, stated, self.options)
        {
            self.raw.texts.slot(Field::DeliveryCost).clear();
            self.remark("delivery_cost", format!("dropped: {reason}"));
        }
    }

    fn stock(&mut self) {
        let time = self.text(Column::DeliveryTime).to_owned();
        let promised = delivery_text::read(&time);
        if promised.is_none() && !time.is_empty() {
            self.remark(
                "delivery_time",
                format!("{} is not understood", shown(&time)),
            );
        }
        let days = promised.and_then(|stock| stock.days);
        let pieces = self.raw.texts.get(Field::StockQuantity).parse().ok();
        let stated = self.stated().or(promised.map(|stock| stock.availability));
        let stock = Stock {
            availability: stated.unwrap_or(Availability::Unknown),
            days,
        };
        stock.with_pieces(pieces).put(&mut self.raw);
    }

    /// What the row says about whether it can be had.
    fn stated(&mut self) -> Option<Availability> {
        let flag = |text: &str| (!text.is_empty()).then(|| is_true(text));
        if flag(self.text(Column::ForSale)) == Some(false) {
            return Some(Availability::OutOfStock);
        }
        if flag(self.text(Column::PreOrder)) == Some(true) {
            return Some(Availability::Preorder);
        }
        let status = self.text(Column::StockStatus).to_owned();
        let read = codes::availability(&status)
            .or_else(|| delivery_text::read(&status).map(|stock| stock.availability));
        if read.is_none() && !status.is_empty() {
            self.remark(
                "stock_status",
                format!("{} is not understood", shown(&status)),
            );
        }
        let in_stock = self.text(Column::InStock);
        let flagged = flag(in_stock).map(|yes| {
            if yes {
                Availability::InStock
            } else {
                Availability::OutOfStock
            }
        });
        read.or_else(|| codes::availability(in_stock)).or(flagged)
    }

    fn updated(&mut self) {
        let at = self.instant(Column::LastUpdated, "last_updated", false);
        if let Some(text) = at.and_then(|at| at.format(&Rfc3339).ok()) {
            *self.raw.texts.slot(Field::UpdatedAt) = text;
        }
    }

    /// `24 months`, `2 years`, `2 Jahre`; a number without a unit may be either.
    fn warranty(&mut self) {
        let text = self.text(Column::Warranty).to_lowercase();
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        let unit = text.get(digits.len()..).unwrap_or_default().trim();
        let months = ["month", "monat", "mois", "mes", "mies"];
        let years = ["year", "jahr", "an", "año", "rok", "lat"];
        let begins = |units: &[&str]| units.iter().any(|known| unit.starts_with(known));
        let factor = if begins(&months) {
            1
        } else if begins(&years) {
            12
        } else {
            return;
        };
        if let Some(months) = digits
            .parse::<u16>()
            .ok()
            .and_then(|n| n.checked_mul(factor))
        {
            *self.raw.texts.slot(Field::WarrantyMonths) = months.to_string();
        }
    }
}
