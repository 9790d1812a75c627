//! `api source list`

use adapter_system::System;
use domain::source::{Fault, Source, SourceState};
use ports_store::StoredSource;
use ports_system::Clock;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::commands::import;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Lists sources and how they fare.
pub async fn run(json: bool, settings: &Settings) -> Result<(), Failure> {
    let sources = stores::open(settings).await?.sources;
    let all = sources.list_sources().await?;
    if json {
        let all: Vec<Value> = all.iter().map(listed).collect();
        output::line(&Value::from(all).to_string());
        return Ok(());
    }
    if all.is_empty() {
        output::note("there are no sources; api source add");
        return Ok(());
    }
    let now = System::new().now();
    let head = [
        "ID",
        "STORE",
        "STATE",
        "LAST SUCCESS",
        "NEXT",
        "EVERY",
        "LOCATION",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(all.iter().map(|one| row(one, now)));
    for line in table(&rows) {
        output::line(&line);
    }
    for StoredSource { source, state } in &all {
        if let Some(Fault { class, text }) = &state.fault {
            output::line(&format!("{}: {}: {text}", source.id, class.code()));
        }
    }
    Ok(())
}

/// In columns; the last one is not filled up.
fn table(rows: &[[String; 7]]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..7).map(width).collect();
    let line = |row: &[String; 7]| {
        let cells = row.iter().zip(&widths);
        let filled: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        filled.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn row(StoredSource { source, state }: &StoredSource, now: OffsetDateTime) -> [String; 7] {
    let next = if state.running {
        "now".to_owned()
    } else if state.paused {
        "paused".to_owned()
    } else if state.due_at <= now {
        "due".to_owned()
    } else {
        format!("in {}", span(state.due_at - now))
    };
    let success = state.last_success_at;
    [
        source.id.to_string(),
        source.store.as_str().to_owned(),
        state_word(state),
        success.map_or("never".to_owned(), |at| format!("{} ago", span(now - at))),
        next,
        span(source.interval.duration()),
        source.location.shown(),
    ]
}

fn state_word(state: &SourceState) -> String {
    match (state.running, state.failures, state.last_success_at) {
        (true, _, _) => "running".to_owned(),
        (false, 0, None) => "new".to_owned(),
        (false, 0, Some(_)) => "ok".to_owned(),
        (false, failures, _) => format!("failed {failures}x"),
    }
}

/// A duration in its two largest units.
fn span(duration: time::Duration) -> String {
    let seconds = duration.whole_seconds().max(0);
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    let parts = [(days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s")];
    let large = parts.into_iter().skip_while(|(count, _)| *count == 0);
    let words = large.take(2).filter(|(count, _)| *count > 0);
    let words: Vec<String> = words
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    if words.is_empty() {
        "0s".to_owned()
    } else {
        words.join("")
    }
}

/// What a source is, for machines. Of credentials only the variable's name.
pub fn described(source: &Source) -> Value {
    let credentials = source.credentials.as_ref().map(|credentials| {
        json!({
            "kind": credentials.kind.code(),
            "variable": credentials.variable.as_str(),
        })
    });
    json!({
        "id": source.id.to_string(),
        "store": source.store.as_str(),
        "location": source.location.shown(),
        "format": source.reading.format,
        "currency": source.reading.currency.map(|currency| currency.to_string()),
        "decimal_mark": source.reading.decimal_mark,
        "charset": source.reading.charset,
        "interval_seconds": source.interval.duration().whole_seconds(),
        "snapshot": source.kind.code(),
        "max_shrink_percent": source.max_shrink.percent(),
        "credentials": credentials,
        "created_at": shown(Some(source.created_at)),
    })
}

fn listed(StoredSource { source, state }: &StoredSource) -> Value {
    let SourceState {
        attempt,
        running,
        due_at,
        last_attempt_at,
        last_success_at,
        changed_at,
        failures,
        fault,
        known: _, // of use to nobody else
        counts,
        paused,
    } = state;
    let next = (!running && !paused).then_some(*due_at);
    let mut all = described(source);
    let fares = json!({
        "paused": paused,
        "state": if *running {
            "running"
        } else if *failures > 0 {
            "failing"
        } else if last_success_at.is_some() {
            "ok"
        } else {
            "new"
        },
        "runs": attempt,
        "last_attempt_at": shown(*last_attempt_at),
        "last_success_at": shown(*last_success_at),
        "changed_at": shown(*changed_at),
        "failures": failures,
        "last_error": fault.as_ref().map(|Fault { class, text }| {
            json!({"class": class.code(), "text": text})
        }),
        "next_due_at": shown(next),
        "last_import": counts.as_ref().map(import::counted_rows),
    });
    if let (Some(all), Value::Object(fares)) = (all.as_object_mut(), fares) {
        all.extend(fares);
    }
    all
}

fn shown(at: Option<OffsetDateTime>) -> Option<String> {
    at.and_then(|at| at.format(&Rfc3339).ok())
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::{span, table};

    #[test]
    fn a_span_has_its_two_largest_units() {
        for (seconds, words) in [
            (-5, "0s"),
            (0, "0s"),
            (59, "59s"),
            (60, "1m"),
            (3601, "1h"),
            (3660, "1h1m"),
            (90_061, "1d1h"),
            (2_592_000, "30d"),
        ] {
            assert_eq!(span(Duration::seconds(seconds)), words);
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |first: &str| {
            let mut row = [""; 7].map(str::to_owned);
            first.clone_into(&mut row[0]);
            "x".clone_into(&mut row[6]);
            row
        };
        let lines = table(&[row("ä"), row("long")]);
        assert_eq!(lines[0].chars().count(), lines[1].chars().count());
    }
}
