//! Google Merchant tab-separated values.

use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::formats::google::GoogleRow;
use crate::formats::google_fields::{GoogleField, Named};
use crate::offer::field::Note;
use crate::offer::row;
use crate::reading::rows::{self, Rows};
use crate::reading::table::{columns, normal_name};

/// Attributes that may have several columns.
const REPEATED: [GoogleField; 5] = [
    GoogleField::FreeFrom,
    GoogleField::Gtin,
    GoogleField::ProductDetail,
    GoogleField::ProductType,
    GoogleField::Shipping,
];

/// Reads the rows of a table.
pub(crate) struct GoogleTsv<R> {
    rows: Rows<R>,
    columns: Vec<Option<GoogleField>>,
    options: FeedOptions,
}

impl<R: BufRead> GoogleTsv<R> {
    /// Reads the header.
    pub(crate) fn open(input: R, options: &FeedOptions) -> Result<Self, FeedError> {
        let mut rows = Rows::new(input, b'\t');
        let header = rows.header()?;
        let named: Vec<GoogleField> = header
            .fields()
            .filter_map(|name| GoogleField::from_name(&normal_name(name)))
            .collect();
        // Another name counts only where Google's own is missing.
        let mut others: Vec<(GoogleField, String)> = Vec::new();
        for name in header.fields().map(normal_name) {
            if let Some(field) = GoogleField::from_alias(&name)
                && !named.contains(&field)
                && others.iter().all(|(known, _)| *known != field)
            {
                others.push((field, name));
            }
        }
        let known = |name: &str| {
            let name = normal_name(name);
            let other = || others.iter().find(|(_, known)| *known == name);
            GoogleField::from_name(&name).or_else(|| other().map(|(field, _)| *field))
        };
        let columns = columns(header, known, &REPEATED)?;
        rows::require(
            &columns,
            &[GoogleField::Id, GoogleField::Price],
            GoogleField::name,
        )?;
        Ok(Self {
            rows,
            columns,
            options: options.clone(),
        })
    }
}

impl<R: BufRead> Iterator for GoogleTsv<R> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = &self.columns;
        Some(self.rows.next(columns.len()).transpose()?.map(|found| {
            let record = found.record;
            let cells = || columns.iter().zip(record.fields());
            if let Some(reason) = found.rejected {
                let id = cells().find(|(column, _)| **column == Some(GoogleField::Id));
                let id = id.map_or("", |(_, text)| text);
                return FeedItem::Rejected(row::rejected(record.line, id, Note::new("", reason)));
            }
            let mut row = GoogleRow::new(record.line, &self.options);
            for (column, text) in cells() {
                if let Some(field) = column {
                    row.set(*field, Named::Google, text);
                }
            }
            if found.unended {
                row.note(rows::unended_note());
            }
            row.finish()
        }))
    }
}
