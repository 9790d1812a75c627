//! Cases of `SnapshotStore` in which one statement after the other fails. They need a connection that can be told to
//! fail, which each adapter's tests make in their own way.

use std::sync::Arc;

use domain::snapshot::SnapshotKind::{Delta, Full};
use domain::store::{Store, StoreTerms};
use domain::watch::{ClientId, WatchPatch, WatchStatus};
use domain::webhook::delivery::Verdict;
use ports_store::{
    OpenedSnapshot, Outcome, Published, SnapshotSummary, StoreError, StoreTermsChange, WatchOwner,
};
use time::OffsetDateTime;

use super::fixtures::{amount, day, everything, fresh, gtin, import, name, prices, summary};
use super::watch_fixtures::{Ask, ask, claimed, fan_out_all, observe, owner, save, stage, wanted};
use super::webhook_fixtures::{
    deliveries, finish, lease, record, standing, subscribe, with_watches,
};
use super::{Database, Later, StoreUnderTest};

/// A store whose statements can be told to fail.
pub struct Faulty {
    /// The store.
    pub store: Arc<dyn StoreUnderTest>,
    /// Makes the n-th statement from now on fail, counted from 1, and no other.
    pub strike: Box<dyn Fn(u32) -> Later<()> + Send + Sync>,
    /// Whether one has failed since; from now on none does.
    pub struck: Box<dyn Fn() -> Later<bool> + Send + Sync>,
}

/// Rounds that are more than any publication has statements.
const ENDLESS: u32 = 1000;

/// Whichever statement of a publication fails: readers see all of it or nothing, the watch has fired with it or
/// not at all, and the same store opens and publishes the next snapshot. How many statements there were.
pub async fn a_publish_that_fails_at_any_statement_leaves_no_lock(
    db: &Database,
    faulty: &Faulty,
) -> u32 {
    let (store, witness) = (&*faulty.store, db.connect().await);
    claimed(store).await;
    import(store, "Other", Full, &[("9", "a", 90_000)], day(0)).await;
    let owner = owner(store, "Workspace").await;
    observe(store, "Shop", &[ask("1", "a", HIGH)], day(1)).await;
    drop(save(store, &wanted(&owner, "a", "95", day(1))).await);
    for n in 1..ENDLESS {
        let at = day(i64::from(n) * 3);
        // the watch is armed again
        observe(store, "Shop", &[ask("1", "a", HIGH)], at).await;
        let (before, mails) = (everything(&*witness).await, mails(db).await);
        let opened = fallen(store, at).await;
        (faulty.strike)(n).await;
        let published = publish(store, &opened, at).await;
        if !(faulty.struck)().await {
            published.unwrap();
            return n - 1;
        }
        let said = format!("statement {n}: {published:?}");
        // the answer to what was committed may be lost
        let is_new = prices(&*witness, "a")
            .await
            .contains(&("1".to_owned(), LOW));
        assert!(is_new || published.is_err(), "{said}");
        assert_eq!(everything(&*witness).await == before, !is_new, "{said}");
        let fired = usize::from(is_new);
        assert_eq!(self::mails(db).await - mails, fired, "{said}");
        let later = at + time::Duration::days(1);
        let next = fallen(store, later).await;
        let published = publish(store, &next, later).await;
        published.unwrap_or_else(|error| panic!("after {said}: {error}"));
        assert_eq!(self::mails(db).await - mails, 1, "after {said}");
    }
    panic!("publishing does not end");
}

/// Whichever statement of a change of terms fails: readers see all products with the old terms, or with the new ones;
/// given again, or left to a worker where it was done, it moves the watch once, and keeps no import out.
pub async fn a_change_of_terms_that_fails_at_any_statement_is_done_by_the_next(
    db: &Database,
    faulty: &Faulty,
) -> u32 {
    let (store, witness) = (&*faulty.store, db.connect().await);
    claimed(store).await;
    import(store, "Other", Full, &[("9", "a", 90_000)], day(0)).await;
    let owner = owner(store, "Workspace").await;
    let asked = Ask {
        delivery: None,
        ..ask("1", "a", LOW)
    };
    observe(store, "Shop", &[asked], day(1)).await;
    drop(save(store, &wanted(&owner, "a", "95", day(1))).await);
    for n in 1..ENDLESS {
        // the watch is armed again
        deliver_for(store, 2_000).await.unwrap();
        let (before, mails) = (everything(&*witness).await, mails(db).await);
        (faulty.strike)(n).await;
        let saved = deliver_for(store, 100).await;
        if !(faulty.struck)().await {
            saved.unwrap();
            return n - 1;
        }
        let said = format!("statement {n}: {saved:?}");
        let is_new = witness.list_stores().await.unwrap().iter().any(is_cheap);
        assert!(is_new || saved.is_err(), "{said}");
        assert_eq!(everything(&*witness).await == before, !is_new, "{said}");
        let saved = deliver_for(store, 100).await;
        saved.unwrap_or_else(|error| panic!("after {said}: {error}"));
        fan_out_all(store, day(1)).await;
        assert_eq!(self::mails(db).await - mails, 1, "after {said}");
        import(&*witness, "Other", Delta, &[("9", "a", 90_000)], day(0)).await;
    }
    panic!("a change of terms does not end");
}

