//! Importing a snapshot: the catalogue lock is kept from `open` to the end of the snapshot, however
//! that comes.

use async_trait::async_trait;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::placement::MatchKey;
use ports_store::{
    Candidate, KeyedProduct, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, SnapshotStore,
    SnapshotSummary, StageBatch, StoreError,
};

use crate::queries::importing::{candidates, clearing, publishing, snapshots};
use crate::{SqliteStore, stage};

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
        // dropped wherever this ends
        let held = self.inner.lock.release(snapshot);
        let summary = self.look_at_left_before(snapshot, summary).await?;
        let mut noted = Some(i64::MIN);
        while let Some(after) = noted {
            let summary = summary.clone();
            noted = self
                .write(async move |c| publishing::note_some(c, snapshot, &summary, after).await)
                .await?;
        }
        let (mut published, left) = self
            .write(async move |c| publishing::publish(c, snapshot, &summary).await)
            .await?;
        self.inner.queued.bump();
        published.triggered += self.fire_left(left).await;
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
