//! The page of the API's documentation: Swagger UI from the program itself, nothing from elsewhere.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use app::AppError;
use utoipa_swagger_ui::{Config, serve};

use crate::http::problem::Problem;
use crate::http::view::View;
use crate::routes;

static CONFIG: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| {
    Arc::new(
        Config::new([routes::OPENAPI])
            .validator_url("none")
            .try_it_out_enabled(true),
    )
});

/// To the page, whose files are named relative to it.
pub async fn redirect() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "/docs/"))
        .finish()
}

/// The page and its files.
pub async fn file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let name = request.match_info().get("file").unwrap_or_default();
    let found =
        serve(name, Arc::clone(&CONFIG)).map_err(|error| AppError::server(error.to_string()))?;
    let found = found.ok_or_else(Problem::no_such_path)?;
    let content_type = HeaderValue::try_from(found.content_type).map_err(AppError::server)?;
    let mut answer = View::new(found.bytes.into_owned(), content_type).answer(request.headers());
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; style-src 'self' 'unsafe-inline'; \
            img-src 'self' data:; frame-ancestors 'none'",
        ),
    );
    Ok(answer)
}
