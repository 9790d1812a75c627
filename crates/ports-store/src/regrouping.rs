use async_trait::async_trait;
use domain::availability::Condition;
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use domain::money::Amount;
use domain::offer::OfferIdentity;
use domain::placement::{Confidence, MatchRung};
use domain::product::ProductGtin;

use crate::{OfferPlace, StagedProduct, StoreError};

/// An offer that readers see, with what brought it to its product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupedOffer {
    /// Its number.
    pub no: OfferNo,
    /// Its store.
    pub store: StoreNo,
    /// The shop's id.
    pub offer_id: String,
    /// The product it belongs to.
    pub product: ProductNo,
    /// What names the product.
    pub identity: OfferIdentity,
    /// Price of the item, in the catalogue's currency.
    pub item_price: Amount,
    /// Condition of the goods.
    pub condition: Condition,
    /// How it came to its product.
    pub rung: MatchRung,
    /// How sure that is.
    pub confidence: Confidence,
}

impl GroupedOffer {
    /// Its place in its product.
    pub const fn place(&self) -> OfferPlace {
        OfferPlace {
            store: self.store,
            condition: self.condition,
        }
    }
}

/// Where an offer goes that leaves its product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// To a product that exists.
    Existing(ProductNo),
    /// To a new one. A public id that is taken gets the next free suffix.
    New(Box<StagedProduct>),
    /// To the one that was made for this offer when it left before, in the same call or in an earlier one.
    With(OfferNo),
}

/// One change of what stands together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Regrouping {
    /// An offer leaves its product. Its past goes with it, what the store had under its id before included. Watches stay
    /// with the product that they are on. When a person moves it ([`MatchRung::Person`]), the two products are two from
    /// then on, as by [`crate::MatchEdit::Distinct`] of a doubt about them.
    Move {
        /// The offer.
        offer: OfferNo,
        /// The product that it leaves.
        from: ProductNo,
        /// Where it goes.
        to: Destination,
        /// How that was found.
        rung: MatchRung,
        /// How sure it is.
        confidence: Confidence,
    },
    /// A product claims a trade item number no longer that a feed had taught it.
    Forget {
        /// The product.
        product: ProductNo,
        /// The number.
        gtin: Gtin,
    },
    /// A trade item number that a feed taught a product follows an offer which left it: the product claims it no longer, and
    /// that where the offer is now does. Nothing happens while another offer of the former that readers see states the number
    /// (but where its store uses it for several goods), when others than feeds say that it is the former's, or when the offer is
    /// there still, or nowhere.
    Follow {
        /// The number, as the product learns it where the offer is.
        gtin: ProductGtin,
        /// The offer, which states it.
        offer: OfferNo,
        /// The product that it left.
        from: ProductNo,
    },
    /// A store uses a trade item number for so many goods. The greater count holds.
    Ambiguous {
        /// The store.
        store: StoreNo,
        /// The number.
        gtin: Gtin,
        /// How many.
        goods: u32,
    },
}

/// What became of a batch of regroupings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Regrouped {
    /// Offers that were moved.
    pub moved: u64,
    /// Moves that were left out: the offer was replaced, ended or moved meanwhile, or the product is gone or merged.
    pub refused: u64,
    /// The products that were made for offers that moved, in order.
    pub made: Vec<ProductNo>,
}

/// Which offers stand together, beside snapshots.
#[async_trait]
pub trait RegroupingStore: Send + Sync {
    /// The offers of these products that readers see, in order of product and number. At most 1,000 products.
    async fn grouped_offers(&self, products: &[ProductNo])
    -> Result<Vec<GroupedOffer>, StoreError>;

    /// Applies changes in order, as one revision when answers change, in one transaction, under the catalogue lock as
    /// [`crate::CatalogueWriter`] takes it. The watches of the products that offers left and joined are looked at as
    /// after a snapshot. At most 1,000.
    async fn apply_regroupings(
        &self,
        regroupings: &[Regrouping],
        freshness: Freshness,
    ) -> Result<Regrouped, StoreError>;
}
