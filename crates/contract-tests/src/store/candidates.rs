//! Cases of `SnapshotStore`: products that an offer may belong to, and new ones.

use domain::ids::{CanonicalProductId, ProductNo};
use domain::product::{ProductDraft, Provenance};
use domain::snapshot::SnapshotKind::Full;
use ports_store::{
    Assignment, Candidate, CataloguedProduct, KeyedProduct, StageBatch, StagedProduct,
};

use super::fixtures::{
    amount, catalogued, day, draft, found, gtin, id, key, number, open, publish, stage_rows,
    staged, staged_product,
};
use super::{Database, StoreUnderTest};

/// The products that have one of the keys or one of the ids, each once, in order of number.
pub async fn candidates_are_found_by_key_and_id(db: &Database) {
    let store = db.connect().await;
    let mut both = catalogued("a");
    both.keys.extend([key("shared"), key("shared")]);
    let mut other = catalogued("b");
    other.keys.push(key("shared"));
    store
        .save_products(&[both, other, catalogued("c")])
        .await
        .unwrap();
    let opened = open(&*store, "Shop", day(0)).await;
    let find = async |keys: &[&str], ids: &[&str]| {
        let keys: Vec<_> = keys.iter().map(|text| key(text)).collect();
        let ids: Vec<_> = ids.iter().map(|text| id(text)).collect();
        let found = found(&*store, opened.no, &keys, &ids).await;
        found
            .into_iter()
            .map(|found| found.id.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(find(&["shared"], &[]).await, ["a", "b"]);
    assert_eq!(
        find(&["shared", "key of b", "Shared"], &["c", "a", "nope"]).await,
        ["a", "b", "c"]
    );
    assert_eq!(find(&["share", ""], &[]).await, Vec::<String>::new());
    assert_eq!(find(&[], &[]).await, Vec::<String>::new());
    let [found] = &store.candidates(opened.no, &[], &[id("a")]).await.unwrap()[..] else {
        panic!("one candidate")
    };
    let plain = draft("a");
    let expected = Candidate {
        product: number(&*store, "a").await,
        id: id("a"),
        name: plain.name,
        brand: plain.brand,
        model: plain.model,
        variant: plain.variant,
        category: plain.category,
        mpn: plain.mpn,
        gtins: vec![gtin(1)],
        taught: Vec::new(),
        pack_size: plain.pack_size,
        is_bundle: plain.is_bundle,
        provenance: Provenance::Catalogue,
        keys: Vec::new(), // it was found by them
        asked: Vec::new(),
        known_as: Vec::new(),
        titles: Vec::new(),
        item_prices: None,
    };
    assert_eq!(found, &expected);
    store.discard(opened.no).await.unwrap();
}

/// Each with every key of these that it has, published or staged by this snapshot; by its number it is what it is by its
/// public id.
pub async fn products_are_told_with_the_keys_that_find_them(db: &Database) {
    let store = db.connect().await;
    let both = CataloguedProduct {
        keys: vec![key("one"), key("two"), key("three")],
        ..catalogued("a")
    };
    store.save_products(&[both, catalogued("b")]).await.unwrap();
    let opened = open(&*store, "Shop", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "c", 100)], day(0)).await;
    let keys = ["one", "two", "four", "key of b", "key of c"].map(key);
    let mut keyed = store.keyed(opened.no, &keys).await.unwrap();
    keyed.sort_unstable();
    let products: Vec<ProductNo> = keyed.iter().map(|it| it.product).collect();
    let mut by_number = products.clone();
    by_number.sort_unstable();
    by_number.dedup();
    by_number.push(ProductNo(987_654));
    let found = store.candidates(opened.no, &by_number, &[]).await.unwrap();
    let all = [id("a"), id("b"), id("c")];
    let named = store.candidates(opened.no, &[], &all).await.unwrap();
    assert_eq!(found, named);
    let numbers: Vec<ProductNo> = found.iter().map(|it| it.product).collect();
    let of = |place: usize, called: &str| KeyedProduct {
        key: key(called),
        product: numbers[place],
    };
    let mut expected = [
        of(0, "one"),
        of(0, "two"),
        of(1, "key of b"),
        of(2, "key of c"),
    ];
    expected.sort_unstable();
    assert_eq!(keyed, expected);
    store.discard(opened.no).await.unwrap();
}

/// Published products and those that this snapshot staged.
pub async fn candidates_include_what_the_snapshot_staged(db: &Database) {
    let store = db.connect().await;
    let opened = open(&*store, "Shop", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    for (keys, ids) in [(vec![key("key of a")], vec![]), (vec![], vec![id("a")])] {
        let found = found(&*store, opened.no, &keys, &ids).await;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].gtins, [gtin(2), gtin(1)]);
        assert_eq!(found[0].taught, found[0].gtins, "a feed brought it");
    }
    store.discard(opened.no).await.unwrap();
}

