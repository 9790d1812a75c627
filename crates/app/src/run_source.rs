//! A source on a schedule is run: leased, fetched, imported, recorded.
//!
//! The steps are calls of their own, so that the caller decides how many sources are fetched at a
//! time, and that one import waits for another. What dies in between is leased again when the lease
//! has run out.

use std::fmt;
use std::io::ErrorKind;
use std::sync::Arc;

use domain::money::Currency;
use domain::snapshot::SnapshotKind;
use domain::source::{
    ContentMark, Fault, FaultClass, ImportCounts, LEASE, Lease, Outcome, SourceId,
};
use ports_net::{ContentError, FeedContent, FeedError, FeedFormat, Fetched, SourceContent};
use ports_store::{
    EvidenceStore, MatchStore, OpenSnapshot, SnapshotStore, SnapshotSummary, SourceStore,
    StoreError, StoredSource,
};
use ports_system::{Clock, Digester};
use time::{Duration, OffsetDateTime};

use crate::import_snapshot::{
    Counts, ImportError, ImportObserver, SnapshotImporter, SnapshotRequest,
};

/// How often the catalogue lock is waited for, each time as long as the store waits.
const LOCK_TRIES: u8 = 3;

/// The pause after the store could not be written, or somebody else wrote the catalogue.
const STORE_PAUSE: Duration = Duration::seconds(30);

/// Runs sources.
pub struct SourceRunner {
    /// The sources.
    pub sources: Arc<dyn SourceStore>,
    /// What is at their locations.
    pub content: Arc<dyn SourceContent>,
    /// Where their offers go.
    pub snapshots: Arc<dyn SnapshotStore>,
    /// What speaks for and against single prices.
    pub evidence: Arc<dyn EvidenceStore>,
    /// What matching learned of the catalogue's words.
    pub matches: Arc<dyn MatchStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Digests.
    pub digester: Arc<dyn Digester>,
    /// The catalogue's currency.
    pub currency: Currency,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

/// What came of fetching.
pub struct Arrived {
    observed_at: OffsetDateTime,
    fetched: Fetched,
}

/// Why a source was not run, though nothing is wrong with it.
#[derive(Debug)]
pub enum Hindrance {
    /// The process is about to end.
    Stopped,
    /// A later observation of the store is in force.
    Outdated,
    /// The store failed.
    Store(StoreError),
}

/// How a run ended.
#[derive(Debug)]
pub struct Finished {
    /// What is recorded.
    pub outcome: Outcome,
    /// What was imported.
    pub imported: Option<(FeedFormat, Counts)>,
    /// Why it was put off.
    pub hindrance: Option<Hindrance>,
}

impl Finished {
    /// A source with which something is wrong.
    pub const fn failed(fault: Fault) -> Self {
        Self::of(Outcome::Failed(fault))
    }

    /// A run for which the process has no time left.
    pub const fn stopped() -> Self {
        Self::put_off(Duration::ZERO, Hindrance::Stopped)
    }

    const fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            imported: None,
            hindrance: None,
        }
    }

    const fn put_off(pause: Duration, hindrance: Hindrance) -> Self {
        Self {
            outcome: Outcome::PutOff(pause),
            imported: None,
            hindrance: Some(hindrance),
        }
    }
}

impl SourceRunner {
    /// Takes the source that has been due for longest.
    pub async fn lease_due(&self) -> Result<Option<StoredSource>, StoreError> {
        let lease = self.lease(false);
        self.sources.lease_source(lease, None).await
    }

    /// Takes this source, due or not; `None` when somebody runs it, or it is not there.
    pub async fn lease_now(&self, id: SourceId) -> Result<Option<StoredSource>, StoreError> {
        let lease = self.lease(true);
        self.sources.lease_source(lease, Some(id)).await
    }

    fn lease(&self, at_once: bool) -> Lease {
        let now = self.clock.now();
        Lease {
            now,
            until: now + LEASE,
            at_once,
        }
    }

    /// Keeps a leased source while it is run; whether it is still held.
    pub async fn renew(&self, leased: &StoredSource) -> Result<bool, StoreError> {
        let (id, attempt) = attempt_of(leased);
        let until = self.clock.now() + LEASE;
        self.sources.renew_source(id, attempt, until).await
    }

    /// Fetches the content of a leased source. With `anew` it has to come although it is known.
    pub async fn fetch(&self, leased: &StoredSource, anew: bool) -> Result<Arrived, Finished> {
        let StoredSource { source, state } = leased;
        let observed_at = self.clock.now();
        let known = state.confirmable(source.kind, observed_at, self.offer_ttl);
        let known = known.filter(|_| !anew).map(|known| &known.mark);
        let fetched = self.content.fetch(source, known).await;
        let fetched = fetched.map_err(|error| match error {
            ContentError::Fault(fault) => Finished::failed(fault),
            ContentError::Stopped => Finished::stopped(),
        })?;
        Ok(Arrived {
            observed_at,
            fetched,
        })
    }

    /// Imports what arrived, or confirms what the store holds.
    pub async fn settle(
        &self,
        leased: &StoredSource,
        arrived: Arrived,
        observer: &mut dyn ImportObserver,
    ) -> Finished {
        let Arrived {
            observed_at,
            fetched,
        } = arrived;
        match fetched {
            Fetched::Unchanged(mark) => self.confirm(leased, mark, observed_at).await,
            Fetched::Content(content) => {
                let imported = self.import(leased, content, (observed_at, observer)).await;
                imported.unwrap_or_else(not_imported)
            }
        }
    }

