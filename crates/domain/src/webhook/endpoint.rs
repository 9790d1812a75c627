//! How a subscription's endpoint fares: a circuit breaker (§3.3, D-47).
//!
//! Consecutive transient failures are counted over all deliveries of the endpoint; any 2xx sets the count
//! to zero and opens it again. At [`TRIPS_AT`] and more, each further one starts a short cooldown anew; a
//! permanent failure starts a long one. When a cooldown is over, one attempt at a time is allowed, until
//! one succeeds.
//!
//! | condition | when | attempts at a time |
//! |---|---|---|
//! | open | no failure since the last success | [`OPEN_ROOM`] |
//! | suspect | failed, and no cooldown since the last success | [`SUSPECT_ROOM`] |
//! | cooling down | a cooldown runs | none |
//! | probing | the last cooldown is over | 1 |

use time::OffsetDateTime;

use crate::webhook::Policy;

/// The consecutive transient failure that starts a cooldown (§3.2).
pub const TRIPS_AT: u32 = 3;

/// Attempts that run at a time at an endpoint that works.
pub const OPEN_ROOM: u32 = 16;

/// The same after a failure.
pub const SUSPECT_ROOM: u32 = 2;

/// What is remembered of an endpoint's attempts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Health {
    /// Consecutive transient failures.
    pub failures: u32,
    /// When the last cooldown ends, or ended; `None` since a success or a resumption.
    pub cooldown_until: Option<OffsetDateTime>,
}

/// How an endpoint may be used now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// As much as it can take.
    Open,
    /// With care.
    Suspect,
    /// Not before this instant.
    CoolingDown(OffsetDateTime),
    /// For one attempt at a time.
    Probing,
}

/// What an attempt said of the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// It acknowledged a delivery.
    Success,
    /// It may do better another time.
    Transient,
    /// It refused.
    Permanent,
}

impl Health {
    /// How the endpoint may be used now.
    pub fn condition(self, now: OffsetDateTime) -> Condition {
        match self.cooldown_until {
            Some(until) if until > now => Condition::CoolingDown(until),
            Some(_) => Condition::Probing,
            None if self.failures > 0 => Condition::Suspect,
            None => Condition::Open,
        }
    }

    /// How many attempts may run at a time now.
    pub fn room(self, now: OffsetDateTime) -> u32 {
        match self.condition(now) {
            Condition::Open => OPEN_ROOM,
            Condition::Suspect => SUSPECT_ROOM,
            Condition::CoolingDown(_) => 0,
            Condition::Probing => 1,
        }
    }

    /// What an attempt that ended now makes of it; and whether it started a cooldown.
    #[must_use]
    pub fn after(self, signal: Signal, now: OffsetDateTime, policy: &Policy) -> (Self, bool) {
        let failures = match signal {
            Signal::Success => return (Self::default(), false),
            Signal::Transient => self.failures.saturating_add(1),
            Signal::Permanent => self.failures,
        };
        let pause = match signal {
            Signal::Permanent => Some(policy.cooldown_permanent),
            Signal::Transient if failures >= TRIPS_AT => Some(policy.cooldown_transient),
            Signal::Transient | Signal::Success => None,
        };
        let started = pause.map(|pause| now + pause);
        let health = Self {
            failures,
            // a short one does not cut a long one off
            cooldown_until: started.max(self.cooldown_until),
        };
        (health, started.is_some())
    }
}
