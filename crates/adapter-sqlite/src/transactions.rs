//! How work gets a connection, under the names that `adapter-sql/ports` asks for. Each call is one
//! transaction.

use std::future::{Ready, ready};

use adapter_sql::Failure;
use adapter_sql::rows::lock_number;
use domain::store::StoreName;
use ports_store::{IdempotencyClaim, ImportedPasts, Outcome, StoreError};
use time::OffsetDateTime;

use crate::SqliteStore;
use crate::dialect::Conn;
use crate::key_locks::KeyGuard;
use crate::lock::Held;
use crate::pool;
use crate::queries::catalogue::imported;

/// Makes room for the segments of the next quarters: the file needs none.
pub fn prepare_quarters(_: &mut Conn, _: OffsetDateTime) -> Ready<Result<(), Failure>> {
    ready(Ok(()))
}

impl SqliteStore {
    /// Reading work, which sees one state.
    pub(crate) async fn read<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let readers = if self.works {
            &self.inner.work_readers
        } else {
            &self.inner.readers
        };
        pool::read(readers, self.patience().reading, work).await
    }

    /// Writing work, of which all or nothing is done.
    pub(crate) async fn write<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        self.inner.writer.write(*self.patience(), work).await
    }

    /// Writing work of upkeep, likewise.
    pub(crate) async fn write_upkeep<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        self.write(work).await
    }

    /// Writing work of a request, while none with the same idempotency key runs; [`StoreError::Busy`]
    /// when one runs for long.
    pub(crate) async fn write_keyed<R: Send + 'static>(
        &self,
        claim: &IdempotencyClaim,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let _guard = self.lock(claim).await?;
        self.write(work).await
    }

    /// Writing work of an owner's command, with a key or without; if it took effect, tells this process's
    /// worker: it may have queued deliveries.
    pub(crate) async fn write_command<T: Send + 'static, R: Send + 'static>(
        &self,
        claim: Option<&IdempotencyClaim>,
        work: impl AsyncFnOnce(&mut Conn) -> Result<Outcome<T, R>, Failure> + Send + 'static,
    ) -> Result<Outcome<T, R>, StoreError> {
        let written = match claim {
            Some(claim) => self.write_keyed(claim, work).await,
            None => self.write(work).await,
        }?;
        if matches!(written, Outcome::Done(_)) {
            self.inner.queued.bump();
        }
        Ok(written)
    }

    /// Proof that no request with the same idempotency key runs.
    pub(crate) async fn lock(&self, claim: &IdempotencyClaim) -> Result<KeyGuard<'_>, StoreError> {
        self.inner.key_locks.lock(lock_number(claim)).await
    }

    /// Writing work under the catalogue lock, after what a killed import left was cleared.
    pub(crate) async fn write_locked<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let held = self.cleared_lock().await?;
        let written = self.write(work).await;
        drop(held);
        written
    }

    /// The same of work that makes a revision, which may queue deliveries: tells this process's worker.
    pub(crate) async fn revise<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let held = self.cleared_lock().await?;
        let revised = self.write(work).await;
        drop(held);
        self.inner.queued.bump();
        revised
    }

    /// Keeps the catalogue lock over several transactions, after what a killed import left was cleared.
    pub(crate) async fn hold_catalogue(&self) -> Result<CatalogueHold<'_>, StoreError> {
        Ok(CatalogueHold {
            store: self,
            held: self.cleared_lock().await?,
        })
    }

    /// Saves imported price history.
    pub(crate) async fn save_past(
        &self,
        store: StoreName,
        pasts: ImportedPasts,
    ) -> Result<bool, StoreError> {
        self.write_locked(async move |c| imported::save(c, &store, &pasts).await)
            .await
    }
}

/// The catalogue lock over several transactions.
pub(crate) struct CatalogueHold<'a> {
    store: &'a SqliteStore,
    held: Held,
}

