//! Connections, and how work gets to them.

use std::path::Path;
use std::time::{Duration, Instant};

use adapter_sql::Failure;
use adapter_sql::error::{connection_error, locked_by_another, store_error};
use const_format::concatcp;
use deadpool::Runtime;
use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult, TimeoutType, Timeouts,
};
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::result::Error as SqlError;
use diesel::{Connection, SqliteConnection};
use futures_util::FutureExt;
use ports_store::StoreError;
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::lock::{WriteTurn, WriteTurns};

/// A connection that writes. An automatic checkpoint every 40 MB instead of 4 keeps bulk
/// imports from copying the same pages again and again.
pub const WRITER: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; \
    PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536; \
    PRAGMA mmap_size = 1073741824; PRAGMA wal_autocheckpoint = 10000; \
    PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY;";

/// What is set after it for the connection that writes in turns: it asks for the database's lock each millisecond, not less
/// and less often.
const IN_TURNS: &str = "PRAGMA busy_timeout = 1;";

/// How long it goes on asking.
const ASKING: Duration = Duration::from_secs(5);

/// A connection that only reads.
pub const READER: &str = "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; \
    PRAGMA cache_size = -16384; PRAGMA mmap_size = 1073741824; PRAGMA temp_store = MEMORY;";

/// How long what is asked for waits for a connection.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// To read on.
    pub reading: Duration,
    /// To write on, of which there is one.
    pub writing: Duration,
    /// Of all that is asked with this, one waits at a time to write: a request comes after one of them and not after all.
    pub writes_alone: bool,
}

/// What requests may wait.
pub const OF_REQUESTS: Patience = Patience {
    reading: Duration::from_secs(10),
    writing: Duration::from_secs(30),
    writes_alone: false,
};

/// What imports and workers may wait.
pub const OF_WORK: Patience = Patience {
    reading: Duration::from_mins(10),
    writing: Duration::from_mins(10),
    writes_alone: true,
};

/// Opens connections to one file.
#[derive(Debug)]
pub struct Connections {
    /// The file.
    pub url: String,
    /// What each connection is set up with.
    pub pragmas: &'static str,
}

/// A pool of connections of one kind.
pub type Connected = Pool<Connections>;

/// Opens and sets up one connection; blocks.
pub fn connect(url: &str, pragmas: &str) -> Result<SqliteConnection, StoreError> {
    let mut c = SqliteConnection::establish(url).map_err(|error| connection_error(&error))?;
    c.batch_execute(pragmas)
        .map_err(|error| store_error(&error))?;
    Ok(c)
}

impl Manager for Connections {
    type Type = SqliteConnection;
    type Error = StoreError;

    async fn create(&self) -> Result<SqliteConnection, StoreError> {
        let (url, pragmas) = (self.url.clone(), self.pragmas);
        blocking(move || connect(&url, pragmas)).await
    }

    async fn recycle(&self, c: &mut SqliteConnection, _: &Metrics) -> RecycleResult<StoreError> {
        // only work that panicked leaves a transaction open
        if AnsiTransactionManager::is_broken_transaction_manager(c) {
            return Err(RecycleError::message("a transaction was left open"));
        }
        Ok(())
    }
}

/// Makes a pool; connects when it is first used.
pub fn pool(url: &str, pragmas: &'static str, size: usize) -> Result<Connected, StoreError> {
    let manager = Connections {
        url: url.to_owned(),
        pragmas,
    };
    let built = Pool::builder(manager)
        .max_size(size.max(1))
        .runtime(Runtime::Tokio1)
        .build();
    built.map_err(|error| StoreError::Failed(error.to_string()))
}

/// Runs reading work in one transaction, which sees one state.
#[tracing::instrument(target = "otel", name = "store.read", skip_all, fields(otel.name = "read the store", otel.kind = "client", db.system.name = "sqlite"))]
pub async fn read<R: Send + 'static>(
    pool: &Connected,
    patience: Duration,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<R, Failure> + Send + 'static,
) -> Result<R, StoreError> {
    let mut c = checkout(pool, patience).await?;
    blocking(move || {
        c.transaction(|c| at_once(work(c)))
            .map_err(StoreError::from)
    })
    .await
}

/// The one connection that writes.
pub struct Writer {
    connection: Connected,
    turns: WriteTurns,
    /// Held by who [waits alone](Patience::writes_alone).
    alone: Mutex<()>,
}

