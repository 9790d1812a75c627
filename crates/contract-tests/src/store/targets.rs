//! Cases of `HistoryStore`: what rows of a history file are about.

use domain::ids::ProductNo;
use domain::product::{ProductDraft, Provenance};
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{
    CataloguedProduct, ImportedPast, PointRef, PointTarget, ReviewDecision, Untargeted,
};

use super::fixtures::{
    catalogued, day, fresh, gtin, id, import, name, number, open, product_gtin, save_past,
    stage_rows,
};
use super::held::hold;
use super::history::segment;
use super::{Database, StoreUnderTest};

fn by_product(product: &str) -> PointRef {
    PointRef {
        product: Some(id(product)),
        ..PointRef::default()
    }
}

fn by_gtin(n: u64) -> PointRef {
    PointRef {
        gtin: Some(gtin(n)),
        ..PointRef::default()
    }
}

fn by_offer(offer_id: &str) -> PointRef {
    PointRef {
        offer_id: Some(offer_id.to_owned()),
        ..PointRef::default()
    }
}

async fn target(
    store: &dyn StoreUnderTest,
    shop: &str,
    row: PointRef,
) -> Result<PointTarget, Untargeted> {
    let mut found = store.targets(&name(shop), &[row]).await.unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

async fn product_of(
    store: &dyn StoreUnderTest,
    shop: &str,
    row: PointRef,
) -> Result<ProductNo, Untargeted> {
    target(store, shop, row).await.map(|target| target.product)
}

/// Saves products of the catalogue with these numbers of [`gtin`].
async fn catalogue(store: &dyn StoreUnderTest, product: &str, gtins: &[u64]) {
    let gtins = gtins
        .iter()
        .map(|n| product_gtin(*n, Provenance::Catalogue));
    let draft = ProductDraft {
        gtins: gtins.collect(),
        ..catalogued(product).draft
    };
    let saved = CataloguedProduct {
        draft,
        keys: Vec::new(),
        removed: Vec::new(),
    };
    store.save_products(&[saved]).await.unwrap();
}

/// Every row gets its answer, in order; a name that is unknown is said, whatever else the row names.
pub async fn a_point_is_of_the_product_with_its_id(db: &Database) {
    let store = db.connect().await;
    catalogue(&*store, "a", &[11]).await;
    catalogue(&*store, "b", &[12]).await;
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let rows = [
        by_product("b"),
        by_product("nothing"),
        PointRef {
            gtin: Some(gtin(12)),
            offer_id: Some("X".to_owned()),
            ..by_product("a")
        },
        PointRef {
            gtin: Some(gtin(12)),
            ..by_product("nothing")
        },
        by_product("b"),
    ];
    // the store need not exist
    let found = store.targets(&name("Nowhere"), &rows).await.unwrap();
    let of = |product, offer_id: &str| {
        Ok(PointTarget {
            product,
            offer_id: offer_id.to_owned(),
            watched_from: None,
        })
    };
    let unknown = Err(Untargeted::UnknownProduct);
    let expected = [of(b, ""), unknown.clone(), of(a, "X"), unknown, of(b, "")];
    assert_eq!(found, expected);
    assert_eq!(store.targets(&name("Nowhere"), &[]).await.unwrap(), []);
}

/// What the operator's catalogue says of a number beats what feeds taught.
pub async fn a_point_is_of_the_product_with_its_number(db: &Database) {
    let store = db.connect().await;
    // products of feeds have the numbers 1 and 2
    import(&*store, "Shop", Full, &[("1", "a", 1)], day(0)).await;
    let shop = "Shop";
    let a = number(&*store, "a").await;
    assert_eq!(product_of(&*store, shop, by_gtin(1)).await, Ok(a));
    let unknown = Err(Untargeted::UnknownGtin);
    assert_eq!(product_of(&*store, shop, by_gtin(3)).await, unknown);
    let rows = [("1", "a", 1), ("2", "b", 1)];
    import(&*store, "Shop", Full, &rows, day(1)).await;
    let ambiguous = Err(Untargeted::AmbiguousGtin);
    assert_eq!(product_of(&*store, shop, by_gtin(1)).await, ambiguous);
    catalogue(&*store, "c", &[1]).await;
    let c = number(&*store, "c").await;
    assert_eq!(product_of(&*store, shop, by_gtin(1)).await, Ok(c));
    assert_eq!(product_of(&*store, shop, by_gtin(2)).await, ambiguous);
    catalogue(&*store, "d", &[1]).await;
    assert_eq!(product_of(&*store, shop, by_gtin(1)).await, ambiguous);
    // a number beats an offer's id
    let both = PointRef {
        offer_id: Some("2".to_owned()),
        ..by_gtin(3)
    };
    assert_eq!(product_of(&*store, shop, both).await, unknown);
}

/// The store's current offer says the product, else the last one that it had with this id.
pub async fn a_point_is_of_the_product_of_its_offer(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 1), ("2", "b", 1)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &[("9", "c", 1)], day(0)).await;
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let of = async |offer_id| product_of(&*store, "shop", by_offer(offer_id)).await;
    let unknown = Err(Untargeted::UnknownOffer);
    assert_eq!(of("1").await, Ok(a));
    assert_eq!(of("9").await, unknown, "another store's");
    assert_eq!(of("").await, unknown);
    let named_by_nothing = target(&*store, "Shop", PointRef::default()).await;
    assert_eq!(named_by_nothing, Err(Untargeted::UnknownOffer));
    // changed its product, then gone, then back with the first
    import(&*store, "Shop", Full, &[("1", "b", 2)], day(1)).await;
    assert_eq!(of("1").await, Ok(b));
    assert_eq!(of("2").await, Ok(b), "gone");
    import(&*store, "Shop", Full, &[], day(2)).await;
    assert_eq!(of("1").await, Ok(b), "its last one was of b");
    import(&*store, "Shop", Full, &[("1", "a", 3)], day(3)).await;
    assert_eq!(of("1").await, Ok(a));
    import(&*store, "Shop", Full, &[], day(4)).await;
    assert_eq!(of("1").await, Ok(a));
    let gone = target(&*store, "Shop", by_offer("1")).await.unwrap();
    assert_eq!(gone.offer_id, "1");
}

