//! When the offers of a feed were seen.

use time::{Duration, OffsetDateTime};

/// When the offers were as the feed says, and how long an offer that is not seen again stays true.
#[derive(Clone, Copy)]
pub(super) struct Observation {
    pub(super) at: OffsetDateTime,
    pub(super) offer_ttl: Duration,
}

impl Observation {
    /// Whether an offer that was last seen then is still true at the observation.
    pub(super) fn is_within_ttl(self, last_seen_at: OffsetDateTime) -> bool {
        last_seen_at + self.offer_ttl > self.at
    }
}
