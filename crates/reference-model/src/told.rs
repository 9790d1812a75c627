use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Evidence, WaitsFor, Watch};

/// What an event of a watch tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Number of the watch.
    pub watch: usize,
    /// The revision that made it happen.
    pub revision: i64,
    /// What the price rests on.
    pub evidence: Evidence,
    /// The shop whose price it is, of a watch of one shop.
    pub shop: Option<usize>,
    /// What the watch waited for.
    pub waits_for: WaitsFor,
    /// How often the watch had been begun.
    pub restarts: usize,
    /// In cents.
    pub price: i64,
}

impl Told {
    /// Whether the watch waits for that still: one that waits for something else by now, or was begun anew with what is counted
    /// from a price, was looked at when it began to.
    pub(crate) fn is_of(&self, watch: &Watch) -> bool {
        let kind = std::mem::discriminant(&watch.waits_for);
        let is_same = (self.shop, std::mem::discriminant(&self.waits_for)) == (watch.shop, kind);
        is_same && (!watch.is_counted() || self.restarts == watch.restarts)
    }
}

/// Something that subscriptions are told.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its id, for whoever compares; `None` until it was shown.
    pub id: Option<Uuid>,
    /// `None`: a test.
    pub told: Option<Told>,
    /// Of a fall or a low: the highest price in cents that it, or what it took the place of, was counted from.
    pub reference: Option<i64>,
    /// When it happened.
    pub at: OffsetDateTime,
}
