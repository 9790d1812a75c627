//! Our own offers file as JSON Lines.

use std::io::BufRead;

use ports_net::{FeedError, FeedItem, FeedOptions};
use serde_json::value::RawValue;

use crate::offer::field::{Dialect, Field, Note, RawOffer};
use crate::offer::row;
use crate::offer::specs;
use crate::offer::trade_numbers;
use crate::reading::detect;
use crate::reading::json::{Object, Value};
use crate::reading::json_lines;
use crate::reading::json_lines::{JsonLine, JsonLines};

/// Reads the offers of JSON Lines.
pub(crate) struct OffersJsonl<R> {
    lines: JsonLines<R>,
    options: FeedOptions,
}

impl<R: BufRead> OffersJsonl<R> {
    /// Begins with the first line.
    pub(crate) fn open(input: R, options: &FeedOptions) -> Self {
        Self {
            lines: JsonLines::new(input),
            options: options.clone(),
        }
    }
}

impl<R: BufRead> Iterator for OffersJsonl<R> {
    type Item = Result<FeedItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        let options = &self.options;
        Some(self.lines.next().transpose()?.map(|line| match line {
            JsonLine::Object(number, object) => {
                let mut raw = RawOffer::new(number);
                match fill(&mut raw, object) {
                    Ok(()) => row::offer(raw, Dialect::Own, options),
                    Err(note) => row::rejected_offer(&raw, note),
                }
            }
            JsonLine::Broken(number, reason) => {
                FeedItem::Rejected(row::rejected(number, "", Note::new("", reason)))
            }
        }))
    }
}

fn fill(raw: &mut RawOffer, object: Object<'_>) -> Result<(), Note> {
    json_lines::members(
        object,
        detect::own_field,
        Field::own_name,
        |field, value| take(raw, field, value),
    )
}

fn take(raw: &mut RawOffer, field: Field, value: &RawValue) -> Result<(), String> {
    match (field, Value::read(value)?) {
        (Field::Ean, value) => raw.eans = json_lines::texts(value, trade_numbers::MAX_NUMBERS)?,
        (Field::Specs, Value::Object(object)) => {
            for (label, value) in object.0 {
                match Value::read(value).and_then(Value::scalar) {
                    Ok(value) => raw.spec(&label, &value),
                    Err(reason) => raw.remark(
                        Field::Specs.own_name(),
                        format!("{label:.100} is dropped: {reason}"),
                    ),
                }
            }
        }
        (Field::Specs, Value::Scalar(text)) => {
            let remarks = &mut raw.remarks;
            raw.specs = specs::split(&text, Field::Specs.own_name(), remarks);
        }
        (_, value) => *raw.texts.slot(field) = value.scalar()?,
    }
    Ok(())
}
