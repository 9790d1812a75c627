//! The store: its pool, its listener, and the catalogue lock it may hold.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{PoolError, TimeoutType};
use diesel::ConnectionError;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{
    AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use domain::ids::SnapshotNo;
use futures_util::FutureExt;
use ports_store::{LockGuard, StoreError};
use tokio::sync::watch;

use crate::connect::Connector;
use crate::listener::{KeyUse, Listener, ListenerState};
use crate::lock::CatalogueLock;

pub use crate::listener::notify_catalogue;

/// How long a call waits for a free connection.
const POOL_WAIT: Duration = Duration::from_secs(10);

/// A transaction whose caller stopped waiting in the middle of it lies idle in the pool, with its locks,
/// until its connection is taken again or the server ends it.
const SETUP: &str = "SET idle_in_transaction_session_timeout = '10s'";

/// The catalogue and its access data in `PostgreSQL`. Clones share one pool.
#[derive(Clone)]
pub struct PostgresStore {
    inner: Arc<Inner>,
}

/// This store, as the shared ports call it.
pub use PostgresStore as SqlStore;

struct Inner {
    connector: Connector,
    pool: Pool<AsyncPgConnection>,
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
    /// Connects to the database that `url` names, with at most `pool_size` connections and two
    /// beside them: the listener's, and the catalogue lock's while a snapshot is open.
    ///
    /// `sslmode=disable` never encrypts, `prefer` (the default) and `require` encrypt without
    /// asking who the server is unless `sslrootcert` names a file of root certificates, and
    /// `verify-full` checks the server's certificate and name.
    pub async fn connect(url: &str, pool_size: usize) -> Result<Self, StoreError> {
        Self::connect_as(url, pool_size, KeyUse::Remembered).await
    }

    /// The same for a process of which it is known whether it relies on what it read of keys.
    pub async fn connect_as(
        url: &str,
        pool_size: usize,
        key_use: KeyUse,
    ) -> Result<Self, StoreError> {
        let connector = Connector::from_url(url)?;
        let listener = Listener::start(connector.clone(), key_use).await?;
        let mut config = ManagerConfig::default();
        config.recycling_method = RecyclingMethod::Fast;
        let opener = connector.clone();
        config.custom_setup = Box::new(move |_| {
            let opener = opener.clone();
            async move {
                let mut connection = opener.connect().await?;
                let setup = connection.batch_execute(SETUP).await;
                setup.map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(connection)
            }
            .boxed()
        });
        let manager = AsyncDieselConnectionManager::new_with_config(String::new(), config);
        let pool = Pool::builder(manager)
            .max_size(pool_size.max(1))
            .wait_timeout(Some(POOL_WAIT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let held = Mutex::new(None);
        Ok(Self {
            inner: Arc::new(Inner {
                connector,
                pool,
                listener,
                held,
            }),
        })
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

    /// A connection of the pool.
    pub(crate) async fn connection(&self) -> Result<Object<AsyncPgConnection>, StoreError> {
        use diesel_async::pooled_connection::PoolError as Broken;
        self.inner.pool.get().await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => {
                StoreError::Unreachable("all connections of the pool are busy".to_owned())
            }
            PoolError::Backend(Broken::ConnectionError(ConnectionError::BadConnection(words))) => {
                StoreError::Unreachable(words)
            }
            other => StoreError::Unreachable(other.to_string()),
        })
    }
}
