//! Deliveries: listing them, and replaying one or those of a time.

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::delivery::webhooks::Webhooks;
use domain::webhook::audit::Action;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::examples::webhooks as examples;
use crate::http::answer;
use crate::http::caller::{Reader, WebhooksRead};
use crate::http::error_body::ErrorBody;
use crate::http::json::JsonBody;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::Field;
use crate::webhooks::body::delivery::{DeliveryDetailBody, DeliveryListBody, QueuedBody};
use crate::webhooks::body::replays::QueuedAgainBody;
use crate::webhooks::input::Nothing;
use crate::webhooks::mutation::{Mutation, Right};
use crate::webhooks::page::PageQuery;
use crate::webhooks::public_id::{IdKind, UNKNOWN, id_in_path};
use crate::webhooks::replay_input::ReplayRangeInput;

/// Deliveries of events.
///
/// The newest first, of all subscriptions of the key's mode or of one; they are kept for seven days.
/// Neither payloads nor URLs are there, nor anything that receivers answered but their status.
#[utoipa::path(
    get,
    path = "/webhook-deliveries",
    tag = "webhooks",
    operation_id = "listWebhookDeliveries",
    params(DeliveryFilter, PageQuery),
    responses(
        (status = 200, description = "A page of deliveries", body = DeliveryListBody,
            example = json!(examples::deliveries())),
        (status = 404, description = "No webhook has the id subscription_id", body = ErrorBody),
    )
)]
pub async fn list(
    caller: Reader<WebhooksRead>,
    Query(page): Query<PageQuery>,
    Query(filter): Query<DeliveryFilter>,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let subscription = filter.subscription()?;
    let listed = webhooks.list_deliveries(tenant, subscription, page.into());
    answer::json(&DeliveryListBody::of(&listed.await?))
}

/// Which deliveries are listed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryFilter {
    /// Only of this subscription
    #[param(
        value_type = String,
        required = false,
        pattern = "^wh_[0-9a-f]{32}$",
        example = "wh_6f0c2f4e9a554f7e8f4b2d4c8f1f3a10"
    )]
    subscription_id: Option<Field<String>>,
}

impl DeliveryFilter {
    /// The subscription that a list is restricted to. A text that is no id names none.
    fn subscription(self) -> Result<Option<Uuid>, AppError> {
        let id = self.subscription_id;
        let id = id.map(|Field(text)| IdKind::Webhook.read(&text).ok_or(UNKNOWN));
        id.transpose()
    }
}

/// One delivery, with its payload.
#[utoipa::path(
    get,
    path = "/webhook-deliveries/{id}",
    tag = "webhooks",
    operation_id = "getWebhookDelivery",
    responses(
        (status = 200, description = "The delivery", body = DeliveryDetailBody,
            example = json!(examples::delivery_detail())),
        (status = 404, description = "No delivery has this id", body = ErrorBody),
    )
)]
pub async fn find(
    caller: Reader<WebhooksRead>,
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let id = id_in_path(IdKind::Delivery, &request)?;
    let found = webhooks.find_delivery(tenant, id).await?;
    answer::json(&DeliveryDetailBody::of(found))
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
    let JsonBody { spelling, .. } = Nothing::read(mutation.body()?)?;
    let delivery = mutation.id(IdKind::Delivery)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.replay(request, delivery).await?)
}

/// Tries the failed deliveries of a time again.
///
/// Those to this subscription whose events happened from `from` until before `to`, the oldest first, each by the rules of
/// a single replay; at most 100 a request, fewer of many products. As long as the answer has a `next_offset` there may be more: send the same
/// `from` and `to` with it as `offset`, under another key. They wait their turn like everything else. It takes a live key
/// and the entitlement `webhooks:manage`.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/replays",
    tag = "webhooks",
    operation_id = "replayFailedDeliveries",
    request_body(content = ReplayRangeInput, example = json!(examples::replay_range())),
    responses(
        (status = 202, description = "What was failed and can be replayed waits to be sent", body = QueuedAgainBody,
            example = json!(examples::queued_again())),
        (status = 403, description = "The key lacks the scope, the workspace the entitlement, or the \
            key is one of test mode", body = ErrorBody),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
        (status = 409, description = "The webhook is switched off, or a request with this key is still running",
            body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn replay_range(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation = Mutation::admit(&request, &webhooks, Action::Retry, Right::LIVE).await?;
    let key = mutation.key()?;
    let JsonBody { content, spelling } = ReplayRangeInput::read(mutation.body()?)?;
    let id = mutation.id(IdKind::Webhook)?;
    let request = mutation.request(key, spelling);
    let (range, after) = (content.range()?, content.after());
    mutation.respond(webhooks.replay_range(request, id, range, after).await?)
}
