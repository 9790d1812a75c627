//! The worker's loop for webhooks: deliveries are claimed as places come free, attempted side by side,
//! and recorded in batches.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use app::deliver::{Attempted, Deliverer};
use domain::ids::WorkspaceNo;
use domain::webhook::delivery::Verdict;
use domain::webhook::fair::Places;
use domain::webhook::window::Window;
use ports_store::{FinishedAttempt, LeasedDelivery, StoreError};
use time::OffsetDateTime;
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, sleep_until};

use crate::delivery_figures::DeliveryFigures;
use crate::stores::WorkNotices;

/// How many attempts run at the same time.
const AT_ONCE: u32 = 1024;

/// How many of them endpoints may have that have not shown lately that they work.
const UNPROVEN: u32 = 768;

/// How many one workspace may have.
const PER_WORKSPACE: u32 = 256;

/// The longest pause between two looks: notices only make it shorter.
const LOOK: Duration = Duration::from_secs(1);

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
    figures: DeliveryFigures,
    mut notices: WorkNotices,
    mut stop: watch::Receiver<bool>,
) {
    let mut desk = Desk::new(deliverer, figures);
    loop {
        let stopped = *stop.borrow();
        if stopped && desk.is_idle() {
            return;
        }
        if !stopped {
            desk.claim_if_due();
        }
        desk.record_if_any(stopped);
        let pause = desk.pause;
        let (room, outcomes) = (desk.room_at, desk.record_at);
        tokio::select! {
            Some(ended) = desk.attempts.join_next() => desk.ended(ended),
            Some(done) = desk.work.join_next() => desk.done(done),
            () = notices.changed(), if !stopped => desk.look(),
            () = until(room), if !stopped && room.is_some() && !desk.may_be_due => desk.look(),
            () = until(outcomes), if outcomes.is_some() && !desk.at_work.records => {}
            () = rest(pause), if !stopped && !desk.may_be_due => desk.look(),
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

/// What one transaction brought.
enum Done {
    Claimed(Result<(Vec<LeasedDelivery>, Option<OffsetDateTime>), StoreError>),
    Recorded(Vec<FinishedAttempt>, Result<(), StoreError>),
}

/// Whose place an attempt has.
#[derive(Clone, Copy)]
struct Seat {
    workspace: WorkspaceNo,
    endpoint: i64,
    is_proven: bool,
}

/// Which transactions run: one of each at a time.
#[derive(Default)]
struct AtWork {
    claims: bool,
    records: bool,
}

/// What runs and what waits.
struct Desk {
    deliverer: Arc<Deliverer>,
    figures: DeliveryFigures,
    attempts: JoinSet<(Seat, Attempted)>,
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
    look_again: bool,
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

impl Desk {
    fn new(deliverer: Arc<Deliverer>, figures: DeliveryFigures) -> Self {
        Self {
            deliverer,
            figures,
            attempts: JoinSet::new(),
            running: HashMap::new(),
            windows: HashMap::new(),
            unproven: 0,
            ended: Vec::new(),
            work: JoinSet::new(),
            at_work: AtWork::default(),
            may_be_due: true,
            look_again: false,
            crowded: false,
            room_at: None,
            record_at: None,
            failing: HashSet::new(),
            pause: LOOK,
        }
    }

    fn is_idle(&self) -> bool {
        self.attempts.is_empty() && self.ended.is_empty() && self.work.is_empty()
    }

    fn look(&mut self) {
        self.may_be_due = true;
        self.look_again = true;
    }

    fn claim_if_due(&mut self) {
        let busy = u32::try_from(self.attempts.len()).unwrap_or(u32::MAX);
        let free = AT_ONCE.saturating_sub(busy);
        if self.at_work.claims || !self.may_be_due || free == 0 {
            return;
        }
        self.at_work.claims = true;
        self.look_again = false;
        self.room_at = None;
        let places = Places {
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
    fn ended(&mut self, ended: Result<(Seat, Attempted), JoinError>) {
        let mut next = Some(ended);
        while let Some(ended) = next {
            match ended {
                Ok((seat, attempted)) => {
                    self.rise(seat, attempted.finished.verdict);
                    self.figures.attempted(&attempted);
                    self.ended.push(attempted.finished);
                    self.record_at
                        .get_or_insert_with(|| Instant::now() + GATHERING);
                }
                // its lease runs out
                Err(error) => tracing::error!(%error, "an attempt to deliver an event broke off"),
            }
            next = self.attempts.try_join_next();
        }
        self.running.retain(|_, running| *running > 0);
    }

    /// A place comes free. If it was one that others may wait for, they are looked at.
    fn rise(&mut self, seat: Seat, verdict: Verdict) {
        let busy = self.attempts.len() + 1;
        let was_full = busy >= usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
        let window = self.windows.entry(seat.endpoint).or_default();
        let makes_room = was_full || window.is_full();
        *window = window.ended(Some(verdict));
        if window.is_new() {
            self.windows.remove(&seat.endpoint);
        }
        let running = self.running.entry(seat.workspace).or_default();
        let was_crowded = *running >= PER_WORKSPACE;
        *running = running.saturating_sub(1);
        if !seat.is_proven {
            self.unproven = self.unproven.saturating_sub(1);
        }
        if makes_room || was_crowded || self.unproven + 1 >= UNPROVEN {
            self.room_comes();
        }
    }

    /// There is room for more, soon to be looked at.
    fn room_comes(&mut self) {
        self.room_at
            .get_or_insert_with(|| Instant::now() + GATHERING);
    }

    /// A place is taken.
    fn sit(&mut self, leased: &LeasedDelivery) -> Seat {
        let window = self.windows.entry(leased.endpoint).or_default();
        let seat = Seat {
            workspace: leased.workspace,
            endpoint: leased.endpoint,
            is_proven: window.is_proven(),
        };
        *window = window.begun();
        *self.running.entry(seat.workspace).or_default() += 1;
        if !seat.is_proven {
            self.unproven += 1;
        }
        seat
    }

    fn done(&mut self, done: Result<Done, JoinError>) {
        match done {
            Ok(Done::Claimed(Ok((claimed, next_due)))) => self.claimed(claimed, next_due),
            Ok(Done::Claimed(Err(error))) => {
                tracing::error!(%error, "deliveries cannot be claimed");
                self.figures.wrote(Err(&error));
                self.at_work.claims = false;
                self.may_be_due = false;
                self.pause = STORE_PAUSE;
            }
            Ok(Done::Recorded(ended, Ok(()))) => {
                self.figures.wrote(Ok(()));
                self.at_work.records = false;
                if self.makes_room(&ended) {
                    self.look();
                }
            }
            Ok(Done::Recorded(mut ended, Err(error))) => {
                tracing::error!(%error, "outcomes of deliveries are not recorded yet");
                self.figures.wrote(Err(&error));
                self.at_work.records = false;
                self.ended.append(&mut ended);
                self.record_at = Some(Instant::now());
            }
            Err(error) => {
                tracing::error!(%error, "work on deliveries broke off");
                self.at_work.claims = false;
                self.at_work.records = false;
            }
        }
    }

    /// Whether something may be due, or at another time, because these outcomes are recorded. Successes of
    /// endpoints that work change nothing unless others wait for their places.
    fn makes_room(&mut self, recorded: &[FinishedAttempt]) -> bool {
        let mut makes_room = self.crowded || self.at_work.claims;
        for one in recorded {
            makes_room |= if one.verdict == Verdict::Acknowledged {
                self.failing.remove(&one.endpoint)
            } else {
                self.failing.insert(one.endpoint);
                true
            };
        }
        makes_room
    }

    fn claimed(&mut self, claimed: Vec<LeasedDelivery>, next_due: Option<OffsetDateTime>) {
        self.at_work.claims = false;
        self.may_be_due = self.look_again;
        if !claimed.is_empty() {
            self.room_comes();
        }
        let now = self.deliverer.clock.now();
        self.crowded = !claimed.is_empty() || next_due.is_some_and(|due| due <= now);
        let until = next_due.and_then(|due| Duration::try_from(due - now).ok());
        self.pause = until.map_or(LOOK, |until| until.clamp(TICK, LOOK));
        for leased in claimed {
            let seat = self.sit(&leased);
            self.figures.claimed(leased.due_at, now);
            let deliverer = Arc::clone(&self.deliverer);
            self.attempts
                .spawn(async move { (seat, deliverer.attempt(leased).await) });
        }
    }
}

/// Claims what is due; when there is nothing, tells when there will be.
async fn claim(
    deliverer: &Deliverer,
    places: &Places,
) -> Result<(Vec<LeasedDelivery>, Option<OffsetDateTime>), StoreError> {
    let claimed = deliverer.claim(places).await?;
    if !claimed.is_empty() {
        return Ok((claimed, None));
    }
    let next = {
        let now = deliverer.clock.now();
        deliverer.store.next_due(now, places).await?
    };
    Ok((claimed, next))
}
