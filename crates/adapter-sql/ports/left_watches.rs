//! Looking at the watches that revisions have left, and holding the catalogue for work that moves prices.

use domain::freshness::Freshness;
use domain::ids::SnapshotNo;
use ports_store::{MaintenanceReport, SnapshotSummary, StoreError};
use tokio::time::Instant;

use crate::dialect::Conn;
use crate::queries::alerts::left::{self, LeftWatches};
use crate::queries::alerts::look::Look;
use crate::queries::alerts::triggers;
use crate::queries::importing::snapshots::fence_shared;
use crate::store::SqlStore;
use crate::transactions::CatalogueHold;

/// How often a batch of what is left is tried where others keep what it needs: all that was staged would be lost.
const TRIES: u32 = 6;

impl SqlStore {
    /// Looks at some of the watches that revisions have left to workers.
    pub(super) async fn look_at_watches(
        &self,
        freshness: Freshness,
    ) -> Result<MaintenanceReport, StoreError> {
        self.look_at_some(Look::of_worker(freshness)).await
    }

    /// Keeps the catalogue lock for work that moves prices, after the watches that earlier revisions have left were looked at;
    /// with the time of the last look.
    pub(super) async fn hold_prices(
        &self,
        freshness: Freshness,
    ) -> Result<(CatalogueHold<'_>, Freshness), StoreError> {
        let hold = self.hold_catalogue().await?;
        let freshness = self.look_at_all_left(freshness).await?;
        Ok((hold, freshness))
    }

    /// Looks at all watches that earlier revisions have left, before a snapshot that is staged becomes the next one; what is to be
    /// published, at the time that it is then.
    pub(crate) async fn look_at_left_before(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<SnapshotSummary, StoreError> {
        let fence = self
            .read(async move |c| fence_shared(c, snapshot).await)
            .await?;
        let freshness = Freshness {
            now: summary.published_at,
            ..fence.freshness
        };
        let freshness = self.look_at_all_left(freshness).await?;
        Ok(SnapshotSummary {
            published_at: freshness.now,
            ..summary.clone()
        })
    }

    /// Looks at all watches that revisions have left, what a publisher left that was killed included: whoever has the
    /// catalogue lock does it before another revision takes prices back. Those of a product that cannot be looked at are
    /// left to workers; who is kept waiting too long tries again a few times; any other error is the caller's, who moves no
    /// price then. The time goes on by whole seconds, so that it is another one only where that takes some, and what follows
    /// is no earlier than what was found.
    async fn look_at_all_left(&self, freshness: Freshness) -> Result<Freshness, StoreError> {
        let (began, mut fired, mut tries) = (Instant::now(), 0, 1);
        loop {
            let since = i64::try_from(began.elapsed().as_secs()).unwrap_or_default();
            let now = freshness.now + time::Duration::seconds(since);
            let freshness = Freshness { now, ..freshness };
            match self.look_at_some(Look::of_lock_holder(freshness)).await {
                Ok(report) if report.is_some() => {
                    fired += report.fired;
                    tries = 1;
                }
                Ok(_) => {
                    if fired > 0 {
                        tracing::info!(fired, "watches that earlier revisions had left");
                    }
                    return Ok(freshness);
                }
                Err(error @ StoreError::TimedOut(_)) if tries < TRIES => {
                    tracing::warn!(tries, %error, "watches that are left wait for others; again");
                    tries += 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Looks at some of the watches that revisions have left to be looked at. Where those of one product cannot be,
    /// each product of the batch is tried alone; it stays for the next call.
    async fn look_at_some(&self, look: Look) -> Result<MaintenanceReport, StoreError> {
        // mostly there are none, and then nobody who changes watches has to wait
        let waiting = async move |c: &mut Conn| left::next_products(c, look).await;
        if self.read(waiting).await?.is_empty() {
            return Ok(MaintenanceReport::default());
        }
        let looked = self
            .write_deliveries(async move |c| left::check_some(c, look).await)
            .await;
        if !matches!(looked, Err(StoreError::Failed(_) | StoreError::Corrupt(_))) {
            return looked;
        }
        let mut report = MaintenanceReport::default();
        for product in self.read(waiting).await? {
            let looked = self
                .write_deliveries(async move |c| {
                    triggers::lock(c).await?;
                    left::check_product(c, product, look).await
                })
                .await;
            match looked {
                Ok(one) => report = report.and(one),
                Err(error @ (StoreError::Failed(_) | StoreError::Corrupt(_))) => {
                    tracing::error!(product, %error, "watches of a product cannot be looked at");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(report)
    }

    /// Fires the watches that publishing a revision has left, a few at a time, as long as the catalogue lock is kept; how
    /// many fired. What cannot be is left to workers.
    pub(crate) async fn fire_left(&self, left: Option<LeftWatches>) -> u64 {
        let Some(left) = left else { return 0 };
        let (began, mut fired) = (Instant::now(), 0);
        loop {
            let since = time::Duration::try_from(began.elapsed()).unwrap_or_default();
            let some = self.write_deliveries(async move |c| left::fire_left(c, left, since).await);
            match some.await {
                Ok(report) if report.is_some() => fired += report.fired,
                Ok(_) => return fired,
                Err(error) => {
                    tracing::warn!(%error, "watches of the revision are left to workers");
                    return fired;
                }
            }
        }
    }
}
