//! Changing a signing secret: prepare, then activate or cancel.

use actix_web::{HttpRequest, HttpResponse, web};
use app::delivery::webhooks::Webhooks;
use domain::webhook::audit::Action;

use crate::examples::webhooks as examples;
use crate::http::error_body::ErrorBody;
use crate::http::json::JsonBody;
use crate::http::problem::Problem;
use crate::http::typed::Field;
use crate::webhooks::body::rotation::{PreparedRotationBody, RotationBody};
use crate::webhooks::input::{Nothing, RotationActivation, RotationCancellation};
use crate::webhooks::mutation::{Mutation, Right};
use crate::webhooks::public_id::{IdKind, RotationId};

/// Prepares a new signing secret.
///
/// The answer has it, and shows it nowhere else. The old one signs until the new one is activated, for
/// which there are 24 hours. With a live key it takes the entitlement `webhooks:manage`.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/secret-rotation",
    tag = "webhooks",
    operation_id = "prepareSecretRotation",
    responses(
        (status = 201, description = "The new secret", body = PreparedRotationBody,
            example = json!(examples::prepared())),
        (status = 404, description = "No webhook has this id", body = ErrorBody),
        (status = 409, description = "A new secret is prepared already, or a request with this key is \
            still running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn prepare(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let action = Action::PrepareSecret;
    let mutation = Mutation::admit(&request, &webhooks, action, Right::TRAFFIC).await?;
    let key = mutation.key()?;
    let JsonBody { spelling, .. } = Nothing::read(mutation.body()?)?;
    let id = mutation.id(IdKind::Webhook)?;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.prepare_rotation(request, id).await?)
}

/// Makes the prepared secret the one that signs.
///
/// Every attempt that begins afterwards is signed with it; the old one is erased. Go on accepting the old
/// one for a minute. The preparation's Idempotency-Key cannot be used again. With a live key it takes the
/// entitlement `webhooks:manage`.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/secret-rotation/activate",
    tag = "webhooks",
    operation_id = "activateSecretRotation",
    request_body(content = RotationActivation, example = json!(examples::activation())),
    responses(
        (status = 200, description = "The rotation as it is now", body = RotationBody,
            example = json!(examples::rotation("activated"))),
        (status = 404, description = "No webhook has this id, or it has no such rotation",
            body = ErrorBody),
        (status = 409, description = "The rotation is over, or a request with this key is still \
            running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
        (status = 503, description = "Webhooks are not delivered in this deployment",
            body = ErrorBody),
    )
)]
pub async fn activate(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let action = Action::ActivateSecret;
    let mutation = Mutation::admit(&request, &webhooks, action, Right::TRAFFIC).await?;
    let key = mutation.key()?;
    let JsonBody { content, spelling } = mutation.json::<RotationActivation>()?;
    let id = mutation.id(IdKind::Webhook)?;
    let Field(RotationId(rotation)) = content.rotation_id;
    let request = mutation.request(key, spelling);
    let activated = webhooks.activate_rotation(request, id, rotation);
    mutation.respond(activated.await?)
}

/// Discards a prepared secret.
///
/// The old one goes on signing. `Idempotency-Key` may be left out here.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/secret-rotation/cancel",
    tag = "webhooks",
    operation_id = "cancelSecretRotation",
    request_body(content = RotationCancellation, example = json!(examples::cancellation())),
    responses(
        (status = 200, description = "The rotation as it is now", body = RotationBody,
            example = json!(examples::rotation("cancelled"))),
        (status = 404, description = "No webhook has this id, or it has no such rotation",
            body = ErrorBody),
        (status = 409, description = "The rotation is over, or a request with this key is still \
            running", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, when waiting helps"))),
    )
)]
pub async fn cancel(
    request: HttpRequest,
    webhooks: web::Data<Webhooks>,
) -> Result<HttpResponse, Problem> {
    let action = Action::CancelSecret;
    let mutation = Mutation::admit(&request, &webhooks, action, Right::WITHOUT_TRAFFIC).await?;
    let key = mutation.optional_key()?;
    let JsonBody { content, spelling } = mutation.json::<RotationCancellation>()?;
    let id = mutation.id(IdKind::Webhook)?;
    let Field(RotationId(rotation)) = content.rotation_id;
    let request = mutation.request(key, spelling);
    mutation.respond(webhooks.cancel_rotation(request, id, rotation).await?)
}
