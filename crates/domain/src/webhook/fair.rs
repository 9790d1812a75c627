//! Who may send next, when not everybody can.

use std::collections::HashMap;

use crate::ids::WorkspaceNo;
use crate::webhook::window::Window;

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
