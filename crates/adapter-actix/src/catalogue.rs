//! The catalogue: search, products, past prices, products side by side.

pub mod answer_cache;
pub mod body;
mod browse;
pub mod compare;
pub mod history;
pub mod product;
pub mod products;
pub mod search;
pub mod state;
pub mod stores;

use actix_web::web::ServiceConfig;

use crate::http::resource::read_only;
use crate::routes;

/// Adds the resources, the most used first.
pub fn register(config: &mut ServiceConfig) {
    config
        .service(read_only(routes::PRODUCT, product::product))
        .service(read_only(routes::SEARCH, search::search))
        .service(read_only(routes::HISTORY, history::history))
        .service(read_only(routes::COMPARE, compare::compare))
        .service(read_only(routes::PRODUCTS, products::products))
        .service(read_only(routes::STORES, stores::stores))
        .service(read_only(routes::INFO, stores::info));
}
