//! Cases of `CatalogueWriter`: the deployment and canonical products.

use domain::ids::Revision;
use domain::money::Currency;
use domain::placement::MatchKey;
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::Full;
use ports_store::{Deployment, ProductBatch, StageBatch};

use super::Database;
use super::fixtures::{
    catalogued, day, found, gtin, id, import, key, number, open, prices, product_gtin, publish,
};
use super::match_fixtures::{edit, merge, with_key};

/// Records the currency when there is none yet, and returns what is recorded.
pub async fn the_first_currency_stays(db: &Database) {
    let store = db.connect().await;
    let [eur, jpy] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
    for wanted in [eur, jpy, eur] {
        let recorded = store
            .claim_deployment(Deployment { currency: wanted })
            .await
            .unwrap();
        assert_eq!(recorded.currency, eur);
    }
}

/// Several processes may migrate at once, and again.
pub async fn migrating_at_once_is_fine(db: &Database) {
    let (one, two) = (db.connect().await, db.connect().await);
    let (first, second) = tokio::join!(one.migrate(), two.migrate());
    first.unwrap();
    second.unwrap();
    assert_eq!(one.revision().await.unwrap(), Revision(0));
}

/// A product that is the same already changes nothing; such a batch makes no revision.
pub async fn save_products_twice_changes_nothing(db: &Database) {
    let store = db.connect().await;
    let batch = [catalogued("a"), catalogued("b")];
    let first = store.save_products(&batch).await.unwrap();
    assert_eq!(
        first,
        ProductBatch {
            created: 2,
            ..ProductBatch::default()
        }
    );
    let revision = store.revision().await.unwrap();
    assert_eq!(revision, Revision(1));
    let again = store.save_products(&batch).await.unwrap();
    assert_eq!(
        again,
        ProductBatch {
            unchanged: 2,
            ..ProductBatch::default()
        }
    );
    assert_eq!(store.revision().await.unwrap(), revision);
    assert_eq!(
        store.save_products(&[]).await.unwrap(),
        ProductBatch::default()
    );
}

/// The most that are saved together are one revision.
pub async fn ten_thousand_products_are_saved_at_once(db: &Database) {
    let store = db.connect().await;
    let batch: Vec<_> = (0..10_000)
        .map(|number| catalogued(&format!("p{number}")))
        .collect();
    let saved = store.save_products(&batch).await.unwrap();
    assert_eq!(saved.created, 10_000);
    let saved = store.save_products(&batch).await.unwrap();
    assert_eq!(saved.unchanged, 10_000);
    assert_eq!(store.revision().await.unwrap(), Revision(1));
}

/// Published as one revision, whose changes are the created and changed products.
pub async fn saved_products_change_as_one_revision(db: &Database) {
    let store = db.connect().await;
    store
        .save_products(&[catalogued("a"), catalogued("b")])
        .await
        .unwrap();
    let mut other = catalogued("b");
    other.draft.specs.clear();
    other.draft.image_path = None;
    other.draft.gtins = vec![product_gtin(9, Provenance::Catalogue)];
    other.keys = vec![key("new")];
    let part = MatchKey::of_part_number("n:x1");
    let mut with_part = catalogued("b");
    with_part.keys.push(part);
    store.save_products(&[with_part]).await.unwrap();
    let since = store.revision().await.unwrap();
    let batch = [catalogued("a"), other.clone(), catalogued("c")];
    let saved = store.save_products(&batch).await.unwrap();
    assert_eq!(
        saved,
        ProductBatch {
            created: 1,
            changed: 1,
            unchanged: 1,
            merged: Vec::new(),
        }
    );
    let record = store.find(&id("b")).await.unwrap().unwrap();
    assert_eq!(record.product.draft, other.draft);
    let mut changes = store.changes(since).await.unwrap();
    changes.products.sort_unstable();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    assert_eq!(
        changes.products,
        [number(&*store, "b").await, number(&*store, "c").await]
    );
    let opened = open(&*store, "Shop", day(0)).await;
    let found = found(&*store, opened.no, &[key("new"), key("key of b")], &[]).await;
    assert_eq!(found.len(), 1);
    store.discard(opened.no).await.unwrap();
    let b = number(&*store, "b").await;
    assert_eq!(with_key(&*store, &key("new")).await, [b]);
    for found_by in [key("key of b"), part] {
        let found = with_key(&*store, &found_by).await;
        assert_eq!(found, [b], "what found it goes on finding it");
    }
}

