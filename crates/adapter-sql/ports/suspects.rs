//! Snapshots whose whole feed is not believed.

use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::ids::SnapshotNo;
use ports_store::{
    HeldSnapshot, ReviewDecision, SettledSnapshot, StoreError, SuspectStore, UnseenShop,
};
use time::OffsetDateTime;

use crate::queries::importing::suspects;
use crate::store::SqlStore;

#[async_trait]
impl SuspectStore for SqlStore {
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
        verdict: ReviewDecision,
        freshness: Freshness,
    ) -> Result<Option<SettledSnapshot>, StoreError> {
        let (mut hold, freshness) = self.hold_prices(freshness).await?;
        let done = hold
            .revise(async move |c| suspects::settle_snapshot(c, snapshot, verdict, freshness).await)
            .await;
        hold.end().await;
        done
    }

    async fn list_unseen(
        &self,
        before: OffsetDateTime,
        limit: u32,
    ) -> Result<Vec<UnseenShop>, StoreError> {
        self.read(async move |c| suspects::list_unseen(c, before, limit).await)
            .await
    }
}
