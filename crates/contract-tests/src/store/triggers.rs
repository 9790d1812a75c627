//! Cases of `SnapshotStore::publish` and its like: watches that a new revision moves.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::access::Mode;
use domain::availability::{Availability, Condition};
use domain::ids::Revision;
use domain::money::Amount;
use domain::store::StoreTerms;
use domain::watch::{ClientId, Side, WatchPatch, WatchStatus};
use ports_store::{HeldPrices, MailContent, Outcome, ReviewDecision, StoreTermsChange, WatchOwner};
use time::Duration;
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, amount, catalogued, day, fresh, id, name, number};
use super::watch_fixtures::{
    Ask, ask, claimed, fan_out_all, observe, only, owner, publish_at, save, showing, stage,
    take_mails, target, two_clients, wanted,
};
use super::{Database, ROUNDS, Refused, StoreUnderTest};

/// Products `a` to `d`, of which nobody sells any.
pub(super) async fn with_products(store: &dyn StoreUnderTest) {
    claimed(store).await;
    let products = ["a", "b", "c", "d"].map(catalogued);
    store.save_products(&products).await.unwrap();
}

/// A price that falls below the target fires the watch once; it is armed again by a price at the
/// target. The event has the id that its rule gives it, and its mail tells of the price.
pub async fn a_price_below_the_target_fires_once(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    observe(&*store, "Shop", &[ask("1", "a", 12_000)], day(0)).await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
    let steps = [
        (9_999, 1),
        (9_998, 0),
        (10_000, 0),
        (9_999, 1),
        (9_999, 0),
        (10_001, 0),
    ];
    for ((price, fires), n) in steps.into_iter().zip(1..) {
        let fired = observe(&*store, "Shop", &[ask("1", "a", price)], day(n)).await;
        assert_eq!(fired, fires, "day {n}");
    }
    let watch = only(&*store, &owner).await;
    let mails = take_mails(&*store, day(9)).await;
    let revision = store.revision().await.unwrap().0;
    let ids: BTreeSet<Uuid> = mails.iter().map(|mail| mail.id).collect();
    let expected = [revision - 5, revision - 2].map(|r| watch.event_id(Revision(r)));
    assert_eq!(ids, BTreeSet::from(expected));
    let MailContent::Fired(firing) = &mails[0].content else {
        panic!("{:?}", mails[0]);
    };
    assert_eq!(
        (firing.watch, firing.condition),
        (watch.id, watch.condition)
    );
    assert_eq!(watch.condition.target(), Some(target("100")));
    assert_eq!(firing.product, id("a"));
    assert_eq!(firing.minimum.price, amount(9_999));
    assert_eq!(firing.minimum.store, "Shop");
    assert_eq!(firing.minimum.url, "https://shop.example/p?a=1");
}

/// Prices that are held back, of other conditions, of goods that cannot be ordered, with an assumed
/// delivery cost, and stale ones fire nothing.
pub async fn prices_that_do_not_count_fire_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    let plain = ask("1", "a", 5_000);
    let asks = [
        Ask {
            is_held: true,
            ..plain
        },
        Ask {
            condition: Condition::Used,
            ..plain
        },
        Ask {
            availability: Availability::OutOfStock,
            ..plain
        },
        Ask {
            delivery: None,
            ..plain
        },
        Ask {
            delivery: Some(5_000),
            ..plain
        },
    ];
    for (ask, n) in asks.into_iter().zip(1..) {
        assert_eq!(observe(&*store, "Shop", &[ask], day(n)).await, 0, "{ask:?}");
    }
    // what does not count does not arm either
    assert_eq!(observe(&*store, "Shop", &[plain], day(8)).await, 1);
    for (ask, n) in asks.into_iter().take(4).zip(1..) {
        let at = day(8) + Duration::hours(2 * n);
        assert_eq!(observe(&*store, "Shop", &[ask], at).await, 0, "{ask:?}");
        let at = at + Duration::hours(1);
        assert_eq!(observe(&*store, "Shop", &[plain], at).await, 0, "{ask:?}");
    }
    let dear = ask("1", "a", 20_000);
    assert_eq!(observe(&*store, "Shop", &[dear], day(9)).await, 0);
    let opened = stage(&*store, "Shop", &[plain], day(10)).await;
    let late = publish_at(&*store, &opened, day(10) + TTL).await;
    assert_eq!(late.triggered, 0, "stale when it was published");
    assert_eq!(observe(&*store, "Shop", &[plain], day(20)).await, 1);
}

/// A paused watch, and one of the test half, follow the price without an event.
pub async fn paused_and_test_watches_follow_silently(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let live = owner(&*store, "w").await;
    let mut test = live.clone();
    test.tenant.mode = Mode::Test;
    for owner in [&live, &test] {
        save(&*store, &wanted(owner, "a", "100", day(0))).await;
    }
    let patch = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    let watch = only(&*store, &live).await.id;
    store
        .change(&live, watch, &patch, showing(day(0)))
        .await
        .unwrap();
    assert_eq!(
        observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await,
        0
    );
    for owner in [&live, &test] {
        assert_eq!(only(&*store, owner).await.side, Side::Below);
    }
    assert!(take_mails(&*store, day(9)).await.is_empty());
}

