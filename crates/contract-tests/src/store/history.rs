//! Cases of `HistoryStore`: the past of a product.

use domain::availability::{Availability, Condition};
use domain::history::PriceSegment;
use domain::ids::StoreNo;
use domain::snapshot::SnapshotKind::{Delta, Full};
use ports_store::{ProductHistory, ReviewDecision};
use time::OffsetDateTime;

use super::fixtures::{amount, day, fresh, id, import, open, stage_rows};
use super::held::{hold, hold_as};
use super::match_fixtures::{merge, numbers};
use super::{Database, StoreUnderTest};

/// The past of a product.
pub(super) async fn past_of(
    store: &dyn StoreUnderTest,
    product: &str,
    since: OffsetDateTime,
) -> Option<ProductHistory> {
    let found = store.find_histories(&[id(product)], since).await.unwrap();
    let [found] = <[_; 1]>::try_from(found).unwrap();
    found
}

/// The past of a product that exists.
pub(super) async fn history(
    store: &dyn StoreUnderTest,
    product: &str,
    since: OffsetDateTime,
) -> ProductHistory {
    let mut history = past_of(store, product, since).await.unwrap();
    history
        .closed
        .sort_by_key(|segment| (segment.store, segment.offer_id.clone(), segment.from));
    history
}

/// The number of a shop.
pub(super) async fn shop_no(store: &dyn StoreUnderTest, shop: &str) -> StoreNo {
    let stores = store.list_stores().await.unwrap();
    let found = stores.iter().find(|store| store.name.as_str() == shop);
    found.unwrap().no
}

/// A closed segment of the first shop's offers: item price, first seen, last seen, ended.
pub(super) fn segment(offer_id: &str, minor: i64, days: [i64; 3]) -> PriceSegment {
    let [from, last_seen, ended] = days;
    PriceSegment {
        store: StoreNo(1),
        offer_id: offer_id.to_owned(),
        item_price: amount(minor),
        delivery_cost: Some(amount(490)),
        availability: Availability::Limited,
        condition: Condition::Refurbished,
        is_quarantined: false,
        is_imported: false,
        from: day(from),
        last_seen: day(last_seen),
        ended: Some(day(ended)),
    }
}

/// The open segment of an offer is not among the closed ones.
pub async fn a_fresh_product_has_no_closed_segments(db: &Database) {
    let store = db.connect().await;
    assert_eq!(past_of(&*store, "a", day(0)).await, None);
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Other", Full, &[("1", "a", 100)], day(1)).await;
    let fresh = history(&*store, "a", day(-400)).await;
    assert_eq!(fresh.closed, []);
    assert_eq!(fresh.first_seen, Some(day(0)));
    assert_eq!(
        Some(&fresh.record),
        store.find(&id("a")).await.unwrap().as_ref()
    );
    assert_eq!(fresh.stores, fresh.record.stores);
    let unpublished = open(&*store, "Shop", day(2)).await;
    stage_rows(&*store, unpublished.no, Full, &[("1", "a", 90)], day(2)).await;
    assert_eq!(history(&*store, "a", day(-400)).await, fresh);
    store.discard(unpublished.no).await.unwrap();
}

/// Several are found at once as each would be alone, in the order asked for: those that are merged are one, and an id
/// that no product has is one without a past.
pub async fn histories_are_found_together_in_their_order(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 200), ("3", "c", 300)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    import(&*store, "Other", Full, &[("7", "b", 250)], day(1)).await;
    let rows = [("1", "a", 90), ("2", "b", 190), ("3", "c", 290)];
    import(&*store, "Shop", Full, &rows, day(2)).await;
    import(&*store, "Other", Full, &[("8", "d", 250)], day(3)).await;
    let products = numbers(&*store, &["a", "c"]).await;
    let merged = store
        .apply_matches(&[merge(products[1], products[0])], fresh(day(3)))
        .await;
    assert_eq!(merged.unwrap().merged, 1);
    let asked = ["c", "nothing", "b", "a"];
    let ids = asked.map(id);
    let found = store.find_histories(&ids, day(-400)).await.unwrap();
    assert_eq!(found.len(), asked.len());
    for (product, mut found) in asked.into_iter().zip(found) {
        let mut alone = past_of(&*store, product, day(-400)).await;
        for past in found.iter_mut().chain(&mut alone) {
            past.closed
                .sort_by_key(|segment| (segment.store, segment.offer_id.clone(), segment.from));
        }
        assert_eq!(found, alone, "{product}");
        let prices = found.map(|past| (past.closed.len(), past.stores.len()));
        let expected = match product {
            "nothing" => None,
            "b" => Some((2, 2)),
            _ => Some((2, 1)),
        };
        assert_eq!(prices, expected, "{product}");
    }
    let none = store.find_histories(&["x", "y"].map(id), day(0)).await;
    assert_eq!(none.unwrap(), [None, None]);
    assert_eq!(store.find_histories(&[], day(0)).await.unwrap(), []);
}

