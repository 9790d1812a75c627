//! Who may send next, when not everybody can.

use std::collections::HashMap;

use crate::ids::WorkspaceNo;

/// An endpoint with deliveries that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Its number.
    pub endpoint: i64,
    /// Whose it is.
    pub workspace: WorkspaceNo,
    /// How many more attempts it may have at a time.
    pub room: u32,
}

/// The places for attempts of one process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// How many are free.
    pub free: u32,
    /// How many one workspace may have, so that none takes all of them.
    pub per_workspace: u32,
    /// How many each workspace has now.
    pub taken: HashMap<WorkspaceNo, u32>,
}

/// Shares the free places out, one to each endpoint in turn, in the given order, until there are none left
/// or nobody may have more. Returns each endpoint's share, if it has one.
pub fn share(waiting: &[Waiting], places: &Places) -> Vec<(i64, u32)> {
    let mut taken = places.taken.clone();
    let mut shares: Vec<(Waiting, u32)> = waiting.iter().map(|one| (*one, 0)).collect();
    let mut free = places.free;
    let mut served = true;
    while served && free > 0 {
        served = false;
        for (one, share) in &mut shares {
            let of_workspace = taken.entry(one.workspace).or_default();
            if free > 0 && *share < one.room && *of_workspace < places.per_workspace {
                *share += 1;
                *of_workspace += 1;
                free -= 1;
                served = true;
            }
        }
    }
    let given = shares.into_iter().filter(|(_, share)| *share > 0);
    given.map(|(one, share)| (one.endpoint, share)).collect()
}
