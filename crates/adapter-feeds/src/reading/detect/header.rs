//! The first line of a table: its delimiter and its names.

use crate::offer::field::Field;
use crate::reading::table::{Record, Table};

/// The delimiters of tables that are known.
const DELIMITERS: [u8; 4] = *b",;\t|";

/// A known column of our own offers files.
pub(crate) fn own_field(name: &str) -> Option<Field> {
    let name = name.trim().to_lowercase();
    Field::ALL
        .iter()
        .copied()
        .find(|field| field.own_name() == name)
}

/// The delimiter under which most names of the first line are known, and the names.
pub(crate) fn header(head: &str, known: impl Fn(&str) -> bool) -> (u8, Vec<String>) {
    let count = |names: &[String]| names.iter().filter(|name| known(name)).count();
    let mut best = (b',', Vec::new());
    let mut most = 0;
    for delimiter in DELIMITERS {
        let names = header_names(head, delimiter);
        if best.1.is_empty() || count(&names) > most {
            most = count(&names);
            best = (delimiter, names);
        }
    }
    best
}

pub(super) fn header_names(head: &str, delimiter: u8) -> Vec<String> {
    let mut record = Record::new();
    match Table::new(head.as_bytes(), delimiter).read(&mut record) {
        Ok(true) => record
            .fields()
            .map(|name| name.trim().to_lowercase())
            .collect(),
        _ => Vec::new(),
    }
}
