//! Taking stores and products out of the catalogue.

use async_trait::async_trait;
use domain::ids::CanonicalProductId;
use domain::store::StoreName;
use ports_store::{ProductRemoval, RemovalStore, RemovedStore, StoreError, StoreRemoval};

use crate::queries::catalogue::removing;
use crate::store::SqlStore;

#[async_trait]
impl RemovalStore for SqlStore {
    async fn remove_store(&self, name: &StoreName) -> Result<StoreRemoval, StoreError> {
        let name = name.clone();
        let mut hold = self.hold_catalogue().await?;
        let found = hold
            .write(async move |c| removing::store_offering(c, &name).await)
            .await?;
        let Some((store, offers)) = found else {
            hold.end().await;
            return Ok(StoreRemoval::Unknown);
        };
        if offers > 0 {
            hold.end().await;
            return Ok(StoreRemoval::Offers(offers));
        }
        let mut removed = RemovedStore::default();
        let mut after = Some(i64::MIN);
        while let Some(product) = after {
            let past = hold
                .revise(async move |c| removing::remove_some_past(c, store, product).await)
                .await?;
            removed.past_prices += past.segments;
            removed.products += past.products;
            after = past.last;
        }
        while hold
            .write(async move |c| removing::remove_some_records(c, store).await)
            .await?
        {}
        hold.revise(async move |c| removing::remove_store(c, store).await)
            .await?;
        hold.end().await;
        Ok(StoreRemoval::Removed(removed))
    }

    async fn remove_product(
        &self,
        id: &CanonicalProductId,
        ending_watches: bool,
    ) -> Result<ProductRemoval, StoreError> {
        let id = id.clone();
        self.revise(async move |c| removing::remove_product(c, &id, ending_watches).await)
            .await
    }
}
