//! A source on a schedule is run: leased, fetched, imported, recorded.
//!
//! The steps are calls of their own, so that the caller decides how many sources are fetched at a
//! time, and that one import waits for another. What dies in between is leased again when the lease
//! has run out.

mod confirm;
mod finished;
mod import;

use std::sync::Arc;

use domain::freshness::Freshness;
use domain::money::Currency;
use domain::source::{LEASE, Lease, Outcome, SourceId};
use ports_net::{ContentError, Fetched, SourceContent};
use ports_store::{
    CatalogueReader, EvidenceStore, LexiconStore, MatchStore, SnapshotStore, SourceStore,
    StoreError, StoredSource,
};
use ports_system::{Clock, Digester};
use time::{Duration, OffsetDateTime};

use crate::importing::import_runs::{BegunRun, ImportRuns, RunObserver};
use crate::importing::import_snapshot::ImportObserver;

use finished::not_imported;

pub use finished::{Finished, Hindrance};

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
    /// Revisions of the catalogue.
    pub reader: Arc<dyn CatalogueReader>,
    /// Where what was learned changes.
    pub lexicons: Arc<dyn LexiconStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Digests.
    pub digester: Arc<dyn Digester>,
    /// Where runs are kept.
    pub runs: ImportRuns,
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

/// Makes a source due now, whatever its interval: a worker runs it within seconds. False when it is being run, or is
/// not there.
pub async fn bring_forward(
    sources: &dyn SourceStore,
    clock: &dyn Clock,
    id: SourceId,
) -> Result<bool, StoreError> {
    let now = clock.now();
    let lease = Lease {
        now,
        until: now + LEASE,
        at_once: true,
    };
    let Some(taken) = sources.lease_source(lease, Some(id)).await? else {
        return Ok(false);
    };
    // given back at once: it waits for the next worker
    let given_back = Outcome::PutOff(Duration::ZERO);
    let attempt = taken.state.attempt;
    sources.record_source(id, attempt, &given_back, now).await
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
        let StoredSource { source, state } = leased;
        let until = self.clock.now() + LEASE;
        self.sources
            .renew_source(source.id, state.attempt, until)
            .await
    }

    /// Fetches the content of a leased source. With `anew` it has to come although it is known.
    #[tracing::instrument(target = "otel", name = "fetch a source", skip_all, fields(source = %leased.source.id))]
    pub async fn fetch(&self, leased: &StoredSource, anew: bool) -> Result<Arrived, Finished> {
        let StoredSource { source, state } = leased;
        let observed_at = self.clock.now();
        let freshness = Freshness {
            now: observed_at,
            offer_ttl: self.offer_ttl,
        };
        let known = state.confirmable(source.kind, freshness);
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

    /// Imports what arrived, or confirms what the store holds; neither when the source is not held any more.
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
        match self.renew(leased).await {
            Ok(true) => {}
            Ok(false) => return Finished::put_off(Duration::ZERO, Hindrance::NotHeld),
            Err(error) => return Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        }
        match fetched {
            Fetched::Unchanged(mark) => self.confirm(leased, mark, observed_at).await,
            Fetched::Content(content) => {
                let mut observer = RunObserver::new(observer);
                let imported = self.import(leased, content, observed_at, &mut observer);
                let finished = imported.await.unwrap_or_else(not_imported);
                Finished {
                    seen: observer.seen,
                    ..finished
                }
            }
        }
    }

    /// Records how a run ended, and keeps what it did; whether it was still held.
    pub async fn record(
        &self,
        leased: &StoredSource,
        finished: &Finished,
    ) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let id = leased.source.id;
        let recorded = self
            .sources
            .record_source(id, leased.state.attempt, &finished.outcome, now)
            .await;
        self.keep(leased, finished, now).await;
        recorded
    }

    /// Keeps what imported something, or found something wrong.
    async fn keep(&self, leased: &StoredSource, finished: &Finished, now: OffsetDateTime) {
        let fault = match &finished.outcome {
            Outcome::Imported { .. } => None,
            Outcome::Failed(fault) => Some(fault.clone()),
            Outcome::Unchanged { .. } | Outcome::Overtaken | Outcome::PutOff(_) => return,
        };
        let begun = BegunRun {
            store: leased.source.store.clone(),
            source: Some(leased.source.id),
            at: leased.state.last_attempt_at.unwrap_or(now),
        };
        self.runs.keep(begun, &finished.seen, fault).await;
    }
}