/// What is staged and discarded fires nothing.
pub async fn a_discarded_snapshot_fires_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(0))).await;
    let opened = stage(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await;
    store.discard(opened.no).await.unwrap();
    let opened = stage(&*store, "Shop", &[ask("1", "b", 9_000)], day(2)).await;
    assert_eq!(publish_at(&*store, &opened, day(2)).await.triggered, 0);
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
}

/// A watch that is created or changed while a snapshot is staged is fired by it.
pub async fn a_watch_that_is_touched_while_a_snapshot_is_staged_is_looked_at(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "b", "10", day(0))).await;
    let asks = [ask("1", "a", 9_000), ask("2", "b", 9_000)];
    let opened = stage(&*store, "Shop", &asks, day(1)).await;
    save(&*store, &wanted(&owner, "a", "100", day(1))).await;
    let patch = WatchPatch {
        target: Some(target("95")),
        ..WatchPatch::default()
    };
    let listed = store.list_watches(&owner).await.unwrap();
    store
        .change(&owner, listed[0].watch.id, &patch, showing(day(1)))
        .await
        .unwrap();
    assert_eq!(publish_at(&*store, &opened, day(1)).await.triggered, 2);
}

/// Terms of a store that lower the delivered price, and a price that a person accepts, move watches.
pub async fn terms_and_verdicts_move_watches(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let owner = owner(&*store, "w").await;
    let asked = Ask {
        delivery: None,
        ..ask("1", "a", 9_700)
    };
    let held = Ask {
        is_held: true,
        ..ask("2", "b", 9_000)
    };
    observe(&*store, "Shop", &[asked, held], day(0)).await;
    for product in ["a", "b"] {
        save(&*store, &wanted(&owner, product, "100", day(0))).await;
    }
    let terms = StoreTermsChange(StoreTerms {
        delivery_cost: Some(Amount::ZERO),
        ..StoreTerms::default()
    });
    store
        .save_store(&name("Shop"), &terms, fresh(day(1)))
        .await
        .unwrap();
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
    let no = store.list_held(HeldPrices::All, None, 10).await.unwrap()[0].no;
    store
        .settle(no, ReviewDecision::Accepted, fresh(day(1)))
        .await
        .unwrap();
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
}

/// Of a shop that sells this for 92.00 and sends it for nothing now; that the price is below the targets of the
/// watches of the first product has not been looked at.
pub(super) async fn fall_by_terms(db: &Database, store: &dyn StoreUnderTest, products: &[&str]) {
    let asks = products.iter().zip(["1", "2", "3"]);
    let asks: Vec<Ask<'_>> = asks
        .map(|(product, id)| by_terms(id, product, 9_200))
        .collect();
    deliver_for(store, 2_000).await;
    observe(store, "Shop", &asks, day(0)).await;
    let watched = owner(store, "w").await;
    for product in products {
        save(store, &wanted(&watched, product, "95", day(0))).await;
    }
    let first = number(store, products[0]).await;
    db.refuse(Refused::EventsOf(first.0)).await;
    deliver_for(store, 0).await;
}

/// An offer that its shop sends for what its terms say.
pub(super) fn by_terms<'a>(offer_id: &'a str, product: &'a str, item: i64) -> Ask<'a> {
    Ask {
        delivery: None,
        terms: Some(0),
        ..ask(offer_id, product, item)
    }
}

pub(super) async fn deliver_for(store: &dyn StoreUnderTest, minor: i64) {
    let terms = StoreTermsChange(StoreTerms {
        delivery_cost: Some(amount(minor)),
        ..StoreTerms::default()
    });
    store
        .save_store(&name("Shop"), &terms, fresh(day(0)))
        .await
        .unwrap();
}

/// A watch that fires late, while a price above its target is staged, is armed again by that price.
pub async fn a_watch_that_is_looked_at_late_is_looked_at_with_what_is_staged(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    fall_by_terms(db, &*store, &["a"]).await;
    let owner = owner(&*store, "w").await;
    let dear = [by_terms("1", "a", 11_000)];
    let opened = stage(&*store, "Shop", &dear, day(1)).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
    db.refuse(Refused::Nothing).await;
    fan_out_all(&*store, day(1)).await;
    assert_eq!(take_mails(&*store, day(1)).await.len(), 1);
    assert_eq!(only(&*store, &owner).await.side, Side::Below);
    publish_at(&*store, &opened, day(1)).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
    let cheap = [by_terms("1", "a", 9_000)];
    assert_eq!(observe(&*store, "Shop", &cheap, day(2)).await, 1);
}

