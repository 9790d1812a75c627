//! The catalogue as JSON Lines.

use std::io::BufRead;

use ports_net::{CatalogueItem, FeedError};
use serde_json::value::RawValue;

use crate::formats::catalogue::{self, Column, MAX_ALIASES, RawProduct};
use crate::offer::field::{Note, RawSpec};
use crate::offer::row;
use crate::offer::specs;
use crate::offer::trade_numbers::MAX_NUMBERS;
use crate::reading::json::{Object, Value};
use crate::reading::json_lines::{self, JsonLine, JsonLines};

/// Reads the products of JSON Lines.
pub(crate) struct CatalogueJsonl<R> {
    lines: JsonLines<R>,
}

impl<R: BufRead> CatalogueJsonl<R> {
    /// Begins with the first line.
    pub(crate) const fn open(input: R) -> Self {
        Self {
            lines: JsonLines::new(input),
        }
    }
}

impl<R: BufRead> Iterator for CatalogueJsonl<R> {
    type Item = Result<CatalogueItem, FeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.lines.next().transpose()?.map(|line| match line {
            JsonLine::Object(number, object) => {
                let mut raw = RawProduct::default();
                match fill(&mut raw, object) {
                    Ok(()) => catalogue::product(number, raw),
                    Err(note) => CatalogueItem::Rejected(catalogue::rejected(number, &raw, note)),
                }
            }
            JsonLine::Broken(number, reason) => {
                CatalogueItem::Rejected(row::rejected(number, "", Note::new("", reason)))
            }
        }))
    }
}

fn fill(raw: &mut RawProduct, object: Object<'_>) -> Result<(), Note> {
    json_lines::members(object, Column::from_name, Column::name, |column, value| {
        take(raw, column, value)
    })
}

fn take(raw: &mut RawProduct, column: Column, value: &RawValue) -> Result<(), String> {
    let value = Value::read(value)?;
    match (column, value) {
        (Column::Eans, value) => raw.numbers = json_lines::texts(value, MAX_NUMBERS)?,
        (Column::Aliases, value) => raw.other_names = json_lines::texts(value, MAX_ALIASES)?,
        (Column::Specs, Value::Object(object)) => {
            for (label, value) in object.0 {
                let value = Value::read(value)?.scalar()?;
                specs::keep(&mut raw.properties, &label, &value);
            }
        }
        (Column::Specs, Value::List(items)) => {
            for item in items {
                raw.properties.push(spec(item)?);
            }
        }
        (Column::Specs, Value::Scalar(text)) => {
            let name = Column::Specs.name();
            raw.properties = specs::split(&text, name, &mut raw.remarks);
        }
        (_, value) => *raw.slot(column) = value.scalar()?,
    }
    Ok(())
}

/// `{label, value, icon?}`.
fn spec(raw: &RawValue) -> Result<RawSpec, String> {
    let Value::Object(object) = Value::read(raw)? else {
        return Err("a list of something else than objects with label and value".to_owned());
    };
    let mut spec = RawSpec::default();
    for (name, value) in object.0 {
        let place = match name.as_str() {
            "label" => &mut spec.label,
            "value" => &mut spec.value,
            "icon" => &mut spec.icon,
            _ => continue,
        };
        *place = Value::read(value)?.scalar()?;
    }
    Ok(spec)
}
