//! The catalogue as CSV with a header.

use std::io::BufRead;

use ports_net::{CatalogueItem, FeedError};

use crate::formats::catalogue::{self, Column, RawProduct};
use crate::offer::field::Note;
use crate::offer::specs;
use crate::offer::trade_numbers;
use crate::reading::rows::{self, Rows};
use crate::reading::table::columns;

/// Reads the products of a table.
pub(crate) struct CatalogueCsv<R> {
    rows: Rows<R>,
    columns: Vec<Option<Column>>,
}

impl<R: BufRead> CatalogueCsv<R> {
    /// Reads the header.
    pub(crate) fn open(input: R, delimiter: u8) -> Result<Self, FeedError> {
        let mut rows = Rows::new(input, delimiter);
        let columns = columns(rows.header()?, Column::from_name, &[])?;
        rows::require(&columns, &[Column::Name], Column::name)?;
        Ok(Self { rows, columns })
    }
}

impl<R: BufRead> Iterator for CatalogueCsv<R> {
    type Item = Result<CatalogueItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let columns = &self.columns;
        Some(self.rows.next(columns.len()).transpose()?.map(|found| {
            let line = found.record.line;
            let mut raw = RawProduct::default();
            for (column, text) in columns.iter().zip(found.record.fields()) {
                if let Some(column) = column {
                    raw.slot(*column).push_str(text);
                }
            }
            if let Some(reason) = found.rejected {
                let note = Note::new("", reason);
                return CatalogueItem::Rejected(catalogue::rejected(line, &raw, note));
            }
            raw.numbers = trade_numbers::split(raw.get(Column::Eans), &[';']);
            raw.other_names = catalogue::split_aliases(raw.get(Column::Aliases));
            let specs = std::mem::take(raw.slot(Column::Specs));
            raw.properties = specs::split(&specs, Column::Specs.name(), &mut raw.remarks);
            if found.unended {
                raw.remarks.push(rows::unended_note());
            }
            catalogue::product(line, raw)
        }))
    }
}
