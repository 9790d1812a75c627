//! Cases of `SnapshotStore`: what is published.

use domain::gtin::Gtin;
use domain::ids::Revision;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{Assignment, SnapshotSummary, StageBatch, StagedOffer};

use super::fixtures::{
    amount, day, everything, gtin, id, import, number, offers, open, open_of, prices, publish,
    stage_rows, staged, staged_product, summary,
};
use super::{Database, Segment};

/// What a running import stages is invisible until it is published, and then visible as a whole.
pub async fn readers_see_nothing_until_publish(db: &Database) {
    let (store, reader) = (db.connect().await, db.connect().await);
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
    for shop in ["Shop", "New shop"] {
        let before = everything(&*reader).await;
        let opened = open(&*store, shop, day(1)).await;
        let rows = [("1", "a", 111), ("3", "c", 100)];
        stage_rows(&*store, opened.no, Full, &rows, day(1)).await;
        assert_eq!(everything(&*reader).await, before);
        let published = publish(&*store, opened.no).await;
        assert_eq!(reader.revision().await.unwrap(), published.revision);
        assert_ne!(everything(&*reader).await, before);
    }
    let one = |minor| ("1".to_owned(), minor);
    assert_eq!(prices(&*reader, "a").await, [one(111), one(111)]);
    assert_eq!(prices(&*reader, "b").await, []);
    assert_eq!(prices(&*reader, "c").await.len(), 2);
}

/// Nothing is staged when nothing changed, so the revision stays.
pub async fn the_same_snapshot_twice_changes_nothing(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100)];
    let first = import(&*store, "Shop", Full, &rows, day(0)).await;
    assert_eq!(first.revision, Revision(1));
    let before = everything(&*store).await;
    let again = import(&*store, "Shop", Full, &rows, day(0)).await;
    assert_eq!(again, first);
    assert_eq!(everything(&*store).await, before);
    assert_eq!(store.changes(first.revision).await.unwrap().products, []);
    assert_eq!(db.segments().await, []);
}

/// Each publish makes the next revision.
pub async fn a_new_price_makes_a_new_revision(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let before = offers(&*store, "a").await.remove(0);
    let published = import(&*store, "Shop", Full, &[("1", "a", 90)], day(1)).await;
    assert_eq!(published.revision, Revision(2));
    let after = offers(&*store, "a").await.remove(0);
    assert_eq!(after.facts.item_price, amount(90));
    assert_ne!(after.no, before.no, "a changed offer gets a new number");
    assert_eq!(after.price_since, day(1));
}

/// A snapshot that staged nothing makes no revision, but its observation counts.
pub async fn a_snapshot_that_stages_nothing_makes_no_revision(db: &Database) {
    let store = db.connect().await;
    let first = import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let opened = open(&*store, "Shop", day(4)).await;
    let published = publish(&*store, opened.no).await;
    assert_eq!(published, first);
    assert_eq!(offers(&*store, "a").await[0].last_seen_at, day(4));
    let opened = open(&*store, "Shop", day(5)).await;
    assert_eq!(opened.last_observed_at, Some(day(4)));
    store.discard(opened.no).await.unwrap();
}

/// Gone from the revision on that the snapshot becomes.
pub async fn a_retired_offer_is_gone_after_publish(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
    import(&*store, "Other", Full, &[("1", "a", 200)], day(0)).await;
    let since = store.revision().await.unwrap();
    let opened = open(&*store, "Shop", day(1)).await;
    let gone = offers(&*store, "a").await[0].no;
    let others = offers(&*store, "a").await[1].no;
    store.retire(opened.no, &[gone, others]).await.unwrap();
    assert_eq!(prices(&*store, "a").await.len(), 2);
    publish(&*store, opened.no).await;
    assert_eq!(
        prices(&*store, "a").await,
        [("1".to_owned(), 200)],
        "another shop's offer stays"
    );
    assert_eq!(prices(&*store, "b").await.len(), 1);
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.products, [number(&*store, "a").await]);
}

/// The versions that a snapshot replaced are moved to the price history before `publish` returns.
pub async fn ended_versions_become_price_segments(db: &Database) {
    let store = db.connect().await;
    let segment = |offer_id: &str, item_minor, from, seen| Segment {
        offer_id: offer_id.to_owned(),
        item_minor,
        from_at: day(from),
        last_seen_at: day(seen),
    };
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
    // seen again: the price goes on
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(1),
    )
    .await;
    import(&*store, "Shop", Delta, &[("1", "a", 100)], day(2)).await;
    assert_eq!(db.segments().await, []);
    // a new price ends it where it was last seen
    import(&*store, "Shop", Delta, &[("1", "a", 90)], day(3)).await;
    assert_eq!(db.segments().await, [segment("1", 100, 0, 2)]);
    // an offer that is gone ends too
    import(&*store, "Shop", Full, &[("1", "a", 90)], day(4)).await;
    assert_eq!(
        db.segments().await,
        [segment("1", 100, 0, 2), segment("2", 100, 0, 1)]
    );
}

