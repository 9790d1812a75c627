//! Cases of `CatalogueReader`.

use std::sync::atomic::{AtomicBool, Ordering};

use domain::ids::{ProductNo, Revision, StoreNo};
use domain::placement::{Confidence, MatchRung};
use domain::snapshot::SnapshotKind::{Delta, Full};
use domain::store::StoreTerms;
use ports_store::{Assignment, SnapshotSummary, StageBatch, StagedOffer, StoreTermsChange};
use time::Duration;

use super::fixtures::{
    amount, catalogued, day, draft, everything, fresh, id, import, name, number, offers, open,
    prices, staged, staged_product, summary,
};
use super::{Database, ROUNDS, StoreUnderTest};

/// The current revision; 0 in an empty catalogue.
pub async fn an_empty_catalogue_has_revision_0(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.revision().await.unwrap(), Revision(0));
    assert_eq!(store.find(&id("nova")).await.unwrap(), None);
    assert_eq!(store.list(None, 10).await.unwrap(), []);
    assert_eq!(store.list_stores().await.unwrap(), []);
    let changes = store.changes(Revision(0)).await.unwrap();
    assert_eq!((changes.revision, changes.products), (Revision(0), vec![]));
}

/// A number for each revision that was reached, which stays, and none for others.
pub async fn every_revision_has_a_stamp_of_its_own(db: &Database) {
    let store = db.connect().await;
    let stamp = async |revision| store.stamp(Revision(revision)).await.unwrap();
    let empty = stamp(0).await.unwrap();
    assert_eq!(stamp(1).await, None);
    let mut seen = vec![empty];
    for no in 1..=3 {
        let product = catalogued(&format!("nova_{no}"));
        store.save_products(&[product]).await.unwrap();
        assert_eq!(store.revision().await.unwrap(), Revision(no));
        seen.push(stamp(no).await.unwrap());
        assert_eq!(stamp(no + 1).await, None);
    }
    for (no, known) in (0..).zip(&seen) {
        assert_eq!(stamp(no).await, Some(*known));
    }
    let different: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(different.len(), seen.len());
}

/// The product with this public id: all of it, and its offers with all of theirs.
pub async fn find_gives_everything_that_was_stored(db: &Database) {
    let store = db.connect().await;
    let snapshot = open(&*store, "Shop", day(0)).await;
    let wanted = staged("a", 12_345, Assignment::New(0));
    // below a microsecond, which no database keeps
    let finer = StagedOffer {
        seen_at: day(0) + Duration::nanoseconds(789),
        ..wanted.clone()
    };
    let batch = StageBatch {
        products: vec![staged_product("nova")],
        offers: vec![finer],
        ..StageBatch::default()
    };
    let numbers = store.stage(snapshot.no, &batch).await.unwrap();
    let published = store.publish(snapshot.no, &summary()).await.unwrap();
    let record = store.find(&id("nova")).await.unwrap().unwrap();
    assert_eq!(record.revision, published.revision);
    assert_eq!(record.product.no, numbers[0]);
    assert_eq!(record.product.draft, draft("nova"));
    assert_eq!(record.stores.len(), 1);
    assert_eq!(record.stores[0].name.as_str(), "Shop");
    assert_eq!(record.category_delivery, None);
    let [offer] = &record.offers[..] else {
        panic!("one offer: {record:?}")
    };
    assert_eq!(offer.facts, wanted.facts);
    assert_eq!(
        (offer.store, offer.product),
        (record.stores[0].no, numbers[0])
    );
    assert_eq!(offer.title, "Title of a");
    assert_eq!(
        (offer.rung, offer.confidence),
        (MatchRung::Model, Confidence::from_milli(910))
    );
    assert_eq!(
        (offer.updated_at, offer.price_since, offer.last_seen_at),
        (day(0), day(0), day(0))
    );
    assert!(offer.quarantined);
    assert_eq!(store.find(&id("nov")).await.unwrap(), None);
}

