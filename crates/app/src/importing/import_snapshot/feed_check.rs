//! Whether a feed is taken at all, and whether its prices are believed together.

use domain::ids::{SnapshotNo, StoreNo};
use domain::money::Currency;
use domain::plausibility::feed::{FeedVerdict, Suspicion, SuspicionKind};
use domain::snapshot::{MaxShrink, SnapshotKind};
use ports_store::{EvidenceStore, HeldSnapshot, OpenedSnapshot, ReviewDecision, StoreError};
use time::{Duration, OffsetDateTime};

use super::report::{Counts, FeedNews, Report};
use super::tally::SnapshotTally;
use super::{ImportError, SnapshotRequest};
use crate::importing::review::SuspectId;

/// Looks at a feed that was read to its end.
pub(super) struct FeedCheck<'a> {
    evidence: &'a dyn EvidenceStore,
    currency: Currency,
    snapshot: SnapshotNo,
    store: StoreNo,
    kind: SnapshotKind,
    observed_at: OffsetDateTime,
    /// How many offers the store had before.
    live_offers: u64,
    /// Until when the store is, or was, doubted.
    doubted_until: Option<OffsetDateTime>,
    max_shrink: MaxShrink,
    dry_run: bool,
    /// A digest of the ids that the feed names, once it is read.
    pub(super) named: [u8; 16],
}

/// What follows from a feed's prices.
pub(super) struct Doubt {
    /// Until when the store is doubted from now on.
    pub(super) until: Option<OffsetDateTime>,
    /// How many staged prices are held back with the feed that were not held back before.
    pub(super) held: u64,
}

impl<'a> FeedCheck<'a> {
    pub(super) fn new(
        evidence: &'a dyn EvidenceStore,
        currency: Currency,
        request: &SnapshotRequest,
        observed_at: OffsetDateTime,
        opened: &OpenedSnapshot,
    ) -> Self {
        Self {
            evidence,
            currency,
            snapshot: opened.no,
            store: opened.store.no,
            kind: request.kind,
            observed_at,
            live_offers: opened.live_offers,
            doubted_until: opened.doubted_until,
            max_shrink: request.max_shrink,
            dry_run: request.dry_run,
            named: [0; 16],
        }
    }

    /// A feed that brought nothing is not believed: it would say that the store sells nothing.
    pub(super) fn refuse_the_empty(
        &self,
        counts: &Counts,
        report: &Report<'_>,
    ) -> Result<(), ImportError> {
        let Counts {
            read,
            accepted,
            rejected,
            ..
        } = *counts;
        if accepted > 0 || (self.kind == SnapshotKind::Delta && rejected == 0) {
            return Ok(());
        }
        Err(ImportError::Refused(match report.first_rejection() {
            None => format!("the feed holds no offer ({read} rows)"),
            Some(row) => format!(
                "all {rejected} rows were rejected; the first one, at {}: {} {}",
                row.line, row.field, row.reason
            ),
        }))
    }

    /// Refuses a full snapshot that says that everything is sold out at once.
    pub(super) async fn refuse_the_sold_out(
        &self,
        tally: &SnapshotTally,
        report: &mut Report<'_>,
    ) -> Result<(), ImportError> {
        let sold_out = tally.sold_out();
        match sold_out.filter(|_| self.kind == SnapshotKind::Full) {
            Some(suspicion) => self.refuse(suspicion, report).await,
            None => Ok(()),
        }
    }

    /// Whether so many of the store's offers may be gone.
    pub(super) fn may_lose(&self, gone: u64) -> bool {
        self.max_shrink.allows(self.live_offers, gone)
    }

    /// Refuses a full snapshot that does not name so many of the store's offers, unless enough of them are there under
    /// other ids.
    pub(super) async fn refuse_the_shrunken(
        &self,
        gone: u64,
        renamed: u64,
        report: &mut Report<'_>,
    ) -> Result<(), ImportError> {
        let live = self.live_offers;
        let gone = gone.saturating_sub(renamed);
        if self.may_lose(gone) {
            report.feed(&FeedNews::Renamed(renamed));
            return Ok(());
        }
        let suspicion = Suspicion::shrunken(gone, live, self.max_shrink.percent());
        self.refuse(suspicion, report).await
    }

