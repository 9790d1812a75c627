//! What an import counted, as JSON.

use domain::source::ImportCounts;
use serde_json::{Value, json};

pub(super) fn counts_json(counts: &ImportCounts) -> Value {
    let ImportCounts {
        read,
        accepted,
        rejected,
        created,
        changed,
        unchanged,
        gone,
        quarantined,
    } = counts;
    json!({
        "read": read,
        "accepted": accepted,
        "rejected": rejected,
        "created": created,
        "changed": changed,
        "unchanged": unchanged,
        "gone": gone,
        "quarantined": quarantined,
    })
}

pub(super) fn read_counts(value: &Value) -> Option<ImportCounts> {
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
