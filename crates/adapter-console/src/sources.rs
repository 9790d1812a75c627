//! Feeds on a schedule.

use actix_web::{HttpRequest, HttpResponse, web};
use app::operating::operators::Session;
use app::{AppError, StoredSource};
use domain::source::{ImportCounts, SourceId};
use maud::{Markup, html};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::console::{Console, SOURCES};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{age, instant, wide};

const COLUMNS: [&str; 7] = [
    "Shop",
    "State",
    "Where",
    "Due",
    "Last in order",
    "Rows of the last import",
    "Run",
];

/// How a source fares, for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Its last run found something wrong.
    Failing,
    /// It is being run.
    Running,
    /// It should be run by now.
    Due,
    /// All is well until it is due.
    Waiting,
}

impl State {
    /// The state of a source; what is wrong comes first.
    pub fn of(stored: &StoredSource, now: OffsetDateTime) -> Self {
        let state = &stored.state;
        if state.fault.is_some() {
            Self::Failing
        } else if state.running {
            Self::Running
        } else if state.due_at <= now {
            Self::Due
        } else {
            Self::Waiting
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Failing => "failing",
            Self::Running => "running",
            Self::Due => "due",
            Self::Waiting => "well",
        }
    }
}

/// All sources.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let sources = console.overview.sources().await?;
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
            if !console.overview.run_now(source).await? {
                return Err(AppError::not_found(
                    "the source is being run, or was removed",
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

fn content(session: &Session, sources: &[StoredSource], now: OffsetDateTime) -> Markup {
    html! {
        h1 #sources { "Sources" }
        @if sources.is_empty() {
            p { "No feed is fetched on a schedule yet:" }
            pre { code { "api source add https://shop.example/feed.csv --store \"Shop\" --interval 1h" } }
        } @else {
            (wide("sources", &COLUMNS, &html! { @for stored in sources { (row(session, stored, now)) } }))
        }
    }
}

fn row(session: &Session, stored: &StoredSource, now: OffsetDateTime) -> Markup {
    let (source, state) = (&stored.source, &stored.state);
    let standing = State::of(stored, now);
    html! {
        tr .failing[standing == State::Failing] {
            th scope="row" { (source.store.as_str()) br; code .quiet { (source.id) } }
            td {
                strong { (standing.word()) }
                @if let Some(fault) = &state.fault {
                    br; (fault.text) br;
                    span .quiet { (state.failures) " in a row" }
                }
            }
            td .long { (source.location.shown()) }
            td { (instant(state.due_at)) }
            td {
                @match state.last_success_at {
                    Some(at) => { (age(at, now)) " ago" },
                    None => "never",
                }
            }
            td { @if let Some(counts) = &state.counts { (listed(counts)) } @else { "–" } }
            td {
                @if !state.running {
                    form method="post" action="/console/sources/run" {
                        (form_token(session))
                        input type="hidden" name="id" value=(source.id);
                        button .second type="submit" { "Run now" span .hidden { " " (source.store.as_str()) } }
                    }
                }
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
