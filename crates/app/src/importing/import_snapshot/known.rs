//! What the store already offers under the ids of a batch.

use std::collections::HashMap;

use domain::freshness::Freshness;
use domain::ids::SnapshotNo;
use ports_store::{KnownOffer, OpenedSnapshot, SnapshotStore, StoreError};

use super::rows::{ComparedRow, Row};

/// Looks up what the store offers, a batch at a time.
pub(super) struct KnownOffers<'a> {
    snapshots: &'a dyn SnapshotStore,
    snapshot: SnapshotNo,
    is_store_empty: bool,
}

impl<'a> KnownOffers<'a> {
    pub(super) fn new(snapshots: &'a dyn SnapshotStore, opened: &OpenedSnapshot) -> Self {
        Self {
            snapshots,
            snapshot: opened.no,
            is_store_empty: opened.live_offers == 0,
        }
    }

    /// Puts beside each row what the store offers under its id. A store without offers is not asked.
    pub(super) async fn compare(&self, rows: Vec<Row>) -> Result<Vec<ComparedRow>, StoreError> {
        let mut known = self.find(&rows).await?;
        let compared = rows.into_iter().map(|row| {
            // no two rows have one id
            let known = known.remove(&row.offer.facts.offer_id);
            ComparedRow { row, known }
        });
        Ok(compared.collect())
    }

    async fn find(&self, rows: &[Row]) -> Result<HashMap<String, KnownOffer>, StoreError> {
        if self.is_store_empty {
            return Ok(HashMap::new());
        }
        let ids = rows.iter().map(|row| row.offer.facts.offer_id.clone());
        let ids: Vec<String> = ids.collect();
        let known = self.snapshots.known(self.snapshot, &ids).await?;
        Ok(known.into_iter().map(|k| (k.offer_id.clone(), k)).collect())
    }
}

/// Whether readers may have been told that the offer is stale.
pub(super) fn was_stale(known: &KnownOffer, freshness: Freshness) -> bool {
    !freshness.is_fresh_after_import(known.last_seen_at)
}

/// Whether the price of an offer is held back with its feed.
pub(super) fn is_held_with_feed(known: &KnownOffer) -> bool {
    let held = known.quarantine.as_ref();
    held.is_some_and(|held| held.with_feed.is_some())
}