/// Published delivery costs replace the store's earlier ones; when its highest differs, the products
/// whose offers state none change.
pub async fn publish_replaces_the_delivery_rates(db: &Database) {
    let store = db.connect().await;
    let opened = open(&*store, "Shop", day(0)).await;
    let mut silent = staged("2", 100, Assignment::New(1));
    silent.facts.delivery_cost = None;
    let batch = StageBatch {
        products: vec![staged_product("a"), staged_product("b")],
        offers: vec![staged("1", 100, Assignment::New(0)), silent],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish_with(
        &*store,
        opened.no,
        Some(vec![("Phones".to_owned(), amount(490), 1)]),
    )
    .await;
    let since = store.revision().await.unwrap();
    assert_eq!(highest(&*store).await, Some(490));

    let opened = open(&*store, "Shop", day(1)).await;
    let rates = vec![
        ("Phones".to_owned(), amount(490), 1),
        ("Phones".to_owned(), amount(590), 1),
    ];
    publish_with(&*store, opened.no, Some(rates)).await;
    assert_eq!(highest(&*store).await, Some(590));
    let changes = store.changes(since).await.unwrap();
    assert_eq!(changes.products, [number(&*store, "b").await]);
    assert!(changes.revision > since);

    let opened = open(&*store, "Shop", day(2)).await;
    publish_with(&*store, opened.no, Some(vec![])).await;
    assert_eq!(highest(&*store).await, None);
    assert_eq!(
        store
            .find(&id("a"))
            .await
            .unwrap()
            .unwrap()
            .category_delivery,
        None
    );
}

/// A delta says nothing about what it does not name.
pub async fn a_delta_leaves_the_delivery_rates(db: &Database) {
    let store = db.connect().await;
    let opened = open(&*store, "Shop", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    publish_with(
        &*store,
        opened.no,
        Some(vec![("Phones".to_owned(), amount(490), 1)]),
    )
    .await;
    import(&*store, "Shop", Delta, &[("2", "b", 100)], day(1)).await;
    assert_eq!(highest(&*store).await, Some(490));
    let record = store.find(&id("a")).await.unwrap().unwrap();
    assert_eq!(record.category_delivery, Some(amount(490)));
}

/// The store as readers see it, its last observation, and how many of its offers they see.
pub async fn open_tells_what_readers_see(db: &Database) {
    let store = db.connect().await;
    let first = open(&*store, "Shop", day(0)).await;
    assert_eq!((first.last_observed_at, first.live_offers), (None, 0));
    assert_eq!(first.store.name.as_str(), "Shop");
    stage_rows(
        &*store,
        first.no,
        Full,
        &[("1", "a", 1), ("2", "b", 1)],
        day(0),
    )
    .await;
    publish(&*store, first.no).await;
    import(&*store, "Other", Full, &[("1", "a", 1)], day(0)).await;
    let second = store.open(&open_of("SHOP", Delta, day(1))).await.unwrap();
    assert!(second.no > first.no, "numbers are fencing tokens");
    assert_eq!(second.store.no, first.store.no);
    assert_eq!(
        (second.last_observed_at, second.live_offers),
        (Some(day(0)), 2)
    );
    // staged rows are not seen by readers
    stage_rows(&*store, second.no, Delta, &[("3", "c", 1)], day(1)).await;
    store.discard(second.no).await.unwrap();
}

/// A delta's mere confirmation of an offer changes when it was seen, not its answers.
pub async fn a_confirmation_changes_no_answers(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let since = store.revision().await.unwrap();
    let opened = store.open(&open_of("Shop", Delta, day(1))).await.unwrap();
    let known = store
        .known(opened.no, &["1".to_owned()])
        .await
        .unwrap()
        .remove(0);
    let offer = StagedOffer {
        replaces: Some(known.no),
        changes_answers: false,
        seen_at: day(1),
        ..staged("1", 100, Assignment::Existing(known.product))
    };
    let batch = StageBatch {
        offers: vec![offer],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    publish(&*store, opened.no).await;
    assert_eq!(store.changes(since).await.unwrap().products, []);
    assert_eq!(offers(&*store, "a").await[0].last_seen_at, day(1));
    assert_eq!(db.segments().await, [], "the price goes on");
}

async fn publish_with(
    store: &dyn super::StoreUnderTest,
    snapshot: domain::ids::SnapshotNo,
    delivery_rates: Option<Vec<(String, domain::money::Amount, u64)>>,
) {
    store
        .publish(
            snapshot,
            &SnapshotSummary {
                delivery_rates,
                ..summary()
            },
        )
        .await
        .unwrap();
}

async fn highest(store: &dyn super::StoreUnderTest) -> Option<i64> {
    let stores = store.list_stores().await.unwrap();
    stores[0].highest_delivery.map(domain::money::Amount::minor)
}

/// They come with the next snapshot of the same store; the greater count holds, and nothing of one that is discarded.
pub async fn numbers_that_stand_for_several_goods_are_kept_with_their_store(db: &Database) {
    let store = db.connect().await;
    let mut at = 0;
    let mut say = async |shop: &str, found: Vec<(Gtin, u32)>| {
        at += 1;
        let opened = open(&*store, shop, day(at)).await;
        let summary = SnapshotSummary {
            ambiguous: found,
            ..summary()
        };
        store.publish(opened.no, &summary).await.unwrap();
        opened.ambiguous
    };
    let (one, other) = (gtin(1), gtin(2));
    assert_eq!(say("Shop", vec![(one, 3), (other, 2)]).await, []);
    assert_eq!(say("Other", Vec::new()).await, []);
    let known = say("Shop", vec![(one, 2), (other, 9), (other, 4)]).await;
    assert_eq!(known, [(one, 3), (other, 2)]);
    let opened = open(&*store, "Shop", day(90)).await;
    assert_eq!(opened.ambiguous, [(one, 3), (other, 9)]);
    store.discard(opened.no).await.unwrap();
    let opened = open(&*store, "Other", day(91)).await;
    assert_eq!(opened.ambiguous, []);
    store.discard(opened.no).await.unwrap();
}
