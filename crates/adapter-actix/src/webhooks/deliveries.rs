//! Deliveries: listing them, and replaying one.

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::delivery::webhooks::{Wanted, Webhooks};
use domain::webhook::audit::Action;
use uuid::Uuid;

use super::mutation::{Mutation, Right};
use super::{UNKNOWN, input, page, path_id, shown};
use crate::examples::webhooks as examples;
use crate::http::caller::{Authorized, IgnoredBody, WebhooksRead};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query;
use crate::webhooks::body::delivery::{DeliveryBody, DeliveryListBody, QueuedBody};
use crate::webhooks::public_id::IdKind;

/// Deliveries of events.
///
/// The newest first, of all subscriptions of the key's mode or of one; they are kept for seven days.
/// Neither payloads nor URLs are there, nor anything that receivers answered but their status.
#[utoipa::path(
    get,
    path = "/webhook-deliveries",
    tag = "webhooks",
    operation_id = "listWebhookDeliveries",
    params(("subscription_id" = Option<String>, Query, description = "Only of this subscription",
        pattern = "^wh_[0-9a-f]{32}$", example = "wh_6f0c2f4e9a554f7e8f4b2d4c8f1f3a10")),
    responses(
        (status = 200, description = "A page of deliveries", body = DeliveryListBody,
            example = json!(examples::deliveries())),
        (status = 404, description = "No webhook has the id subscription_id", body = ErrorBody),
    )
)]
pub async fn list(
    caller: Authorized<WebhooksRead>,
    _: IgnoredBody,
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let wanted = page::wanted(request.query_string())?;
    let subscription = subscription(request.query_string())?;
    let listed = webhooks.list_deliveries(tenant, subscription, wanted);
    shown(&DeliveryListBody::of(&listed.await?))
}

/// The subscription that a list is restricted to. A text that is no id names none.
fn subscription(query: &str) -> Result<Option<Uuid>, AppError> {
    let Some(text) = query::single(query, "subscription_id")? else {
        return Ok(None);
    };
    IdKind::Webhook.read(&text).ok_or(UNKNOWN).map(Some)
}

/// One delivery.
#[utoipa::path(
    get,
    path = "/webhook-deliveries/{id}",
    tag = "webhooks",
    operation_id = "getWebhookDelivery",
    responses(
        (status = 200, description = "The delivery", body = DeliveryBody,
            example = json!(examples::delivery())),
        (status = 404, description = "No delivery has this id", body = ErrorBody),
    )
)]
pub async fn find(
    caller: Authorized<WebhooksRead>,
    _: IgnoredBody,
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let id = path_id(&request, IdKind::Delivery).ok_or(UNKNOWN)?;
    let found = webhooks.find_delivery(tenant, id).await?;
    shown(&DeliveryBody::of(&found))
}

/// Tries a failed delivery again.
///
/// The same event in the same bytes under the same ids, in a new cycle of up to eight attempts. At most
/// three times; the subscription has to be switched on, with URL and events as they were, and the price
/// that the event tells of has to be the current one. It takes a live key and the entitlement
/// `webhooks:manage`.
#[utoipa::path(
    post,
    path = "/webhook-deliveries/{id}/retry",
    tag = "webhooks",
    operation_id = "retryWebhookDelivery",
    responses(
        (status = 202, description = "The delivery waits to be sent", body = QueuedBody,
            example = json!(examples::queued())),
        (status = 403, description = "The key lacks the scope, the workspace the entitlement, or the \
            key is one of test mode", body = ErrorBody),
        (status = 404, description = "No delivery has this id", body = ErrorBody),
        (status = 409, description = "The delivery cannot be replayed: `error` says why; or a request \
            with this key is still running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn retry(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation = Mutation::admit(&request, &webhooks, Action::Retry, Right::LIVE).await?;
    let key = mutation.key()?;
    let spelling = input::nothing(mutation.body()?)?;
    let delivery = mutation.id(IdKind::Delivery)?;
    let wanted = Wanted::Replay { delivery };
    mutation.apply(key, spelling, wanted).await
}
