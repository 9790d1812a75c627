//! Cases of `CatalogueWriter`: stores.

use domain::ids::Revision;
use domain::snapshot::SnapshotKind::Full;
use domain::store::{Rating, StoreTerms};
use ports_store::StoreTermsChange;

use super::Database;
use super::fixtures::{amount, day, fresh, id, import, name, number};

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
