//! Cases of `HistoryStore`: imported pasts.

use domain::availability::{Availability, Condition};
use domain::history::PriceSegment;
use domain::ids::{OfferNo, ProductNo, Revision};
use domain::snapshot::SnapshotKind::Full;
use ports_store::{ImportedPast, ReviewDecision, StoreError};
use time::macros::datetime;

use super::fixtures::{catalogued, day, fresh, import, name, number, open, save_past, stage_rows};
use super::history::{history, segment, shop_no};
use super::match_fixtures::{edit, merge};
use super::{Database, StoreUnderTest};

fn bought(offer_id: &str, minor: i64, days: [i64; 3]) -> PriceSegment {
    PriceSegment {
        is_imported: true,
        ..segment(offer_id, minor, days)
    }
}

fn past(product: ProductNo, segments: &[PriceSegment]) -> ImportedPast {
    ImportedPast {
        product,
        offer_id: segments[0].offer_id.clone(),
        segments: segments.to_vec(),
    }
}

async fn two_products(store: &dyn StoreUnderTest) -> [ProductNo; 2] {
    let products = [catalogued("a"), catalogued("b")];
    store.save_products(&products).await.unwrap();
    [number(store, "a").await, number(store, "b").await]
}

async fn imported(
    store: &dyn StoreUnderTest,
    shop: &str,
    offers: &[(ProductNo, &str)],
) -> Vec<ImportedPast> {
    let offers: Vec<_> = offers
        .iter()
        .map(|(no, id)| (*no, (*id).to_owned()))
        .collect();
    let imported = store.imported(&name(shop), &offers).await.unwrap();
    let mut pasts = imported.pasts;
    pasts.sort_by_key(|past| (past.product, past.offer_id.clone()));
    pasts
}

/// Imported segments come back as they were given, and are part of the product's history.
pub async fn an_imported_past_is_read_back(db: &Database) {
    let store = db.connect().await;
    let [a, b] = two_products(&*store).await;
    let ancient = PriceSegment {
        delivery_cost: None,
        availability: Availability::OutOfStock,
        condition: Condition::Used,
        is_quarantined: true,
        from: datetime!(1969-12-31 23:59:59.999999 UTC),
        last_seen: datetime!(2019-06-30 12:00 UTC),
        ended: None,
        ..bought("1", 5, [0, 0, 0])
    };
    let long_ago = bought("1", 7, [-3000, -2990, -2989]);
    let of_a = past(a, &[ancient, long_ago, bought("1", 9, [-3, -2, -1])]);
    let unnamed = past(a, &[bought("", 8, [-9, -8, -7])]);
    let of_b = past(b, &[bought("1", 6, [-9, -8, -7])]);
    let all = [of_a.clone(), unnamed.clone(), of_b.clone()];
    save_past(&*store, "Shop", &all).await;
    let asked = [(a, "1"), (b, "1"), (b, ""), (a, "2")];
    assert_eq!(
        imported(&*store, "SHOP", &asked).await,
        [of_a.clone(), of_b]
    );
    assert_eq!(imported(&*store, "Other", &asked).await, []);
    assert_eq!(imported(&*store, "Shop", &[]).await, []);
    let read = history(&*store, "a", of_a.segments[0].from).await;
    let mut expected = unnamed.segments;
    expected.extend(of_a.segments.clone());
    assert_eq!(read.closed, expected);
    assert_eq!(read.first_seen, Some(of_a.segments[0].from));
    assert_eq!(read.stores.len(), 1);
}

/// The segments of the given offers are replaced; others and the watched ones stay.
pub async fn an_imported_past_replaces_the_imported_only(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Shop", Full, &[("1", "a", 90)], day(2)).await;
    let a = number(&*store, "a").await;
    let first = past(
        a,
        &[bought("1", 9, [-9, -8, -7]), bought("1", 8, [-5, -4, -3])],
    );
    let other = past(a, &[bought("2", 9, [-9, -8, -7])]);
    let both = [first, other.clone()];
    save_past(&*store, "Shop", &both).await;
    let mut elsewhere = past(a, &[bought("1", 9, [-9, -8, -7])]);
    let other_shop = [elsewhere.clone()];
    save_past(&*store, "Other", &other_shop).await;
    elsewhere.segments[0].store = shop_no(&*store, "Other").await;
    let second = past(a, &[bought("1", 7, [-6, -5, -4])]);
    let again = [second.clone()];
    save_past(&*store, "Shop", &again).await;
    let asked = [(a, "1"), (a, "2")];
    assert_eq!(
        imported(&*store, "Shop", &asked).await,
        [second.clone(), other.clone()]
    );
    assert_eq!(imported(&*store, "Other", &asked).await, [elsewhere]);
    let nothing = ImportedPast {
        segments: Vec::new(),
        ..second
    };
    save_past(&*store, "Shop", &[nothing]).await;
    assert_eq!(imported(&*store, "Shop", &asked).await, [other]);
    let watched = history(&*store, "a", day(0)).await;
    assert_eq!(watched.closed, [segment("1", 100, [0, 0, 2])]);
}

