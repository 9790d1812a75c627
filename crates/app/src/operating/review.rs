//! What waits for a person, and what a person says of it: one desk for prices, feeds, doubts and products.

use std::sync::Arc;

use ports_store::{
    CatalogueReader, CatalogueWriter, EvidenceStore, MatchStore, RegroupingStore, SuspectStore,
};
use ports_system::Clock;
use time::Duration;

use crate::importing::review::Reviewer;
use crate::matching::corrections::Corrections;
use crate::matching::matches::DoubtReviewer;

/// Everything that reviewing needs.
pub struct ReviewDesk {
    /// Where prices are held.
    pub evidence: Arc<dyn EvidenceStore>,
    /// Snapshots whose feed is not believed.
    pub suspects: Arc<dyn SuspectStore>,
    /// Where doubts are kept.
    pub matches: Arc<dyn MatchStore>,
    /// Where products are found by their public ids.
    pub reader: Arc<dyn CatalogueReader>,
    /// Where products are saved.
    pub writer: Arc<dyn CatalogueWriter>,
    /// Which offers stand together.
    pub groups: Arc<dyn RegroupingStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

impl ReviewDesk {
    /// Prices and feeds.
    pub fn prices(&self) -> Reviewer<'_> {
        Reviewer {
            evidence: &*self.evidence,
            suspects: &*self.suspects,
            clock: &*self.clock,
            offer_ttl: self.offer_ttl,
        }
    }

    /// Products that a person corrects.
    pub fn corrections(&self) -> Corrections<'_> {
        Corrections {
            reader: &*self.reader,
            writer: &*self.writer,
            matches: &*self.matches,
            groups: &*self.groups,
            clock: &*self.clock,
            offer_ttl: self.offer_ttl,
        }
    }

    /// Doubts whether two products are one.
    pub fn doubts(&self) -> DoubtReviewer<'_> {
        DoubtReviewer {
            matches: &*self.matches,
            reader: &*self.reader,
            clock: &*self.clock,
            offer_ttl: self.offer_ttl,
        }
    }
}
