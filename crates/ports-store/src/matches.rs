use async_trait::async_trait;
use domain::ids::{CanonicalProductId, DoubtNo, ProductNo, StoreNo};
use domain::matching::{Confidence, MatchKey, MatchRung};
use domain::store::StoreName;
use domain::watch::Freshness;

use crate::{Candidate, StoreError};

/// A product that a feed brought and that may be the same as another; a person is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtfulMatch {
    /// The number of the doubt.
    pub no: DoubtNo,
    /// The shop whose offer brought the product.
    pub store: StoreName,
    /// The shop's id of the offer.
    pub offer_id: String,
    /// The product.
    pub product: ProductNo,
    /// Its public id.
    pub product_id: CanonicalProductId,
    /// Its name.
    pub product_name: String,
    /// The product that it may be the same as.
    pub candidate: ProductNo,
    /// Its public id.
    pub candidate_id: CanonicalProductId,
    /// Its name.
    pub candidate_name: String,
    /// Why it was not simply taken, in words.
    pub reason: String,
}

/// One change of what is the same product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchEdit {
    /// A product is the same as another: its offers, their history, its numbers, keys and watches go
    /// over, its public id leads to the other from now on, and doubts about it are gone. A watch
    /// that the client has on both stays where it is.
    Merge {
        /// The product that goes.
        product: ProductNo,
        /// The product that stays.
        into: ProductNo,
        /// How that was found.
        rung: MatchRung,
        /// How sure it is.
        confidence: Confidence,
    },
    /// A person says that a product is one of its own: the doubts about it are settled.
    Keep {
        /// The product.
        product: ProductNo,
    },
    /// A product may be the same as another. Nothing is asked that a person has settled, and nothing
    /// of a product without offers.
    Doubt {
        /// The product.
        product: ProductNo,
        /// The product that it may be the same as.
        candidate: ProductNo,
        /// Why, in words.
        reason: String,
    },
    /// The keys of a product, in place of those that it has.
    Rekey {
        /// The product.
        product: ProductNo,
        /// Its keys.
        keys: Vec<MatchKey>,
    },
}

/// A product with the stores that offer it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedCandidate {
    /// The product.
    pub candidate: Candidate,
    /// The stores, in order of number.
    pub stores: Vec<StoreNo>,
}

/// What became of a batch of edits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EditedMatches {
    /// Products that were merged into another.
    pub merged: u64,
    /// Merges that were left out: a product is gone or merged meanwhile, the two are one, or a person
    /// has said that they are not the same.
    pub refused: u64,
    /// Doubts that were not known.
    pub doubts: u64,
}

/// What matching learned of the catalogue's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredLexicon {
    /// How many products it was learned of.
    pub products: u64,
    /// Its text; opaque to stores.
    pub words: String,
}

/// Which products are the same, beside snapshots.
#[async_trait]
pub trait MatchStore: Send + Sync {
    /// Doubts that no one has settled, of products and candidates that readers see, with numbers
    /// above `after`, in order, at most `limit`.
    async fn list_doubts(
        &self,
        after: Option<DoubtNo>,
        limit: u32,
    ) -> Result<Vec<DoubtfulMatch>, StoreError>;

    /// One of them.
    async fn find_doubt(&self, no: DoubtNo) -> Result<Option<DoubtfulMatch>, StoreError>;

    /// The products that readers see and that are not merged into others, with numbers above
    /// `after`, in order of number, at most `limit`.
    async fn list_candidates(
        &self,
        after: Option<ProductNo>,
        limit: u32,
    ) -> Result<Vec<OfferedCandidate>, StoreError>;

    /// Those of them with these numbers, in order of number. At most 1,000.
    async fn find_candidates(
        &self,
        products: &[ProductNo],
    ) -> Result<Vec<OfferedCandidate>, StoreError>;

    /// Applies edits in order, as one revision when answers change, in one transaction, under the
    /// catalogue lock as [`crate::CatalogueWriter`] takes it. The watches of merged products are
    /// looked at as after a snapshot. At most 1,000.
    async fn apply_matches(
        &self,
        edits: &[MatchEdit],
        freshness: Freshness,
    ) -> Result<EditedMatches, StoreError>;

    /// What was learned last; `None` before the first time.
    async fn find_lexicon(&self) -> Result<Option<StoredLexicon>, StoreError>;

    /// Keeps what was learned, in place of what was before.
    async fn save_lexicon(&self, lexicon: &StoredLexicon) -> Result<(), StoreError>;

    /// How many products readers see that are not merged into others.
    async fn count_products(&self) -> Result<u64, StoreError>;
}
