//! Cases of `MatchStore`: doubts, candidates, keys, and what was learned.

use domain::ids::{DoubtNo, ProductNo, StoreNo};
use domain::matching::{Confidence, MatchKey, MatchRung};
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{
    AskedDoubt, Assignment, CataloguedProduct, DoubtfulMatch, EditedMatches, MatchEdit, Review,
    StageBatch, StagedOffer, StoreError, StoredLexicon,
};

use super::fixtures::{
    catalogued, day, fresh, id, import, key, name, number, open, open_of, publish, stage_rows,
    staged, staged_product,
};
use super::history::shop_no;
use super::{Database, StoreUnderTest};

/// Merges one product into another, as the number said.
pub(super) fn merge(product: ProductNo, into: ProductNo) -> MatchEdit {
    MatchEdit::Merge {
        product,
        into,
        rung: MatchRung::Gtin,
        confidence: Confidence::from_milli(800),
    }
}

/// Applies edits on the tenth day.
pub(super) async fn edit(store: &dyn StoreUnderTest, edits: &[MatchEdit]) -> EditedMatches {
    store.apply_matches(edits, fresh(day(10))).await.unwrap()
}

fn doubt(product: ProductNo, candidate: ProductNo) -> MatchEdit {
    MatchEdit::Doubt {
        product,
        candidate,
        reason: "it's alike".to_owned(),
    }
}

/// Stages offers of new products that may be the same as an existing one: pairs of the shop's id and
/// the product's.
async fn stage_doubtful(
    store: &dyn StoreUnderTest,
    snapshot: domain::ids::SnapshotNo,
    candidate: ProductNo,
    rows: &[(&str, &str)],
) {
    let offer = |(place, (offer_id, product)): (usize, &(&str, &str))| StagedOffer {
        quarantine: None,
        review: Some(Review {
            candidate: Assignment::Existing(candidate),
            reason: format!("{product} is alike"),
        }),
        ..staged(offer_id, 100, Assignment::New(place))
    };
    let batch = StageBatch {
        products: rows.iter().map(|row| staged_product(row.1)).collect(),
        offers: rows.iter().enumerate().map(offer).collect(),
        learned: Vec::new(),
    };
    store.stage(snapshot, &batch).await.unwrap();
}

/// Product `a`, and these products of another shop that may be the same; their numbers.
async fn doubtful(store: &dyn StoreUnderTest, products: &[&str]) -> Vec<ProductNo> {
    import(store, "Shop", Full, (&[("1", "a", 100)], day(0))).await;
    let candidate = number(store, "a").await;
    let opened = store.open(&open_of("Other", Delta, day(1))).await.unwrap();
    let rows: Vec<_> = products
        .iter()
        .map(|product| (*product, *product))
        .collect();
    stage_doubtful(store, opened.no, candidate, &rows).await;
    publish(store, opened.no).await;
    let mut numbers = vec![candidate];
    for product in products {
        numbers.push(number(store, product).await);
    }
    numbers
}

/// The public ids of the products that are doubted, in order.
pub(super) async fn doubted(store: &dyn StoreUnderTest) -> Vec<String> {
    let listed = store.list_doubts(None, 1000).await.unwrap();
    listed
        .into_iter()
        .map(|it| it.product_id.to_string())
        .collect()
}

/// In order of number, with the names of both products.
pub async fn doubts_are_listed_in_pages(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.list_doubts(None, 10).await.unwrap(), []);
    let [a, b, c, d] = doubtful(&*store, &["b", "c", "d"]).await[..] else {
        panic!("four products")
    };
    let all = store.list_doubts(None, 10).await.unwrap();
    assert!(all.is_sorted_by_key(|it| it.no));
    assert_eq!(
        all.iter().map(|it| it.product).collect::<Vec<_>>(),
        [b, c, d]
    );
    let expected = DoubtfulMatch {
        no: all[1].no,
        store: name("Other"),
        offer_id: "c".to_owned(),
        product: c,
        product_id: id("c"),
        product_name: catalogued("c").draft.name,
        candidate: a,
        candidate_id: id("a"),
        candidate_name: catalogued("a").draft.name,
        reason: "c is alike".to_owned(),
    };
    assert_eq!(all[1], expected);
    let first = store.list_doubts(None, 2).await.unwrap();
    assert_eq!(first, all[..2]);
    assert_eq!(
        store.list_doubts(Some(first[1].no), 2).await.unwrap(),
        all[2..]
    );
    assert_eq!(store.list_doubts(Some(all[2].no), 2).await.unwrap(), []);
    assert_eq!(store.find_doubt(all[1].no).await.unwrap(), Some(expected));
    let none = DoubtNo(all[2].no.0 + 1);
    assert_eq!(store.find_doubt(none).await.unwrap(), None);
}

