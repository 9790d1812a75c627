//! One snapshot of one store's offers comes in: all of it or nothing, as readers see it.
//!
//! Rows are compared with what the store already offers: what is the same is only counted, what is
//! new or renamed is matched to a product, what is missing from a full snapshot is gone. Prices that
//! fall are judged ([`domain::plausibility`]) and held back when they are implausible, and so is the feed as
//! a whole ([`domain::plausibility::feed`]). Everything is staged invisibly and published in one step at the
//! end.

mod assign;
mod digest;
pub(crate) mod draft;
mod judging;
mod rows;
mod versions;
mod whole;

use domain::ids::SnapshotNo;
use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::store::StoreName;
use ports_net::{Batches, FeedError, FeedItem, RejectedRow};
use ports_store::{
    EvidenceStore, MatchStore, OpenSnapshot, SnapshotStore, SnapshotSummary, StoreError,
};
use ports_system::{Clock, Digester};
use thiserror::Error;
use time::{Duration, OffsetDateTime};

use rows::Staging;
pub use whole::FeedNews;

/// How many offers are staged in one transaction.
const BATCH: usize = 1000;

/// How far ahead of our clock an observation may be dated.
const CLOCK_SKEW: Duration = Duration::minutes(5);

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

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows in the feed.
    pub read: u64,
    /// Rows that became offers.
    pub accepted: u64,
    /// Rows that did not.
    pub rejected: u64,
    /// Accepted: the store did not have them.
    pub created: u64,
    /// Accepted: the store had them with other content.
    pub changed: u64,
    /// Accepted: the store had them just so.
    pub unchanged: u64,
    /// Offers that the store had and a full snapshot does not name.
    pub gone: u64,
    /// Accepted, but the price is held back as implausible, by this snapshot or still.
    pub quarantined: u64,
    /// Watches that fired.
    pub triggered: u64,
}

/// Is told what happens on the way.
pub trait ImportObserver: Send {
    /// A row was rejected, or (`accepted`) taken with a remark: without one of its fields, or with a
    /// price that is held back.
    fn row(&mut self, row: &RejectedRow, accepted: bool);
    /// This is how far it is.
    fn progress(&mut self, counts: &Counts);
    /// Something is to be said of the feed as a whole. Nobody has to listen.
    fn feed(&mut self, _: &FeedNews) {}
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
        let staging = Staging::new(self, request, observed_at, opened);
        let staged = self.stage_all(request, staging, feed, observer).await;
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

    async fn stage_all(
        &self,
        request: &SnapshotRequest,
        mut staging: Staging<'_>,
        feed: &mut dyn Batches<FeedItem>,
        observer: &mut dyn ImportObserver,
    ) -> Result<(Counts, SnapshotSummary), ImportError> {
        staging.refuse_the_outdated()?;
        loop {
            let items = feed.next().await?;
            if items.is_empty() {
                break;
            }
            let mut items = items.into_iter().peekable();
            while items.peek().is_some() {
                staging
                    .take(items.by_ref().take(BATCH).collect(), observer)
                    .await?;
                observer.progress(&staging.counts);
            }
        }
        staging.refuse_the_empty()?;
        staging
            .refuse_the_sold_out(request.dry_run, observer)
            .await?;
        let full = request.kind == SnapshotKind::Full;
        if full {
            staging.counts.gone = staging.retire_missing(request, observer).await?;
        }
        let doubted_until = staging.hold_if_suspect(observer).await?;
        let ambiguous = staging.matching.uses.found_out();
        if !ambiguous.is_empty() {
            observer.feed(&FeedNews::Ambiguous(ambiguous.clone()));
        }
        let Staging { counts, rates, .. } = staging;
        let delivery_rates = full.then(|| {
            rates
                .into_iter()
                .map(|((category, rate), offers)| (category, rate, offers))
                .collect()
        });
        let summary = SnapshotSummary {
            read: counts.read,
            accepted: counts.accepted,
            rejected: counts.rejected,
            delivery_rates,
            ambiguous,
            doubted_until,
            published_at: self.clock.now(),
        };
        Ok((counts, summary))
    }
}
