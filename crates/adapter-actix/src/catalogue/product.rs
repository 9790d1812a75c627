use std::sync::Arc;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::product::ProductAnswer;

use crate::catalogue::answer_cache::{Tick, Truth};
use crate::catalogue::body::product::ProductComparisonBody;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{CatalogRead, Reader};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::view::View;

/// One product with its offers and a recommendation.
///
/// An id that does not have the form of an id is not found.
#[utoipa::path(
    get,
    path = "/products/{canonical_product_id}",
    tag = "catalogue",
    operation_id = "getProduct",
    params(("canonical_product_id" = String, Path, description = "Public id of the product",
        pattern = "^[a-z0-9_]+$", example = "ombrix_x2_pro_256_gb")),
    responses(
        (status = 200, description = "The product", body = ProductComparisonBody,
            example = json!(examples::product())),
        (status = 404, description = "No product has this id", body = ErrorBody),
    )
)]
pub async fn product(
    _: Reader<CatalogRead>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let id = request
        .match_info()
        .get("canonical_product_id")
        .unwrap_or_default();
    let view = match state.ready_made_product(id) {
        Some(view) => view,
        None => make(&state, id).await?,
    };
    Ok(cacheable(view.answer(request.headers())))
}

async fn make(state: &CatalogueState, id: &str) -> Result<Arc<View>, AppError> {
    let begun = state.answers.begin();
    let answer = state.catalogue.product(id).await?;
    keep(state, id, answer, begun)
}

/// The answer about a product that was asked for by this id, kept for whoever asks next. `begun`: before the
/// catalogue was asked.
pub fn keep(
    state: &CatalogueState,
    id: &str,
    answer: ProductAnswer,
    begun: Tick,
) -> Result<Arc<View>, AppError> {
    // Not before the use case looked at the clock: an answer that straddles midnight then counts
    // its days from the new day and is outdated at once, instead of a day too late.
    let today = state.catalogue.now().date();
    let currency = state.catalogue.settings().currency;
    let body = ProductComparisonBody::of(&answer, currency, today);
    let view = Arc::new(View::of(&body)?);
    // under the id of a product that was merged into this one it would outlive this one's changes
    if answer.product.draft.id.as_str() == id {
        let truth = Truth {
            products: vec![answer.product.draft.id],
            valid_until: answer.valid_until,
            begun,
        };
        state.answers.keep(id, &view, truth);
    }
    Ok(view)
}

/// The caller may keep the answer, for itself, and asks each time whether it is still current.
pub fn cacheable(mut answer: HttpResponse) -> HttpResponse {
    let headers = answer.headers_mut();
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    headers.insert(
        header::VARY,
        HeaderValue::from_static("Authorization, Accept-Encoding"),
    );
    answer
}
