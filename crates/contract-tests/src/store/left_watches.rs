//! Cases of whoever moves prices: what earlier revisions have left of watches is looked at first.

use std::sync::Arc;

use domain::ids::{OfferNo, SnapshotNo};
use domain::placement::{Confidence, MatchRung};
use ports_store::{Destination, Regrouping, ReviewDecision};

use super::fixtures::{day, fresh, offers};
use super::match_fixtures::{merge, numbers};
use super::triggers::{by_terms, deliver_for, fall_by_terms, with_products};
use super::watch_fixtures::{observe, stage, take_mails};
use super::{Database, Refused, StoreUnderTest};

/// The price of `a` is below the target of its watch, and nobody has looked.
async fn left(db: &Database) -> Arc<dyn StoreUnderTest> {
    let store = db.connect().await;
    with_products(&*store).await;
    fall_by_terms(db, &*store, &["a"]).await;
    db.refuse(Refused::Nothing).await;
    store
}

/// How many mails tell of watches that fired.
async fn told(store: &dyn StoreUnderTest) -> usize {
    take_mails(store, day(0)).await.len()
}

/// What terms have left is looked at before other terms take the price back.
pub async fn what_terms_left_is_looked_at_before_the_next(db: &Database) {
    let store = left(db).await;
    deliver_for(&*store, 2_000).await;
    assert_eq!(told(&*store).await, 1);
}

/// A snapshot looks when it is published, before its price takes the other one's place: one that is discarded, as that of a dry
/// run is, tells nobody anything.
pub async fn a_snapshot_that_is_discarded_looks_at_no_watch(db: &Database) {
    let store = left(db).await;
    let dear = [by_terms("1", "a", 11_000)];
    let opened = stage(&*store, "Shop", &dear, day(0)).await;
    store.discard(opened.no).await.unwrap();
    assert_eq!(told(&*store).await, 0);
    observe(&*store, "Shop", &dear, day(0)).await;
    assert_eq!(told(&*store).await, 1);
}

/// A verdict on a price looks first at what is left.
pub async fn a_verdict_on_a_price_looks_first_at_what_is_left(db: &Database) {
    let store = left(db).await;
    let settled = store.settle(OfferNo(1_000), ReviewDecision::Accepted, fresh(day(0)));
    assert_eq!(settled.await.unwrap(), None);
    assert_eq!(told(&*store).await, 1);
}

/// A verdict on a whole feed looks first at what is left.
pub async fn a_verdict_on_a_feed_looks_first_at_what_is_left(db: &Database) {
    let store = left(db).await;
    let settled = store.settle_snapshot(SnapshotNo(1_000), ReviewDecision::Accepted, fresh(day(0)));
    assert_eq!(settled.await.unwrap(), None);
    assert_eq!(told(&*store).await, 1);
}

/// A merge looks first at what is left.
pub async fn a_merge_looks_first_at_what_is_left(db: &Database) {
    let store = left(db).await;
    let [c, d] = numbers(&*store, &["c", "d"]).await[..] else {
        panic!("two products")
    };
    let merged = store.apply_matches(&[merge(c, d)], fresh(day(0))).await;
    assert_eq!(merged.unwrap().merged, 1);
    assert_eq!(told(&*store).await, 1);
}

/// An offer that leaves its product takes its price along after what is left was looked at.
pub async fn an_offer_that_leaves_looks_first_at_what_is_left(db: &Database) {
    let store = left(db).await;
    let [a, b] = numbers(&*store, &["a", "b"]).await[..] else {
        panic!("two products")
    };
    let leaves = Regrouping::Move {
        offer: offers(&*store, "a").await[0].no,
        from: a,
        to: Destination::Existing(b),
        rung: MatchRung::Code,
        confidence: Confidence::from_milli(700),
    };
    let done = store.apply_regroupings(&[leaves], fresh(day(0))).await;
    assert_eq!(done.unwrap().moved, 1);
    assert_eq!(told(&*store).await, 1);
}
