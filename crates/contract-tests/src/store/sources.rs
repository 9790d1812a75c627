//! Cases of `SourceStore`.

use std::sync::Arc;

use domain::money::Currency;
use domain::snapshot::{MaxShrink, SnapshotKind};
use domain::source::{
    ContentMark, Credentials, CredentialsKind, EnvironmentName, Fault, FaultClass, ImportCounts,
    Interval, Lease, Location, Outcome, Reading, Source, SourceId, SourceState,
};
use domain::store::StoreName;
use ports_store::{SnapshotStore, StoreError, StoredSource};
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{day, open, open_of, publish};
use super::{Database, ROUNDS, StoreUnderTest};

pub(super) fn source(number: u128, location: &str) -> Source {
    Source {
        id: SourceId(Uuid::from_u128(number)),
        store: StoreName::parse("Shop One").unwrap(),
        location: Location::parse(location).unwrap(),
        reading: Reading {
            format: "auto".to_owned(),
            currency: None,
            decimal_mark: "auto".to_owned(),
            charset: None,
        },
        interval: Interval::DEFAULT,
        kind: SnapshotKind::Full,
        max_shrink: MaxShrink::DEFAULT,
        credentials: None,
        created_at: day(0) + Duration::seconds(i64::try_from(number).unwrap()),
    }
}

fn lasting(now: OffsetDateTime) -> Lease {
    Lease {
        now,
        until: now + Duration::MINUTE,
        at_once: false,
    }
}

pub(super) async fn lease(store: &dyn StoreUnderTest, now: OffsetDateTime) -> Option<StoredSource> {
    store.lease_source(lasting(now), None).await.unwrap()
}

pub(super) async fn lease_now(
    store: &dyn StoreUnderTest,
    id: SourceId,
    now: OffsetDateTime,
) -> Option<StoredSource> {
    let lease = Lease {
        at_once: true,
        ..lasting(now)
    };
    store.lease_source(lease, Some(id)).await.unwrap()
}

pub(super) async fn state(store: &dyn StoreUnderTest, id: SourceId) -> SourceState {
    store.find_source(id).await.unwrap().unwrap().state
}

pub(super) fn imported(at: OffsetDateTime) -> Outcome {
    Outcome::Imported {
        mark: ContentMark {
            etag: Some("W/\"ä \\ 1\"".to_owned()),
            last_modified: Some("Sun, 01 Mar 2026 12:00:00 GMT".to_owned()),
            digest: [7; 32],
        },
        observed_at: at,
        counts: ImportCounts {
            read: 9,
            accepted: 8,
            rejected: 1,
            created: 2,
            changed: 3,
            unchanged: 3,
            gone: 4,
            quarantined: 1,
        },
    }
}

fn failed() -> Outcome {
    Outcome::Failed(Fault::new(FaultClass::Status, "the server said \"500\" 🎧"))
}

/// A source is found and listed as it was added, with what was recorded of it; the one added first comes
/// first. A second one of the same store and location is refused.
pub async fn a_source_is_found_as_it_was_added(db: &Database) {
    let store = db.connect().await;
    assert!(store.list_sources().await.unwrap().is_empty());
    assert_eq!(store.next_source_due().await.unwrap(), None);
    let plain = source(2, "https://shop.example/feed.xml?token=a%20b");
    let full = Source {
        store: StoreName::parse("Käse & Söhne").unwrap(),
        reading: Reading {
            format: "heureka".to_owned(),
            currency: Currency::parse("CZK"),
            decimal_mark: "comma".to_owned(),
            charset: Some("windows-1250".to_owned()),
        },
        interval: Interval::new(Duration::days(30)).unwrap(),
        kind: SnapshotKind::Delta,
        max_shrink: MaxShrink::ALL,
        credentials: Some(Credentials {
            kind: CredentialsKind::Bearer,
            variable: EnvironmentName::parse("SHOP_ONE").unwrap(),
        }),
        ..source(1, "/srv/feeds/*.csv")
    };
    store.insert_source(&plain, day(2)).await.unwrap();
    store.insert_source(&full, day(1)).await.unwrap();
    let same = source(3, plain.location.as_str());
    let again = store.insert_source(&same, day(1));
    assert!(matches!(again.await, Err(StoreError::Conflict(_))));
    let listed = store.list_sources().await.unwrap();
    let expected = [(&full, day(1)), (&plain, day(2))].map(|(source, due)| StoredSource {
        source: source.clone(),
        state: SourceState::new(due),
    });
    assert_eq!(listed, expected);
    assert_eq!(
        store.find_source(full.id).await.unwrap().as_ref(),
        expected.first()
    );
    assert_eq!(store.find_source(source(9, "x").id).await.unwrap(), None);
    assert_eq!(store.next_source_due().await.unwrap(), Some(day(1)));
}

