//! The rows below a header, measured: what CSV and TSV readers share.

use std::io::BufRead;

use ports_net::FeedError;

use crate::offer::field::Note;
use crate::reading::fault::feed_error;
use crate::reading::table::{Record, Shape, Table, shape};

/// One row that is not blank.
pub(crate) struct Row<'a> {
    /// Its fields.
    pub(crate) record: &'a Record,
    /// Why it cannot be used.
    pub(crate) rejected: Option<String>,
    /// The file ends right after it, without a line end.
    pub(crate) unended: bool,
}

/// Reads rows one after the other.
pub(crate) struct Rows<R> {
    table: Table<R>,
    record: Record,
}

impl<R: BufRead> Rows<R> {
    /// Rows of a text.
    pub(crate) const fn new(input: R, delimiter: u8) -> Self {
        Self {
            table: Table::new(input, delimiter),
            record: Record::new(),
        }
    }

    /// The first record.
    pub(crate) fn header(&mut self) -> Result<&Record, FeedError> {
        self.read()?;
        Ok(&self.record)
    }

    fn read(&mut self) -> Result<bool, FeedError> {
        let at = format_args!("line {}", self.table.line()).to_string();
        self.table
            .read(&mut self.record)
            .map_err(|e| feed_error(&e, at))
    }

    /// The next row that is not blank.
    pub(crate) fn next(&mut self, columns: usize) -> Result<Option<Row<'_>>, FeedError> {
        while self.read()? {
            let (rejected, unended) = match shape(&self.record, columns) {
                Shape::Blank => continue,
                Shape::Fits { unended } => (None, unended),
                Shape::Rejected(reason) => (Some(reason), false),
                Shape::Truncated(reason) => return Err(FeedError::Truncated(reason)),
            };
            return Ok(Some(Row {
                record: &self.record,
                rejected,
                unended,
            }));
        }
        Ok(None)
    }
}

/// The remark about a last row that may have been cut inside its last field.
pub(crate) fn unended_note() -> Note {
    Note::new(
        "",
        "the file ends without a line end after this row: its last field may be cut",
    )
}

/// Refuses a header without the required columns.
pub(crate) fn require<F: Copy + PartialEq>(
    columns: &[Option<F>],
    required: &[F],
    name: impl Fn(F) -> &'static str,
) -> Result<(), FeedError> {
    let missing: Vec<&str> = required
        .iter()
        .filter(|field| !columns.contains(&Some(**field)))
        .map(|field| name(*field))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(FeedError::NotAFeed(format!(
        "a table without {}",
        missing.join(" and ")
    )))
}
