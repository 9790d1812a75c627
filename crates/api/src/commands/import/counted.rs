//! The counts of an import, for people and for machines.

use app::importing::import_snapshot::Counts;
use serde_json::{Value, json};

/// The counts for machines.
pub fn counted(counts: &Counts, seconds: f64) -> Value {
    let Counts {
        read,
        accepted,
        rejected,
        created,
        changed,
        unchanged,
        gone,
        quarantined,
        triggered,
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
        "triggered": triggered,
        "seconds": seconds,
    })
}

/// The counts in one line.
pub fn count_line(counts: &Counts, seconds: f64) -> String {
    let Counts {
        read,
        accepted,
        rejected,
        created,
        changed,
        unchanged,
        gone,
        quarantined,
        triggered,
    } = counts;
    format!(
        "read={read} accepted={accepted} rejected={rejected} created={created} changed={changed} \
         unchanged={unchanged} gone={gone} quarantined={quarantined} triggered={triggered} \
         seconds={seconds:.3}"
    )
}
