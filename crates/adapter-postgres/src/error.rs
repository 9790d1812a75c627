//! What `PostgreSQL`'s errors mean to callers, beyond what both databases say alike.

use adapter_sql::Failure;
use diesel::result::{DatabaseErrorKind, Error as SqlError};
use ports_store::StoreError;

/// Messages of a server that goes away, starts, or is full.
const GONE: [&str; 6] = [
    "terminating connection",
    "the database system is",
    "too many clients already",
    "remaining connection slots are reserved",
    "connection closed",
    "server conn crashed",
];

/// Messages of a volume that takes nothing more.
const FULL: [&str; 2] = ["could not extend file", "Disk quota exceeded"];

/// How PostgreSQL says that it gave a transaction up for another one that waited for it. Its code (40P01) does not come
/// through diesel, that of a serialization failure does.
const DEADLOCK: &str = "deadlock detected";

/// Whether the database gave a transaction up for others: done again it may succeed.
pub fn is_given_up(failure: &Failure) -> bool {
    let Failure::Sql(SqlError::DatabaseError(kind, told)) = failure else {
        return false;
    };
    matches!(kind, DatabaseErrorKind::SerializationFailure) || told.message().contains(DEADLOCK)
}

/// The meaning of a failure.
pub fn failed(failure: impl Into<Failure>) -> StoreError {
    let failure = failure.into();
    if is_given_up(&failure) {
        return StoreError::TimedOut("other transactions got in its way each time".to_owned());
    }
    refined(failure.into())
}

fn refined(error: StoreError) -> StoreError {
    let StoreError::Failed(text) = error else {
        return error;
    };
    let says = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    if text.contains(adapter_sql::error::LOCK_TIMEOUT) {
        StoreError::TimedOut("another transaction keeps what this one needs".to_owned())
    } else if text.contains(adapter_sql::error::STATEMENT_TIMEOUT) {
        StoreError::TimedOut("a statement took longer than it may".to_owned())
    } else if says(&FULL) {
        StoreError::NotWritable(format!("no space is left: {text}"))
    } else if says(&GONE) {
        StoreError::Unreachable(text)
    } else {
        StoreError::Failed(text)
    }
}
