//! Webhook subscriptions, their deliveries and secrets.

pub mod body;
pub mod deliveries;
pub mod endpoint;
mod input;
mod mutation;
mod page;
pub mod public_id;
pub mod records;
pub mod replay_input;
pub mod rotation;
pub mod subscriptions;

use actix_web::web;

use crate::http::resource::{not_allowed, post_only, read_only};
use crate::routes;

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
        .service(post_only(routes::REPLAYS, deliveries::replay_range))
        .service(read_only(routes::WEBHOOK_METRICS, records::metrics))
        .service(read_only(routes::WEBHOOK_AUDIT, records::audit));
}
