//! The worker's loops: running sources when they are due, and how they fare.

use std::sync::Arc;
use std::time::Duration;

use adapter_system::System;
use app::catalogue::scales::Occasion;
use app::importing::import_snapshot::{Counts, ImportObserver};
use app::importing::run_source::{Finished, Hindrance, SourceRunner};
use domain::source::{Outcome, RENEWAL, Source};
use ports_net::RowRemark;
use ports_store::{SourceStore, StoreError, StoredSource};
use ports_system::Clock;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use super::{Plan, keep_renewed};
use crate::after_import::after_import;
use crate::metrics::SourceMetrics;
use crate::stores::Stores;

/// How many sources are fetched at the same time: one that hangs must not hold up the others. They are
/// imported one after the other.
const AT_ONCE: usize = 4;

/// The longest pause between two looks at what is due.
const LOOK: Duration = Duration::from_secs(2);

/// How often the metrics are read.
const FIGURES: Duration = Duration::from_secs(5);

/// Who runs sources, and whose turn it is to import.
struct Turns {
    runner: SourceRunner,
    metrics: SourceMetrics,
    stores: Stores,
    importing: Mutex<()>,
}

/// Runs sources as they are due. When it is told to stop, it begins none and ends when those that run
/// have broken off.
pub async fn work(plan: Plan, metrics: SourceMetrics, mut stop: watch::Receiver<bool>) {
    let turns = Arc::new(Turns {
        stores: plan.stores.clone(),
        runner: plan.runner(stop.clone()),
        metrics,
        importing: Mutex::new(()),
    });
    let mut running = JoinSet::new();
    loop {
        let stopped = *stop.borrow();
        if stopped && running.is_empty() {
            return;
        }
        let has_room = !stopped && running.len() < AT_ONCE;
        let pause = if has_room {
            begin(&turns, &mut running).await
        } else {
            LOOK
        };
        tokio::select! {
            ended = running.join_next(), if !running.is_empty() => {
                if let Some(Err(error)) = ended {
                    // its lease runs out
                    tracing::error!(%error, "a run of a source broke off");
                }
            }
            () = wait(pause), if has_room => {}
            changed = stop.changed(), if !stopped => if changed.is_err() { return },
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the loop of the worker waits for what is due"
)]
async fn wait(pause: Duration) {
    tokio::time::sleep(pause).await;
}

/// Begins the source that has been due for longest, if there is one; how long to wait for the next.
async fn begin(turns: &Arc<Turns>, running: &mut JoinSet<()>) -> Duration {
    match lease(&turns.runner).await {
        Ok(Ok(leased)) => {
            let turns = Arc::clone(turns);
            running.spawn(async move { turns.run(&leased).await });
            Duration::ZERO
        }
        Ok(Err(pause)) => pause,
        Err(error) => {
            tracing::error!(%error, "sources that are due cannot be read");
            LOOK
        }
    }
}

/// The source that has been due for longest, else how long none will be.
async fn lease(runner: &SourceRunner) -> Result<Result<StoredSource, Duration>, StoreError> {
    // looked at before it is leased: leasing takes the write lock
    let Some(due) = runner.sources.next_source_due().await? else {
        return Ok(Err(LOOK));
    };
    if let Ok(until) = Duration::try_from(due - runner.clock.now())
        && !until.is_zero()
    {
        return Ok(Err(until.min(LOOK)));
    }
    Ok(runner.lease_due().await?.ok_or(LOOK))
}

impl Turns {
    /// Runs a leased source and keeps it meanwhile.
    async fn run(&self, leased: &StoredSource) {
        let runner = &self.runner;
        let began = runner.clock.now();
        let renew = || async {
            if let Err(error) = runner.renew(leased).await {
                tracing::warn!(%error, "the lease of a source is not renewed");
            }
        };
        let finished = keep_renewed(RENEWAL.unsigned_abs(), renew, self.finish(leased)).await;
        let took = runner.clock.now() - began;
        self.metrics.ran(&leased.source, &finished, took);
        tell(&leased.source, &finished);
        match runner.record(leased, &finished).await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(
                source = %leased.source.id,
                "the source was removed, or run by somebody else, before the run was recorded"
            ),
            Err(error) => tracing::error!(%error, "the run of a source is not recorded"),
        }
        if finished
            .imported
            .is_some_and(|(_, counts)| counts.created > 0)
        {
            // it writes the catalogue: no other source is imported meanwhile
            let _turn = self.importing.lock().await;
            after_import(&self.stores, Occasion::ProductsCame, self.runner.offer_ttl).await;
        }
    }

    async fn finish(&self, leased: &StoredSource) -> Finished {
        let arrived = match self.runner.fetch(leased, false).await {
            Ok(arrived) => arrived,
            Err(finished) => return finished,
        };
        let _turn = self.importing.lock().await;
        let runner = &self.runner;
        runner.settle(leased, arrived, &mut Remarks).await
    }
}

/// Rows with remarks go to the log; nobody watches the progress.
struct Remarks;

impl ImportObserver for Remarks {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        tracing::debug!(
            line = row.line,
            offer_id = row.offer_id,
            field = row.field,
            reason = row.reason,
            accepted,
            "a row with a remark"
        );
    }

    fn progress(&mut self, _: &Counts) {}
}

/// What the log says of a run. The location is not in it: its query may hold a secret.
fn tell(source: &Source, finished: &Finished) {
    let (id, store) = (source.id, source.store.as_str());
    match (&finished.outcome, &finished.hindrance) {
        (Outcome::Imported { counts, .. }, _) => tracing::info!(
            source = %id, store, read = counts.read, accepted = counts.accepted,
            rejected = counts.rejected, created = counts.created, changed = counts.changed,
            unchanged = counts.unchanged, gone = counts.gone, quarantined = counts.quarantined,
            "imported"
        ),
        (Outcome::Unchanged { .. }, _) => tracing::info!(source = %id, store, "unchanged"),
        (Outcome::Overtaken, _) => {
            tracing::info!(source = %id, store, "the store was changed by another import");
        }
        (Outcome::Failed(fault), _) => tracing::warn!(
            source = %id, store, error = fault.class.code(), detail = fault.text,
            "the source failed; the store keeps its last snapshot"
        ),
        (Outcome::PutOff(_), Some(Hindrance::Store(error))) => {
            tracing::warn!(source = %id, store, %error, "the source is put off");
        }
        (Outcome::PutOff(_), hindrance) => {
            tracing::info!(source = %id, store, ?hindrance, "the source is put off");
        }
    }
}

/// Reads the metrics, in every process.
pub async fn keep(sources: Arc<dyn SourceStore>, metrics: SourceMetrics) {
    let mut tick = tokio::time::interval(FIGURES);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let clock = System::new();
    loop {
        tick.tick().await;
        match sources.list_sources().await {
            Ok(all) => metrics.stand(&all, clock.now()),
            Err(error) => tracing::debug!(%error, "sources cannot be read"),
        }
    }
}
