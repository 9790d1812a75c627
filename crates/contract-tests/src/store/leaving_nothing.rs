//! Cases of `SnapshotStore`: what fails or is broken off keeps nobody out and leaves nothing.

use std::time::Duration;

use domain::placement::MatchKey;
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{Assignment, Review, StageBatch, StoreError};

use super::fixtures::{
    catalogued, day, everything, found, gtin, id, import, number, open, open_of, product_gtin,
    stage_rows, staged, staged_product, summary,
};
use super::lexicons::learn;
use super::{Database, Refused, StoreUnderTest};

/// The same store and another one import, each a snapshot of its own.
async fn others_import(store: &dyn StoreUnderTest, other: &dyn StoreUnderTest) {
    for (store, price, at) in [(store, 70, day(2)), (other, 60, day(3))] {
        import(store, "Shop", Full, &[("1", "a", price)], at).await;
        let a = store.find(&id("a")).await.unwrap().unwrap();
        assert_eq!(a.offers[0].facts.item_price.minor(), price);
    }
}

/// A publication that the database refuses leaves what readers see, and keeps no lock: the next import of
/// this store and that of another one work.
pub async fn a_publish_that_fails_releases_the_lock(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let before = everything(&*store).await;
    let opened = open(&*store, "Shop", day(1)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 90)], day(1)).await;
    db.refuse(Refused::Publishing).await;
    let refused = store.publish(opened.no, &summary()).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    assert_eq!(everything(&*store).await, before);
    db.refuse(Refused::Nothing).await;
    others_import(&*other, &*store).await;
    let late = store.publish(opened.no, &summary()).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
}

/// A snapshot that cannot be discarded either is left to the next import.
pub async fn a_discard_that_fails_releases_the_lock(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let opened = open(&*store, "Shop", day(1)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 90)], day(1)).await;
    db.refuse(Refused::Catalogue).await;
    let refused = store.discard(opened.no).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    let refused = other.open(&open_of("Shop", Full, day(1))).await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    db.refuse(Refused::Nothing).await;
    others_import(&*store, &*other).await;
}

/// Whoever opened a snapshot and forgets it, because its work was broken off, keeps nobody out.
pub async fn a_dropped_snapshot_releases_the_lock(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let opened = open(&*store, "Shop", day(1)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 90)], day(1)).await;
    let no = opened.no;
    drop(opened);
    others_import(&*other, &*store).await;
    let late = store.publish(no, &summary()).await;
    assert!(matches!(late, Err(StoreError::Superseded)), "{late:?}");
}

/// A publication that nobody waits for any more is done, or is not; in either case it keeps nobody out.
pub async fn a_cancelled_publish_releases_the_lock(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let mut opened = Vec::new();
    for micros in [0, 500] {
        opened.push(open(&*store, "Shop", day(1)).await);
        let no = opened[opened.len() - 1].no;
        stage_rows(&*store, no, Full, &[("1", "a", 90)], day(1)).await;
        let (patience, summary) = (Duration::from_micros(micros), summary());
        drop(tokio::time::timeout(patience, store.publish(no, &summary)).await);
    }
    others_import(&*other, &*store).await;
}

/// A catalogue with everything that a snapshot could change.
async fn filled(store: &dyn StoreUnderTest) {
    let rows = [("1", "a", 100), ("2", "b", 100)];
    import(store, "Shop", Full, &rows, day(0)).await;
    store.save_products(&[catalogued("z")]).await.unwrap();
    learn(store, "words").await;
}

/// Stages whatever can be staged, in a snapshot of a store that is new.
async fn stage_all(store: &dyn StoreUnderTest, shop: &str) -> ports_store::OpenedSnapshot {
    let opened = store.open(&open_of(shop, Delta, day(1))).await.unwrap();
    let a = number(store, "a").await;
    let doubted = staged("5", 5, Assignment::New(0));
    let review = Review {
        product: Assignment::New(0),
        candidate: Assignment::Existing(a),
        reason: "alike".to_owned(),
    };
    let batch = StageBatch {
        products: vec![staged_product("e")],
        offers: vec![doubted, staged("6", 6, Assignment::Existing(a))],
        learned: vec![
            (a, product_gtin(77, Provenance::Feed)),
            (a, product_gtin(1, Provenance::Feed)),
        ],
        reviews: vec![review],
    };
    store.stage(opened.no, &batch).await.unwrap();
    let learned = [MatchKey::of_gtin(gtin(77))];
    let found = found(store, opened.no, &learned, &[]).await;
    assert_eq!(found.len(), 1, "within the snapshot the number is a key");
    opened
}

/// After `discard` each table holds the rows that it held before `open`: a number that was learned is no key.
pub async fn a_discarded_snapshot_leaves_every_table_as_it_was(db: &Database) {
    let store = db.connect().await;
    filled(&*store).await;
    let before = db.rows().await;
    for shop in ["Shop", "New"] {
        let opened = stage_all(&*store, shop).await;
        store.discard(opened.no).await.unwrap();
        assert_eq!(db.rows().await, before, "{shop}");
    }
}

/// The same of a snapshot that was killed, once the next one was discarded.
pub async fn a_killed_snapshot_leaves_every_table_as_it_was(db: &Database) {
    let store = db.connect().await;
    filled(&*store).await;
    let before = db.rows().await;
    let killed = db.connect().await;
    let old = stage_all(&*killed, "New").await;
    drop(killed);
    let opened = open(&*store, "Shop", day(2)).await;
    assert_ne!(opened.no, old.no, "numbers are never given again");
    store.discard(opened.no).await.unwrap();
    assert_eq!(db.rows().await, before);
}
