//! How many attempts of one endpoint a process lets run at a time: few at first, one more for each that
//! succeeds, few again after a failure. An endpoint that hangs so holds few places; one that works soon has
//! all it may have.
//!
//! What the process knows is its own: what another one took, and died with, does not keep this one from
//! going on.

use crate::webhook::delivery::Verdict;
use crate::webhook::endpoint::{OPEN_ROOM, SUSPECT_ROOM};

/// What a process knows of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    limit: u32,
    running: u32,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            limit: SUSPECT_ROOM,
            running: 0,
        }
    }
}

impl Window {
    /// Of an endpoint that works.
    pub const OPEN: Self = Self {
        limit: OPEN_ROOM,
        running: 0,
    };

    /// How many more attempts may run, where the endpoint's health allows so many in all.
    pub const fn room(self, allowed: u32) -> u32 {
        let limit = if self.limit < allowed {
            self.limit
        } else {
            allowed
        };
        limit.saturating_sub(self.running)
    }

    /// Whether as many run as may.
    pub const fn is_full(self) -> bool {
        self.running >= self.limit
    }

    /// Whether the endpoint has shown lately that it works.
    pub const fn is_proven(self) -> bool {
        self.limit > SUSPECT_ROOM
    }

    /// Whether there is nothing to remember.
    pub fn is_new(self) -> bool {
        self == Self::default()
    }

    /// An attempt begins.
    #[must_use]
    pub const fn begun(self) -> Self {
        Self {
            running: self.running.saturating_add(1),
            ..self
        }
    }

    /// An attempt ended; `None`: it broke off and nobody knows how.
    #[must_use]
    pub fn ended(self, verdict: Option<Verdict>) -> Self {
        let limit = match verdict {
            Some(Verdict::Acknowledged) => (self.limit + 1).min(OPEN_ROOM),
            Some(Verdict::Permanent(_) | Verdict::Transient { .. } | Verdict::Lost) => SUSPECT_ROOM,
            None => self.limit,
        };
        Self {
            limit,
            running: self.running.saturating_sub(1),
        }
    }
}
