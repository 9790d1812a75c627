//! What the served catalogue is made from, and what it tells of itself.

use std::sync::Arc;

use domain::freshness::Freshness;
use domain::ids::{CanonicalProductId, Revision};
use domain::money::{Amount, Currency};
use ports_store::{CatalogueReader, HistoryStore, ScaleStore};
use time::{Duration, OffsetDateTime};

/// Settings that prices depend on.
#[derive(Debug, Clone)]
pub struct CatalogueSettings {
    /// The one currency.
    pub currency: Currency,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// Delivery cost where nothing better is known.
    pub assumed_delivery: Amount,
}

impl CatalogueSettings {
    /// Which offers count then.
    pub const fn freshness(&self, now: OffsetDateTime) -> Freshness {
        Freshness {
            now,
            offer_ttl: self.offer_ttl,
        }
    }
}

/// What the served catalogue is read from.
#[derive(Clone)]
pub struct CatalogueStores {
    /// Products and offers.
    pub reader: Arc<dyn CatalogueReader>,
    /// Past prices.
    pub history: Arc<dyn HistoryStore>,
    /// Scales of properties.
    pub scales: Arc<dyn ScaleStore>,
}

/// Is told which products' answers changed.
pub trait ChangeListener: Send + Sync {
    /// Answers made before this call for these products are not true any more.
    fn products_changed(&self, ids: &[CanonicalProductId]);
}

/// How the served catalogue stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CatalogueStatus {
    /// The revision that searches cover; `None` before the first load is done.
    pub covered: Option<Revision>,
    /// Products in the side table.
    pub products: usize,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Followed {
    /// Products that were read again.
    pub products: usize,
}
