//! How long an offer stays true that no feed shows again.

use time::{Duration, OffsetDateTime};

/// When prices are looked at, and how long an offer that is not seen again stays true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Freshness {
    /// Now.
    pub now: OffsetDateTime,
    /// Time to live of offers.
    pub offer_ttl: Duration,
}

/// Longer than an import takes.
const IMPORT_TIME: Duration = Duration::hours(1);

impl Freshness {
    /// From when on an offer that was last seen then is stale.
    pub fn stale_from(self, seen_at: OffsetDateTime) -> OffsetDateTime {
        seen_at + self.offer_ttl
    }

    /// Whether an offer that was last seen then still counts; else it is stale.
    pub fn is_fresh(self, seen_at: OffsetDateTime) -> bool {
        self.stale_from(seen_at) > self.now
    }

    /// Whether it still counts when an import that begins now is published.
    pub fn is_fresh_after_import(self, seen_at: OffsetDateTime) -> bool {
        self.stale_from(seen_at) > self.now + IMPORT_TIME
    }

    /// What was seen after this instant [is fresh then](Self::is_fresh_after_import); the epoch where time does not reach so
    /// far back.
    pub fn surely_fresh_after(self) -> OffsetDateTime {
        let reckoned = self.now.checked_sub(self.offer_ttl - IMPORT_TIME);
        reckoned.unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
}
