//! Cases of `DeliveryStore::lease_due` and what tells when to call it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::webhook::delivery::{DeliveryError, LEASE, Verdict};
use domain::webhook::endpoint::{OPEN_ROOM, SUSPECT_ROOM};
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::window::Window;
use ports_store::{DeliveryStore, LeasedDelivery};
use time::Duration;
use tokio::sync::Barrier;

use super::fixtures::day;
use super::webhook_fixtures::{
    attempt, command, delivery, due, finish, found, lease, next_due, places, policy, queue, record,
    second, standing, subscribe, switch, tenant, transient,
};
use super::{Database, ROUNDS};

fn ids(leased: &[LeasedDelivery]) -> Vec<uuid::Uuid> {
    leased.iter().map(|one| one.id).collect()
}

/// What is due is taken, the oldest first, as far as there are places; an attempt that runs is not listed.
pub async fn what_is_due_is_taken_the_oldest_first(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    assert_eq!(next_due(&*store, day(0)).await, None);
    let mut queued = Vec::new();
    for n in 0..4 {
        queued.push(queue(&*store, tenant, second(n), id).await);
    }
    assert!(
        lease(&*store, day(0) - Duration::SECOND, 9)
            .await
            .is_empty()
    );
    assert_eq!(next_due(&*store, day(0)).await, Some(day(0)));
    let first = lease(&*store, second(2), 2).await;
    assert_eq!(ids(&first), queued[..2]);
    assert_eq!((first[0].due_at, first[0].attempt), (second(0), 1));
    assert_eq!(next_due(&*store, second(2)).await, Some(second(2)));
    assert_eq!(ids(&lease(&*store, second(2), 9).await), queued[2..3]);
    assert_eq!(next_due(&*store, second(2)).await, Some(second(3)));
    assert!(lease(&*store, second(3), 0).await.is_empty(), "no place");
    let sending = delivery(&*store, tenant, queued[0]).await;
    assert_eq!(
        (standing(&sending).0, sending.attempts.len()),
        ("sending", 0)
    );
    assert_eq!(sending.delivery.attempts, 1);
    let ended = finish(&first[0], second(3), Verdict::Acknowledged);
    record(&*store, &[ended], second(3)).await;
    let listed = delivery(&*store, tenant, queued[0]).await.attempts;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].started_at, listed[0].finished_at),
        (second(2), second(3))
    );
    assert_eq!(listed[0].http_status, Some(204));
}

/// Endpoints take turns, and no workspace has more places than it may.
pub async fn endpoints_and_workspaces_take_turns(db: &Database) {
    let store = db.connect().await;
    let flood = tenant(&*store, "flood").await;
    let small = tenant(&*store, "small").await;
    for (tenant, host, count) in [(flood, "a", 20), (flood, "b", 3), (small, "c", 2)] {
        let id = subscribe(&*store, tenant, host).await;
        for n in 0..count {
            queue(&*store, tenant, second(n), id).await;
        }
    }
    let mut places = DeliveryCapacity {
        per_workspace: 4,
        ..places(6)
    };
    let now = second(100);
    let take = |places: DeliveryCapacity| {
        let store = store.clone();
        async move {
            let until = now + LEASE;
            let leased = DeliveryStore::lease_due(&*store, now, until, &places).await;
            let mut counts = BTreeMap::new();
            for one in leased.unwrap() {
                *counts.entry(one.url[8..9].to_owned()).or_insert(0) += 1;
            }
            counts
        }
    };
    let all = |counts: &[(&str, i32)]| -> BTreeMap<String, i32> {
        let own = |(name, n): &(&str, i32)| ((*name).to_owned(), *n);
        counts.iter().map(own).collect()
    };
    assert_eq!(
        take(places.clone()).await,
        all(&[("a", 2), ("b", 2), ("c", 2)])
    );
    places.taken = HashMap::from([(flood.workspace, 3)]);
    assert_eq!(take(places).await, all(&[("a", 1)]));
}

