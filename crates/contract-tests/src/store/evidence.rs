//! Cases of `EvidenceStore`: what single prices are judged by.

use domain::availability::{Availability, Condition};
use domain::history::PriceSegment;
use domain::ids::{ProductNo, StoreNo};
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{CompetingOffer, ImportedPast, ReviewDecision};

use super::Database;
use super::fixtures::{amount, day, fresh, import, number, open, publish, save_past, stage_rows};
use super::held::hold;
use super::history::{segment, shop_no};

/// Other stores' current offers of the asked products, seen when their store was last seen as a
/// whole; prices that are held back are among them.
pub async fn competitors_are_current_offers_of_other_stores(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let rows = [("1", "a", 90), ("2", "b", 90), ("3", "c", 90)];
    import(&*store, "Other", Full, &rows, day(0)).await;
    import(&*store, "Third", Full, &[("9", "b", 80)], day(0)).await;
    import(&*store, "Other", Full, &rows[..2], day(2)).await;
    hold(&*store, "Third", ("9", "b", 7), day(3)).await;
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let c = number(&*store, "c").await;
    let [other, third] = [
        shop_no(&*store, "Other").await,
        shop_no(&*store, "Third").await,
    ];
    // what is staged is not yet offered, and what is replaced is still
    let opened = open(&*store, "Other", day(5)).await;
    stage_rows(&*store, opened.no, Full, &[("1", "a", 1)], day(5)).await;
    let offer = |product: ProductNo, shop, minor, seen| CompetingOffer {
        product,
        store: shop,
        item_price: amount(minor),
        availability: Availability::Limited,
        condition: Condition::Refurbished,
        last_seen_at: day(seen),
        is_quarantined: minor == 7,
    };
    let found = async |products: &[ProductNo]| {
        let mut found = store.competitors(StoreNo(1), products).await.unwrap();
        found.sort_by_key(|offer| (offer.product, offer.store));
        found
    };
    let mut of_b = [offer(b, other, 90, 2), offer(b, third, 7, 3)];
    of_b.sort_by_key(|offer| offer.store);
    assert_eq!(found(&[b]).await, of_b);
    let mut all = vec![offer(a, other, 90, 2)];
    all.extend(of_b);
    assert_eq!(found(&[a, b, c]).await, all, "nobody offers c any more");
    assert_eq!(found(&[]).await, []);
    publish(&*store, opened.no).await;
    assert_eq!(found(&[a]).await, [offer(a, other, 1, 5)]);
}

/// Closed segments, watched and imported, and open ones, in order of time for each offer.
pub async fn the_past_of_a_product_is_that_of_all_its_offers(db: &Database) {
    let store = db.connect().await;
    for (minor, at) in [(100, 0), (90, 2), (80, 4)] {
        let rows = [("1", "a", minor), ("2", "a", minor), ("3", "b", minor)];
        import(&*store, "Shop", Full, &rows, day(at)).await;
        import(&*store, "Other", Full, &rows, day(at)).await;
    }
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let bought = PriceSegment {
        is_imported: true,
        ..segment("1", 120, [-5, -4, -3])
    };
    let past = ImportedPast {
        product: a,
        offer_id: "1".to_owned(),
        segments: vec![bought.clone()],
    };
    save_past(&*store, "Shop", &[past]).await;
    let past = async |products: &[ProductNo], since| {
        let past = store.past(StoreNo(1), products, day(since)).await.unwrap();
        assert!(past.iter().all(|(product, _)| products.contains(product)));
        let mut past: Vec<_> = past.into_iter().map(|(_, segment)| segment).collect();
        past.sort_by(|a, b| a.offer_id.cmp(&b.offer_id)); // keeps the order of time
        past
    };
    let first = |offer_id| segment(offer_id, 100, [0, 0, 2]);
    let second = |offer_id| segment(offer_id, 90, [2, 2, 4]);
    let open = |offer_id| PriceSegment {
        ended: None,
        ..segment(offer_id, 80, [4, 4, 4])
    };
    let all = vec![
        bought,
        first("1"),
        second("1"),
        open("1"),
        first("2"),
        second("2"),
        open("2"),
    ];
    assert_eq!(past(&[a], -400).await, all);
    let of_b = past(&[b], 2).await;
    assert_eq!(of_b, [second("3"), open("3")]);
    assert_eq!(past(&[a, b], -400).await.len(), 10);
    assert_eq!(past(&[], -400).await, []);
    import(
        &*store,
        "Shop",
        Full,
        &[("1", "a", 80), ("2", "a", 80)],
        day(6),
    )
    .await;
    let seen: Vec<_> = past(&[a], 6).await.iter().map(|s| s.last_seen).collect();
    assert_eq!(seen, [day(6), day(6)], "the store was seen as a whole");
}

/// What ended and is not moved yet is past; what is staged is not.
pub async fn the_past_includes_what_is_not_moved_yet(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    let held = hold(&*store, "Shop", ("1", "a", 9), day(1)).await;
    store
        .settle(held, ReviewDecision::Accepted, fresh(day(2)))
        .await
        .unwrap();
    let doubted = PriceSegment {
        is_quarantined: true,
        ..segment("1", 9, [1, 1, 2])
    };
    let believed = PriceSegment {
        ended: None,
        ..segment("1", 9, [2, 1, 2])
    };
    let expected = [segment("1", 100, [0, 0, 1]), doubted, believed];
    let ours = [number(&*store, "a").await];
    let past = store.past(StoreNo(1), &ours, day(-400)).await.unwrap();
    assert_eq!(past, expected.clone().map(|segment| (ours[0], segment)));
    let opened = store
        .open(&super::fixtures::open_of("Shop", Delta, day(3)))
        .await
        .unwrap();
    stage_rows(&*store, opened.no, Delta, &[("1", "a", 50)], day(3)).await;
    let past = store.past(StoreNo(1), &ours, day(-400)).await.unwrap();
    assert_eq!(past, expected.map(|segment| (ours[0], segment)));
    store.discard(opened.no).await.unwrap();
}