/// A product without any offer has a past of nothing.
pub async fn a_product_without_offers_was_never_seen(db: &Database) {
    let store = db.connect().await;
    store
        .save_products(&[super::fixtures::catalogued("a")])
        .await
        .unwrap();
    let unseen = history(&*store, "a", day(-400)).await;
    assert_eq!(
        (unseen.closed, unseen.stores, unseen.first_seen),
        (vec![], vec![], None)
    );
}

/// A price ends at the observation that found another, and was last seen at the one before.
pub async fn a_changed_price_closes_its_segment(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(1)).await;
    import(&*store, "Shop", Delta, &[("1", "a", 90)], day(3)).await;
    import(&*store, "Shop", Delta, &[("1", "a", 80)], day(4)).await;
    let past = history(&*store, "a", day(-400)).await;
    assert_eq!(
        past.closed,
        [segment("1", 100, [0, 1, 3]), segment("1", 90, [3, 3, 4])]
    );
    assert_eq!(past.record.offers[0].price_since, day(4));
}

/// An offer that is gone ends at the full snapshot that did not name it; its store stays named.
pub async fn a_retired_offer_closes_its_segment(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Other", Full, &[("7", "a", 100)], day(0)).await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(1)).await;
    import(&*store, "Shop", Full, &[("2", "b", 100)], day(2)).await;
    let past = history(&*store, "a", day(-400)).await;
    assert_eq!(past.closed, [segment("1", 100, [0, 1, 2])]);
    let names: Vec<_> = past
        .stores
        .iter()
        .map(|store| store.name.as_str())
        .collect();
    assert_eq!(names, ["Shop", "Other"]);
    assert_eq!(past.record.stores.len(), 1);
}

/// What has ended and is not moved to the history yet belongs to it, and once it is moved too.
pub async fn a_segment_that_is_not_moved_yet_is_history(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(1)).await;
    let held = hold(&*store, "Shop", ("1", "a", 9), day(2)).await;
    let settled = store
        .settle(held, ReviewDecision::Accepted, fresh(day(5)))
        .await
        .unwrap();
    assert!(settled.is_some());
    assert_eq!(db.segments().await.len(), 1, "only the import's is moved");
    let doubted = PriceSegment {
        is_quarantined: true,
        ..segment("1", 9, [2, 2, 5])
    };
    let expected = [segment("1", 100, [0, 1, 2]), doubted];
    let before = history(&*store, "a", day(-400)).await;
    assert_eq!(before.closed, expected);
    assert_eq!(before.first_seen, Some(day(0)));
    let opened = open(&*store, "Shop", day(6)).await;
    store.discard(opened.no).await.unwrap();
    assert_eq!(db.segments().await.len(), 2, "moved");
    assert_eq!(history(&*store, "a", day(-400)).await, before);
}

/// What an offer was besides its price is kept.
pub async fn segments_keep_condition_stock_and_doubt(db: &Database) {
    let store = db.connect().await;
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    hold_as(&*store, "Shop", ("1", "a", 9), day(1), |offer| {
        offer.facts.condition = Condition::Used;
        offer.facts.availability = Availability::OutOfStock;
        offer.facts.delivery_cost = None;
    })
    .await;
    import(&*store, "Shop", Delta, &[("1", "a", 100)], day(2)).await;
    let doubted = PriceSegment {
        delivery_cost: None,
        availability: Availability::OutOfStock,
        condition: Condition::Used,
        is_quarantined: true,
        ..segment("1", 9, [1, 1, 2])
    };
    let past = history(&*store, "a", day(-400)).await;
    assert_eq!(past.closed, [segment("1", 100, [0, 0, 1]), doubted]);
}

/// Segments last seen before the asked instant are left out, but the first one is known.
pub async fn history_begins_at_the_asked_instant(db: &Database) {
    let store = db.connect().await;
    for (minor, at) in [(100, 0), (90, 2), (80, 4), (70, 6)] {
        import(&*store, "Shop", Full, &[("1", "a", minor)], day(at)).await;
    }
    let since = history(&*store, "a", day(2)).await;
    assert_eq!(
        since.closed,
        [segment("1", 90, [2, 2, 4]), segment("1", 80, [4, 4, 6])]
    );
    assert_eq!(since.first_seen, Some(day(0)));
    let nothing = history(&*store, "a", day(5)).await;
    assert_eq!((nothing.closed, nothing.first_seen), (vec![], Some(day(0))));
}

/// The past of another product is not this one's, not even of an offer that changed its product.
pub async fn history_is_of_one_product(db: &Database) {
    let store = db.connect().await;
    let rows = [("1", "a", 100), ("2", "b", 100)];
    import(&*store, "Shop", Full, &rows, day(0)).await;
    let rows = [("1", "b", 70), ("2", "b", 80)];
    import(&*store, "Shop", Full, &rows, day(1)).await;
    let of_a = history(&*store, "a", day(-400)).await;
    assert_eq!(of_a.closed, [segment("1", 100, [0, 0, 1])]);
    assert_eq!(of_a.record.offers, []);
    let of_b = history(&*store, "b", day(-400)).await;
    assert_eq!(of_b.closed, [segment("2", 100, [0, 0, 1])]);
    assert_eq!(of_b.record.offers.len(), 2);
}
