//! Price history.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::store::StoreName;
use ports_store::{
    HistoryKeeping, HistoryStore, ImportedPast, PointRef, PointTarget, ProductHistory, StoreError,
    Untargeted,
};
use time::OffsetDateTime;

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::catalogue::{history, targets};
use crate::reader::one_state;
use crate::snapshots::partitions::create_partitions_at;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl HistoryStore for PostgresStore {
    async fn find_history(
        &self,
        id: &CanonicalProductId,
        since: OffsetDateTime,
    ) -> Result<Option<ProductHistory>, StoreError> {
        one_state!(self, async |c| history::find_history(c, id, since).await)
    }

    async fn targets(
        &self,
        store: &StoreName,
        rows: &[PointRef],
    ) -> Result<Vec<Result<PointTarget, Untargeted>>, StoreError> {
        one_state!(self, async |c| targets::targets(c, store, rows).await)
    }

    async fn imported(
        &self,
        store: &StoreName,
        offers: &[(ProductNo, String)],
    ) -> Result<Vec<ImportedPast>, StoreError> {
        one_state!(self, async |c| history::imported(c, store, offers).await)
    }

    async fn save_imported(
        &self,
        store: &StoreName,
        pasts: &[ImportedPast],
    ) -> Result<(), StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        let begins = pasts.iter().flat_map(|past| &past.segments);
        create_partitions_at(lock.connection(), begins.map(|segment| segment.from))
            .await
            .map_err(failed)?;
        as_revision!(self, lock, c => history::save_imported(c, store, pasts))
    }

    async fn thin(
        &self,
        keeping: HistoryKeeping,
        after: Option<ProductNo>,
    ) -> Result<Option<ProductNo>, StoreError> {
        let mut c = self.connection().await?;
        let thinned = c.transaction(async |c| history::thin(c, keeping, after).await);
        thinned.await.map_err(failed)
    }
}
