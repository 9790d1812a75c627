#![doc = include_str!("../README.md")]

pub mod authenticate;
pub mod catalogue;
pub mod compare;
pub mod error;
pub mod history;
pub mod import_catalogue;
pub mod import_history;
pub mod import_snapshot;
pub mod keep_history;
pub mod keys;
pub mod product;
pub mod review;
pub mod scales;
pub mod search;
mod spec_remarks;
mod summary;

pub use error::{AppError, ErrorCode, FieldProblem};
pub use ports_store::{ApiKey, KeyWithWorkspace, Workspace};
pub use summary::Summary;
