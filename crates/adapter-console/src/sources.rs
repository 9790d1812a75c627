//! Feeds on a schedule, and running one of them now.

pub mod editing;
mod form;

use actix_web::{HttpRequest, HttpResponse, web};
use app::operating::operators::Session;
use app::{AppError, StoredSource};
use domain::source::{ImportCounts, SourceId};
use maud::{Markup, html};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::console::{Console, IMPORTS, SOURCES};
use crate::gate::{self, Form, Reply, Sent};
use crate::imports::shop_path;
use crate::layout::{Page, form_token};
use crate::write::{age, fact, instant};

/// How a source fares, for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its last run found something wrong.
    Failing,
    /// It is being run.
    Running,
    /// Nobody runs it until it is resumed.
    Paused,
    /// It should be run by now.
    Due,
    /// All is well until it is due.
    Waiting,
}

impl State {
    /// The state of a source; what is wrong comes first.
    pub fn of(stored: &StoredSource, now: OffsetDateTime) -> Self {
        let state = &stored.state;
        if state.paused && !state.is_run(now) {
            Self::Paused
        } else if state.fault.is_some() {
            Self::Failing
        } else if state.is_run(now) {
            Self::Running
        } else if state.is_due(now) {
            Self::Due
        } else {
            Self::Waiting
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Due => "due",
            Self::Waiting => "well",
        }
    }
}

/// All sources.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let sources = console.sources.list().await?;
        let now = console.overview.clock.now();
        Ok(Page::new("Sources", SOURCES, content(&session, &sources, now)).live())
    })
    .await
}

/// What the button of a source sends.
#[derive(Deserialize)]
pub struct Wanted {
    id: String,
}

/// Makes a source due now: a worker runs it within seconds.
pub async fn run(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Wanted>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Wanted { id }| async move {
            let source = SourceId::parse(&id).ok_or_else(|| {
                AppError::validation("id", "the id of a source: src_ and 32 digits")
            })?;
            if !console.sources.run_now(source).await? {
                return Err(AppError::not_found(
                    "the source is being run, is paused, or was removed",
                ));
            }
            let operators = &console.operators;
            operators
                .note(&session.operator, "run source", &id, "due now")
                .await?;
            Ok(Reply::GoTo(SOURCES.to_owned()))
        },
    )
    .await
}

/// Where the page of a source is.
pub fn path(id: SourceId) -> String {
    format!("{SOURCES}/{id}")
}

fn content(session: &Session, sources: &[StoredSource], now: OffsetDateTime) -> Markup {
    html! {
        h1 { "Sources" }
        p .decide {
            a .button href={ (SOURCES) "/new" } { "Add a source" }
            a .button .second href=(IMPORTS) { "Imports" }
        }
        @if sources.is_empty() {
            p { "No feed is fetched on a schedule yet. By command:" }
            pre { code { "api source add https://shop.example/feed.csv --store \"Shop\" --interval 1h" } }
        } @else {
            div .sides { @for stored in sources { (card(session, stored, now)) } }
        }
    }
}

fn card(session: &Session, stored: &StoredSource, now: OffsetDateTime) -> Markup {
    let source = &stored.source;
    let heading = source.id.to_string();
    let shop = source.store.as_str();
    html! {
        article .card .failing[State::of(stored, now) == State::Failing] aria-labelledby=(heading) {
            h2 id=(heading) { a href=(path(source.id)) { (shop) } }
            (standing(stored, now))
            div .decide {
                (run_form(session, stored))
                a .button .second href=(path(source.id)) { "Change" span .hidden { " " (shop) } }
                a .button .second href=(shop_path(&source.store)) { "Imports" span .hidden { " of " (shop) } }
            }
        }
    }
}

/// How a source stands.
fn standing(stored: &StoredSource, now: OffsetDateTime) -> Markup {
    let (source, state) = (&stored.source, &stored.state);
    let due = html! { @if state.paused { "when it is resumed" } @else { (instant(state.due_at)) } };
    html! {
        p {
            strong { (State::of(stored, now).word()) }
            @if let Some(fault) = &state.fault {
                ": " (fault.text) " "
                span .quiet { (state.failures) " in a row" }
            }
        }
        dl .facts {
            (fact("Where", &html! { (source.location.shown()) }))
            (fact("Due", &due))
            (fact("Last in order", &html! {
                @match state.last_success_at {
                    Some(at) => { (age(at, now)) " ago" },
                    None => "never",
                }
            }))
            (fact("Last import", &html! {
                @if let Some(counts) = &state.counts { (listed(counts)) } @else { "–" }
            }))
        }
    }
}

/// The button that makes a source due; nothing while it is run or paused.
fn run_form(session: &Session, stored: &StoredSource) -> Markup {
    let StoredSource { source, state } = stored;
    html! {
        @if !state.running && !state.paused {
            form method="post" action="/console/sources/run" {
                (form_token(session))
                input type="hidden" name="id" value=(source.id);
                button type="submit" { "Run now" span .hidden { " " (source.store.as_str()) } }
            }
        }
    }
}

fn listed(counts: &ImportCounts) -> Markup {
    let known = counts.named().into_iter().filter(|(_, count)| *count > 0);
    html! {
        @for (place, (name, count)) in known.enumerate() {
            @if place > 0 { ", " }
            (count) " " (name)
        }
    }
}
