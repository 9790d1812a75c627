//! What is done to a subscription's endpoint: a test event, an incident acknowledged.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::Webhooks;
use domain::webhook::audit::Action;

use crate::examples::webhooks as examples;
use crate::http::error_body::ErrorBody;
use crate::http::json::JsonBody;
use crate::http::problem::Problem;
use crate::http::typed::Field;
use crate::webhooks::body::delivery::QueuedBody;
use crate::webhooks::body::incident::IncidentBody;
use crate::webhooks::input::{IncidentAcknowledgement, TestConfirmation};
use crate::webhooks::mutation::{Mutation, Right};
use crate::webhooks::public_id::{IdKind, IncidentId};

/// Queues a test event.
///
/// The event `webhook.test` is sent whatever events the subscription asks for. That it is queued does not
/// say that it arrives: look for its delivery. An endpoint that cools down gets it afterwards. It takes a
/// live key and the entitlement `webhooks:manage`.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/test",
    tag = "webhooks",
    operation_id = "testWebhook",
    request_body(content = TestConfirmation, example = json!(examples::confirmation())),
    responses(
        (status = 202, description = "The test waits to be delivered", body = QueuedBody,
            example = json!(examples::queued())),
        (status = 403, description = "The key lacks the scope, the workspace the entitlement, or the \
            key is one of test mode", body = ErrorBody),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
        (status = 409, description = "The webhook is switched off, or a request with this key is still \
            running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
        (status = 429, description = "Too many requests, or the last test was less than a minute ago; \
            see Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn test(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation = Mutation::admit(&request, &webhooks, Action::Test, Right::LIVE).await?;
    let key = mutation.key()?;
    let JsonBody { spelling, .. } = mutation.json::<TestConfirmation>()?;
    let id = mutation.id(IdKind::Webhook)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.test(request, id).await?)
}

/// Stops the reminders of an incident.
///
/// The incident stays, and so do retries; only a delivery that arrives resolves it. Acknowledging again
/// changes nothing.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/incidents/acknowledge",
    tag = "webhooks",
    operation_id = "acknowledgeIncident",
    request_body(content = IncidentAcknowledgement, example = json!(examples::acknowledgement())),
    responses(
        (status = 200, description = "The incident as it is now", body = IncidentBody,
            example = json!(examples::incident())),
        (status = 404, description = "No webhook has this id, or it has no such incident",
            body = ErrorBody),
    )
)]
pub async fn acknowledge(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation = Mutation::admit(
        &request,
        &webhooks,
        Action::Acknowledge,
        Right::WITHOUT_TRAFFIC,
    )
    .await?;
    let key = mutation.key()?;
    let JsonBody { content, spelling } = mutation.json::<IncidentAcknowledgement>()?;
    let id = mutation.id(IdKind::Webhook)?;
    let Field(IncidentId(incident)) = content.incident_id;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.acknowledge(request, id, incident).await?)
}
