//! Cases of `WatchStore`.

use std::sync::Arc;

use domain::access::Mode;
use domain::snapshot::SnapshotKind::Full;
use domain::watch::{
    Channel, ClientId, PatchRefusal, Side, WatchCondition, WatchPatch, WatchStatus,
};
use ports_store::{IDEMPOTENCY_KEPT, Outcome, StoreError, WatchOwner, WatchRefusal};
use time::Duration;
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, day, import};
use super::watch_fixtures::{
    Ask, address, ask, claimed, observe, once, only, owner, save, showing, target, wanted,
};
use super::{Database, ROUNDS, StoreUnderTest};

async fn with_offers(store: &dyn StoreUnderTest) {
    claimed(store).await;
    import(
        store,
        "Shop",
        Full,
        &[("1", "a", 9_000), ("2", "b", 500)],
        day(0),
    )
    .await;
    let asks = [ask("1", "a", 9_000), ask("2", "b", 500)];
    observe(store, "Shop", &asks, day(1)).await;
}

/// Others in another client, the other mode, and another workspace.
async fn others(store: &dyn StoreUnderTest, owner: &WatchOwner) -> [WatchOwner; 3] {
    let mut client = owner.clone();
    client.client = ClientId::parse("Client-1").unwrap();
    let mut mode = owner.clone();
    mode.tenant.mode = Mode::Test;
    let workspace = super::watch_fixtures::owner(store, "another").await;
    [client, mode, workspace]
}

/// A watch is listed as it was saved, with its product, and begins on the side of the price now.
pub async fn a_watch_begins_on_the_side_of_the_price(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    for (price, side) in [("90", Side::Above), ("90.0001", Side::Below)] {
        let wanted = wanted(&owner, "a", price, day(1));
        assert!(matches!(save(&*store, &wanted).await, Outcome::Done(_)));
        let watch = only(&*store, &owner).await;
        assert_eq!(
            (watch.side, watch.condition.target()),
            (side, Some(target(price)))
        );
        assert_eq!((watch.id, watch.created_at), (wanted.id, day(1)));
        assert!(store.remove(&owner, watch.id).await.unwrap());
    }
    let assumed = Ask {
        delivery: None,
        ..ask("2", "b", 9_500)
    };
    observe(&*store, "Shop", &[assumed], day(1)).await;
    let other = wanted(&owner, "b", "100", day(1));
    save(&*store, &other).await;
    assert_eq!(
        only(&*store, &owner).await.side,
        Side::Below,
        "as it is shown"
    );
    assert!(store.remove(&owner, other.id).await.unwrap());
    let stale = wanted(&owner, "a", "100", day(1) + TTL);
    save(&*store, &stale).await;
    assert_eq!(only(&*store, &owner).await.side, Side::Above);
}

/// Saving again replaces target, address and status, and keeps id and age.
pub async fn saving_again_replaces_the_watch(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(1))).await;
    let first = only(&*store, &owner).await;
    let pause = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    store
        .change(&owner, first.id, &pause, showing(day(1)))
        .await
        .unwrap();
    let mut again = wanted(&owner, "a", "80", day(2));
    again.terms.channel = Channel::Email {
        destination: address("new@example.com"),
    };
    save(&*store, &again).await;
    let second = only(&*store, &owner).await;
    assert_eq!((second.id, second.created_at), (first.id, first.created_at));
    assert_eq!(
        (second.status, second.updated_at),
        (WatchStatus::Active, day(2))
    );
    assert_eq!(second.condition.target(), Some(target("80")));
    assert_eq!(second.side, Side::Above);
    assert_eq!(second.channel, again.terms.channel);
    let mut webhook = wanted(&owner, "a", "80", day(2));
    webhook.id = Uuid::from_u128(1);
    webhook.terms.channel = Channel::Webhook { destination: None };
    save(&*store, &webhook).await;
    assert_eq!(
        store.list_watches(&owner).await.unwrap().len(),
        2,
        "another channel"
    );
}

/// What is refused is not there, and its key is unused.
pub async fn a_refused_watch_leaves_its_key_unused(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let key = |request| once(&owner, "key", request, day(1));
    let unknown = wanted(&owner, "nothing", "100", day(1));
    let mut undeliverable = wanted(&owner, "a", "100", day(1));
    undeliverable.terms.channel = Channel::Webhook { destination: None };
    let mut stale = undeliverable.clone();
    undeliverable.deliverable = false;
    stale.showing = showing(day(1) + TTL);
    let mut full = wanted(&owner, "a", "100", day(1));
    full.quota = Some(0);
    for (wanted, refusal) in [
        (unknown, WatchRefusal::UnknownProduct),
        (undeliverable, WatchRefusal::DeliveryUnavailable),
        (stale, WatchRefusal::NoSourceEvidence),
        (full, WatchRefusal::QuotaReached),
    ] {
        let outcome = store.save(&wanted, &key(1)).await.unwrap();
        assert_eq!(outcome, Outcome::Refused(refusal));
    }
    assert!(store.list_watches(&owner).await.unwrap().is_empty());
    let outcome = store
        .save(&wanted(&owner, "a", "100", day(1)), &key(2))
        .await;
    assert!(matches!(outcome.unwrap(), Outcome::Done(_)));
}

