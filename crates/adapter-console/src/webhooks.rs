//! Workspaces, with their keys, their endpoints and what is delivered to them.

pub mod delivery;
mod tenant;

use actix_web::{HttpRequest, HttpResponse, web};
use app::{AppError, Page as Listed, PageRequest, Subscription, Workspace};
use domain::access::Mode;
use domain::ids::WorkspaceNo;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::endpoint::Condition;
use maud::{Markup, html};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::console::{Console, WEBHOOKS};
use crate::gate;
use crate::layout::Page;
use crate::write::{instant, wide};

use tenant::{Asked, deliveries};
pub use tenant::{Place, id_of_digits};

/// Workspaces, or deliveries, on one page.
const SHOWN: u32 = 50;

/// Where the list of workspaces begins.
#[derive(Deserialize)]
pub struct After {
    /// The number of the workspace after which it begins.
    after: Option<i64>,
}

/// The workspaces.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<After>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |_| async move {
        let wrong = |_| AppError::validation("after", "the number of a workspace");
        let after = asked.map_err(wrong)?.after.map(WorkspaceNo);
        let listed = console.workspaces.list(after, SHOWN).await?;
        Ok(Page::new("Webhooks", WEBHOOKS, workspaces(&listed)))
    })
    .await
}

fn workspaces(listed: &[Workspace]) -> Markup {
    let is_full = u32::try_from(listed.len()) == Ok(SHOWN);
    html! {
        h1 #workspaces { "Workspaces" }
        @if listed.is_empty() {
            p { "There is none yet: " code { "api keys create --workspace NAME" } " makes one." }
        } @else {
            (wide("workspaces", &["Name", "Webhooks", "May", "Notices go to"], &html! {
                @for workspace in listed {
                    tr {
                        th scope="row" { (workspace.name) }
                        td {
                            @for mode in [Mode::Live, Mode::Test] {
                                a href=(Place { workspace: workspace.no, mode }.path()) { (mode.code()) } " "
                            }
                        }
                        td { @for entitlement in &workspace.entitlements { (entitlement.code()) " " } }
                        td .long { (workspace.alert_email.as_deref().unwrap_or("–")) }
                    }
                }
            }))
            @if let (true, Some(last)) = (is_full, listed.last()) {
                p { a href={ (WEBHOOKS) "?after=" (last.no.0) } { "More workspaces" } }
            }
        }
    }
}

/// The endpoints and deliveries of one half of a workspace.
pub async fn tenant_page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    let (console, at) = (&console, Place::of(&request));
    gate::show(&request, console, |_| async move {
        let (place, asked) = (at?, asked.map_err(|_| tenant::wrong())?.into_inner());
        let workspace = console.workspaces.find(place.workspace).await?;
        let keys = console.workspaces.keys(&workspace).await?;
        let keys: Vec<_> = keys
            .into_iter()
            .filter(|it| it.mode == place.mode)
            .collect();
        let page = PageRequest {
            after: asked.after,
            limit: SHOWN,
        };
        let only = asked.endpoint()?;
        let listed = console
            .webhooks
            .list_deliveries(place.tenant(), only, page)
            .await?;
        let first = PageRequest {
            after: None,
            limit: SHOWN,
        };
        let endpoints = console.webhooks.list(place.tenant(), first).await?;
        let now = console.webhooks.now();
        let content = html! {
            h1 { (workspace.name) ", " (place.mode.code()) }
            section aria-labelledby="keys" {
                h2 #keys { "Keys" }
                (tenant::keys(&keys))
            }
            section aria-labelledby="endpoints" {
                h2 #endpoints { "Endpoints" }
                (endpoint_table(place, &endpoints, now))
            }
            section aria-labelledby="deliveries" {
                h2 #deliveries { "Deliveries" }
                (deliveries(place, &asked, &listed))
            }
        };
        Ok(Page::new("Deliveries", WEBHOOKS, content).live())
    })
    .await
}

fn endpoint_table(place: Place, endpoints: &Listed<Subscription>, now: OffsetDateTime) -> Markup {
    if endpoints.items.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        @if endpoints.next.is_some() {
            p .quiet { "The newest " (endpoints.items.len()) " of " (endpoints.total) "." }
        }
        (wide("endpoints", &["Address", "Health", "Incident", "Events", "Since"], &html! {
            @for endpoint in &endpoints.items {
                tr {
                    th scope="row" .long {
                        (endpoint.url) br;
                        a href={ (place.path()) "?endpoint=" (endpoint.id.simple()) "#deliveries" } { "Its deliveries" }
                    }
                    td { (health(endpoint, now)) }
                    td .long { (incident(endpoint)) }
                    td { @for kind in endpoint.events.kinds() { (kind.code()) " " } }
                    td { (instant(endpoint.created_at)) }
                }
            }
        }))
    }
}

fn health(endpoint: &Subscription, now: OffsetDateTime) -> Markup {
    if !endpoint.enabled {
        return html! { "switched off" };
    }
    let failures = endpoint.health.failures;
    match endpoint.health.condition(now) {
        Condition::Open => html! { "usable" },
        Condition::Suspect => html! { strong { "failing" } ", " (failures) " in a row" },
        Condition::CoolingDown(until) => html! { strong { "waits" } " until " (instant(until)) },
        Condition::Probing => html! { strong { "is tried" } ", " (failures) " failures in a row" },
    }
}

fn incident(endpoint: &Subscription) -> Markup {
    let open = endpoint.incident.filter(|it| it.incident.is_unresolved());
    html! {
        @match open {
            Some(named) => {
                strong { (named.incident.state.code()) } ": " (DeliveryError::code(named.incident.cause))
                ", since " (instant(named.incident.opened_at))
            }
            None => "–",
        }
    }
}
