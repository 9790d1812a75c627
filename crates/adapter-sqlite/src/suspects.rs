//! Snapshots whose whole feed is not believed, each call one transaction of `queries`.

use async_trait::async_trait;
use domain::ids::SnapshotNo;
use domain::watch::Freshness;
use ports_store::{HeldSnapshot, SettledSnapshot, StoreError, SuspectStore, Verdict};

use crate::SqliteStore;
use crate::queries::importing::suspects;

#[async_trait]
impl SuspectStore for SqliteStore {
    async fn list_suspects(
        &self,
        after: Option<SnapshotNo>,
        limit: u32,
    ) -> Result<Vec<HeldSnapshot>, StoreError> {
        self.read(async move |c| suspects::list_suspects(c, after, limit).await)
            .await
    }

    async fn settle_snapshot(
        &self,
        snapshot: SnapshotNo,
        verdict: Verdict,
        freshness: Freshness,
    ) -> Result<Option<SettledSnapshot>, StoreError> {
        let held = self.cleared_lock().await?;
        let settled = self
            .write(async move |c| suspects::settle_snapshot(c, snapshot, verdict, freshness).await)
            .await;
        drop(held);
        self.inner.queued.bump();
        settled
    }
}
