//! How a run ended, and what is recorded of an import that failed.

use std::fmt;
use std::io::ErrorKind;

use domain::source::{Fault, FaultClass, Outcome};
use ports_net::{FeedError, FeedFormat};
use ports_store::StoreError;
use time::Duration;

use super::STORE_PAUSE;
use crate::importing::import_snapshot::{Counts, ImportError};

/// Why a source was not run, though nothing is wrong with it.
#[derive(Debug)]
pub enum Hindrance {
    /// The process is about to end.
    Stopped,
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
}

impl Finished {
    /// A source with which something is wrong.
    pub const fn failed(fault: Fault) -> Self {
        Self::of(Outcome::Failed(fault))
    }

    /// A run for which the process has no time left.
    pub const fn stopped() -> Self {
        Self::put_off(Duration::ZERO, Hindrance::Stopped)
    }

    pub(super) const fn of(outcome: Outcome) -> Self {
        Self {
            outcome,
            imported: None,
            hindrance: None,
        }
    }

    pub(super) const fn put_off(pause: Duration, hindrance: Hindrance) -> Self {
        Self {
            outcome: Outcome::PutOff(pause),
            imported: None,
            hindrance: Some(hindrance),
        }
    }
}

pub(super) fn not_imported(error: ImportError) -> Finished {
    let fault =
        |class, error: &dyn fmt::Display| Finished::failed(Fault::new(class, &error.to_string()));
    match error {
        ImportError::Refused(reason) => fault(FaultClass::Refused, &reason),
        ImportError::Outdated => Finished::put_off(STORE_PAUSE, Hindrance::Outdated),
        ImportError::Store(error) => Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        ImportError::Feed(FeedError::Io(cause)) if cause.kind() == ErrorKind::Interrupted => {
            Finished::stopped()
        }
        ImportError::Feed(error) => fault(class_of(&error), &error),
    }
}

const fn class_of(error: &FeedError) -> FaultClass {
    match error {
        FeedError::Truncated(_) => FaultClass::Truncated,
        FeedError::TooLarge { .. } => FaultClass::TooLarge,
        FeedError::Io(_)
        | FeedError::NotAFeed(_)
        | FeedError::WrongFormat { .. }
        | FeedError::Broken { .. }
        | FeedError::Charset(_) => FaultClass::Unreadable,
    }
}
