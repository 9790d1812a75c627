//! Feeds that are not believed, and prices that are held back.

pub mod doubts;
mod sides;

use actix_web::{HttpRequest, HttpResponse, web};
use app::catalogue::product::ProductAnswer;
use app::importing::review::{HeldId, SuspectId};
use app::operating::operators::Session;
use app::{AppError, HeldOffer, HeldPrices, HeldSnapshot, ReviewDecision};
use domain::money::Currency;
use domain::scoring::AssessedOffer;
use domain::store::StoreName;
use maud::{Markup, html};
use serde::Deserialize;

use crate::console::{CATALOGUE, Console, DOUBTS, REVIEW};
use crate::gate::{self, Form, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{counted, instant, link};

/// Prices on one page.
const SHOWN: u32 = 50;

/// Which prices are shown.
#[derive(Deserialize)]
pub struct Asked {
    /// The id of the price after which they begin.
    after: Option<String>,
    /// Those of whole feeds as well, when it is `all`.
    #[serde(default)]
    prices: String,
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
    which: HeldPrices,
    prices: Vec<Price>,
}

/// A price that is held back, with what others say of the product.
struct Price {
    held: HeldOffer,
    /// The product as it is served; `None` when it is not yet.
    answer: Option<ProductAnswer>,
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
        let which = match asked.prices.as_str() {
            "" => HeldPrices::Single,
            "all" => HeldPrices::All,
            _ => return Err(AppError::validation("prices", "all, or nothing")),
        };
        let reviewer = console.desk.prices();
        let mut feeds = Vec::new();
        reviewer
            .list_snapshots(|feed| feeds.push(feed.clone()))
            .await?;
        let waiting = Waiting {
            doubts: console.desk.doubts().list(1).await?.open,
            feeds,
            which,
            prices: prices(console, which, after.transpose()?).await?,
        };
        let content = content(console, &session, &waiting);
        Ok(Page::new("Review", REVIEW, content))
    })
    .await
}

async fn prices(
    console: &Console,
    which: HeldPrices,
    after: Option<HeldId>,
) -> Result<Vec<Price>, AppError> {
    let reviewer = console.desk.prices();
    let held = reviewer.prices_after(which, after, SHOWN).await?;
    let ids: Vec<_> = held.iter().map(|it| it.product.clone()).collect();
    let answers = console.catalogue.products(&ids).await?;
    let both = held.into_iter().zip(answers);
    Ok(both.map(|(held, answer)| Price { held, answer }).collect())
}

fn content(console: &Console, session: &Session, waiting: &Waiting) -> Markup {
    let Waiting {
        doubts,
        feeds,
        which,
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
            @if *which == HeldPrices::Single {
                p .quiet { "Those that came with a feed above are decided with it. "
                    a href={ (REVIEW) "?prices=all#prices" } { "Show them too" } }
            }
            @if prices.is_empty() { p { "None." } }
            @for price in prices { (price_card(session, console.currency(), price)) }
            @if let (true, Some(last)) = (is_full, prices.last()) {
                @let all = if *which == HeldPrices::All { "&prices=all" } else { "" };
                p { a href={ (REVIEW) "?after=" (HeldId(last.held.no)) (all) "#prices" } { "More prices" } }
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
                @else {
                    (counted(feed.prices, "price")) @if feed.prices == 1 { " is" } @else { " are" } " held back with it."
                }
                @if let Some(verdict) = verdict { " A person " strong { (verdict) } " it." }
            }
            (buttons(session, "/console/review/feed", &id.to_string(), feed.store.as_str()))
        }
    }
}

fn price_card(session: &Session, currency: Currency, price: &Price) -> Markup {
    let Price { held, answer } = price;
    let id = HeldId(held.no).to_string();
    let offers = answer.as_ref().map(|it| it.assessment.offers.as_slice());
    let offer = offers
        .into_iter()
        .flatten()
        .find(|it| it.offer.no == held.no);
    html! {
        article .card {
            h3 {
                (currency.show(held.item_price)) ": "
                @match offer {
                    Some(offer) => (link(&offer.offer.facts.url, &held.title)),
                    None => (held.title),
                }
                " " code .quiet { (id) }
            }
            p {
                (held.quarantine.reason)
                @if held.quarantine.by_person { " " strong { "A person rejected it." } }
                @if let Some(feed) = held.quarantine.with_feed {
                    " Held back with feed " code { (SuspectId(feed.snapshot)) } "."
                }
            }
            p .quiet {
                (held.store.as_str()) ", since " (instant(held.since)) ". "
                a href={ (CATALOGUE) "/" (held.product) } { "The product" } ": "
                (others(offers.unwrap_or_default(), &held.store, currency)) "."
            }
            (buttons(session, "/console/review/price", &id, &held.title))
        }
    }
}

/// What other shops ask, without prices that are held back themselves.
fn others(offers: &[AssessedOffer], store: &StoreName, currency: Currency) -> String {
    let others = offers
        .iter()
        .filter(|it| !it.offer.quarantined && it.store_name != store.as_str());
    let asked = others.clone().map(|it| it.delivered.item);
    match (asked.clone().min(), asked.max()) {
        (Some(low), Some(high)) => {
            let shops = counted(others.count(), "offer");
            let range = if low == high {
                currency.show(low)
            } else {
                format!("{} to {}", currency.decimal(low), currency.show(high))
            };
            format!("{shops} of others at {range}")
        }
        _ => "no other shop offers it".to_owned(),
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
            let before = match settled.snapshot.verdict {
                None => "",
                Some(ReviewDecision::Accepted) => ", which was accepted before",
                Some(ReviewDecision::Rejected) => ", which was rejected before",
            };
            let store = settled.snapshot.store.as_str();
            let outcome = format!("{}: {store}{before}", decision.word());
            let operators = &console.operators;
            operators
                .note(&session.operator, "judge feed", &id, &outcome)
                .await?;
            Ok(Reply::GoTo(format!("{REVIEW}#feeds")))
        },
    )
    .await
}