impl Writer {
    /// Of a database; connects when it is first used.
    pub fn new(url: &str, database: &Path) -> Result<Self, StoreError> {
        Ok(Self {
            connection: pool(url, concatcp!(WRITER, IN_TURNS), 1)?,
            turns: WriteTurns::beside(database),
            alone: Mutex::new(()),
        })
    }

    /// The connection, once nobody else in this process uses it.
    pub async fn connection(&self, patience: Duration) -> Result<Object<Connections>, StoreError> {
        checkout(&self.connection, patience).await
    }

    /// A turn to write.
    pub async fn turn(&self) -> Result<Option<WriteTurn>, StoreError> {
        self.turns.take().await
    }

    /// Runs writing work in one transaction that has the write lock from its beginning, behind another process that waits
    /// for it.
    #[tracing::instrument(target = "otel", name = "store.write", skip_all, fields(otel.name = "write the store", otel.kind = "client", db.system.name = "sqlite"))]
    pub async fn write<R: Send + 'static>(
        &self,
        patience: Patience,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let connected = async {
            let alone = if patience.writes_alone {
                Some(self.alone.lock().await)
            } else {
                None
            };
            Ok((alone, self.connection(patience.writing).await?))
        };
        let connected = timeout(patience.writing, connected).await;
        let (alone, mut c) = connected.unwrap_or_else(|_| Err(busy_connections()))?;
        let turn = self.turn().await?;
        let written = blocking(move || in_turn(&mut c, turn, work).map_err(StoreError::from)).await;
        drop(alone);
        written
    }
}

/// Runs work in a transaction, and gives the turn on as soon as that has the database's lock.
#[expect(
    clippy::disallowed_methods,
    reason = "how long a thread waits for a lock is no time that answers tell of"
)]
fn in_turn<R>(
    c: &mut SqliteConnection,
    turn: Option<WriteTurn>,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let mut waiting = Some((turn, work));
    let began = Instant::now();
    loop {
        let done = c.immediate_transaction(|c| {
            let begun = waiting.take().map(|(turn, work)| {
                drop(turn);
                at_once(work(c))
            });
            begun.unwrap_or_else(|| Err(locked_by_another().into()))
        });
        let others_write = matches!(&done, Err(Failure::Sql(error)) if is_locked(error));
        if waiting.is_none() || !others_write || began.elapsed() >= ASKING {
            return done;
        }
    }
}

/// Another process writes.
fn is_locked(error: &SqlError) -> bool {
    matches!(store_error(error), StoreError::TimedOut(_))
}

/// What work comes to that waits for nothing but the connection, which answers on this thread.
pub fn at_once<R>(work: impl Future<Output = Result<R, Failure>>) -> Result<R, Failure> {
    let waits = || StoreError::Failed("a transaction waits for something else".to_owned());
    work.now_or_never().unwrap_or_else(|| Err(waits().into()))
}

async fn checkout(pool: &Connected, patience: Duration) -> Result<Object<Connections>, StoreError> {
    let timeouts = Timeouts {
        wait: Some(patience),
        ..Timeouts::default()
    };
    pool.timeout_get(&timeouts)
        .await
        .map_err(|error| match error {
            PoolError::Backend(error) => error,
            PoolError::Timeout(TimeoutType::Wait) => busy_connections(),
            PoolError::Timeout(_)
            | PoolError::Closed
            | PoolError::NoRuntimeSpecified
            | PoolError::PostCreateHook(_) => StoreError::Unreachable(error.to_string()),
        })
}

fn busy_connections() -> StoreError {
    StoreError::TimedOut("all connections are busy".to_owned())
}

/// Runs work on a blocking thread. The work goes on when the caller stops waiting, so that no
/// transaction is broken off.
pub async fn blocking<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, StoreError> + Send + 'static,
) -> Result<R, StoreError> {
    // what is logged there is told of whoever asked
    let span = tracing::Span::current();
    let done = tokio::task::spawn_blocking(move || {
        span.in_scope(|| {
            let done = work();
            tracing::trace!(target: "store", failed = done.is_err(), "work on a blocking thread ended");
            done
        })
    });
    let done = done.await;
    done.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use adapter_sql::Failure;
    use ports_store::StoreError;

    use super::at_once;

    #[test]
    fn work_that_waits_for_something_else_fails() {
        assert!(at_once(ready(Ok(()))).is_ok());
        let waiting = at_once(pending::<Result<(), Failure>>());
        assert!(matches!(
            waiting,
            Err(Failure::Store(StoreError::Failed(_)))
        ));
    }
}
