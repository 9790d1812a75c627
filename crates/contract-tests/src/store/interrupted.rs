//! Cases of `SnapshotStore`: discarded, killed, superseded, at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::ids::SnapshotNo;
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::Full;
use domain::store::StoreTerms;
use ports_store::{Assignment, Review, StageBatch, StoreError, StoreTermsChange};
use tokio::sync::Barrier;

use super::fixtures::{
    amount, catalogued, day, everything, found, fresh, id, import, key, name, number, open,
    open_of, product_gtin, publish, stage_rows, staged, staged_product, summary,
};
use super::{Database, ROUNDS, StoreUnderTest};

/// Replaces, retires, adds, learns and doubts, so that everything that can be staged is.
async fn stage_a_lot(store: &dyn StoreUnderTest, snapshot: SnapshotNo) {
    let rows = [("1", "a", 111), ("3", "c", 100), ("4", "d", 100)];
    stage_rows(store, snapshot, Full, &rows, day(1)).await;
    let a = number(store, "a").await;
    let doubted = staged("5", 5, Assignment::New(0));
    let review = Review {
        product: Assignment::New(0),
        candidate: Assignment::Existing(a),
        reason: "alike".to_owned(),
    };
    let batch = StageBatch {
        products: vec![staged_product("e")],
        offers: vec![doubted],
        learned: vec![(a, product_gtin(77, Provenance::Feed))],
        reviews: vec![review],
    };
    store.stage(snapshot, &batch).await.unwrap();
}

async fn two_products(store: &dyn StoreUnderTest) {
    import(
        store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
}

/// Nothing of what was staged is left; the next snapshot becomes the same revision.
async fn nothing_is_left(store: &dyn StoreUnderTest, db: &Database, before: &str) {
    assert_eq!(everything(store).await, before);
    let since = store.revision().await.unwrap();
    let opened = open(store, "Shop", day(2)).await;
    assert_eq!(opened.live_offers, 2);
    let staged = ["key of c", "key of d", "key of e"].map(key);
    let ids = [id("c"), id("d"), id("e")];
    assert_eq!(found(store, opened.no, &staged, &ids).await, []);
    stage_rows(
        store,
        opened.no,
        Full,
        &[("1", "a", 100), ("2", "b", 99)],
        day(2),
    )
    .await;
    publish(store, opened.no).await;
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.products, [number(store, "b").await]);
    assert_eq!(db.segments().await.len(), 1);
    let gtins = store
        .find(&id("a"))
        .await
        .unwrap()
        .unwrap()
        .product
        .draft
        .gtins;
    assert_eq!(gtins.len(), 2, "nothing was learned");
}

/// Removes all that was staged and releases the lock.
pub async fn discard_restores_exactly(db: &Database) {
    let store = db.connect().await;
    two_products(&*store).await;
    let before = everything(&*store).await;
    let opened = open(&*store, "Shop", day(1)).await;
    stage_a_lot(&*store, opened.no).await;
    store.discard(opened.no).await.unwrap();
    nothing_is_left(&*store, db, &before).await;
}

