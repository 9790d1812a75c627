//! Workspaces, with their endpoints and what is delivered to them.

pub mod delivery;
mod payload;
mod tenant;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::operating::webhook_desk::Place as Found;
use app::{
    AppError, FieldProblem, Page as Listed, PageRequest, Subscription, TroubledWorkspace, Workspace,
};
use domain::access::Mode;
use domain::ids::WorkspaceNo;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::endpoint::Condition;
use domain::webhook::public_id::IdKind;
use domain::webhook_url::without_values;
use maud::{Markup, html};
use serde::Deserialize;
use time::OffsetDateTime;

use crate::console::{Console, WEBHOOKS, WORKSPACES};
use crate::forms::{self, Field};
use crate::layout::Page;
use crate::write::{instant, wide};
use crate::{gate, workspaces};

pub use tenant::Place;
use tenant::{deliveries, filtered};

/// Workspaces, or deliveries, on one page.
const SHOWN: u32 = 50;

/// Where the list of workspaces begins, and what is looked up.
#[derive(Deserialize)]
pub struct Asked {
    /// The number of the workspace after which it begins.
    after: Option<i64>,
    /// An id.
    #[serde(default)]
    id: String,
}

/// The workspaces, those in trouble first; what has an id.
pub async fn page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<Asked>, actix_web::Error>,
) -> HttpResponse {
    let console = &console;
    gate::show(&request, console, |_| async move {
        let wrong = |_| AppError::validation("after", "the number of a workspace");
        let Asked { after, id } = asked.map_err(wrong)?.into_inner();
        let id = id.trim().to_owned();
        let (found, problems) = match look_up(console, &id).await {
            Ok(found) => (found, Vec::new()),
            Err(error) => (None, forms::problems(error)?),
        };
        let troubled = console.webhook_desk.troubled().await?;
        let after = after.map(WorkspaceNo);
        let listed = console.workspaces.list(after, SHOWN).await?;
        let content = html! {
            h1 { "Webhooks" }
            (look_up_form(&id, found.as_deref(), &problems))
            (in_trouble(&troubled))
            (workspaces(&listed))
        };
        let status = if problems.is_empty() {
            StatusCode::OK
        } else {
            StatusCode::BAD_REQUEST
        };
        Ok(Page {
            status,
            ..Page::new("Webhooks", WEBHOOKS, content)
        })
    })
    .await
}

async fn look_up(console: &Console, id: &str) -> Result<Option<Vec<Found>>, AppError> {
    if id.is_empty() {
        return Ok(None);
    }
    console.webhook_desk.look_up(id).await.map(Some)
}

fn look_up_form(id: &str, found: Option<&[Found]>, problems: &[FieldProblem]) -> Markup {
    let field = Field {
        name: "id",
        label: "Look up",
        hint: "the id of a delivery (whd_…), of an endpoint (wh_…) or of an event",
        value: id,
    };
    html! {
        form .fields role="search" action=(WEBHOOKS) {
            (field.show(problems))
            button type="submit" { "Look up" }
        }
        @match found {
            Some([]) => p { "Nothing that is kept has this id. Deliveries are kept for 7 days." },
            Some(found) => ul { @for one in found { li { (link_to(*one)) } } },
            None => {},
        }
    }
}

fn link_to(found: Found) -> Markup {
    let Found {
        tenant,
        id,
        is_endpoint,
    } = found;
    let place = Place::from(tenant);
    html! {
        @if is_endpoint {
            a href=(place.of_endpoint(id)) { "The endpoint " code { (IdKind::Webhook.write(id)) } " and its deliveries" }
        } @else {
            a href=(place.delivery(id)) { "The delivery " code { (IdKind::Delivery.write(id)) } }
        }
    }
}

fn in_trouble(troubled: &[TroubledWorkspace]) -> Markup {
    html! {
        section aria-labelledby="trouble" {
            h2 #trouble { "In trouble" }
            @if troubled.is_empty() { p { "No workspace has an open incident or a failed delivery." } }
            @else {
                (wide("trouble", &["Workspace", "Open incidents", "Failed deliveries"], &html! {
                    @for it in troubled {
                        @let place = Place { workspace: it.no, mode: Mode::Live };
                        tr .failing[it.open_incidents > 0] {
                            th scope="row" .long { a href=(place.path()) { (it.name) } }
                            td .amount { @if it.open_incidents > 0 { strong { (it.open_incidents) } } @else { "0" } }
                            td .amount { (it.failed) }
                        }
                    }
                }))
            }
        }
    }
}

fn workspaces(listed: &[Workspace]) -> Markup {
    let is_full = u32::try_from(listed.len()) == Ok(SHOWN);
    html! {
        section aria-labelledby="workspaces" {
            h2 #workspaces { "Workspaces" }
            @if listed.is_empty() { p { "There is none yet." } }
            @else {
                (wide("workspaces", &["Name", "Webhooks", "May", "Notices go to"], &html! {
                    @for workspace in listed { (workspace_row(workspace)) }
                }))
                @if let (true, Some(last)) = (is_full, listed.last()) {
                    p { a href={ (WEBHOOKS) "?after=" (last.no.0) } { "More workspaces" } }
                }
            }
            p { a .button .second href={ (WORKSPACES) "/new" } { "Make a workspace" } }
        }
    }
}

fn workspace_row(workspace: &Workspace) -> Markup {
    html! {
        tr {
            th scope="row" .long { a href=(workspaces::path(workspace.no)) { (workspace.name) } }
            td {
                @for mode in [Mode::Live, Mode::Test] {
                    a href=(Place { workspace: workspace.no, mode }.path()) { (mode.code()) } " "
                }
            }
            td { @for entitlement in &workspace.entitlements { (entitlement.code()) " " } }
            td .long { (workspace.alert_email.as_deref().unwrap_or("–")) }
        }
    }
}

/// The endpoints and deliveries of one half of a workspace.
pub async fn tenant_page(
    request: HttpRequest,
    console: web::Data<Console>,
    asked: Result<web::Query<tenant::Asked>, actix_web::Error>,
) -> HttpResponse {
    let (console, at) = (&console, Place::of(&request));
    gate::show(&request, console, |_| async move {
        let (place, asked) = (at?, asked.map_err(|_| tenant::wrong())?.into_inner());
        let workspace = console.workspaces.find(place.workspace).await?;
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
            p {
                a href=(WEBHOOKS) { "All workspaces" } " · "
                a href=(workspaces::path(workspace.no)) { "Keys and entitlements" }
            }
            section aria-labelledby="endpoints" {
                h2 #endpoints { "Endpoints" }
                (endpoint_table(place, &endpoints, now))
            }
            section aria-labelledby="deliveries" {
                h2 #deliveries { "Deliveries" }
                (filtered(place, only, &endpoints.items))
                (deliveries(place, &asked, only, &listed, &endpoints.items))
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
                        (without_values(&endpoint.url)) br;
                        code { (IdKind::Webhook.write(endpoint.id)) } br;
                        a href=(place.of_endpoint(endpoint.id)) { "Its deliveries" }
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
