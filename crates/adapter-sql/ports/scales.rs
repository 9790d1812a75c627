//! Scales.

use async_trait::async_trait;
use domain::ids::ProductNo;
use domain::product::Product;
use ports_store::{ScaleStore, StoreError, StoredScales};
use product_knowledge::fit::{Scale, ScaleVersion};
use time::OffsetDateTime;

use crate::queries::catalogue::scales as queries;
use crate::store::SqlStore;

#[async_trait]
impl ScaleStore for SqlStore {
    async fn find_scales(&self) -> Result<Option<StoredScales>, StoreError> {
        self.read(queries::find_scales).await
    }

    async fn count_described(&self) -> Result<u64, StoreError> {
        self.read(queries::count_described).await
    }

    async fn list_described(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<Product>, StoreError> {
        self.read(async move |c| queries::list_described(c, after, limit).await)
            .await
    }

    async fn save_scales(
        &self,
        made_at: OffsetDateTime,
        measured: u64,
        scales: &[Scale],
    ) -> Result<ScaleVersion, StoreError> {
        let scales = scales.to_vec();
        self.revise(async move |c| queries::save_scales(c, made_at, measured, &scales).await)
            .await
    }
}
