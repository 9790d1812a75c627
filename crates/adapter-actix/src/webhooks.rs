//! Webhook subscriptions, their deliveries and secrets.

mod answers;
pub mod deliveries;
pub mod endpoint;
mod input;
mod mutation;
mod page;
pub mod records;
pub mod rotation;
pub mod subscriptions;

use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, web};
use app::AppError;
use domain::access::Scope;
use serde::Serialize;
use uuid::Uuid;

use crate::gate::{self, Caller};
use crate::problem::{JSON, Problem};
use crate::public_id::IdKind;
use crate::routes::{self, not_allowed, read_only};

/// What is answered of things of somebody else, of things that are not there, and to texts that name
/// nothing (D-05).
const UNKNOWN: AppError = AppError::not_found("nothing of the workspace has this id");

/// Adds the resources.
pub fn register(config: &mut web::ServiceConfig) {
    config
        .service(read_only(routes::DELIVERIES, deliveries::list))
        .service(read_only(routes::DELIVERY, deliveries::find))
        .service(
            web::resource(routes::WEBHOOKS)
                .route(web::get().to(subscriptions::list))
                .route(web::head().to(subscriptions::list))
                .route(web::post().to(subscriptions::create))
                .default_service(not_allowed("GET, HEAD, POST")),
        )
        .service(
            web::resource(routes::WEBHOOK)
                .route(web::get().to(subscriptions::find))
                .route(web::head().to(subscriptions::find))
                .route(web::patch().to(subscriptions::change))
                .route(web::delete().to(subscriptions::remove))
                .default_service(not_allowed("DELETE, GET, HEAD, PATCH")),
        )
        .service(post_only(routes::WEBHOOK_TEST, endpoint::test))
        .service(post_only(routes::ACKNOWLEDGE, endpoint::acknowledge))
        .service(post_only(routes::ROTATION, rotation::prepare))
        .service(post_only(routes::ROTATION_ACTIVATE, rotation::activate))
        .service(post_only(routes::ROTATION_CANCEL, rotation::cancel))
        .service(post_only(routes::DELIVERY_RETRY, deliveries::retry))
        .service(read_only(routes::WEBHOOK_METRICS, records::metrics))
        .service(read_only(routes::WEBHOOK_AUDIT, records::audit));
}

/// A resource that only does something.
fn post_only<F, Args>(route: &'static str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(route)
        .route(web::post().to(handler))
        .default_service(not_allowed("POST"))
}

/// What reading takes: version, scope, and a body that is none or JSON.
fn reader(request: &HttpRequest) -> Result<Caller, Problem> {
    let caller = gate::identify(request, Some(Scope::WebhooksRead))?;
    caller.json_body(request.headers())?;
    Ok(caller)
}

/// The id in the path.
fn path_id(request: &HttpRequest, kind: IdKind) -> Option<Uuid> {
    kind.read(request.match_info().get("id")?)
}

fn shown(body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(body).map_err(AppError::server)?;
    Ok(HttpResponse::Ok().content_type(JSON).body(text))
}