/// An endpoint has as many attempts at a time as its condition allows: many, two after a failure, none in
/// a cooldown, then one.
pub async fn an_endpoint_has_the_places_of_its_condition(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for _ in 0..OPEN_ROOM + 4 {
        queue(&*store, tenant, day(0), id).await;
    }
    let open = lease(&*store, day(0), 100).await;
    assert_eq!(open.len(), usize::try_from(OPEN_ROOM).unwrap());
    let windows = HashMap::from([(
        open[0].endpoint,
        (0..OPEN_ROOM).fold(Window::OPEN, |w, _| w.begun()),
    )]);
    let full = DeliveryCapacity {
        windows,
        ..places(100)
    };
    let now = day(0);
    let leased = DeliveryStore::lease_due(&*store, now, now + LEASE, &full).await;
    assert!(leased.unwrap().is_empty());
    let next = DeliveryStore::next_due(&*store, now, &full).await.unwrap();
    assert_eq!(next, None, "no place is free");
    assert_eq!(
        next_due(&*store, now).await,
        Some(now),
        "another process has"
    );
    let mut ended: Vec<_> = open
        .iter()
        .map(|one| finish(one, day(0), Verdict::Acknowledged))
        .collect();
    ended[0].verdict = transient(DeliveryError::Dns);
    ended[0].finished_at = second(1);
    record(&*store, &ended, second(1)).await;
    let suspect = lease(&*store, second(1), 100).await;
    assert_eq!(suspect.len(), usize::try_from(SUSPECT_ROOM).unwrap());
    let ended: Vec<_> = suspect
        .iter()
        .map(|one| finish(one, second(2), transient(DeliveryError::Dns)))
        .collect();
    record(&*store, &ended, second(2)).await;
    let until = found(&*store, tenant, id).await.health.cooldown_until;
    assert_eq!(until, Some(second(302)));
    let just = second(302) - Duration::MICROSECOND;
    assert!(lease(&*store, just, 9).await.is_empty());
    assert_eq!(next_due(&*store, just).await, until);
    let tally = store.tally_deliveries(just).await.unwrap();
    assert_eq!(tally.oldest_due, None, "it cannot be used");
    assert_eq!(next_due(&*store, second(302)).await, Some(day(0)));
    let probe = lease(&*store, second(302), 9).await;
    assert_eq!(probe.len(), 1);
    assert!(lease(&*store, second(302), 9).await.is_empty());
    assert_eq!(next_due(&*store, second(302)).await, None, "it probes");
    let ended = finish(&probe[0], second(303), Verdict::Acknowledged);
    record(&*store, &[ended], second(303)).await;
    assert_eq!(lease(&*store, second(303), 9).await.len(), 4);
}

/// Of two that lease at once, one has the only attempt of an endpoint that probes.
pub async fn an_endpoint_probes_once_at_a_time(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for _ in 0..ROUNDS {
        queue(&*store, tenant, day(0), id).await;
    }
    let permanent = Verdict::Permanent(DeliveryError::Http);
    attempt(&*store, tenant, day(0), permanent).await;
    let mut now = day(0);
    for round in 1..ROUNDS {
        now += policy().cooldown_permanent;
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier) = (other.clone(), barrier.clone());
            async move {
                barrier.wait().await;
                lease(&*other, now, 9).await
            }
        });
        barrier.wait().await;
        let mut both = lease(&*store, now, 9).await;
        both.extend(twin.await.unwrap());
        assert_eq!(both.len(), 1, "round {round}");
        record(&*store, &[finish(&both[0], now, permanent)], now).await;
    }
}