/// Links of offers, pictures and stores are URIs, whatever was stored once.
pub async fn links_are_read_as_uris(db: &Database) {
    let store = db.connect().await;
    let terms = StoreTermsChange(StoreTerms {
        url: Some("https://s.example/{s}".to_owned()),
        ..StoreTerms::default()
    });
    let saved = store.save_store(&name("Shop"), &terms, fresh(day(0))).await;
    let encoded = Some("https://s.example/%7Bs%7D".to_owned());
    assert_eq!(saved.unwrap().terms.url, encoded);
    let snapshot = open(&*store, "Shop", day(0)).await;
    assert_eq!(snapshot.store.terms.url, encoded);
    let mut product = staged_product("nova");
    product.draft.image_path = Some("a b|.png".to_owned());
    let mut offer = staged("a", 12_345, Assignment::New(0));
    offer.facts.url = String::from(r"https://shop.example/ä\%zz");
    offer.facts.image_url = Some("https://shop.example/x^y".to_owned());
    let batch = StageBatch {
        products: vec![product],
        offers: vec![offer],
        ..StageBatch::default()
    };
    store.stage(snapshot.no, &batch).await.unwrap();
    store.publish(snapshot.no, &summary()).await.unwrap();
    let record = store.find(&id("nova")).await.unwrap().unwrap();
    let image_path = record.product.draft.image_path.as_deref();
    assert_eq!(image_path, Some("a%20b%7C.png"));
    let facts = &record.offers[0].facts;
    assert_eq!(facts.url, "https://shop.example/%C3%A4/%25zz");
    let image_url = facts.image_url.as_deref();
    assert_eq!(image_url, Some("https://shop.example/x%5Ey"));
    assert_eq!(record.stores[0].terms.url, encoded);
}

/// Unknown numbers are left out.
pub async fn load_leaves_out_unknown_numbers(db: &Database) {
    let store = db.connect().await;
    store
        .save_products(&[catalogued("a"), catalogued("b")])
        .await
        .unwrap();
    let (a, b) = (number(&*store, "a").await, number(&*store, "b").await);
    let mut loaded = store.load(&[b, ProductNo(987_654), a]).await.unwrap();
    loaded.sort_by_key(|record| record.product.no);
    let one_by_one = [
        store.find(&id("a")).await.unwrap().unwrap(),
        store.find(&id("b")).await.unwrap().unwrap(),
    ];
    assert_eq!(loaded, one_by_one);
    assert_eq!(store.load(&[]).await.unwrap(), []);
}

/// The products with a number above `after`, in order of number, at most `limit`.
pub async fn list_gives_pages_in_order_of_number(db: &Database) {
    let store = db.connect().await;
    let all: Vec<_> = (0..7).map(|n| catalogued(&format!("p{n}"))).collect();
    store.save_products(&all).await.unwrap();
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = store.list(after, 3).await.unwrap();
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        after = Some(last.product.no);
        seen.extend(page.into_iter().map(|record| record.product.no));
    }
    assert_eq!(seen.len(), 7);
    assert!(seen.is_sorted_by(|a, b| a < b));
}

/// Offers in order of store number and offer id; their stores in order of number, each once.
pub async fn offers_are_in_order_and_stores_come_once(db: &Database) {
    let store = db.connect().await;
    for shop in ["Zeta", "Alpha"] {
        let rows = [
            ("b", "nova", 3),
            ("B", "nova", 1),
            ("a", "nova", 2),
            ("ä", "nova", 4),
        ];
        import(&*store, shop, Full, &rows, day(0)).await;
    }
    let record = store.find(&id("nova")).await.unwrap().unwrap();
    let keys: Vec<_> = record
        .offers
        .iter()
        .map(|offer| (offer.store, offer.facts.offer_id.clone()))
        .collect();
    assert_eq!(keys.len(), 8);
    assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    let numbers: Vec<StoreNo> = record.stores.iter().map(|store| store.no).collect();
    assert!(numbers.len() == 2 && numbers.is_sorted());
    assert_eq!(store.list_stores().await.unwrap(), record.stores);
}

/// 75th percentile of the delivery costs published in the product's category.
pub async fn the_category_delivery_is_its_75th_percentile(db: &Database) {
    let store = db.connect().await;
    for (shop, rates) in [
        (
            "One",
            vec![
                ("Phones".to_owned(), amount(100), 2),
                ("Books".to_owned(), amount(9999), 9),
            ],
        ),
        (
            "Two",
            vec![
                ("Phones".to_owned(), amount(300), 1),
                ("Phones".to_owned(), amount(500), 1),
            ],
        ),
    ] {
        let opened = open(&*store, shop, day(0)).await;
        let batch = StageBatch {
            products: vec![staged_product("nova")],
            ..StageBatch::default()
        };
        store.stage(opened.no, &batch).await.unwrap();
        let summary = SnapshotSummary {
            delivery_rates: Some(rates),
            ..summary()
        };
        store.publish(opened.no, &summary).await.unwrap();
    }
    let record = store.find(&id("nova")).await.unwrap().unwrap();
    assert_eq!(record.category_delivery, Some(amount(300)));
    it_changes_with_a_revision_only(&*store).await;
}

