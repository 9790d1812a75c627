//! Cases of `DeliveryStore::forget_old` and of `SecretStore`.

use domain::access::{Mode, Tenant};
use domain::secret::{ACTOR_PEPPER, of_answer, of_subscription};
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{CommandRefusal, Forgetting, Outcome, SecretRef, WebhookCommand};
use time::OffsetDateTime;
use uuid::Uuid;

use super::fixtures::day;
use super::webhook_fixtures::{
    any_id, attempt, claim, command, context, deliveries, delivery, finish, lease, new_secret,
    new_subscription, next_due, of_watches, queue, record, recounted, replay_command, sealed,
    standing, subscribe, tenant, transient,
};
use super::{Database, ROUNDS, StoreUnderTest};

fn before(now: OffsetDateTime, deliveries: i64, audit: i64) -> Forgetting {
    Forgetting {
        now,
        deliveries: day(deliveries),
        audit: day(audit),
        answers: day(-99),
    }
}

async fn forget(store: &dyn StoreUnderTest, before: &Forgetting) {
    for _ in 0..100 {
        if !store.forget_old(before).await.unwrap() {
            return;
        }
    }
    panic!("there is always more");
}

/// Deliveries that ended are forgotten with their attempts; what waited for too long is cancelled first.
pub async fn old_deliveries_are_forgotten(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for n in 0..2 {
        queue(&*store, tenant, day(n), id).await;
        attempt(&*store, tenant, day(n), Verdict::Acknowledged).await;
    }
    let waiting = queue(&*store, tenant, day(2), id).await;
    forget(&*store, &before(day(3), 0, -99)).await;
    assert_eq!(deliveries(&*store, tenant, None).await.len(), 2);
    forget(&*store, &before(day(3), 1, -99)).await;
    let left = deliveries(&*store, tenant, None).await;
    assert_eq!(left.len(), 1);
    assert_eq!(standing(&left[0]), ("pending", None));
    assert_eq!(left[0].id, waiting);
    lease(&*store, day(2), 9).await;
    let other = queue(&*store, tenant, day(2), id).await;
    let first = before(day(9), 2, -99);
    store.forget_old(&first).await.unwrap();
    let left = deliveries(&*store, tenant, None).await;
    let expired = ("cancelled", Some(DeliveryError::Expired));
    if let Some(cancelled) = left.iter().find(|one| one.id == other) {
        assert_eq!(standing(cancelled), expired);
    }
    forget(&*store, &first).await;
    let left = deliveries(&*store, tenant, None).await;
    assert_eq!(left.len(), 1, "what is being sent ends first");
    assert_eq!(
        standing(&delivery(&*store, tenant, waiting).await).0,
        "sending"
    );
}

/// What is forgotten is counted no more, and what many transactions noted is added up.
pub async fn what_is_forgotten_is_not_counted(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for n in 0..120 {
        let ended = [
            Verdict::Acknowledged,
            Verdict::Permanent(DeliveryError::Http),
            transient(DeliveryError::Timeout),
        ];
        queue(&*store, tenant, day(n / 40), id).await;
        let leased = lease(&*store, day(3), 1).await;
        for (one, verdict) in leased
            .iter()
            .zip(ended.into_iter().cycle().skip(usize::try_from(n).unwrap()))
        {
            let mut finished = finish(one, day(3), verdict);
            finished.started_at = finished.finished_at - time::Duration::milliseconds(7 * n);
            record(&*store, &[finished], day(3)).await;
        }
    }
    for until in [-1, 0, 1, 2] {
        forget(&*store, &before(day(3), until, -99)).await;
        let left = deliveries(&*store, tenant, None).await;
        let summary = store.summarize(tenant).await.unwrap();
        assert_eq!(summary, recounted(&left, &summary), "until {until}");
    }
    assert!(deliveries(&*store, tenant, None).await.len() < 120);
}

/// A delivery that is replayed while it would be forgotten is forgotten before or after that, and nothing of it is left
/// where deliveries wait.
pub async fn a_delivery_that_is_replayed_is_not_forgotten(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    let tenant = tenant(&*store, "w").await;
    for round in 0..ROUNDS {
        let id = subscribe(&*store, tenant, &format!("host-{round}")).await;
        let failed = queue(&*store, tenant, day(0), id).await;
        let refused = Verdict::Permanent(DeliveryError::Http);
        attempt(&*store, tenant, day(0), refused).await;
        let forgotten = before(day(1), 0, -99);
        let (replayed, forgot) = tokio::join!(
            command(&*store, tenant, day(1), replay_command(failed, day(1))),
            other.forget_old(&forgotten),
        );
        forgot.unwrap();
        if let Err(refusal) = replayed {
            assert_eq!(refusal, CommandRefusal::NotFound, "round {round}");
        }
        for one in lease(&*store, day(1), 9).await {
            let done = finish(&one, day(1), Verdict::Acknowledged);
            record(&*store, &[done], day(1)).await;
        }
        assert_eq!(next_due(&*store, day(1)).await, None, "round {round}");
        forget(&*store, &before(day(1), 0, -99)).await;
        assert!(deliveries(&*store, tenant, None).await.is_empty());
    }
}

