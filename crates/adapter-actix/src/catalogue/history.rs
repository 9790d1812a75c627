use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::history::parse_id;
use domain::history::Range;
use domain::ids::CanonicalProductId;
use domain::store::StoreName;
use serde::Serialize;

use crate::catalogue::body::codes::HistoryRange;
use crate::catalogue::body::history::{PriceIntelligenceBody, StorePriceHistoryBody};
use crate::catalogue::derived_views::Truth;
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{Authorized, CatalogRead, IgnoredBody};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query;
use crate::http::view::View;

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
        ("range" = Option<HistoryRange>, Query, description = "Days looked at"),
        ("store" = Option<String>, Query, description = "Name of a store, in any case",
            min_length = 2, max_length = 120, example = "Northlight"),
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
    _: Authorized<CatalogRead>,
    _: IgnoredBody,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let id = request
        .match_info()
        .get("canonical_product_id")
        .unwrap_or_default();
    let id = parse_id(id)?;
    let range = range(request.query_string())?;
    let store = store(request.query_string())?;
    let key = format!(
        "history {id} {} {}",
        range.code(),
        store.as_ref().map(StoreName::folded).unwrap_or_default()
    );
    let view = match state.ready_made(&key) {
        Some(view) => view,
        None => make(&state, &key, (&id, range, store.as_ref())).await?,
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
    (id, range, store): (&CanonicalProductId, Range, Option<&StoreName>),
) -> Result<Arc<View>, AppError> {
    let begun = state.derived.begin();
    let currency = state.catalogue.settings().currency;
    let (product, valid_until, body, is_kept) = match store {
        None => {
            let answer = state.catalogue.price_intelligence(id, range).await?;
            let body = PriceIntelligenceBody::of(&answer, currency);
            let body = HistoryBody::Market(Box::new(body));
            (answer.id, answer.valid_until, body, true)
        }
        Some(store) => {
            let answer = state.catalogue.store_history(id, range, store).await?;
            let body = StorePriceHistoryBody::of(&answer, currency);
            let body = HistoryBody::Store(Box::new(body));
            // names that no store has are not kept: anybody can make up as many as he likes
            (answer.id, answer.valid_until, body, !answer.days.is_empty())
        }
    };
    let view = Arc::new(View::json(
        serde_json::to_vec(&body).map_err(AppError::server)?,
    ));
    if is_kept {
        let truth = Truth {
            products: vec![product, id.clone()],
            valid_until,
            begun,
        };
        state.derived.keep(key, &view, truth);
    }
    Ok(view)
}

/// The range that is asked for; `90d` when none is.
pub fn range(query: &str) -> Result<Range, AppError> {
    match query::single(query, "range")? {
        None => Ok(Range::Quarter),
        Some(code) => Range::from_code(&code)
            .ok_or_else(|| AppError::validation("range", "one of 7d, 30d, 90d, 1y")),
    }
}

fn store(query: &str) -> Result<Option<StoreName>, AppError> {
    let Some(name) = query::single(query, "store")? else {
        return Ok(None);
    };
    let accepted = "2 to 120 characters without control characters";
    let length = name.chars().count();
    let name = StoreName::parse(&name).filter(|_| (2..=120).contains(&length));
    name.map(Some)
        .ok_or_else(|| AppError::validation("store", accepted))
}

#[cfg(test)]
mod tests {
    use domain::history::Range;
    use domain::store::StoreName;

    use super::{range, store};

    #[test]
    fn the_range_is_one_of_four_and_90_days_by_default() {
        for (query, expected) in [
            ("", Some(Range::Quarter)),
            ("range=7d", Some(Range::Week)),
            ("range=1y&store=x", Some(Range::Year)),
            ("range=", None),
            ("range=7D", None),
            ("range=365d", None),
            ("range=7d&range=7d", None),
        ] {
            assert_eq!(range(query).ok(), expected, "{query}");
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
            let read = store(query).ok();
            let read = read.as_ref().map(|s| s.as_ref().map(StoreName::as_str));
            assert_eq!(read, expected, "{query}");
        }
    }
}
