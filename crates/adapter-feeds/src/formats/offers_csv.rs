//! Our own offers file as CSV with a header.

use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::row;
use crate::offer::specs;
use crate::offer::trade_numbers;
use crate::reading::detect;
use crate::reading::rows::{self, Row, Rows};
use crate::reading::table::{Record, columns};

/// Reads the offers of a table.
pub(crate) struct OffersCsv<R> {
    rows: Rows<R>,
    columns: Vec<Option<Field>>,
    options: FeedOptions,
}

impl<R: BufRead> OffersCsv<R> {
    /// Reads the header.
    pub(crate) fn open(input: R, delimiter: u8, options: &FeedOptions) -> Result<Self, FeedError> {
        let mut rows = Rows::new(input, delimiter);
        let columns = columns(rows.header()?, detect::own_field, &[])?;
        rows::require(&columns, &[Field::OfferId, Field::Price], Field::own_name)?;
        Ok(Self {
            rows,
            columns,
            options: options.clone(),
        })
    }
}

impl<R: BufRead> Iterator for OffersCsv<R> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = &self.columns;
        Some(self.rows.next(columns.len()).transpose()?.map(|row| {
            let mut raw = fill(columns, row.record);
            let (reason, unended) = match row {
                Row {
                    rejected: Some(reason),
                    ..
                } => (Some(reason), false),
                Row { unended, .. } => (None, unended),
            };
            if let Some(reason) = reason {
                return row::rejected_offer(&raw, Note::new("", reason));
            }
            raw.eans = trade_numbers::split(raw.texts.get(Field::Ean), &[';']);
            let name = Field::Specs.own_name();
            let specs = std::mem::take(raw.texts.slot(Field::Specs));
            raw.specs = specs::split(&specs, name, &mut raw.remarks);
            if unended {
                raw.remarks.push(rows::unended_note());
            }
            row::offer(raw, Dialect::Own, &self.options)
        }))
    }
}

fn fill(columns: &[Option<Field>], record: &Record) -> RawOffer {
    let mut raw = RawOffer::new(record.line);
    for (column, text) in columns.iter().zip(record.fields()) {
        if let Some(field) = column {
            raw.texts.slot(*field).push_str(text);
        }
    }
    raw
}
