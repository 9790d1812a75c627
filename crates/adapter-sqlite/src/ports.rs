//! The ports, each call one transaction of `queries`.

use async_trait::async_trait;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, Revision, SnapshotNo};
use domain::matching::MatchKey;
use domain::money::Amount;
use domain::store::{Store, StoreName};
use domain::watch::Freshness;
use ports_store::{
    AccessStore, ApiKey, Candidate, CatalogueReader, CatalogueWriter, CataloguedProduct, Changes,
    Deployment, KeyWithWorkspace, KeyedProduct, KnownOffer, NewApiKey, OpenSnapshot,
    OpenedSnapshot, ProductBatch, ProductRecord, Published, SnapshotStore, SnapshotSummary,
    StageBatch, StoreError, StoreTermsChange, Workspace, WorkspaceChange,
};
use time::OffsetDateTime;

use crate::queries::access;
use crate::queries::catalogue::{reading, writing};
use crate::queries::importing::{candidates, clearing, publishing, snapshots};
use crate::{SqliteStore, migrations, stage};

#[async_trait]
impl CatalogueReader for SqliteStore {
    async fn revision(&self) -> Result<Revision, StoreError> {
        self.read(reading::revision).await.map(Revision)
    }

    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        let id = id.clone();
        self.read(async move |c| reading::find(c, &id).await).await
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        let products = products.to_vec();
        self.read(async move |c| reading::load(c, &products).await)
            .await
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        self.read(async move |c| reading::list(c, after, limit).await)
            .await
    }

    async fn changes(&self, since: Revision) -> Result<Changes, StoreError> {
        self.read(async move |c| reading::changes(c, since).await)
            .await
    }

    async fn list_stores(&self) -> Result<Vec<Store>, StoreError> {
        self.read(reading::list_stores).await
    }

    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError> {
        self.read(reading::list_category_delivery).await
    }
}

#[async_trait]
impl CatalogueWriter for SqliteStore {
    async fn migrate(&self) -> Result<(), StoreError> {
        self.on_schema(migrations::run).await
    }

    async fn claim_deployment(&self, wanted: Deployment) -> Result<Deployment, StoreError> {
        // one statement that touches no revision: needs no catalogue lock, and works while an
        // import runs
        self.write(async move |c| writing::claim_deployment(c, wanted).await)
            .await
    }

    async fn save_products(
        &self,
        products: &[CataloguedProduct],
    ) -> Result<ProductBatch, StoreError> {
        let products = products.to_vec();
        let held = self.cleared_lock().await?;
        let saved = self
            .write(async move |c| writing::save_products(c, &products).await)
            .await;
        drop(held);
        saved
    }

    async fn save_store(
        &self,
        name: &StoreName,
        change: &StoreTermsChange,
        freshness: Freshness,
    ) -> Result<Store, StoreError> {
        let (name, change) = (name.clone(), change.clone());
        let held = self.cleared_lock().await?;
        let saved = self
            .write(async move |c| writing::save_store(c, &name, &change, freshness).await)
            .await;
        drop(held);
        self.inner.queued.bump();
        saved
    }
}

#[async_trait]
impl SnapshotStore for SqliteStore {
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError> {
        let (snapshot, store) = (snapshot.clone(), snapshot.store.clone());
        let held = self.cleared_lock().await?;
        self.compact().await?;
        let live_offers = self
            .read(async move |c| snapshots::live_offers(c, &store).await)
            .await?;
        let opened = self
            .write(async move |c| snapshots::open(c, &snapshot, live_offers).await)
            .await?;
        let lock = self.keep(opened.no, held);
        Ok(OpenedSnapshot { lock, ..opened })
    }

    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError> {
        let offer_ids = offer_ids.to_vec();
        self.read(async move |c| snapshots::known(c, snapshot, &offer_ids).await)
            .await
    }

    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError> {
        let keys = keys.to_vec();
        self.read(async move |c| candidates::keyed(c, snapshot, &keys).await)
            .await
    }

    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError> {
        let (products, ids) = (products.to_vec(), ids.to_vec());
        self.read(async move |c| candidates::candidates(c, snapshot, &products, &ids).await)
            .await
    }

    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError> {
        let batch = batch.clone();
        self.write(async move |c| stage::stage(c, snapshot, &batch).await)
            .await
    }

    async fn unreplaced(
        &self,
        snapshot: SnapshotNo,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<OfferNo>, StoreError> {
        self.read(async move |c| snapshots::unreplaced(c, snapshot, after, limit).await)
            .await
    }

    async fn retire(&self, snapshot: SnapshotNo, offers: &[OfferNo]) -> Result<(), StoreError> {
        let offers = offers.to_vec();
        self.write(async move |c| stage::retire(c, snapshot, &offers).await)
            .await
    }

    async fn publish(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<Published, StoreError> {
        let summary = summary.clone();
        // dropped wherever this ends
        let held = self.inner.lock.release(snapshot);
        let published = self
            .write(async move |c| publishing::publish(c, snapshot, &summary).await)
            .await?;
        self.inner.queued.bump();
        if let Err(error) = self.compact().await {
            tracing::warn!(%error, "published; what was replaced is moved by the next import");
        }
        drop(held);
        Ok(published)
    }

    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError> {
        let held = self.inner.lock.release(snapshot);
        self.write(async move |c| {
            snapshots::fence(c, snapshot).await?;
            clearing::take_over(c).await
        })
        .await?;
        self.clear().await?;
        drop(held);
        Ok(())
    }
}

#[async_trait]
impl AccessStore for SqliteStore {
    async fn save_workspace(
        &self,
        name: &str,
        change: &WorkspaceChange,
    ) -> Result<Workspace, StoreError> {
        let (name, change) = (name.to_owned(), change.clone());
        self.write(async move |c| access::save_workspace(c, &name, &change).await)
            .await
    }

    async fn insert_key(&self, key: &NewApiKey) -> Result<ApiKey, StoreError> {
        let key = key.clone();
        self.write(async move |c| access::insert_key(c, &key).await)
            .await
    }

    async fn find_key(&self, digest: &[u8; 32]) -> Result<Option<KeyWithWorkspace>, StoreError> {
        let digest = *digest;
        self.read(async move |c| access::find_key(c, &digest).await)
            .await
    }

    async fn list_keys(&self, workspace: Option<&str>) -> Result<Vec<ApiKey>, StoreError> {
        let workspace = workspace.map(str::to_owned);
        self.read(async move |c| access::list_keys(c, workspace.as_deref()).await)
            .await
    }

    async fn revoke_key(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<Option<ApiKey>, StoreError> {
        let id = id.to_owned();
        self.write(async move |c| access::revoke_key(c, &id, now).await)
            .await
    }

    fn access_epoch(&self) -> Option<u64> {
        self.data_version()
            .ok()
            .and_then(|version| u64::try_from(version).ok())
    }
}
