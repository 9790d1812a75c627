//! Rows of delimited text (RFC 4180), each bounded.
//!
//! A quote opens a quoted field only at the field's beginning; two quotes inside mean one. Written
//! by hand because the end of the file must be told apart: after a line end, without one, or inside
//! quotes.

use std::io::{self, BufRead};

use ports_net::FeedError;

use crate::reading::fault::MAX_RECORD_BYTES;

const MAX_FIELDS: usize = 4096;

/// How a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With a line end.
    Line,
    /// With the file, which has no line end there.
    File,
    /// With the file, inside quotes.
    InQuotes,
}

/// One record. Its buffers are used again for the next.
#[derive(Debug)]
pub(crate) struct Record {
    /// Line on which it begins, from 1.
    pub(crate) line: u64,
    /// Line on which it ends.
    pub(crate) last_line: u64,
    /// How it ended.
    pub(crate) end: End,
    /// It was longer than allowed and is not held whole.
    pub(crate) oversized: bool,
    /// It had more fields than allowed.
    overfull: bool,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Record {
    /// An empty record.
    pub(crate) const fn new() -> Self {
        Self {
            line: 0,
            last_line: 0,
            end: End::Line,
            oversized: false,
            overfull: false,
            text: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The fields in order.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| {
            let bytes = self.text.get(start..*end).unwrap_or_default();
            std::str::from_utf8(bytes).unwrap_or_default()
        })
    }

    fn push(&mut self, byte: u8) {
        if self.text.len() < MAX_RECORD_BYTES {
            self.text.push(byte);
        } else {
            self.oversized = true;
        }
    }

    fn close_field(&mut self) {
        if self.ends.len() < MAX_FIELDS {
            self.ends.push(self.text.len());
        } else {
            self.overfull = true;
        }
    }
}

/// What a record is, measured by the header.
pub(crate) enum Shape {
    /// A blank line.
    Blank,
    /// As many fields as the header has; `unended` when the file ends without a line end there.
    Fits { unended: bool },
    /// A row that cannot be used.
    Rejected(String),
    /// The file ends in the middle of it.
    Truncated(String),
}

/// Measures a record by the number of columns.
pub(crate) fn shape(record: &Record, columns: usize) -> Shape {
    let fields = record.ends.len();
    let lines = if record.last_line > record.line {
        format!(
            " (it runs from line {} to {})",
            record.line, record.last_line
        )
    } else {
        String::new()
    };
    if record.end == End::InQuotes {
        return Shape::Truncated(format!(
            "it ends inside a quoted field of the record that begins on line {}",
            record.line
        ));
    }
    if record.oversized {
        return Shape::Rejected(format!("longer than {MAX_RECORD_BYTES} bytes{lines}"));
    }
    if record.overfull {
        return Shape::Rejected(format!("more than {MAX_FIELDS} fields{lines}"));
    }
    if fields <= 1 && record.fields().all(|field| field.trim().is_empty()) {
        return Shape::Blank;
    }
    if fields < columns {
        let counts = format!("{fields} fields, the header has {columns}{lines}");
        return match record.end {
            End::File => Shape::Truncated(format!("its last line has {counts}")),
            End::Line | End::InQuotes => Shape::Rejected(counts),
        };
    }
    if record
        .fields()
        .skip(columns)
        .any(|field| !field.trim().is_empty())
    {
        return Shape::Rejected(format!("{fields} fields, the header has {columns}{lines}"));
    }
    Shape::Fits {
        unended: record.end == End::File,
    }
}

/// Which known column stands at each place of the header. A known column that comes twice is an
/// error unless it may be repeated.
pub(crate) fn columns<F: Copy + PartialEq>(
    header: &Record,
    known: impl Fn(&str) -> Option<F>,
    repeats: &[F],
) -> Result<Vec<Option<F>>, FeedError> {
    if header.end != End::Line {
        return Err(FeedError::Truncated("it ends inside the header".to_owned()));
    }
    if header.overfull || header.oversized {
        return Err(FeedError::Broken {
            at: "line 1".to_owned(),
            problem: format!(
                "a header of more than {MAX_FIELDS} columns or {MAX_RECORD_BYTES} bytes"
            ),
        });
    }
    let mut columns = Vec::new();
    for name in header.fields() {
        let column = known(name);
        let may_repeat = column.is_some_and(|column| repeats.contains(&column));
        if column.is_some() && !may_repeat && columns.contains(&column) {
            return Err(FeedError::Broken {
                at: "line 1".to_owned(),
                problem: format!("the column {:?} comes twice", name.trim()),
            });
        }
        columns.push(column);
    }
    Ok(columns)
}

/// A header name in its plain form: lower case, `_` for spaces and hyphens.
pub(crate) fn normal_name(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    FieldStart,
    Plain,
    Quoted,
    QuoteInQuoted,
}

/// Reads records of an input of valid UTF-8.
pub(crate) struct Table<R> {
    input: R,
    delimiter: u8,
    line: u64,
    after_return: bool,
}

impl<R: BufRead> Table<R> {
    /// Records with a delimiter.
    pub(crate) const fn new(input: R, delimiter: u8) -> Self {
        Self {
            input,
            delimiter,
            line: 1,
            after_return: false,
        }
    }

    /// Line of the next byte, from 1.
    pub(crate) const fn line(&self) -> u64 {
        self.line
    }

    /// Reads the next record; false at the end.
    pub(crate) fn read(&mut self, record: &mut Record) -> io::Result<bool> {
        record.text.clear();
        record.ends.clear();
        record.oversized = false;
        record.overfull = false;
        record.line = self.line;
        let mut state = State::FieldStart;
        let mut any = false;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            let mut used = 0;
            let mut ended = false;
            for byte in chunk {
                used += 1;
                if std::mem::take(&mut self.after_return) && *byte == b'\n' {
                    continue;
                }
                any = true;
                state = step(state, *byte, self.delimiter, record);
                if matches!(byte, b'\n' | b'\r') {
                    self.after_return = *byte == b'\r';
                    self.line += 1;
                    if state != State::Quoted {
                        ended = true;
                        break;
                    }
                }
            }
            self.input.consume(used);
            if ended {
                record.last_line = self.line.saturating_sub(1);
                record.end = End::Line;
                return Ok(true);
            }
        }
        record.last_line = self.line;
        record.end = if state == State::Quoted {
            End::InQuotes
        } else {
            End::File
        };
        if any {
            record.close_field();
        }
        Ok(any)
    }
}

fn step(state: State, byte: u8, delimiter: u8, record: &mut Record) -> State {
    match (state, byte) {
        (State::Quoted, b'"') => State::QuoteInQuoted,
        (State::FieldStart, b'"') => State::Quoted,
        (State::Quoted, _) | (State::QuoteInQuoted, b'"') => {
            record.push(byte);
            State::Quoted
        }
        (_, b'\n' | b'\r') => {
            record.close_field();
            State::FieldStart
        }
        (_, _) if byte == delimiter => {
            record.close_field();
            State::FieldStart
        }
        (_, _) => {
            record.push(byte);
            State::Plain
        }
    }
}
