//! `api imports`

use domain::import_run::{ImportRun, RejectedRow, RunId};
use domain::source::Fault;
use domain::store::StoreName;
use ports_store::KeptRun;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::import::counted_rows;
use super::store;
use crate::cli::ImportsArgs;
use crate::failure::Failure;
use crate::output;
use crate::rejections;
use crate::settings::Settings;
use crate::stores::{self, Stores};

/// Lists the last imports, or shows one.
pub async fn run(args: &ImportsArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let wanted = args.run.as_deref().map(id).transpose()?;
    let store = args
        .store
        .as_deref()
        .map(|text| store::name("--store", text))
        .transpose()?;
    let stores = stores::open(settings).await?;
    let runs = &stores.runs;
    if let Some(id) = wanted {
        let found = runs.find_run(id).await?;
        let found = found.ok_or_else(|| {
            let (id, accepted) = (id.to_string(), "the id of an import that api imports lists");
            let message = format!("no import that is kept has the id {id}");
            Failure::missing("--run", &id, message, accepted)
        })?;
        show(&found, json);
        return Ok(());
    }
    let listed = runs.list_runs(store.as_ref(), args.limit).await?;
    if let Some(store) = store.filter(|_| listed.is_empty()) {
        is_there(&store, &stores).await?;
    }
    if json {
        let mut told = Vec::new();
        for run in &listed {
            let kept = with_rejections(run, &stores).await?;
            told.push(with_reasons(described(run), kept.as_ref()));
        }
        output::line(&Value::from(told).to_string());
        return Ok(());
    }
    if listed.is_empty() {
        output::note("nothing was imported yet; api import, api source add");
    }
    for run in &listed {
        output::line(&line(run));
        if let Some(kept) = with_rejections(run, &stores).await? {
            told(&reasons(&kept));
        }
    }
    Ok(())
}

/// An import of which rows were rejected, with why.
async fn with_rejections(run: &ImportRun, stores: &Stores) -> Result<Option<KeptRun>, Failure> {
    if run.counts.rejected == 0 {
        return Ok(None);
    }
    Ok(stores.runs.find_run(run.id).await?)
}

/// An import for machines with the commonest reasons why rows were rejected.
fn with_reasons(mut described: Value, kept: Option<&KeptRun>) -> Value {
    let reasons = kept.into_iter().flat_map(|kept| &kept.rejections.reasons);
    let reasons: Value = reasons.map(rejections::described).collect();
    if let Some(members) = described.as_object_mut() {
        members.insert("rejections".to_owned(), reasons);
    }
    described
}

/// Of a store without imports: whether there is one of this name at all, or a source whose first import is still to come.
async fn is_there(store: &StoreName, stores: &Stores) -> Result<(), Failure> {
    let known = stores.reader.list_stores().await?;
    if known.iter().any(|it| it.name.is_same(store)) {
        return Ok(());
    }
    let sources = stores.sources.list_sources().await?;
    if sources.iter().any(|it| it.source.store.is_same(store)) {
        return Ok(());
    }
    Err(store::unknown("--store", store))
}

fn id(text: &str) -> Result<RunId, Failure> {
    RunId::parse(text).ok_or_else(|| {
        Failure::not_accepted(
            "--run",
            text,
            "the id of an import, run_ and 32 digits, as in api imports",
        )
    })
}

/// Of one import, all that is kept.
fn show(kept: &KeptRun, json: bool) {
    let KeptRun {
        run,
        rejections: rejected,
    } = kept;
    if json {
        let mut all = with_reasons(described(run), Some(kept));
        if let Some(all) = all.as_object_mut() {
            let rows: Value = rejected.rows.iter().map(row).collect();
            all.insert("rejected_rows".to_owned(), rows);
        }
        output::line(&all.to_string());
        return;
    }
    output::line(&line(run));
    told(&reasons(kept));
    for RejectedRow {
        line,
        offer_id,
        field,
        reason,
    } in &rejected.rows
    {
        let id = offer_id
            .as_ref()
            .map_or_else(String::new, |id| format!(" {id}"));
        let colon = if field.is_empty() { "" } else { ": " };
        output::line(&format!("{line}{id} {field}{colon}{reason}"));
    }
}

/// The commonest reasons of an import.
fn reasons(kept: &KeptRun) -> Vec<String> {
    rejections::of_reasons(&kept.rejections.reasons, kept.run.counts.rejected)
}

fn told(lines: &[String]) {
    for line in lines {
        output::line(&format!("  {line}"));
    }
}

fn line(run: &ImportRun) -> String {
    let ImportRun {
        id,
        store,
        source,
        began_at: _,
        ended_at,
        format,
        counts,
        fault,
    } = run;
    let by = source.map_or_else(|| "by command".to_owned(), |source| source.to_string());
    let counts = counts
        .named()
        .map(|(name, count)| format!("{name}={count}"));
    let format = format
        .as_ref()
        .map_or_else(String::new, |it| format!(" as {it}"));
    let ended = fault
        .as_ref()
        .map_or_else(String::new, |Fault { class, text }| {
            format!(" failed: {}: {text}", class.code())
        });
    format!(
        "{id} {} {} {by}{format} {}{ended}",
        shown(*ended_at),
        store.as_str(),
        counts.join(" ")
    )
}

fn described(run: &ImportRun) -> Value {
    let ImportRun {
        id,
        store,
        source,
        began_at,
        ended_at,
        format,
        counts,
        fault,
    } = run;
    let error = fault
        .as_ref()
        .map(|Fault { class, text }| json!({"class": class.code(), "text": text}));
    json!({
        "id": id.to_string(),
        "store": store.as_str(),
        "source": source.map(|source| source.to_string()),
        "began_at": shown(*began_at),
        "ended_at": shown(*ended_at),
        "format": format,
        "counts": counted_rows(counts),
        "error": error,
    })
}

fn row(row: &RejectedRow) -> Value {
    let RejectedRow {
        line,
        offer_id,
        field,
        reason,
    } = row;
    json!({"line": line, "offer_id": offer_id, "field": field, "reason": reason})
}

fn shown(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}