/// A source is leased once until its lease, which can be renewed, ends; each lease is an attempt, and
/// one that ended unrecorded is a failure.
pub async fn a_leased_source_is_due_again_when_its_lease_ends(db: &Database) {
    let store = db.connect().await;
    let one = source(1, "a.csv");
    store.insert_source(&one, day(1)).await.unwrap();
    assert_eq!(lease(&*store, day(1) - Duration::SECOND).await, None);
    let first = lease(&*store, day(1)).await.unwrap();
    assert_eq!((first.state.attempt, first.state.running), (1, true));
    assert_eq!(first.state, state(&*store, one.id).await);
    let end = day(1) + Duration::MINUTE;
    assert_eq!(store.next_source_due().await.unwrap(), Some(end));
    let before = end - Duration::SECOND;
    assert_eq!(lease(&*store, before).await, None);
    assert_eq!(
        lease_now(&*store, one.id, before).await,
        None,
        "it still runs"
    );
    assert!(!store.renew_source(one.id, 7, day(9)).await.unwrap());
    let longer = end + Duration::SECOND;
    assert!(store.renew_source(one.id, 1, longer).await.unwrap());
    assert_eq!(lease(&*store, end).await, None);
    let second = lease(&*store, longer).await.unwrap();
    assert_eq!((second.state.attempt, second.state.failures), (2, 1));
    let fault = second.state.fault.map(|fault| fault.class);
    assert_eq!(fault, Some(FaultClass::Lost));
    assert!(!store.renew_source(one.id, 1, day(9)).await.unwrap());
}

/// A record counts if its attempt is the current one; what follows is what the rules say.
pub async fn a_stale_run_is_not_recorded(db: &Database) {
    let store = db.connect().await;
    let one = source(1, "a.csv");
    store.insert_source(&one, day(1)).await.unwrap();
    let record = |attempt, outcome, now| {
        let (store, id) = (store.clone(), one.id);
        async move {
            store
                .record_source(id, attempt, &outcome, now)
                .await
                .unwrap()
        }
    };
    assert!(!record(0, failed(), day(1)).await, "it was never leased");
    lease(&*store, day(1)).await.unwrap();
    lease(&*store, day(2)).await.unwrap();
    let held = state(&*store, one.id).await;
    assert!(
        !record(1, imported(day(1)), day(2)).await,
        "not its attempt"
    );
    assert_eq!(state(&*store, one.id).await, held);
    assert!(record(2, imported(day(2)), day(2)).await);
    assert!(!record(2, failed(), day(2)).await, "recorded before");
    let after = state(&*store, one.id).await;
    assert_eq!((after.failures, after.running), (0, false));
    let known = after.known.clone().unwrap();
    let Outcome::Imported { mark, counts, .. } = imported(day(2)) else {
        panic!("an import");
    };
    assert_eq!((known.mark, after.counts), (mark, Some(counts)));
    assert_eq!(
        (known.observed_at, known.imported_at),
        (day(2), Some(day(2)))
    );
    assert_eq!(
        (after.last_success_at, after.changed_at),
        (Some(day(2)), Some(day(2)))
    );
    assert_eq!(after.last_attempt_at, Some(day(2)));
    assert!(lease(&*store, day(3)).await.is_some());
    assert!(record(3, failed(), day(3)).await);
    let after = state(&*store, one.id).await;
    assert_eq!(after.fault.unwrap().text, "the server said \"500\" 🎧");
    assert_eq!((after.failures, after.last_success_at), (1, Some(day(2))));
    assert!(after.known.is_some());
    assert!(lease(&*store, day(4)).await.is_some());
    assert!(record(4, Outcome::Overtaken, day(4)).await);
    let overtaken = state(&*store, one.id).await;
    assert_eq!(overtaken.known.unwrap().imported_at, None);
    assert_eq!(overtaken.due_at, day(4));
}

