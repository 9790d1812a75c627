//! Whether the feed as a whole is believed, and what follows when it is not.

use domain::gtin::Gtin;
use domain::ids::{OfferNo, SnapshotNo};
use domain::money::Amount;
use domain::num::u64_from_usize;
use domain::plausibility::feed::{
    Doubted, Earlier, FeedReading, FeedVerdict, Sighting, Suspicion, SuspicionKind,
};
use domain::plausibility::{self, Asked, OwnPast};
use domain::snapshot::SnapshotKind;
use ports_store::{KnownOffer, Verdict};
use time::OffsetDateTime;

use super::rows::{Row, Staging};
use super::{BATCH, ImportError, ImportObserver, SnapshotRequest};
use crate::importing::suspects::SuspectId;

/// What is told of a feed as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedNews {
    /// The feed is not believed: what is new or changed in its prices is held back.
    Held {
        /// The snapshot.
        snapshot: SnapshotNo,
        /// Why, and until when it is doubted.
        doubted: Doubted,
        /// How many prices are held back that were not before.
        prices: u64,
    },
    /// The feed is still not believed: nothing in it is new, and what was held back stays so.
    StillHeld(Doubted),
    /// A feed that would have been refused or held back is taken: it says the same again after a while, or a
    /// person accepted it.
    LetIn(Suspicion),
    /// So many prices that were held back with their feed stand, and are released.
    Released(u64),
    /// Trade item numbers turned out to stand for several goods of the store, each with how many: they decide nothing
    /// in it any more.
    Ambiguous(Vec<(Gtin, u32)>),
}

/// What is gathered of a feed while it is staged.
pub(super) struct Whole {
    reading: FeedReading,
    released: u64,
    /// Staged prices that are new or moved, or would be released.
    fresh: u64,
}

impl Whole {
    pub(super) fn new(doubted_until: Option<OffsetDateTime>, observed_at: OffsetDateTime) -> Self {
        Self {
            reading: FeedReading::new(doubted_until, observed_at),
            released: 0,
            fresh: 0,
        }
    }

    /// Whether the store's feed is doubted while this one is read.
    pub(super) fn is_doubted(&self) -> bool {
        self.reading.is_doubted()
    }
}

impl Staging<'_> {
    /// Counts a row. `known` is what the store offers under its id, `same` that when it is of the same
    /// product, `others` are what other stores ask, and `usual` is the range of its past, as far as these were
    /// looked up.
    pub(super) fn sight(
        &mut self,
        row: &Row,
        (known, same): (Option<&KnownOffer>, Option<&KnownOffer>),
        (others, usual): (&[Asked], Option<OwnPast>),
    ) {
        let facts = &row.offer.facts;
        let price = facts.item_price;
        let can_be_ordered = facts.availability.can_be_ordered();
        let is_eligible = plausibility::is_eligible(facts.condition, can_be_ordered);
        let asked = median(others).filter(|_| is_eligible);
        let market = || asked.map_or(Earlier::Nothing, Earlier::Market);
        let earlier = same.map_or_else(market, |k| match &k.quarantine {
            None => Earlier::Own(k.item_price),
            Some(held) => match held.with_feed {
                None if k.item_price == price => Earlier::Nothing,
                None => market(),
                Some(feed) => feed.believed.map_or_else(market, Earlier::Own),
            },
        });
        let held = same.filter(|k| is_held_with_feed(k));
        self.whole.reading.observe(&Sighting {
            id: &facts.offer_id,
            price,
            earlier,
            held: held.map(|k| k.item_price),
            usual,
            asked,
            could_be_ordered: known.map(|k| k.can_be_ordered),
            can_be_ordered,
        });
    }

    /// Counts a price that is staged otherwise than it was; `released`: it was held back with its feed.
    pub(super) fn count_fresh(&mut self, released: bool) {
        self.whole.fresh += 1;
        self.whole.released += u64::from(released);
    }

    /// Refuses a feed that says that everything is sold out at once.
    pub(super) async fn refuse_the_sold_out(
        &self,
        dry_run: bool,
        observer: &mut dyn ImportObserver,
    ) -> Result<(), ImportError> {
        let suspicion = self.whole.reading.sold_out();
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
            None => first.observed_at.saturating_add(suspicion.stands) <= self.observed_at,
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

    /// Holds back what was staged when its prices are not believed, and tells what became of the feed. Answers
    /// until when the store is doubted.
    pub(super) async fn hold_if_suspect(
        &mut self,
        observer: &mut dyn ImportObserver,
    ) -> Result<Option<OffsetDateTime>, ImportError> {
        let is_full = self.kind == SnapshotKind::Full;
        let (live, currency) = (self.opened.live_offers, self.importer.currency);
        let doubted = match self.whole.reading.verdict(live, is_full, currency) {
            FeedVerdict::Held(doubted) => doubted,
            FeedVerdict::LetIn(suspicion) => {
                observer.feed(&FeedNews::LetIn(suspicion));
                self.tell_released(observer);
                return Ok(self.opened.doubted_until);
            }
            FeedVerdict::Believed(until) => {
                self.tell_released(observer);
                return Ok(until);
            }
        };
        let until = doubted.until;
        observer.feed(&if self.whole.fresh == 0 {
            FeedNews::StillHeld(doubted)
        } else {
            let prices = self.hold(&doubted.suspicion).await?;
            FeedNews::Held {
                snapshot: self.opened.no,
                doubted,
                prices,
            }
        });
        Ok(Some(until))
    }

    /// Holds back what was staged; how many prices were not held back before.
    async fn hold(&mut self, suspicion: &Suspicion) -> Result<u64, ImportError> {
        let snapshot = self.opened.no;
        let reason = format!(
            "its whole feed is held back as {}: {}",
            SuspectId(snapshot),
            suspicion.summary
        );
        let evidence = self.importer.evidence;
        let prices = evidence.hold_staged(snapshot, suspicion, &reason).await?;
        self.counts.quarantined += prices;
        Ok(prices)
    }

    fn tell_released(&self, observer: &mut dyn ImportObserver) {
        if self.whole.released > 0 {
            observer.feed(&FeedNews::Released(self.whole.released));
        }
    }
}

/// Whether the price of an offer is held back with its feed.
pub(super) fn is_held_with_feed(known: &KnownOffer) -> bool {
    let held = known.quarantine.as_ref();
    held.is_some_and(|held| held.with_feed.is_some())
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
