//! Cases of `RemovalStore`.

use domain::snapshot::SnapshotKind::Full;
use ports_store::{Outcome, ProductRemoval, RemovedStore, StoreRemoval};

use super::fixtures::{
    catalogued, day, everything, fresh, id, import, name, number, open, prices, stage_rows,
};
use super::history::{history, past_of};
use super::match_fixtures::merge;
use super::runs::run;
use super::watch_fixtures::{ask, by_mail, fan_out_all, observe, save, take_mails, wanted};
use super::webhook_fixtures::{deliveries, lease, maintain, standing, subscribe, with_watches};
use super::{Database, StoreUnderTest};

/// Two shops with a past each, of which the first offers nothing any more.
async fn left(store: &dyn StoreUnderTest) {
    for (shop, price) in [("Shop", 100), ("Other", 200)] {
        let rows = [("1", "a", price), ("2", "b", price)];
        import(store, shop, Full, &rows, day(0)).await;
        let rows = [("1", "a", price + 1), ("2", "b", price)];
        import(store, shop, Full, &rows, day(1)).await;
    }
    import(store, "Shop", Full, &[], day(2)).await;
}

/// Its offers, past, snapshots and imports are gone, and nothing of another store's. Its products have changed; a store
/// of the same name begins anew.
pub async fn a_removed_store_leaves_nothing(db: &Database) {
    let store = db.connect().await;
    left(&*store).await;
    for (number, shop) in [(1, "Shop"), (2, "Other")] {
        store.insert_run(&run(number, shop, 2)).await.unwrap();
    }
    let before = store.revision().await.unwrap();
    let rows = db.rows().await;
    let removed = store.remove_store(&name("SHOP")).await.unwrap();
    let went = RemovedStore {
        past_prices: 3,
        products: 2,
    };
    assert_eq!(removed, StoreRemoval::Removed(went));
    let stores = store.list_stores().await.unwrap();
    assert_eq!(stores.len(), 1);
    assert_eq!(stores[0].name, name("Other"));
    for product in ["a", "b"] {
        let past = history(&*store, product, day(-400)).await;
        assert!(past.closed.iter().all(|it| it.store == stores[0].no));
        assert_eq!(past.stores, stores);
        assert_eq!(past.record.offers.len(), 1);
    }
    assert_eq!(history(&*store, "a", day(-400)).await.closed.len(), 1);
    let mut changed = store.changes(before).await.unwrap().products;
    changed.sort();
    assert_eq!(
        changed,
        [number(&*store, "a").await, number(&*store, "b").await]
    );
    let runs = store.list_runs(None, 9).await.unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0].store, name("Other"));
    assert_eq!(db.segments().await.len(), 1);
    assert!(db.rows().await.len() < rows.len());
    let again = store.remove_store(&name("Shop")).await.unwrap();
    assert_eq!(again, StoreRemoval::Unknown);
    import(&*store, "Shop", Full, &[("1", "a", 50)], day(3)).await;
    let a = history(&*store, "a", day(-400)).await;
    assert_eq!(a.closed.len(), 1);
    assert_eq!(prices(&*store, "a").await.len(), 2);
}

/// A store that offers something stays as it is, its past too.
pub async fn a_store_with_offers_is_not_removed(db: &Database) {
    let store = db.connect().await;
    left(&*store).await;
    let (before, segments) = (everything(&*store).await, db.segments().await);
    let refused = store.remove_store(&name("Other")).await.unwrap();
    assert_eq!(refused, StoreRemoval::Offers(2));
    assert_eq!(everything(&*store).await, before);
    assert_eq!(db.segments().await, segments);
}

/// What a killed import left staged is no offer of the store.
pub async fn a_store_is_removed_after_a_killed_import(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    left(&*store).await;
    let killed = open(&*store, "Shop", day(3)).await;
    stage_rows(&*store, killed.no, Full, &[("1", "a", 70)], day(3)).await;
    drop(killed);
    let removed = other.remove_store(&name("Shop")).await.unwrap();
    assert!(matches!(removed, StoreRemoval::Removed(_)), "{removed:?}");
    assert_eq!(prices(&*other, "a").await.len(), 1);
}

/// A product goes when no store offers it, with its past and the ids that led to it; the others stay.
pub async fn a_removed_product_leaves_nothing(db: &Database) {
    let store = db.connect().await;
    let saved = ["a", "b", "c"].map(catalogued);
    store.save_products(&saved).await.unwrap();
    left(&*store).await;
    let edits = [merge(
        number(&*store, "c").await,
        number(&*store, "a").await,
    )];
    store.apply_matches(&edits, fresh(day(2))).await.unwrap();
    let gone = number(&*store, "a").await;
    let remove = async |product| store.remove_product(&id(product), false).await.unwrap();
    assert_eq!(remove("a").await, ProductRemoval::Offers(1));
    assert_eq!(remove("c").await, ProductRemoval::Merged(id("a")));
    assert_eq!(remove("d").await, ProductRemoval::Unknown);
    import(&*store, "Other", Full, &[("2", "b", 200)], day(3)).await;
    let before = store.revision().await.unwrap();
    let b = history(&*store, "b", day(-400)).await;
    assert_eq!(remove("a").await, ProductRemoval::Removed { watches: 0 });
    for product in ["a", "c"] {
        assert_eq!(store.find(&id(product)).await.unwrap(), None);
        assert_eq!(past_of(&*store, product, day(-400)).await, None);
    }
    let changed = store.changes(before).await.unwrap().products;
    assert!(changed.contains(&gone));
    assert_eq!(store.load(&[gone]).await.unwrap(), []);
    assert_eq!(history(&*store, "b", day(-400)).await.closed, b.closed);
    assert_eq!(db.segments().await.len(), b.closed.len());
    assert_eq!(remove("a").await, ProductRemoval::Unknown);
    store.save_products(&[catalogued("a")]).await.unwrap();
    let anew = history(&*store, "a", day(-400)).await;
    assert_eq!((anew.closed.len(), anew.first_seen), (0, None));
}

/// A product that is watched stays, unless its watches are to end; what waits of them is cancelled.
pub async fn a_watched_product_goes_with_its_watches_only(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["one", "two"]).await;
    for owner in &owners {
        subscribe(&*store, owner.tenant, "one").await;
    }
    let mut by_letter = wanted(&owners[0], "a", "100", day(1));
    by_letter.terms.channel = by_mail();
    assert!(matches!(save(&*store, &by_letter).await, Outcome::Done(_)));
    let fired = observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await;
    assert_eq!(fired, 3);
    fan_out_all(&*store, day(1)).await;
    import(&*store, "Shop", Full, &[], day(2)).await;
    let refused = store.remove_product(&id("a"), false).await.unwrap();
    assert_eq!(refused, ProductRemoval::Watched(3));
    assert!(store.find(&id("a")).await.unwrap().is_some());
    let removed = store.remove_product(&id("a"), true).await.unwrap();
    assert_eq!(removed, ProductRemoval::Removed { watches: 3 });
    assert!(take_mails(&*store, day(2)).await.is_empty());
    for owner in &owners {
        assert!(store.list_watches(owner).await.unwrap().is_empty());
    }
    assert!(lease(&*store, day(2), 9).await.is_empty());
    maintain(&*store, day(2)).await;
    for owner in &owners {
        let all = deliveries(&*store, owner.tenant, None).await;
        assert_eq!(all.len(), 1);
        assert_eq!(standing(&all[0]).0, "cancelled");
    }
}
