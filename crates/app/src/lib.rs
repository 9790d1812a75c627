#![doc = include_str!("../README.md")]

pub mod authenticate;
pub mod catalogue;
pub mod error;
pub mod import_catalogue;
pub mod import_snapshot;
pub mod keys;
pub mod product;
pub mod search;
mod summary;

pub use error::{AppError, ErrorCode, FieldProblem};
pub use ports_store::{ApiKey, KeyWithWorkspace, Workspace};
pub use summary::Summary;
