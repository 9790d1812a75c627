//! Cases of `MatchStore`: products that are merged into others.

use domain::ids::ProductNo;
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::{ProductDraft, Provenance};
use domain::snapshot::SnapshotKind::Full;
use ports_store::{Candidate, CataloguedProduct, EditedMatches, ImportedPast, PointRef};

use super::Database;
use super::fixtures::{
    catalogued, day, everything, found, gtin, id, import, key, name, offers, open, prices,
    product_gtin, save_past,
};
use super::history::{history, segment};
use super::lexicons::give_key;
use super::match_fixtures::{edit, merge, numbers, with_key};

/// The merged product's offers belong to the target, and say how that was found; those that it had
/// itself stay as they are. The shop's next snapshot finds them there.
pub async fn offers_go_with_their_product(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 200)],
        day(0),
    )
    .await;
    import(&*store, "Other", Full, &[("1", "a", 300)], day(0)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    assert_eq!(edit(&*store, &[merge(a, b)]).await.merged, 1);
    let ids = ["1", "2", "1"].map(str::to_owned);
    let all = offers(&*store, "b").await;
    assert_eq!(
        all.iter()
            .map(|it| it.facts.offer_id.clone())
            .collect::<Vec<_>>(),
        ids
    );
    assert!(all.iter().all(|offer| offer.product == b));
    let found: Vec<_> = all
        .iter()
        .map(|it| (it.rung, it.confidence.milli()))
        .collect();
    let merged = (MatchRung::Gtin, 800);
    assert_eq!(found, [merged, (MatchRung::Model, 910), merged]);
    let opened = open(&*store, "Shop", day(1)).await;
    let known = store.known(opened.no, &ids).await.unwrap();
    assert!(known.len() == 2 && known.iter().all(|offer| offer.product == b));
    store.discard(opened.no).await.unwrap();
    let since = store.revision().await.unwrap();
    let again = [("1", "b", 100), ("2", "b", 200)];
    import(&*store, "Shop", Full, &again, day(12)).await;
    assert_eq!(
        store.revision().await.unwrap(),
        since,
        "nothing is new to the shop"
    );
    assert_eq!(offers(&*store, "b").await.len(), 3);
}

/// What was asked for the merged product is the target's past: closed segments, those that are not moved
/// yet, imported ones, and offers that the shop has no longer.
pub async fn the_past_goes_with_its_product(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 200)],
        day(0),
    )
    .await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 90), ("2", "b", 190)],
        day(1),
    )
    .await;
    import(&*store, "Shop", Full, &[("2", "b", 190)], day(2)).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let bought = |minor, days| domain::history::PriceSegment {
        is_imported: true,
        ..segment("1", minor, days)
    };
    let past = |product, minor| ImportedPast {
        product,
        offer_id: "1".to_owned(),
        segments: vec![bought(minor, [-9, -8, -7])],
    };
    let pasts = [past(a, 80)];
    save_past(&*store, "Shop", &pasts).await;
    assert_eq!(edit(&*store, &[merge(a, b)]).await.merged, 1);
    let read = history(&*store, "b", day(-400)).await;
    let expected = [
        bought(80, [-9, -8, -7]),
        segment("1", 100, [0, 0, 1]),
        segment("1", 90, [1, 1, 2]),
        segment("2", 200, [0, 0, 1]),
    ];
    assert_eq!(read.closed, expected);
    assert_eq!(read.first_seen, Some(day(-9)));
    assert_eq!(history(&*store, "a", day(-400)).await, read);
    let row = PointRef {
        offer_id: Some("1".to_owned()),
        ..PointRef::default()
    };
    let targets = store.targets(&name("Shop"), &[row]).await.unwrap();
    assert_eq!(
        targets[0].clone().unwrap().product,
        b,
        "the offer that is gone"
    );
}

fn with_gtins(product: &str, gtins: &[(u64, u16)]) -> CataloguedProduct {
    let gtin = |(n, milli): &(u64, u16)| domain::product::ProductGtin {
        confidence: Confidence::from_milli(*milli),
        ..product_gtin(*n, Provenance::Catalogue)
    };
    let draft = ProductDraft {
        gtins: gtins.iter().map(gtin).collect(),
        ..catalogued(product).draft
    };
    let keys = vec![key(&format!("key of {product}")), key("shared")];
    CataloguedProduct {
        draft,
        keys,
        removed: Vec::new(),
    }
}

/// Numbers that the target does not have follow its own, in their order, no surer than the merge; keys
/// find the target.
pub async fn numbers_and_keys_go_with_their_product(db: &Database) {
    let store = db.connect().await;
    let products = [
        with_gtins("a", &[(3, 900), (1, 900), (4, 300)]),
        with_gtins("b", &[(2, 990), (1, 990)]),
        with_gtins("c", &[(5, 1000), (4, 1000)]),
    ];
    store.save_products(&products).await.unwrap();
    let [a, b, c] = numbers(&*store, &["a", "b", "c"]).await[..] else {
        panic!("three products")
    };
    let edited = edit(&*store, &[merge(a, b), merge(c, b)]).await;
    assert_eq!(edited.merged, 2);
    let draft = store.find(&id("b")).await.unwrap().unwrap().product.draft;
    let gtins: Vec<_> = draft
        .gtins
        .iter()
        .map(|it| (it.gtin, it.confidence.milli()))
        .collect();
    let expected = [(2, 990), (1, 990), (3, 800), (4, 300), (5, 800)];
    assert_eq!(gtins, expected.map(|(n, milli)| (gtin(n), milli)));
    let mut all: Vec<MatchKey> = ["key of a", "key of b", "key of c", "shared"]
        .map(key)
        .into();
    all.sort_unstable();
    for key in &all {
        assert_eq!(with_key(&*store, key).await, [b], "{key:?}");
    }
    let found = store.find_candidates(&[a, b, c]).await.unwrap();
    assert_eq!((found.len(), &found[0].candidate.keys), (1, &all));
}

