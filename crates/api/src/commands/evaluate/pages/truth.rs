//! What pages say according to a person.

use std::path::Path;

use crate::failure::Failure;

/// One page.
#[derive(Debug, Clone, Default)]
pub(super) struct Truth {
    /// The name of its file.
    pub(super) key: String,
    /// Its address.
    pub(super) url: String,
    /// Its price as a plain decimal; empty when it has none.
    pub(super) price: String,
    /// The fields that are looked at beside the price, in the order of [`FIELDS`]; empty when
    /// nobody said. Of several values with `|` between them each is right.
    pub(super) fields: [String; 6],
}

/// The fields that are looked at beside the price.
pub(super) const FIELDS: [&str; 6] = ["currency", "sku", "gtin", "mpn", "brand", "availability"];

/// Reads the rows of a file. `key` and `price` are required.
pub(super) fn read(path: &Path) -> Result<Vec<Truth>, Failure> {
    let named = |reason: String| Failure::refused(format!("{}: {reason}", path.display()));
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .map_err(|e| named(e.to_string()))?;
    let header = reader.headers().map_err(|e| named(e.to_string()))?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|text| text.trim_start_matches('\u{feff}').trim() == name)
    };
    let required = |name: &str| column(name).ok_or_else(|| named(format!("no column {name}")));
    let (key, price, url) = (required("key")?, required("price")?, column("url"));
    let fields = FIELDS.map(column);
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|e| named(e.to_string()))?;
        let text = |at: Option<usize>| {
            let text = at.and_then(|at| row.get(at)).unwrap_or_default();
            text.trim().to_owned()
        };
        let key = text(Some(key));
        if key.is_empty() || key.contains(['/', '\\']) {
            let line = row.position().map_or(0, csv::Position::line);
            return Err(named(format!(
                "line {line}: key: the name of a file without .html.gz"
            )));
        }
        rows.push(Truth {
            key,
            url: text(url),
            price: text(Some(price)),
            fields: fields.map(text),
        });
    }
    if rows.is_empty() {
        return Err(named("no pages in it".to_owned()));
    }
    Ok(rows)
}
