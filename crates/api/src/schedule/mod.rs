//! Sources on a schedule: what runs them, the worker's loop, and how they fare.

mod renewal;
mod worker;

use std::sync::Arc;

use adapter_feeds::Feeds;
use adapter_sources::Locations;
use adapter_system::System;
use app::importing::run_source::SourceRunner;
use domain::money::Currency;
use time::Duration;
use tokio::sync::watch;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::source;
use crate::stores::Stores;

pub use renewal::keep_renewed;
pub use worker::{keep, work};

/// What is needed to run sources, as it is set.
pub struct Plan {
    content: Locations,
    /// The store.
    pub stores: Stores,
    currency: Currency,
    offer_ttl: Duration,
}

impl Plan {
    /// By these settings. Fails when those for outgoing requests cannot be used.
    pub fn new(stores: &Stores, settings: &Settings) -> Result<Self, Failure> {
        Ok(Self {
            content: Locations {
                downloader: Arc::new(source::downloader(settings)?),
                reader: Arc::new(Feeds),
                digester: Arc::new(System::new()),
                currency: settings.currency,
                limits: source::LIMITS,
                stop: None,
            },
            stores: stores.clone(),
            currency: settings.currency,
            offer_ttl: settings.offer_ttl,
        })
    }

    /// What runs sources. What it fetches and reads breaks off when `stop` says so.
    pub fn runner(self, stop: watch::Receiver<bool>) -> SourceRunner {
        let system = Arc::new(System::new());
        let runs = self.stores.import_runs();
        let Self {
            content,
            stores,
            currency,
            offer_ttl,
        } = self;
        SourceRunner {
            sources: stores.sources,
            content: Arc::new(Locations {
                stop: Some(stop),
                ..content
            }),
            snapshots: stores.snapshots,
            evidence: stores.evidence,
            matches: stores.matches,
            reader: stores.reader,
            lexicons: stores.lexicons,
            clock: Arc::<System>::clone(&system),
            digester: system,
            runs,
            currency,
            offer_ttl,
        }
    }
}