/// A key that is used again replays its answer for the same request of the same API key, whatever became
/// of the watch, and refuses any other, until it is forgotten.
pub async fn a_used_key_replays_its_answer(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let wanted_watch = wanted(&owner, "a", "100", day(1));
    let key = |request, at| once(&owner, "key", request, at);
    let first = store.save(&wanted_watch, &key(1, day(1))).await.unwrap();
    let Outcome::Done(saved) = first else {
        panic!("{first:?}")
    };
    assert_eq!(saved.watch.id, wanted_watch.id);
    assert_eq!(saved.product.as_str(), "a");
    let shown = saved.shown.as_ref().unwrap();
    assert_eq!((shown.price.minor(), shown.store_count), (9_000, 1));
    let reused = store.save(&wanted_watch, &key(2, day(1))).await.unwrap();
    assert_eq!(reused, Outcome::KeyReused);
    let mut other = key(1, day(1));
    "key_2".clone_into(&mut other.api_key);
    let taken = store.save(&wanted_watch, &other).await.unwrap();
    assert_eq!(taken, Outcome::KeyReused, "another API key");
    assert!(store.remove(&owner, wanted_watch.id).await.unwrap());
    let last = day(1) + IDEMPOTENCY_KEPT - Duration::SECOND;
    let again = store.save(&wanted_watch, &key(1, last)).await.unwrap();
    assert_eq!(again, Outcome::Replayed(saved));
    assert!(
        store.list_watches(&owner).await.unwrap().is_empty(),
        "nothing was done"
    );
    let free = day(1) + IDEMPOTENCY_KEPT;
    let fresh_key = store.save(&wanted_watch, &key(2, free)).await.unwrap();
    assert!(matches!(fresh_key, Outcome::Done(_)));
    let unchanged = store.forget(day(0), day(0)).await.unwrap();
    assert!(!unchanged);
    let replayed = store.save(&wanted_watch, &key(2, free)).await.unwrap();
    assert!(matches!(replayed, Outcome::Replayed(_)));
    store.forget(free + Duration::SECOND, day(0)).await.unwrap();
    let forgotten = store.save(&wanted_watch, &key(3, free)).await.unwrap();
    assert!(matches!(forgotten, Outcome::Done(_)));
}

/// The same key of another tenant is another key.
pub async fn keys_of_tenants_are_independent(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let [_, mode, workspace] = others(&*store, &owner).await;
    for (owner, request) in [&owner, &mode, &workspace].into_iter().zip(1..) {
        let key = once(owner, "key", request, day(1));
        let saved = store.save(&wanted(owner, "a", "100", day(1)), &key).await;
        assert!(matches!(saved.unwrap(), Outcome::Done(_)));
    }
}

/// Of requests with one key that run at the same time, one takes effect; the others get its answer,
/// or are told that it is running.
pub async fn of_requests_with_one_key_at_once_one_takes_effect(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let other = db.connect().await;
    let owner = owner(&*store, "w").await;
    for round in 0..ROUNDS {
        let barrier = Arc::new(Barrier::new(4));
        let tasks: Vec<_> = (0..4)
            .map(|n| {
                let store = [store.clone(), other.clone()][n % 2].clone();
                let (owner, barrier) = (owner.clone(), barrier.clone());
                tokio::spawn(async move {
                    let mut wanted = wanted(&owner, ["a", "b"][round % 2], "100", day(1));
                    wanted.id = Uuid::from_u128(u128::try_from(round * 10 + n + 1).unwrap());
                    let once = once(&owner, &format!("key {round}"), 1, day(1));
                    barrier.wait().await;
                    store.save(&wanted, &once).await
                })
            })
            .collect();
        let (mut done, mut answers) = (0, Vec::new());
        for task in tasks {
            match task.await.unwrap() {
                Ok(Outcome::Done(answer)) => {
                    done += 1;
                    answers.push(answer);
                }
                Ok(Outcome::Replayed(answer)) => answers.push(answer),
                Err(StoreError::Busy) => {}
                unexpected => panic!("{unexpected:?}"),
            }
        }
        assert_eq!(done, 1, "round {round}");
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        let watch = only(&*store, &owner).await;
        assert!(store.remove(&owner, watch.id).await.unwrap());
    }
}

