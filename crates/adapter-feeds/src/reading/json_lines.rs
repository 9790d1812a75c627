//! Lines that each hold one JSON object.

use std::io::BufRead;

use ports_net::FeedError;
use serde_json::value::RawValue;

use crate::offer::field::Note;
use crate::offer::trade_numbers;
use crate::reading::fault::{MAX_RECORD_BYTES, feed_error};
use crate::reading::json::{Object, Value};
use crate::reading::lines::{Line, Lines};

/// One line that is not blank, with its number.
pub(crate) enum JsonLine<'a> {
    /// An object.
    Object(u64, Object<'a>),
    /// Something else, with what is wrong.
    Broken(u64, String),
}

/// Reads objects one after the other.
pub(crate) struct JsonLines<R> {
    lines: Lines<R>,
}

impl<R: BufRead> JsonLines<R> {
    /// Objects of a text.
    pub(crate) const fn new(input: R) -> Self {
        Self {
            lines: Lines::new(input),
        }
    }

    /// The next object; an incomplete one at the end of the file is an error.
    pub(crate) fn next(&mut self) -> Result<Option<JsonLine<'_>>, FeedError> {
        let number = loop {
            let at = self.lines.number + 1;
            let line = self
                .lines
                .advance()
                .map_err(|e| feed_error(&e, format!("line {at}")))?;
            let number = self.lines.number;
            match line {
                Line::None => return Ok(None),
                Line::TooLong => {
                    let reason = format!("longer than {MAX_RECORD_BYTES} bytes");
                    return Ok(Some(JsonLine::Broken(number, reason)));
                }
                Line::Read if self.lines.text().is_empty() => {}
                Line::Read => break number,
            }
        };
        let ended = self.lines.ended;
        let last = self.lines.at_end().map_err(|e| feed_error(&e, "its end"))?;
        Ok(Some(match serde_json::from_str(self.lines.text()) {
            Ok(object) => JsonLine::Object(number, object),
            Err(e) if last && (e.is_eof() || !ended) => {
                let reason = format!("its last line, {number}, holds an incomplete JSON object");
                return Err(FeedError::Truncated(reason));
            }
            Err(e) => JsonLine::Broken(number, format!("not a JSON object: {e}")),
        }))
    }
}

/// Takes over the members of an object that are fields, each once. All are looked at, so that the id is
/// known when another is at fault; the first fault is told.
pub(crate) fn members<F: Copy + PartialEq>(
    object: Object<'_>,
    field: impl Fn(&str) -> Option<F>,
    name: impl Fn(F) -> &'static str,
    mut take: impl FnMut(F, &RawValue) -> Result<(), String>,
) -> Result<(), Note> {
    let mut fault = None;
    let mut seen = Vec::new();
    for (member, value) in object.0 {
        let Some(field) = field(&member) else {
            continue;
        };
        let taken = if seen.contains(&field) {
            Err("comes twice".to_owned())
        } else {
            take(field, value)
        };
        seen.push(field);
        if let Err(reason) = taken
            && fault.is_none()
        {
            fault = Some(Note::new(name(field), reason));
        }
    }
    fault.map_or(Ok(()), Err)
}

/// Texts from a list of scalars, or from one text with `;` between them.
pub(crate) fn texts(value: Value<'_>, most: usize) -> Result<Vec<String>, String> {
    match value {
        Value::Absent => Ok(Vec::new()),
        Value::Scalar(text) => Ok(trade_numbers::split(&text, &[';'])),
        Value::Object(_) => Err("an object, where a list of texts is wanted".to_owned()),
        Value::List(items) => items
            .into_iter()
            .take(most + 1)
            .map(|item| Value::read(item).and_then(Value::scalar))
            .collect(),
    }
}
