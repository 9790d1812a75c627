use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use app::AppError;
use serde::Serialize;

use crate::http::problem::{JSON, Problem};

/// 200 with this body, which no cache keeps.
pub fn json(body: &impl Serialize) -> Result<HttpResponse, Problem> {
    of(StatusCode::OK, body)
}

/// 201 with this body, and where what was made is found.
pub fn created(location: &str, body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let mut response = of(StatusCode::CREATED, body)?;
    let location = HeaderValue::try_from(location).map_err(AppError::server)?;
    response.headers_mut().insert(header::LOCATION, location);
    Ok(response)
}

/// A status with this body.
pub fn of(status: StatusCode, body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(body).map_err(AppError::server)?;
    Ok(HttpResponse::build(status).content_type(JSON).body(text))
}
