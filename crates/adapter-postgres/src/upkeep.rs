//! How upkeep writes.

use adapter_sql::Failure;
use ports_store::StoreError;

use crate::dialect::Conn;
use crate::limits::Transaction;
use crate::store::PostgresStore;
use crate::transactions::Work;

impl PostgresStore {
    /// Writing work of upkeep, of which all or nothing is done. It may be done again, so it changes nothing but the store.
    #[tracing::instrument(target = "otel", name = "store.write", skip_all, fields(otel.name = "write the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn write_upkeep<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        self.write_in(self.writing(), Transaction::Upkeep, work)
            .await
    }
}
