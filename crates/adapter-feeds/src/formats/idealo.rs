//! idealo CSV.
//!
//! A row that is there can be ordered; one that cannot is left out of the file. Money has no currency and
//! is gross. `formerPrice`, `basePrice`, `paymentCosts_*` and `voucherCode` never touch the price.

use domain::money::Amount;
use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::Items;
use crate::formats::idealo_columns::{Column, column};
use crate::offer::aliases::Columns;
use crate::offer::codes;
use crate::offer::delivery_text;
use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::money::{self, MoneyFault, shown};
use crate::offer::row;
use crate::offer::stock::Stock;
use crate::offer::tables::{self, TableOffers, TableRow};
use crate::offer::trade_numbers;
use crate::reading::charset::Text;
use crate::reading::rows::Rows;
use crate::reading::table::Record;

/// The format's own words in reports.
const DIALECT: Dialect = Dialect::Foreign(&[
    (Field::OfferId, "sku"),
    (Field::Title, "title"),
    (Field::Brand, "brand"),
    (Field::Category, "categoryPath"),
    (Field::Url, "url"),
    (Field::Ean, "eans"),
    (Field::Mpn, "hans"),
    (Field::Price, "price"),
    (Field::DeliveryCost, "deliveryCosts"),
    (Field::Availability, "delivery"),
    (Field::DeliveryDays, "delivery"),
    (Field::Variant, "colour"),
    (Field::ImageUrl, "imageUrls"),
]);

/// Reads a feed.
pub(crate) fn open(text: Text, delimiter: u8, options: &FeedOptions) -> Result<Items, FeedError> {
    let mut rows = Rows::new(text, delimiter);
    let repeats = [Column::Eans, Column::Hans, Column::Parcel, Column::Freight];
    let columns = Columns::of(rows.header()?, column, &repeats)?;
    let has = |field| columns.has(Column::Plain(field));
    if !has(Field::OfferId) || !has(Field::Price) {
        return Err(FeedError::NotAFeed(
            "a table without sku and price".to_owned(),
        ));
    }
    Ok(Box::new(TableOffers {
        rows,
        columns,
        options: options.clone(),
        read: |columns, row, options| {
            let article = Article::of(columns, row.record, options);
            tables::item(row, article)
        },
    }))
}

/// One row.
struct Article<'a> {
    raw: RawOffer,
    options: &'a FeedOptions,
    delivery: String,
    parcel: Vec<String>,
    freight: Vec<String>,
    used: bool,
    replica: bool,
    download: bool,
}

impl TableRow for Article<'_> {
    fn raw(&mut self) -> &mut RawOffer {
        &mut self.raw
    }

    fn finish(mut self) -> FeedItem {
        if self.replica {
            let why = "a replica is not an offer of the product it imitates";
            return row::rejected_offer(&self.raw, Note::new("replica", why));
        }
        if self.used && self.raw.texts.get(Field::Condition).is_empty() {
            "used".clone_into(self.raw.texts.slot(Field::Condition));
        }
        self.size();
        self.costs();
        self.stock();
        row::offer(self.raw, DIALECT, self.options)
    }
}

impl<'a> Article<'a> {
    fn of(columns: &Columns<Column>, record: &Record, options: &'a FeedOptions) -> Self {
        let mut article = Self {
            raw: RawOffer::new(record.line),
            options,
            delivery: String::new(),
            parcel: Vec::new(),
            freight: Vec::new(),
            used: false,
            replica: false,
            download: false,
        };
        for (column, text) in columns.texts(record) {
            article.take(column, text);
        }
        article
    }

    fn take(&mut self, column: Column, text: &str) {
        match column {
            Column::Plain(field) => {
                let text = match field {
                    Field::ImageUrl => text.split([';', ',', ' ']).next().unwrap_or_default(),
                    _ => text,
                };
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
            Column::Hans => {
                let mpn = self.raw.texts.slot(Field::Mpn);
                if mpn.is_empty() {
                    text.split(';')
                        .next()
                        .unwrap_or_default()
                        .trim()
                        .clone_into(mpn);
                }
            }
            Column::Description => text.clone_into(&mut self.raw.description),
            Column::Delivery => text.clone_into(&mut self.delivery),
            Column::Parcel => self.parcel.push(text.to_owned()),
            Column::Freight => self.freight.push(text.to_owned()),
            Column::Size => self.raw.spec("Size", text),
            Column::Gender => self.raw.spec("Gender", text),
            Column::Material => self.raw.spec("Material", text),
            Column::Deposit => self.raw.spec("Deposit", text),
            Column::Used => self.used = says_yes(text),
            Column::Replica => self.replica = says_yes(text),
            Column::Download => self.download |= says_yes(text),
            Column::Fulfillment => self.download |= text.eq_ignore_ascii_case("download"),
        }
    }

    /// A size tells articles apart, as the colour does.
    fn size(&mut self) {
        let size = self.raw.specs.iter().find(|spec| spec.label == "Size");
        if let Some(size) = size.map(|spec| spec.value.clone()) {
            let colour = std::mem::take(self.raw.texts.slot(Field::Variant));
            self.raw.variant([colour.as_str(), size.as_str()]);
        }
    }

    /// The cheapest way to have it delivered: by parcel, or by a forwarder where no parcel is offered.
    fn costs(&mut self) {
        let cheapest = if self.download {
            Some("0".to_owned())
        } else {
            let parcel = std::mem::take(&mut self.parcel);
            let freight = std::mem::take(&mut self.freight);
            self.cheapest(parcel).or_else(|| self.cheapest(freight))
        };
        if let Some(cheapest) = cheapest {
            *self.raw.texts.slot(Field::DeliveryCost) = cheapest;
        }
    }

    fn cheapest(&mut self, texts: Vec<String>) -> Option<String> {
        let mut cheapest: Option<(Amount, String)> = None;
        for text in texts.into_iter().filter(|text| !text.starts_with('-')) {
            let stated = self.raw.texts.get(Field::Currency);
            match money::read(&text, stated, self.options) {
                Ok(cost) if cheapest.as_ref().is_none_or(|(least, _)| cost < *least) => {
                    cheapest = Some((cost, text));
                }
                Ok(_) => {}
                Err(MoneyFault::Text(reason) | MoneyFault::Currency(reason)) => {
                    let name = DIALECT.name(Field::DeliveryCost);
                    self.raw.remark(name, format!("dropped: {reason}"));
                }
            }
        }
        cheapest.map(|(_, text)| text)
    }

    fn stock(&mut self) {
        let stock = match delivery_text::read(&self.delivery) {
            Some(stock) => stock,
            None if self.download => Stock::in_days(0),
            None => {
                if !self.delivery.is_empty() {
                    let reason = format!("{} is not understood", shown(&self.delivery));
                    self.raw.remark("delivery", reason);
                }
                return;
            }
        };
        stock.put(&mut self.raw);
    }
}

fn says_yes(text: &str) -> bool {
    codes::yes_or_no(text) == Some(true)
}
