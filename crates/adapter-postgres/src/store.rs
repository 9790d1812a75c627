//! The store: its pool, its listener, and the catalogue lock it may hold.

use std::sync::{Arc, Mutex, PoisonError};

use deadpool::Runtime;
use deadpool::managed::{PoolError, TimeoutType, Timeouts};
use diesel::ConnectionError;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use domain::ids::SnapshotNo;
use futures_util::FutureExt;
use ports_store::{LockGuard, StoreError};
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::connect::Connector;
use crate::error::failed;
use crate::limits::{Connections, Limits, Transaction};
use crate::listener::{KeyUse, Listener};
use crate::lock::CatalogueLock;
use crate::notices::{ListenerState, Telling};

pub use crate::snapshots::partitions::prepare_quarters;

/// The catalogue and its access data in `PostgreSQL`. Clones share its connections.
#[derive(Clone)]
pub struct PostgresStore {
    inner: Arc<Inner>,
    /// Whether what it is asked is work, which leaves the connections for reads alone.
    works: bool,
}

/// This store, as the shared ports call it.
pub use PostgresStore as SqlStore;

struct Inner {
    connector: Connector,
    /// Whose threads drive the connections and renew the catalogue lock.
    runtime: Handle,
    connections: Connections,
    reads: Pool<AsyncPgConnection>,
    work: Pool<AsyncPgConnection>,
    listener: Listener,
    /// The lock of the open snapshot.
    held: Mutex<Option<(SnapshotNo, CatalogueLock)>>,
}

impl Inner {
    fn take_lock(&self, snapshot: SnapshotNo) -> Option<CatalogueLock> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = held.take_if(|(no, _)| *no == snapshot);
        ours.map(|(_, lock)| lock)
    }
}

impl PostgresStore {
    /// Connects to the database that `url` names; the runtime that this is called in drives its connections, but for the
    /// listener's, and has to last as long as the store. There are at most `each` connections for reads, as many for
    /// work, and two beside them: the listener's, and the catalogue lock's while a snapshot is open.
    ///
    /// `sslmode=disable` never encrypts, `prefer` (the default) and `require` encrypt without
    /// asking who the server is unless `sslrootcert` names a file of root certificates, and
    /// `verify-full` checks the server's certificate and name.
    pub async fn connect(url: &str, each: usize) -> Result<Self, StoreError> {
        Self::connect_as(url, Connections::of(each, each), KeyUse::Remembered).await
    }

    /// The same for a process of which it is known whether it relies on what it read of keys.
    pub async fn connect_as(
        url: &str,
        connections: Connections,
        key_use: KeyUse,
    ) -> Result<Self, StoreError> {
        let connector = Connector::from_url(url)?;
        let listener = Listener::start(connector.clone(), key_use).await?;
        let runtime = Handle::current();
        let inner = Inner {
            reads: pool(&connector, &runtime, connections.reads)?,
            work: pool(&connector, &runtime, connections.work)?,
            connector,
            runtime,
            connections,
            listener,
            held: Mutex::new(None),
        };
        Ok(Self {
            inner: Arc::new(inner),
            works: false,
        })
    }

