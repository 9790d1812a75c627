use crate::http::off_thread::off_thread;
use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::Catalogue;
use app::catalogue::browse::Browsing;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::catalogue::body::search::SearchResponseBody;
use crate::catalogue::browse::BrowseQuery;
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
    /// Product name, model, alias or EAN; may be left out only beside `brand` or `category`
    #[param(value_type = String, required = false, min_length = 1, max_length = 120, example = "x2 pro")]
    q: Option<Field<SearchText>>,
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
/// Best matches first; of equal matches the one with the lowest delivered price. With any parameter beside `q` the
/// answer is one page of the products that pass the filters, and says what else could be chosen.
#[utoipa::path(
    get,
    path = "/search",
    tag = "catalogue",
    operation_id = "searchProducts",
    params(SearchQuery, BrowseQuery),
    responses(
        (status = 200, description = "The matches", body = SearchResponseBody,
            examples(
                ("matches" = (summary = "With `q` alone", value = json!(examples::search()))),
                ("page" = (summary = "A page, with `limit=1`", value = json!(examples::search_page())))
            )),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
    )
)]
pub async fn search(
    _: Reader<CatalogRead>,
    Query(SearchQuery { q }): Query<SearchQuery>,
    Query(browse): Query<BrowseQuery>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let q = q.map(|Field(SearchText(q))| q);
    let browsing = browse.browsing(q.as_deref(), state.catalogue.settings().currency)?;
    let coding = Coding::wanted(request.headers());
    // The index blocks for milliseconds: elsewhere, so that ready-made answers do not wait.
    let view = off_thread(move || answer(&state.catalogue, q.as_deref(), browsing, coding))
        .await
        .map_err(AppError::server)??;
    Ok(cacheable(view.answer(request.headers())))
}

fn answer(
    catalogue: &Catalogue,
    q: Option<&str>,
    browsing: Option<Browsing>,
    coding: Coding,
) -> Result<View, AppError> {
    let currency = catalogue.settings().currency;
    let view = match (browsing, q) {
        (Some(browsing), _) => {
            let page = catalogue.browse(&browsing)?;
            View::of(&SearchResponseBody::of_page(q, &page, currency))?
        }
        (None, Some(q)) => {
            let found = catalogue.search(q)?;
            View::of(&SearchResponseBody::of(q, &found, currency))?
        }
        (None, None) => return Err(AppError::validation("q", SearchText::ACCEPTED)),
    };
    view.prepare(coding);
    Ok(view)
}
