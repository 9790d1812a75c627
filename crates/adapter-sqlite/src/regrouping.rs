//! Which offers stand together, each call one transaction of `queries`.

use async_trait::async_trait;
use domain::ids::ProductNo;
use domain::watch::Freshness;
use ports_store::{GroupedOffer, Regrouped, Regrouping, RegroupingStore, StoreError};

use crate::SqliteStore;
use crate::queries::grouping::regrouping as queries;

#[async_trait]
impl RegroupingStore for SqliteStore {
    async fn grouped_offers(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<GroupedOffer>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| queries::grouped_offers(c, &products).await)
            .await
    }

    async fn apply_regroupings(
        &self,
        regroupings: &[Regrouping],
        freshness: Freshness,
    ) -> Result<Regrouped, StoreError> {
        let regroupings = regroupings.to_vec();
        let held = self.cleared_lock().await?;
        let regrouped = self
            .write(async move |c| queries::apply(c, &regroupings, freshness).await)
            .await;
        drop(held);
        self.inner.queued.bump();
        regrouped
    }
}
