//! The shops, and what the deployment serves.

use actix_web::{HttpRequest, HttpResponse, web};
use app::AppError;

use crate::catalogue::body::store::{InfoBody, StoresResponseBody, last_snapshot};
use crate::catalogue::product::cacheable;
use crate::catalogue::state::CatalogueState;
use crate::examples;
use crate::http::caller::{CatalogRead, Reader};
use crate::http::error_body::ErrorBody;
use crate::http::moment;
use crate::http::problem::Problem;
use crate::http::state::HttpState;
use crate::http::view::View;
use crate::routes;

/// The shops whose offers are compared.
///
/// All of them, with their terms and the time of their last feed.
#[utoipa::path(
    get,
    path = "/stores",
    tag = "catalogue",
    operation_id = "listStores",
    responses((status = 200, description = "The shops", body = StoresResponseBody,
        example = json!(examples::stores())))
)]
pub async fn stores(
    _: Reader<CatalogRead>,
    request: HttpRequest,
    state: web::Data<CatalogueState>,
) -> Result<HttpResponse, Problem> {
    let stores = state.catalogue.stores().await?;
    let body = StoresResponseBody::of(&stores, state.catalogue.settings().currency);
    Ok(cacheable(View::of(&body)?.answer(request.headers())))
}

/// What this deployment serves.
#[utoipa::path(
    get,
    path = "/info",
    tag = "service",
    operation_id = "getInfo",
    responses((status = 200, description = "About the deployment", body = InfoBody,
        example = json!(examples::info())),
        (status = 304, description = "The caller's copy is current"),
        (status = 503, description = "The service has just started and reads the catalogue; see \
            Retry-After", body = ErrorBody,
            headers(("Retry-After" = i32, description = "Seconds, at least 1"))))
)]
pub async fn info(
    _: Reader<CatalogRead>,
    request: HttpRequest,
    catalogue: web::Data<CatalogueState>,
    http: web::Data<HttpState>,
) -> Result<HttpResponse, Problem> {
    let status = catalogue.catalogue.status();
    if status.covered.is_none() {
        return Err(AppError::loading().into());
    }
    let stores = catalogue.catalogue.stores().await?;
    let currency = catalogue.catalogue.settings().currency;
    let body = InfoBody {
        currency: currency.code().to_owned(),
        currency_decimals: currency.exponent(),
        interface_version: routes::INTERFACE_VERSION,
        version: http.settings.version.clone(),
        environment: http.settings.environment.clone(),
        product_count: status.products,
        store_count: stores.len(),
        last_snapshot_at: last_snapshot(&stores).map(moment::instant),
    };
    Ok(cacheable(View::of(&body)?.answer(request.headers())))
}
