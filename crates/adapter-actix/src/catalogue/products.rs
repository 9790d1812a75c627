//! Several products at once.

use crate::http::off_thread::off_thread;
use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;
use app::catalogue::several::MOST_PRODUCTS;
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::catalogue::body::products::ProductsResponseBody;
use crate::catalogue::product::{cacheable, keep};
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{CatalogRead, Reader};
use crate::http::error_body::ErrorBody;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::http::typed::{Accepted, Field, Value};
use crate::http::view::View;

/// Which products are wanted: at most 50 together.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProductsQuery {
    /// 1 to 50 different product ids, separated by commas
    #[param(value_type = String, required = false, min_length = 1,
        example = "ombrix_x2_mini_256_gb,kelvane_iris_5_256_gb")]
    ids: Option<Field<IdList>>,
    /// 1 to 50 different trade item numbers (GTIN-8, -12, -13, -14), separated by commas
    #[param(value_type = String, required = false, min_length = 8, example = "4380417010677")]
    eans: Option<Field<NumberList>>,
}

struct IdList(Vec<String>);

impl Accepted for IdList {
    const ACCEPTED: &'static str =
        "1 to 50 different product ids, separated by commas without spaces";

    /// What has not the form of an id is not found, as in the path of a product.
    fn read(value: Value<'_>) -> Option<Self> {
        let text = value.text()?;
        let ids = different(&text, |id| (!id.is_empty()).then_some(id))?;
        Some(Self(ids.into_iter().map(str::to_owned).collect()))
    }
}

struct NumberList(Vec<Gtin>);

impl Accepted for NumberList {
    const ACCEPTED: &'static str = "1 to 50 different trade item numbers of 8, 12, 13 or 14 digits \
        with the right check digit, separated by commas without spaces";

    fn read(value: Value<'_>) -> Option<Self> {
        different(&value.text()?, |number| Gtin::parse(number).ok()).map(Self)
    }
}

/// The items of a list; `None` when there are too many, one cannot be read, or one is there twice.
fn different<'a, T: PartialEq>(
    text: &'a str,
    read: impl Fn(&'a str) -> Option<T>,
) -> Option<Vec<T>> {
    let mut items = Vec::new();
    for item in text.split(',') {
        let item = read(item).filter(|item| !items.contains(item))?;
        if items.len() == MOST_PRODUCTS {
            return None;
        }
        items.push(item);
    }
    Some(items)
}

/// Several products with their offers, by id or by trade item number.
///
/// Each as `getProduct` answers it, in the order asked for, ids before numbers; null for what nothing has. The id of a product that was
/// merged into another one leads there. Of several products with one number it is the one that most shops sell.
#[utoipa::path(
    get,
    path = "/products",
    tag = "catalogue",
    operation_id = "getProducts",
    params(ProductsQuery),
    responses(
        (status = 200, description = "The products", body = ProductsResponseBody,
            example = json!(examples::products())),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))),
    )
)]
pub async fn products(
    _: Reader<CatalogRead>,
    Query(query): Query<ProductsQuery>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let (asked, ids) = if query.eans.is_some() {
        // they are looked up in the index, which blocks
        let shared = web::Data::clone(&state);
        let wanted = off_thread(move || wanted(&shared, query)).await;
        wanted.map_err(AppError::server)??
    } else {
        wanted(&state, query)?
    };
    let views = views(&state, &ids).await?;
    let body = ProductsResponseBody::of(&asked, &views)?;
    Ok(cacheable(View::of(&body)?.answer(request.headers())))
}

/// What is accepted where neither parameter is there.
const NONE: &str = "1 to 50 different product ids, separated by commas without spaces; or eans";

/// What was asked for, and which products that may be.
fn wanted(
    state: &CatalogueState,
    query: ProductsQuery,
) -> Result<(Vec<String>, Vec<Option<CanonicalProductId>>), AppError> {
    let ids = query.ids.map(|Field(IdList(ids))| ids);
    let numbers = query.eans.map(|Field(NumberList(numbers))| numbers);
    if ids.is_none() && numbers.is_none() {
        return Err(AppError::validation("ids", NONE));
    }
    let (ids, numbers) = (ids.unwrap_or_default(), numbers.unwrap_or_default());
    if ids.len() + numbers.len() > MOST_PRODUCTS {
        return Err(AppError::validation("eans", "at most 50 together with ids"));
    }
    let of_numbers = state.catalogue.ids_of_numbers(&numbers)?;
    let parsed = ids.iter().map(|id| CanonicalProductId::parse(id));
    let wanted = parsed.chain(of_numbers).collect();
    let asked = ids
        .into_iter()
        .chain(numbers.iter().map(|number| number.shown()));
    Ok((asked.collect(), wanted))
}

/// The answers about these products, in their order; those that are not ready-made are read at once.
async fn views(
    state: &CatalogueState,
    ids: &[Option<CanonicalProductId>],
) -> Result<Vec<Option<Arc<View>>>, AppError> {
    let ready = |id: &Option<CanonicalProductId>| state.ready_made_product(id.as_ref()?.as_str());
    let mut views: Vec<_> = ids.iter().map(ready).collect();
    let missing = ids.iter().zip(&mut views).filter_map(|(id, place)| {
        let id = id.clone().filter(|_| place.is_none())?;
        Some((id, place))
    });
    let (wanted, places): (Vec<_>, Vec<_>) = missing.unzip();
    if !wanted.is_empty() {
        let begun = state.answers.begin();
        let answers = state.catalogue.products(&wanted).await?;
        for ((id, place), answer) in wanted.iter().zip(places).zip(answers) {
            if let Some(answer) = answer {
                *place = Some(keep(state, id.as_str(), answer, begun)?);
            }
        }
    }
    Ok(views)
}

#[cfg(test)]
mod tests {
    use super::ProductsQuery;
    use crate::http::query;

    #[test]
    fn lists_have_1_to_50_different_items() {
        let many = |count: usize| {
            let ids: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
            format!("ids={}", ids.join(","))
        };
        for (query, expected) in [
            ("ids=a", None),
            ("ids=a,B%20c", None),
            ("eans=4380417010677", None),
            (&many(50), None),
            (&many(51), Some("ids")),
            ("ids=", Some("ids")),
            ("ids=a,", Some("ids")),
            ("ids=a,b,a", Some("ids")),
            ("eans=4380417010678", Some("eans")),
            ("eans=4380417010677,04380417010677", Some("eans")),
            ("eans=4380417010677,%204380417010677", Some("eans")),
        ] {
            let read = query::read::<ProductsQuery>(query);
            let fault = read.err().map(|error| error.details[0].field.to_string());
            assert_eq!(fault.as_deref(), expected, "{query}");
        }
    }
}
