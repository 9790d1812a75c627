use async_trait::async_trait;
use domain::availability::Condition;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, Revision, SnapshotNo};
use domain::money::Amount;
use domain::offer::{OfferFacts, OfferIdentity};
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::plausibility::Quarantine;
use domain::product::{ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use domain::store::{Store, StoreName};
use time::{Duration, OffsetDateTime};

use crate::{LockGuard, StagedProduct, StoreError};

/// What a snapshot is opened for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSnapshot {
    /// The store, which is created when it is missing.
    pub store: StoreName,
    /// Full or delta.
    pub kind: SnapshotKind,
    /// When the shop's offers were as the feed says.
    pub observed_at: OffsetDateTime,
    /// Now.
    pub opened_at: OffsetDateTime,
    /// How long an offer that is not seen again stays true: what does not count fires no watch.
    pub offer_ttl: Duration,
}

/// A product with a key that finds it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyedProduct {
    /// The key.
    pub key: MatchKey,
    /// The product.
    pub product: ProductNo,
}

/// A snapshot that can be staged.
#[derive(Debug)]
pub struct OpenedSnapshot {
    /// Its number, to be given with every later call.
    pub no: SnapshotNo,
    /// The store as readers see it now.
    pub store: Store,
    /// When the store's last published snapshot was observed.
    pub last_observed_at: Option<OffsetDateTime>,
    /// When its last published full snapshot was observed.
    pub full_observed_at: Option<OffsetDateTime>,
    /// How many offers of the store readers see now.
    pub live_offers: u64,
    /// What its last published snapshot left as [`SnapshotSummary::doubted_until`].
    pub doubted_until: Option<OffsetDateTime>,
    /// Trade item numbers that the store uses for several goods, each with how many.
    pub ambiguous: Vec<(Gtin, u32)>,
    /// Keeps the catalogue lock until the snapshot has ended.
    pub lock: LockGuard,
}

/// An offer of the store that readers see now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownOffer {
    /// Its number.
    pub no: OfferNo,
    /// The shop's id.
    pub offer_id: String,
    /// The product it belongs to.
    pub product: ProductNo,
    /// Digest of all its content.
    pub content: [u8; 16],
    /// Digest of what names the product.
    pub identity: [u8; 16],
    /// How it came to its product.
    pub rung: MatchRung,
    /// How sure that is.
    pub confidence: Confidence,
    /// Item price.
    pub item_price: Amount,
    /// Stated delivery cost.
    pub delivery_cost: Option<Amount>,
    /// Whether it can be ordered.
    pub can_be_ordered: bool,
    /// Condition of the goods.
    pub condition: Condition,
    /// Set while its price is held back.
    pub quarantine: Option<Quarantine>,
    /// When its content last changed.
    pub updated_at: OffsetDateTime,
    /// When its price, delivery cost and availability last changed.
    pub price_since: OffsetDateTime,
    /// When a snapshot last named it.
    pub last_seen_at: OffsetDateTime,
}

/// A product that an offer may belong to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its number.
    pub product: ProductNo,
    /// Its public id.
    pub id: CanonicalProductId,
    /// Its name.
    pub name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Variant, or empty.
    pub variant: String,
    /// Category, or empty.
    pub category: String,
    /// Part number, or empty.
    pub mpn: String,
    /// Trade item numbers.
    pub gtins: Vec<Gtin>,
    /// Those of them that feeds taught it.
    pub taught: Vec<Gtin>,
    /// How many pieces it holds.
    pub pack_size: u16,
    /// A bundle of different products.
    pub is_bundle: bool,
    /// Who brought it into the catalogue.
    pub provenance: Provenance,
    /// Its keys of matching, in order. None where an import asks ([`SnapshotStore::candidates`]): it found the product by them.
    pub keys: Vec<MatchKey>,
    /// As which products it was doubted to be the same, in order of number.
    pub asked: Vec<AskedDoubt>,
    /// What the first [`Self::OFFERS`] of its offers call it, as far as readers see them, where that is not its name: at
    /// most [`Self::TITLES`], each once, the oldest first.
    pub titles: Vec<String>,
    /// The least and the most that shops ask for it, as readers see it: of those of the same offers whose prices are not
    /// held back.
    pub item_prices: Option<(Amount, Amount)>,
    /// The products that a person said to be this one, in order of number.
    pub known_as: Vec<KnownAs>,
}