/// What has been due for longest is leased first, one at a time; a given one is, due or not.
pub async fn what_has_been_due_for_longest_is_leased_first(db: &Database) {
    let store = db.connect().await;
    for (number, due) in [(1, day(3)), (2, day(1)), (3, day(2)), (4, day(9))] {
        let one = source(number, &format!("{number}.csv"));
        store.insert_source(&one, due).await.unwrap();
    }
    let given = source(4, "4.csv").id;
    let mut order = Vec::new();
    while let Some(leased) = lease(&*store, day(5)).await {
        order.push(leased.source.id.0.as_u128());
    }
    assert_eq!(order, [2, 3, 1]);
    let leased = lease_now(&*store, given, day(5)).await.unwrap();
    assert_eq!(leased.source.id, given);
    assert_eq!(lease_now(&*store, given, day(5)).await, None);
    let unknown = source(9, "9.csv").id;
    assert_eq!(lease_now(&*store, unknown, day(5)).await, None);
}

/// A source whose runs die again and again is put off, and the next one is leased instead.
pub async fn a_source_that_is_lost_again_waits(db: &Database) {
    let store = db.connect().await;
    let bad = source(1, "bad.csv");
    store.insert_source(&bad, day(1)).await.unwrap();
    lease(&*store, day(1)).await.unwrap();
    lease(&*store, day(2)).await.unwrap();
    let other = source(2, "other.csv");
    store.insert_source(&other, day(3)).await.unwrap();
    let next = lease(&*store, day(3)).await.unwrap();
    assert_eq!(next.source.id, other.id);
    let waiting = state(&*store, bad.id).await;
    assert_eq!((waiting.failures, waiting.running), (2, false));
    assert!(waiting.due_at > day(3));
}

/// A source may be removed while it is run; its record changes nothing.
pub async fn a_source_is_removed_while_it_is_run(db: &Database) {
    let store = db.connect().await;
    let one = source(1, "a.csv");
    assert!(!store.remove_source(one.id).await.unwrap(), "unknown");
    store.insert_source(&one, day(1)).await.unwrap();
    lease(&*store, day(1)).await.unwrap();
    assert!(store.remove_source(one.id).await.unwrap());
    assert!(!store.remove_source(one.id).await.unwrap());
    assert!(!store.renew_source(one.id, 1, day(2)).await.unwrap());
    let recorded = store.record_source(one.id, 1, &failed(), day(1)).await;
    assert!(!recorded.unwrap());
    assert_eq!(store.find_source(one.id).await.unwrap(), None);
    assert_eq!(store.next_source_due().await.unwrap(), None);
}

/// Of two that lease at once, one runs the source.
pub async fn of_two_leases_of_a_source_one_holds_it(db: &Database) {
    let store = db.connect().await;
    let one = source(1, "a.csv");
    store.insert_source(&one, day(1)).await.unwrap();
    let other = db.connect().await;
    let mut now = day(1);
    for round in 0..ROUNDS {
        let barrier = Arc::new(Barrier::new(2));
        let by_hand = round % 2 == 1;
        let task = tokio::spawn({
            let (other, barrier, id) = (other.clone(), barrier.clone(), one.id);
            async move {
                barrier.wait().await;
                if by_hand {
                    lease_now(&*other, id, now).await
                } else {
                    lease(&*other, now).await
                }
            }
        });
        barrier.wait().await;
        let here = lease(&*store, now).await;
        let there = task.await.unwrap();
        let held: Vec<_> = here.into_iter().chain(there).collect();
        assert_eq!(held.len(), 1, "round {round}");
        let attempt = held[0].state.attempt;
        assert_eq!(usize::try_from(attempt).unwrap(), round + 1);
        let outcome = imported(now);
        let recorded = store.record_source(one.id, attempt, &outcome, now);
        assert!(recorded.await.unwrap());
        now += Duration::DAY;
    }
}

/// A snapshot says when the store's last full one was observed, which a delta leaves.
pub async fn open_tells_of_the_last_full_snapshot(db: &Database) {
    let store = db.connect().await;
    let first = open(&*store, "Shop", day(1)).await;
    assert_eq!(first.full_observed_at, None);
    publish(&*store, first.no).await;
    let second = open(&*store, "Shop", day(2)).await;
    assert_eq!(second.full_observed_at, Some(day(1)));
    store.discard(second.no).await.unwrap();
    let delta = open_of("Shop", SnapshotKind::Delta, day(3));
    let delta = SnapshotStore::open(&*store, &delta).await.unwrap();
    publish(&*store, delta.no).await;
    let last = open(&*store, "Shop", day(4)).await;
    assert_eq!(last.full_observed_at, Some(day(1)));
    assert_eq!(last.last_observed_at, Some(day(3)));
    store.discard(last.no).await.unwrap();
}