    /// The same store for imports, workers and commands: what it reads takes no connection from requests, and may
    /// take longer.
    #[must_use]
    pub fn for_work(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            works: true,
        }
    }

    /// A receiver that changes whenever a process has published a revision. It also changes when
    /// the listener had to connect again, because it may have missed something.
    pub fn catalogue_changes(&self) -> watch::Receiver<u64> {
        self.notices().catalogue_changes()
    }

    /// A receiver that changes whenever deliveries were queued, here or elsewhere.
    pub fn queued_deliveries(&self) -> watch::Receiver<u64> {
        self.notices().queued_deliveries()
    }

    pub(crate) fn notices(&self) -> &ListenerState {
        &self.inner.listener.notices
    }

    /// How others are told of what a transaction does.
    pub(crate) fn telling(&self) -> Telling {
        Telling::by(self.inner.connector.notices())
    }

    /// Takes the catalogue lock, after what a killed import left was cleared.
    pub(crate) async fn take_catalogue(&self) -> Result<CatalogueLock, StoreError> {
        CatalogueLock::take(self.connector(), &self.inner.runtime, *self.working()).await
    }

    /// Keeps the lock for an open snapshot until that ends or its guard is dropped.
    pub(crate) fn keep(&self, snapshot: SnapshotNo, lock: CatalogueLock) -> LockGuard {
        let mut held = self
            .inner
            .held
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *held = Some((snapshot, lock));
        let inner = Arc::downgrade(&self.inner);
        LockGuard::new(move || drop(inner.upgrade().map(|inner| inner.take_lock(snapshot))))
    }

    /// The lock of an open snapshot, when this store holds it: dropping it gives it back.
    pub(crate) fn take_lock(&self, snapshot: SnapshotNo) -> Option<CatalogueLock> {
        self.inner.take_lock(snapshot)
    }

    pub(crate) fn connector(&self) -> &Connector {
        &self.inner.connector
    }

    /// How long what this store is asked to read may take.
    pub(crate) fn reading(&self) -> &Limits {
        let Connections {
            reading, working, ..
        } = &self.inner.connections;
        if self.works { working } else { reading }
    }

    /// How long what this store is asked to write may take.
    pub(crate) fn writing(&self) -> &Limits {
        let Connections {
            writing, working, ..
        } = &self.inner.connections;
        if self.works { working } else { writing }
    }

    /// How long what is written to the queue of deliveries may take, whoever does it: its batches are small, and what
    /// they queue bears the time at which they began.
    pub(crate) fn queueing(&self) -> &Limits {
        &self.inner.connections.writing
    }

    /// How long imports may take, whoever asks for one.
    pub(crate) fn working(&self) -> &Limits {
        &self.inner.connections.working
    }

    /// The connections to read on.
    pub(crate) fn readers(&self) -> &Pool<AsyncPgConnection> {
        let inner = &self.inner;
        if self.works {
            &inner.work
        } else {
            &inner.reads
        }
    }

    /// The connections to write on.
    pub(crate) fn workers(&self) -> &Pool<AsyncPgConnection> {
        &self.inner.work
    }

    /// A connection on which a transaction has begun. A session that has ended since it was used last is found out by
    /// that, before anything is done: then all that are not used are done with, and it is tried once more.
    pub(crate) async fn begun(
        &self,
        pool: &Pool<AsyncPgConnection>,
        limits: &Limits,
        transaction: Transaction,
    ) -> Result<Object<AsyncPgConnection>, StoreError> {
        let mut c = checkout(pool, limits).await?;
        match limits.begin(&mut c, transaction).await.map_err(failed) {
            Ok(()) => return Ok(c),
            Err(StoreError::Unreachable(words)) => {
                tracing::debug!(words, "a connection has ended; another one is begun");
            }
            Err(error) => return Err(error),
        }
        drop(Object::take(c));
        pool.retain(|_, _| false);
        let mut c = checkout(pool, limits).await?;
        let begun = limits.begin(&mut c, transaction).await;
        begun.map_err(failed)?;
        Ok(c)
    }

    /// Ends a connection on which nothing can be written, and the others like it that nobody uses: a session stays
    /// read-only, or with the server that was the first one, when others can write again.
    pub(crate) fn part_with(&self, c: Object<AsyncPgConnection>) {
        drop(Object::take(c));
        self.inner.work.retain(|_, _| false);
    }

    /// A connection to work on.
    pub(crate) async fn connection(&self) -> Result<Object<AsyncPgConnection>, StoreError> {
        checkout(&self.inner.work, self.writing()).await
    }
}

/// Connections that are driven by the threads of the runtime that opens the store, whoever asks for one first: requests
/// and the background share them, and the threads of the background may have a lower priority.
fn pool(
    connector: &Connector,
    runtime: &Handle,
    size: usize,
) -> Result<Pool<AsyncPgConnection>, StoreError> {
    let mut config = ManagerConfig::default();
    config.recycling_method = RecyclingMethod::Fast;
    let (opener, runtime) = (connector.clone(), runtime.clone());
    config.custom_setup = Box::new(move |_| {
        let (opener, runtime) = (opener.clone(), runtime.clone());
        async move { opener.connect_in(&runtime).await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config(String::new(), config);
    Pool::builder(manager)
        .max_size(size.max(1))
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| StoreError::Failed(error.to_string()))
}

async fn checkout(
    pool: &Pool<AsyncPgConnection>,
    limits: &Limits,
) -> Result<Object<AsyncPgConnection>, StoreError> {
    use diesel_async::pooled_connection::PoolError as Broken;
    let timeouts = Timeouts {
        wait: Some(limits.connection),
        ..Timeouts::default()
    };
    let taken = pool.timeout_get(&timeouts).await;
    taken.map_err(|error| match error {
        PoolError::Timeout(TimeoutType::Wait) => {
            StoreError::TimedOut("all connections are busy".to_owned())
        }
        PoolError::Backend(Broken::ConnectionError(ConnectionError::BadConnection(words))) => {
            StoreError::Unreachable(words)
        }
        other => StoreError::Unreachable(other.to_string()),
    })
}