/// An offer that only an imported past names is known by it.
pub async fn a_point_is_of_the_product_of_its_imported_past(db: &Database) {
    let store = db.connect().await;
    catalogue(&*store, "a", &[1]).await;
    let a = number(&*store, "a").await;
    let past = ImportedPast {
        product: a,
        offer_id: "old".to_owned(),
        segments: vec![segment("old", 1, [0, 1, 2])],
    };
    save_past(&*store, "Shop", &[past]).await;
    let found = target(&*store, "Shop", by_offer("old")).await.unwrap();
    assert_eq!((found.product, found.watched_from), (a, None));
}

/// A row that names no offer is about the only one that the store has of the product now.
pub async fn a_point_without_an_offer_is_of_the_only_one(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 1), ("2", "b", 1), ("3", "b", 1), ("4", "c", 1)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &[("9", "a", 1)], day(0)).await;
    import(&*store, "Shop", Full, &rows[..3], day(1)).await;
    let offer = async |shop, product| {
        let found = target(&*store, shop, by_product(product)).await.unwrap();
        found.offer_id
    };
    assert_eq!(offer("Shop", "a").await, "1");
    assert_eq!(offer("Other", "a").await, "9");
    assert_eq!(offer("Shop", "b").await, "", "there are two");
    assert_eq!(offer("Shop", "c").await, "", "it is gone");
    assert_eq!(offer("Other", "c").await, "", "there was none");
    let named = PointRef {
        offer_id: Some("3".to_owned()),
        ..by_product("a")
    };
    let found = target(&*store, "Shop", named).await.unwrap();
    assert_eq!(found.offer_id, "3", "the row says so");
}

/// Watched since the store's own snapshots first named an offer of the product.
pub async fn a_point_says_since_when_its_store_is_watched(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Other", Full, &[("9", "a", 1)], day(-9)).await;
    let watched = async || {
        let found = target(&*store, "Shop", by_product("a")).await.unwrap();
        found.watched_from
    };
    assert_eq!(watched().await, None);
    let past = ImportedPast {
        product: number(&*store, "a").await,
        offer_id: "1".to_owned(),
        segments: vec![segment("1", 1, [-30, -29, -28])],
    };
    save_past(&*store, "Shop", &[past]).await;
    assert_eq!(watched().await, None, "imported, not watched");
    import(&*store, "Shop", Full, &[("1", "a", 1)], day(0)).await;
    assert_eq!(watched().await, Some(day(0)));
    let held = hold(&*store, "Shop", ("1", "a", 9), day(1)).await;
    store
        .settle(held, ReviewDecision::Accepted, fresh(day(2)))
        .await
        .unwrap();
    assert_eq!(watched().await, Some(day(0)));
    import(&*store, "Shop", Delta, &[("2", "a", 1)], day(3)).await;
    assert_eq!(watched().await, Some(day(0)));
    import(&*store, "Shop", Full, &[], day(4)).await;
    assert_eq!(watched().await, Some(day(0)), "gone");
}

/// What a running import stages is not there yet.
pub async fn points_are_of_what_readers_see(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 1)], day(0)).await;
    let a = number(&*store, "a").await;
    let opened = open(&*store, "Shop", day(1)).await;
    let rows = [("3", "a", 1), ("2", "b", 1)];
    stage_rows(&*store, opened.no, Full, &rows, day(1)).await;
    let rows = [by_product("b"), by_offer("2"), by_gtin(1), by_offer("3")];
    let found = store.targets(&name("Shop"), &rows).await.unwrap();
    let seen = PointTarget {
        product: a,
        offer_id: "1".to_owned(),
        watched_from: Some(day(0)),
    };
    let expected = [
        Err(Untargeted::UnknownProduct),
        Err(Untargeted::UnknownOffer),
        Ok(seen),
        Err(Untargeted::UnknownOffer),
    ];
    assert_eq!(found, expected);
    store.discard(opened.no).await.unwrap();
}
