//! The offers that a full snapshot does not name.

use std::collections::HashSet;

use domain::ids::{OfferNo, SnapshotNo};
use ports_store::{SnapshotStore, StoreError};

use super::BATCH;

/// Ends offers that are gone. Those that were replaced are known to the store; those that are as they were, for which
/// nothing is written, are remembered here.
pub(super) struct Retirement<'a> {
    snapshots: &'a dyn SnapshotStore,
    snapshot: SnapshotNo,
    seen: HashSet<OfferNo>,
}

impl<'a> Retirement<'a> {
    pub(super) fn new(snapshots: &'a dyn SnapshotStore, snapshot: SnapshotNo) -> Self {
        Self {
            snapshots,
            snapshot,
            seen: HashSet::new(),
        }
    }

    /// The feed names this offer as it is.
    pub(super) fn saw(&mut self, offer: OfferNo) {
        self.seen.insert(offer);
    }

    /// The store's offers that were neither replaced nor seen.
    pub(super) async fn missing(&self) -> Result<Vec<OfferNo>, StoreError> {
        let mut missing: Vec<OfferNo> = Vec::new();
        let mut after = None;
        let limit = u32::try_from(BATCH).unwrap_or(u32::MAX);
        loop {
            let page = self.snapshots.unreplaced(self.snapshot, after, limit);
            let page = page.await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            missing.extend(page.into_iter().filter(|no| !self.seen.contains(no)));
        }
        Ok(missing)
    }

    /// Ends these offers.
    pub(super) async fn retire(&self, missing: &[OfferNo]) -> Result<(), StoreError> {
        for batch in missing.chunks(BATCH) {
            self.snapshots.retire(self.snapshot, batch).await?;
        }
        Ok(())
    }
}
