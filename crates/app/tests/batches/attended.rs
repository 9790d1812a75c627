//! A store of which a test sees, or lets fail, what is done at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};

use adapter_sqlite::SqliteStore;
use app::importing::import_snapshot::SnapshotImporter;
use async_trait::async_trait;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo};
use domain::placement::MatchKey;
use fakes::ManualClock;
use ports_store::{
    Candidate, KeyedProduct, KnownOffer, OpenSnapshot, OpenedSnapshot, Published, SnapshotStore,
    SnapshotSummary, StageBatch, StoreError,
};
use tokio::sync::Barrier;

use crate::support::importer;

/// A store in which the first offers are staged only when keys are looked for meanwhile, or in which staging offers
/// fails from some time on.
pub struct Attended {
    store: SqliteStore,
    meeting: Option<Barrier>,
    /// How many batches of offers are staged before one fails.
    patience: AtomicUsize,
    staged: AtomicUsize,
    looked: AtomicUsize,
}

impl Attended {
    pub fn new(store: &SqliteStore, meeting: Option<Barrier>, patience: usize) -> Self {
        Self {
            store: store.clone(),
            meeting,
            patience: AtomicUsize::new(patience),
            staged: AtomicUsize::new(0),
            looked: AtomicUsize::new(0),
        }
    }

    pub fn importer<'a>(&'a self, clock: &'a ManualClock) -> SnapshotImporter<'a> {
        SnapshotImporter {
            snapshots: self,
            ..importer(&self.store, clock)
        }
    }

    async fn meet(&self) {
        if let Some(meeting) = &self.meeting {
            meeting.wait().await;
        }
    }
}

#[async_trait]
impl SnapshotStore for Attended {
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError> {
        self.store.open(snapshot).await
    }

    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError> {
        self.store.known(snapshot, offer_ids).await
    }

    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError> {
        let looks_for_the_second_batch = self.staged.load(Ordering::SeqCst) == 1;
        if looks_for_the_second_batch && self.looked.fetch_add(1, Ordering::SeqCst) == 0 {
            self.meet().await;
        }
        self.store.keyed(snapshot, keys).await
    }

    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError> {
        self.store.candidates(snapshot, products, ids).await
    }

    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError> {
        if !batch.offers.is_empty() {
            if self.staged.fetch_add(1, Ordering::SeqCst) == 0 {
                self.meet().await;
            }
            if self.patience.fetch_sub(1, Ordering::SeqCst) == 0 {
                return Err(StoreError::Failed("the disk is gone".to_owned()));
            }
        }
        self.store.stage(snapshot, batch).await
    }

    async fn unreplaced(
        &self,
        snapshot: SnapshotNo,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<OfferNo>, StoreError> {
        self.store.unreplaced(snapshot, after, limit).await
    }

    async fn retire(&self, snapshot: SnapshotNo, offers: &[OfferNo]) -> Result<(), StoreError> {
        self.store.retire(snapshot, offers).await
    }

    async fn publish(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<Published, StoreError> {
        self.store.publish(snapshot, summary).await
    }

    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError> {
        self.store.discard(snapshot).await
    }
}
