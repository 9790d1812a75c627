//! Cases of `CatalogueWriter`: stores.

use domain::availability::Condition;
use domain::ids::{ProductNo, Revision};
use domain::snapshot::SnapshotKind::{Delta, Full};
use domain::store::{Rating, StoreTerms};
use ports_store::{Assignment, SnapshotSummary, StageBatch, StoreTermsChange};

use super::fixtures::{
    amount, day, fresh, id, import, name, number, open, open_of, publish, staged, summary,
};
use super::watch_fixtures::{claimed, owner, save, take_mails, wanted};
use super::{Database, StoreUnderTest};

/// Creates the store when it is missing; names are the same when they fold alike.
pub async fn store_names_are_the_same_when_they_fold_alike(db: &Database) {
    let store = db.connect().await;
    let change = StoreTermsChange::default();
    let first = store
        .save_store(&name("Müller & Co"), &change, fresh(day(0)))
        .await
        .unwrap();
    let again = store
        .save_store(&name("MÜLLER & CO"), &change, fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(again, first);
    store
        .save_store(&name("Muller & Co"), &change, fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(store.list_stores().await.unwrap().len(), 2);
}

/// `None` leaves a property as it is.
pub async fn a_change_of_terms_leaves_what_it_does_not_say(db: &Database) {
    let store = db.connect().await;
    let all = StoreTerms {
        seller_score: Rating::from_milli(4999),
        seller_reviews: Some(u32::MAX),
        return_days: Some(30),
        warranty_months: Some(u16::MAX),
        delivery_cost: Some(amount(490)),
        free_delivery_from: Some(amount(5000)),
        delivery_days: Some(2),
        url: Some("https://shop.example".to_owned()),
    };
    let shop = name("Shop");
    let saved = store
        .save_store(&shop, &StoreTermsChange(all.clone()), fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(saved.terms, all);
    let change = StoreTerms {
        delivery_days: Some(3),
        ..StoreTerms::default()
    };
    let saved = store
        .save_store(&shop, &StoreTermsChange(change), fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(
        saved.terms,
        StoreTerms {
            delivery_days: Some(3),
            ..all
        }
    );
    assert_eq!(store.list_stores().await.unwrap(), [saved]);
}

/// When the terms changed, all products that the store offers change with the next revision.
pub async fn save_store_changes_the_products_that_it_offers(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 1), ("2", "b", 1), ("3", "b", 1)],
        day(0),
    )
    .await;
    import(&*store, "Other", Full, &[("1", "c", 1)], day(0)).await;
    let since = store.revision().await.unwrap();
    let terms = StoreTerms {
        delivery_cost: Some(amount(490)),
        ..StoreTerms::default()
    };
    let change = StoreTermsChange(terms);
    let saved = store
        .save_store(&name("Shop"), &change, fresh(day(0)))
        .await
        .unwrap();
    let mut changes = store.changes(since).await.unwrap();
    changes.products.sort_unstable();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    assert_eq!(
        changes.products,
        [number(&*store, "a").await, number(&*store, "b").await]
    );
    assert_eq!(store.find(&id("a")).await.unwrap().unwrap().stores, [saved]);
    store
        .save_store(&name("Shop"), &change, fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(
        store.revision().await.unwrap(),
        changes.revision,
        "the same terms change nothing"
    );
}

/// Terms and published delivery costs change all that a store offers, however many batches that is, and move its
/// watches.
pub async fn what_counts_for_a_whole_store_reaches_all_its_products(db: &Database) {
    let store = db.connect().await;
    claimed(&*store).await;
    let rows = [("1", "a", 1), ("2", "b", 1), ("3", "z", 90_000)];
    import(&*store, "Other", Full, &rows, day(0)).await;
    let opened = open(&*store, "Shop", day(0)).await;
    let (a, z) = (number(&*store, "a").await, number(&*store, "z").await);
    let offer = |n: usize| {
        let product = if n < 1100 { a } else { z };
        let mut offer = staged(&format!("offer {n}"), 9_200, Assignment::Existing(product));
        (offer.facts.delivery_cost, offer.quarantine) = (None, None);
        offer.facts.condition = Condition::New;
        offer
    };
    for numbers in [0..600, 600..1101] {
        let batch = StageBatch {
            offers: numbers.map(offer).collect(),
            ..StageBatch::default()
        };
        store.stage(opened.no, &batch).await.unwrap();
    }
    publish(&*store, opened.no).await;
    let owner = owner(&*store, "Workspace").await;
    save(&*store, &wanted(&owner, "z", "95", day(0))).await;
    let since = store.revision().await.unwrap();
    let terms = StoreTerms {
        delivery_cost: Some(amount(100)),
        ..StoreTerms::default()
    };
    let change = StoreTermsChange(terms);
    let shop = name("Shop");
    store
        .save_store(&shop, &change, fresh(day(0)))
        .await
        .unwrap();
    assert_eq!(take_mails(&*store, day(0)).await.len(), 1);
    assert_eq!(changed(&*store, since).await, [a, z]);
    let since = store.revision().await.unwrap();
    let opened = open_of("Shop", Delta, day(1));
    let opened = store.open(&opened).await.unwrap();
    let summary = SnapshotSummary {
        delivery_rates: Some(vec![("Tents".to_owned(), amount(700), 1)]),
        ..summary()
    };
    store.publish(opened.no, &summary).await.unwrap();
    assert_eq!(changed(&*store, since).await, [a, z]);
}

async fn changed(store: &dyn StoreUnderTest, since: Revision) -> Vec<ProductNo> {
    let mut changes = store.changes(since).await.unwrap();
    assert_eq!(changes.revision, Revision(since.0 + 1));
    changes.products.sort_unstable();
    changes.products
}
