//! Webhooks: who is told of events, and what becomes of each delivery.
//!
//! Four machines, each a value with transitions that return the next one:
//!
//! | machine | states | module |
//! |---|---|---|
//! | delivery | pending, sending, delivered, failed, cancelled | [`delivery`] |
//! | endpoint | open, suspect, cooling down, probing; paused by its owner | [`endpoint`] |
//! | incident | open, acknowledged, resolved | [`incident`] |
//! | rotation of the secret | prepared, activated, cancelled, expired | [`rotation`] |
//!
//! [`attempt::settle`] joins them: what an attempt's outcome makes of its delivery, of the endpoint and
//! of the endpoint's incident. [`fair::share`] says who may send next, [`window`] how much of it at a time. [`signature`] is what receivers
//! verify, [`excerpt`] what is kept of what they say.

pub mod attempt;
pub mod audit;
pub mod delivery;
pub mod endpoint;
pub mod event;
pub mod evidence;
pub mod excerpt;
pub mod fair;
pub mod incident;
pub mod notice;
pub mod public_id;
pub mod replays;
pub mod rotation;
pub mod signature;
pub mod subscription;
pub mod window;

use std::collections::BTreeSet;

use time::Duration;

use crate::backoff::Backoff;

/// What an event tells (§6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EventKind {
    /// A watch fired.
    WatchlistTriggered,
    /// The subscription's owner asked for a test.
    WebhookTest,
}

impl EventKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::WatchlistTriggered, Self::WebhookTest];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::WatchlistTriggered => "watchlist.triggered",
            Self::WebhookTest => "webhook.test",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The kinds of events that a subscription asks for: at least one. A test is sent whatever the filter
/// says (D-33).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventFilter(BTreeSet<EventKind>);

impl EventFilter {
    /// These kinds; `None` when there is none.
    pub fn new(kinds: impl IntoIterator<Item = EventKind>) -> Option<Self> {
        let kinds: BTreeSet<_> = kinds.into_iter().collect();
        (!kinds.is_empty()).then_some(Self(kinds))
    }

    /// Whether events of this kind are asked for.
    pub fn contains(&self, kind: EventKind) -> bool {
        self.0.contains(&kind)
    }

    /// The kinds in their one order.
    pub fn kinds(&self) -> impl Iterator<Item = EventKind> + '_ {
        self.0.iter().copied()
    }
}

/// The instants and pauses that an operator can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// How long to wait after a transient failure, unless the receiver asks for more: by the number of its attempt
    /// within the cycle (D-43).
    pub retry: Backoff,
    /// Cooldown after the third consecutive transient failure, and each one that follows.
    pub cooldown_transient: Duration,
    /// Cooldown after a permanent failure.
    pub cooldown_permanent: Duration,
    /// Between two reminders of an open incident.
    pub reminder: Duration,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            retry: Backoff {
                base: Duration::seconds(10),
                cap: Duration::hours(2),
            },
            cooldown_transient: Duration::minutes(5),
            cooldown_permanent: Duration::minutes(15),
            reminder: Duration::hours(6),
        }
    }
}

#[cfg(test)]
mod tests;