/// Many are forgotten in small batches.
pub async fn deliveries_are_forgotten_in_small_batches(db: &Database) {
    const ALL: usize = 620;
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for _ in 0..ALL {
        queue(&*store, tenant, day(0), id).await;
    }
    let before = before(day(9), 1, -99);
    let mut left = ALL;
    let mut rounds = 0;
    while store.forget_old(&before).await.unwrap() {
        let now = deliveries(&*store, tenant, None).await.len();
        assert!(now + 500 >= left, "a batch of {}", left - now);
        left = now;
        rounds += 1;
    }
    assert!(rounds > 1);
    assert!(deliveries(&*store, tenant, None).await.is_empty());
}

/// The audit and what is resolved are forgotten later; a removed subscription vanishes when nothing refers
/// to it any more.
pub async fn what_is_over_is_forgotten(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    attempt(&*store, tenant, day(0), permanent).await;
    let rotation = any_id();
    let secret = new_secret("new");
    let prepare = WebhookCommand::Prepare {
        id,
        rotation,
        secret,
    };
    command(&*store, tenant, day(1), prepare).await.unwrap();
    command(&*store, tenant, day(1), WebhookCommand::Remove { id })
        .await
        .unwrap();
    forget(&*store, &before(day(2), -1, 0)).await;
    let audit = store.list_audit(tenant, 99).await.unwrap();
    assert_eq!(audit.len(), 2, "{audit:?}");
    forget(&*store, &before(day(2), 2, 0)).await;
    assert!(deliveries(&*store, tenant, None).await.is_empty());
    forget(&*store, &before(day(2), 3, 3)).await;
    assert!(store.list_audit(tenant, 99).await.unwrap().is_empty());
    // its id is free again
    let mut new = new_subscription("one", of_watches());
    new.id = id;
    command(&*store, tenant, day(3), WebhookCommand::Create(new))
        .await
        .unwrap();
}

/// Secrets of every kind; what they are bound to, in the order of their references, and the rotation.
async fn with_secrets(store: &dyn StoreUnderTest) -> ([String; 6], Uuid) {
    let live = tenant(store, "w").await;
    let test = Tenant {
        mode: Mode::Test,
        ..live
    };
    let first = subscribe(store, live, "one").await;
    let second = subscribe(store, live, "two").await;
    let rotation = any_id();
    let prepare = WebhookCommand::Prepare {
        id: second,
        rotation,
        secret: new_secret("new"),
    };
    command(store, live, day(0), prepare).await.unwrap();
    let third = new_subscription("three", of_watches());
    let creation = WebhookCommand::Create(third.clone());
    let key = claim(test, "key", 1, day(0));
    let context = context(test, day(0));
    let done = store.apply(&context, &creation, Some(&key)).await;
    assert!(matches!(done, Ok(Outcome::Done(_))));
    store.claim_pepper(&sealed("pepper")).await.unwrap();
    let bound = [
        of_subscription(first),
        of_subscription(second),
        of_subscription(third.id),
        of_subscription(second),
        of_answer(test, "key"),
        ACTOR_PEPPER.to_owned(),
    ];
    (bound, rotation)
}

/// All secrets that another key sealed are listed in one order and in pages, and each is sealed anew unless
/// it changed meanwhile.
pub async fn secrets_are_listed_and_sealed_anew(db: &Database) {
    let store = db.connect().await;
    let (expected, rotation) = with_secrets(&*store).await;
    let all = store.list_sealed("k2", None, 99).await.unwrap();
    let mut bound: Vec<&str> = all.iter().map(|one| one.bound_to.as_str()).collect();
    let mut expected = expected;
    // subscriptions come in the order of their numbers, which is any
    bound[..3].sort_unstable();
    expected[..3].sort_unstable();
    assert_eq!(bound, expected);
    assert_eq!(all[3].which, SecretRef::Rotation(rotation));
    assert_eq!(all[3].sealed, sealed("new"));
    let mut paged = Vec::new();
    while let Some(some) = Some(
        store
            .list_sealed(
                "k2",
                paged
                    .last()
                    .map(|one: &ports_store::SealedSecret| one.which.clone()),
                2,
            )
            .await
            .unwrap(),
    )
    .filter(|some| !some.is_empty())
    {
        assert!(some.len() <= 2);
        paged.extend(some);
    }
    assert_eq!(paged, all);
    assert_eq!(store.list_sealed("k1", None, 9).await.unwrap(), []);
    for (one, n) in all.iter().zip(0..) {
        let mut with = sealed(&format!("anew {n}"));
        "k2".clone_into(&mut with.key_id);
        assert!(store.reseal(one, &with).await.unwrap());
        assert!(!store.reseal(one, &with).await.unwrap(), "it has changed");
    }
    assert_eq!(store.list_sealed("k2", None, 9).await.unwrap(), []);
    let anew = store.list_sealed("k1", None, 99).await.unwrap();
    let bytes: Vec<Vec<u8>> = anew.into_iter().map(|one| one.sealed.bytes).collect();
    let expected = (0..6).map(|n| format!("anew {n}").into_bytes());
    assert_eq!(bytes, expected.collect::<Vec<_>>());
}

/// The first pepper stays.
pub async fn the_first_pepper_stays(db: &Database) {
    let store = db.connect().await;
    let racing: Vec<_> = (0..ROUNDS)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let fresh = sealed(&format!("pepper {n}"));
                store.claim_pepper(&fresh).await.unwrap()
            })
        })
        .collect();
    let mut all = Vec::new();
    for one in racing {
        all.push(one.await.unwrap());
    }
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    assert_eq!(store.claim_pepper(&sealed("late")).await.unwrap(), all[0]);
}