    /// Refuses the snapshot, unless a person let it in, or the feed said the same some time ago and nothing else
    /// since: of a shrunken one, that it named the same offers.
    async fn refuse(
        &self,
        suspicion: Suspicion,
        report: &mut Report<'_>,
    ) -> Result<(), ImportError> {
        let evidence = self.evidence;
        let first = evidence.find_refusal(self.store, suspicion.kind).await?;
        let stands = first.as_ref().is_some_and(|first| match first.verdict {
            Some(ReviewDecision::Accepted) => true,
            Some(ReviewDecision::Rejected) => false,
            None => {
                self.is_like(first)
                    && first.observed_at.saturating_add(suspicion.stands) <= self.observed_at
            }
        });
        if stands {
            report.feed(&FeedNews::LetIn(suspicion));
            return Ok(());
        }
        let is_news = first
            .as_ref()
            .is_none_or(|first| first.verdict.is_none() && !self.is_like(first));
        let anew = first.map(|first| first.no);
        if is_news && !self.dry_run {
            evidence
                .record_refusal(self.snapshot, &suspicion, self.named, anew)
                .await?;
        }
        let new = (!self.dry_run).then_some(self.snapshot);
        Err(ImportError::Refused(refusal(&suspicion, anew.or(new))))
    }

    /// Whether the feed says what one said that was refused.
    fn is_like(&self, refused: &HeldSnapshot) -> bool {
        refused.kind != SuspicionKind::Shrunken || refused.named == Some(self.named)
    }

    /// Holds back what was staged when its prices are not believed, and tells what became of the feed.
    pub(super) async fn hold_if_suspect(
        &self,
        tally: &SnapshotTally,
        report: &mut Report<'_>,
    ) -> Result<Doubt, StoreError> {
        let is_full = self.kind == SnapshotKind::Full;
        let doubted = match tally.verdict(self.live_offers, is_full, self.currency) {
            FeedVerdict::Held(doubted) => doubted,
            FeedVerdict::LetIn(suspicion) => {
                report.feed(&FeedNews::LetIn(suspicion));
                return Ok(taken(self.doubted_until, tally, report));
            }
            FeedVerdict::Believed(until) => return Ok(taken(until, tally, report)),
        };
        let until = Some(doubted.until);
        if !tally.has_fresh_prices() {
            report.feed(&FeedNews::StillHeld(doubted));
            return Ok(Doubt { until, held: 0 });
        }
        let held = self.hold(&doubted.suspicion).await?;
        report.feed(&FeedNews::Held {
            snapshot: self.snapshot,
            doubted,
            prices: held,
        });
        Ok(Doubt { until, held })
    }

    /// Holds back what was staged; how many prices were not held back before.
    async fn hold(&self, suspicion: &Suspicion) -> Result<u64, StoreError> {
        let reason = format!(
            "its whole feed is held back as {}: {}",
            SuspectId(self.snapshot),
            suspicion.summary
        );
        let held = self.evidence.hold_staged(self.snapshot, suspicion, &reason);
        held.await
    }
}

/// A feed whose prices are taken; tells how many were released.
fn taken(until: Option<OffsetDateTime>, tally: &SnapshotTally, report: &mut Report<'_>) -> Doubt {
    if tally.released() > 0 {
        report.feed(&FeedNews::Released(tally.released()));
    }
    Doubt { until, held: 0 }
}

/// What is told of a refused feed, and what can be done; `no` is under which number it is recorded.
fn refusal(suspicion: &Suspicion, no: Option<SnapshotNo>) -> String {
    let evidence = &suspicion.evidence;
    let accept = no.map_or_else(String::new, |no| {
        let id = SuspectId(no);
        format!(", or api match review --accept {id} lets the next one in")
    });
    let says_so = match suspicion.kind {
        SuspicionKind::Shrunken => "raise --max-shrink, import one that names the same offers",
        SuspicionKind::Shifted
        | SuspicionKind::OneValue
        | SuspicionKind::Swapped
        | SuspicionKind::Random
        | SuspicionKind::SoldOut => "import one that says so",
    };
    let later = in_words(suspicion.stands);
    format!("{evidence}. If it is right, {says_so} {later} later or more{accept}")
}

/// A wait of whole hours; of whole days in days.
fn in_words(wait: Duration) -> String {
    let (days, hours) = (wait.whole_days(), wait.whole_hours());
    if hours == 24 * days {
        format!("{days} days")
    } else {
        format!("{hours} hours")
    }
}
