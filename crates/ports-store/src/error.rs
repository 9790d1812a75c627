use thiserror::Error;

/// Why a store did not do what it was asked.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database cannot be reached or does not answer.
    #[error("the store cannot be reached: {0}")]
    Unreachable(String),
    /// It took longer than it may: a connection, a lock or a statement was waited for in vain. Nothing was
    /// done; the same may succeed later.
    #[error("the store took too long: {0}")]
    TimedOut(String),
    /// The database refuses to be written: read-only file or volume, full disk.
    #[error("the store cannot be written: {0}")]
    NotWritable(String),
    /// A value that must be unique exists already; names what.
    #[error("{0} exists already")]
    Conflict(&'static str),
    /// Somebody else writes the catalogue now.
    #[error("another import or catalogue change is running")]
    Locked,
    /// Another request with the same idempotency key is still running.
    #[error("a request with the same idempotency key is running")]
    Busy,
    /// The snapshot is not open any more: it was taken over, discarded or published.
    #[error("the snapshot is not open any more")]
    Superseded,
    /// The database's schema is not the one this program needs.
    #[error("the schema of the store does not fit: {0}")]
    Schema(String),
    /// What the database holds cannot be understood; names the column.
    #[error("the store holds an unusable value in {0}")]
    Corrupt(String),
    /// Anything else the database said.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// Why the product index did not do what it was asked.
#[derive(Debug, Error)]
#[error("the product index failed: {0}")]
pub struct IndexError(pub String);
