use actix_web::HttpRequest;
use app::{ApiKey, AppError, ListedDelivery, Page as Listed};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::webhook::delivery::DeliveryError;
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

    /// Whose things are on its page.
    pub const fn tenant(self) -> Tenant {
        Tenant {
            workspace: self.workspace,
            mode: self.mode,
        }
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
        let wrong = || AppError::validation("endpoint", "the 32 digits of an endpoint's id");
        id.map(|id| id_of_digits(id).ok_or_else(wrong)).transpose()
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

/// The id that is written in 32 hexadecimal digits.
pub fn id_of_digits(text: &str) -> Option<Uuid> {
    (text.len() == 32).then(|| Uuid::try_parse(text).ok())?
}

/// Keys, the oldest first.
pub fn keys(keys: &[ApiKey]) -> Markup {
    if keys.is_empty() {
        return html! { p { "None." } };
    }
    wide(
        "keys",
        &["Id", "May", "Made", "Revoked"],
        &html! {
            @for key in keys {
                tr {
                    th scope="row" { code { (key.id) } }
                    td .long { @for scope in &key.scopes { (scope.code()) " " } }
                    td { (instant(key.created_at)) }
                    td { @match key.revoked_at { Some(at) => (instant(at)), None => "–" } }
                }
            }
        },
    )
}

/// Deliveries, the newest first.
pub fn deliveries(place: Place, asked: &Asked, listed: &Listed<ListedDelivery>) -> Markup {
    if listed.items.is_empty() {
        return html! { p { "None." } };
    }
    let columns = [
        "Delivery",
        "Event",
        "State",
        "Attempts",
        "Last error",
        "Queued",
    ];
    html! {
        p .quiet { (listed.total) " are kept." }
        (wide("deliveries", &columns, &html! {
            @for item in &listed.items {
                tr .failing[item.delivery.state.code() == "failed"] {
                    th scope="row" {
                        a href={ (place.path()) "/deliveries/" (item.id.simple()) } { code { (item.id.simple()) } }
                    }
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
