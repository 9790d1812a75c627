//! Imports that ended: of all shops, of one, and one with the rows that it did not take.

mod run;

use actix_web::{HttpRequest, HttpResponse, web};
use app::importing::sources::Sources;
use app::{AppError, StoredSource};
use domain::import_run::{ImportRun, RUNS_KEPT, RunId};
use domain::source::Fault;
use domain::store::StoreName;
use maud::{Markup, html};
use serde::Deserialize;
use url::form_urlencoded;

use crate::console::{Console, IMPORTS, SHOPS, SOURCES};
use crate::layout::Page;
use crate::write::{cards, counted, instant, is_full};
use crate::{curves, gate};

pub use run::page as run_page;

/// Runs on the page of all shops.
const SHOWN: u32 = 100;

const COLUMNS: [&str; 8] = [
    "Ended",
    "By",
    "Format",
    "Read",
    "Accepted",
    "Rejected",
    "Unchanged",
    "How it ended",
];

/// Where the page of a shop is.
pub fn shop_path(store: &StoreName) -> String {
    let name: String = form_urlencoded::byte_serialize(store.as_str().as_bytes()).collect();
    format!("{SHOPS}?name={name}")
}

/// Where the page of a run is.
pub fn run_path(id: RunId) -> String {
    format!("{IMPORTS}/{id}")
}

/// The last runs of all shops.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    gate::show(&request, &console, |_| async {
        let runs = console.runs.list(None, SHOWN).await?;
        Ok(Page::new("Imports", IMPORTS, content(&runs)).live())
    })
    .await
}

/// Which shop.
#[derive(Deserialize)]
pub struct Wanted {
    name: String,
}

/// A shop with its sources and runs.
pub async fn shop_page(
    request: HttpRequest,
    console: web::Data<Console>,
    wanted: Result<web::Query<Wanted>, actix_web::Error>,
) -> HttpResponse {
    gate::show(&request, &console, |_| async {
        let name = wanted.ok().and_then(|it| StoreName::parse(&it.name));
        let accepted = "the name of a shop: 2 to 120 characters";
        let name = name.ok_or_else(|| AppError::validation("name", accepted))?;
        let runs = console.runs.list(Some(&name), SHOWN).await?;
        let sources = sources_of(&console.sources, &name).await?;
        if runs.is_empty() && sources.is_empty() && !console.overview.has_shop(&name).await? {
            return Err(AppError::not_found("no shop has this name"));
        }
        let content = shop_content(&name, &sources, &runs);
        Ok(Page::new("Shop", IMPORTS, content).live())
    })
    .await
}

async fn sources_of(sources: &Sources, shop: &StoreName) -> Result<Vec<StoredSource>, AppError> {
    let mut all = sources.list().await?;
    all.retain(|it| it.source.store.is_same(shop));
    Ok(all)
}

fn content(runs: &[ImportRun]) -> Markup {
    let titles = [&["Shop"][..], &COLUMNS].concat();
    html! {
        h1 #runs { "Imports" }
        @if runs.is_empty() {
            p { "Nothing was imported yet:" }
            pre { code { "api import FEED --store NAME" } }
        } @else {
            p .quiet {
                "By command and of sources, the last one first. Of each shop the last " (RUNS_KEPT) " are kept."
                @if is_full(runs.len(), SHOWN) { " These are the last " (SHOWN) " of all shops; the page of a shop has all of its own." }
            }
            (cards("runs", &titles, runs.iter().map(|run| {
                let shop = html! { a href=(shop_path(&run.store)) { (run.store.as_str()) } };
                (run.fault.is_some(), [vec![shop], cells(run)].concat())
            })))
        }
    }
}

fn shop_content(name: &StoreName, sources: &[StoredSource], runs: &[ImportRun]) -> Markup {
    html! {
        h1 { (name.as_str()) }
        div .large { (curves::imports::of_runs(runs.iter())) }
        section aria-labelledby="sources" {
            h2 #sources { "Sources" }
            @if sources.is_empty() { p { "None: it is imported by command." } }
            @else {
                ul {
                    @for StoredSource { source, .. } in sources {
                        li { a href={ (SOURCES) "/" (source.id) } { (source.location.shown()) } }
                    }
                }
            }
        }
        section aria-labelledby="runs" {
            h2 #runs { "Imports" }
            @if runs.is_empty() { p { "None is kept." } }
            @else { (cards("runs", &COLUMNS, runs.iter().map(|run| (run.fault.is_some(), cells(run))))) }
        }
    }
}

fn cells(run: &ImportRun) -> Vec<Markup> {
    let ImportRun {
        id,
        store: _,
        source,
        began_at: _,
        ended_at,
        format,
        counts,
        fault,
    } = run;
    let number = |number: u64| html! { span .amount { (number) } };
    vec![
        html! { a href=(run_path(*id)) { (instant(*ended_at)) } },
        html! {
            @match source {
                Some(source) => a href={ (SOURCES) "/" (source) } { "source" },
                None => "command",
            }
        },
        html! { (format.as_deref().unwrap_or("–")) },
        number(counts.read),
        number(counts.accepted),
        number(counts.rejected),
        number(counts.unchanged),
        ended(fault.as_ref(), counts.quarantined),
    ]
}

/// How a run ended, in words.
fn ended(fault: Option<&Fault>, held: u64) -> Markup {
    html! {
        @match fault {
            Some(Fault { class, text }) => { strong { "failed" } ": " (class.code()) ": " (text) },
            None => {
                "imported"
                @if held > 0 { ", " (counted(held, "price")) " held back" }
            },
        }
    }
}
