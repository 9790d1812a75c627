//! The offers that a full snapshot does not name.

use std::collections::HashSet;

use domain::ids::{OfferNo, SnapshotNo};
use domain::num::u64_from_usize;
use domain::snapshot::renamed::{NewOffers, Traits};
use ports_store::{EvidenceStore, OpenedSnapshot, SnapshotStore, StoreError};

use super::BATCH;
use super::rows::PlacedRow;

/// Ends offers that are gone. Those that were replaced are known to the store; those that are as they were, for which
/// nothing is written, are remembered here.
pub(super) struct Retirement<'a> {
    snapshots: &'a dyn SnapshotStore,
    evidence: &'a dyn EvidenceStore,
    snapshot: SnapshotNo,
    seen: HashSet<OfferNo>,
    /// The store has offers that may be gone.
    may_lose: bool,
    new: NewOffers,
}

impl<'a> Retirement<'a> {
    pub(super) fn new(
        snapshots: &'a dyn SnapshotStore,
        evidence: &'a dyn EvidenceStore,
        opened: &OpenedSnapshot,
    ) -> Self {
        Self {
            snapshots,
            evidence,
            snapshot: opened.no,
            may_lose: opened.live_offers > 0,
            seen: HashSet::new(),
            new: NewOffers::default(),
        }
    }

    /// The feed names this offer as it is.
    pub(super) fn saw(&mut self, offer: OfferNo) {
        self.seen.insert(offer);
    }

    /// The feed names an offer under an id that the store did not have.
    pub(super) fn came(&mut self, placed: &PlacedRow) {
        if !self.may_lose {
            return;
        }
        let offer = &placed.row.offer;
        self.new.add(&Traits {
            product: placed.existing_product(),
            condition: offer.facts.condition,
            link: &offer.facts.url,
            title: &offer.identity.title,
            price: offer.facts.item_price,
        });
    }

    /// How many of these offers the feed names under other ids.
    pub(super) async fn renamed(&mut self, missing: &[OfferNo]) -> Result<u64, StoreError> {
        if self.new.is_empty() {
            return Ok(0);
        }
        let mut successors = std::mem::take(&mut self.new).into_successors();
        let mut renamed: usize = 0;
        for batch in missing.chunks(BATCH) {
            let gone = self.evidence.traits(batch).await?;
            let taken = gone.iter().filter(|gone| {
                successors.take(&Traits {
                    product: Some(gone.product),
                    condition: gone.condition,
                    link: &gone.url,
                    title: &gone.title,
                    price: gone.item_price,
                })
            });
            renamed += taken.count();
        }
        Ok(u64_from_usize(renamed))
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
