//! Feeds that are not believed, and what else waits.

pub mod doubts;
pub mod prices;
mod sides;

use actix_web::{HttpRequest, HttpResponse, web};
use app::importing::review::SuspectId;
use app::operating::operators::Session;
use app::{AppError, HeldSnapshot, ReviewDecision};
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{Console, DOUBTS, REVIEW};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, instant};

/// A decision about a feed.
#[derive(Deserialize)]
pub struct Decided {
    id: String,
    decision: String,
}

/// Reads what the two buttons send.
fn read_decision(sent: &str) -> Result<ReviewDecision, AppError> {
    match sent {
        "accept" => Ok(ReviewDecision::Accepted),
        "reject" => Ok(ReviewDecision::Rejected),
        _ => Err(AppError::validation("decision", "accept or reject")),
    }
}

/// What waits.
struct Waiting {
    doubts: u64,
    feeds: Vec<HeldSnapshot>,
    prices: prices::Listed,
}

/// What waits, first what holds back most.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<prices::Asked>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let place = prices::Place::asked(asked)?;
        let reviewer = console.desk.prices();
        let mut feeds = Vec::new();
        reviewer
            .list_snapshots(|feed| feeds.push(feed.clone()))
            .await?;
        let waiting = Waiting {
            doubts: console.desk.doubts().list(1).await?.open,
            feeds,
            prices: prices::listed(console, place).await?,
        };
        let content = content(console, &session, &waiting);
        Ok(Page::new("Review", REVIEW, content))
    })
    .await
}

fn content(console: &Console, session: &Session, waiting: &Waiting) -> Markup {
    let Waiting {
        doubts,
        feeds,
        prices,
    } = waiting;
    html! {
        h1 { "Review" }
        section aria-labelledby="doubts" {
            h2 #doubts { "Doubts" }
            @if *doubts == 0 { p { "No doubt is open." } }
            @else {
                p { a .button href=(DOUBTS) data-key="d" { "Decide " (counted(*doubts, "doubt")) " (d)" }
                    " whether two products are one, first those that join most." }
            }
        }
        section aria-labelledby="feeds" {
            h2 #feeds { "Feeds that are not believed" }
            @if feeds.is_empty() { p { "None." } }
            @for feed in feeds { (feed_card(session, feed)) }
        }
        (prices.shown(console, session))
    }
}

fn feed_card(session: &Session, feed: &HeldSnapshot) -> Markup {
    let (id, store) = (SuspectId(feed.no), feed.store.as_str());
    let before = feed.verdict.map(ReviewDecision::code);
    html! {
        article .card {
            h3 { (store) " " code .quiet { (id) } }
            p { (feed.evidence) }
            p .quiet {
                "Observed " (instant(feed.observed_at)) ". "
                @if feed.kind.is_refused() { "It was refused: nothing of it is shown." }
                @else {
                    (counted(feed.prices, "price")) @if feed.prices == 1 { " is" } @else { " are" } " held back with it."
                }
                @if let Some(decided) = before { " A person " strong { (decided) } " it." }
            }
            form .decide method="post" action="/console/review/feed" {
                (form_token(session))
                input type="hidden" name="id" value=(id);
                button type="submit" name="decision" value="accept" { "Accept" span .hidden { " " (store) } }
                button .second type="submit" name="decision" value="reject" { "Reject" span .hidden { " " (store) } }
            }
        }
    }
}

/// Settles a feed.
pub async fn settle_feed(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Decided>>,
) -> HttpResponse {
    gate::act(
        &request,
        &console,
        sent,
        |console, session, decided| async move {
            let Decided { id, decision } = decided;
            let decision = read_decision(&decision)?;
            let suspect = SuspectId::parse(&id)
                .ok_or_else(|| AppError::validation("id", "the id of a feed, as in s2"))?;
            let reviewer = console.desk.prices();
            let settled = reviewer.settle_snapshot(suspect, decision).await?;
            let settled = settled.ok_or(AppError::not_found("this feed does not wait any more"))?;
            let before = settled.snapshot.verdict.map_or_else(String::new, |before| {
                format!(", which was {} before", before.code())
            });
            let store = settled.snapshot.store.as_str();
            let outcome = format!("{}: {store}{before}", decision.code());
            let operators = &console.operators;
            operators
                .note(&session.operator, "judge feed", &id, &outcome)
                .await?;
            Ok(Reply::GoTo(format!("{REVIEW}#feeds")))
        },
    )
    .await
}
