use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::history::parse_id;
use domain::history::Range;
use domain::ids::CanonicalProductId;
use domain::store::StoreName;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::catalogue::answer_cache::Truth;
use crate::catalogue::body::codes::HistoryRange;
use crate::catalogue::body::history::{PriceIntelligenceBody, StorePriceHistoryBody};
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{CatalogRead, Reader};
use crate::http::error_body::ErrorBody;
use crate::http::extractor::extractor;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::{Accepted, Field, Value};
use crate::http::view::View;

/// Which prices are asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Days looked at
    #[param(value_type = HistoryRange, required = false)]
    range: Field<Range>,
    /// Name of a store, in any case
    #[param(
        value_type = String,
        required = false,
        min_length = 2,
        max_length = 120,
        example = "Northlight"
    )]
    store: Option<Field<StoreName>>,
}

impl Accepted for Range {
    const ACCEPTED: &'static str = "one of 7d, 30d, 90d, 1y";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }

    fn when_absent() -> Option<Self> {
        Some(Self::Quarter)
    }
}

impl Accepted for StoreName {
    const ACCEPTED: &'static str = "2 to 120 characters without control characters";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::parse(&value.text()?)
    }
}

/// The id in the path; fails for what has not the form of one.
pub struct ProductId(CanonicalProductId);

extractor!(ProductId, |request: &HttpRequest| {
    let text = request.match_info().get("canonical_product_id");
    Ok(ProductId(parse_id(text.unwrap_or_default())?))
});

impl HistoryQuery {
    /// Under which the answer for this product is kept.
    fn key(&self, id: &CanonicalProductId) -> String {
        let store = self.store.as_ref().map(|Field(store)| store.folded());
        format!(
            "history {id} {} {}",
            self.range.0.code(),
            store.unwrap_or_default()
        )
    }
}

/// What a product cost.
///
/// Without `store`: all shops together, a day at a time, with statistics and a verdict on the
/// current price. With it: the prices of one shop, one point for each day, the day's last price.
/// Days are UTC days; a range ends today.
#[utoipa::path(
    get,
    path = "/products/{canonical_product_id}/history",
    tag = "catalogue",
    operation_id = "getPriceHistory",
    params(
        ("canonical_product_id" = String, Path, description = "Public id of the product",
            pattern = "^[a-z0-9_]+$", example = "ombrix_x2_pro_256_gb"),
        HistoryQuery,
    ),
    responses(
        (status = 200, description = "Price intelligence, or with `store` the store's price \
            history", body = HistoryBody,
            examples(
                ("market" = (summary = "All shops", value = json!(examples::history()))),
                ("store" = (summary = "With `store`", value = json!(examples::store_history())))
            )),
        (status = 404, description = "No product has this id", body = ErrorBody),
    )
)]
pub async fn history(
    _: Reader<CatalogRead>,
    ProductId(id): ProductId,
    Query(query): Query<HistoryQuery>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let key = query.key(&id);
    let view = match state.ready_made(&key) {
        Some(view) => view,
        None => make(&state, &key, id, query).await?,
    };
    Ok(cacheable(view.answer(request.headers())))
}

/// Either form of the answer.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(as = PriceHistory)]
pub enum HistoryBody {
    /// All shops together.
    Market(Box<PriceIntelligenceBody>),
    /// One shop.
    Store(Box<StorePriceHistoryBody>),
}

async fn make(
    state: &CatalogueState,
    key: &str,
    id: CanonicalProductId,
    query: HistoryQuery,
) -> Result<Arc<View>, AppError> {
    let (Field(range), store) = (query.range, query.store);
    let begun = state.answers.begin();
    let currency = state.catalogue.settings().currency;
    let (product, valid_until, body, is_kept) = match store {
        None => {
            let answer = state.catalogue.price_intelligence(&id, range).await?;
            let body = PriceIntelligenceBody::of(&answer, currency);
            let body = HistoryBody::Market(Box::new(body));
            (answer.id, answer.valid_until, body, true)
        }
        Some(Field(store)) => {
            let answer = state.catalogue.store_history(&id, range, &store).await?;
            let body = StorePriceHistoryBody::of(&answer, currency);
            let body = HistoryBody::Store(Box::new(body));
            // names that no store has are not kept: anybody can make up as many as he likes
            (answer.id, answer.valid_until, body, !answer.days.is_empty())
        }
    };
    let view = Arc::new(View::of(&body)?);
    if is_kept {
        let truth = Truth {
            products: vec![product, id],
            valid_until: Some(valid_until),
            begun,
        };
        state.answers.keep(key, &view, truth);
    }
    Ok(view)
}

#[cfg(test)]
mod tests {
    use domain::history::Range;
    use domain::store::StoreName;

    use super::HistoryQuery;
    use crate::http::query;
    use crate::http::typed::Field;

    fn asked(query: &str) -> Option<HistoryQuery> {
        query::read(query).ok()
    }

    #[test]
    fn the_range_is_one_of_four_and_90_days_by_default() {
        for (query, expected) in [
            ("", Some(Range::Quarter)),
            ("range=7d", Some(Range::Week)),
            ("range=1y&store=xy", Some(Range::Year)),
            ("range=", None),
            ("range=7D", None),
            ("range=365d", None),
            ("range=7d&range=7d", None),
        ] {
            assert_eq!(asked(query).map(|asked| asked.range.0), expected, "{query}");
        }
    }

    #[test]
    fn a_store_has_2_to_120_characters() {
        let long = "x".repeat(121);
        for (query, expected) in [
            ("", Some(None)),
            ("store=Shop+One", Some(Some("Shop One"))),
            ("store=%20ab%20", Some(Some("ab"))),
            ("store=", None),
            ("store=a", None),
            ("store=%20%20", None),
            ("store=a%00b", None),
            ("store=ab&store=ab", None),
            (&format!("store={long}"), None),
        ] {
            let read = asked(query).map(|asked| asked.store);
            let read = read
                .as_ref()
                .map(|s| s.as_ref().map(|Field(s)| StoreName::as_str(s)));
            assert_eq!(read, expected, "{query}");
        }
    }
}
