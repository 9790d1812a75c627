use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::compare::parse_ids;
use domain::history::Range;
use domain::ids::CanonicalProductId;
use product_knowledge::fit::Goal;

use crate::catalogue::body::codes::{ComparisonGoal, HistoryRange};
use crate::catalogue::body::comparison::ComparisonResponseBody;
use crate::catalogue::derived_views::Truth;
use crate::catalogue::history::range;
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{Authorized, ComparisonRead, IgnoredBody};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query;
use crate::http::view::View;

/// Two to four products of one comparable category, compared for a goal.
///
/// The answer keeps the order asked for. A product is scored by its properties and its price; a
/// winner has to lead by 3 points. Price history informs and is not scored.
#[utoipa::path(
    get,
    path = "/compare",
    tag = "catalogue",
    operation_id = "compareProducts",
    params(
        ("ids" = String, Query, description = "Two to four different product ids, separated by \
            commas", min_length = 3, example = "ombrix_x2_mini_256_gb,kelvane_iris_5_256_gb"),
        ("range" = Option<HistoryRange>, Query,
            description = "Days of the historical signals"),
        ("goal" = Option<ComparisonGoal>, Query, description = "What the buyer is after"),
    ),
    responses(
        (status = 200, description = "The comparison", body = ComparisonResponseBody,
            example = json!(examples::comparison())),
        (status = 400, description = "The request is not valid, or the products cannot be \
            compared", body = ErrorBody),
        (status = 404, description = "No product has one of these ids", body = ErrorBody),
    )
)]
pub async fn compare(
    _: Authorized<ComparisonRead>,
    _: IgnoredBody,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let query = request.query_string();
    let ids = query::single(query, "ids")?;
    let ids = parse_ids(&ids.unwrap_or_default())?;
    let range = range(query)?;
    let goal = goal(query)?;
    let listed: Vec<&str> = ids.iter().map(CanonicalProductId::as_str).collect();
    let key = format!(
        "compare {} {} {}",
        listed.join(","),
        range.code(),
        goal.code()
    );
    let view = match state.ready_made(&key) {
        Some(view) => view,
        None => make(&state, &key, (ids, range, goal)).await?,
    };
    Ok(cacheable(view.answer(request.headers())))
}

async fn make(
    state: &CatalogueState,
    key: &str,
    (ids, range, goal): (Vec<CanonicalProductId>, Range, Goal),
) -> Result<Arc<View>, AppError> {
    let begun = state.derived.begin();
    let answer = state.catalogue.compare(&ids, range, goal).await?;
    let today = state.catalogue.now().date();
    let currency = state.catalogue.settings().currency;
    let body = ComparisonResponseBody::of(&answer, currency, today);
    let view = Arc::new(View::json(
        serde_json::to_vec(&body).map_err(AppError::server)?,
    ));
    let products = answer.products.iter().map(|p| p.draft.id.clone());
    let truth = Truth {
        // those that were asked for as well: one may be merged into another later
        products: products.chain(ids).collect(),
        valid_until: answer.valid_until,
        begun,
    };
    state.derived.keep(key, &view, truth);
    Ok(view)
}

fn goal(query: &str) -> Result<Goal, AppError> {
    let accepted = "one of overall, best-price, travel, max-battery, camera";
    match query::single(query, "goal")? {
        None => Ok(Goal::Overall),
        Some(code) => Goal::from_code(&code).ok_or_else(|| AppError::validation("goal", accepted)),
    }
}

#[cfg(test)]
mod tests {
    use product_knowledge::fit::Goal;

    use super::goal;

    #[test]
    fn the_goal_is_one_of_five_and_overall_by_default() {
        for (query, expected) in [
            ("", Some(Goal::Overall)),
            ("goal=best-price", Some(Goal::BestPrice)),
            ("goal=max-battery&range=7d", Some(Goal::MaxBattery)),
            ("goal=", None),
            ("goal=best_price", None),
            ("goal=camera&goal=camera", None),
        ] {
            assert_eq!(goal(query).ok(), expected, "{query}");
        }
    }
}
