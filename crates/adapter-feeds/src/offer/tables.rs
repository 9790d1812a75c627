//! Tables whose rows are offers and whose columns have several names: what such formats share.

use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};

use crate::offer::aliases::Columns;
use crate::offer::field::{Note, RawOffer};
use crate::offer::row;
use crate::reading::rows::{self, Row, Rows};

/// The offers of a table, row by row.
pub(crate) struct TableOffers<R, C> {
    pub(crate) rows: Rows<R>,
    pub(crate) columns: Columns<C>,
    pub(crate) options: FeedOptions,
    /// Reads a row.
    pub(crate) read: fn(&Columns<C>, Row<'_>, &FeedOptions) -> FeedItem,
}

impl<R: BufRead, C> Iterator for TableOffers<R, C> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next(self.columns.width).transpose()?;
        Some(row.map(|row| (self.read)(&self.columns, row, &self.options)))
    }
}

/// A row whose texts a format has read.
pub(crate) trait TableRow {
    fn raw(&mut self) -> &mut RawOffer;

    /// The offer, or why it is none.
    fn finish(self) -> FeedItem;
}

/// What becomes of a row.
pub(crate) fn item(found: Row<'_>, mut read: impl TableRow) -> FeedItem {
    if let Some(reason) = found.rejected {
        return row::rejected_offer(read.raw(), Note::new("", reason));
    }
    if found.unended {
        read.raw().remarks.push(rows::unended_note());
    }
    read.finish()
}