/// The quota holds for the workspace as a whole, also for creations at the same time; a replacement
/// needs no place.
pub async fn a_workspace_has_no_more_watches_than_its_quota(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let barrier = Arc::new(Barrier::new(8));
    let tasks: Vec<_> = (0..8)
        .map(|n| {
            let (store, mut owner, barrier) = (store.clone(), owner.clone(), barrier.clone());
            tokio::spawn(async move {
                owner.client = ClientId::parse(&format!("client-{n:02}")).unwrap();
                owner.tenant.mode = [Mode::Live, Mode::Test][n % 2];
                let mut wanted = wanted(&owner, "a", "100", day(1));
                wanted.quota = Some(3);
                barrier.wait().await;
                (save(&*store, &wanted).await, wanted)
            })
        })
        .collect();
    let mut saved = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (Outcome::Done(_), wanted) => saved.push(wanted),
            (outcome, _) => assert_eq!(outcome, Outcome::Refused(WatchRefusal::QuotaReached)),
        }
    }
    assert_eq!(saved.len(), 3);
    let mut again = saved.remove(0);
    again.showing = showing(day(2));
    assert!(matches!(save(&*store, &again).await, Outcome::Done(_)));
}

/// A change is applied by the rules; one that says nothing new is still later than the last.
pub async fn a_changed_watch_is_later(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "80", day(1))).await;
    let watch = only(&*store, &owner).await;
    let patch = WatchPatch {
        target: Some(target("100")),
        percent: None,
        destination: Some(address("new@example.com")),
        status: Some(WatchStatus::Paused),
    };
    for n in 1..4 {
        let changed = store
            .change(&owner, watch.id, &patch, showing(day(1)))
            .await;
        let changed = changed.unwrap().unwrap().unwrap();
        assert_eq!(changed.watch, only(&*store, &owner).await);
        let later = day(1) + Duration::microseconds(n);
        assert_eq!(changed.watch.updated_at, later, "the clock stands still");
        assert_eq!(changed.watch.side, Side::Below);
        assert_eq!(
            changed.watch.channel.destination(),
            Some(&address("new@example.com"))
        );
        assert_eq!(changed.shown.unwrap().store_count, 1);
    }
}

/// A target is refused of a watch that waits for none, which stays as it is.
pub async fn a_watch_without_a_target_gets_none(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let mut of_stock = wanted(&owner, "a", "100", day(1));
    of_stock.terms.condition = WatchCondition::BackInStock;
    save(&*store, &of_stock).await;
    let watch = only(&*store, &owner).await;
    assert_eq!(watch.condition, WatchCondition::BackInStock);
    let mut patch = WatchPatch {
        target: Some(target("100")),
        percent: None,
        destination: Some(address("new@example.com")),
        status: Some(WatchStatus::Paused),
    };
    let refused = store
        .change(&owner, watch.id, &patch, showing(day(1)))
        .await;
    assert_eq!(refused.unwrap(), Some(Err(PatchRefusal::NoTarget)));
    assert_eq!(only(&*store, &owner).await, watch);
    patch.target = None;
    let changed = store
        .change(&owner, watch.id, &patch, showing(day(1)))
        .await;
    let changed = changed.unwrap().unwrap().unwrap().watch;
    assert_eq!(changed, only(&*store, &owner).await);
    assert_eq!(
        (changed.condition, changed.status),
        (watch.condition, WatchStatus::Paused)
    );
}

/// A watch of another client, mode or workspace cannot be seen, changed or removed.
pub async fn a_watch_of_another_owner_does_not_exist(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    save(&*store, &wanted(&owner, "a", "100", day(1))).await;
    let watch = only(&*store, &owner).await;
    let patch = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    for other in others(&*store, &owner).await {
        assert!(store.list_watches(&other).await.unwrap().is_empty());
        let changed = store
            .change(&other, watch.id, &patch, showing(day(1)))
            .await;
        assert_eq!(changed.unwrap(), None);
        assert!(!store.remove(&other, watch.id).await.unwrap());
    }
    assert_eq!(only(&*store, &owner).await, watch);
    let unknown = Uuid::from_u128(9);
    assert_eq!(
        store
            .change(&owner, unknown, &patch, showing(day(1)))
            .await
            .unwrap(),
        None
    );
    assert!(!store.remove(&owner, unknown).await.unwrap());
}

/// A list is in order of creation, then of id.
pub async fn watches_are_listed_oldest_first(db: &Database) {
    let store = db.connect().await;
    with_offers(&*store).await;
    let owner = owner(&*store, "w").await;
    let mut expected = Vec::new();
    for (product, webhook, number, at) in [
        ("b", false, 9, day(1)),
        ("a", true, 3, day(2)),
        ("a", false, 1, day(2)),
        ("b", true, 2, day(2)),
    ] {
        let mut wanted = wanted(&owner, product, "100", at);
        wanted.id = Uuid::from_u128(number);
        if webhook {
            wanted.terms.channel = Channel::Webhook { destination: None };
        }
        save(&*store, &wanted).await;
        expected.push((wanted.showing.freshness.now, wanted.id, product));
    }
    expected.sort_unstable();
    let listed = store.list_watches(&owner).await.unwrap();
    let listed: Vec<_> = listed
        .iter()
        .map(|one| (one.watch.created_at, one.watch.id, one.product_id.as_str()))
        .collect();
    assert_eq!(listed, expected);
}
