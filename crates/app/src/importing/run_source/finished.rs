//! How a run ended, and what is recorded of an import that failed.

use domain::source::{Fault, Outcome};
use ports_net::FeedFormat;
use ports_store::StoreError;
use time::Duration;

use super::STORE_PAUSE;
use crate::importing::import_runs::{SeenRun, fault_of};
use crate::importing::import_snapshot::{Counts, ImportError};

/// Why a source was not run, though nothing is wrong with it.
#[derive(Debug)]
pub enum Hindrance {
    /// The process is about to end.
    Stopped,
    /// The source was removed or changed, or is run by somebody else: what arrived is nobody's.
    NotHeld,
    /// A later observation of the store is in force.
    Outdated,
    /// The store failed.
    Store(StoreError),
}

/// How a run ended.
#[derive(Debug)]
pub struct Finished {
    /// What is recorded.
    pub outcome: Outcome,
    /// What was imported.
    pub imported: Option<(FeedFormat, Counts)>,
    /// Why it was put off.
    pub hindrance: Option<Hindrance>,
    /// What was seen of the import.
    pub seen: SeenRun,
}

impl Finished {
    /// A source with which something is wrong.
    pub fn failed(fault: Fault) -> Self {
        Self::of(Outcome::Failed(fault))
    }

    /// A run for which the process has no time left.
    pub fn stopped() -> Self {
        Self::put_off(Duration::ZERO, Hindrance::Stopped)
    }

    pub(super) fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            imported: None,
            hindrance: None,
            seen: SeenRun::default(),
        }
    }

    pub(super) fn put_off(pause: Duration, hindrance: Hindrance) -> Self {
        Self {
            hindrance: Some(hindrance),
            ..Self::of(Outcome::PutOff(pause))
        }
    }
}

pub(super) fn not_imported(error: ImportError) -> Finished {
    match error {
        ImportError::Outdated => Finished::put_off(STORE_PAUSE, Hindrance::Outdated),
        ImportError::Store(error) => Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        ImportError::Refused(_) | ImportError::Feed(_) => {
            fault_of(&error).map_or_else(Finished::stopped, Finished::failed)
        }
    }
}
