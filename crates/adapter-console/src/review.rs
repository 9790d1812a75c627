//! Feeds that are not believed, and prices that are held back.

pub mod doubts;
mod sides;

use actix_web::{HttpRequest, HttpResponse, web};
use app::importing::review::{HeldId, SuspectId};
use app::operating::operators::Session;
use app::{AppError, HeldOffer, HeldSnapshot, ReviewDecision};
use domain::money::Currency;
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{Console, DOUBTS, REVIEW};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, instant, wide};

/// Prices on one page.
const SHOWN: u32 = 50;

/// Where the list of prices begins.
#[derive(Deserialize)]
pub struct Asked {
    /// The id of the price after which it begins.
    after: Option<String>,
}

/// A decision about what an id names.
#[derive(Deserialize)]
pub struct Decided {
    id: String,
    decision: String,
}

/// What the two buttons send.
#[derive(Debug, Clone, Copy)]
enum Verdict {
    Accept,
    Reject,
}

impl Verdict {
    fn read(code: &str) -> Result<Self, AppError> {
        match code {
            "accept" => Ok(Self::Accept),
            "reject" => Ok(Self::Reject),
            _ => Err(AppError::validation("decision", "accept or reject")),
        }
    }

    const fn decision(self) -> ReviewDecision {
        match self {
            Self::Accept => ReviewDecision::Accepted,
            Self::Reject => ReviewDecision::Rejected,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
        }
    }
}

/// What waits.
struct Waiting {
    doubts: u64,
    feeds: Vec<HeldSnapshot>,
    prices: Vec<HeldOffer>,
}

/// What waits, first what holds back most.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |session| async move {
        let wrong = || AppError::validation("after", "the id of a price, as in q17");
        let asked = asked.map_err(|_| wrong())?.into_inner();
        let after = asked.after.map(|id| HeldId::parse(&id).ok_or_else(wrong));
        let reviewer = console.desk.prices();
        let mut feeds = Vec::new();
        reviewer
            .list_snapshots(|feed| feeds.push(feed.clone()))
            .await?;
        let waiting = Waiting {
            doubts: console.desk.doubts().list(1).await?.open,
            feeds,
            prices: reviewer.prices_after(after.transpose()?, SHOWN).await?,
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
    let is_full = u32::try_from(prices.len()) == Ok(SHOWN);
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
        section aria-labelledby="prices" {
            h2 #prices { "Prices that are held back" }
            @if prices.is_empty() { p { "None." } }
            @else { (price_table(console, session, prices)) }
            @if let (true, Some(last)) = (is_full, prices.last()) {
                p { a href={ (REVIEW) "?after=" (HeldId(last.no)) "#prices" } { "More prices" } }
            }
        }
    }
}

fn feed_card(session: &Session, feed: &HeldSnapshot) -> Markup {
    let id = SuspectId(feed.no);
    let verdict = feed.verdict.map(|it| match it {
        ReviewDecision::Accepted => "accepted",
        ReviewDecision::Rejected => "rejected",
    });
    html! {
        article .card {
            h3 { (feed.store.as_str()) " " code .quiet { (id) } }
            p { (feed.evidence) }
            p .quiet {
                "Observed " (instant(feed.observed_at)) ". "
                @if feed.kind.is_refused() { "It was refused: nothing of it is shown." }
                @else { (feed.prices) " prices are held back with it." }
                @if let Some(verdict) = verdict { " A person " strong { (verdict) } " it." }
            }
            (buttons(session, "/console/review/feed", &id.to_string(), feed.store.as_str()))
        }
    }
}

fn price_table(console: &Console, session: &Session, prices: &[HeldOffer]) -> Markup {
    let currency = console.currency();
    html! {
        (wide("prices", &["Offer", "Price", "Why", "Since", "Decide"], &html! {
            @for offer in prices { (price_row(session, currency, offer)) }
        }))
    }
}

fn price_row(session: &Session, currency: Currency, offer: &HeldOffer) -> Markup {
    let id = HeldId(offer.no).to_string();
    html! {
        tr {
            th scope="row" .long {
                (offer.title) br;
                span .quiet { (offer.store.as_str()) ", " code { (id) } }
            }
            td .amount { (currency.show(offer.item_price)) }
            td .long {
                (offer.quarantine.reason)
                @if offer.quarantine.by_person { " " strong { "A person rejected it." } }
                @if let Some(feed) = offer.quarantine.with_feed {
                    " Held back with feed " code { (SuspectId(feed.snapshot)) } "."
                }
            }
            td { (instant(offer.since)) }
            td { (buttons(session, "/console/review/price", &id, &offer.title)) }
        }
    }
}

fn buttons(session: &Session, action: &str, id: &str, about: &str) -> Markup {
    html! {
        form .decide method="post" action=(action) {
            (form_token(session))
            input type="hidden" name="id" value=(id);
            button type="submit" name="decision" value="accept" { "Accept" span .hidden { " " (about) } }
            button .second type="submit" name="decision" value="reject" { "Reject" span .hidden { " " (about) } }
        }
    }
}

/// Settles a price.
pub async fn settle_price(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Decided>>,
) -> HttpResponse {
    gate::act(&request, &console, sent, |console, session, decided| async move {
        let Decided { id, decision } = decided;
        let decision = Verdict::read(&decision)?;
        let held =
            HeldId::parse(&id).ok_or_else(|| AppError::validation("id", "the id of a price, as in q17"))?;
        let reviewer = console.desk.prices();
        let settled = reviewer.settle_price(held, decision.decision()).await?;
        let offer = settled.ok_or(AppError::not_found(
            "this price is not held back any more: an offer gets a new id when its price changes or is settled",
        ))?;
        let outcome = format!(
            "{}: {} of {}",
            decision.word(),
            console.currency().decimal(offer.item_price),
            offer.store.as_str()
        );
        let operators = &console.operators;
        operators
            .note(&session.operator, "judge price", &id, &outcome)
            .await?;
        Ok(Reply::GoTo(format!("{REVIEW}#prices")))
    })
    .await
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
            let decision = Verdict::read(&decision)?;
            let suspect = SuspectId::parse(&id)
                .ok_or_else(|| AppError::validation("id", "the id of a feed, as in s2"))?;
            let reviewer = console.desk.prices();
            let settled = reviewer
                .settle_snapshot(suspect, decision.decision())
                .await?;
            let settled = settled.ok_or(AppError::not_found("this feed does not wait any more"))?;
            let outcome = format!("{}: {}", decision.word(), settled.snapshot.store.as_str());
            let operators = &console.operators;
            operators
                .note(&session.operator, "judge feed", &id, &outcome)
                .await?;
            Ok(Reply::GoTo(format!("{REVIEW}#feeds")))
        },
    )
    .await
}
