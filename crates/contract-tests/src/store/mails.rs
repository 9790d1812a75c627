//! Cases of `MailStore`.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::mail::{MAX_ATTEMPTS, Next};
use domain::watch::ClientId;
use ports_store::{LeasedMail, MailContent, MailRecord, MailStore};
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;

use super::fixtures::{catalogued, day};
use super::watch_fixtures::{ask, claimed, observe, owner, save, wanted};
use super::{Database, ROUNDS, StoreUnderTest};

/// Writes so many mails about a product for each of these workspaces, on day 1.
async fn with_mails(store: &dyn StoreUnderTest, workspaces: &[(&str, &str, usize)]) {
    claimed(store).await;
    let products = ["a", "b"].map(catalogued);
    store.save_products(&products).await.unwrap();
    let mut all = 0;
    for (name, product, mails) in workspaces {
        let mut owner = owner(store, name).await;
        for n in 0..*mails {
            owner.client = ClientId::parse(&format!("client-{n:04}")).unwrap();
            save(store, &wanted(&owner, product, "100", day(0))).await;
            all += 1;
        }
    }
    let asks = [ask("1", "a", 9_000), ask("2", "b", 9_000)];
    assert_eq!(observe(store, "Shop", &asks, day(1)).await, all);
}

fn failed() -> String {
    "450 busy".to_owned()
}

fn record(mail: &LeasedMail, next: Next) -> MailRecord {
    MailRecord {
        id: mail.id,
        attempt: mail.attempt,
        next,
    }
}

async fn lease(store: &dyn StoreUnderTest, now: OffsetDateTime, limit: u32) -> Vec<LeasedMail> {
    let until = now + Duration::minutes(1);
    MailStore::lease_due(store, now, until, limit)
        .await
        .unwrap()
}

/// A mail is leased once until its lease, which can be renewed, runs out; each lease is an attempt.
pub async fn a_leased_mail_is_due_again_when_its_lease_runs_out(db: &Database) {
    let store = db.connect().await;
    with_mails(&*store, &[("w", "a", 1)]).await;
    assert_eq!(MailStore::next_due(&*store).await.unwrap(), Some(day(1)));
    assert!(
        lease(&*store, day(1) - Duration::SECOND, 9)
            .await
            .is_empty()
    );
    let first = lease(&*store, day(1), 9).await;
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].attempt, first[0].created_at), (1, day(1)));
    assert_eq!(first[0].to.as_str(), "client@example.com");
    let end = day(1) + Duration::minutes(1);
    assert_eq!(MailStore::next_due(&*store).await.unwrap(), Some(end));
    assert!(lease(&*store, end - Duration::SECOND, 9).await.is_empty());
    let stale = [(first[0].id, 7)];
    store.renew(&stale, end + Duration::HOUR).await.unwrap();
    assert_eq!(
        MailStore::next_due(&*store).await.unwrap(),
        Some(end),
        "not its attempt"
    );
    let running = [(first[0].id, 1)];
    let longer = end + Duration::SECOND;
    store.renew(&running, longer).await.unwrap();
    assert!(lease(&*store, end, 9).await.is_empty(), "it still runs");
    let end = longer;
    let second = lease(&*store, end, 9).await;
    assert_eq!((second[0].id, second[0].attempt), (first[0].id, 2));
    let late = record(&first[0], Next::Sent);
    assert_eq!(
        MailStore::record(&*store, &[late], end).await.unwrap(),
        0,
        "not its attempt"
    );
    let sent = record(&second[0], Next::Sent);
    assert_eq!(
        MailStore::record(&*store, std::slice::from_ref(&sent), end)
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        MailStore::record(&*store, &[sent], end).await.unwrap(),
        0,
        "recorded before"
    );
    assert_eq!(MailStore::next_due(&*store).await.unwrap(), None);
    assert_eq!(store.tally().await.unwrap().waiting, 0);
}

/// A mail that is put off is due when its record says; one that is given up is counted.
pub async fn a_mail_that_is_put_off_waits(db: &Database) {
    let store = db.connect().await;
    with_mails(&*store, &[("w", "a", 2)]).await;
    let leased = lease(&*store, day(1), 9).await;
    let due = day(2);
    let records = [
        record(
            &leased[0],
            Next::Retry {
                due,
                error: failed(),
            },
        ),
        record(&leased[1], Next::Failed { error: failed() }),
    ];
    assert_eq!(
        MailStore::record(&*store, &records, day(1)).await.unwrap(),
        2
    );
    let tally = store.tally().await.unwrap();
    assert_eq!((tally.waiting, tally.failed), (1, 1));
    assert_eq!(tally.oldest_waiting, Some(day(1)));
    assert_eq!(MailStore::next_due(&*store).await.unwrap(), Some(due));
    assert!(lease(&*store, due - Duration::SECOND, 9).await.is_empty());
    assert_eq!(lease(&*store, due, 9).await[0].id, leased[0].id);
}

