use actix_web::HttpRequest;
use app::{AppError, ListedDelivery, Page as Listed, Subscription};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::public_id::IdKind;
use domain::webhook_url::without_values;
use maud::{Markup, html};
use serde::Deserialize;
use url::form_urlencoded;
use uuid::Uuid;

use crate::console::WEBHOOKS;
use crate::write::{instant, wide};

/// Which half of which workspace a page is about.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The workspace.
    pub workspace: WorkspaceNo,
    /// Which half.
    pub mode: Mode,
}

impl Place {
    /// The place in the path of a request.
    pub fn of(request: &HttpRequest) -> Result<Self, AppError> {
        let path = request.match_info();
        let workspace = path.get("workspace").and_then(|no| no.parse().ok());
        let mode = path.get("mode").and_then(Mode::from_code);
        let place = workspace.zip(mode).map(|(no, mode)| Self {
            workspace: WorkspaceNo(no),
            mode,
        });
        place.ok_or(AppError::not_found("the console has no such page"))
    }

    /// The path of its page.
    pub fn path(self) -> String {
        format!("{WEBHOOKS}/{}/{}", self.workspace.0, self.mode.code())
    }

    /// The path of the page of one of its deliveries.
    pub fn delivery(self, id: Uuid) -> String {
        format!("{}/deliveries/{}", self.path(), IdKind::Delivery.write(id))
    }

    /// Where the deliveries to one of its endpoints are.
    pub fn of_endpoint(self, id: Uuid) -> String {
        let id = IdKind::Webhook.write(id);
        format!("{}?endpoint={id}#deliveries", self.path())
    }

    /// Whose things are on its page.
    pub const fn tenant(self) -> Tenant {
        Tenant {
            workspace: self.workspace,
            mode: self.mode,
        }
    }
}

impl From<Tenant> for Place {
    fn from(tenant: Tenant) -> Self {
        let Tenant { workspace, mode } = tenant;
        Self { workspace, mode }
    }
}

/// Which deliveries are shown.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    /// Where the page begins.
    pub after: Option<i64>,
    /// Of one endpoint only.
    endpoint: Option<String>,
}

impl Asked {
    /// The endpoint whose deliveries are shown, if it is one.
    pub fn endpoint(&self) -> Result<Option<Uuid>, AppError> {
        let id = self.endpoint.as_deref().filter(|id| !id.is_empty());
        let wrong = || {
            let accepted = "an endpoint's id: wh_ and 32 hexadecimal digits in small letters";
            AppError::validation("endpoint", accepted)
        };
        id.map(|id| IdKind::Webhook.read(id).ok_or_else(wrong))
            .transpose()
    }

    fn next(&self, after: i64) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("after", &after.to_string());
        if let Some(endpoint) = &self.endpoint {
            query.append_pair("endpoint", endpoint);
        }
        query.finish()
    }
}

/// A query that asks for no page.
pub fn wrong() -> AppError {
    AppError::validation("after", "the place that the page before names")
}

/// By what the deliveries are filtered, and how to see all.
pub fn filtered(place: Place, only: Option<Uuid>, endpoints: &[Subscription]) -> Markup {
    html! {
        @if let Some(endpoint) = only {
            p {
                "Only those to " (to(place, endpoint, endpoints)) ". "
                a href={ (place.path()) "#deliveries" } { "All deliveries" }
            }
        }
    }
}

/// An endpoint, as its address where that is known, else as its id.
fn to(place: Place, endpoint: Uuid, endpoints: &[Subscription]) -> Markup {
    let known = endpoints.iter().find(|it| it.id == endpoint);
    html! {
        a href=(place.of_endpoint(endpoint)) {
            @match known {
                Some(known) => (without_values(&known.url)),
                None => code { (IdKind::Webhook.write(endpoint)) },
            }
        }
    }
}

/// Deliveries, the newest first.
pub fn deliveries(
    place: Place,
    asked: &Asked,
    only: Option<Uuid>,
    listed: &Listed<ListedDelivery>,
    endpoints: &[Subscription],
) -> Markup {
    if listed.items.is_empty() {
        return html! { p { "None." } };
    }
    let mut columns = vec![
        "Delivery",
        "Event",
        "State",
        "Attempts",
        "Last error",
        "Queued",
    ];
    if only.is_none() {
        columns.insert(1, "To");
    }
    html! {
        p .quiet { (counted(listed.total, "delivery", "deliveries")) ", kept for 7 days." }
        (wide("deliveries", &columns, &html! {
            @for item in &listed.items {
                tr .failing[item.delivery.state.code() == "failed"] {
                    th scope="row" .long {
                        a href=(place.delivery(item.id)) { code { (IdKind::Delivery.write(item.id)) } }
                    }
                    @if only.is_none() { td .long { (to(place, item.subscription, endpoints)) } }
                    td { (item.kind.code()) }
                    td { strong { (item.delivery.state.code()) } }
                    td .amount { (item.delivery.attempts) }
                    td { (item.delivery.last_error.map_or("–", DeliveryError::code)) }
                    td { (instant(item.created_at)) }
                }
            }
        }))
        @if let Some(next) = listed.next {
            p { a href={ (place.path()) "?" (asked.next(next)) "#deliveries" } { "Older ones" } }
        }
    }
}

/// So many of something whose plural is not made by an s.
fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