/// Where the service itself watched from the same instant on, what it saw stays.
pub async fn an_imported_past_leaves_what_was_watched(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Shop", Full, &[("1", "a", 90)], day(2)).await;
    let same = past(number(&*store, "a").await, &[bought("1", 9, [0, 1, 2])]);
    save_past(&*store, "Shop", &[same]).await;
    let watched = segment("1", 100, [0, 0, 2]);
    let read = history(&*store, "a", day(-9)).await;
    assert!(read.closed.contains(&watched), "{:?}", read.closed);
}

/// Saving is a revision with which the products change; saving nothing is none.
pub async fn an_import_of_history_changes_its_products(db: &Database) {
    let store = db.connect().await;
    let [a, b] = two_products(&*store).await;
    let since = store.revision().await.unwrap();
    let pasts = [
        past(b, &[bought("1", 9, [-9, -8, -7])]),
        past(b, &[bought("2", 9, [-9, -8, -7])]),
    ];
    save_past(&*store, "Shop", &pasts).await;
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    assert_eq!(changes.products, [b]);
    assert_eq!(
        history(&*store, "b", day(-99)).await.record.revision,
        changes.revision
    );
    save_past(&*store, "Nowhere", &[]).await;
    assert_eq!(store.revision().await.unwrap(), changes.revision);
    assert_eq!(store.list_stores().await.unwrap().len(), 1);
    assert_eq!(history(&*store, "a", day(-99)).await.record.product.no, a);
}

/// A past that was read before somebody else changed it is not saved, nor one of a product that was merged.
pub async fn an_imported_past_that_has_changed_is_read_again(db: &Database) {
    let store = db.connect().await;
    let [a, b] = two_products(&*store).await;
    let shop = name("Shop");
    let read = async || {
        let asked = [(a, "1".to_owned())];
        store.imported(&shop, &asked).await.unwrap()
    };
    let nothing = read().await;
    assert_eq!(nothing.pasts, []);
    let first = [past(a, &[bought("1", 9, [-9, -8, -7])])];
    let second = [past(a, &[bought("1", 7, [-6, -5, -4])])];
    let saving = |pasts, at| store.save_imported(&shop, pasts, at);
    assert!(saving(&first, nothing.revision).await.unwrap());
    let there = store.revision().await.unwrap();
    assert!(!saving(&second, nothing.revision).await.unwrap());
    assert_eq!(store.revision().await.unwrap(), there);
    let before = read().await;
    assert_eq!(
        (before.pasts.as_slice(), before.revision),
        (&first[..], there)
    );
    assert_eq!(edit(&*store, &[merge(a, b)]).await.merged, 1);
    assert!(!saving(&second, before.revision).await.unwrap());
    let now = store.revision().await.unwrap();
    assert!(!saving(&second, now).await.unwrap());
    let of_b = [past(b, &first[0].segments)];
    assert_eq!(imported(&*store, "Shop", &[(b, "1")]).await, of_b);
    let second = [past(b, &second[0].segments)];
    assert!(saving(&second, now).await.unwrap());
    assert_eq!(imported(&*store, "Shop", &[(b, "1")]).await, second);
}

/// A missing store is created, and stays when its first snapshot is discarded.
pub async fn an_import_of_history_creates_its_store(db: &Database) {
    let store = db.connect().await;
    let [a, _] = two_products(&*store).await;
    let ours = past(a, &[bought("1", 9, [-9, -8, -7])]);
    let pasts = [ours.clone()];
    save_past(&*store, "Shop", &pasts).await;
    let created = store.list_stores().await.unwrap();
    assert_eq!(created[0].name, name("Shop"));
    let opened = open(&*store, "Shop", day(0)).await;
    assert_eq!(opened.store, created[0]);
    assert_eq!(store.list_stores().await.unwrap(), created);
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    store.discard(opened.no).await.unwrap();
    assert_eq!(store.list_stores().await.unwrap(), created);
    assert_eq!(imported(&*store, "Shop", &[(a, "1")]).await, [ours]);
}

/// While a snapshot is open, pasts, verdicts and scales are refused as other writers are.
pub async fn an_open_snapshot_keeps_pasts_verdicts_and_scales_out(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    let [a, _] = two_products(&*store).await;
    let pasts = [past(a, &[bought("1", 9, [-9, -8, -7])])];
    let opened = open(&*store, "Shop", day(0)).await;
    let (shop, since) = (name("Shop"), store.revision().await.unwrap());
    let (saved, settled, scaled) = tokio::join!(
        other.save_imported(&shop, &pasts, since),
        store.settle(OfferNo(1), ReviewDecision::Accepted, fresh(day(0))),
        other.save_scales(day(0), 0, &[]),
    );
    assert!(matches!(saved, Err(StoreError::Locked)), "{saved:?}");
    assert!(matches!(settled, Err(StoreError::Locked)), "{settled:?}");
    assert!(matches!(scaled, Err(StoreError::Locked)), "{scaled:?}");
    store.discard(opened.no).await.unwrap();
    save_past(&*other, "Shop", &pasts).await;
}
