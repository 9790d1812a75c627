//! Price history.

use async_trait::async_trait;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::store::StoreName;
use ports_store::{
    HistoryKeeping, HistoryStore, ImportedPast, ImportedPasts, PointRef, PointTarget,
    ProductHistory, StoreError, Untargeted,
};
use time::OffsetDateTime;

use crate::queries::catalogue::{history, imported, targets};
use crate::store::SqlStore;

#[async_trait]
impl HistoryStore for SqlStore {
    async fn find_histories(
        &self,
        ids: &[CanonicalProductId],
        since: OffsetDateTime,
    ) -> Result<Vec<Option<ProductHistory>>, StoreError> {
        let ids = ids.to_vec();
        self.read(async move |c| history::find_histories(c, &ids, since).await)
            .await
    }

    async fn targets(
        &self,
        store: &StoreName,
        rows: &[PointRef],
    ) -> Result<Vec<Result<PointTarget, Untargeted>>, StoreError> {
        let (store, rows) = (store.clone(), rows.to_vec());
        self.read(async move |c| targets::targets(c, &store, &rows).await)
            .await
    }

    async fn imported(
        &self,
        store: &StoreName,
        offers: &[(ProductNo, String)],
    ) -> Result<ImportedPasts, StoreError> {
        let (store, offers) = (store.clone(), offers.to_vec());
        self.read(async move |c| imported::find(c, &store, &offers).await)
            .await
    }

    async fn save_imported(
        &self,
        store: &StoreName,
        pasts: &[ImportedPast],
        read_at: Revision,
    ) -> Result<bool, StoreError> {
        let pasts = ImportedPasts {
            pasts: pasts.to_vec(),
            revision: read_at,
        };
        self.save_past(store.clone(), pasts).await
    }

    async fn thin(
        &self,
        keeping: HistoryKeeping,
        after: Option<ProductNo>,
    ) -> Result<Option<ProductNo>, StoreError> {
        self.write_upkeep(async move |c| history::thin(c, keeping, after).await)
            .await
    }
}
