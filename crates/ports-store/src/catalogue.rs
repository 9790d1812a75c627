use async_trait::async_trait;
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::{Amount, Currency};
use domain::offer::Offer;
use domain::placement::MatchKey;
use domain::product::{Product, ProductDraft};
use domain::store::{Store, StoreName, StoreTerms};

use crate::StoreError;

/// Everything that is known of one product at one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductRecord {
    /// The revision that was read.
    pub revision: Revision,
    /// The product.
    pub product: Product,
    /// Its current offers, in order of store number and offer id. Stale ones are included.
    pub offers: Vec<Offer>,
    /// The stores of these offers, in order of number, each once.
    pub stores: Vec<Store>,
    /// 75th percentile of the delivery costs published in the product's category.
    pub category_delivery: Option<Amount>,
}

/// Products whose answers changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The revision up to which `products` is complete.
    pub revision: Revision,
    /// Each changed product once.
    pub products: Vec<ProductNo>,
    /// Whether these are all that there are, because the caller lies too far back: a product that is not among them
    /// is gone.
    pub are_all: bool,
}

/// What a store database was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deployment {
    /// The one currency of the catalogue.
    pub currency: Currency,
}

/// Reading the catalogue. Every answer is the state of one revision as a whole. Links of offers, pictures
/// and stores are read as URIs, whatever was stored once (`domain::link`).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait CatalogueReader: Send + Sync {
    /// The current revision; 0 in an empty catalogue.
    async fn revision(&self) -> Result<Revision, StoreError>;

    /// The product with this public id, or the one that it was merged into.
    async fn find(&self, id: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError>;

    /// The products with these numbers, in any order; unknown numbers and those of products that
    /// were merged into others are left out. At most 1,000.
    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError>;

    /// The products with a number above `after`, in order of number, at most `limit`. Merged ones are
    /// left out.
    async fn list(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<ProductRecord>, StoreError>;

    /// The products whose answers changed between the revision `since` (not included) and the
    /// revision that the answer states. When there are very many, whole revisions at a time: the
    /// caller asks again until the revision does not advance. Changes are kept for 1,000 revisions:
    /// to a caller that lies further back, every product counts as changed.
    async fn changes(&self, since: Revision) -> Result<Changes, StoreError>;

    /// A number that only this store has for this revision, and that is another one when the store was put back
    /// and came to a revision of that number anew; `None` for one that it does not know, or that lies more than
    /// 1,000 back.
    async fn stamp(&self, revision: Revision) -> Result<Option<i64>, StoreError>;

    /// The stores, in order of number.
    async fn list_stores(&self) -> Result<Vec<Store>, StoreError>;

    /// Each category in which delivery costs are published, with their 75th percentile, as
    /// [`ProductRecord::category_delivery`] has it. It changes with a revision only.
    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError>;
}

/// A product for the catalogue with the keys under which matching finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CataloguedProduct {
    /// The product.
    pub draft: ProductDraft,
    /// Keys of matching.
    pub keys: Vec<MatchKey>,
    /// Trade item numbers that it does not have, whoever said so before.
    pub removed: Vec<Gtin>,
}

/// What became of a batch of canonical products.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductBatch {
    /// New products.
    pub created: u64,
    /// Products that had other content before.
    pub changed: u64,
    /// Products that were the same already.
    pub unchanged: u64,
    /// Public ids that lead to another product since theirs was merged into it, each with that one's.
    pub merged: Vec<(CanonicalProductId, CanonicalProductId)>,
}

/// A new product that a snapshot brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedProduct {
    /// The product.
    pub draft: ProductDraft,
    /// Keys of matching.
    pub keys: Vec<MatchKey>,
}

/// A change of a store's terms; `None` leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoreTermsChange(pub StoreTerms);

/// Writing the catalogue beside snapshots. Saving takes the catalogue lock for its duration, and
/// is [`StoreError::Locked`] when somebody else holds it for longer than the adapter waits (5 s).
#[async_trait]
pub trait CatalogueWriter: Send + Sync {
    /// Brings the schema up to date. Under a lock: several processes may call it at once.
    async fn migrate(&self) -> Result<(), StoreError>;

    /// Records the deployment's currency in a store database that has none yet, and returns what is
    /// recorded.
    async fn claim_deployment(&self, wanted: Deployment) -> Result<Deployment, StoreError>;

    /// Inserts or replaces canonical products by their public id, and publishes them as one
    /// revision, in one transaction. A product that is the same already changes nothing; a batch
    /// that changes nothing makes no revision. What feeds taught or a person added (GTINs with
    /// their provenance) stays, but for what is to be removed, and so do keys but of trade item numbers: products that were merged into
    /// this one brought theirs. A product that a feed created becomes the catalogue's. What is given
    /// under the id of a product that was merged into another is not saved: the answer tells where
    /// the id leads. At most 10,000; no id twice.
    async fn save_products(
        &self,
        products: &[CataloguedProduct],
    ) -> Result<ProductBatch, StoreError>;

    /// Creates the store when it is missing (names are the same when they fold alike), applies the
    /// change to its terms and returns it. When the terms changed, all products that it offers
    /// change with the next revision, which is prepared in batches and seen as a whole. Their
    /// watches are looked at after it, in batches, each by the prices of the revision of then; that
    /// they could not be is no error: workers do what is left. `freshness` holds for all batches: an
    /// offer that becomes stale while this runs still counts in the later ones.
    async fn save_store(
        &self,
        name: &StoreName,
        change: &StoreTermsChange,
        freshness: Freshness,
    ) -> Result<Store, StoreError>;
}
