use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use domain::access::Scope;

use crate::body::{ErrorBody, SearchResponseBody};
use crate::encoding::Coding;
use crate::examples;
use crate::gate;
use crate::http::Shared;
use crate::problem::Problem;
use crate::product::cacheable;
use crate::query;
use crate::view::View;

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
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    gate::admit(&request, Some(Scope::CatalogRead))?;
    let q = query::single(request.query_string(), "q")?
        .ok_or_else(|| AppError::validation("q", "1 to 120 characters"))?;
    let coding = Coding::wanted(request.headers());
    shared.catalogue.refresh().await?;
    // The index blocks for milliseconds: elsewhere, so that ready-made answers do not wait.
    let view = web::block(move || answer(&shared, &q, coding))
        .await
        .map_err(AppError::server)??;
    Ok(cacheable(view.answer(request.headers())))
}

fn answer(shared: &Shared, q: &str, coding: Coding) -> Result<View, AppError> {
    let found = shared.catalogue.search(q)?;
    let body = SearchResponseBody::of(q, &found, shared.catalogue.settings().currency);
    let view = View::json(serde_json::to_vec(&body).map_err(AppError::server)?);
    view.prepare(coding);
    Ok(view)
}