/// The least and the most that shops ask for a product, as readers see it: neither what is staged, nor a price that is held
/// back.
pub async fn candidates_tell_what_is_asked_for_them(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    for (shop, minor) in [("First", 900), ("Second", 700), ("Third", 800)] {
        let opened = open(&*store, shop, day(0)).await;
        stage_rows(&*store, opened.no, Full, &[("1", "a", minor)], day(0)).await;
        publish(&*store, opened.no).await;
    }
    let opened = open(&*store, "Fourth", day(1)).await;
    let product = number(&*store, "a").await;
    let held = staged("1", 5, Assignment::Existing(product));
    assert!(held.quarantine.is_some());
    let batch = StageBatch {
        offers: vec![held],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish(&*store, opened.no).await;
    let opened = open(&*store, "Fifth", day(1)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 99)], day(1)).await;
    let found = store.candidates(opened.no, &[product], &[]).await.unwrap();
    let prices: Vec<_> = found.iter().map(|it| it.item_prices).collect();
    assert_eq!(prices, [Some((amount(700), amount(900)))]);
    store.discard(opened.no).await.unwrap();
}

/// What the offers that readers see call a product, each title once, the oldest first, and no more than so many; not
/// what is staged, what is gone, nor its own name.
pub async fn candidates_tell_what_their_offers_call_them(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    for (nth, shop) in (0..).zip(["First", "Second"]) {
        let opened = open(&*store, shop, day(nth)).await;
        let ids: Vec<String> = (3..10).map(|no| no.to_string()).collect();
        let rows: Vec<_> = ids.iter().map(|id| (id.as_str(), "a", 100)).collect();
        stage_rows(&*store, opened.no, Full, &rows, day(nth)).await;
        publish(&*store, opened.no).await;
    }
    let opened = open(&*store, "First", day(2)).await;
    let rows = [("1", "a", 100), ("4", "a", 100), ("9", "a", 100)];
    stage_rows(&*store, opened.no, Full, &rows, day(2)).await;
    let titles = async |snapshot| {
        let found = store.candidates(snapshot, &[], &[id("a")]).await.unwrap();
        found
            .into_iter()
            .flat_map(|it| it.titles)
            .collect::<Vec<_>>()
    };
    let expected: Vec<String> = (3..8).map(|no| format!("Title of {no}")).collect();
    assert_eq!(expected.len(), Candidate::TITLES);
    assert_eq!(
        titles(opened.no).await,
        expected,
        "what is staged is not seen"
    );
    publish(&*store, opened.no).await;
    for shop in ["Second", "First"] {
        let opened = open(&*store, shop, day(3)).await;
        let rows = [("4", "a", 100)];
        stage_rows(&*store, opened.no, Full, &rows, day(3)).await;
        publish(&*store, opened.no).await;
    }
    let opened = open(&*store, "Second", day(4)).await;
    assert_eq!(titles(opened.no).await, ["Title of 4"]);
    store.discard(opened.no).await.unwrap();
}

/// A key that more than 50 products have finds nothing.
pub async fn a_key_that_more_than_50_products_have_finds_nothing(db: &Database) {
    let store = db.connect().await;
    let with_keys = |n: usize| CataloguedProduct {
        keys: [Some(key("of 51")), (n > 0).then(|| key("of 50"))]
            .into_iter()
            .flatten()
            .collect(),
        ..catalogued(&format!("p{n}"))
    };
    let products: Vec<_> = (0..51).map(with_keys).collect();
    store.save_products(&products).await.unwrap();
    let opened = open(&*store, "Shop", day(0)).await;
    let keys = [key("of 51"), key("of 50")];
    let all = found(&*store, opened.no, &keys, &[]).await;
    assert_eq!(all.len(), 50);
    assert!(all.is_sorted_by_key(|found| found.product));
    assert_eq!(store.keyed(opened.no, &keys[..1]).await.unwrap(), []);
    store.discard(opened.no).await.unwrap();
}

async fn stage_ids(store: &dyn StoreUnderTest, ids: &[&str]) -> Vec<String> {
    let opened = open(store, "Shop", day(0)).await;
    let products = ids.iter().map(|id| staged_product(id)).collect();
    let batch = StageBatch {
        products,
        ..StageBatch::default()
    };
    let numbers = store.stage(opened.no, &batch).await.unwrap();
    publish(store, opened.no).await;
    let mut given = Vec::new();
    for no in numbers {
        given.push(
            store.load(&[no]).await.unwrap()[0]
                .product
                .draft
                .id
                .to_string(),
        );
    }
    given
}

/// A public id that is taken gets the next free suffix, in the batch too.
pub async fn a_taken_id_gets_the_next_free_suffix(db: &Database) {
    let store = db.connect().await;
    store
        .save_products(&[catalogued("a"), catalogued("a_3")])
        .await
        .unwrap();
    assert_eq!(
        stage_ids(&*store, &["a", "b", "a", "b"]).await,
        ["a_2", "b", "a_4", "b_2"]
    );
    assert_eq!(stage_ids(&*store, &["a", "c"]).await, ["a_5", "c"]);
    let long = "x".repeat(CanonicalProductId::MAX_LEN);
    let cut = format!("{}_2", "x".repeat(CanonicalProductId::MAX_LEN - 2));
    assert_eq!(
        stage_ids(&*store, &[&long, &long]).await,
        [long.clone(), cut]
    );
    // more than one round of suffixes
    let many = vec!["many"; 120];
    let mut expected: Vec<_> = (2..=120).map(|n| format!("many_{n}")).collect();
    expected.insert(0, "many".to_owned());
    assert_eq!(stage_ids(&*store, &many).await, expected);
    let staged = StagedProduct {
        draft: ProductDraft {
            gtins: vec![],
            ..draft("a")
        },
        keys: vec![],
    };
    assert_eq!(staged.draft.id, id("a"), "the draft keeps the wanted id");
}
