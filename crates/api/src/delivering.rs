//! The worker's loop for webhooks: deliveries are claimed as places come free, attempted side by side,
//! and recorded in batches.

mod slots;
mod transactions;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use app::delivery::deliver::{Attempted, Deliverer};
use domain::ids::WorkspaceNo;
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::window::Window;
use ports_store::FinishedAttempt;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};

use crate::metrics::DeliveryMetrics;
use crate::stores::WorkNotices;

use slots::AttemptSlot;
use transactions::{Done, claim};

/// How many attempts run at the same time.
const AT_ONCE: u32 = 1024;

/// How many of them endpoints may have that have not shown lately that they work.
const UNPROVEN: u32 = 768;

/// How many one workspace may have.
const PER_WORKSPACE: u32 = 256;

/// The longest pause between two looks: notices only make it shorter.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// The shortest pause before something that is due later.
const TICK: Duration = Duration::from_millis(5);

/// How long what comes one by one is gathered, so that the store does it in batches: places that come free,
/// and outcomes.
const GATHERING: Duration = Duration::from_millis(2);

/// So many outcomes are recorded without gathering more.
const ENOUGH: usize = 128;

/// The pause after the store failed.
const STORE_PAUSE: Duration = Duration::from_millis(500);

/// Delivers events as they come. When it is told to stop it claims no more and ends when the attempts that
/// run are recorded; what is aborted is attempted again when its lease has run out.
pub async fn deliver(
    deliverer: Arc<Deliverer>,
    metrics: DeliveryMetrics,
    mut notices: WorkNotices,
    mut stop: watch::Receiver<bool>,
) {
    let mut scheduler = DeliveryScheduler::new(deliverer, metrics);
    loop {
        let stopped = *stop.borrow();
        if stopped && scheduler.is_idle() {
            return;
        }
        if !stopped {
            scheduler.claim_if_due();
        }
        scheduler.record_if_any(stopped);
        let pause = scheduler.pause;
        let (room, outcomes) = (scheduler.room_at, scheduler.record_at);
        tokio::select! {
            Some(ended) = scheduler.attempts.join_next() => scheduler.ended(ended),
            Some(done) = scheduler.work.join_next() => scheduler.done(done),
            () = notices.changed(), if !stopped => scheduler.check_soon(),
            () = until(room), if !stopped && room.is_some() && !scheduler.may_be_due => scheduler.check_soon(),
            () = until(outcomes), if outcomes.is_some() && !scheduler.at_work.records => {}
            () = rest(pause), if !stopped && !scheduler.may_be_due => scheduler.check_soon(),
            changed = stop.changed(), if !stopped => if changed.is_err() { return },
        }
    }
}

async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => sleep_until(instant).await,
        None => std::future::pending().await,
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "until something is due, or the next look"
)]
async fn rest(pause: Duration) {
    tokio::time::sleep(pause).await;
}

/// Which transactions run: one of each at a time.
#[derive(Default)]
struct AtWork {
    claims: bool,
    records: bool,
}

/// Which attempts run, which outcomes wait to be recorded, and when the store is asked for more.
struct DeliveryScheduler {
    deliverer: Arc<Deliverer>,
    metrics: DeliveryMetrics,
    /// Each with its slot; without an outcome when it broke down.
    attempts: JoinSet<(AttemptSlot, Option<Attempted>)>,
    running: HashMap<WorkspaceNo, u32>,
    windows: HashMap<i64, Window>,
    /// Attempts at endpoints that had not shown that they work when they began.
    unproven: u32,
    ended: Vec<FinishedAttempt>,
    work: JoinSet<Done>,
    at_work: AtWork,
    /// There may be something to claim.
    may_be_due: bool,
    /// Something was said while a claim ran: its answer is not the last word.
    check_again: bool,
    /// More may be due than there was room for.
    crowded: bool,
    /// When places that came free are looked at.
    room_at: Option<Instant>,
    /// When outcomes are recorded.
    record_at: Option<Instant>,
    /// Endpoints whose last outcome here was none that they wished for.
    failing: HashSet<i64>,
    pause: Duration,
}

impl DeliveryScheduler {
    fn new(deliverer: Arc<Deliverer>, metrics: DeliveryMetrics) -> Self {
        Self {
            deliverer,
            metrics,
            attempts: JoinSet::new(),
            running: HashMap::new(),
            windows: HashMap::new(),
            unproven: 0,
            ended: Vec::new(),
            work: JoinSet::new(),
            at_work: AtWork::default(),
            may_be_due: true,
            check_again: false,
            crowded: false,
            room_at: None,
            record_at: None,
            failing: HashSet::new(),
            pause: LONGEST_PAUSE,
        }
    }

    fn is_idle(&self) -> bool {
        self.attempts.is_empty() && self.ended.is_empty() && self.work.is_empty()
    }

    fn check_soon(&mut self) {
        self.may_be_due = true;
        self.check_again = true;
    }

    fn claim_if_due(&mut self) {
        let busy = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX);
        let free = AT_ONCE.saturating_sub(busy);
        if self.at_work.claims || !self.may_be_due || free == 0 {
            return;
        }
        self.at_work.claims = true;
        self.check_again = false;
        self.room_at = None;
        let places = DeliveryCapacity {
            free,
            per_workspace: PER_WORKSPACE,
            free_for_unproven: UNPROVEN.saturating_sub(self.unproven),
            taken: self.running.clone(),
            windows: self.windows.clone(),
            unknown: Window::default(),
        };
        let deliverer = Arc::clone(&self.deliverer);
        self.work
            .spawn(async move { Done::Claimed(claim(&deliverer, &places).await) });
    }

    fn record_if_any(&mut self, at_once: bool) {
        let gathers = self.record_at.is_some_and(|at| at > Instant::now());
        let is_due = at_once || !gathers || self.ended.len() >= ENOUGH;
        if self.at_work.records || self.ended.is_empty() || !is_due {
            return;
        }
        self.at_work.records = true;
        self.record_at = None;
        let ended = std::mem::take(&mut self.ended);
        let deliverer = Arc::clone(&self.deliverer);
        self.work.spawn(async move {
            let recorded = deliverer.record(&ended).await;
            if recorded.is_err() {
                rest(STORE_PAUSE).await;
            }
            Done::Recorded(ended, recorded)
        });
    }

    /// An attempt ended, perhaps others with it.
    fn ended(&mut self, ended: Result<(AttemptSlot, Option<Attempted>), JoinError>) {
        let mut next = Some(ended);
        while let Some(ended) = next {
            match ended {
                Ok((slot, Some(attempted))) => {
                    self.release(slot, Some(attempted.finished.verdict));
                    self.metrics.attempted(&attempted);
                    self.ended.push(attempted.finished);
                    self.record_at
                        .get_or_insert_with(|| Instant::now() + GATHERING);
                }
                // its lease runs out
                Ok((slot, None)) => {
                    tracing::error!("an attempt to deliver an event broke down");
                    self.release(slot, None);
                }
                Err(error) => tracing::error!(%error, "an attempt to deliver an event broke off"),
            }
            next = self.attempts.try_join_next();
        }
        self.running.retain(|_, running| *running > 0);
    }
}
