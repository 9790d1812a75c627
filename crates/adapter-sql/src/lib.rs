#![doc = include_str!("../README.md")]

#[macro_use]
mod dialect;
pub mod error;
pub mod prepared;
mod queries;
pub mod rows;
pub mod schema;
pub mod types;

/// For how many revisions changes are kept.
pub const KEPT_REVISIONS: i64 = 1000;

pub use error::Failure;
pub use prepared::{Prepared, prepared};

// what the stamped query bodies name
#[doc(hidden)]
pub use {diesel, domain, ports_store, serde_json, time, uuid};