impl CatalogueHold<'_> {
    /// Writing work under the lock.
    pub(crate) async fn write<R: Send + 'static>(
        &mut self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        self.store.write(work).await
    }

    /// The same of work that makes a revision.
    pub(crate) async fn revise<R: Send + 'static>(
        &mut self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        let revised = self.write(work).await;
        self.store.inner.queued.bump();
        revised
    }

    /// Gives the lock back.
    pub(crate) fn end(self) -> Ready<()> {
        drop(self.held);
        ready(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::sync::{Arc, Mutex, mpsc};

    use ports_store::{CatalogueReader, CatalogueWriter};
    use tempfile::TempDir;
    use tokio::sync::oneshot;
    use tokio::task::JoinSet;

    use crate::SqliteStore;
    use crate::dialect::Conn;
    use crate::pool::OF_WORK;

    #[tokio::test(flavor = "multi_thread")]
    async fn work_takes_no_connection_from_reads() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("store.db"), 1).await;
        let store = store.unwrap();
        store.migrate().await.unwrap();
        let reading = store.inner.work_readers.get().await.unwrap();
        let writing = store
            .inner
            .writer
            .connection(OF_WORK.writing)
            .await
            .unwrap();
        assert!(store.list(None, 10).await.unwrap().is_empty());
        drop((reading, writing));
        let reading = store.inner.readers.get().await.unwrap();
        let worker = store.for_work();
        assert!(worker.list(None, 10).await.unwrap().is_empty());
        drop(reading);
    }

    /// Writes, and notes when that was its turn.
    fn note(
        store: &SqliteStore,
        name: &'static str,
        order: &Arc<Mutex<Vec<&'static str>>>,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (store, order) = (store.clone(), Arc::clone(order));
        async move {
            let write = async move |_: &mut Conn| {
                order.lock().unwrap().push(name);
                Ok(())
            };
            store.write(write).await.unwrap();
        }
    }

    /// Two stores on one file are two processes: one that imports, and one that serves.
    #[tokio::test(flavor = "multi_thread")]
    async fn who_has_just_written_comes_after_a_process_that_waits() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("store.db");
        let [import, service] = [(); 2].map(|()| SqliteStore::open(&file, 1));
        let (import, service) = (import.await.unwrap(), service.await.unwrap());
        for store in [&import, &service] {
            // connects
            store.write(async |_| Ok(())).await.unwrap();
        }
        let turn = File::open(folder.path().join("store.db.turn")).unwrap();
        for _ in 0..20 {
            let order = Arc::new(Mutex::new(Vec::new()));
            let (begun, has_begun) = oneshot::channel();
            let (end, ends) = mpsc::channel::<()>();
            let mut writing = JoinSet::new();
            let first = import.clone();
            writing.spawn(async move {
                let write = async move |_: &mut Conn| {
                    begun.send(()).unwrap();
                    ends.recv().unwrap();
                    Ok(())
                };
                first.write(write).await.unwrap();
            });
            has_begun.await.unwrap();
            for (store, name) in [(&service, "service"), (&import, "import")] {
                writing.spawn(note(store, name, &order));
                // until the service has the turn
                while turn.try_lock().is_ok() {
                    turn.unlock().unwrap();
                    tokio::task::yield_now().await;
                }
            }
            end.send(()).unwrap();
            writing.join_all().await;
            assert_eq!(*order.lock().unwrap(), ["service", "import"]);
        }
    }

    /// Three batches of work and a request wait for the connection that writes.
    #[tokio::test]
    async fn a_request_writes_before_work_that_waits_as_well() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("store.db"), 1).await;
        let store = store.unwrap();
        let writing = store.inner.writer.connection(OF_WORK.writing).await;
        let (order, mut waiting) = (Arc::new(Mutex::new(Vec::new())), JoinSet::new());
        let work = store.for_work();
        for (asked, name) in [
            (&work, "work"),
            (&work, "work"),
            (&work, "work"),
            (&store, "request"),
        ] {
            waiting.spawn(note(asked, name, &order));
            tokio::task::yield_now().await;
        }
        drop(writing.unwrap());
        waiting.join_all().await;
        assert_eq!(*order.lock().unwrap(), ["work", "request", "work", "work"]);
    }

    /// Nobody gives the connection back: the time is moved on to the end of the wait.
    #[tokio::test]
    async fn a_connection_that_is_waited_for_in_vain_is_no_missing_store() {
        let folder = TempDir::new().unwrap();
        let store = SqliteStore::open(&folder.path().join("store.db"), 1).await;
        let store = store.unwrap();
        let taken = store.inner.readers.get().await.unwrap();
        tokio::time::pause();
        let refused = store.list(None, 10).await;
        assert!(matches!(refused, Err(ports_store::StoreError::TimedOut(_))));
        drop(taken);
    }
}
