//! Replaying the failed deliveries of a time, step by step: a step looks at [`MAX_LOOKED_AT`] deliveries at most, in the
//! order in which their events happened, and judges [`MAX_JUDGED`] failed ones of them, of [`MAX_PRODUCTS`] products at
//! most, each by the rules of a single replay. The next step goes on where it ended, so that what cannot be replayed keeps nothing waiting.

use std::collections::BTreeSet;

use time::OffsetDateTime;

use super::delivery::KEPT;

/// Deliveries that a step looks at.
pub const MAX_LOOKED_AT: u32 = 5_000;

/// Failed deliveries that a step judges.
pub const MAX_JUDGED: usize = 100;

/// Products whose prices a step reads, with all their offers.
pub const MAX_PRODUCTS: usize = 20;

/// When the events happened whose deliveries are replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayRange {
    from: OffsetDateTime,
    to: OffsetDateTime,
}

impl ReplayRange {
    /// From an instant on until before another; `None` when there is nothing between them.
    pub fn new(from: OffsetDateTime, to: OffsetDateTime) -> Option<Self> {
        (from < to).then_some(Self { from, to })
    }

    /// The first instant whose deliveries are still kept at `now`: those of seven days ago are gone, whether they were
    /// forgotten yet or not.
    pub fn begin(self, now: OffsetDateTime) -> OffsetDateTime {
        self.from.max(now - KEPT + time::Duration::MICROSECOND)
    }

    /// The instant before which it ends.
    pub const fn end(self) -> OffsetDateTime {
        self.to
    }
}

/// A delivery that a step looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookedAt {
    /// Its number.
    pub no: i64,
    /// Whether it has failed.
    pub has_failed: bool,
    /// The product that its event tells of, if it tells of one.
    pub product: Option<i64>,
}

/// What a step takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayStep {
    /// Numbers of failed deliveries, in order.
    pub judged: Vec<i64>,
    /// The number of the delivery after which the next step begins; `None`: there is nothing more.
    pub next: Option<i64>,
}

/// Takes the failed ones of these deliveries, which are in their order. `is_end`: the range has no more than these.
pub fn step(deliveries: &[LookedAt], is_end: bool) -> ReplayStep {
    let mut judged = Vec::new();
    let mut products = BTreeSet::new();
    let mut passed = None;
    for delivery in deliveries {
        if delivery.has_failed {
            products.extend(delivery.product);
            if judged.len() == MAX_JUDGED || products.len() > MAX_PRODUCTS {
                return ReplayStep {
                    judged,
                    next: passed,
                };
            }
            judged.push(delivery.no);
        }
        passed = Some(delivery.no);
    }
    ReplayStep {
        judged,
        next: passed.filter(|_| !is_end),
    }
}
