//! Who may send next, when not everybody can.

use std::collections::HashMap;

use time::OffsetDateTime;

use crate::ids::WorkspaceNo;
use crate::webhook::endpoint::{Condition, Health};
use crate::webhook::window::Window;

/// An endpoint for which something waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndpointQueue {
    /// Its number.
    pub endpoint: i64,
    /// Whose it is.
    pub workspace: WorkspaceNo,
    /// How it fares.
    pub health: Health,
    /// When the first of what waits is due.
    pub due_at: OffsetDateTime,
    /// An attempt runs, of whatever process.
    pub is_sending: bool,
}

/// An endpoint with deliveries that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub endpoint: i64,
    /// Whose it is.
    pub workspace: WorkspaceNo,
    /// How many more attempts it may have at a time.
    pub room: u32,
    /// It has shown lately that it works.
    pub is_proven: bool,
}

/// The places for attempts of one process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeliveryCapacity {
    /// How many are free.
    pub free: u32,
    /// How many of them endpoints may have that have not shown lately that they work: whatever hangs, the
    /// others find a place.
    pub free_for_unproven: u32,
    /// How many one workspace may have, so that none takes all of them.
    pub per_workspace: u32,
    /// How many each workspace has now.
    pub taken: HashMap<WorkspaceNo, u32>,
    /// What the process knows of endpoints.
    pub windows: HashMap<i64, Window>,
    /// What the others begin with.
    pub unknown: Window,
}

impl DeliveryCapacity {
    /// What the process knows of an endpoint.
    pub fn window(&self, endpoint: i64) -> Window {
        self.windows.get(&endpoint).copied().unwrap_or(self.unknown)
    }
}

impl EndpointQueue {
    /// Whether it is tried with one attempt at a time. Only one process may have that attempt.
    pub fn is_probing(self, now: OffsetDateTime) -> bool {
        self.health.condition(now) == Condition::Probing
    }

    /// How it waits for places; `None` when nothing is due.
    pub fn waiting(self, now: OffsetDateTime, places: &DeliveryCapacity) -> Option<Waiting> {
        let window = places.window(self.endpoint);
        (self.due_at <= now).then(|| Waiting {
            endpoint: self.endpoint,
            workspace: self.workspace,
            room: window.room(self.health.room(now)),
            is_proven: window.is_proven(),
        })
    }

    /// When its next attempt may begin; `None` while a place of its own has to become free first, of which
    /// whoever has it tells.
    pub fn next_attempt(
        self,
        now: OffsetDateTime,
        places: &DeliveryCapacity,
    ) -> Option<OffsetDateTime> {
        let is_full = places.window(self.endpoint).room(self.health.room(now)) == 0;
        match self.health.condition(now) {
            Condition::CoolingDown(until) => Some(self.due_at.max(until)),
            Condition::Probing if self.is_sending => None,
            Condition::Open | Condition::Suspect | Condition::Probing if is_full => None,
            Condition::Open | Condition::Suspect | Condition::Probing => Some(self.due_at),
        }
    }

    /// Since when something could have been sent; `None` when nothing could. What a cooldown kept waiting was
    /// not due before its end.
    pub fn overdue_since(self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        let due = self.health.cooldown_until.max(Some(self.due_at))?;
        let is_probed = self.is_probing(now) && self.is_sending;
        (due <= now && !is_probed).then_some(due)
    }
}

/// Shares the free places out, one to each endpoint in turn, in the given order, until there are none left
/// or nobody may have more. Returns each endpoint's share, if it has one.
pub fn share(waiting: &[Waiting], places: &DeliveryCapacity) -> Vec<(i64, u32)> {
    let mut taken = places.taken.clone();
    let mut shares: Vec<(Waiting, u32)> = waiting.iter().map(|one| (*one, 0)).collect();
    let mut free = places.free;
    let mut free_for_unproven = places.free_for_unproven;
    let mut served = true;
    while served && free > 0 {
        served = false;
        for (one, share) in &mut shares {
            let of_workspace = taken.entry(one.workspace).or_default();
            let has_place = free > 0 && (one.is_proven || free_for_unproven > 0);
            if has_place && *share < one.room && *of_workspace < places.per_workspace {
                *share += 1;
                *of_workspace += 1;
                free -= 1;
                if !one.is_proven {
                    free_for_unproven -= 1;
                }
                served = true;
            }
        }
    }
    let given = shares.into_iter().filter(|(_, share)| *share > 0);
    given.map(|(one, share)| (one.endpoint, share)).collect()
}
