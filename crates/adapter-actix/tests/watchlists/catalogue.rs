//! A catalogue with three products: one that a shop sells, one that it sells for an assumed price of
//! delivery, and one that nobody sells.

use async_trait::async_trait;
use domain::availability::{Availability, Condition};
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, Revision, StoreNo};
use domain::money::Amount;
use domain::offer::{Offer, OfferFacts};
use domain::placement::{Confidence, MatchRung};
use domain::product::{Product, ProductDraft, Provenance};
use domain::store::{Store, StoreName, StoreTerms};
use ports_store::{
    CatalogueReader, Changes, HistoryKeeping, HistoryStore, Hit, ImportedPast, IndexError,
    IndexedProduct, PointRef, PointTarget, ProductHistory, ProductIndex, ProductRecord, ScaleStore,
    StoreError, StoredScales, Untargeted,
};
use product_knowledge::fit::{Scale, ScaleVersion};
use product_knowledge::query::SearchQuery;
use time::OffsetDateTime;

use crate::world::START;

/// Sold for 549.99 and 5 delivery.
pub const SOLD: &str = "nova_x2";
/// Sold for 499.99, delivery not stated.
pub const ASSUMED: &str = "nova_x1";
/// Not sold.
pub const UNSOLD: &str = "nova_x0";

/// The product with this id.
pub fn record(id: &str) -> ProductRecord {
    let no = [UNSOLD, ASSUMED, SOLD]
        .iter()
        .position(|known| *known == id);
    let no = ProductNo(i64::try_from(no.unwrap()).unwrap());
    let delivery = (id == SOLD).then(|| Amount::from_minor(500).unwrap());
    let item = if id == SOLD { 54_999 } else { 49_999 };
    let offer = offer(no, Amount::from_minor(item).unwrap(), delivery);
    let store = Store {
        no: StoreNo(1),
        name: StoreName::parse("Store One").unwrap(),
        terms: StoreTerms::default(),
        highest_delivery: None,
    };
    let is_sold = id != UNSOLD;
    ProductRecord {
        revision: Revision(1),
        product: product(no, id),
        offers: is_sold.then_some(offer).into_iter().collect(),
        stores: is_sold.then_some(store).into_iter().collect(),
        category_delivery: None,
    }
}

fn product(no: ProductNo, id: &str) -> Product {
    let draft = ProductDraft {
        id: CanonicalProductId::parse(id).unwrap(),
        name: "Nova".to_owned(),
        brand: "Nova".to_owned(),
        model: String::new(),
        variant: String::new(),
        category: String::new(),
        mpn: String::new(),
        description: String::new(),
        image_path: None,
        gtins: Vec::new(),
        aliases: Vec::new(),
        specs: Vec::new(),
        provenance: Provenance::Catalogue,
        pack_size: 1,
        is_bundle: false,
        in_review: false,
    };
    Product { no, draft }
}

fn offer(product: ProductNo, item_price: Amount, delivery_cost: Option<Amount>) -> Offer {
    let facts = OfferFacts {
        offer_id: "a".to_owned(),
        url: "https://shop.example/a".to_owned(),
        image_url: None,
        item_price,
        delivery_cost,
        availability: Availability::InStock,
        stock_quantity: None,
        delivery_days: None,
        delivery_estimate: None,
        condition: Condition::New,
        seller_score: None,
        return_days: None,
        warranty_months: None,
        stated_updated_at: None,
    };
    Offer {
        no: OfferNo(1),
        store: StoreNo(1),
        product,
        title: "Nova".to_owned(),
        facts,
        updated_at: START,
        price_since: START,
        last_seen_at: START,
        quarantined: false,
        held_with_feed: false,
        rung: MatchRung::Pinned,
        confidence: Confidence::FULL,
    }
}

/// What watches do not need of the ports is not there.
pub struct Shelf;

#[async_trait]
impl CatalogueReader for Shelf {
    async fn revision(&self) -> Result<Revision, StoreError> {
        Ok(Revision(1))
    }

    async fn find(&self, _: &CanonicalProductId) -> Result<Option<ProductRecord>, StoreError> {
        unreachable!()
    }

    async fn load(&self, products: &[ProductNo]) -> Result<Vec<ProductRecord>, StoreError> {
        let all = [UNSOLD, ASSUMED, SOLD].map(record);
        let is_asked = |record: &ProductRecord| products.contains(&record.product.no);
        Ok(all.into_iter().filter(is_asked).collect())
    }

    async fn list(
        &self,
        after: Option<ProductNo>,
        _: u32,
    ) -> Result<Vec<ProductRecord>, StoreError> {
        let all = [UNSOLD, ASSUMED, SOLD].map(record);
        Ok(all.into_iter().filter(|_| after.is_none()).collect())
    }

    async fn changes(&self, _: Revision) -> Result<Changes, StoreError> {
        unreachable!()
    }

    async fn list_stores(&self) -> Result<Vec<Store>, StoreError> {
        unreachable!()
    }

    async fn list_category_delivery(&self) -> Result<Vec<(String, Amount)>, StoreError> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl ScaleStore for Shelf {
    async fn find_scales(&self) -> Result<Option<StoredScales>, StoreError> {
        Ok(None)
    }

    async fn count_described(&self) -> Result<u64, StoreError> {
        unreachable!()
    }

    async fn list_described(
        &self,
        _: Option<ProductNo>,
        _: u32,
    ) -> Result<Vec<Product>, StoreError> {
        unreachable!()
    }

    async fn save_scales(
        &self,
        _: OffsetDateTime,
        _: u64,
        _: &[Scale],
    ) -> Result<ScaleVersion, StoreError> {
        unreachable!()
    }
}

#[async_trait]
impl HistoryStore for Shelf {
    async fn find_history(
        &self,
        _: &CanonicalProductId,
        _: OffsetDateTime,
    ) -> Result<Option<ProductHistory>, StoreError> {
        unreachable!()
    }

    async fn targets(
        &self,
        _: &StoreName,
        _: &[PointRef],
    ) -> Result<Vec<Result<PointTarget, Untargeted>>, StoreError> {
        unreachable!()
    }

    async fn imported(
        &self,
        _: &StoreName,
        _: &[(ProductNo, String)],
    ) -> Result<Vec<ImportedPast>, StoreError> {
        unreachable!()
    }

    async fn save_imported(&self, _: &StoreName, _: &[ImportedPast]) -> Result<(), StoreError> {
        unreachable!()
    }

    async fn thin(
        &self,
        _: HistoryKeeping,
        _: Option<ProductNo>,
    ) -> Result<Option<ProductNo>, StoreError> {
        unreachable!()
    }
}

impl ProductIndex for Shelf {
    fn apply(&self, _: &[IndexedProduct], _: &[ProductNo], _: Revision) -> Result<(), IndexError> {
        Ok(())
    }

    fn revision(&self) -> Revision {
        Revision(1)
    }

    fn search(&self, _: &SearchQuery) -> Result<Vec<Hit>, IndexError> {
        unreachable!()
    }
}
