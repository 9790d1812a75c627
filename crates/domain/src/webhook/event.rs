//! Events: what receivers are told, before it becomes bytes.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::EventKind;
use crate::access::Mode;
use crate::ids::{ProductNo, Revision};
use crate::money::Currency;
use crate::watch::{Evidence, Firing};

/// How long after it happened an event is still the one that further deliveries tell of. Events stay as
/// much longer than the oldest delivery, and a little more ([`NEEDED`]).
pub const REUSED: Duration = Duration::minutes(5);

/// How much longer than the oldest delivery events stay: as long as one may still be told of, and what the
/// clocks of two processes may differ by.
pub const NEEDED: Duration = REUSED.saturating_add(Duration::minutes(1));

/// The mode of every event: watches of test mode make none, and what test keys ask for is not sent (D-29).
pub const MODE: Mode = Mode::Live;

/// An event that tells a workspace of a firing watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchEvent {
    /// Its id, the same however often a revision is looked at.
    pub id: Uuid,
    /// The watch's product.
    pub product: ProductNo,
    /// The revision that fired it.
    pub revision: Revision,
    /// What it tells.
    pub firing: Firing,
    /// The currency of its prices.
    pub currency: Currency,
    /// How often its watch had been begun anew.
    pub restarts: u32,
    /// Until when its price is the current one if nothing is published; `None`: for ever.
    pub evidence_until: Option<OffsetDateTime>,
}

/// An event as its receivers get it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    /// A watch fired.
    Triggered(&'a WatchEvent),
    /// A subscription's owner asked for a test.
    Test {
        /// Its id.
        id: Uuid,
        /// When it was asked for.
        at: OffsetDateTime,
    },
}

impl WatchEvent {
    /// The same event as the `n`-th one of its watch and revision, under an id of its own; the first has
    /// number 0. Without a new revision the price changes when an offer becomes stale, or is seen again.
    #[must_use]
    pub fn numbered(&self, n: u32) -> Self {
        let id = match n {
            0 => self.id,
            n => Uuid::new_v5(&self.id, &n.to_be_bytes()),
        };
        Self { id, ..self.clone() }
    }

    /// Whether an event that happened `at` told of the same just before, so that it can be told once more
    /// in this one's place.
    pub fn repeats(&self, told: &Evidence, at: OffsetDateTime) -> bool {
        *told == self.firing.evidence() && at > self.firing.observed_at - REUSED
    }
}

impl Event<'_> {
    /// Its id.
    pub const fn id(&self) -> Uuid {
        match self {
            Self::Triggered(event) => event.id,
            Self::Test { id, .. } => *id,
        }
    }

    /// What it tells.
    pub const fn kind(&self) -> EventKind {
        match self {
            Self::Triggered(_) => EventKind::WatchlistTriggered,
            Self::Test { .. } => EventKind::WebhookTest,
        }
    }

    /// When it happened.
    pub const fn created_at(&self) -> OffsetDateTime {
        match self {
            Self::Triggered(event) => event.firing.observed_at,
            Self::Test { at, .. } => *at,
        }
    }
}

/// The id of the delivery of an event to a subscription: made of both, so that an event is queued once for
/// each (RFC 9562 version 5 in the namespace of the event's id).
pub fn delivery_id(event: Uuid, subscription: Uuid) -> Uuid {
    Uuid::new_v5(&event, subscription.as_bytes())
}
