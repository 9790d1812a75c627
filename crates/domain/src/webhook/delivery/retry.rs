//! When a delivery is tried again (D-43).

use time::{Duration, OffsetDateTime};

use crate::webhook::Policy;

/// The longest wait that a receiver may ask for with `Retry-After` (§8).
pub const MAX_RETRY_AFTER: Duration = Duration::hours(1);

/// When things happen after a transient failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryTiming {
    /// Now.
    pub now: OffsetDateTime,
    /// When the endpoint's cooldown ends, if it has one.
    pub cooldown_until: Option<OffsetDateTime>,
    /// Any number: it moves the next attempt within the jitter.
    pub spread: u64,
}

impl RetryTiming {
    /// When the attempt comes that follows number `attempt` of its cycle: after the backoff, what the receiver
    /// asks for, or the end of the cooldown, whichever is last.
    pub(super) fn next_due(
        self,
        attempt: u16,
        retry_after: Option<Duration>,
        policy: &Policy,
    ) -> OffsetDateTime {
        let Self {
            now,
            cooldown_until,
            spread,
        } = self;
        let asked = retry_after.unwrap_or(Duration::ZERO).min(MAX_RETRY_AFTER);
        let wait = policy.retry.after(attempt, spread).max(asked);
        cooldown_until.map_or(now + wait, |end| end.max(now + wait))
    }
}
