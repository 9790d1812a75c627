//! Files of past price points: CSV with a header.

use std::io::BufRead;

use domain::availability::Availability;
use domain::gtin::Gtin;
use domain::history::past::Point;
use domain::ids::CanonicalProductId;
use domain::instant::read_rfc3339;
use domain::money::Amount;
use ports_net::{FeedError, FeedOptions, HistoryItem, HistoryRow};
use time::OffsetDateTime;

use crate::offer::codes;
use crate::offer::field::Note;
use crate::offer::money::{self, MoneyFault, shown};
use crate::offer::row;
use crate::reading::detect;
use crate::reading::rows::{self, Rows};
use crate::reading::table::{columns, normal_name};

macro_rules! columns {
    ($($variant:ident $slot:ident $limit:literal $name:literal $($other:literal)*,)+) => {
        /// A column of a history file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Column { $($variant,)+ }

        impl Column {
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            const fn limit(self) -> usize {
                match self { $(Self::$variant => $limit,)+ }
            }

            fn from_name(name: &str) -> Option<Self> {
                match normal_name(name).as_str() {
                    $($name $(| $other)* => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        /// A row before validation.
        #[derive(Debug, Default)]
        struct Texts { $($slot: String,)+ }

        impl Texts {
            fn get(&self, column: Column) -> &str {
                match column { $(Column::$variant => self.$slot.trim(),)+ }
            }

            const fn slot(&mut self, column: Column) -> &mut String {
                match column { $(Column::$variant => &mut self.$slot,)+ }
            }
        }
    };
}

columns! {
    Product product 128 "canonical_product_id",
    Ean ean 100 "ean" "gtin",
    OfferId offer_id 200 "offer_id",
    Date date 60 "date" "observed_at",
    Price price 100 "price",
    InStock in_stock 100 "in_stock" "availability",
    DeliveryCost delivery_cost 100 "delivery_cost",
    Currency currency 20 "currency",
}

/// Columns of which one is needed.
const NAMES: [Column; 3] = [Column::Product, Column::Ean, Column::OfferId];

const ONE_OF: &str = "canonical_product_id, ean or offer_id";

/// The delimiter of a history's fields.
pub(crate) fn delimiter(head: &str) -> u8 {
    detect::header(head, |name| Column::from_name(name).is_some()).0
}

/// Whether a column holds the price.
pub(crate) fn is_price(name: &str) -> bool {
    Column::from_name(name) == Some(Column::Price)
}

/// Recognizes and opens a history file.
pub(crate) fn open<R: BufRead>(
    input: R,
    raw: &[u8],
    head: &str,
    options: &FeedOptions,
) -> Result<History<R>, FeedError> {
    let text = detect::not_empty(raw, head)?;
    let (delimiter, names) = detect::header(head, |name| Column::from_name(name).is_some());
    let found: Vec<Column> = names
        .iter()
        .filter_map(|name| Column::from_name(name))
        .collect();
    let mut missing: Vec<&str> = [Column::Date, Column::Price]
        .into_iter()
        .filter(|column| !found.contains(column))
        .map(Column::name)
        .collect();
    if !NAMES.iter().any(|column| found.contains(column)) {
        missing.push(ONE_OF);
    }
    if missing.is_empty() {
        let mut rows = Rows::new(input, delimiter);
        let columns = columns(rows.header()?, Column::from_name, &[])?;
        return Ok(History {
            rows,
            columns,
            options: options.clone(),
        });
    }
    let what = detect::binary(raw, head).unwrap_or_else(|| {
        let first = text.lines().next().unwrap_or_default();
        let missing = missing.join(" and ");
        format!("no {missing} in the file that begins with {}", shown(first))
    });
    Err(FeedError::WrongFormat {
        wanted: format!("a history, CSV with date, price and one of {ONE_OF}"),
        found: what,
    })
}

/// Reads the points of a table.
pub(crate) struct History<R> {
    rows: Rows<R>,
    columns: Vec<Option<Column>>,
    options: FeedOptions,
}

impl<R: BufRead> Iterator for History<R> {
    type Item = Result<HistoryItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = &self.columns;
        Some(self.rows.next(columns.len()).transpose()?.map(|found| {
            let line = found.record.line;
            let mut texts = Texts::default();
            for (column, text) in columns.iter().zip(found.record.fields()) {
                if let Some(column) = column {
                    texts.slot(*column).push_str(text);
                }
            }
            let names = [Column::OfferId, Column::Product, Column::Ean];
            let mut names = names.into_iter().map(|column| texts.get(column));
            let name = names.find(|name| !name.is_empty()).unwrap_or_default();
            let read = match found.rejected {
                Some(reason) => Err(Note::new("", reason)),
                None => point(line, &texts, &self.options),
            };
            match read {
                Ok(read) => {
                    let remarks = found.unended.then(rows::unended_note);
                    let remark = |note| row::rejected(line, name, note);
                    let remarks = remarks.into_iter().map(remark).collect();
                    HistoryItem::Point(Box::new(read), remarks)
                }
                Err(note) => HistoryItem::Rejected(row::rejected(line, name, note)),
            }
        }))
    }
}

fn point(line: u64, texts: &Texts, options: &FeedOptions) -> Result<HistoryRow, Note> {
    for column in Column::ALL {
        row::within(texts.get(*column), column.name(), column.limit())?;
    }
    let row = HistoryRow {
        line,
        product: optional(texts, Column::Product, |text| {
            let reason = "not of the form ^[a-z0-9_]+$";
            CanonicalProductId::parse(text).ok_or_else(|| reason.to_owned())
        })?,
        gtin: optional(texts, Column::Ean, |text| {
            Gtin::parse(text).map_err(|error| error.to_string())
        })?,
        offer_id: optional(texts, Column::OfferId, |text| {
            if text.chars().any(char::is_control) {
                return Err("holds control characters".to_owned());
            }
            Ok(text.to_owned())
        })?,
        point: observed(texts, options)?,
    };
    if row.product.is_none() && row.gtin.is_none() && row.offer_id.is_none() {
        return Err(Note::new("", format!("names nothing: {ONE_OF} is needed")));
    }
    Ok(row)
}

fn observed(texts: &Texts, options: &FeedOptions) -> Result<Point, Note> {
    let at = optional(texts, Column::Date, |text| {
        let reason = "not a day from 1970 on, as in 2025-01-31, or an instant of RFC 3339, as in \
                      2025-01-31T12:00:00Z";
        instant(text).ok_or_else(|| reason.to_owned())
    })?;
    let availability = optional(texts, Column::InStock, |text| {
        let reason = || format!("not true, false or one of {}", codes::AVAILABILITIES);
        let read = codes::in_stock(text).or_else(|| codes::availability(text));
        read.ok_or_else(reason)
    })?
    .unwrap_or(Availability::InStock);
    let item_price = amount(texts, Column::Price, options)?;
    let needed = |column: Column| Note::new(column.name(), "required, and empty");
    match item_price {
        Some(Amount::ZERO) => {
            let reason = "0 is no price: it must be above 0";
            return Err(Note::new(Column::Price.name(), reason));
        }
        None if availability.can_be_ordered() => return Err(needed(Column::Price)),
        Some(_) | None => {}
    }
    Ok(Point {
        at: at.ok_or_else(|| needed(Column::Date))?,
        item_price,
        delivery_cost: amount(texts, Column::DeliveryCost, options)?,
        availability,
        is_doubted: false,
    })
}

/// A value that may be empty.
fn optional<T>(
    texts: &Texts,
    column: Column,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Note> {
    let text = texts.get(column);
    if text.is_empty() {
        return Ok(None);
    }
    let note = |reason| Note::new(column.name(), format!("{}: {reason}", shown(text)));
    read(text).map(Some).map_err(note)
}

fn amount(texts: &Texts, column: Column, options: &FeedOptions) -> Result<Option<Amount>, Note> {
    let text = texts.get(column);
    if text.is_empty() {
        return Ok(None);
    }
    let read = money::read(text, texts.get(Column::Currency), options);
    read.map(Some).map_err(|fault| match fault {
        MoneyFault::Text(reason) => Note::new(column.name(), reason),
        MoneyFault::Currency(reason) => Note::new(Column::Currency.name(), reason),
    })
}

/// A day (its beginning in UTC) or an instant, in whole microseconds, from 1970 on.
fn instant(text: &str) -> Option<OffsetDateTime> {
    let day = || Some(codes::date(text)?.midnight().assume_utc());
    let at = day().or_else(|| read_rfc3339(text))?;
    let at = at.replace_nanosecond(at.microsecond() * 1000).ok()?;
    (at >= OffsetDateTime::UNIX_EPOCH).then_some(at)
}
