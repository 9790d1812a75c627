//! Scales.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::fit::{Scale, ScaleVersion};
use domain::ids::ProductNo;
use domain::product::Product;
use ports_store::{ScaleStore, StoreError, StoredScales};
use time::OffsetDateTime;

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::catalogue::scales as queries;
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl ScaleStore for PostgresStore {
    async fn find_scales(&self) -> Result<Option<StoredScales>, StoreError> {
        one_state!(self, async |c| queries::find_scales(c).await)
    }

    async fn count_described(&self) -> Result<u64, StoreError> {
        one_state!(self, async |c| queries::count_described(c).await)
    }

    async fn list_described(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<Product>, StoreError> {
        one_state!(self, async |c| queries::list_described(c, after, limit)
            .await)
    }

    async fn save_scales(
        &self,
        made_at: OffsetDateTime,
        measured: u64,
        scales: &[Scale],
    ) -> Result<ScaleVersion, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::save_scales(c, (made_at, measured), scales))
    }
}