/// A doubt is there when its snapshot is published, and gone when that is discarded.
pub async fn doubts_of_an_open_snapshot_are_not_seen(db: &Database) {
    let store = db.connect().await;
    let numbers = doubtful(&*store, &["b"]).await;
    let opened = store.open(&open_of("Third", Delta, day(1))).await.unwrap();
    stage_doubtful(&*store, opened.no, numbers[0], &[("9", "c")]).await;
    assert_eq!(doubted(&*store).await, ["b"]);
    let after = store.list_doubts(None, 10).await.unwrap()[0].no;
    for no in 1..9 {
        let beyond = store.find_doubt(DoubtNo(after.0 + no)).await.unwrap();
        assert_eq!(beyond, None);
    }
    store.discard(opened.no).await.unwrap();
    assert_eq!(doubted(&*store).await, ["b"]);
    let opened = store.open(&open_of("Third", Delta, day(1))).await.unwrap();
    stage_doubtful(&*store, opened.no, numbers[0], &[("9", "c")]).await;
    publish(&*store, opened.no).await;
    assert_eq!(doubted(&*store).await, ["b", "c"]);
}

/// What a person keeps is not listed, not asked again, not in review, and not merged, whichever of the
/// two is named first; other pairs are.
pub async fn a_kept_product_is_not_asked_about_again(db: &Database) {
    let store = db.connect().await;
    let [a, b, c] = doubtful(&*store, &["b", "c"]).await[..] else {
        panic!("three products")
    };
    let doubt_no = store.list_doubts(None, 1).await.unwrap()[0].no;
    let since = store.revision().await.unwrap();
    let in_review = async |product: &str| {
        let record = store.find(&id(product)).await.unwrap().unwrap();
        record.product.draft.in_review
    };
    assert!(in_review("b").await);
    let nothing = EditedMatches::default();
    assert_eq!(
        edit(&*store, &[MatchEdit::Keep { product: b }]).await,
        nothing
    );
    assert!(!in_review("b").await);
    assert!(in_review("c").await);
    assert_eq!(doubted(&*store).await, ["c"]);
    assert_eq!(store.find_doubt(doubt_no).await.unwrap(), None);
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.products, [b], "whether it is in review is shown");
    let since = store.revision().await.unwrap();
    let again = [doubt(b, a), doubt(a, b), MatchEdit::Keep { product: b }];
    assert_eq!(edit(&*store, &again).await, nothing);
    assert_eq!(store.revision().await.unwrap(), since, "nothing changed");
    let refused = edit(&*store, &[merge(b, a), merge(a, b)]).await;
    assert_eq!((refused.merged, refused.refused), (0, 2));
    let others = edit(&*store, &[doubt(b, c), merge(c, a)]).await;
    assert_eq!((others.doubts, others.merged), (1, 1));
    // the shop's next snapshot does not ask it either
    let opened = store.open(&open_of("Other", Delta, day(11))).await.unwrap();
    let known = store.known(opened.no, &["b".to_owned()]).await.unwrap();
    let review = Some(Review {
        candidate: Assignment::Existing(a),
        reason: "still alike".to_owned(),
    });
    let offer = StagedOffer {
        replaces: Some(known[0].no),
        review,
        ..staged("b", 90, Assignment::Existing(b))
    };
    let batch = StageBatch {
        offers: vec![offer],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish(&*store, opened.no).await;
    assert!(doubted(&*store).await.is_empty(), "c is a now");
}

/// A doubt names an offer of the product, is there once, and is not there for a product without offers,
/// for one that is its own candidate, or for a candidate that is gone.
pub async fn a_doubt_is_asked_once(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("unsold")]).await.unwrap();
    let rows = [("1", "a", 100), ("2", "b", 100), ("3", "c", 100)];
    import(&*store, "Shop", Full, (&rows, day(0))).await;
    let [unsold, a, b, c] = [
        number(&*store, "unsold").await,
        number(&*store, "a").await,
        number(&*store, "b").await,
        number(&*store, "c").await,
    ];
    edit(&*store, &[merge(c, a)]).await;
    let asked = [
        doubt(b, a),
        doubt(b, a),
        doubt(unsold, a),
        doubt(b, b),
        doubt(b, c),
        doubt(b, ProductNo(987_654)),
        doubt(c, b),
    ];
    let edited = edit(&*store, &asked).await;
    assert_eq!(
        edited,
        EditedMatches {
            doubts: 1,
            ..EditedMatches::default()
        }
    );
    assert_eq!(edit(&*store, &asked).await, EditedMatches::default());
    let listed = store.list_doubts(None, 10).await.unwrap();
    assert_eq!(listed.len(), 1);
    let only = &listed[0];
    assert_eq!((only.product, only.candidate), (b, a));
    assert_eq!((only.store.as_str(), only.offer_id.as_str()), ("Shop", "2"));
    assert_eq!(only.reason, "it's alike");
}