async fn it_changes_with_a_revision_only(store: &dyn StoreUnderTest) {
    let listed = async || {
        let mut listed = store.list_category_delivery().await.unwrap();
        listed.sort();
        listed
    };
    let books = ("Books".to_owned(), amount(9999));
    let phones = |minor| ("Phones".to_owned(), amount(minor));
    assert_eq!(listed().await, [books.clone(), phones(300)]);
    let before = store.revision().await.unwrap();
    for (rate, moved) in [(300, 0), (700, 1), (700, 1)] {
        let opened = open(store, "Two", day(1)).await;
        let rates = vec![
            ("Phones".to_owned(), amount(500), 1),
            ("Phones".to_owned(), amount(rate), 1),
        ];
        let summary = SnapshotSummary {
            delivery_rates: Some(rates),
            ..summary()
        };
        store.publish(opened.no, &summary).await.unwrap();
        let revision = store.revision().await.unwrap();
        assert_eq!(revision.0, before.0 + moved, "shop Two states {rate}");
    }
    assert_eq!(listed().await, [books, phones(500)]);
}

/// Each changed product once, complete up to the revision that is stated.
pub async fn changes_are_complete_and_each_once(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 10), ("2", "b", 10), ("3", "c", 10)];
    let first = import(&*store, "Shop", Full, &rows, day(0)).await.revision;
    let rows = [("1", "a", 11), ("2", "b", 10), ("3", "c", 10)];
    let second = import(&*store, "Shop", Full, &rows, day(1)).await.revision;
    let rows = [("1", "a", 12), ("2", "b", 10)];
    let third = import(&*store, "Shop", Full, &rows, day(2)).await.revision;
    let (a, b, c) = (
        number(&*store, "a").await,
        number(&*store, "b").await,
        number(&*store, "c").await,
    );
    for (since, expected) in [
        (Revision(0), vec![a, b, c]),
        (first, vec![a, c]),
        (second, vec![a, c]),
        (third, vec![]),
    ] {
        let mut changes = store.changes(since).await.unwrap();
        changes.products.sort_unstable();
        assert_eq!(
            (changes.revision, changes.products, changes.are_all),
            (third, expected, false),
            "since {since}"
        );
    }
    let mut all = store.changes(Revision(third.0 - 1001)).await.unwrap();
    all.products.sort_unstable();
    assert_eq!((all.products, all.are_all), (vec![a, b, c], true));
    // what a running import stages is no change yet
    let opened = open(&*store, "Shop", day(3)).await;
    let batch = StageBatch {
        products: vec![staged_product("d")],
        ..StageBatch::default()
    };
    store.stage(opened.no, &batch).await.unwrap();
    assert_eq!(store.changes(third).await.unwrap().products, []);
    store.discard(opened.no).await.unwrap();
}

/// Every answer is the state of one revision as a whole.
pub async fn every_answer_is_of_one_revision(db: &Database) {
    let store = db.connect().await;
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 100), ("2", "b", 100)],
        day(0),
    )
    .await;
    let numbers = [number(&*store, "a").await, number(&*store, "b").await];
    let done = AtomicBool::new(false);
    let reading = async {
        let (reader, mut answers) = (db.connect().await, 0);
        while !done.load(Ordering::Relaxed) {
            let records = reader.load(&numbers).await.unwrap();
            let price = |at: usize| records[at].offers[0].facts.item_price;
            assert_eq!(records[0].revision, records[1].revision);
            assert_eq!(price(0), price(1), "two prices of one snapshot");
            answers += 1;
        }
        answers
    };
    let writing = async {
        for (minor, at) in (101..).zip(1..).take(ROUNDS) {
            import(
                &*store,
                "Shop",
                Full,
                &[("1", "a", minor), ("2", "b", minor)],
                day(at),
            )
            .await;
        }
        done.store(true, Ordering::Relaxed);
    };
    let (answers, ()) = tokio::join!(reading, writing);
    assert!(answers > 0);
    assert_eq!(prices(&*store, "a").await, [("1".to_owned(), 125)]);
}

/// A full snapshot counts for every offer of the store, a delta for those that it names.
pub async fn a_full_snapshot_renews_all_and_a_delta_only_what_it_names(db: &Database) {
    let store = db.connect().await;
    let both = [("1", "a", 100), ("2", "b", 100)];
    import(&*store, "Shop", Full, &both, day(0)).await;
    import(&*store, "Shop", Full, &both, day(1)).await;
    for product in ["a", "b"] {
        assert_eq!(
            offers(&*store, product).await[0].last_seen_at,
            day(1),
            "{product}"
        );
    }
    import(&*store, "Shop", Delta, &both[..1], day(2)).await;
    assert_eq!(offers(&*store, "a").await[0].last_seen_at, day(2));
    assert_eq!(offers(&*store, "a").await[0].price_since, day(0));
    assert_eq!(offers(&*store, "b").await[0].last_seen_at, day(1));
    let before = everything(&*store).await;
    import(&*store, "Other", Full, &[], day(3)).await;
    assert!(everything(&*store).await.contains("Other"));
    assert!(!before.contains("Other"));
    assert_eq!(offers(&*store, "b").await[0].last_seen_at, day(1));
}
