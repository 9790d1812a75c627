use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::catalogue::body::search::SearchResponseBody;
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{CatalogRead, Reader};
use crate::http::encoding::Coding;
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::{Accepted, Field, Value};
use crate::http::view::View;

/// What is looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Product name, model, alias or EAN
    #[param(value_type = String, min_length = 1, max_length = 120, example = "x2 pro")]
    q: Field<SearchText>,
}

struct SearchText(String);

impl Accepted for SearchText {
    const ACCEPTED: &'static str = "1 to 120 characters";

    /// Its length is up to the search itself.
    fn read(value: Value<'_>) -> Option<Self> {
        value.text().map(Self)
    }
}

/// Finds products by name, alias, model, variant or EAN.
///
/// Best matches first; of equal matches the one with the lowest delivered price.
#[utoipa::path(
    get,
    path = "/search",
    tag = "catalogue",
    operation_id = "searchProducts",
    params(SearchQuery),
    responses(
        (status = 200, description = "The matches", body = SearchResponseBody,
            example = json!(examples::search())),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
    )
)]
pub async fn search(
    _: Reader<CatalogRead>,
    Query(query): Query<SearchQuery>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let Field(SearchText(q)) = query.q;
    let coding = Coding::wanted(request.headers());
    // The index blocks for milliseconds: elsewhere, so that ready-made answers do not wait.
    let view = web::block(move || answer(&state, &q, coding))
        .await
        .map_err(AppError::server)??;
    Ok(cacheable(view.answer(request.headers())))
}

fn answer(state: &CatalogueState, q: &str, coding: Coding) -> Result<View, AppError> {
    let found = state.catalogue.search(q)?;
    let body = SearchResponseBody::of(q, &found, state.catalogue.settings().currency);
    let view = View::of(&body)?;
    view.prepare(coding);
    Ok(view)
}
