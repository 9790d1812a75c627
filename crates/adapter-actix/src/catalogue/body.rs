//! What the catalogue answers with, field by field (specification 2.1), each with the conversion that makes
//! it.

pub mod codes;
pub mod comparison;
mod delivery;
pub mod facets;
pub mod history;
mod history_summary;
mod offer;
pub mod product;
pub mod products;
pub mod search;
pub mod store;
