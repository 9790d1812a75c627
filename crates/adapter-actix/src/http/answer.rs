use actix_web::HttpResponse;
use app::AppError;
use serde::Serialize;

use crate::http::problem::{JSON, Problem};

/// 200 with this body, which no cache keeps.
pub fn json(body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let text = serde_json::to_vec(body).map_err(AppError::server)?;
    Ok(HttpResponse::Ok().content_type(JSON).body(text))
}
