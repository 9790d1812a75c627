//! What needs a person, first; then how everything stands.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use app::UnseenShop;
use app::operating::activity::{Hours, MOST_WATCHES};
use app::operating::overview::{MOST_UNSEEN, Standing, Waiting};
use domain::import_run::ImportRun;
use domain::store::Store;
use maud::{Markup, html};
use time::OffsetDateTime;

use crate::console::{Console, DOUBTS, HOME, IMPORTS, REVIEW, SOURCES, WEBHOOKS};
use crate::imports::{run_path, shop_path};
use crate::layout::Page;
use crate::sources::State;
use crate::write::{age, cards, counted, instant, is_full};
use crate::{curves, gate};

const COLUMNS: [&str; 8] = [
    "Shop",
    "Last snapshot",
    "Last import",
    "Read",
    "Accepted",
    "Rejected",
    "Held back",
    "Last imports",
];

/// Shops that go stale and are told by name.
const NAMED: usize = 5;

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
        unseen,
        shops,
        deliveries,
        mails,
        hours,
        ..
    } = standing;
    let failing = failing(standing);
    html! {
        h1 { "Overview" }
        p .quiet { "As of " (instant(*at)) }
        section aria-labelledby="waiting" {
            h2 #waiting { "What needs a person" }
            (waits(*waiting, unseen, failing, deliveries.open_incidents, mails.failed))
        }
        section aria-labelledby="numbers" {
            h2 #numbers { "In numbers" }
            (numbers(standing, products, failing))
        }
        section aria-labelledby="hours" {
            h2 #hours { "The last 24 hours" }
            div .activity {
                (activity("Watches that fired", &hours.fired))
                (activity("Deliveries of webhooks", &hours.deliveries))
                (activity("Mails sent or given up", &hours.mailed))
            }
        }
        section aria-labelledby="shops" {
            h2 #shops { "Shops" }
            (shop_table(standing, shops))
        }
    }
}

/// How many sources found something wrong when they were run last.
fn failing(standing: &Standing) -> usize {
    let sources = standing.sources.iter();
    let failing = sources.filter(|it| State::of(it, standing.at) == State::Failing);
    failing.count()
}

fn numbers(standing: &Standing, products: usize, failing: usize) -> Markup {
    let Standing {
        at,
        shops,
        sources,
        watches,
        deliveries,
        mails,
        ..
    } = standing;
    let due = sources.iter().filter(|it| it.state.is_due(*at)).count();
    let running = sources.iter().filter(|it| it.state.is_run(*at)).count();
    let watches = match *watches {
        MOST_WATCHES.. => format!("{MOST_WATCHES} or more"),
        watches => watches.to_string(),
    };
    html! {
        dl .numbers {
            (number("Products", &products))
            (number("Shops", &shops.len()))
            (number("Sources", &sources.len()))
            (number("Sources due", &due))
            (number("Sources running", &running))
            (number("Sources failing", &failing))
            (number("Watches", &watches))
            (number("Events to fan out", &deliveries.events))
            (number("Deliveries waiting", &deliveries.pending))
            (number("Deliveries being sent", &deliveries.sending))
            (number("Oldest delivery due", &oldest(deliveries.oldest_due, *at)))
            (number("Mails waiting", &mails.waiting))
            (number("Oldest mail waiting", &oldest(mails.oldest_waiting, *at)))
        }
    }
}

fn waits(
    waiting: Waiting,
    unseen: &[UnseenShop],
    failing: usize,
    incidents: u64,
    mails: u64,
) -> Markup {
    let Waiting {
        doubts,
        feeds,
        prices,
        are_more_prices,
    } = waiting;
    let counts = [doubts, incidents, mails];
    let lengths = [feeds, prices, failing, unseen.len()];
    let nothing = counts.iter().all(|it| *it == 0) && lengths.iter().all(|it| *it == 0);
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
                @if !unseen.is_empty() { li { (going_stale(unseen)) } }
                @if failing > 0 { li { a href=(SOURCES) { (counted(failing, "failing source")) } } }
                @if incidents > 0 {
                    li { a href={ (WEBHOOKS) "#trouble" } { (counted(incidents, "unresolved incident")) " of webhooks" } }
                }
                @if mails > 0 { li { (counted(mails, "mail")) " given up" } }
            }
        }
    }
}

fn number(name: &str, value: &impl ToString) -> Markup {
    html! { div { dt { (name) } dd { (value.to_string()) } } }
}

/// What happened hour by hour.
fn activity(name: &str, of: &Hours) -> Markup {
    html! {
        figure {
            figcaption { (name) ": " (curves::hours::total(of)) }
            (curves::hours::of(of))
        }
    }
}

fn oldest(since: Option<OffsetDateTime>, now: OffsetDateTime) -> String {
    since.map_or_else(|| "–".to_owned(), |since| age(since, now))
}

/// Shops whose offers go out of date, by name as far as there is room.
fn going_stale(unseen: &[UnseenShop]) -> Markup {
    html! {
        (counted(unseen.len(), "shop")) @if is_full(unseen.len(), MOST_UNSEEN) { " or more" } " going out of date: "
        @for (place, shop) in unseen.iter().take(NAMED).enumerate() {
            @if place > 0 { ", " }
            a href=(shop_path(&shop.store)) { (shop.store.as_str()) }
            @if shop.refused.is_some() { " (its feed is refused)" }
        }
        @if unseen.len() > NAMED { ", …" }
    }
}

fn shop_table(standing: &Standing, shops: &[Store]) -> Markup {
    let mut runs: HashMap<String, Vec<&ImportRun>> = HashMap::new();
    for run in &standing.runs {
        runs.entry(run.store.folded()).or_default().push(run);
    }
    html! {
        @if shops.is_empty() { p { "No shop has sent a feed yet: " code { "api import FEED --store NAME" } "." } }
        @else {
            (cards("shops", &COLUMNS, shops.iter().map(|shop| {
                let own = runs.get(&shop.name.folded());
                shop_row(standing, shop, own.map_or(&[], Vec::as_slice))
            })))
            p .quiet {
                "Lines are accepted rows, bars are rejected ones, of at most the last 20 imports of a shop; one that failed is \
                 a hole. " a href=(IMPORTS) { "All imports" }
            }
        }
    }
}

fn shop_row(standing: &Standing, shop: &Store, runs: &[&ImportRun]) -> (bool, Vec<Markup>) {
    let last = runs.first();
    let count = |of: fn(&ImportRun) -> u64| {
        let counted = last.filter(|run| run.fault.is_none());
        html! { span .amount { @match counted { Some(run) => (of(run)), None => "–" } } }
    };
    let cells = vec![
        html! { a href=(shop_path(&shop.name)) { (shop.name.as_str()) } },
        html! {
            @match shop.last_observed_at {
                Some(at) => { (age(at, standing.at)) " ago" },
                None => "never",
            }
        },
        html! {
            @match last {
                Some(run) => a href=(run_path(run.id)) {
                    @if run.fault.is_some() { "failed " } (age(run.ended_at, standing.at)) " ago"
                },
                None => "–",
            }
        },
        count(|run| run.counts.read),
        count(|run| run.counts.accepted),
        count(|run| run.counts.rejected),
        count(|run| run.counts.quarantined),
        curves::imports::of_runs(runs.iter().copied()),
    ];
    (last.is_some_and(|run| run.fault.is_some()), cells)
}