/// A number that is to be removed goes, whoever said so, and with it its key; one of another product stays.
pub async fn a_removed_number_goes_whoever_said_so(db: &Database) {
    let store = db.connect().await;
    let mut both = catalogued("a");
    both.draft.gtins = vec![
        product_gtin(7, Provenance::Catalogue),
        product_gtin(8, Provenance::Person),
        product_gtin(9, Provenance::Feed),
    ];
    both.keys = [7, 8].map(|n| MatchKey::of_gtin(gtin(n))).to_vec();
    store.save_products(&[both.clone()]).await.unwrap();
    let a = number(&*store, "a").await;
    for (removed, left) in [(8, vec![7, 9]), (9, vec![7])] {
        both.draft.gtins.retain(|it| it.gtin != gtin(removed));
        both.keys
            .retain(|it| *it != MatchKey::of_gtin(gtin(removed)));
        both.removed = vec![gtin(removed)];
        let saved = store.save_products(&[both.clone()]).await.unwrap();
        assert_eq!(saved.changed, 1, "{removed}");
        let record = store.find(&id("a")).await.unwrap().unwrap();
        let gtins = record.product.draft.gtins.iter().map(|it| it.gtin);
        let left: Vec<_> = left.into_iter().map(gtin).collect();
        assert_eq!(gtins.collect::<Vec<_>>(), left);
        let key = MatchKey::of_gtin(gtin(removed));
        assert_eq!(with_key(&*store, &key).await, []);
    }
    let key = MatchKey::of_gtin(gtin(7));
    assert_eq!(with_key(&*store, &key).await, [a]);
}

/// What feeds taught about a product stays, after the catalogue's own numbers.
pub async fn save_products_keeps_what_feeds_taught(db: &Database) {
    let store = db.connect().await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    let a = number(&*store, "a").await;
    let opened = open(&*store, "Shop", day(0)).await;
    let learned = vec![(a, product_gtin(5, Provenance::Feed))];
    store
        .stage(
            opened.no,
            &StageBatch {
                learned,
                ..StageBatch::default()
            },
        )
        .await
        .unwrap();
    publish(&*store, opened.no).await;
    let same = store.save_products(&[catalogued("a")]).await.unwrap();
    assert_eq!(same.unchanged, 1, "what feeds taught is no change");
    let mut other = catalogued("a");
    other.draft.gtins = [8, 7]
        .map(|n| product_gtin(n, Provenance::Catalogue))
        .to_vec();
    store.save_products(&[other]).await.unwrap();
    let gtins = store
        .find(&id("a"))
        .await
        .unwrap()
        .unwrap()
        .product
        .draft
        .gtins;
    let numbers: Vec<_> = gtins.iter().map(|gtin| gtin.gtin).collect();
    assert_eq!(numbers, [gtin(8), gtin(7), gtin(5)]);
    assert_eq!(gtins[2], product_gtin(5, Provenance::Feed));
}

/// A product that a feed created becomes the catalogue's, with its number and its offers.
pub async fn a_product_of_a_feed_becomes_the_catalogues(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let no = number(&*store, "a").await;
    let saved = store.save_products(&[catalogued("a")]).await.unwrap();
    assert_eq!(saved.changed, 1);
    let draft = store.find(&id("a")).await.unwrap().unwrap().product.draft;
    assert_eq!(draft.provenance, Provenance::Catalogue);
    assert_eq!(number(&*store, "a").await, no);
    assert_eq!(prices(&*store, "a").await.len(), 1);
}

/// What is given under a merged product's id changes neither that product nor the one that its id leads to.
pub async fn a_merged_id_is_not_saved_but_told(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    store.save_products(&[catalogued("b")]).await.unwrap();
    let (a, b) = (number(&*store, "a").await, number(&*store, "b").await);
    assert_eq!(edit(&*store, &[merge(a, b)]).await.merged, 1);
    let (before, rows) = (store.revision().await.unwrap(), db.rows().await);
    let mut under_a = catalogued("a");
    "Another name".clone_into(&mut under_a.draft.name);
    let saved = store.save_products(std::slice::from_ref(&under_a)).await;
    let expected = ProductBatch {
        merged: vec![(id("a"), id("b"))],
        ..ProductBatch::default()
    };
    assert_eq!(saved.unwrap(), expected);
    assert_eq!(store.revision().await.unwrap(), before);
    assert_eq!(db.rows().await, rows);
    under_a.draft.id = id("b");
    assert_eq!(store.save_products(&[under_a]).await.unwrap().changed, 1);
    let shown = store.find(&id("a")).await.unwrap().unwrap().product;
    assert_eq!((shown.no, shown.draft.name.as_str()), (b, "Another name"));
}
