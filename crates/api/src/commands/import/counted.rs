//! The counts of an import, for people and for machines.

use app::import_snapshot::Counts;
use ports_net::FeedFormat;
use serde_json::{Value, json};

use crate::output;

pub(super) fn print(format: FeedFormat, counts: &Counts, seconds: f64, json: bool) {
    if json {
        let mut line = counted(counts, seconds);
        if let Some(line) = line.as_object_mut() {
            line.insert("format".to_owned(), json!(format.to_string()));
        }
        output::line(&line.to_string());
        return;
    }
    output::note(&format!("read as {format}"));
    output::line(&count_line(counts, seconds));
}

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
