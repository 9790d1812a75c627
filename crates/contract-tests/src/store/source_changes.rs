//! Cases of `SourceChangeStore`.

use domain::money::Currency;
use domain::source::{Interval, Location, Reading, Source, SourceId};
use ports_store::StoreError;
use time::{Duration, OffsetDateTime};

use super::fixtures::day;
use super::sources::{imported, lease, lease_now, source, state};
use super::{Database, StoreUnderTest};

/// Records that an attempt imported something; whether it was recorded.
async fn record(
    store: &dyn StoreUnderTest,
    id: SourceId,
    attempt: u32,
    at: OffsetDateTime,
) -> bool {
    let outcome = imported(at);
    let recorded = store.record_source(id, attempt, &outcome, at).await;
    recorded.unwrap()
}

/// A changed source is leased at once as it is now, and read anew; it keeps when it was added and what it brought last. A
/// run of what it was is not recorded. What would be a second one of a store and location is refused.
pub async fn a_changed_source_is_leased_as_it_is_now(db: &Database) {
    let store = db.connect().await;
    let (one, other) = (source(1, "a.csv"), source(2, "b.csv"));
    store.insert_source(&one, day(1)).await.unwrap();
    store.insert_source(&other, day(90)).await.unwrap();
    let first = lease(&*store, day(1)).await.unwrap().state.attempt;
    assert!(record(&*store, one.id, first, day(1)).await);
    let running = lease_now(&*store, one.id, day(2)).await.unwrap();
    let changed = Source {
        location: Location::parse("https://shop.example/c.csv").unwrap(),
        reading: Reading {
            format: "google".to_owned(),
            currency: Currency::parse("CZK"),
            ..one.reading.clone()
        },
        interval: Interval::new(Duration::hours(5)).unwrap(),
        created_at: day(77),
        ..one.clone()
    };
    assert!(store.save_source(&changed, day(3)).await.unwrap());
    let stale = record(&*store, one.id, running.state.attempt, day(3)).await;
    assert!(!stale, "a run of what it was");
    let leased = lease(&*store, day(3)).await.unwrap();
    assert_eq!(
        leased.source,
        Source {
            created_at: one.created_at,
            ..changed.clone()
        }
    );
    assert_eq!(leased.state.known, None);
    assert_eq!(leased.state.last_success_at, Some(day(1)));
    assert!(leased.state.counts.is_some());

    let held = store.find_source(one.id).await.unwrap();
    let twin = Source {
        location: other.location.clone(),
        ..changed.clone()
    };
    let refused = store.save_source(&twin, day(4)).await;
    assert!(matches!(refused, Err(StoreError::Conflict(_))));
    assert_eq!(store.find_source(one.id).await.unwrap(), held);
    let unknown = source(9, "z.csv");
    assert!(!store.save_source(&unknown, day(4)).await.unwrap());
    assert_eq!(store.find_source(unknown.id).await.unwrap(), None);
}

/// A paused source is due for nobody, and leased by its id alone, until it is resumed: then it is due at once. A run that
/// has begun is recorded.
pub async fn a_paused_source_is_leased_by_its_id_alone(db: &Database) {
    let store = db.connect().await;
    let one = source(1, "a.csv");
    assert!(!store.pause_source(one.id, true, day(1)).await.unwrap());
    store.insert_source(&one, day(1)).await.unwrap();
    let running = lease(&*store, day(1)).await.unwrap();
    assert!(store.pause_source(one.id, true, day(1)).await.unwrap());
    let attempt = running.state.attempt;
    assert!(record(&*store, one.id, attempt, day(1)).await);
    assert!(state(&*store, one.id).await.paused);
    assert_eq!(store.next_source_due().await.unwrap(), None);
    assert_eq!(lease(&*store, day(30)).await, None);
    let asked = lease_now(&*store, one.id, day(30)).await.unwrap();
    let attempt = asked.state.attempt;
    assert!(record(&*store, one.id, attempt, day(30)).await);
    assert!(store.pause_source(one.id, false, day(40)).await.unwrap());
    assert_eq!(store.next_source_due().await.unwrap(), Some(day(40)));
    assert!(lease(&*store, day(40)).await.is_some());
}
