use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;

use crate::catalogue::body::search::SearchResponseBody;
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{Authorized, CatalogRead, IgnoredBody};
use crate::http::encoding::Coding;
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query;
use crate::http::view::View;

/// Finds products by name, alias, model, variant or EAN.
///
/// Best matches first; of equal matches the one with the lowest delivered price.
#[utoipa::path(
    get,
    path = "/search",
    tag = "catalogue",
    operation_id = "searchProducts",
    params(("q" = String, Query, description = "Product name, model, alias or EAN",
        min_length = 1, max_length = 120, example = "x2 pro")),
    responses(
        (status = 200, description = "The matches", body = SearchResponseBody,
            example = json!(examples::search())),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
    )
)]
pub async fn search(
    _: Authorized<CatalogRead>,
    _: IgnoredBody,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let q = query::single(request.query_string(), "q")?
        .ok_or_else(|| AppError::validation("q", "1 to 120 characters"))?;
    let coding = Coding::wanted(request.headers());
    state.catalogue.refresh().await?;
    // The index blocks for milliseconds: elsewhere, so that ready-made answers do not wait.
    let view = web::block(move || answer(&state, &q, coding))
        .await
        .map_err(AppError::server)??;
    Ok(cacheable(view.answer(request.headers())))
}

fn answer(state: &CatalogueState, q: &str, coding: Coding) -> Result<View, AppError> {
    let found = state.catalogue.search(q)?;
    let body = SearchResponseBody::of(q, &found, state.catalogue.settings().currency);
    let view = View::json(serde_json::to_vec(&body).map_err(AppError::server)?);
    view.prepare(coding);
    Ok(view)
}