    /// Records how a run ended; whether it was still held.
    pub async fn record(
        &self,
        leased: &StoredSource,
        outcome: &Outcome,
    ) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.sources
            .record_source(attempt_of(leased), outcome, now)
            .await
    }

    /// Makes the store's offers count as seen, if they are still those of the content.
    async fn confirm(
        &self,
        leased: &StoredSource,
        mark: ContentMark,
        observed_at: OffsetDateTime,
    ) -> Finished {
        let unchanged = |observed_at| Finished::of(Outcome::Unchanged { mark, observed_at });
        if leased.source.kind == SnapshotKind::Delta {
            return unchanged(None);
        }
        let mut confirmed = self.confirm_once(leased, observed_at).await;
        for _ in 1..LOCK_TRIES {
            if matches!(confirmed, Err(StoreError::Locked)) {
                confirmed = self.confirm_once(leased, observed_at).await;
            }
        }
        match confirmed {
            Ok(true) => unchanged(Some(observed_at)),
            Ok(false) => Finished::of(Outcome::Overtaken),
            Err(error) => Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        }
    }

    /// Publishes a full snapshot in which nothing differs from the one that the content made, if that
    /// is still the store's last full one; whether it is.
    async fn confirm_once(
        &self,
        leased: &StoredSource,
        observed_at: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let StoredSource { source, state } = leased;
        let now = self.clock.now();
        let opened = self
            .snapshots
            .open(&OpenSnapshot {
                store: source.store.clone(),
                kind: SnapshotKind::Full,
                observed_at,
                opened_at: now,
                offer_ttl: self.offer_ttl,
            })
            .await?;
        let known = state.known.as_ref().map(|known| known.observed_at);
        let is_in_force = known.is_some()
            && opened.full_observed_at == known
            && opened
                .last_observed_at
                .is_none_or(|last| last <= observed_at);
        if !is_in_force {
            self.snapshots.discard(opened.no).await?;
            return Ok(false);
        }
        let counts = state.counts.unwrap_or_default();
        let summary = SnapshotSummary {
            read: counts.read,
            accepted: counts.accepted,
            rejected: counts.rejected,
            delivery_rates: None,
            published_at: now,
        };
        self.snapshots.publish(opened.no, &summary).await?;
        Ok(true)
    }

    async fn import(
        &self,
        leased: &StoredSource,
        content: FeedContent,
        (observed_at, observer): (OffsetDateTime, &mut dyn ImportObserver),
    ) -> Result<Finished, ImportError> {
        let source = &leased.source;
        let FeedContent { input, mark } = content;
        let (format, mut batches) = self.content.read(source, input, observed_at).await?;
        let request = SnapshotRequest {
            store: source.store.clone(),
            kind: source.kind,
            observed_at: Some(observed_at),
            offer_ttl: self.offer_ttl,
            max_shrink: source.max_shrink,
            dry_run: false,
        };
        let importer = SnapshotImporter {
            snapshots: &*self.snapshots,
            evidence: &*self.evidence,
            matches: &*self.matches,
            currency: self.currency,
            clock: &*self.clock,
            digester: &*self.digester,
        };
        // nothing is read before the lock is held, so that the same batches can be tried again
        let mut imported = importer.import(&request, &mut *batches, observer).await;
        for _ in 1..LOCK_TRIES {
            if matches!(imported, Err(ImportError::Store(StoreError::Locked))) {
                imported = importer.import(&request, &mut *batches, observer).await;
            }
        }
        let counts = imported?;
        let outcome = Outcome::Imported {
            mark,
            observed_at,
            counts: kept(&counts),
        };
        Ok(Finished {
            imported: Some((format, counts)),
            ..Finished::of(outcome)
        })
    }
}

const fn attempt_of(leased: &StoredSource) -> (SourceId, u32) {
    (leased.source.id, leased.state.attempt)
}

const fn kept(counts: &Counts) -> ImportCounts {
    ImportCounts {
        read: counts.read,
        accepted: counts.accepted,
        rejected: counts.rejected,
        created: counts.created,
        changed: counts.changed,
        unchanged: counts.unchanged,
        gone: counts.gone,
        quarantined: counts.quarantined,
    }
}

fn not_imported(error: ImportError) -> Finished {
    let fault =
        |class, error: &dyn fmt::Display| Finished::failed(Fault::new(class, &error.to_string()));
    match error {
        ImportError::Refused(reason) => fault(FaultClass::Refused, &reason),
        ImportError::Outdated => Finished::put_off(STORE_PAUSE, Hindrance::Outdated),
        ImportError::Store(error) => Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        ImportError::Feed(FeedError::Io(cause)) if cause.kind() == ErrorKind::Interrupted => {
            Finished::stopped()
        }
        ImportError::Feed(error) => fault(class_of(&error), &error),
    }
}

const fn class_of(error: &FeedError) -> FaultClass {
    match error {
        FeedError::Truncated(_) => FaultClass::Truncated,
        FeedError::TooLarge { .. } => FaultClass::TooLarge,
        FeedError::Io(_)
        | FeedError::NotAFeed(_)
        | FeedError::WrongFormat { .. }
        | FeedError::Broken { .. }
        | FeedError::Charset(_) => FaultClass::Unreadable,
    }
}
