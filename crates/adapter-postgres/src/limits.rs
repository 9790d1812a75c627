//! How many connections there are for what, and how long statements may take on them.
//!
//! Each transaction says its limits itself, in the message that begins it: that also holds behind a pooler that
//! gives every transaction another session, and costs no round trip.

use std::time::Duration;

use adapter_sql::Failure;
use const_format::concatcp;
use diesel::result::Error as SqlError;
use diesel_async::{AnsiTransactionManager, SimpleAsyncConnection, TransactionManager};

use crate::dialect::Conn;
use crate::error::is_given_up;
use crate::transactions::Work;

/// A transaction whose caller stopped waiting in the middle of it lies idle, with its locks, until its
/// connection is taken again or the server ends it after so many milliseconds.
const IDLE: u128 = 10_000;

/// How often writing is tried when the database gives it up for other transactions.
const TRIES: u32 = 5;

/// What a transaction is begun for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Transaction {
    /// Reading, which sees one state.
    Reads,
    /// Writing.
    Writes,
    /// Reading, likewise, of few rows that indexes lead to.
    IndexedReads,
    /// Writing of such rows.
    IndexedWrites,
    /// Writing of upkeep, which comes rarely and finds any number of rows.
    Upkeep,
}

impl Transaction {
    /// The statements that begin it.
    const fn begin(self) -> &'static str {
        match self {
            Self::Reads => READS,
            Self::Writes => WRITES,
            Self::IndexedReads => concatcp!(READS, BY_INDEX),
            Self::IndexedWrites => concatcp!(WRITES, BY_INDEX),
            Self::Upkeep => concatcp!(WRITES, PLANNED_ANEW),
        }
    }
}

const READS: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
const WRITES: &str = "BEGIN";

/// Lets plans that are made in the transaction read no table from end to end where an index leads to its rows. The queue
/// is empty one minute and long the next; a plan that was made while it was empty is kept until the server analyzes it
/// again, and would read all of it, and all subscriptions, for each batch. What has no index seems to cost more than a
/// statement that is worth compiling.
///
/// Nor are entries of an index gathered and sorted (`enable_bitmapscan`) where it has them in the order that is asked for:
/// of a subscription of which nothing is known the planner expects few that wait, and there may be ten thousand.
const BY_INDEX: &str =
    "; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off";

/// Has each statement of the transaction that has a place planned for the tables as they are; PostgreSQL plans others once
/// all the same. A plan that was made while a table was empty may read what it removes once for each row: with ten thousand
/// that does not end in minutes, and what other transactions remove meanwhile can be cleared by nobody.
const PLANNED_ANEW: &str = "; SET LOCAL plan_cache_mode = force_custom_plan";

/// The connections of a store.
#[derive(Debug, Clone, Copy)]
pub struct Connections {
    /// How many read for requests; nothing else takes them. At least 1.
    pub reads: usize,
    /// How many do everything else: writes of requests, imports, workers. At least 1.
    pub work: usize,
    /// How long what reads for requests may take.
    pub reading: Limits,
    /// How long writes of requests may take.
    pub writing: Limits,
    /// How long imports, workers and maintenance may take.
    pub working: Limits,
}

/// How long a connection is waited for, and a statement may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Until a connection is free.
    pub connection: Duration,
    /// Until a statement is done, with its waits.
    pub statement: Duration,
    /// Of that, for a lock that another transaction holds.
    pub lock: Duration,
}

impl Connections {
    /// So many connections for reads, and for work, with the limits of a service.
    pub const fn of(reads: usize, work: usize) -> Self {
        Self {
            reads,
            work,
            reading: Limits::seconds(10, 10, 2),
            writing: Limits::seconds(10, 30, 5),
            working: Limits::seconds(60, 600, 30),
        }
    }
}

impl Limits {
    const fn seconds(connection: u64, statement: u64, lock: u64) -> Self {
        Self {
            connection: Duration::from_secs(connection),
            statement: Duration::from_secs(statement),
            lock: Duration::from_secs(lock),
        }
    }

    fn statements(&self) -> String {
        format!(
            "SET LOCAL statement_timeout = {}; SET LOCAL lock_timeout = {}; \
             SET LOCAL idle_in_transaction_session_timeout = {IDLE}",
            self.statement.as_millis().max(1),
            self.lock.as_millis().max(1)
        )
    }

    /// Sets them for the rest of a transaction that has begun.
    pub(crate) async fn set(&self, c: &mut Conn) -> Result<(), Failure> {
        Ok(c.batch_execute(&self.statements()).await?)
    }

    /// Reads in one transaction, which sees one state.
    pub(crate) async fn read<R, W>(&self, c: &mut Conn, work: W) -> Result<R, Failure>
    where
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>,
    {
        self.begin(c, Transaction::Reads).await?;
        finish(c, work).await
    }

    /// Writes in one transaction, of which all or nothing is done. What the database gives up for another transaction
    /// is done again, a few times.
    #[tracing::instrument(target = "otel", name = "store.write", skip_all, fields(otel.name = "write the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn write<R, W>(&self, c: &mut Conn, work: W) -> Result<R, Failure>
    where
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone,
    {
        self.write_in(c, Transaction::Writes, work).await
    }

    /// The same in a transaction of this kind.
    pub(crate) async fn write_in<R, W>(
        &self,
        c: &mut Conn,
        transaction: Transaction,
        work: W,
    ) -> Result<R, Failure>
    where
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone,
    {
        self.begin(c, transaction).await?;
        self.write_begun(c, transaction, work).await
    }

    /// The same in a transaction that has begun.
    pub(crate) async fn write_begun<R, W>(
        &self,
        c: &mut Conn,
        transaction: Transaction,
        work: W,
    ) -> Result<R, Failure>
    where
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone,
    {
        for tries in 1..TRIES {
            match finish(c, work.clone()).await {
                Err(failure) if is_given_up(&failure) => {
                    tracing::warn!(tries, "a transaction was given up for another one; again");
                    self.begin(c, transaction).await?;
                }
                done => return done,
            }
        }
        finish(c, work).await
    }

    /// Begins a transaction. Before it nothing is sent.
    pub(crate) async fn begin(
        &self,
        c: &mut Conn,
        transaction: Transaction,
    ) -> Result<(), Failure> {
        let begin = format!("{}; {}", transaction.begin(), self.statements());
        Ok(AnsiTransactionManager::begin_transaction_sql(c, &begin).await?)
    }
}

/// Does the work of a transaction that has begun, and commits it or rolls it back.
pub(crate) async fn finish<R, W>(c: &mut Conn, work: W) -> Result<R, Failure>
where
    for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
        + Work<&'c mut Conn, Result<R, Failure>, Done: Send>,
{
    match work(c).await {
        Ok(done) => {
            AnsiTransactionManager::commit_transaction(c).await?;
            Ok(done)
        }
        Err(failure) => match AnsiTransactionManager::rollback_transaction(c).await {
            Ok(()) | Err(SqlError::BrokenTransactionManager) => Err(failure),
            Err(error) => Err(error.into()),
        },
    }
}
