//! One delivery: a timeline of its attempts, what is sent, and its replay.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::{Caller, CommandRequest};

use app::operating::operators::Session;
use app::{AppError, AttemptEntry, ErrorCode, KeptExcerpt, ListedDelivery};
use domain::webhook::delivery::{DeliveryError, MAX_REPLAYS, State};
use domain::webhook::public_id::IdKind;
use domain::webhook_url::without_values;
use maud::{Markup, html};
use uuid::Uuid;

use super::{Place, payload};
use crate::console::{Console, WEBHOOKS};
use crate::gate::{self, Form, Nothing, Reply, Sent};
use crate::layout::{Page, form_token};
use crate::write::{fact, instant, wide};

/// What the page shows.
struct Shown<'a> {
    place: Place,
    found: &'a ListedDelivery,
    /// Where it goes; `None`: the endpoint was removed.
    url: Option<&'a str>,
    payload: Option<&'a str>,
    answers: &'a [KeptExcerpt],
    /// Why it is not replayed; `None`: it may be.
    refusal: Option<&'a AppError>,
}

/// The delivery.
pub async fn page(request: HttpRequest, console: web::Data<Console>) -> HttpResponse {
    let (console, at) = (&console, named(&request));
    gate::show(&request, console, |session| async move {
        let (place, id) = at?;
        let tenant = place.tenant();
        let found = console.webhooks.find_delivery(tenant, id).await;
        let found = found.map_err(|error| match error.code {
            ErrorCode::NotFound => GONE,
            _ => error,
        })?;
        let endpoint = console.webhooks.find(tenant, found.listed.subscription);
        let url = match endpoint.await {
            Ok(endpoint) => Some(without_values(&endpoint.url)),
            Err(error) if error.code == ErrorCode::NotFound => None,
            Err(error) => return Err(error),
        };
        let refusal = console.webhook_desk.replay_refusal(tenant, id).await?;
        let shown = Shown {
            place,
            found: &found.listed,
            url: url.as_deref(),
            payload: found.payload.as_deref(),
            answers: &found.excerpts,
            refusal: refusal.as_ref(),
        };
        let content = shown.content(&session);
        Ok(Page::new("Delivery", WEBHOOKS, content).live())
    })
    .await
}

const GONE: AppError = AppError::not_found(
    "no delivery has this id; deliveries are kept for 7 days, with their attempts and payloads",
);

fn named(request: &HttpRequest) -> Result<(Place, Uuid), AppError> {
    let id = request.match_info().get("id");
    let id = id.and_then(|id| IdKind::Delivery.read(id)).ok_or(GONE)?;
    Ok((Place::of(request)?, id))
}

impl Shown<'_> {
    fn content(&self, session: &Session) -> Markup {
        let Self {
            place,
            found,
            url,
            payload,
            answers,
            refusal,
        } = self;
        let delivery = &found.delivery;
        html! {
            h1 { "Delivery " code { (IdKind::Delivery.write(found.id)) } }
            p { a href={ (place.path()) "#deliveries" } { "All deliveries" } }
            dl .facts .card {
                (fact("To", &html! {
                    a href=(place.of_endpoint(found.subscription)) { code { (IdKind::Webhook.write(found.subscription)) } }
                    br;
                    (url.unwrap_or("an endpoint that was removed"))
                }))
                (fact("Event", &html! { (found.kind.code()) ", " code { (found.event) } }))
                (fact("State", &html! { strong { (delivery.state.code()) } (until(delivery.state)) }))
                (fact("Attempts", &html! { (delivery.attempts) }))
                (fact("Replays", &html! { (delivery.replays) " of " (MAX_REPLAYS) }))
                (fact("Last error", &html! { (delivery.last_error.map_or("–", DeliveryError::code)) }))
                (fact("Queued", &instant(found.created_at)))
                (fact("Changed", &instant(found.updated_at)))
            }
            @if delivery.state == State::Failed {
                @match refusal {
                    Some(why) => p { "It cannot be replayed: " (why.message) "." },
                    None => form .decide method="post" action={ (place.delivery(found.id)) "/replay" } {
                        (form_token(session))
                        button type="submit" data-key="p" { "Replay (p)" }
                    },
                }
            }
            section aria-labelledby="attempts" {
                h2 #attempts { "Attempts" }
                (timeline(&found.attempts))
            }
            (said(answers))
            section aria-labelledby="payload" {
                h2 #payload { "Payload" }
                (payload::show(*payload))
            }
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

/// How answers began, the newest first.
fn said(answers: &[KeptExcerpt]) -> Markup {
    if answers.is_empty() {
        return html! {};
    }
    html! {
        section aria-labelledby="answers" {
            h2 #answers { "What the receiver said" }
            p .quiet { "The beginning of its last answers, at most 1,024 bytes, without what looks like a secret." }
            @for answer in answers.iter().rev() {
                h3 { "Attempt " (answer.attempt) }
                pre tabindex="0" { code { (answer.excerpt.as_str()) } }
            }
        }
    }
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
            let subject = IdKind::Delivery.write(id);
            let operators = &console.operators;
            operators
                .note(&session.operator, "replay delivery", &subject, "queued")
                .await?;
            Ok(Reply::GoTo(place.delivery(id)))
        },
    )
    .await
}