impl Candidate {
    /// How many titles of a product's offers are told.
    pub const TITLES: usize = 5;
    /// Of how many of a product's versions of offers they are, and its prices: what matching knows of a product costs no
    /// more where a shop has very many offers of it.
    pub const OFFERS: usize = 1000;

    /// The products that it was doubted to be the same as while nobody has said whether it is.
    pub fn doubted(&self) -> impl Iterator<Item = ProductNo> {
        let open = self.asked.iter().filter(|asked| !asked.is_settled);
        open.map(|asked| asked.candidate)
    }

    /// The products of which a person said that they are others.
    pub fn distinct(&self) -> impl Iterator<Item = ProductNo> {
        let settled = self.asked.iter().filter(|asked| asked.is_settled);
        settled.map(|asked| asked.candidate)
    }
}

/// What a product was called before a person said that it is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownAs {
    /// Its name.
    pub name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Variant, or empty.
    pub variant: String,
    /// Part number, or empty.
    pub mpn: String,
}

/// A doubt about a product, of which readers see the outcome only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskedDoubt {
    /// The product that it may be, or is not, the same as.
    pub candidate: ProductNo,
    /// A person said that they are two.
    pub is_settled: bool,
}

/// Which product is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assignment {
    /// One that exists, published or staged before in this snapshot.
    Existing(ProductNo),
    /// One of the same batch's new products, by its place.
    New(usize),
}

/// A doubt for a person to settle: a product may be the same as another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// The product.
    pub product: Assignment,
    /// The one that it may be the same as.
    pub candidate: Assignment,
    /// Why it was not simply taken, in words.
    pub reason: String,
}

/// An offer to be staged: new, or in place of another version of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedOffer {
    /// What names the product.
    pub identity: OfferIdentity,
    /// Price, stock and terms.
    pub facts: OfferFacts,
    /// Digest of all its content.
    pub content: [u8; 16],
    /// Digest of what names the product.
    pub identity_digest: [u8; 16],
    /// The product.
    pub assignment: Assignment,
    /// How it came to it.
    pub rung: MatchRung,
    /// How sure that is.
    pub confidence: Confidence,
    /// When its content last changed.
    pub updated_at: OffsetDateTime,
    /// When its price, delivery cost and availability last changed.
    pub price_since: OffsetDateTime,
    /// When a snapshot last named it: this snapshot's observation.
    pub seen_at: OffsetDateTime,
    /// The version that it replaces.
    pub replaces: Option<OfferNo>,
    /// The answers of its product change: false for a delta snapshot's mere confirmation.
    pub changes_answers: bool,
    /// The replaced version's price segment ends: its price, delivery cost, availability, condition,
    /// product or quarantine differs, or it was not seen for longer than its time to live.
    pub ends_segment: bool,
    /// Set when its price is held back as implausible.
    pub quarantine: Option<Quarantine>,
    /// Its stated delivered price, when that takes part in the product's lowest price: it passes the
    /// gates now.
    pub bid: Option<Amount>,
}

/// One batch of staging.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StageBatch {
    /// New products. A public id that is taken gets the next free suffix `_2`, `_3`, ….
    pub products: Vec<StagedProduct>,
    /// New and changed offers.
    pub offers: Vec<StagedOffer>,
    /// Trade item numbers that offers taught about products that exist. One that the product has
    /// already changes nothing.
    pub learned: Vec<(ProductNo, ProductGtin)>,
    /// Doubts for a person. One that was raised already changes nothing.
    pub reviews: Vec<Review>,
}

/// What is published with a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotSummary {
    /// Rows read, for the record.
    pub read: u64,
    /// Rows accepted.
    pub accepted: u64,
    /// Rows rejected.
    pub rejected: u64,
    /// Published delivery costs by category, each with the number of offers that state it: replaces
    /// what the store's earlier full snapshot said. `None` (delta): leave them.
    pub delivery_rates: Option<Vec<(String, Amount, u64)>>,
    /// Trade item numbers that were found to stand for several goods of the store, each with how many. What is known
    /// already stays; the greater count holds.
    pub ambiguous: Vec<(Gtin, u32)>,
    /// Until when the store's prices are doubted as a whole, or were
    /// ([`domain::plausibility::feed::FeedReading`]).
    pub doubted_until: Option<OffsetDateTime>,
    /// Now.
    pub published_at: OffsetDateTime,
}

