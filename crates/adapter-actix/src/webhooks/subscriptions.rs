//! Subscriptions: registering, listing, changing, removing.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::Webhooks;
use domain::webhook::audit::Action;

use crate::examples::webhooks as examples;
use crate::http::answer;
use crate::http::caller::{Reader, WebhooksRead};
use crate::http::error_body::ErrorBody;
use crate::http::json::JsonBody;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::Field;
use crate::webhooks::body::subscription::{RegisteredWebhookBody, WebhookBody, WebhookListBody};
use crate::webhooks::input::{self, Nothing, WebhookInput, WebhookPatch};
use crate::webhooks::mutation::{Mutation, Right};
use crate::webhooks::page::PageQuery;
use crate::webhooks::public_id::{IdKind, id_in_path};

/// The webhook subscriptions of the workspace.
///
/// The newest first; those of the key's mode. Secrets are not there.
#[utoipa::path(
    get,
    path = "/webhooks",
    tag = "webhooks",
    operation_id = "listWebhooks",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of subscriptions", body = WebhookListBody,
            example = json!(examples::list())),
    )
)]
pub async fn list(
    caller: Reader<WebhooksRead>,
    Query(page): Query<PageQuery>,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let listed = webhooks.list(tenant, page.into()).await?;
    answer::json(&WebhookListBody::of(&listed, tenant.mode))
}

/// One webhook subscription.
#[utoipa::path(
    get,
    path = "/webhooks/{id}",
    tag = "webhooks",
    operation_id = "getWebhook",
    responses(
        (status = 200, description = "The subscription", body = WebhookBody,
            example = json!(examples::webhook())),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
    )
)]
pub async fn find(
    caller: Reader<WebhooksRead>,
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let id = id_in_path(IdKind::Webhook, &request)?;
    let found = webhooks.find(tenant, id).await?;
    answer::json(&WebhookBody::of(&found, tenant.mode))
}

/// Registers a webhook subscription.
///
/// The answer has the signing secret, which is shown nowhere else. Events of the past are not
/// delivered. With a live key it takes the entitlement `webhooks:manage`; subscriptions of test keys
/// are apart, and nothing is sent to them.
#[utoipa::path(
    post,
    path = "/webhooks",
    tag = "webhooks",
    operation_id = "createWebhook",
    request_body(content = WebhookInput, example = json!(examples::input())),
    responses(
        (status = 201, description = "The subscription with its signing secret",
            body = RegisteredWebhookBody,
            headers(("Location" = String, description = "Path of the subscription")),
            example = json!(examples::registered())),
        (status = 429, description = "Too many requests, or the workspace has as many webhooks as \
            it may have; see Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn create(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation = Mutation::admit(&request, &webhooks, Action::Create, Right::TRAFFIC).await?;
    let key = mutation.key()?;
    let JsonBody { content, spelling } = WebhookInput::read(mutation.body()?, &webhooks)?;
    let (Field(url), Field(events)) = (content.url, content.events);
    let url = input::url(&url, &webhooks)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.create(request, url, events).await?)
}

/// Changes a webhook subscription.
///
/// What is not named stays. `enabled` false pauses it: what waits goes on waiting, new events are not
/// queued. `enabled` true, also when it is true already, and another URL end a cooldown. Another URL or
/// other events cancel the deliveries that wait. Setting the URL or `enabled` true takes the entitlement
/// `webhooks:manage` with a live key.
#[utoipa::path(
    patch,
    path = "/webhooks/{id}",
    tag = "webhooks",
    operation_id = "updateWebhook",
    request_body(content = WebhookPatch, example = json!(examples::patch())),
    responses(
        (status = 200, description = "The subscription", body = WebhookBody,
            example = json!(examples::webhook())),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
        (status = 503, description = "It would be switched on, and webhooks are not delivered in this \
            deployment", body = ErrorBody),
    )
)]
pub async fn change(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation =
        Mutation::admit(&request, &webhooks, Action::Update, Right::WITHOUT_TRAFFIC).await?;
    let key = mutation.key()?;
    let JsonBody { content, spelling } = WebhookPatch::read(mutation.body()?, &webhooks)?;
    if content.may_cause_traffic() {
        mutation.require(Right::TRAFFIC).await?;
    }
    let id = mutation.id(IdKind::Webhook)?;
    let patch = content.patch(&webhooks)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.change(request, id, patch).await?)
}

/// Removes a webhook subscription.
///
/// Deliveries that wait are cancelled, its secrets are erased; an attempt that runs cannot be called
/// back.
#[utoipa::path(
    delete,
    path = "/webhooks/{id}",
    tag = "webhooks",
    operation_id = "deleteWebhook",
    responses(
        (status = 204, description = "The subscription is removed"),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
    )
)]
pub async fn remove(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let mutation =
        Mutation::admit(&request, &webhooks, Action::Delete, Right::WITHOUT_TRAFFIC).await?;
    let key = mutation.key()?;
    let JsonBody { spelling, .. } = Nothing::read(mutation.body()?)?;
    let id = mutation.id(IdKind::Webhook)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.remove(request, id).await?)
}
