//! One snapshot of one store's offers comes in: all of it or nothing, as readers see it.
//!
//! Rows are compared with what the store already offers: what is the same is only counted, what is
//! new or renamed is matched to a product, what is missing from a full snapshot is gone. Prices that
//! fall are judged ([`domain::plausibility`]) and held back when they are implausible, and so is the feed as
//! a whole ([`domain::plausibility::feed`]). Everything is staged invisibly and published in one step at the
//! end.
//!
//! The way of a batch is `pipeline`; each of its steps is a part in a file of its own that owns its state.

mod admission;
mod assign;
mod digest;
pub(crate) mod draft;
mod feed_check;
mod intake;
mod known;
mod market;
mod pipeline;
mod prices;
mod report;
mod retirement;
mod rows;
#[cfg(test)]
pub(crate) mod samples;
mod tally;
mod writer;

use domain::freshness::Freshness;
use domain::ids::SnapshotNo;
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::store::StoreName;
use ports_net::{Batches, FeedError, FeedItem};
use ports_store::{
    EvidenceStore, MatchStore, OpenSnapshot, OpenedSnapshot, SnapshotStore, SnapshotSummary,
    StoreError,
};
use ports_system::{Clock, Digester};
use thiserror::Error;
use time::{Duration, OffsetDateTime};

use intake::Intake;
use pipeline::Pipeline;
use report::Report;
pub use report::{Counts, FeedNews, ImportObserver};

use crate::importing::CLOCK_SKEW;
use crate::matching::lexicon;

/// How many offers are retired in one transaction, and how many products are asked about at once.
const BATCH: usize = 1000;

/// What an import needs.
pub struct SnapshotImporter<'a> {
    /// Where the snapshot goes.
    pub snapshots: &'a dyn SnapshotStore,
    /// What speaks for and against prices.
    pub evidence: &'a dyn EvidenceStore,
    /// What matching learned of the catalogue's words.
    pub matches: &'a dyn MatchStore,
    /// The catalogue's currency, for the words about a price.
    pub currency: Currency,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Digests of content.
    pub digester: &'a dyn Digester,
}

/// What to import.
#[derive(Debug, Clone)]
pub struct SnapshotRequest {
    /// The store.
    pub store: StoreName,
    /// Full or delta.
    pub kind: SnapshotKind,
    /// When the offers were as the feed says; `None`: now.
    pub observed_at: Option<OffsetDateTime>,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// How much a full snapshot may lose.
    pub max_shrink: MaxShrink,
    /// Count, but publish nothing.
    pub dry_run: bool,
}

/// Why nothing was published.
#[derive(Debug, Error)]
pub enum ImportError {
    /// The feed is not believed; says why.
    #[error("{0}")]
    Refused(String),
    /// A snapshot of a later observation is in force.
    #[error("the observation is older than the store's snapshot in force")]
    Outdated,
    /// The feed cannot be read to its end.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SnapshotImporter<'_> {
    /// Imports one snapshot. After an error, and after a dry run, the store holds exactly what it
    /// held before.
    #[tracing::instrument(target = "otel", name = "import a snapshot", skip_all, fields(store = request.store.as_str(), dry_run = request.dry_run))]
    pub async fn import(
        &self,
        request: &SnapshotRequest,
        feed: &mut dyn Batches<FeedItem>,
        observer: &mut dyn ImportObserver,
    ) -> Result<Counts, ImportError> {
        let now = self.clock.now();
        let observed_at = request.observed_at.unwrap_or(now);
        if observed_at > now + CLOCK_SKEW {
            return Err(ImportError::Refused(
                "the observation lies in the future".to_owned(),
            ));
        }
        let open = OpenSnapshot {
            store: request.store.clone(),
            kind: request.kind,
            observed_at,
            opened_at: now,
            offer_ttl: request.offer_ttl,
        };
        let mut opened = self.snapshots.open(&open).await?;
        let no = opened.no;
        // kept beyond what stages, to the end of the snapshot
        let _lock = std::mem::take(&mut opened.lock);
        let observed = Freshness {
            now: observed_at,
            offer_ttl: request.offer_ttl,
        };
        let staged = self.stage(request, observed, &opened, feed, observer);
        // boxed: it holds three batches in all their stages
        let staged = Box::pin(staged).await;
        match staged {
            Ok((mut counts, summary)) if !request.dry_run => {
                let published = match self.snapshots.publish(no, &summary).await {
                    Ok(published) => published,
                    Err(error) => return Err(self.undo(no, error.into()).await),
                };
                counts.triggered = published.triggered;
                Ok(counts)
            }
            Ok((counts, _)) => {
                self.snapshots.discard(no).await?;
                Ok(counts)
            }
            Err(error) => Err(self.undo(no, error).await),
        }
    }

    /// Stages the whole feed.
    async fn stage(
        &self,
        request: &SnapshotRequest,
        observed: Freshness,
        opened: &OpenedSnapshot,
        feed: &mut dyn Batches<FeedItem>,
        observer: &mut dyn ImportObserver,
    ) -> Result<(Counts, SnapshotSummary), ImportError> {
        refuse_the_outdated(opened, observed.now)?;
        let is_catalogue_empty =
            opened.live_offers == 0 && lexicon::is_catalogue_empty(self.matches).await?;
        let report = Report::new(observer);
        let pipeline = Pipeline::new(self, request, observed, opened, is_catalogue_empty, report);
        let intake = Intake::new(feed, self.snapshots, self.digester, opened);
        pipeline.run(intake).await
    }

    /// Removes what was staged before an error, which is given back.
    async fn undo(&self, no: SnapshotNo, error: ImportError) -> ImportError {
        match self.snapshots.discard(no).await {
            // superseded: it was published, but the answer was lost
            Ok(()) | Err(StoreError::Superseded) => {}
            Err(second) => {
                tracing::warn!(error = %second, "the staged rows are left to the next import");
            }
        }
        error
    }
}

/// Price segments would overlap if the past were rewritten.
fn refuse_the_outdated(
    opened: &OpenedSnapshot,
    observed_at: OffsetDateTime,
) -> Result<(), ImportError> {
    let last = opened.last_observed_at;
    if last.is_some_and(|last| last > observed_at) {
        return Err(ImportError::Outdated);
    }
    Ok(())
}