/// Whichever statement of fanning out an event, or of recording how an attempt ended, is given up for another
/// transaction: it is done again, once. How many statements each had.
pub async fn what_a_worker_writes_is_done_again_when_it_is_given_up(
    db: &Database,
    faulty: &Faulty,
) -> [u32; 2] {
    let (store, witness) = (&*faulty.store, db.connect().await);
    let witness = &*witness;
    let owners = with_watches(witness, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(witness, tenant, "one").await;
    let (mut of_fan_out, mut of_record) = (None, None);
    for n in 1..ENDLESS {
        let at = day(i64::from(n) * 3);
        // the watch is armed again
        observe(witness, "Shop", &[ask("1", "a", 12_000)], at).await;
        let opened = fallen(witness, at).await;
        publish(witness, &opened, at).await.unwrap();
        (faulty.strike)(n).await;
        fan_out_all(store, at).await;
        if !(faulty.struck)().await {
            of_fan_out.get_or_insert(n - 1);
        }
        let leased = lease(witness, at, 9).await;
        assert_eq!(leased.len(), 1, "statement {n} of fan-out");
        let finished = finish(&leased[0], at, Verdict::Acknowledged);
        (faulty.strike)(n).await;
        let recorded = record(store, &[finished], at).await;
        if !(faulty.struck)().await {
            of_record.get_or_insert(n - 1);
        }
        assert_eq!(recorded, 1, "statement {n} of recording");
        let listed = deliveries(witness, tenant, None).await;
        assert_eq!(listed.len(), usize::try_from(n).unwrap());
        assert!(listed.iter().all(|one| standing(one).0 == "delivered"));
        if let (Some(fan_out), Some(record)) = (of_fan_out, of_record) {
            return [fan_out, record];
        }
    }
    panic!("a worker's writing does not end");
}

/// Clients create watches, save them again and change them. Once each of these was done a few times, none of their statements is
/// prepared anew: one that is holds back those that are sent with it. `prepared`: how many have been.
pub async fn what_changes_watches_is_prepared_once(
    db: &Database,
    store: &dyn StoreUnderTest,
    prepared: &(dyn Fn() -> u64 + Sync),
) {
    let witness = db.connect().await;
    let owners = with_watches(&*witness, &["w"]).await;
    let pause = WatchPatch {
        status: Some(WatchStatus::Paused),
        ..WatchPatch::default()
    };
    let mut of_round = Vec::new();
    for round in 0..8 {
        let before = prepared();
        let owner = WatchOwner {
            client: ClientId::parse(&format!("client-of-round-{round}")).unwrap(),
            tenant: owners[0].tenant,
        };
        let mut saved = wanted(&owner, "a", "100", day(1));
        saved.quota = Some(100);
        let created = save(store, &saved).await;
        let Outcome::Done(created) = created else {
            panic!("{created:?}");
        };
        saved.terms.store = Some(name("Shop"));
        assert!(matches!(save(store, &saved).await, Outcome::Done(_)));
        let showing = saved.showing;
        let changed = store.change(&owner, created.watch.id, &pause, showing);
        assert!(matches!(changed.await.unwrap(), Some(Ok(_))));
        of_round.push(prepared() - before);
    }
    assert!(of_round[0] > 10, "{of_round:?}");
    assert_eq!(of_round.last(), Some(&0), "{of_round:?}");
}

async fn deliver_for(store: &dyn StoreUnderTest, minor: i64) -> Result<Store, StoreError> {
    let terms = StoreTerms {
        delivery_cost: Some(amount(minor)),
        ..StoreTerms::default()
    };
    let change = StoreTermsChange(terms);
    store
        .save_store(&name("Shop"), &change, fresh(day(1)))
        .await
}

fn is_cheap(store: &Store) -> bool {
    store.terms.delivery_cost == Some(amount(100))
}

const HIGH: i64 = 10_000;
const LOW: i64 = 9_000;

/// A snapshot that is staged, in which the price has fallen below the watch's target.
async fn fallen(store: &dyn StoreUnderTest, at: OffsetDateTime) -> OpenedSnapshot {
    stage(store, "Shop", &[ask("1", "a", LOW)], at).await
}

async fn publish(
    store: &dyn StoreUnderTest,
    opened: &OpenedSnapshot,
    at: OffsetDateTime,
) -> Result<Published, StoreError> {
    let costs = amount(at.unix_timestamp() / 86_400);
    let summary = SnapshotSummary {
        delivery_rates: Some(vec![("Phones".to_owned(), costs, 5)]),
        ambiguous: vec![(gtin(5), u32::try_from(costs.minor()).unwrap())],
        published_at: at,
        ..summary()
    };
    store.publish(opened.no, &summary).await
}

async fn mails(db: &Database) -> usize {
    let rows = db.rows().await;
    rows.iter().filter(|row| row.starts_with("mails ")).count()
}
