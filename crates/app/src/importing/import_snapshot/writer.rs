//! Staging the versions of offers that differ from those in force.

use domain::freshness::Freshness;
use domain::ids::{ProductNo, SnapshotNo};
use domain::plausibility::Quarantine;
use domain::store::StoreTerms;
use domain::watch::MinimumPriceCandidate;
use ports_store::{
    Assignment, KnownOffer, OpenedSnapshot, SnapshotStore, StageBatch, StagedOffer, StoreError,
};
use ports_system::Clock;

use super::assign::NewKnowledge;
use super::known::was_stale;
use super::rows::{JudgedRow, PlacedRow, Row};

/// Writes batches that readers do not see yet.
pub(super) struct Writer<'a> {
    snapshots: &'a dyn SnapshotStore,
    clock: &'a dyn Clock,
    snapshot: SnapshotNo,
    terms: StoreTerms,
    /// As of when the feed says that its offers are so.
    observed: Freshness,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        snapshots: &'a dyn SnapshotStore,
        clock: &'a dyn Clock,
        observed: Freshness,
        opened: &OpenedSnapshot,
    ) -> Self {
        Self {
            snapshots,
            clock,
            snapshot: opened.no,
            terms: opened.store.terms.clone(),
            observed,
        }
    }

    /// Stages what a batch brings into the catalogue, with which the next one is compared; the numbers of its products, in
    /// order.
    pub(super) async fn stage_knowledge(
        &self,
        new: NewKnowledge,
    ) -> Result<Vec<ProductNo>, StoreError> {
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let NewKnowledge {
            products,
            learned,
            reviews,
        } = new;
        let batch = StageBatch {
            products,
            learned,
            reviews,
            offers: Vec::new(),
        };
        self.snapshots.stage(self.snapshot, &batch).await
    }

    /// Stages offers of products that are there, with which nothing else of their feed is compared.
    pub(super) async fn stage_offers(&self, offers: Vec<StagedOffer>) -> Result<(), StoreError> {
        if offers.is_empty() {
            return Ok(());
        }
        let batch = StageBatch {
            offers,
            ..StageBatch::default()
        };
        self.snapshots.stage(self.snapshot, &batch).await?;
        Ok(())
    }

    /// The versions of offers that these rows are; `new` are the numbers of the products that their batch makes.
    pub(super) fn versions(
        &self,
        rows: Vec<JudgedRow>,
        new: &[ProductNo],
    ) -> Result<Vec<StagedOffer>, StoreError> {
        let missing = || StoreError::Failed("a new product was not given a number".to_owned());
        let version = |row| {
            let mut version = self.version(row);
            if let Assignment::New(place) = version.assignment {
                let no = new.get(place).ok_or_else(missing)?;
                version.assignment = Assignment::Existing(*no);
            }
            Ok(version)
        };
        rows.into_iter().map(version).collect()
    }

    fn version(&self, judged: JudgedRow) -> StagedOffer {
        let JudgedRow {
            placed,
            quarantine,
            is_still_held: _,
            evidence: _,
        } = judged;
        let same_price = self.same_price(&placed, quarantine.as_ref());
        let ends_segment = same_price.is_none();
        let price_since = same_price.map_or(self.observed.now, |known| known.price_since);
        let same_product = placed.known_of_its_product().is_some();
        let PlacedRow { row, known, place } = placed;
        let Row {
            offer,
            content,
            identity,
        } = row;
        let facts = offer.facts;
        let freshness = Freshness {
            now: self.clock.now(),
            ..self.observed
        };
        let candidate = MinimumPriceCandidate {
            facts: &facts,
            terms: &self.terms,
            is_held: quarantine.is_some(),
            seen_at: self.observed.now,
        };
        let bid = candidate.stated_price(freshness);
        let unchanged = known.as_ref().filter(|known| known.content == content);
        let stated = facts.stated_updated_at.unwrap_or(self.observed.now);
        let updated_at =
            unchanged.map_or_else(|| stated.min(self.observed.now), |known| known.updated_at);
        let same_answers = same_product
            && unchanged.is_some_and(|known| {
                known.quarantine == quarantine && !was_stale(known, freshness)
            });
        StagedOffer {
            updated_at,
            price_since,
            seen_at: self.observed.now,
            replaces: known.as_ref().map(|known| known.no),
            changes_answers: !same_answers,
            ends_segment,
            quarantine,
            bid,
            assignment: place.assignment,
            rung: place.rung,
            confidence: place.confidence,
            identity: offer.identity,
            identity_digest: identity,
            content,
            facts,
        }
    }

    /// The version in force when its price segment goes on: nothing differs that a segment is made
    /// of, and the offer was seen again within its time to live. No price is carried over a hole.
    fn same_price<'k>(
        &self,
        placed: &'k PlacedRow,
        quarantine: Option<&Quarantine>,
    ) -> Option<&'k KnownOffer> {
        let facts = &placed.row.offer.facts;
        placed.known_of_its_product().filter(|known| {
            known.item_price == facts.item_price
                && known.delivery_cost == facts.delivery_cost
                && known.can_be_ordered == facts.availability.can_be_ordered()
                && known.condition == facts.condition
                && known.quarantine.as_ref() == quarantine
                && self.observed.is_fresh(known.last_seen_at)
        })
    }
}