/// A published snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Published {
    /// The revision that readers see from now on.
    pub revision: Revision,
    /// Watches that fired with it; of those that are left to workers none is counted.
    pub triggered: u64,
}

/// Importing one store's snapshot so that readers see all of it or nothing.
#[async_trait]
pub trait SnapshotStore: Send + Sync {
    /// Takes the catalogue lock ([`StoreError::Locked`] when another process or snapshot has it),
    /// removes what a killed import left staged, and opens a snapshot. The lock is held until
    /// `publish` or `discard` returns, whether they succeed or fail, until the opened snapshot's
    /// [`LockGuard`] is dropped, or until the process dies (on PostgreSQL some seconds longer).
    async fn open(&self, snapshot: &OpenSnapshot) -> Result<OpenedSnapshot, StoreError>;

    /// The store's offers that readers see now, by the shop's ids; unknown ids are left out. At
    /// most 1,000.
    async fn known(
        &self,
        snapshot: SnapshotNo,
        offer_ids: &[String],
    ) -> Result<Vec<KnownOffer>, StoreError>;

    /// The products that have one of the keys, each with each key that it has of them, in any order: published ones
    /// and those that this snapshot staged. At most 4,000 keys, each once; a key that more than 50 products have
    /// finds nothing.
    async fn keyed(
        &self,
        snapshot: SnapshotNo,
        keys: &[MatchKey],
    ) -> Result<Vec<KeyedProduct>, StoreError>;

    /// The products with one of the numbers or one of the public ids: published ones and those
    /// that this snapshot staged. Each once, in order of number; one that was merged into another
    /// gives the other under its own public id. At most 4,000 numbers and ids.
    async fn candidates(
        &self,
        snapshot: SnapshotNo,
        products: &[ProductNo],
        ids: &[CanonicalProductId],
    ) -> Result<Vec<Candidate>, StoreError>;

    /// Stages a batch in one short transaction that readers do not see, and returns the numbers of
    /// its new products in order. A batch is staged as a whole or not at all. At most 10,000 offers.
    async fn stage(
        &self,
        snapshot: SnapshotNo,
        batch: &StageBatch,
    ) -> Result<Vec<ProductNo>, StoreError>;

    /// The numbers of the store's offers that readers see now, above `after`, in order, at most
    /// `limit`. Offers that this snapshot replaced are left out.
    async fn unreplaced(
        &self,
        snapshot: SnapshotNo,
        after: Option<OfferNo>,
        limit: u32,
    ) -> Result<Vec<OfferNo>, StoreError>;

    /// Stages the end of these offers: gone from the revision on that this snapshot becomes. At
    /// most 1,000.
    async fn retire(&self, snapshot: SnapshotNo, offers: &[OfferNo]) -> Result<(), StoreError>;

    /// Makes all that was staged the next revision, in one short transaction, and releases the
    /// lock. When it fails, what was staged is left to `discard` or to the next `open`. A snapshot
    /// that staged nothing and states the delivery costs of before makes no revision, but the
    /// store's offers count as seen at its observation (full snapshots). The versions that it replaced are then moved to the
    /// price history in small batches; what is left of that by a kill is done by the next `open`.
    ///
    /// Before it publishes, in short transactions of their own, it looks at the watches that earlier revisions have left, whose
    /// prices may be taken back now. Where that fails it publishes nothing; as long as it takes, in whole seconds,
    /// `published_at` is later.
    ///
    /// In the transaction that publishes the watches of the products whose lowest price moved are looked at
    /// ([`domain::watch`]), with the offers that are not stale at `published_at`: sides follow, and
    /// each active live watch that fires writes its event, and its mail if it has the email channel. Where the targets of very many
    /// watches are crossed, that transaction looks at 100, and this call at the others in short
    /// transactions after it, so that nobody waits long who changes watches; a kill leaves them to
    /// [`fan_out`](crate::DeliveryStore::fan_out), or to whoever moves prices next. Left likewise are watches of lows, beyond those of
    /// the first 50 products that may have a new low.
    async fn publish(
        &self,
        snapshot: SnapshotNo,
        summary: &SnapshotSummary,
    ) -> Result<Published, StoreError>;

    /// Removes all that was staged and releases the lock. A store that `open` created stays only
    /// when it has offers or terms.
    async fn discard(&self, snapshot: SnapshotNo) -> Result<(), StoreError>;
}
