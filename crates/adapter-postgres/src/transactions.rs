//! How work gets a connection, under the names that `adapter-sql/ports` asks for.

use adapter_sql::Failure;
use domain::store::StoreName;
use ports_store::{IdempotencyClaim, ImportedPast, Outcome, StoreError};

use crate::dialect::Conn;
use crate::error::failed;
use crate::lock::{CatalogueLock, rely_on};
use crate::queries::catalogue::history;
use crate::snapshots::partitions::create_partitions_at;
use crate::store::PostgresStore;

/// Work on a connection whose future may go from thread to thread, as a transaction wants it.
pub(crate) trait Work<C, R>:
    AsyncFnOnce(C) -> R + FnOnce(C) -> <Self as Work<C, R>>::Done + Send
{
    /// The future of the work.
    type Done: Future<Output = R>;
}

impl<W, C, R, D> Work<C, R> for W
where
    W: AsyncFnOnce(C) -> R + FnOnce(C) -> D + Send,
    D: Future<Output = R>,
{
    type Done = D;
}

impl PostgresStore {
    /// Reading work, which sees one state.
    pub(crate) async fn read<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let mut c = self.reader().await?;
        self.reading().read(&mut c, work).await.map_err(failed)
    }

    /// Writing work, of which all or nothing is done.
    pub(crate) async fn write<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let mut c = self.connection().await?;
        self.writing().write(&mut c, work).await.map_err(failed)
    }

    /// Writing work of a request, while none with the same idempotency key runs: locks inside the
    /// transaction see to it.
    pub(crate) async fn write_keyed<R, W>(
        &self,
        _: &IdempotencyClaim,
        work: W,
    ) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        self.write(work).await
    }

    /// Writing work of an owner's command, with a key or without; if it took effect, tells all workers: it may
    /// have queued deliveries.
    pub(crate) async fn write_command<T, R, W>(
        &self,
        _: Option<&IdempotencyClaim>,
        work: W,
    ) -> Result<Outcome<T, R>, StoreError>
    where
        T: Send + 'static,
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<Outcome<T, R>, Failure>
            + Work<&'c mut Conn, Result<Outcome<T, R>, Failure>, Done: Send>
            + 'static,
    {
        let telling = self.telling();
        self.write(async move |c: &mut Conn| {
            let written = work(c).await?;
            if matches!(written, Outcome::Done(_)) {
                telling.of_deliveries(c).await?;
            }
            Ok(written)
        })
        .await
    }

    /// Writing work under the catalogue lock, after what a killed import left was cleared.
    pub(crate) async fn write_locked<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let lock = CatalogueLock::take(self.connector()).await?;
        self.write_under(lock, work).await
    }

    /// The same of work that makes a revision: tells everybody.
    pub(crate) async fn revise<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let telling = self.telling();
        self.write_locked(async move |c: &mut Conn| {
            let revised = work(c).await?;
            telling.of_catalogue(c).await?;
            Ok(revised)
        })
        .await
    }

    /// Saves imported price history, after the partitions for it were created.
    pub(crate) async fn save_past(
        &self,
        store: StoreName,
        pasts: Vec<ImportedPast>,
    ) -> Result<(), StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        let begins = pasts.iter().flat_map(|past| &past.segments);
        create_partitions_at(lock.connection(), begins.map(|segment| segment.from))
            .await
            .map_err(failed)?;
        let telling = self.telling();
        let saving = async move |c: &mut Conn| {
            history::save_imported(c, &store, &pasts).await?;
            telling.of_catalogue(c).await
        };
        self.write_under(lock, saving).await
    }

    /// Runs work in one transaction that relies on the catalogue lock, gives the lock back, and tells this
    /// process.
    async fn write_under<R, W>(&self, mut lock: CatalogueLock, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let term = lock.term();
        let relying = async move |c: &mut Conn| {
            rely_on(c, term).await?;
            work(c).await
        };
        let written = self.working().write(lock.connection(), relying).await;
        lock.release().await;
        self.notices().bump_catalogue();
        written.map_err(failed)
    }
}