/// Whether a client changes its watch, or saves it anew, before it has been looked at: what its former terms ask
/// for is told.
pub async fn a_watch_that_changes_before_it_is_looked_at_fires_all_the_same(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    fall_by_terms(db, &*store, &["a"]).await;
    let owner = owner(&*store, "w").await;
    db.refuse(Refused::Nothing).await;
    let patch = WatchPatch {
        target: Some(target("94")),
        ..WatchPatch::default()
    };
    let watch = only(&*store, &owner).await.id;
    store
        .change(&owner, watch, &patch, showing(day(0)))
        .await
        .unwrap();
    fan_out_all(&*store, day(0)).await;
    assert_eq!(take_mails(&*store, day(0)).await.len(), 1);
    deliver_for(&*store, 2_000).await;
    let product = number(&*store, "a").await;
    db.refuse(Refused::EventsOf(product.0)).await;
    deliver_for(&*store, 0).await;
    db.refuse(Refused::Nothing).await;
    save(&*store, &wanted(&owner, "a", "93", day(0))).await;
    fan_out_all(&*store, day(0)).await;
    assert_eq!(take_mails(&*store, day(0)).await.len(), 1);
}

/// Of the watches of a product that a revision has left, a client that changes its own has that one looked at, and waits for no
/// other.
pub async fn a_client_that_changes_its_watch_waits_for_no_other(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let (at, [first, second]) = (day(0), two_clients(&owner(&*store, "w").await));
    deliver_for(&*store, 2_000).await;
    observe(&*store, "Shop", &[by_terms("1", "a", 9_200)], at).await;
    for owner in [&first, &second] {
        save(&*store, &wanted(owner, "a", "95", at)).await;
    }
    let product = number(&*store, "a").await;
    db.refuse(Refused::EventsOf(product.0)).await;
    deliver_for(&*store, 0).await;
    db.refuse(Refused::Nothing).await;
    let patch = WatchPatch {
        target: Some(target("94")),
        ..WatchPatch::default()
    };
    let watch = only(&*store, &first).await.id;
    let changed = store.change(&first, watch, &patch, showing(at)).await;
    assert!(changed.unwrap().unwrap().is_ok());
    assert_eq!(take_mails(&*store, at).await.len(), 1, "the client's own");
    assert_eq!(only(&*store, &second).await.side, Side::Above);
    fan_out_all(&*store, at).await;
    assert_eq!(take_mails(&*store, at).await.len(), 1, "the other's");
    assert_eq!(only(&*store, &second).await.side, Side::Below);
}

/// A product whose watches cannot be looked at keeps no other watches waiting, and is no error of
/// what workers do.
pub async fn a_product_that_cannot_be_looked_at_keeps_no_other_waiting(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    fall_by_terms(db, &*store, &["a", "b", "c"]).await;
    let mails = take_mails(&*store, day(0)).await;
    assert_eq!(mails.len(), 2, "the command went on after the first");
    fan_out_all(&*store, day(0)).await;
    db.refuse(Refused::Nothing).await;
    fan_out_all(&*store, day(0)).await;
    assert_eq!(take_mails(&*store, day(0)).await.len(), 1);
}

/// A price that falls while a watch is created is either the price that the watch begins with or one
/// that fires it.
pub async fn a_watch_created_while_a_price_falls_misses_nothing(db: &Database) {
    let store = db.connect().await;
    with_products(&*store).await;
    let other = db.connect().await;
    observe(&*store, "Shop", &[ask("1", "a", 12_000)], day(0)).await;
    for round in 0..ROUNDS {
        let now = day(1) + Duration::hours(2 * i64::try_from(round).unwrap());
        let owner = WatchOwner {
            client: ClientId::parse(&format!("client-{round:02}")).unwrap(),
            ..owner(&*store, "w").await
        };
        let opened = stage(&*store, "Shop", &[ask("1", "a", 9_000)], now).await;
        let barrier = Arc::new(Barrier::new(2));
        let creating = tokio::spawn({
            let (other, owner, barrier) = (other.clone(), owner.clone(), barrier.clone());
            async move {
                let wanted = wanted(&owner, "a", "100", now);
                barrier.wait().await;
                save(&*other, &wanted).await
            }
        });
        barrier.wait().await;
        let published = publish_at(&*store, &opened, now).await;
        assert!(matches!(creating.await.unwrap(), Outcome::Done(_)));
        assert_eq!(only(&*store, &owner).await.side, Side::Below);
        let began_below = published.triggered == 0;
        let mails = take_mails(&*store, now).await;
        assert_eq!(mails.len(), usize::from(!began_below), "round {round}");
        let back = now + Duration::hours(1);
        observe(&*store, "Shop", &[ask("1", "a", 12_000)], back).await;
        let watch = only(&*store, &owner).await.id;
        assert!(store.remove(&owner, watch).await.unwrap());
    }
}
