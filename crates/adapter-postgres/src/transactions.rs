//! How work gets a connection, under the names that `adapter-sql/ports` asks for.

use adapter_sql::Failure;
use domain::store::StoreName;
use ports_store::{IdempotencyClaim, ImportedPasts, Outcome, StoreError};

use crate::dialect::Conn;
use crate::error::failed;
use crate::limits::{Limits, Transaction, finish};
use crate::lock::{CatalogueLock, rely_on};
use crate::queries::catalogue::imported;
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
    #[tracing::instrument(target = "otel", name = "store.read", skip_all, fields(otel.name = "read the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn read<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        self.read_in(Transaction::Reads, work).await
    }

    /// Reading work in a transaction of this kind.
    pub(crate) async fn read_in<R, W>(
        &self,
        transaction: Transaction,
        work: W,
    ) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        let (pool, limits) = (self.readers(), self.reading());
        let mut c = self.begun(pool, limits, transaction).await?;
        finish(&mut c, work).await.map_err(failed)
    }

    /// Writing work, of which all or nothing is done. It may be done again, so it changes nothing but the store.
    #[tracing::instrument(target = "otel", name = "store.write", skip_all, fields(otel.name = "write the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn write<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        self.write_in(self.writing(), Transaction::Writes, work)
            .await
    }

    /// Writing work in a transaction of this kind, within these limits.
    pub(crate) async fn write_in<R, W>(
        &self,
        limits: &Limits,
        transaction: Transaction,
        work: W,
    ) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        let mut c = self.begun(self.workers(), limits, transaction).await?;
        let written = limits.write_begun(&mut c, transaction, work).await;
        let written = written.map_err(failed);
        if matches!(written, Err(StoreError::NotWritable(_))) {
            self.part_with(c);
        }
        written
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
            + Clone
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
            + Clone
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
            + Clone
            + 'static,
    {
        let mut hold = self.hold_catalogue().await?;
        let written = hold.write(work).await;
        hold.end().await;
        written
    }

    /// The same of work that makes a revision: tells everybody.
    pub(crate) async fn revise<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        let mut hold = self.hold_catalogue().await?;
        let revised = hold.revise(work).await;
        hold.end().await;
        revised
    }

    /// Saves imported price history, after the partitions for it were created.
    pub(crate) async fn save_past(
        &self,
        store: StoreName,
        pasts: ImportedPasts,
    ) -> Result<bool, StoreError> {
        let mut hold = self.hold_catalogue().await?;
        let begins = pasts.pasts.iter().flat_map(|past| &past.segments);
        let begins = begins.map(|segment| segment.from);
        let created = create_partitions_at(hold.lock.connection(), self.working(), begins).await;
        created.map_err(failed)?;
        let saving = async move |c: &mut Conn| imported::save(c, &store, &pasts).await;
        let saved = hold.revise(saving).await;
        hold.end().await;
        saved
    }

    /// Keeps the catalogue lock over several transactions, after what a killed import left was cleared.
    pub(crate) async fn hold_catalogue(&self) -> Result<CatalogueHold<'_>, StoreError> {
        Ok(CatalogueHold {
            store: self,
            lock: self.take_catalogue().await?,
        })
    }
}

/// The catalogue lock over several transactions; dropping it gives the lock back.
pub(crate) struct CatalogueHold<'a> {
    store: &'a PostgresStore,
    lock: CatalogueLock,
}

impl CatalogueHold<'_> {
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
