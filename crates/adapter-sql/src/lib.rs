#![doc = include_str!("../README.md")]

mod among;
pub mod columns;
pub mod error;
pub mod prepared;
pub mod rows;
pub mod schema;
pub mod types;

/// For how many revisions changes are kept.
pub const KEPT_REVISIONS: i64 = 1000;

pub use among::Among;
pub use error::Failure;
pub use prepared::{Prepared, prepared};
