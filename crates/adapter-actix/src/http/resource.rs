//! Resources by the methods that they have.

use actix_web::{FromRequest, Handler, HttpResponse, Resource, Responder, Route, web};

use crate::http::problem::Problem;

/// What resources allow that can only be read.
const READ_METHODS: &str = "GET, HEAD";

/// A resource that can only be read: GET and HEAD; 405 for everything else.
pub fn read_only<F, Args>(route: &'static str, handler: F) -> Resource
where
    F: Handler<Args> + Clone,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(route)
        .route(web::get().to(handler.clone()))
        .route(web::head().to(handler))
        .default_service(not_allowed(READ_METHODS))
}

/// A resource that only does something: POST; 405 for everything else.
pub fn post_only<F, Args>(route: &'static str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::resource(route)
        .route(web::post().to(handler))
        .default_service(not_allowed("POST"))
}

/// What answers to the methods that a resource does not have; `allowed` lists those it has.
pub fn not_allowed(allowed: &'static str) -> Route {
    web::to(move || async move { Err::<HttpResponse, _>(Problem::method_not_allowed(allowed)) })
}