/// The public id of a merged product leads to its target, however often that is merged again; nothing
/// lists it, and both have changed.
pub async fn a_merged_id_leads_to_its_target(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200), ("3", "c", 300)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, c] = numbers(&*store, &["a", "b", "c"]).await[..] else {
        panic!("three products")
    };
    for (product, into, left) in [(a, b, vec![b, c]), (b, c, vec![c])] {
        let since = store.revision().await.unwrap();
        edit(&*store, &[merge(product, into)]).await;
        let mut changed = store.changes(since).await.unwrap().products;
        changed.sort_unstable();
        assert_eq!(changed, [product, into]);
        let listed = store.list(None, 10).await.unwrap();
        assert_eq!(
            listed.iter().map(|it| it.product.no).collect::<Vec<_>>(),
            left
        );
        let described = store.list_described(None, 10).await.unwrap();
        assert_eq!(described.len(), left.len());
        let count = u64::try_from(left.len()).unwrap();
        assert_eq!(store.count_described().await.unwrap(), count);
        assert_eq!(store.count_products().await.unwrap(), count);
        assert_eq!(
            store.list_candidates(None, 10).await.unwrap().len(),
            left.len()
        );
        assert_eq!(store.load(&[product]).await.unwrap(), []);
        assert_eq!(store.load(&[product, into]).await.unwrap().len(), 1);
    }
    let target = store.find(&id("c")).await.unwrap();
    assert_eq!(target.as_ref().unwrap().offers.len(), 3);
    for old in ["a", "b"] {
        assert_eq!(store.find(&id(old)).await.unwrap(), target);
        let row = PointRef {
            product: Some(id(old)),
            ..PointRef::default()
        };
        let targets = store.targets(&name("Shop"), &[row]).await.unwrap();
        assert_eq!(targets[0].clone().unwrap().product, c);
    }
}

/// An import that finds a merged product by key or by its public id finds the target, under its own id
/// and under the one that was asked for.
pub async fn an_import_finds_the_target_of_a_merged_product(db: &Database) {
    let store = db.connect().await;
    let products = ["a", "b", "c", "d"].map(catalogued);
    store.save_products(&products).await.unwrap();
    let [a, b, c] = numbers(&*store, &["a", "b", "c"]).await[..] else {
        panic!("three products")
    };
    edit(&*store, &[merge(a, b), merge(b, c)]).await;
    let opened = open(&*store, "Shop", day(1)).await;
    let find = async |keys: &[&str], ids: &[&str]| {
        let keys: Vec<_> = keys.iter().map(|text| key(text)).collect();
        let ids: Vec<_> = ids.iter().map(|text| id(text)).collect();
        let found = found(&*store, opened.no, &keys, &ids).await;
        assert!(found.iter().all(|it| it.product == c));
        let named = |found: Candidate| found.id.to_string();
        found.into_iter().map(named).collect::<Vec<_>>()
    };
    for old in ["key of a", "key of b", "key of c"] {
        assert_eq!(find(&[old], &[]).await, ["c"]);
    }
    assert_eq!(find(&[], &["c"]).await, ["c"]);
    assert_eq!(find(&[], &["b"]).await, ["b", "c"]);
    assert_eq!(
        find(&["key of a", "key of b"], &["a", "b", "c"]).await,
        ["a", "b", "c"]
    );
    store.discard(opened.no).await.unwrap();
    // an id stays taken, and keys given to a merged product find nothing
    give_key(&*store, a, "late").await;
    assert_eq!(with_key(&*store, &key("late")).await, []);
}

/// With itself, with one that is merged already or does not exist: nothing changes.
pub async fn a_merge_of_what_is_no_pair_is_refused(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200), ("3", "c", 300)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let [a, b, c] = numbers(&*store, &["a", "b", "c"]).await[..] else {
        panic!("three products")
    };
    edit(&*store, &[merge(a, b)]).await;
    let before = everything(&*store).await;
    let nobody = ProductNo(987_654);
    let edits = [
        merge(b, b),
        merge(a, b),
        merge(a, c),
        merge(c, a),
        merge(nobody, c),
        merge(c, nobody),
    ];
    let expected = EditedMatches {
        refused: 6,
        ..EditedMatches::default()
    };
    assert_eq!(edit(&*store, &edits).await, expected);
    assert_eq!(everything(&*store).await, before);
    // in one call too, and the rest of it is done
    let edited = edit(&*store, &[merge(b, c), merge(c, b)]).await;
    assert_eq!((edited.merged, edited.refused), (1, 1));
    assert_eq!(prices(&*store, "a").await.len(), 3);
}
