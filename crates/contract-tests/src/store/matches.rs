//! Cases of `MatchStore`: candidates and keys.

use domain::availability::Condition;
use domain::ids::ProductNo;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{
    AskedDoubt, Assignment, CataloguedProduct, EditedMatches, MatchEdit, OfferPlace, StageBatch,
    StoreError,
};

use super::fixtures::{
    catalogued, day, fresh, id, import, key, number, open, open_of, publish, stage_rows, staged,
};
use super::history::shop_no;
use super::match_fixtures::{distinct, doubt, edit, merge};
use super::{Database, StoreUnderTest};

/// A shop offers product `a` as new, too.
async fn offer_unused(store: &dyn StoreUnderTest, shop: &str) {
    let a = number(store, "a").await;
    let mut unused = staged("5", 1, Assignment::Existing(a));
    unused.facts.condition = Condition::New;
    let batch = StageBatch {
        offers: vec![unused],
        ..StageBatch::default()
    };
    let opened = store.open(&open_of(shop, Delta, day(2))).await.unwrap();
    store.stage(opened.no, &batch).await.unwrap();
    publish(store, opened.no).await;
}

/// All products that readers see, in pages, each with the stores that offer it now and in which conditions; by
/// their numbers too.
pub async fn candidates_are_listed_with_their_places(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.count_products().await.unwrap(), 0);
    store.save_products(&[catalogued("unsold")]).await.unwrap();
    let (both, one) = (
        [("1", "a", 1), ("2", "b", 1)],
        [("1", "a", 1), ("4", "a", 1)],
    );
    for (shop, rows, n) in [("Shop", both, 0), ("Other", both, 0), ("Other", one, 1)] {
        import(&*store, shop, Full, &rows, day(n)).await;
    }
    let [shop, other] = [
        shop_no(&*store, "Shop").await,
        shop_no(&*store, "Other").await,
    ];
    offer_unused(&*store, "Other").await;
    let opened = open(&*store, "Third", day(2)).await;
    let rows = [("1", "a", 1), ("3", "c", 1)];
    stage_rows(&*store, opened.no, Full, &rows, day(2)).await;
    let (mut after, mut listed) = (None, Vec::new());
    loop {
        let page = store.list_candidates(after, 2).await.unwrap();
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.candidate.product);
        listed.extend(page);
    }
    let places_of: Vec<(String, Vec<OfferPlace>)> = listed
        .iter()
        .map(|it| (it.candidate.id.to_string(), it.places.clone()))
        .collect();
    let place = |store, condition| OfferPlace { store, condition };
    let expected = [
        ("unsold".to_owned(), vec![]),
        (
            "a".to_owned(),
            vec![
                place(shop, Condition::Refurbished),
                place(other, Condition::New),
                place(other, Condition::Refurbished),
            ],
        ),
        ("b".to_owned(), vec![place(shop, Condition::Refurbished)]),
    ];
    assert_eq!(places_of, expected);
    assert_eq!(store.count_products().await.unwrap(), 3);
    let of = |place: usize| listed[place].candidate.product;
    let (unsold, b) = (of(0), of(2));
    let staged = with_staged(&*store, opened.no).await;
    let numbers = [b, unsold, staged, ProductNo(987_654), b];
    let found = store.find_candidates(&numbers).await.unwrap();
    assert_eq!(found, [listed[0].clone(), listed[2].clone()]);
    assert_eq!(store.find_candidates(&[]).await.unwrap(), []);
    store.discard(opened.no).await.unwrap();
}

/// Open and settled ones, of the product that is doubted, not of its candidate.
pub async fn candidates_tell_the_doubts_about_them(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("unsold")]).await.unwrap();
    let rows = [("1", "a", 1), ("2", "b", 1)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [unsold, a, b] = [
        number(&*store, "unsold").await,
        number(&*store, "a").await,
        number(&*store, "b").await,
    ];
    let asked = async |product| {
        let found = store.find_candidates(&[product]).await.unwrap();
        found[0].candidate.asked.clone()
    };
    edit(&*store, &[doubt(b, a), doubt(b, unsold)]).await;
    let doubts = |is_settled| {
        [unsold, a].map(|candidate| AskedDoubt {
            candidate,
            is_settled,
        })
    };
    assert_eq!(asked(b).await, doubts(false));
    edit(&*store, &[distinct(b, a), distinct(unsold, b)]).await;
    assert_eq!(asked(b).await, doubts(true));
    assert_eq!(asked(a).await, [], "it is the other one's");
}