/// Many that lease at once never hold the same attempt, and miss nothing.
pub async fn no_attempt_has_two_holders(db: &Database) {
    const DELIVERIES: usize = 500;
    let mut stores = Vec::new();
    for _ in 0..4 {
        stores.push(db.connect().await);
    }
    let tenant = tenant(&*stores[0], "w").await;
    let mut hosts = Vec::new();
    for n in 0..10 {
        hosts.push(subscribe(&*stores[0], tenant, &format!("host{n}")).await);
    }
    for n in 0..DELIVERIES {
        queue(&*stores[0], tenant, day(0), hosts[n % 10]).await;
    }
    let barrier = Arc::new(Barrier::new(4));
    let claimers: Vec<_> = stores
        .iter()
        .map(|store| {
            let (store, barrier) = (store.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                let mut held = Vec::new();
                loop {
                    let leased = lease(&*store, day(0), 20).await;
                    let ended: Vec<_> = leased
                        .iter()
                        .map(|one| finish(one, day(0), Verdict::Acknowledged))
                        .collect();
                    let recorded = record(&*store, &ended, day(0)).await;
                    assert_eq!(recorded, u64::try_from(leased.len()).unwrap());
                    held.extend(ids(&leased));
                    let tally = store.tally_deliveries(day(0)).await.unwrap();
                    if tally.pending == 0 {
                        return held;
                    }
                }
            })
        })
        .collect();
    let mut all = Vec::new();
    for claimer in claimers {
        all.extend(claimer.await.unwrap());
    }
    assert_eq!(all.len(), DELIVERIES);
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), DELIVERIES);
}

/// An attempt whose lease ran out is lost: it counts, is closed, and another one follows by the rules.
pub async fn an_attempt_whose_lease_ran_out_is_lost(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let leased = lease(&*store, day(0), 1).await;
    let just = day(0) + LEASE - Duration::MICROSECOND;
    assert!(!store.keep(just, &policy()).await.unwrap().is_some());
    let now = day(0) + LEASE;
    let kept = store.keep(now, &policy()).await.unwrap();
    assert_eq!((kept.lost, kept.cancelled), (1, 0));
    let lost = delivery(&*store, tenant, leased[0].id).await;
    assert_eq!(
        standing(&lost),
        ("pending", Some(DeliveryError::LeaseExpired))
    );
    assert!(due(&lost) > now);
    let closed = lost.attempts[0];
    assert_eq!((closed.started_at, closed.finished_at), (day(0), now));
    assert_eq!(closed.error, Some(DeliveryError::LeaseExpired));
    assert_eq!(closed.next_retry_at, Some(due(&lost)));
    let health = found(&*store, tenant, id).await.health;
    assert_eq!(health.failures, 0, "it is no fault of the endpoint's");
    // its late outcome is nobody's
    let late = finish(&leased[0], now, Verdict::Acknowledged);
    assert_eq!(record(&*store, std::slice::from_ref(&late), now).await, 0);
    let again = lease(&*store, due(&lost), 1).await;
    assert_eq!((again[0].id, again[0].attempt), (lost.id, 2));
    assert_eq!(record(&*store, &[late], now).await, 0);
    let running = delivery(&*store, tenant, lost.id).await;
    assert_eq!(
        (standing(&running).0, running.attempts.len()),
        ("sending", 1)
    );
}

/// The tally has what waits and what is being sent, and since when something could be sent.
pub async fn the_tally_says_what_waits(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let tally = store.tally_deliveries(day(0)).await.unwrap();
    assert_eq!((tally.pending, tally.sending), (0, 0));
    assert_eq!(tally.oldest_due, None);
    let one = subscribe(&*store, tenant, "one").await;
    let two = subscribe(&*store, tenant, "two").await;
    queue(&*store, tenant, second(1), one).await;
    for n in 2..5 {
        queue(&*store, tenant, second(n), two).await;
    }
    lease(&*store, second(2), 2).await;
    command(&*store, tenant, second(3), switch(two, false))
        .await
        .unwrap();
    queue(&*store, tenant, second(5), one).await;
    let tally = store.tally_deliveries(second(9)).await.unwrap();
    assert_eq!((tally.pending, tally.sending), (3, 2));
    assert_eq!(tally.oldest_due, Some(second(5)));
    assert_eq!(tally.open_incidents, 0);
}
