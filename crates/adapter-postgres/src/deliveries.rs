//! What is done to deliveries in this store's own way.

use adapter_sql::Failure;
use domain::webhook::fair::DeliveryCapacity;
use ports_store::{LeasedDelivery, MaintenanceReport, StoreError};
use time::OffsetDateTime;

use crate::dialect::Conn;
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
