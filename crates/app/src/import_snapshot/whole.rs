//! Whether the feed as a whole is believed, and what follows when it is not.

use domain::ids::{OfferNo, SnapshotNo};
use domain::money::Amount;
use domain::num::u64_from_usize;
use domain::plausibility::feed::{Earlier, FeedTally, Sighting, Suspicion, SuspicionKind};
use domain::plausibility::{self, Asked, STANDS};
use domain::snapshot::SnapshotKind;
use ports_store::{KnownOffer, Verdict};

use super::rows::{Row, Staging};
use super::{BATCH, ImportError, ImportObserver, SnapshotImporter, SnapshotRequest};
use crate::suspects::SuspectId;

/// What is told of a feed as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedNews {
    /// The feed is not believed: what is new or changed in its prices is held back.
    Held {
        /// The snapshot.
        snapshot: SnapshotNo,
        /// Why.
        suspicion: Suspicion,
        /// How many prices are held back that were not before.
        prices: u64,
    },
    /// A feed that would have been refused is taken: it says the same again after a while, or a person
    /// accepted it.
    LetIn(Suspicion),
    /// So many prices that were held back with their feed stand, and are released.
    Released(u64),
}

/// What is gathered of a feed while it is staged.
#[derive(Default)]
pub(super) struct Whole {
    tally: FeedTally,
    released: u64,
}

impl Staging<'_> {
    /// Counts a row. `known` is what the store offers under its id, `same` that when it is of the same
    /// product, and `others` are what other stores ask.
    pub(super) fn sight(
        &mut self,
        row: &Row,
        (known, same): (Option<&KnownOffer>, Option<&KnownOffer>),
        others: &[Asked],
    ) {
        let facts = &row.offer.facts;
        let price = facts.item_price;
        let can_be_ordered = facts.availability.can_be_ordered();
        let is_eligible = plausibility::is_eligible(facts.condition, can_be_ordered);
        let market = || {
            let median = median(others).filter(|_| is_eligible);
            median.map_or(Earlier::Nothing, Earlier::Market)
        };
        let earlier = same.map_or_else(market, |k| match &k.quarantine {
            None => Earlier::Own(k.item_price),
            Some(_) if k.item_price == price => Earlier::Nothing,
            Some(held) => {
                let believed = held.with_feed.and_then(|feed| feed.believed);
                believed.map_or_else(market, Earlier::Own)
            }
        });
        self.whole.tally.observe(&Sighting {
            id: &facts.offer_id,
            price,
            earlier,
            could_be_ordered: known.map(|k| k.can_be_ordered),
            can_be_ordered,
        });
    }

    /// Counts a price that was held back with its feed and is released.
    pub(super) fn count_released(&mut self, known: Option<&KnownOffer>) {
        let held = known.and_then(|k| k.quarantine.as_ref());
        self.whole.released += u64::from(held.is_some_and(|held| held.with_feed.is_some()));
    }

    /// Refuses a feed that says that everything is sold out at once.
    pub(super) async fn refuse_the_sold_out(
        &self,
        dry_run: bool,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), ImportError> {
        let suspicion = self.whole.tally.sold_out();
        let Some(suspicion) = suspicion.filter(|_| self.kind == SnapshotKind::Full) else {
            return Ok(());
        };
        self.refuse(suspicion, dry_run, observer).await
    }

    /// Ends the offers that a full snapshot does not name, unless that are too many to be believed.
    pub(super) async fn retire_missing(
        &self,
        request: &SnapshotRequest,
        observer: &mut dyn ImportObserver,
    ) -> Result<u64, ImportError> {
        let snapshots = self.importer.snapshots;
        let no = self.opened.no;
        let mut missing: Vec<OfferNo> = Vec::new();
        let mut after = None;
        let limit = u32::try_from(BATCH).unwrap_or(u32::MAX);
        loop {
            let page = snapshots.unreplaced(no, after, limit).await?;
            let Some(last) = page.last() else { break };
            after = Some(*last);
            missing.extend(page.into_iter().filter(|no| !self.seen.contains(no)));
        }
        let (gone, live) = (u64_from_usize(missing.len()), self.opened.live_offers);
        if !request.max_shrink.allows(live, gone) {
            let suspicion = Suspicion::shrunken(gone, live, request.max_shrink.percent());
            self.refuse(suspicion, request.dry_run, observer).await?;
        }
        for batch in missing.chunks(BATCH) {
            snapshots.retire(no, batch).await?;
        }
        Ok(gone)
    }

    /// Refuses the snapshot, unless a person let it in, or a feed that says that everything is sold out
    /// said so some time ago and nothing else since.
    async fn refuse(
        &self,
        suspicion: Suspicion,
        dry_run: bool,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), ImportError> {
        let evidence = self.importer.evidence;
        let kind = suspicion.kind;
        let store = self.opened.store.no;
        let first = evidence.find_refusal(store, kind).await?;
        let stands = first.as_ref().is_some_and(|first| match first.verdict {
            Some(Verdict::Accepted) => true,
            Some(Verdict::Rejected) => false,
            None => {
                kind == SuspicionKind::SoldOut && first.observed_at + STANDS <= self.observed_at
            }
        });
        if stands {
            observer.feed(&FeedNews::LetIn(suspicion));
            return Ok(());
        }
        let no = match first {
            Some(first) => Some(first.no),
            None if dry_run => None,
            None => {
                evidence.record_refusal(self.opened.no, &suspicion).await?;
                Some(self.opened.no)
            }
        };
        Err(ImportError::Refused(refusal(&suspicion, no)))
    }

    /// Holds back what was staged when its prices are not believed, and tells what became of the feed.
    pub(super) async fn hold_if_suspect(
        &mut self,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), ImportError> {
        let SnapshotImporter {
            evidence, currency, ..
        } = self.importer;
        let is_full = self.kind == SnapshotKind::Full;
        let live = self.opened.live_offers;
        if let Some(suspicion) = self.whole.tally.prices(live, is_full, *currency) {
            let snapshot = self.opened.no;
            let reason = format!(
                "its whole feed is held back as {}: {}",
                SuspectId(snapshot),
                suspicion.summary
            );
            let prices = evidence.hold_staged(snapshot, &suspicion, &reason).await?;
            self.counts.quarantined += prices;
            observer.feed(&FeedNews::Held {
                snapshot,
                suspicion,
                prices,
            });
        }
        if self.whole.released > 0 {
            observer.feed(&FeedNews::Released(self.whole.released));
        }
        Ok(())
    }
}

/// What is told of a refused feed, and what can be done; `no` is under which number it is recorded.
fn refusal(suspicion: &Suspicion, no: Option<SnapshotNo>) -> String {
    let evidence = &suspicion.evidence;
    let accept = no.map_or_else(String::new, |no| {
        format!(
            "api match review --accept {} lets the next one in",
            SuspectId(no)
        )
    });
    let (way, join) = match suspicion.kind {
        SuspicionKind::Shrunken => ("raise --max-shrink", ", or "),
        _ => ("import one that says so 6 hours later or more", ", or "),
    };
    let join = if accept.is_empty() { "" } else { join };
    format!("{evidence}. If it is right, {way}{join}{accept}")
}

/// The median of what other stores ask, as far as it is believed; the lower one of two.
fn median(others: &[Asked]) -> Option<Amount> {
    let believed = others.iter().filter(|other| !other.is_held);
    let mut prices: Vec<Amount> = believed.map(|other| other.price).collect();
    prices.sort_unstable();
    prices.get(prices.len().saturating_sub(1) / 2).copied()
}
