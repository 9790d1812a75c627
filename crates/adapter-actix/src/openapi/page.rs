//! The page of the API's documentation: Swagger UI from the program itself, nothing from elsewhere.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

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

/// The files that were asked for, each with its compressed forms: no more than the page has. A request for one
/// copies and compresses nothing.
static FILES: LazyLock<Mutex<HashMap<String, Arc<View>>>> = LazyLock::new(Mutex::default);

/// To the page, whose files are named relative to it.
pub async fn redirect() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "/docs/"))
        .finish()
}

/// The page and its files.
pub async fn file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let name = request.match_info().get("file").unwrap_or_default();
    let mut answer = view(name)?.answer(request.headers());
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

fn view(name: &str) -> Result<Arc<View>, Problem> {
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(view) = files.get(name) {
        return Ok(Arc::clone(view));
    }
    let found =
        serve(name, Arc::clone(&CONFIG)).map_err(|error| AppError::server(error.to_string()))?;
    let found = found.ok_or_else(Problem::no_such_path)?;
    let content_type = HeaderValue::try_from(found.content_type).map_err(AppError::server)?;
    let view = Arc::new(View::new(found.bytes.into_owned(), content_type));
    files.insert(name.to_owned(), Arc::clone(&view));
    Ok(view)
}
