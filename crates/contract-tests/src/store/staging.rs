//! Cases of `SnapshotStore`: what an import asks and stages.

use domain::availability::Condition;
use domain::ids::OfferNo;
use domain::placement::{Confidence, MatchRung};
use domain::product::Provenance;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{Assignment, KnownOffer, Review, StageBatch, StagedOffer, StoreError};

use super::Database;
use super::fixtures::{
    amount, day, everything, gtin, id, import, number, offers, open, open_of, product_gtin,
    publish, stage_rows, staged, staged_product,
};

/// The store's offers that readers see now, by the shop's ids; unknown ids are left out.
pub async fn known_gives_current_offers_of_the_store(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
    import(&*store, "Other", Full, &[("3", "a", 100)], day(0)).await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(1),
    )
    .await;
    let opened = open(&*store, "Shop", day(2)).await;
    let ids = ["1", "3", "1 ", ""].map(str::to_owned);
    let seen = offers(&*store, "a").await.remove(0);
    let expected = KnownOffer {
        no: seen.no,
        offer_id: "1".to_owned(),
        product: number(&*store, "a").await,
        content: staged("1", 100, Assignment::New(0)).content,
        identity: [9; 16],
        rung: MatchRung::Model,
        confidence: Confidence::from_milli(910),
        item_price: amount(100),
        delivery_cost: Some(amount(490)),
        can_be_ordered: true,
        condition: Condition::Refurbished,
        quarantine: None,
        updated_at: seen.updated_at,
        price_since: day(0),
        last_seen_at: day(1),
    };
    assert_eq!(
        store.known(opened.no, &ids).await.unwrap(),
        std::slice::from_ref(&expected)
    );
    // what readers see does not change by staging
    stage_rows(&*store, opened.no, Full, &[("1", "a", 50)], day(2)).await;
    assert_eq!(store.known(opened.no, &ids).await.unwrap(), [expected]);
    store.discard(opened.no).await.unwrap();
}

/// The numbers of the store's offers above `after`, in order, without those that were replaced.
pub async fn unreplaced_gives_pages_without_what_was_replaced(db: &Database) {
    let store = db.connect().await;
    let names: Vec<String> = (0..10).map(|n| n.to_string()).collect();
    let rows: Vec<_> = names.iter().map(|n| (n.as_str(), "a", 100)).collect();
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &rows, day(0)).await;
    let opened = store.open(&open_of("Shop", Delta, day(1))).await.unwrap();
    stage_rows(
        &*store,
        opened.no,
        Delta,
        &[("3", "a", 50), ("7", "a", 100)],
        day(1),
    )
    .await;
    let (mut after, mut seen): (Option<OfferNo>, Vec<OfferNo>) = (None, Vec::new());
    loop {
        let page = store.unreplaced(opened.no, after, 3).await.unwrap();
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        after = Some(*last);
        seen.extend(page);
    }
    let mut expected: Vec<_> = store
        .known(opened.no, &names)
        .await
        .unwrap()
        .into_iter()
        .filter(|offer| !["3", "7"].contains(&offer.offer_id.as_str()))
        .map(|offer| offer.no)
        .collect();
    expected.sort_unstable();
    assert_eq!(seen, expected);
    store.discard(opened.no).await.unwrap();
}