/// All products that readers see, in pages, each with the stores that offer it now; by their numbers
/// too.
pub async fn candidates_are_listed_with_their_stores(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.count_products().await.unwrap(), 0);
    store.save_products(&[catalogued("unsold")]).await.unwrap();
    let (both, one) = (
        [("1", "a", 1), ("2", "b", 1)],
        [("1", "a", 1), ("4", "a", 1)],
    );
    for (shop, rows, n) in [("Shop", both, 0), ("Other", both, 0), ("Other", one, 1)] {
        import(&*store, shop, Full, (&rows, day(n))).await;
    }
    let [shop, other] = [
        shop_no(&*store, "Shop").await,
        shop_no(&*store, "Other").await,
    ];
    let opened = open(&*store, "Third", day(2)).await;
    stage_rows(
        &*store,
        opened.no,
        Full,
        (&[("1", "a", 1), ("3", "c", 1)], day(2)),
    )
    .await;
    let (mut after, mut listed) = (None, Vec::new());
    loop {
        let page = store.list_candidates(after, 2).await.unwrap();
        assert!(page.len() <= 2);
        let Some(last) = page.last() else { break };
        after = Some(last.candidate.product);
        listed.extend(page);
    }
    let stores_of: Vec<(String, Vec<StoreNo>)> = listed
        .iter()
        .map(|it| (it.candidate.id.to_string(), it.stores.clone()))
        .collect();
    let expected = [
        ("unsold".to_owned(), vec![]),
        ("a".to_owned(), vec![shop, other]),
        ("b".to_owned(), vec![shop]),
    ];
    assert_eq!(stores_of, expected);
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
    import(&*store, "Shop", Full, (&rows, day(0))).await;
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
    edit(&*store, &[MatchEdit::Keep { product: b }]).await;
    assert_eq!(asked(b).await, doubts(true));
    assert_eq!(asked(a).await, [], "it is the other one's");
}

/// The product that a snapshot staged.
async fn with_staged(store: &dyn StoreUnderTest, snapshot: domain::ids::SnapshotNo) -> ProductNo {
    let found = store.candidates(snapshot, &[], &[id("c")]).await.unwrap();
    found[0].product
}

/// The products that have a key.
pub(super) async fn with_key(store: &dyn StoreUnderTest, key: &MatchKey) -> Vec<ProductNo> {
    let listed = store.list_candidates(None, 2000).await.unwrap();
    let having = listed.iter().filter(|it| it.candidate.keys.contains(key));
    having.map(|it| it.candidate.product).collect()
}

/// New keys take the place of those that a product has; no answer changes.
pub async fn keys_of_a_product_are_replaced(db: &Database) {
    let store = db.connect().await;
    let mut both = catalogued("a");
    both.keys.push(key("shared"));
    store.save_products(&[both, catalogued("b")]).await.unwrap();
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let before = store.revision().await.unwrap();
    let rekey = |product, keys: &[&str]| MatchEdit::Rekey {
        product,
        keys: keys.iter().map(|text| key(text)).collect(),
    };
    let edits = [
        rekey(a, &["first"]),
        rekey(a, &["shared", "it's new", "shared"]),
        rekey(b, &[]),
    ];
    assert_eq!(edit(&*store, &edits).await, EditedMatches::default());
    assert_eq!(store.revision().await.unwrap(), before);
    let found = async |text: &str| with_key(&*store, &key(text)).await;
    for gone in ["key of a", "key of b", "first"] {
        assert_eq!(found(gone).await, []);
    }
    for there in ["shared", "it's new"] {
        assert_eq!(found(there).await, [a]);
    }
    let listed = store.list_candidates(None, 9).await.unwrap();
    assert_eq!(listed[0].candidate.keys, [key("it's new"), key("shared")]);
    assert_eq!(listed[1].candidate.keys, []);
}

/// There is none at first; the last one stays.
pub async fn a_lexicon_is_kept_and_replaced(db: &Database) {
    let (store, reader) = (db.connect().await, db.connect().await);
    assert_eq!(reader.find_lexicon().await.unwrap(), None);
    for (products, words) in [
        (7, "nova\t7\n'quoted' ? $1 \u{1f4f1}".to_owned()),
        (0, String::new()),
    ] {
        let lexicon = StoredLexicon { products, words };
        store.save_lexicon(&lexicon).await.unwrap();
        assert_eq!(reader.find_lexicon().await.unwrap(), Some(lexicon));
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
    import(&*store, "Shop", Full, (&rows, day(0))).await;
    let edits = [merge(
        number(&*store, "b").await,
        number(&*store, "a").await,
    )];
    let killed = db.connect().await;
    let opened = open(&*killed, "Shop", day(1)).await;
    stage_rows(&*killed, opened.no, Full, (&[("1", "a", 50)], day(1))).await;
    let locked = store.apply_matches(&edits, fresh(day(1))).await;
    assert!(matches!(locked, Err(StoreError::Locked)), "{locked:?}");
    assert_eq!(store.count_products().await.unwrap(), 2);
    drop(killed);
    assert_eq!(edit(&*store, &edits).await.merged, 1);
    let offers = super::fixtures::prices(&*store, "a").await;
    let expected = [("1".to_owned(), 100), ("2".to_owned(), 100)];
    assert_eq!(offers, expected, "what was staged is gone");
}
