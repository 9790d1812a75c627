use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::compare::{ACCEPTED_IDS, parse_ids};
use domain::history::Range;
use domain::ids::CanonicalProductId;
use product_knowledge::fit::Goal;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::catalogue::answer_cache::Truth;
use crate::catalogue::body::codes::{ComparisonGoal, HistoryRange};
use crate::catalogue::body::comparison::ComparisonResponseBody;
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{ComparisonRead, Reader};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::{Accepted, Field, Value};
use crate::http::view::View;

/// What is compared.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// Two to four different product ids, separated by commas
    #[param(
        value_type = String,
        min_length = 3,
        example = "ombrix_x2_mini_256_gb,kelvane_iris_5_256_gb"
    )]
    ids: Field<ComparedIds>,
    /// Days of the historical signals
    #[param(value_type = HistoryRange, required = false)]
    range: Field<Range>,
    /// What the buyer is after
    #[param(value_type = ComparisonGoal, required = false)]
    goal: Field<Goal>,
}

struct ComparedIds(Vec<CanonicalProductId>);

impl Accepted for ComparedIds {
    const ACCEPTED: &'static str = ACCEPTED_IDS;

    fn read(value: Value<'_>) -> Option<Self> {
        parse_ids(&value.text()?).map(Self).ok()
    }
}

impl Accepted for Goal {
    const ACCEPTED: &'static str = "one of overall, best-price, travel, max-battery, camera";

    fn read(value: Value<'_>) -> Option<Self> {
        Self::from_code(&value.text()?)
    }

    fn when_absent() -> Option<Self> {
        Some(Self::Overall)
    }
}

impl CompareQuery {
    /// Under which its answer is kept.
    fn key(&self) -> String {
        let ids: Vec<&str> = self
            .ids
            .0
            .0
            .iter()
            .map(CanonicalProductId::as_str)
            .collect();
        let (range, goal) = (self.range.0.code(), self.goal.0.code());
        format!("compare {} {range} {goal}", ids.join(","))
    }
}

/// Two to four products of one comparable category, compared for a goal.
///
/// The answer keeps the order asked for. A product is scored by its properties and its price; a
/// winner has to lead by 3 points. Price history informs and is not scored.
#[utoipa::path(
    get,
    path = "/compare",
    tag = "catalogue",
    operation_id = "compareProducts",
    params(CompareQuery),
    responses(
        (status = 200, description = "The comparison", body = ComparisonResponseBody,
            example = json!(examples::comparison())),
        (status = 400, description = "The request is not valid, or the products cannot be \
            compared", body = ErrorBody),
        (status = 404, description = "No product has one of these ids", body = ErrorBody),
    )
)]
pub async fn compare(
    _: Reader<ComparisonRead>,
    Query(query): Query<CompareQuery>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let key = query.key();
    let view = match state.ready_made(&key) {
        Some(view) => view,
        None => make(&state, &key, query).await?,
    };
    Ok(cacheable(view.answer(request.headers())))
}

async fn make(
    state: &CatalogueState,
    key: &str,
    query: CompareQuery,
) -> Result<Arc<View>, AppError> {
    let CompareQuery {
        ids: Field(ComparedIds(ids)),
        range: Field(range),
        goal: Field(goal),
    } = query;
    let begun = state.answers.begin();
    let answer = state.catalogue.compare(&ids, range, goal).await?;
    let today = state.catalogue.now().date();
    let currency = state.catalogue.settings().currency;
    let body = ComparisonResponseBody::of(&answer, currency, today);
    let view = Arc::new(View::of(&body)?);
    let products = answer.products.iter().map(|p| p.draft.id.clone());
    let truth = Truth {
        // those that were asked for as well: one may be merged into another later
        products: products.chain(ids).collect(),
        valid_until: Some(answer.valid_until),
        begun,
    };
    state.answers.keep(key, &view, truth);
    Ok(view)
}

#[cfg(test)]
mod tests {
    use product_knowledge::fit::Goal;

    use super::CompareQuery;
    use crate::http::query;

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
            let query = format!("ids=a,b&{query}");
            let read = query::read::<CompareQuery>(&query);
            assert_eq!(read.ok().map(|query| query.goal.0), expected, "{query}");
        }
    }
}
