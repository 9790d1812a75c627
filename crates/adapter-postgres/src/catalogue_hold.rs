use adapter_sql::Failure;
use ports_store::StoreError;

use crate::dialect::Conn;
use crate::error::failed;
use crate::lock::{CatalogueLock, rely_on};
use crate::store::PostgresStore;
use crate::transactions::Work;

/// The catalogue lock over several transactions; dropping it gives the lock back.
pub(crate) struct CatalogueHold<'a> {
    store: &'a PostgresStore,
    lock: CatalogueLock,
}

impl<'a> CatalogueHold<'a> {
    /// Takes the lock, after what a killed import left was cleared.
    pub(crate) async fn take(store: &'a PostgresStore) -> Result<Self, StoreError> {
        let lock = store.take_catalogue().await?;
        Ok(Self { store, lock })
    }

    /// A connection for work under the lock.
    pub(crate) fn connection(&mut self) -> &mut Conn {
        self.lock.connection()
    }

    /// Writing work in a transaction that relies on the lock.
    pub(crate) async fn write<R, W>(&mut self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        let term = self.lock.term();
        let relying = async move |c: &mut Conn| {
            rely_on(c, term).await?;
            work(c).await
        };
        let limits = self.store.working();
        let written = limits.write(self.lock.connection(), relying).await;
        written.map_err(failed)
    }

    /// The same of work that makes a revision: tells everybody.
    pub(crate) async fn revise<R, W>(&mut self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        let telling = self.store.telling();
        let telling = async move |c: &mut Conn| {
            let revised = work(c).await?;
            telling.of_catalogue(c).await?;
            Ok(revised)
        };
        self.write(telling).await
    }

    /// Gives the lock back, and tells this process.
    pub(crate) async fn end(self) {
        self.lock.release().await;
        self.store.notices().bump_catalogue();
    }
}