/// The product that a snapshot staged.
async fn with_staged(store: &dyn StoreUnderTest, snapshot: domain::ids::SnapshotNo) -> ProductNo {
    let found = store.candidates(snapshot, &[], &[id("c")]).await.unwrap();
    found[0].product
}

/// Those that readers see, with the stores that offer them; a merged product's keys find what it became, and a key
/// that very many have finds nothing.
pub async fn products_are_found_by_their_keys(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 1), ("2", "b", 1), ("3", "c", 1)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, c] = [
        number(&*store, "a").await,
        number(&*store, "b").await,
        number(&*store, "c").await,
    ];
    edit(&*store, &[merge(c, a)]).await;
    let keys = ["key of b", "key of c", "key of a", "key of d"].map(key);
    let found = store.find_keyed(&keys).await.unwrap();
    assert_eq!(found, store.find_candidates(&[a, b]).await.unwrap());
    assert_eq!(found[0].places.len(), 1);
    assert_eq!(store.find_keyed(&[]).await.unwrap(), []);
    let opened = open(&*store, "Third", day(2)).await;
    stage_rows(&*store, opened.no, Full, &[("3", "d", 1)], day(2)).await;
    assert_eq!(
        store.find_keyed(&keys[3..]).await.unwrap(),
        [],
        "staged only"
    );
    store.discard(opened.no).await.unwrap();
    let common = |n: usize| CataloguedProduct {
        keys: vec![key("common")],
        ..catalogued(&format!("p{n}"))
    };
    for (from, to, found) in [(0, 50, 50), (50, 51, 0)] {
        let products: Vec<_> = (from..to).map(common).collect();
        store.save_products(&products).await.unwrap();
        let keyed = store.find_keyed(&[key("common")]).await.unwrap();
        assert_eq!(keyed.len(), found, "{to} products have the key");
    }
}

/// Edits of one call are one revision, however many they are; readers see none or all of them.
pub async fn edits_of_a_call_are_one_revision(db: &Database) {
    let (store, reader) = (db.connect().await, db.connect().await);
    let products: Vec<CataloguedProduct> =
        (0..1001).map(|n| catalogued(&format!("p{n}"))).collect();
    for products in products.chunks(500) {
        store.save_products(products).await.unwrap();
    }
    let all = store.list_candidates(None, 2000).await.unwrap();
    let numbers: Vec<ProductNo> = all.iter().map(|it| it.candidate.product).collect();
    let before = reader.revision().await.unwrap();
    let edits: Vec<MatchEdit> = numbers[1..]
        .iter()
        .map(|no| merge(*no, numbers[0]))
        .collect();
    let edited = edit(&*store, &edits).await;
    assert_eq!((edited.merged, edited.refused), (1000, 0));
    let changes = reader.changes(before).await.unwrap();
    assert_eq!(changes.revision.0, before.0 + 1);
    assert_eq!(changes.products.len(), 1001);
    assert_eq!(reader.count_products().await.unwrap(), 1);
    assert_eq!(edit(&*store, &[]).await, EditedMatches::default());
    assert_eq!(reader.revision().await.unwrap(), changes.revision);
}

/// While a snapshot is open nothing is edited; what a killed one left is removed first.
pub async fn an_open_snapshot_keeps_edits_out(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let edits = [merge(
        number(&*store, "b").await,
        number(&*store, "a").await,
    )];
    let killed = db.connect().await;
    let opened = open(&*killed, "Shop", day(1)).await;
    stage_rows(&*killed, opened.no, Full, &[("1", "a", 50)], day(1)).await;
    let locked = store.apply_matches(&edits, fresh(day(1))).await;
    assert!(matches!(locked, Err(StoreError::Locked)), "{locked:?}");
    assert_eq!(store.count_products().await.unwrap(), 2);
    drop(killed);
    assert_eq!(edit(&*store, &edits).await.merged, 1);
    let offers = super::fixtures::prices(&*store, "a").await;
    let expected = [("1".to_owned(), 100), ("2".to_owned(), 100)];
    assert_eq!(offers, expected, "what was staged is gone");
}
