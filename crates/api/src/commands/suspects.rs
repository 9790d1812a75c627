//! `api match review`: snapshots whose whole feed is not believed.

use app::importing::review::{Reviewer, SuspectId};
use ports_store::{HeldSnapshot, ReviewDecision};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

use crate::failure::Failure;
use crate::output;

/// Columns of the list.
const COLUMNS: [&str; 7] = [
    "id",
    "state",
    "store",
    "observed_at",
    "prices",
    "kind",
    "evidence",
];

/// Lists the snapshots; whether there are any.
pub async fn list(reviewer: &Reviewer<'_>, json: bool) -> Result<bool, Failure> {
    let mut is_first = true;
    let show = |snapshot: &HeldSnapshot| {
        if is_first && !json {
            output::line(&COLUMNS.join("\t"));
        }
        is_first = false;
        tell(&shown(snapshot, state(snapshot.verdict)), json);
    };
    reviewer.list_snapshots(show).await?;
    Ok(!is_first)
}

/// Settles one snapshot.
pub async fn settle(
    reviewer: &Reviewer<'_>,
    id: SuspectId,
    verdict: ReviewDecision,
    json: bool,
) -> Result<(), Failure> {
    let settled = reviewer.settle_snapshot(id, verdict).await?;
    let settled = settled.ok_or_else(|| {
        Failure::refused(format!(
            "no snapshot that holds back prices, or was refused, has the id {id} (any more); api \
             match review lists them"
        ))
    })?;
    let mut shown = shown(&settled.snapshot, state(Some(verdict)));
    if let Some(fields) = shown.as_object_mut() {
        fields.insert("triggered".to_owned(), json!(settled.triggered));
    }
    tell(&shown, json);
    if settled.snapshot.kind.is_refused() {
        output::note(match verdict {
            ReviewDecision::Accepted => "the next snapshot like it is let in: import it again",
            ReviewDecision::Rejected => "snapshots like it are refused, until another one is taken",
        });
    }
    Ok(())
}

const fn state(verdict: Option<ReviewDecision>) -> &'static str {
    match verdict {
        None => "waiting",
        Some(decision) => decision.code(),
    }
}

fn shown(snapshot: &HeldSnapshot, state: &str) -> Value {
    let HeldSnapshot {
        no,
        store,
        observed_at,
        kind,
        evidence,
        prices,
        verdict: _, // the state
        named: _,
    } = snapshot;
    json!({
        "id": SuspectId(*no).to_string(),
        "state": state,
        "store": store.as_str(),
        "observed_at": observed_at.format(&Rfc3339).ok(),
        "prices": prices,
        "kind": kind.code(),
        "evidence": evidence,
    })
}

fn tell(shown: &Value, json: bool) {
    if json {
        output::line(&shown.to_string());
        return;
    }
    let cells = COLUMNS.map(|column| match shown.get(column) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => "-".to_owned(),
    });
    output::line(&cells.join("\t"));
}
