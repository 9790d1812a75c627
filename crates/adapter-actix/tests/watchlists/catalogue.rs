//! A catalogue with three products: one that a shop sells, one that it sells for an assumed price of
//! delivery, and one that nobody sells.

use std::sync::Arc;

use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use domain::availability::{Availability, Condition};
use domain::ids::{CanonicalProductId, OfferNo, ProductNo, Revision, StoreNo};
use domain::money::{Amount, Currency};
use domain::offer::{Offer, OfferFacts};
use domain::placement::{Confidence, MatchRung};
use domain::product::{Product, ProductDraft, Provenance};
use domain::store::{Store, StoreName, StoreTerms};
use ports_store::{
    MockCatalogueReader, MockHistoryStore, MockProductIndex, MockScaleStore, ProductRecord,
};
use ports_system::Clock;
use time::Duration;

use crate::support::START;

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
        last_observed_at: None,
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
        brand: "Nova".to_owned(),
        ..ProductDraft::named(
            CanonicalProductId::parse(id).unwrap(),
            "Nova",
            Provenance::Catalogue,
        )
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

/// A catalogue of these products. What watches do not need of the ports may not be asked.
pub fn catalogue(clock: Arc<dyn Clock>, offer_ttl: Duration) -> Arc<Catalogue> {
    let mut reader = MockCatalogueReader::new();
    reader.expect_revision().returning(|| Ok(Revision(1)));
    reader.expect_load().returning(|products| {
        let is_asked = |record: &ProductRecord| products.contains(&record.product.no);
        Ok(all().into_iter().filter(is_asked).collect())
    });
    reader.expect_list().returning(|after, _| {
        let first_page = after.is_none().then(all);
        Ok(first_page.into_iter().flatten().collect())
    });
    reader
        .expect_list_category_delivery()
        .returning(|| Ok(Vec::new()));
    let mut scales = MockScaleStore::new();
    scales.expect_find_scales().returning(|| Ok(None));
    let mut index = MockProductIndex::new();
    index.expect_clear().returning(|| Ok(()));
    index.expect_apply().returning(|_, _, _| Ok(()));
    index.expect_arrange().returning(|| Ok(()));
    index.expect_revision().returning(|| Revision(1));
    let stores = CatalogueStores {
        reader: Arc::new(reader),
        history: Arc::new(MockHistoryStore::new()),
        scales: Arc::new(scales),
    };
    let settings = CatalogueSettings {
        currency: Currency::parse("EUR").unwrap(),
        offer_ttl,
        assumed_delivery: Amount::from_minor(499).unwrap(),
    };
    Arc::new(Catalogue::new(stores, Arc::new(index), clock, settings))
}

fn all() -> [ProductRecord; 3] {
    [UNSOLD, ASSUMED, SOLD].map(record)
}
