#![doc = include_str!("../README.md")]

pub mod authenticate;
pub mod candidates;
pub mod catalogue;
pub mod compare;
pub mod deliver;
pub mod error;
pub mod history;
pub mod idempotency;
pub mod import_catalogue;
pub mod import_history;
pub mod import_snapshot;
pub mod keep_history;
pub mod keys;
pub mod lexicon;
pub mod matches;
pub mod product;
pub mod rematch;
pub mod reseal;
pub mod review;
pub mod run_source;
pub mod scales;
pub mod search;
pub mod send_mails;
mod spec_remarks;
mod summary;
pub mod suspects;
pub mod watchlists;
pub mod webhooks;

pub use error::{AppError, ErrorCode, FieldProblem};
pub use ports_store::{
    ApiKey, Applied, AttemptEntry, AuditEntry, AuditTarget, DeliverySummary, KeyWithWorkspace,
    ListedDelivery, NamedIncident, Page, PageRequest, PreparedRotation, StoredAnswer, Subscription,
    WatchOwner, Workspace,
};
pub use summary::Summary;
