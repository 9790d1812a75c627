//! What needs a person, first; then how everything stands.

use actix_web::{HttpRequest, HttpResponse, web};
use app::operating::overview::{Standing, Waiting};
use domain::source::ImportCounts;
use domain::store::Store;
use maud::{Markup, html};
use time::OffsetDateTime;

use crate::console::{Console, DOUBTS, HOME, REVIEW, SOURCES, WEBHOOKS};
use crate::gate;
use crate::layout::Page;
use crate::sources::State;
use crate::write::{age, counted, instant, wide};

const COLUMNS: [&str; 6] = [
    "Shop",
    "Last snapshot",
    "Read",
    "Accepted",
    "Rejected",
    "Held back",
];

/// The overview.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    gate::show(&request, &console, |_| async {
        let standing = console.overview.standing().await?;
        let products = console.catalogue.status().products;
        Ok(Page::new("Overview", HOME, content(&standing, products)).live())
    })
    .await
}

fn content(standing: &Standing, products: usize) -> Markup {
    let Standing {
        at,
        waiting,
        shops,
        sources,
        deliveries,
        mails,
    } = standing;
    let failing = sources
        .iter()
        .filter(|it| State::of(it, *at) == State::Failing);
    let running = sources.iter().filter(|it| it.state.running).count();
    html! {
        h1 { "Overview" }
        p .quiet { "As of " (instant(*at)) }
        section aria-labelledby="waiting" {
            h2 #waiting { "What needs a person" }
            (waits(*waiting, failing.count(), deliveries.open_incidents, mails.failed))
        }
        section aria-labelledby="numbers" {
            h2 #numbers { "In numbers" }
            dl .numbers {
                (number("Products", &products))
                (number("Shops", &shops.len()))
                (number("Sources", &sources.len()))
                (number("Sources running", &running))
                (number("Events to fan out", &deliveries.events))
                (number("Deliveries waiting", &deliveries.pending))
                (number("Deliveries being sent", &deliveries.sending))
                (number("Oldest delivery due", &oldest(deliveries.oldest_due, *at)))
                (number("Mails waiting", &mails.waiting))
                (number("Oldest mail waiting", &oldest(mails.oldest_waiting, *at)))
            }
        }
        section aria-labelledby="shops" {
            h2 #shops { "Shops" }
            (shop_table(standing, shops))
        }
    }
}

fn waits(waiting: Waiting, failing: usize, incidents: u64, mails: u64) -> Markup {
    let Waiting {
        doubts,
        feeds,
        prices,
        are_more_prices,
    } = waiting;
    let nothing =
        doubts == 0 && feeds == 0 && prices == 0 && failing == 0 && incidents == 0 && mails == 0;
    html! {
        @if nothing { p { "Nothing." } }
        @else {
            ul .waiting {
                @if feeds > 0 { li { a href=(REVIEW) { (counted(feeds, "feed")) " not believed" } } }
                @if doubts > 0 {
                    li { a href=(DOUBTS) { (counted(doubts, "doubt")) " whether two products are one" } }
                }
                @if prices > 0 || are_more_prices {
                    li { a href=(REVIEW) {
                        (counted(prices, "price")) @if are_more_prices { ", and perhaps more," } " held back"
                    } }
                }
                @if failing > 0 { li { a href=(SOURCES) { (counted(failing, "failing source")) } } }
                @if incidents > 0 {
                    li { a href=(WEBHOOKS) { (counted(incidents, "unresolved incident")) " of webhooks" } }
                }
                @if mails > 0 { li { (counted(mails, "mail")) " given up" } }
            }
        }
    }
}

fn number(name: &str, value: &impl ToString) -> Markup {
    html! { div { dt { (name) } dd { (value.to_string()) } } }
}

fn oldest(since: Option<OffsetDateTime>, now: OffsetDateTime) -> String {
    since.map_or_else(|| "–".to_owned(), |since| age(since, now))
}

fn shop_table(standing: &Standing, shops: &[Store]) -> Markup {
    html! {
        @if shops.is_empty() { p { "No shop has sent a feed yet: " code { "api import FEED --store NAME" } "." } }
        @else {
            (wide("shops", &COLUMNS, &html! { @for shop in shops { (shop_row(standing, shop)) } }))
            p .quiet { "Rows of the last import by a source; imports by command report their own." }
        }
    }
}

fn shop_row(standing: &Standing, shop: &Store) -> Markup {
    let sources = standing.sources.iter();
    let counts: Vec<ImportCounts> = sources
        .filter(|it| it.source.store == shop.name)
        .filter_map(|it| it.state.counts)
        .collect();
    let sum = |count: fn(&ImportCounts) -> u64| {
        if counts.is_empty() {
            "–".to_owned()
        } else {
            counts.iter().map(count).sum::<u64>().to_string()
        }
    };
    html! {
        tr {
            th scope="row" { (shop.name.as_str()) }
            td {
                @match shop.last_observed_at {
                    Some(at) => { (age(at, standing.at)) " ago" },
                    None => "never",
                }
            }
            td .amount { (sum(|it| it.read)) }
            td .amount { (sum(|it| it.accepted)) }
            td .amount { (sum(|it| it.rejected)) }
            td .amount { (sum(|it| it.quarantined)) }
        }
    }
}
