//! One delivery: a timeline of its attempts, and its replay.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::{Caller, CommandRequest};

use app::operating::operators::Session;
use app::{AppError, AttemptEntry, ErrorCode, ListedDelivery};
use domain::webhook::delivery::{DeliveryError, State};
use maud::{Markup, html};
use uuid::Uuid;

use super::{Place, id_of_digits};
use crate::console::{Console, WEBHOOKS};
use crate::gate::{self, Form, Nothing, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{fact, instant, wide};

/// The delivery.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (console, at) = (&console, named(&request));
    gate::show(&request, console, |session| async move {
        let (place, id) = at?;
        let found = console.webhooks.find_delivery(place.tenant(), id).await?;
        let endpoint = console.webhooks.find(place.tenant(), found.subscription);
        let url = match endpoint.await {
            Ok(endpoint) => Some(endpoint.url),
            Err(error) if error.code == ErrorCode::NotFound => None,
            Err(error) => return Err(error),
        };
        let content = content(&session, place, &found, url.as_deref());
        Ok(Page::new("Delivery", WEBHOOKS, content).live())
    })
    .await
}

fn named(request: &HttpRequest) -> Result<(Place, Uuid), AppError> {
    let id = request.match_info().get("id").and_then(id_of_digits);
    let id = id.ok_or(AppError::not_found("no delivery has this id"))?;
    Ok((Place::of(request)?, id))
}

fn content(session: &Session, place: Place, found: &ListedDelivery, url: Option<&str>) -> Markup {
    let delivery = &found.delivery;
    let path = format!("{}/deliveries/{}", place.path(), found.id.simple());
    html! {
        h1 { "Delivery " code { (found.id.simple()) } }
        p { a href={ (place.path()) "#deliveries" } { "All deliveries" } }
        dl .facts .card {
            (fact("To", &html! { (url.unwrap_or("an endpoint that was removed")) }))
            (fact("Event", &html! { (found.kind.code()) ", " code { (found.event) } }))
            (fact("State", &html! { strong { (delivery.state.code()) } (until(delivery.state)) }))
            (fact("Attempts", &html! { (delivery.attempts) }))
            (fact("Replays", &html! { (delivery.replays) }))
            (fact("Last error", &html! { (delivery.last_error.map_or("–", DeliveryError::code)) }))
            (fact("Queued", &instant(found.created_at)))
            (fact("Changed", &instant(found.updated_at)))
        }
        @if delivery.state == State::Failed {
            form .decide method="post" action={ (path) "/replay" } {
                (form_token(session))
                button type="submit" data-key="p" { "Replay (p)" }
            }
        }
        section aria-labelledby="attempts" {
            h2 #attempts { "Attempts" }
            (timeline(&found.attempts))
        }
    }
}

fn until(state: State) -> Markup {
    match state {
        State::Pending { due } => html! { ", next attempt not before " (instant(due)) },
        State::Sending { lease_until } => html! { ", taken for lost at " (instant(lease_until)) },
        State::Delivered { at } => html! { ", " (instant(at)) },
        State::Failed | State::Cancelled => html! {},
    }
}

fn timeline(attempts: &[AttemptEntry]) -> Markup {
    if attempts.is_empty() {
        return html! { p { "None has ended yet." } };
    }
    let columns = [
        "Number",
        "Began",
        "Took",
        "Answer",
        "Error",
        "Next one planned",
    ];
    wide(
        "attempts",
        &columns,
        &html! {
            @for attempt in attempts {
                tr .failing[attempt.error.is_some()] {
                    th scope="row" { (attempt.number) }
                    td { (instant(attempt.started_at)) }
                    td .amount { ((attempt.finished_at - attempt.started_at).whole_milliseconds()) " ms" }
                    td { @match attempt.http_status { Some(status) => (status), None => "–" } }
                    td { (attempt.error.map_or("–", DeliveryError::code)) }
                    td { @match attempt.next_retry_at { Some(at) => (instant(at)), None => "–" } }
                }
            }
        },
    )
}

/// Begins another cycle of a failed delivery.
pub async fn replay(
    request: HttpRequest,
    console: web::Data<Console>,
    sent: Sent<Form<Nothing>>,
) -> HttpResponse {
    let at = named(&request);
    gate::act(
        &request,
        &console,
        sent,
        |console, session, Nothing {}| async move {
            let (place, id) = at?;
            let command = CommandRequest {
                caller: Caller {
                    tenant: place.tenant(),
                    api_key: format!("operator {}", session.operator),
                },
                keyed: None,
            };
            console.webhooks.replay(command, id).await?;
            let subject = format!("whd_{}", id.simple());
            let operators = &console.operators;
            operators
                .note(&session.operator, "replay delivery", &subject, "queued")
                .await?;
            let path = place.path();
            Ok(Reply::GoTo(format!("{path}/deliveries/{}", id.simple())))
        },
    )
    .await
}