/// A batch is staged as a whole or not at all.
pub async fn a_batch_is_staged_as_a_whole_or_not_at_all(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let before = everything(&*store).await;
    let opened = open(&*store, "Shop", day(0)).await;
    let known = store
        .known(opened.no, &["1".to_owned()])
        .await
        .unwrap()
        .remove(0);
    let replaces = |no| StagedOffer {
        replaces: Some(no),
        ..staged("1", 90, Assignment::Existing(known.product))
    };
    let missing = StagedOffer {
        replaces: Some(OfferNo(987_654)),
        ..staged("9", 1, Assignment::New(0))
    };
    let batch = StageBatch {
        products: vec![staged_product("b")],
        offers: vec![
            replaces(known.no),
            staged("2", 1, Assignment::New(0)),
            missing,
        ],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap_err();
    let beyond = StageBatch {
        offers: vec![staged("2", 1, Assignment::New(1))],
        ..batch
    };
    store.stage(opened.no, &beyond).await.unwrap_err();
    let revision = store.revision().await.unwrap();
    assert_eq!(
        publish(&*store, opened.no).await.revision,
        revision,
        "nothing was staged"
    );
    assert_eq!(everything(&*store).await, before);
}

/// The most that are staged together, each with a product of its own.
pub async fn ten_thousand_offers_are_staged_at_once(db: &Database) {
    let store = db.connect().await;
    let ids: Vec<String> = (0..10_000).map(|number| format!("o{number}")).collect();
    let opened = open(&*store, "Shop", day(0)).await;
    let products = ids.iter().map(|id| staged_product(id));
    let new = |(place, id): (usize, &String)| staged(id, 100, Assignment::New(place));
    let batch = StageBatch {
        products: products.collect(),
        offers: ids.iter().enumerate().map(new).collect(),
        ..StageBatch::default()
    };
    let numbers = store.stage(opened.no, &batch).await.unwrap();
    assert_eq!(numbers.len(), 10_000);
    publish(&*store, opened.no).await;
    let opened = open(&*store, "Shop", day(1)).await;
    let known = store.known(opened.no, &ids[..1000]).await.unwrap();
    let last = known.iter().find(|it| it.offer_id == "o999").unwrap();
    assert_eq!(last.product, numbers[999]);
    store.discard(opened.no).await.unwrap();
    assert_eq!(offers(&*store, "o9999").await.len(), 1);
}

/// A snapshot holds one version of an offer.
pub async fn an_offer_id_is_staged_once(db: &Database) {
    let store = db.connect().await;
    let opened = open(&*store, "Shop", day(0)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 100)], day(0)).await;
    let batch = StageBatch {
        products: vec![staged_product("b")],
        offers: vec![staged("1", 5, Assignment::New(0))],
        ..StageBatch::default()
    };
    let twice = store.stage(opened.no, &batch).await;
    assert!(matches!(twice, Err(StoreError::Conflict(_))), "{twice:?}");
    publish(&*store, opened.no).await;
    assert_eq!(offers(&*store, "a").await.len(), 1);
    assert_eq!(store.find(&id("b")).await.unwrap(), None);
}

/// A number that the product has already changes nothing; a new one comes last.
pub async fn learned_numbers_are_added_once(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let a = number(&*store, "a").await;
    let stage = async |learned| {
        let opened = open(&*store, "Shop", day(0)).await;
        let batch = StageBatch {
            learned,
            ..StageBatch::default()
        };
        store.stage(opened.no, &batch).await.unwrap();
        publish(&*store, opened.no).await.revision
    };
    let before = store.revision().await.unwrap();
    assert_eq!(
        stage(vec![(a, product_gtin(1, Provenance::Person))]).await,
        before
    );
    let learned = product_gtin(5, Provenance::Feed);
    let after = stage(vec![(a, learned.clone()), (a, learned.clone())]).await;
    assert!(after > before);
    let gtins = store
        .find(&id("a"))
        .await
        .unwrap()
        .unwrap()
        .product
        .draft
        .gtins;
    let numbers: Vec<_> = gtins.iter().map(|gtin| gtin.gtin).collect();
    assert_eq!(numbers, [gtin(2), gtin(1), gtin(5)]);
    assert_eq!(gtins[1].provenance, Provenance::Feed, "who said it first");
    assert_eq!(store.changes(before).await.unwrap().products, [a]);
}

/// A doubt is staged with its product, may be repeated, and goes when the snapshot is discarded.
pub async fn doubts_are_staged_and_discarded(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let candidate = number(&*store, "a").await;
    for round in 0..3 {
        let opened = open(&*store, "Shop", day(1)).await;
        let known = store.known(opened.no, &["2".to_owned()]).await.unwrap();
        let mut batch = StageBatch::default();
        let assignment = known
            .first()
            .map_or(Assignment::New(0), |it| Assignment::Existing(it.product));
        if known.is_empty() {
            batch.products.push(staged_product("b"));
        }
        let replaces = known.first().map(|offer| offer.no);
        batch.reviews.push(Review {
            product: assignment.clone(),
            candidate: Assignment::Existing(candidate),
            reason: "it's alike".to_owned(),
        });
        batch.offers.push(StagedOffer {
            replaces,
            ..staged("2", round + 1, assignment)
        });
        store.stage(opened.no, &batch).await.unwrap();
        if round == 0 {
            store.discard(opened.no).await.unwrap();
        } else {
            publish(&*store, opened.no).await;
        }
    }
    assert_eq!(offers(&*store, "b").await.len(), 1);
}
