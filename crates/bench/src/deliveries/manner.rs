//! Fifty endpoints and how they behave.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock;
use crate::random::Random;
use crate::receiver::{Answer, Manner};

/// How many endpoints there are.
pub const ENDPOINTS: usize = 50;

/// Workspaces with one endpoint, which come first.
pub const ALONE: usize = 30;

/// The other workspaces have so many.
pub const TOGETHER: usize = 5;

/// What an endpoint does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Acknowledges everything.
    Works,
    /// Is gone (410) for good.
    Gone,
    /// Answers 500 for good.
    Broken,
    /// Never answers.
    Silent,
    /// Answers 500 until it is mended.
    DownForAWhile,
    /// Never answers until it is mended.
    SilentForAWhile,
    /// 503 for two seconds, then well for two seconds.
    Flaps,
    /// One in four requests fails in one way or another.
    Shaky,
}

impl Role {
    /// That of an endpoint.
    pub const fn of(endpoint: usize) -> Self {
        match endpoint {
            26 => Self::Gone,
            27 => Self::Broken,
            28 => Self::Silent,
            24 | 25 | 30 => Self::DownForAWhile,
            22 | 23 | 35 => Self::SilentForAWhile,
            20 | 21 | 40 => Self::Flaps,
            19 | 29 | 45 => Self::Shaky,
            _ => Self::Works,
        }
    }

    /// Whether the endpoint's workspace watches a product: few where nothing ever arrives, because each
    /// takes eight attempts, one after the other.
    pub const fn watches(self, product: u64) -> bool {
        match self {
            Self::Gone => product.is_multiple_of(10),
            Self::Broken => product.is_multiple_of(100),
            Self::Silent => product.is_multiple_of(200),
            Self::Works
            | Self::DownForAWhile
            | Self::SilentForAWhile
            | Self::Flaps
            | Self::Shaky => true,
        }
    }
}

/// The endpoints of each workspace.
pub fn workspaces() -> Vec<Vec<usize>> {
    let alone = (0..ALONE).map(|endpoint| vec![endpoint]);
    let together = (ALONE..ENDPOINTS).step_by(TOGETHER);
    let together = together.map(|first| (first..first + TOGETHER).collect());
    alone.chain(together).collect()
}

/// All endpoints; those that fail for a while do until the switch says that they are mended.
pub fn manner(seed: u64, is_mended: Arc<AtomicBool>) -> Manner {
    Box::new(move |endpoint, number| {
        let is_mended = is_mended.load(Ordering::Relaxed);
        let mut random = Random::new(seed ^ (number << 20));
        let delay = Duration::from_millis(random.below(30));
        let well = Answer::Status(if number % 3 == 0 { 204 } else { 200 }, delay, None);
        match Role::of(endpoint) {
            Role::DownForAWhile | Role::SilentForAWhile if is_mended => well,
            Role::Gone => Answer::Status(410, delay, None),
            Role::Broken | Role::DownForAWhile => Answer::Status(500, delay, None),
            Role::Silent | Role::SilentForAWhile => Answer::Hang,
            Role::Flaps if clock::utc_micros() / 2_000_000 % 2 == 0 => {
                Answer::Status(503, delay, Some(1))
            }
            Role::Works | Role::Flaps => well,
            Role::Shaky => match random.below(16) {
                0 => Answer::Status(500, delay, None),
                1 => Answer::Status(429, delay, Some(1)),
                2 => Answer::BreakOff,
                3 => Answer::Hang,
                _ => well,
            },
        }
    })
}
