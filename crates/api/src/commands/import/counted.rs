//! The counts of an import, for people and for machines.

use app::importing::import_snapshot::Counts;
use domain::source::ImportCounts;
use serde_json::{Map, Value};

/// What became of the rows, for machines.
pub fn counted_rows(counts: &ImportCounts) -> Map<String, Value> {
    let named = counts.named().into_iter();
    named
        .map(|(name, count)| (name.to_owned(), count.into()))
        .collect()
}

/// The counts for machines.
pub fn counted(counts: &Counts, seconds: f64) -> Value {
    let mut all = counted_rows(&counts.of_rows());
    all.insert("triggered".to_owned(), counts.triggered.into());
    all.insert("seconds".to_owned(), seconds.into());
    Value::Object(all)
}

/// The counts in one line.
pub fn count_line(counts: &Counts, seconds: f64) -> String {
    let named = counts.of_rows().named();
    let rows = named
        .map(|(name, count)| format!("{name}={count}"))
        .join(" ");
    let triggered = counts.triggered;
    format!("{rows} triggered={triggered} seconds={seconds:.3}")
}