/// A flood of one workspace does not hold up the others.
pub async fn workspaces_take_turns(db: &Database) {
    let store = db.connect().await;
    with_mails(
        &*store,
        &[("flood", "a", 40), ("small", "b", 2), ("other", "b", 3)],
    )
    .await;
    let mut rounds = BTreeMap::new();
    for round in 0_i64.. {
        let leased = lease(&*store, day(1) + Duration::milliseconds(round), 6).await;
        if leased.is_empty() {
            break;
        }
        assert!(leased.len() <= 6);
        for mail in leased {
            let MailContent::Fired(firing) = &mail.content else {
                panic!("{mail:?}");
            };
            let is_flood = firing.product.as_str() == "a";
            assert_eq!(
                rounds.insert(mail.id, (is_flood, round)),
                None,
                "leased twice"
            );
        }
    }
    assert_eq!(rounds.len(), 45);
    let mut small = rounds.values().filter(|(is_flood, _)| !is_flood);
    assert!(small.all(|(_, round)| *round < 2), "{rounds:?}");
}

/// Of two that lease at once each mail goes to one.
pub async fn of_two_leases_at_once_each_mail_goes_to_one(db: &Database) {
    let store = db.connect().await;
    with_mails(&*store, &[("w", "a", ROUNDS * 2)]).await;
    let other = db.connect().await;
    let mut seen = BTreeMap::new();
    for _ in 0..ROUNDS * 2 {
        let barrier = Arc::new(Barrier::new(2));
        let task = tokio::spawn({
            let (other, barrier) = (other.clone(), barrier.clone());
            async move {
                barrier.wait().await;
                lease(&*other, day(1), 1).await
            }
        });
        barrier.wait().await;
        let mut both = lease(&*store, day(1), 1).await;
        both.extend(task.await.unwrap());
        for mail in both {
            assert_eq!(seen.insert(mail.id, mail.attempt), None, "leased twice");
        }
    }
    assert_eq!(seen.len(), ROUNDS * 2);
}

/// Mails that waited too long, and those whose last attempt was not recorded, are given up.
pub async fn old_mails_are_given_up(db: &Database) {
    let store = db.connect().await;
    with_mails(&*store, &[("w", "a", 2)]).await;
    let mut now = day(1);
    let mut id = None;
    for attempt in 1..=MAX_ATTEMPTS {
        let leased = lease(&*store, now, 1).await;
        assert_eq!(leased[0].attempt, attempt);
        id.get_or_insert(leased[0].id);
        assert_eq!(Some(leased[0].id), id);
        // the other one waits
        let others = lease(&*store, now, 1).await;
        let due = day(100);
        let put_off: Vec<_> = others
            .iter()
            .map(|mail| {
                record(
                    mail,
                    Next::Retry {
                        due,
                        error: failed(),
                    },
                )
            })
            .collect();
        MailStore::record(&*store, &put_off, now).await.unwrap();
        assert_eq!(store.give_up(day(0), now).await.unwrap(), 0);
        now += Duration::minutes(1);
    }
    assert!(
        lease(&*store, now, 9).await.is_empty(),
        "no attempt is left"
    );
    assert_eq!(
        store.give_up(day(0), now).await.unwrap(),
        1,
        "its lease ran out"
    );
    assert_eq!(store.give_up(day(1), now).await.unwrap(), 0, "not older");
    assert_eq!(store.give_up(day(2), now).await.unwrap(), 1, "too old");
    let tally = store.tally().await.unwrap();
    assert_eq!(
        (tally.waiting, tally.failed, tally.oldest_waiting),
        (0, 2, None)
    );
}

/// Ended mails are kept for a while; events too.
pub async fn ended_mails_are_forgotten(db: &Database) {
    let store = db.connect().await;
    with_mails(&*store, &[("w", "a", 2)]).await;
    let leased = lease(&*store, day(1), 1).await;
    let sent = record(&leased[0], Next::Failed { error: failed() });
    MailStore::record(&*store, &[sent], day(2)).await.unwrap();
    assert!(!store.forget_ended(day(2)).await.unwrap());
    assert_eq!(store.tally().await.unwrap().failed, 1);
    assert!(!store.forget_ended(day(3)).await.unwrap());
    let tally = store.tally().await.unwrap();
    assert_eq!((tally.waiting, tally.failed), (1, 0), "what waits stays");
    assert!(!store.forget(day(3), day(3)).await.unwrap());
}
