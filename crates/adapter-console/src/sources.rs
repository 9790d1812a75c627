//! Feeds on a schedule.

use actix_web::{HttpRequest, HttpResponse, web};
use app::StoredSource;
use domain::source::ImportCounts;
use maud::{Markup, html};
use time::OffsetDateTime;

use crate::console::{Console, SOURCES};
use crate::gate;
use crate::layout::Page;
use crate::write::{age, instant, wide};

const COLUMNS: [&str; 6] = [
    "Shop",
    "State",
    "Where",
    "Due",
    "Last in order",
    "Rows of the last import",
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
    gate::show(&request, &console, |_| async {
        let sources = console.overview.sources().await?;
        let now = console.overview.clock.now();
        Ok(Page::new("Sources", SOURCES, content(&sources, now)).live())
    })
    .await
}

fn content(sources: &[StoredSource], now: OffsetDateTime) -> Markup {
    html! {
        h1 #sources { "Sources" }
        @if sources.is_empty() {
            p { "No feed is fetched on a schedule yet:" }
            pre { code { "api source add https://shop.example/feed.csv --store \"Shop\" --interval 1h" } }
        } @else {
            (wide("sources", &COLUMNS, &html! { @for stored in sources { (row(stored, now)) } }))
        }
    }
}

fn row(stored: &StoredSource, now: OffsetDateTime) -> Markup {
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
