//! Who looks at watches that revisions have left: for some time what a revision has left is held for whoever published it.

use adapter_sql::types::DbTs;
use domain::freshness::Freshness;
use time::{Duration, OffsetDateTime};

/// For how long after its publish a revision is left to whoever published it.
const HELD: Duration = Duration::seconds(10);

/// How far clocks of machines may be apart, and much more.
const ANY_CLOCK: Duration = Duration::DAY;

/// Of what waits to be looked at: not left to whoever published the revision. Place: the time before which holding has ended.
pub(crate) const NOT_HELD: &str = "(held_until IS NULL OR held_until <= ?)";

/// Until when a revision that is published now is left to whoever publishes it.
pub(crate) fn held_from(now: OffsetDateTime) -> DbTs {
    DbTs::new(now + HELD)
}

/// A look at watches that revisions have left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(super) freshness: Freshness,
    /// What is held until later stays left to whoever published the revision.
    pub(super) held_before: DbTs,
}

impl Look {
    /// That of a worker, which leaves to publishers what they hold.
    pub(crate) fn of_worker(freshness: Freshness) -> Self {
        Self {
            freshness,
            held_before: DbTs::new(freshness.now),
        }
    }

    /// That of whoever has the catalogue lock, who takes what is held as well: its publisher was killed, or has lost the lock,
    /// and then finds the rest of its watches fired.
    pub(crate) fn of_lock_holder(freshness: Freshness) -> Self {
        Self {
            freshness,
            held_before: DbTs::new(freshness.now + ANY_CLOCK),
        }
    }
}
