//! What becomes of a mail in the outbox.
//!
//! A mail is leased, handed to the operator's mail server, and its outcome recorded. It is sent at
//! least once: a process that dies between the server's acceptance and the record leaves a lease that
//! runs out, and the mail is sent again with the same Message-ID, by which mail programs know it.
//!
//! | state | what happens | next |
//! |---|---|---|
//! | waiting | it is due and leased: one attempt more | sending |
//! | sending | the server takes it | sent |
//! | sending | the server refuses the address or the mail for good | failed |
//! | sending | anything else, attempts are left | waiting: [`BACKOFF`] |
//! | sending | anything else, it was the last of [`MAX_ATTEMPTS`] | failed |
//! | sending | the lease runs out, attempts are left: one attempt more, at once | sending |
//! | sending | the lease runs out, it was the last of [`MAX_ATTEMPTS`] | failed |
//! | waiting | it is older than [`MAX_AGE`] | failed: what it says is not news any more |

use time::{Duration, OffsetDateTime};

use crate::backoff::Backoff;

/// How often a mail is handed over before it is given up: about two days.
pub const MAX_ATTEMPTS: u16 = 20;

/// How old a mail may become unsent.
pub const MAX_AGE: Duration = Duration::days(7);

/// How long an attempt holds a mail, unless its lease is renewed while it runs.
pub const LEASE: Duration = Duration::seconds(60);

/// How often the lease of an attempt that runs is renewed.
pub const RENEWAL: Duration = Duration::seconds(20);

/// How long mails are kept after their end, and events after they happened.
pub const KEPT: Duration = Duration::days(7);

/// How long a mail waits after an attempt that failed: 30 seconds after the first one, at most 4 hours.
pub const BACKOFF: Backoff = Backoff {
    base: Duration::seconds(30),
    cap: Duration::hours(4),
};

/// The place of the workspace that has the first mails now, of so many that have some that are due: another one at each
/// microsecond, each in its turn.
pub fn first_in_turn(workspaces: usize, now: OffsetDateTime) -> usize {
    let turn = (now.unix_timestamp_nanos() / 1000).unsigned_abs();
    let place = u128::try_from(workspaces)
        .ok()
        .and_then(|all| turn.checked_rem(all));
    place
        .and_then(|place| usize::try_from(place).ok())
        .unwrap_or_default()
}

/// How many of the free places the next of so many workspaces may have: as many as any other, and one as long as there is
/// one.
pub fn share(free: i64, workspaces: i64) -> i64 {
    let even = free.checked_div(workspaces).unwrap_or_default();
    even.max(1).min(free.max(0))
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The server took the mail over.
    Accepted,
    /// It will never take it; says why.
    Refused(String),
    /// It did not take it this time, or did not answer; says why.
    Failed(String),
}

/// What follows from an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Done.
    Sent,
    /// Again, not before this instant.
    Retry {
        /// When.
        due: OffsetDateTime,
        /// What went wrong.
        error: String,
    },
    /// Given up.
    Failed {
        /// What went wrong.
        error: String,
    },
}

/// What follows from the outcome of attempt number `attempt` (from 1), that ended `now`. `spread` is any
/// number: it moves the next attempt within the jitter.
pub fn after(outcome: Outcome, attempt: u16, now: OffsetDateTime, spread: u64) -> Next {
    match outcome {
        Outcome::Accepted => Next::Sent,
        Outcome::Refused(error) => Next::Failed { error },
        Outcome::Failed(error) if attempt >= MAX_ATTEMPTS => Next::Failed { error },
        Outcome::Failed(error) => Next::Retry {
            due: now + BACKOFF.after(attempt, spread),
            error,
        },
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{BACKOFF, MAX_ATTEMPTS, Next, Outcome, after, first_in_turn, share};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn every_workspace_is_first_in_its_turn_however_many_wait() {
        for workspaces in [1, 3, 5000] {
            let firsts = (0..workspaces).map(|tick| {
                let ticks = Duration::microseconds(i64::try_from(tick).unwrap());
                first_in_turn(workspaces, NOW + Duration::days(20_000) + ticks)
            });
            let firsts: std::collections::BTreeSet<usize> = firsts.collect();
            assert_eq!(firsts.len(), workspaces);
            assert!(firsts.iter().all(|first| *first < workspaces));
        }
        assert_eq!(first_in_turn(0, NOW), 0);
    }

    #[test]
    fn places_are_shared_and_none_is_left_while_somebody_waits() {
        for (free, workspaces, expected) in [
            (9, 3, 3),
            (10, 3, 3),
            (2, 3, 1),
            (0, 3, 0),
            (-1, 2, 0),
            (5, 0, 1),
        ] {
            assert_eq!(share(free, workspaces), expected, "{free} for {workspaces}");
        }
    }

    #[test]
    fn every_outcome_has_its_consequence() {
        let failed = || Outcome::Failed("busy".to_owned());
        let error = || "busy".to_owned();
        assert_eq!(after(Outcome::Accepted, 20, NOW, 0), Next::Sent);
        let refused = after(Outcome::Refused(error()), 1, NOW, 0);
        assert_eq!(refused, Next::Failed { error: error() });
        for attempt in 1..MAX_ATTEMPTS {
            let next = after(failed(), attempt, NOW, 200);
            let due = NOW + BACKOFF.after(attempt, 200);
            assert_eq!(
                next,
                Next::Retry {
                    due,
                    error: error()
                },
                "{attempt}"
            );
        }
        for attempt in [MAX_ATTEMPTS, MAX_ATTEMPTS + 1, u16::MAX] {
            let next = after(failed(), attempt, NOW, 0);
            assert_eq!(next, Next::Failed { error: error() }, "{attempt}");
        }
    }

    #[test]
    fn waits_grow_to_the_cap() {
        let seconds = |attempt| BACKOFF.after(attempt, 200).whole_seconds();
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7, 8, 20, u16::MAX].map(seconds),
            [30, 90, 270, 810, 2430, 7290, 14400, 14400, 14400, 14400]
        );
        let all: Duration = (1..MAX_ATTEMPTS).map(|n| BACKOFF.after(n, 200)).sum();
        assert_eq!(all.whole_hours(), 55);
    }
}