/// A store that `open` created stays only when it has offers or terms.
pub async fn a_new_store_goes_with_its_discarded_snapshot(db: &Database) {
    let store = db.connect().await;
    let opened = open(&*store, "New", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    store.discard(opened.no).await.unwrap();
    assert_eq!(store.list_stores().await.unwrap(), []);
    assert_eq!(store.find(&id("a")).await.unwrap(), None);
}

/// What the operator stated of a store is not an import's to remove.
pub async fn a_store_with_terms_stays_when_its_snapshot_is_discarded(db: &Database) {
    let store = db.connect().await;
    let terms = StoreTerms {
        delivery_cost: Some(amount(1)),
        ..StoreTerms::default()
    };
    store
        .save_store(&name("New"), &StoreTermsChange(terms), fresh(day(0)))
        .await
        .unwrap();
    let opened = open(&*store, "New", day(0)).await;
    assert_eq!(store.list_stores().await.unwrap().len(), 1);
    store.discard(opened.no).await.unwrap();
    assert_eq!(store.list_stores().await.unwrap(), [opened.store]);
}

/// What a killed import left staged is removed by the next `open`.
pub async fn a_killed_snapshot_is_removed_by_the_next_open(db: &Database) {
    let killed = db.connect().await;
    two_products(&*killed).await;
    let before = everything(&*killed).await;
    let opened = open(&*killed, "Shop", day(1)).await;
    stage_a_lot(&*killed, opened.no).await;
    drop(killed);
    let store = db.connect().await;
    assert_eq!(everything(&*store).await, before);
    nothing_is_left(&*store, db, &before).await;
}

/// The next writer is whoever makes the next revision, not only an import.
pub async fn a_killed_snapshot_is_removed_before_products_are_saved(db: &Database) {
    let killed = db.connect().await;
    two_products(&*killed).await;
    let opened = open(&*killed, "Shop", day(1)).await;
    stage_a_lot(&*killed, opened.no).await;
    drop(killed);
    let store = db.connect().await;
    store.save_products(&[catalogued("z")]).await.unwrap();
    for product in ["c", "d", "e"] {
        assert_eq!(store.find(&id(product)).await.unwrap(), None, "{product}");
    }
    let a = store.find(&id("a")).await.unwrap().unwrap();
    assert_eq!(a.offers[0].facts.item_price, amount(100));
    let terms = StoreTerms {
        return_days: Some(14),
        ..StoreTerms::default()
    };
    store
        .save_store(&name("Shop"), &StoreTermsChange(terms), fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(store.find(&id("b")).await.unwrap().unwrap().offers.len(), 1);
}

async fn refuses_everything(store: &dyn StoreUnderTest, old: SnapshotNo) {
    let batch = StageBatch {
        products: vec![staged_product("x")],
        ..StageBatch::default()
    };
    let superseded = |error: StoreError| matches!(error, StoreError::Superseded);
    assert!(superseded(store.stage(old, &batch).await.unwrap_err()));
    assert!(superseded(store.known(old, &[]).await.unwrap_err()));
    assert!(superseded(store.keyed(old, &[]).await.unwrap_err()));
    assert!(superseded(
        store.candidates(old, &[], &[]).await.unwrap_err()
    ));
    assert!(superseded(
        store.unreplaced(old, None, 1).await.unwrap_err()
    ));
    assert!(superseded(store.retire(old, &[]).await.unwrap_err()));
    assert!(superseded(
        store.publish(old, &summary()).await.unwrap_err()
    ));
    assert!(superseded(store.discard(old).await.unwrap_err()));
}

/// A snapshot that was taken over can neither stage nor publish, nor undo its successor.
pub async fn a_superseded_snapshot_can_do_nothing(db: &Database) {
    let killed = db.connect().await;
    let old = open(&*killed, "Shop", day(0)).await;
    drop(killed);
    let store = db.connect().await;
    let opened = open(&*store, "Shop", day(1)).await;
    assert!(opened.no > old.no);
    refuses_everything(&*store, old.no).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(1)).await;
    refuses_everything(&*store, old.no).await;
    publish(&*store, opened.no).await;
    assert_eq!(store.find(&id("a")).await.unwrap().unwrap().offers.len(), 1);
}

/// After `publish` and after `discard` the number is spent.
pub async fn a_published_snapshot_can_do_nothing(db: &Database) {
    let store = db.connect().await;
    let published = open(&*store, "Shop", day(0)).await;
    publish(&*store, published.no).await;
    refuses_everything(&*store, published.no).await;
    let discarded = open(&*store, "Shop", day(0)).await;
    store.discard(discarded.no).await.unwrap();
    refuses_everything(&*store, discarded.no).await;
}

/// While a snapshot is open, everybody else who would write the catalogue is refused.
pub async fn an_open_snapshot_keeps_others_out(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    let opened = open(&*store, "Shop", day(0)).await;
    let (second, products, terms) = (
        open_of("Other", Full, day(0)),
        [catalogued("z")],
        StoreTermsChange::default(),
    );
    let shop = name("Shop");
    let (elsewhere, here, saved, stored) = tokio::join!(
        other.open(&second),
        store.open(&second),
        other.save_products(&products),
        other.save_store(&shop, &terms, fresh(day(0))),
    );
    assert!(
        matches!(elsewhere, Err(StoreError::Locked)),
        "{elsewhere:?}"
    );
    assert!(matches!(here, Err(StoreError::Locked)), "{here:?}");
    assert!(matches!(saved, Err(StoreError::Locked)), "{saved:?}");
    assert!(matches!(stored, Err(StoreError::Locked)), "{stored:?}");
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    publish(&*store, opened.no).await;
    other.save_products(&products).await.unwrap();
}

/// Whoever comes second waits, or is refused; never are two open.
pub async fn of_two_snapshots_at_once_one_is_open(db: &Database) {
    let stores = [db.connect().await, db.connect().await];
    for round in 0..ROUNDS {
        let (barrier, open_now) = (Arc::new(Barrier::new(2)), Arc::new(AtomicUsize::new(0)));
        let tasks = stores.clone().map(|store| {
            let (barrier, open_now) = (barrier.clone(), open_now.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                let opened = open(&*store, "Shop", day(0)).await;
                assert_eq!(open_now.fetch_add(1, Ordering::SeqCst), 0, "round {round}");
                let product = format!("p{}", opened.no);
                stage_rows(&*store, opened.no, Full, &[("1", &product, 1)], day(0)).await;
                open_now.fetch_sub(1, Ordering::SeqCst);
                publish(&*store, opened.no).await.revision
            })
        });
        let [first, second] = tasks;
        assert_ne!(first.await.unwrap(), second.await.unwrap(), "round {round}");
    }
}
