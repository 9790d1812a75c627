use async_trait::async_trait;
use domain::availability::Condition;
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{CanonicalProductId, DoubtNo, ProductNo, StoreNo};
use domain::money::Amount;
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::Provenance;
use domain::store::StoreName;

use crate::{Candidate, StoreError, StoredLexicon};

/// One of the two products of a doubt, as readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtSide {
    /// Its number.
    pub product: ProductNo,
    /// Its public id.
    pub id: CanonicalProductId,
    /// Its name.
    pub name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Part number, or empty.
    pub mpn: String,
    /// Trade item numbers.
    pub gtins: Vec<Gtin>,
    /// Who brought it into the catalogue.
    pub provenance: Provenance,
    /// How many offers it has now.
    pub offers: u64,
    /// Of how many stores.
    pub stores: u64,
    /// The lowest and the highest item price of those that are believed.
    pub item_prices: Option<(Amount, Amount)>,
}

/// A product that may be the same as another; a person is asked. There is one doubt for two products, however many
/// offers wait for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtfulMatch {
    /// The number of the doubt.
    pub no: DoubtNo,
    /// The store of the product's oldest offer.
    pub store: StoreName,
    /// That store's id of the offer.
    pub offer_id: String,
    /// The product: of the two the one that a feed brought.
    pub product: DoubtSide,
    /// The product that it may be the same as.
    pub candidate: DoubtSide,
    /// Why it was not simply taken, in words.
    pub reason: String,
    /// How many offers wait: those of the product, and those of products that may be the same as it.
    pub waiting: u64,
    /// How many pairs of offers come together when the two are one; a candidate without offers counts as one.
    pub joins: u64,
}

/// The doubts that no one has settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenDoubts {
    /// The first of them.
    pub doubts: Vec<DoubtfulMatch>,
    /// How many there are.
    pub open: u64,
}

/// A doubt that a person decides by saying what a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecidedDoubt {
    /// The doubt: when it is not open any more, nothing is done.
    pub no: DoubtNo,
    /// Its candidate, when the person named a third product: the doubt whether that one is the candidate is settled as
    /// well.
    pub is_not: Option<ProductNo>,
}

/// One change of what is the same product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchEdit {
    /// A product is the same as another: its offers, their history, its numbers, keys and watches go
    /// over, its public id leads to the other from now on, and doubts about it are about the other. A watch
    /// that the client has on both stays where it is. What a person said is overruled by a person only.
    Merge {
        /// The product that goes.
        product: ProductNo,
        /// The product that stays.
        into: ProductNo,
        /// How that was found.
        rung: MatchRung,
        /// How sure it is.
        confidence: Confidence,
        /// The doubt that a person decides by it: when no such doubt is open any more, it is refused.
        settles: Option<DecidedDoubt>,
    },
    /// A person says that two products are two: the doubt about them, whichever of them it names first, is settled.
    /// When no doubt about them is open, it is refused.
    Distinct {
        /// One product.
        product: ProductNo,
        /// The other one.
        other: ProductNo,
    },
    /// A product may be the same as another. Nothing is asked that is asked already or that a person has settled,
    /// whichever of the two was named first, and nothing of a product without offers.
    Doubt {
        /// The product.
        product: ProductNo,
        /// The product that it may be the same as.
        candidate: ProductNo,
        /// Why, in words.
        reason: String,
    },
}

/// Where a product is offered. A store has one offer of a product in a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct OfferPlace {
    /// The store.
    pub store: StoreNo,
    /// The condition of the goods.
    pub condition: Condition,
}

/// A product with where it is offered now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedCandidate {
    /// The product.
    pub candidate: Candidate,
    /// The stores and conditions, in order and each once.
    pub places: Vec<OfferPlace>,
}

impl OfferedCandidate {
    /// Whether a feed brought it, and no catalogue or person names it.
    pub fn is_of_feed(&self) -> bool {
        self.candidate.provenance == Provenance::Feed
    }

    /// Whether a store offers both in the same condition: words alone do not make one product of them then.
    pub fn shares_place(&self, other: &Self) -> bool {
        self.places.iter().any(|place| other.places.contains(place))
    }
}

/// What became of a batch of edits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EditedMatches {
    /// Products that were merged into another.
    pub merged: u64,
    /// What was left out. Merges: a product is gone or merged meanwhile, the two are one, a person has said that
    /// they are not the same, or the doubt that it decides is settled. Of two products that are two: no doubt about
    /// them is open.
    pub refused: u64,
    /// Doubts that were not known.
    pub doubts: u64,
}

/// Which products are the same, beside snapshots.
#[async_trait]
pub trait MatchStore: Send + Sync {
    /// Doubts that no one has settled, of products and candidates that readers see and for which an offer waits:
    /// first those that join most, of the same those for which most offers wait, then the older ones. At most
    /// `limit`, and how many there are in all.
    async fn list_doubts(&self, limit: u32) -> Result<OpenDoubts, StoreError>;

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

    /// The products that one may be the same as, or that may be the same as it, in order of number: those of the
    /// doubts that no one has settled.
    async fn find_doubted_with(&self, product: ProductNo) -> Result<Vec<ProductNo>, StoreError>;

    /// The products that readers see and that have one of the keys, in order of number; as for imports, a key that
    /// very many have finds nothing.
    async fn find_keyed(&self, keys: &[MatchKey]) -> Result<Vec<OfferedCandidate>, StoreError>;

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

    /// How many products readers see that are not merged into others.
    async fn count_products(&self) -> Result<u64, StoreError>;
}
