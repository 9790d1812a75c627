//! What went wrong inside a transaction, and what the caller is told.

use diesel::result::{ConnectionError, DatabaseErrorKind, Error as SqlError};
use ports_store::StoreError;

/// An error inside a transaction: the database's, or a rule's. Either rolls the transaction back.
#[derive(Debug)]
pub enum Failure {
    /// The database refused.
    Sql(SqlError),
    /// The operation cannot be done as asked.
    Store(StoreError),
}

impl From<SqlError> for Failure {
    fn from(error: SqlError) -> Self {
        Self::Sql(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Sql(error) => store_error(&error),
            Failure::Store(error) => error,
        }
    }
}

/// How PostgreSQL says that a lock was waited for as long as it may be.
pub const LOCK_TIMEOUT: &str = "canceling statement due to lock timeout";

/// How it says that a statement took as long as it may.
pub const STATEMENT_TIMEOUT: &str = "canceling statement due to statement timeout";

/// A lock that was waited for for too long as [`StoreError::Busy`]; anything else as it is.
pub fn busy(error: SqlError) -> Failure {
    match error {
        SqlError::DatabaseError(_, ref told) if told.message() == LOCK_TIMEOUT => {
            Failure::Store(StoreError::Busy)
        }
        other => Failure::Sql(other),
    }
}

/// A violated unique index as a conflict of `what`; anything else as it is.
pub fn conflict(error: SqlError, what: &'static str) -> Failure {
    match error {
        SqlError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            Failure::Store(StoreError::Conflict(what))
        }
        other => Failure::Sql(other),
    }
}

/// Why a schema is refused that has a migration of this version, which the program does not know.
pub fn newer_schema(version: &impl std::fmt::Display) -> String {
    format!(
        "the database has the migration {version}, which this program does not know: a newer one made \
         it; use that one, or restore a backup from before the upgrade"
    )
}

/// A diesel error as the port's error.
pub fn store_error(error: &SqlError) -> StoreError {
    let text = error.to_string();
    match error {
        SqlError::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _) => {
            StoreError::NotWritable("the database is read-only".to_owned())
        }
        SqlError::DatabaseError(
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand,
            _,
        )
        | SqlError::BrokenTransactionManager => StoreError::Unreachable(text),
        SqlError::DeserializationError(cause) => StoreError::Corrupt(cause.to_string()),
        SqlError::DatabaseError(..) => from_text(text),
        _ => StoreError::Failed(text),
    }
}

/// Another process had the database's lock for as long as it was waited for.
pub fn locked_by_another() -> StoreError {
    StoreError::TimedOut("another process keeps the database locked".to_owned())
}

/// A failed connection attempt as the port's error.
pub fn connection_error(error: &ConnectionError) -> StoreError {
    match error {
        ConnectionError::CouldntSetupConfiguration(cause) => store_error(cause),
        _ => match from_text(error.to_string()) {
            StoreError::Failed(text) => StoreError::Unreachable(text),
            other => other,
        },
    }
}

/// What a database's message means: SQLite and PostgreSQL give no finer codes through diesel.
pub fn from_text(text: String) -> StoreError {
    let said = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if said(&["database or disk is full", "No space left on device"]) {
        StoreError::NotWritable(format!("no space is left: {text}"))
    } else if said(&[
        "disk I/O error",
        "could not extend file",
        "could not write to file",
        "permission denied",
    ]) {
        StoreError::NotWritable(text)
    } else if said(&["readonly database", "read-only transaction"]) {
        StoreError::NotWritable(format!("the database is read-only: {text}"))
    } else if said(&["file is not a database"]) {
        StoreError::Unreachable("the file is not a database".to_owned())
    } else if said(&["unable to open database file"]) {
        StoreError::Unreachable("the database file cannot be opened".to_owned())
    } else if said(&["no such table", "no such column", "has no column named"])
        || (said(&["relation \"", "column \""]) && said(&["does not exist"]))
    {
        StoreError::Schema(text)
    } else if said(&["database is locked", "database table is locked"]) {
        locked_by_another()
    } else {
        StoreError::Failed(text)
    }
}
