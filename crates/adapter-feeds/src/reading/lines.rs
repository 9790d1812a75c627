//! Lines of a text, each bounded.

use std::io::{self, BufRead};

use crate::reading::fault::MAX_RECORD_BYTES;

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// It was read.
    Read,
    /// It is longer than [`MAX_RECORD_BYTES`] and was skipped.
    TooLong,
    /// There are no more.
    None,
}

/// Reads lines one after the other into one buffer.
pub(crate) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// Number of the line that was read last, from 1.
    pub(crate) number: u64,
    /// Whether that line had a line end.
    pub(crate) ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of an input of valid UTF-8.
    pub(crate) const fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            number: 0,
            ended: false,
        }
    }

    /// Reads the next line.
    pub(crate) fn advance(&mut self) -> io::Result<Line> {
        self.buffer.clear();
        self.ended = false;
        let mut too_long = false;
        let mut any = false;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                break;
            }
            if !any {
                any = true;
                self.number += 1;
            }
            let end = chunk.iter().position(|b| *b == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            too_long = too_long || self.buffer.len() + part.len() > MAX_RECORD_BYTES;
            if !too_long {
                self.buffer.extend_from_slice(part);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                self.ended = true;
                break;
            }
        }
        Ok(match (any, too_long) {
            (false, _) => Line::None,
            (true, true) => Line::TooLong,
            (true, false) => Line::Read,
        })
    }

    /// The line that was read last, without its end.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.buffer).unwrap_or_default().trim()
    }

    /// Whether nothing but line ends follows.
    pub(crate) fn at_end(&mut self) -> io::Result<bool> {
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                return Ok(true);
            }
            if !chunk.starts_with(b"\n") {
                return Ok(false);
            }
            self.number += 1;
            self.input.consume(1);
        }
    }
}
