//! Which offers stand together.

use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::ProductNo;
use ports_store::{GroupedOffer, Regrouped, Regrouping, RegroupingStore, StoreError};

use crate::queries::grouping::regrouping as queries;
use crate::store::SqlStore;

#[async_trait]
impl RegroupingStore for SqlStore {
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
        let (mut hold, freshness) = self.hold_prices(freshness).await?;
        let done = hold
            .revise(async move |c| queries::apply(c, &regroupings, freshness).await)
            .await;
        hold.end().await;
        done
    }
}
