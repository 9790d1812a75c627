//! What is done to deliveries in this store's own way.

use adapter_sql::Failure;
use domain::webhook::fair::DeliveryCapacity;
use ports_store::{LeasedDelivery, MaintenanceReport, StoreError};
use time::OffsetDateTime;

use crate::dialect::Conn;
use crate::limits::Transaction;
use crate::queries::webhooks::dispatching;
use crate::store::PostgresStore;
use crate::transactions::Work;

impl PostgresStore {
    /// Takes deliveries that are due.
    pub(crate) async fn lease_deliveries(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        self.write_queue(async move |c| dispatching::lease_due(c, now, until, &places).await)
            .await
    }

    /// Reading work on the queue of deliveries.
    #[tracing::instrument(target = "otel", name = "store.read", skip_all, fields(otel.name = "read the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn read_queue<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + 'static,
    {
        self.read_in(Transaction::IndexedReads, work).await
    }

    /// Writing work on the queue of deliveries: all or nothing is done, and it may be done again.
    #[tracing::instrument(target = "otel", name = "store.write", skip_all, fields(otel.name = "write the store", otel.kind = "client", db.system.name = "postgresql"))]
    pub(crate) async fn write_queue<R, W>(&self, work: W) -> Result<R, StoreError>
    where
        R: Send + 'static,
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<R, Failure>
            + Work<&'c mut Conn, Result<R, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        self.write_in(self.queueing(), Transaction::IndexedWrites, work)
            .await
    }

    /// Writing work that may queue deliveries, or let some be claimed; if it did, tells all workers.
    pub(crate) async fn write_deliveries<W>(&self, work: W) -> Result<MaintenanceReport, StoreError>
    where
        for<'c> W: AsyncFnOnce(&'c mut Conn) -> Result<MaintenanceReport, Failure>
            + Work<&'c mut Conn, Result<MaintenanceReport, Failure>, Done: Send>
            + Clone
            + 'static,
    {
        let telling = self.telling();
        self.write_queue(async move |c: &mut Conn| {
            let done = work(c).await?;
            if done.is_some() {
                telling.of_deliveries(c).await?;
            }
            Ok(done)
        })
        .await
    }
}
