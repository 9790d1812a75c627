use async_trait::async_trait;
use domain::gtin::Gtin;
use domain::history::{KnownPast, PriceSegment};
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::store::{Store, StoreName};
use time::OffsetDateTime;

use crate::{ProductRecord, StoreError};

/// Everything that is known of one product and its past prices at one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductHistory {
    /// The product with its current offers.
    pub record: ProductRecord,
    /// Closed price segments that were last seen at or after the asked instant, in any order. The
    /// open segment of a current offer is not among them: see [`PriceSegment::of_offer`].
    pub closed: Vec<PriceSegment>,
    /// The stores of current offers and closed segments, in order of number, each once.
    pub stores: Vec<Store>,
    /// When the first price of the product was observed, by its closed segments and current
    /// offers, however long ago.
    pub first_seen: Option<OffsetDateTime>,
}

impl ProductHistory {
    /// The product, and its past with the offers of now.
    pub fn into_past(self) -> (ProductRecord, KnownPast) {
        let Self {
            record,
            closed,
            stores,
            first_seen,
        } = self;
        let past = KnownPast::of(closed, &record.offers, stores, first_seen);
        (record, past)
    }
}

/// What a row of a history file names: at least one of the three. The first of them says the
/// product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointRef {
    /// The product by its public id.
    pub product: Option<CanonicalProductId>,
    /// The product by a trade item number.
    pub gtin: Option<Gtin>,
    /// The shop's id of the offer.
    pub offer_id: Option<String>,
}

/// The offer that a row of a history file is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointTarget {
    /// The product.
    pub product: ProductNo,
    /// The shop's id of the offer; empty when the row does not say and the store has no, or more
    /// than one, current offer of the product.
    pub offer_id: String,
    /// When the store's own snapshots first named an offer of this product.
    pub watched_from: Option<OffsetDateTime>,
}

/// Why a row of a history file is about no offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Untargeted {
    /// No product has this public id.
    UnknownProduct,
    /// No product has this trade item number.
    UnknownGtin,
    /// Several products have this trade item number, and the operator's catalogue does not say
    /// which one is meant.
    AmbiguousGtin,
    /// The store has, and had, no offer with this id; or the row names nothing.
    UnknownOffer,
}

/// The imported past of one offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPast {
    /// The product.
    pub product: ProductNo,
    /// The shop's id of the offer, or empty.
    pub offer_id: String,
    /// Its segments in order of time, all of them marked as imported. The store's number in them
    /// is not looked at.
    pub segments: Vec<PriceSegment>,
}

/// What was imported of some offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPasts {
    /// Of each offer that has any.
    pub pasts: Vec<ImportedPast>,
    /// As of which revision.
    pub revision: Revision,
}

/// Until when price segments are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryKeeping {
    /// Segments last seen before this instant are removed.
    pub drop_before: OffsetDateTime,
    /// Of segments last seen before this instant, only the cheapest (item price plus stated
    /// delivery cost; the earliest of equal ones) of each offer and period of
    /// [`HistoryKeeping::PERIOD`] is kept, by the instant from which they stand. Quarantined ones
    /// and those that could not be ordered are removed.
    pub thin_before: OffsetDateTime,
}

impl HistoryKeeping {
    /// The period of which one segment is kept: 30 days, counted from 1970-01-01T00:00:00Z.
    pub const PERIOD: time::Duration = time::Duration::days(30);
}

/// Price history.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait HistoryStore: Send + Sync {
    /// The products with these public ids and their past since an instant, in their order and all as of one
    /// revision; `None` where no product has the id. What a publish ended and has not moved to the history yet is
    /// included.
    async fn find_histories(
        &self,
        ids: &[CanonicalProductId],
        since: OffsetDateTime,
    ) -> Result<Vec<Option<ProductHistory>>, StoreError>;

    /// What each of these rows is about, in their order. At most 1,000. The store need not exist.
    ///
    /// The product is the one with the public id when the row names one, else the one with the
    /// trade item number when it names one (the operator's catalogue beats what feeds taught), else
    /// that of the store's current offer with the offer id, else the one under which the store last
    /// had that offer. A name that is unknown is said, whatever else the row names. What a running
    /// import stages is unknown.
    async fn targets(
        &self,
        store: &StoreName,
        rows: &[PointRef],
    ) -> Result<Vec<Result<PointTarget, Untargeted>>, StoreError>;

    /// The imported segments of these offers of a store, in order of time; offers without any are
    /// left out, and the others are in any order. At most 1,000.
    async fn imported(
        &self,
        store: &StoreName,
        offers: &[(ProductNo, String)],
    ) -> Result<ImportedPasts, StoreError>;

    /// Replaces the imported segments of these offers, and makes that a revision with which their
    /// products change, in one transaction; creates the store when it is missing, which then stays
    /// when its first snapshot is discarded. Watched segments stay as they are, also one that begins
    /// at the same instant as an imported one. Takes the catalogue lock as [`crate::CatalogueWriter`] does. `false`, and
    /// nothing is done, when one of the products has changed since the revision as of which its past was read, was
    /// merged or is gone: what each row is about, and its past, are to be asked for again.
    /// At most 1,000 offers; none changes nothing.
    async fn save_imported(
        &self,
        store: &StoreName,
        pasts: &[ImportedPast],
        read_at: Revision,
    ) -> Result<bool, StoreError>;

    /// Removes what is not kept of the closed segments of the next products after `after`, in one
    /// short transaction, and returns where to go on; `None` when all products were looked at.
    /// Changes no answers within a year when both limits lie further back, and makes no revision.
    async fn thin(
        &self,
        keeping: HistoryKeeping,
        after: Option<ProductNo>,
    ) -> Result<Option<ProductNo>, StoreError>;
}
