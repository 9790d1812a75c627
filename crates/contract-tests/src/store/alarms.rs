//! Cases of `AlarmStore`.

use domain::alarm::ledger::{Entry, Ledger, News, Pending, Told, What};
use domain::alarm::{Alarm, AlarmKind};
use ports_store::{LEDGERS_KEPT, StoredLedger};
use time::Duration;
use uuid::Uuid;

use super::fixtures::day;
use super::{Database, ROUNDS};

/// A ledger in which everything is there, or nothing is missing that may be.
fn full() -> Ledger {
    let entry = |kind: AlarmKind| Entry {
        alarm: Alarm::new(kind, "Größe „1“", "\"a\" \\ b & <c>", u64::from(u32::MAX)),
        since: day(1) + Duration::microseconds(7),
        told: Some(Told {
            at: day(2),
            size: 3,
        }),
        gone_since: Some(day(3)),
    };
    let mut entries: Vec<Entry> = AlarmKind::ALL.map(entry).into();
    entries.push(Entry {
        told: None,
        gone_since: None,
        ..entry(AlarmKind::Store)
    });
    let news = What::ALL.map(|what| News {
        what,
        alarm: Alarm::new(AlarmKind::Review, "", "9 doubts", 9),
        since: day(1),
    });
    Ledger {
        entries,
        pending: Some(Pending {
            id: Uuid::from_u128(7),
            made_at: day(4),
            failures: 5,
            due_at: day(5),
            news: news.into(),
        }),
        sent_at: Some(day(2)),
    }
}

/// A ledger is found as it was saved last, and an empty one where none was.
pub async fn a_ledger_is_found_as_it_was_saved_last(db: &Database) {
    let store = db.connect().await;
    let none = store.find_ledger("one").await.unwrap();
    assert_eq!(none, StoredLedger::default());
    let first = StoredLedger {
        version: 0,
        ledger: full(),
    };
    assert!(store.save_ledger("one", &first, day(1)).await.unwrap());
    let other = db.connect().await;
    let found = other.find_ledger("one").await.unwrap();
    assert_eq!((found.version, &found.ledger), (1, &first.ledger));
    let emptied = StoredLedger {
        ledger: Ledger::default(),
        ..found
    };
    assert!(other.save_ledger("one", &emptied, day(1)).await.unwrap());
    let found = store.find_ledger("one").await.unwrap();
    assert_eq!((found.version, found.ledger), (2, Ledger::default()));
    let two = store.find_ledger("two").await.unwrap();
    assert_eq!(two, StoredLedger::default());
}

/// Who read another version than the one that is there saves nothing.
pub async fn a_ledger_is_saved_by_who_read_it_last(db: &Database) {
    let (first, second) = (db.connect().await, db.connect().await);
    for n in 0..ROUNDS {
        let read = first.find_ledger("one").await.unwrap();
        assert_eq!(read.version, i64::try_from(n).unwrap());
        let (one, other) = tokio::join!(
            first.save_ledger("one", &read, day(1)),
            second.save_ledger("one", &read, day(1))
        );
        let saved = [one.unwrap(), other.unwrap()];
        assert_eq!(saved.iter().filter(|saved| **saved).count(), 1);
    }
    let gone = StoredLedger {
        version: 3,
        ledger: full(),
    };
    assert!(!first.save_ledger("two", &gone, day(1)).await.unwrap());
    assert_eq!(
        first.find_ledger("two").await.unwrap(),
        StoredLedger::default()
    );
}

/// The ledgers stay that were saved last.
pub async fn the_last_ledgers_are_kept(db: &Database) {
    let store = db.connect().await;
    let empty = StoredLedger::default();
    let most = i64::from(LEDGERS_KEPT);
    for n in 0..=most {
        let channel = format!("channel-{n}");
        assert!(store.save_ledger(&channel, &empty, day(n)).await.unwrap());
    }
    for (n, version) in [(0, 0), (1, 1), (most, 1)] {
        let found = store.find_ledger(&format!("channel-{n}")).await.unwrap();
        assert_eq!(found.version, version, "{n}");
    }
}
