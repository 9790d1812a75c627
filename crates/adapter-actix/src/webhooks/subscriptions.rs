//! Subscriptions: registering, listing, changing, removing.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::{Wanted, Webhooks};
use domain::webhook::audit::Action;

use super::mutation::{Mutation, Right};
use super::{UNKNOWN, input, page, path_id, shown};
use crate::examples::webhooks as examples;
use crate::http::caller::{Authorized, IgnoredBody, WebhooksRead};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::webhooks::body::input::{WebhookInputBody, WebhookPatchBody};
use crate::webhooks::body::subscription::{RegisteredWebhookBody, WebhookBody, WebhookListBody};
use crate::webhooks::public_id::IdKind;

/// The webhook subscriptions of the workspace.
///
/// The newest first; those of the key's mode. Secrets are not there.
#[utoipa::path(
    get,
    path = "/webhooks",
    tag = "webhooks",
    operation_id = "listWebhooks",
    responses(
        (status = 200, description = "A page of subscriptions", body = WebhookListBody,
            example = json!(examples::list())),
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
    let listed = webhooks.list(tenant, wanted).await?;
    let now = webhooks.now();
    shown(&WebhookListBody::of(&listed, tenant.mode, now))
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
    caller: Authorized<WebhooksRead>,
    _: IgnoredBody,
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let tenant = caller.tenant();
    let id = path_id(&request, IdKind::Webhook).ok_or(UNKNOWN)?;
    let found = webhooks.find(tenant, id).await?;
    let now = webhooks.now();
    shown(&WebhookBody::of(&found, tenant.mode, now))
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
    request_body(content = WebhookInputBody, example = json!(examples::input())),
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
    let input::New {
        url,
        events,
        spelling,
    } = input::new(mutation.body()?, &webhooks)?;
    let wanted = Wanted::Create { url, events };
    mutation.apply(key, spelling, wanted).await
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
    request_body(content = WebhookPatchBody, example = json!(examples::patch())),
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
    let mutation = Mutation::admit(&request, &webhooks, Action::Update, Right::CALM).await?;
    let key = mutation.key()?;
    let change = input::change(mutation.body()?, &webhooks)?;
    if change.may_cause_traffic() {
        mutation.require(Right::TRAFFIC).await?;
    }
    let input::Change {
        url,
        events,
        enabled,
        spelling,
    } = change;
    let wanted = Wanted::Change {
        id: mutation.id(IdKind::Webhook)?,
        url,
        events,
        enabled,
    };
    mutation.apply(key, spelling, wanted).await
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
    let mutation = Mutation::admit(&request, &webhooks, Action::Delete, Right::CALM).await?;
    let key = mutation.key()?;
    let spelling = input::nothing(mutation.body()?)?;
    let id = mutation.id(IdKind::Webhook)?;
    mutation.apply(key, spelling, Wanted::Remove { id }).await
}
