//! What is done to deliveries in this store's own way.

use adapter_sql::Failure;
use domain::webhook::fair::DeliveryCapacity;
use ports_store::{DeliveryStore, LeasedDelivery, MaintenanceReport, StoreError};
use time::OffsetDateTime;

use crate::SqliteStore;
use crate::dialect::Conn;
use crate::queries::webhooks::dispatching;

impl SqliteStore {
    /// Takes deliveries that are due.
    pub(crate) async fn lease_deliveries(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
        places: DeliveryCapacity,
    ) -> Result<Vec<LeasedDelivery>, StoreError> {
        // most looks find nothing, which is seen without the write lock
        let next_due = self.next_due(now, &places).await?;
        if next_due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        self.write(async move |c| dispatching::lease_due(c, now, until, &places).await)
            .await
    }

    /// Reading work on the queue of deliveries.
    pub(crate) async fn read_queue<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        self.read(work).await
    }

    /// Writing work on the queue of deliveries.
    pub(crate) async fn write_queue<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<R, Failure> + Send + 'static,
    ) -> Result<R, StoreError> {
        self.write(work).await
    }

    /// Writing work that may queue deliveries, or let some be claimed; if it did, tells this process's worker.
    pub(crate) async fn write_deliveries(
        &self,
        work: impl AsyncFnOnce(&mut Conn) -> Result<MaintenanceReport, Failure> + Send + 'static,
    ) -> Result<MaintenanceReport, StoreError> {
        let done = self.write(work).await?;
        if done.is_some() {
            self.inner.queued.bump();
        }
        Ok(done)
    }
}
