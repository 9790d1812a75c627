use async_trait::async_trait;
use domain::availability::{Availability, Condition};
use domain::freshness::Freshness;
use domain::history::PriceSegment;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, SnapshotNo, StoreNo};
use domain::money::Amount;
use domain::plausibility::Quarantine;
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use domain::store::StoreName;
use time::OffsetDateTime;

use crate::{HeldSnapshot, StoreError};

/// What another store asks for a product now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetingOffer {
    /// The product.
    pub product: ProductNo,
    /// The other store.
    pub store: StoreNo,
    /// Item price.
    pub item_price: Amount,
    /// Whether it can be ordered.
    pub availability: Availability,
    /// Condition of the goods.
    pub condition: Condition,
    /// When a snapshot last named it.
    pub last_seen_at: OffsetDateTime,
    /// Its price is held back.
    pub is_quarantined: bool,
}

/// A current offer whose price is held back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldOffer {
    /// Its number.
    pub no: OfferNo,
    /// Its shop.
    pub store: StoreName,
    /// The shop's id.
    pub offer_id: String,
    /// Its product.
    pub product: CanonicalProductId,
    /// The shop's title.
    pub title: String,
    /// The price that is held back.
    pub item_price: Amount,
    /// Since when it stands.
    pub since: OffsetDateTime,
    /// Why.
    pub quarantine: Quarantine,
}

/// Which of the prices that are held back are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldPrices {
    /// All.
    All,
    /// Those that are held back for themselves, not with the whole feed that they came in.
    Single,
    /// Those of [`Self::Single`] that no person has said to be wrong: what waits for one.
    Open,
}

/// What a person says of a price that is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewDecision {
    /// It is right: it counts from now on.
    Accepted,
    /// It is wrong: it stays held back as long as it stands.
    Rejected,
}

impl ReviewDecision {
    /// The word that says it: in the store, on the command line and on pages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }

    /// The decision of a word; `None` when it says none.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Accepted, Self::Rejected]
            .into_iter()
            .find(|decision| decision.code() == code)
    }
}

/// What tells which goods an offer is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferTraits {
    /// The product.
    pub product: ProductNo,
    /// The condition of the goods.
    pub condition: Condition,
    /// Where it leads.
    pub url: String,
    /// The shop's title.
    pub title: String,
    /// Item price.
    pub item_price: Amount,
}

/// Evidence for and against single prices, what persons decide about them, and what is done with those of
/// a whole feed that is not believed.
#[async_trait]
pub trait EvidenceStore: Send + Sync {
    /// The current offers that other stores have of these products, in any order; prices that are
    /// held back are among them, but for those held back with their whole feed. At most 1,000 products.
    async fn competitors(
        &self,
        store: StoreNo,
        products: &[ProductNo],
    ) -> Result<Vec<CompetingOffer>, StoreError>;

    /// The price segments of the offers that a store has or had of these products, but for those held back with their whole
    /// feed, each with its
    /// product, in order of time for each offer: closed ones that were last seen at or after
    /// `since`, watched and imported ones, and the open ones of current offers. At most 1,000
    /// products.
    async fn past(
        &self,
        store: StoreNo,
        products: &[ProductNo],
        since: OffsetDateTime,
    ) -> Result<Vec<(ProductNo, PriceSegment)>, StoreError>;

    /// Current offers that are held back, with numbers above `after`, in order, at most `limit`.
    async fn list_held(
        &self,
        which: HeldPrices,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<HeldOffer>, StoreError>;

    /// Settles a price that is held back, as a revision of its own, in one transaction, under the
    /// catalogue lock as [`crate::CatalogueWriter`] takes it. The held version gets a successor under
    /// a new number. When the price is accepted, the price segment ends now and the successor's
    /// begins there, and the watches of the product are looked at as after a snapshot; when it is
    /// rejected, the segment goes on. `None` when no current offer with this number is held back.
    async fn settle(
        &self,
        offer: OfferNo,
        verdict: ReviewDecision,
        freshness: Freshness,
    ) -> Result<Option<HeldOffer>, StoreError>;

    /// Holds back what an open snapshot staged, in short transactions: every price that the store did
    /// not have of the product under this id, and every one that it had, held back, and that is staged as
    /// released. The offer's last believed price is kept with it
    /// ([`domain::plausibility::HeldFeed`]), products with watches are looked at when the snapshot is
    /// published, and the snapshot is recorded ([`crate::SuspectStore`]); all of that goes when it is discarded. Nothing may be
    /// staged after it. Answers how many prices are held back that were not before.
    async fn hold_staged(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        reason: &str,
    ) -> Result<u64, StoreError>;

    /// What tells which goods these offers are, of any store, in any order. At most 1,000.
    async fn traits(&self, offers: &[OfferNo]) -> Result<Vec<OfferTraits>, StoreError>;

    /// Records that an open snapshot is refused, and a digest of the ids that its feed named. The record stays when
    /// the snapshot is discarded, until a full snapshot of a later observation is published. A refusal that is recorded
    /// already may be begun anew with it, under the number that it has.
    async fn record_refusal(
        &self,
        snapshot: SnapshotNo,
        suspicion: &Suspicion,
        named: [u8; 16],
        anew: Option<SnapshotNo>,
    ) -> Result<(), StoreError>;

    /// The first of a store's refusals of this kind that is still recorded.
    async fn find_refusal(
        &self,
        store: StoreNo,
        kind: SuspicionKind,
    ) -> Result<Option<HeldSnapshot>, StoreError>;
}
