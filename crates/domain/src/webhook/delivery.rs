//! One event on its way to one subscription.
//!
//! | state | what happens | next |
//! |---|---|---|
//! | pending | it is due and taken: one attempt more, under a lease | sending |
//! | pending | destination or filter change, the subscription is deleted, the source is superseded or expires, seven days pass | cancelled |
//! | sending | any 2xx | delivered |
//! | sending | a permanent failure, or a transient one and no attempt is left | failed |
//! | sending | a transient failure, or the lease runs out | pending: [`Delivery::settle`] says when |
//! | sending | a transient failure, or the lease runs out, and the destination has changed meanwhile | cancelled, attempts left or not |
//! | failed | a manual replay | pending, in a new cycle |
//!
//! A delivery has up to [`MAX_CYCLE`] attempts in a cycle and [`MAX_LIFETIME`] in all; waiting for a
//! cooldown takes none. Its attempt number is the fencing token of the lease: an outcome that comes with
//! another number is nobody's.

mod error;
mod retry;
mod verdict;

use time::{Duration, OffsetDateTime};

pub use error::DeliveryError;
pub use retry::{MAX_RETRY_AFTER, RetryTiming};
pub use verdict::Verdict;

use crate::webhook::Policy;

/// Attempts of one cycle (§8).
pub const MAX_CYCLE: u16 = 8;

/// Attempts in all cycles together (§8).
pub const MAX_LIFETIME: u16 = 32;

/// Manual replays of a delivery; it is kept as long as the seven days in which they are counted (D-44).
pub const MAX_REPLAYS: u16 = 3;

/// How long an attempt may hold a delivery: longer than any attempt takes.
pub const LEASE: Duration = Duration::seconds(60);

/// How long a delivery is kept after its event happened (D-51).
pub const KEPT: Duration = Duration::days(7);

/// Where a delivery stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It waits for its next attempt.
    Pending {
        /// The instant before which there is none.
        due: OffsetDateTime,
    },
    /// An attempt runs.
    Sending {
        /// When the attempt is taken for lost.
        lease_until: OffsetDateTime,
    },
    /// The receiver acknowledged it.
    Delivered {
        /// When.
        at: OffsetDateTime,
    },
    /// Given up; it can be replayed.
    Failed,
    /// It is not to be delivered any more, ever.
    Cancelled,
}

/// A delivery as the rules see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivery {
    /// Where it stands.
    pub state: State,
    /// Attempts in all, the running one included.
    pub attempts: u16,
    /// Attempts of this cycle, the running one included.
    pub cycle: u16,
    /// Manual replays.
    pub replays: u16,
    /// What went wrong last; kept after a later success.
    pub last_error: Option<DeliveryError>,
}

/// What became of the destination while an attempt ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DestinationChange {
    /// It is the same.
    Unchanged,
    /// URL or filter are others now.
    Changed,
    /// The subscription is gone.
    Deleted,
}

impl DestinationChange {
    /// What became of it since a delivery was queued for it.
    pub const fn of(is_deleted: bool, is_changed: bool) -> Self {
        match (is_deleted, is_changed) {
            (true, _) => Self::Deleted,
            (false, true) => Self::Changed,
            (false, false) => Self::Unchanged,
        }
    }
}

/// The transition is not one of the machine's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Illegal;

/// Why a delivery is not replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayRefusal {
    /// Only failed deliveries are.
    NotFailed,
    /// It was replayed, or attempted, as often as it may be.
    LimitReached,
}

impl Delivery {
    /// A delivery that is due at once.
    pub const fn queued(now: OffsetDateTime) -> Self {
        Self {
            state: State::Pending { due: now },
            attempts: 0,
            cycle: 0,
            replays: 0,
            last_error: None,
        }
    }

    /// It is taken for an attempt.
    pub fn take(self, now: OffsetDateTime, lease_until: OffsetDateTime) -> Result<Self, Illegal> {
        match self.state {
            State::Pending { due } if due <= now && self.has_attempts_left() => Ok(Self {
                state: State::Sending { lease_until },
                attempts: self.attempts + 1,
                cycle: self.cycle + 1,
                ..self
            }),
            State::Pending { .. }
            | State::Sending { .. }
            | State::Delivered { .. }
            | State::Failed
            | State::Cancelled => Err(Illegal),
        }
    }

    /// The attempt that runs ended.
    pub fn settle(
        self,
        verdict: Verdict,
        destination: DestinationChange,
        policy: &Policy,
        retry: RetryTiming,
    ) -> Result<Self, Illegal> {
        let State::Sending { .. } = self.state else {
            return Err(Illegal);
        };
        let last_error = verdict.error().or(self.last_error);
        let state = match (verdict, destination) {
            (Verdict::Acknowledged, _) => State::Delivered { at: retry.now },
            (Verdict::Permanent(_), _) => State::Failed,
            (Verdict::Transient { .. } | Verdict::Lost, DestinationChange::Changed) => {
                return self.cancelled(DeliveryError::SubscriptionChanged);
            }
            (Verdict::Transient { .. } | Verdict::Lost, DestinationChange::Deleted) => {
                return self.cancelled(DeliveryError::SubscriptionDeleted);
            }
            (Verdict::Transient { .. } | Verdict::Lost, DestinationChange::Unchanged)
                if !self.has_attempts_left() =>
            {
                State::Failed
            }
            (Verdict::Transient { retry_after, .. }, DestinationChange::Unchanged) => {
                State::Pending {
                    due: retry.next_due(self.cycle, retry_after, policy),
                }
            }
            (Verdict::Lost, DestinationChange::Unchanged) => State::Pending {
                due: retry.next_due(self.cycle, None, policy),
            },
        };
        Ok(Self {
            state,
            last_error,
            ..self
        })
    }

    /// It is not to be delivered any more.
    pub fn cancel(self, why: DeliveryError) -> Result<Self, Illegal> {
        match self.state {
            State::Pending { .. } => self.cancelled(why),
            State::Sending { .. } | State::Delivered { .. } | State::Failed | State::Cancelled => {
                Err(Illegal)
            }
        }
    }

    /// Its owner wants it tried again: a new cycle begins at once (D-44).
    pub fn replay(self, now: OffsetDateTime) -> Result<Self, ReplayRefusal> {
        if self.state != State::Failed {
            return Err(ReplayRefusal::NotFailed);
        }
        if self.replays >= MAX_REPLAYS || self.attempts >= MAX_LIFETIME {
            return Err(ReplayRefusal::LimitReached);
        }
        Ok(Self {
            state: State::Pending { due: now },
            cycle: 0,
            replays: self.replays + 1,
            ..self
        })
    }

    /// Whether its attempt of this number is the one that runs, or ran last: only that one's outcome counts.
    pub const fn is_attempt(self, number: u16) -> bool {
        self.attempts == number
    }

    /// Whether one more attempt is allowed.
    pub const fn has_attempts_left(self) -> bool {
        self.cycle < MAX_CYCLE && self.attempts < MAX_LIFETIME
    }

    #[expect(
        clippy::unnecessary_wraps,
        reason = "the form of a transition, for those that return it"
    )]
    const fn cancelled(self, why: DeliveryError) -> Result<Self, Illegal> {
        Ok(Self {
            state: State::Cancelled,
            last_error: Some(why),
            ..self
        })
    }
}

impl State {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pending { .. } => "pending",
            Self::Sending { .. } => "sending",
            Self::Delivered { .. } => "delivered",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}
