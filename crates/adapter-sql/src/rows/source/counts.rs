//! What an import counted, as JSON.

use domain::source::ImportCounts;
use serde_json::Value;

pub(in crate::rows) fn counts_json(counts: &ImportCounts) -> Value {
    let named = counts.named();
    named
        .map(|(name, count)| (name.to_owned(), Value::from(count)))
        .into_iter()
        .collect()
}

pub(in crate::rows) fn read_counts(value: &Value) -> Option<ImportCounts> {
    let count = |name: &str| value.get(name)?.as_u64();
    Some(ImportCounts {
        read: count("read")?,
        accepted: count("accepted")?,
        rejected: count("rejected")?,
        created: count("created")?,
        changed: count("changed")?,
        unchanged: count("unchanged")?,
        gone: count("gone")?,
        quarantined: count("quarantined")?,
    })
}
