//! Cases of `WebhookStore::apply`: replays of deliveries and rotations of secrets.

use std::sync::Arc;

use domain::webhook::delivery::{DeliveryError, MAX_REPLAYS, Verdict};
use domain::webhook::rotation::VALID;
use ports_store::{Applied, Forgetting, Step, StepRefusal};
use time::Duration;
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, day};
use super::webhook_fixtures::{
    any_id, attempt, deliveries, delivery, due, filter, found, lease, next_due, price, queue,
    replay_step, sealed, second, standing, step, subscribe, switch, tenant, transient,
    with_watches,
};
use super::{Database, ROUNDS};

const PERMANENT: Verdict = Verdict::Permanent(DeliveryError::Http);

/// A failed delivery is replayed at once, in a new cycle and with its old ids, three times.
pub async fn a_failed_delivery_is_replayed_three_times(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, (tenant, day(0)), id).await;
    let first = attempt(&*store, (tenant, day(0)), PERMANENT).await;
    let mut now = day(0);
    for round in 1..=MAX_REPLAYS {
        now += Duration::HOUR;
        let done = step(&*store, (tenant, now), replay_step(first.id, now)).await;
        let Ok(Applied::Queued(waiting)) = done else {
            panic!("{done:?}")
        };
        assert_eq!((waiting.id, waiting.event), (first.id, first.event));
        assert_eq!(due(&waiting), now);
        let counts = waiting.delivery;
        assert_eq!((counts.attempts, counts.cycle), (round, 0));
        assert_eq!(counts.replays, round);
        assert_eq!(waiting.attempts.len(), usize::from(round));
        let leased = lease(&*store, now, 1).await;
        assert_eq!((leased[0].id, leased[0].attempt), (first.id, round + 1));
        let failed = super::webhook_fixtures::finish(&leased[0], now, PERMANENT);
        super::webhook_fixtures::record(&*store, &[failed], now).await;
    }
    now += Duration::HOUR;
    let refused = step(&*store, (tenant, now), replay_step(first.id, now)).await;
    assert_eq!(refused, Err(StepRefusal::ReplayLimitReached));
    let listed = delivery(&*store, tenant, first.id).await;
    let numbers: Vec<u16> = listed.attempts.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
}

/// Only a failed delivery is replayed, to the destination it was queued for, and while that is switched on.
pub async fn what_cannot_be_replayed_is_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let good = queue(&*store, (tenant, day(0)), id).await;
    let replay = |id| step(&*store, (tenant, day(0)), replay_step(id, day(0)));
    assert_eq!(replay(good).await, Err(StepRefusal::NotReplayable));
    lease(&*store, day(0), 1).await;
    assert_eq!(replay(good).await, Err(StepRefusal::NotReplayable));
    let bad = queue(&*store, (tenant, day(0)), id).await;
    attempt(&*store, (tenant, day(0)), PERMANENT).await;
    assert_eq!(replay(any_id()).await, Err(StepRefusal::NotFound));
    let set = |wanted| step(&*store, (tenant, day(0)), wanted);
    set(switch(id, false)).await.unwrap();
    assert_eq!(replay(bad).await, Err(StepRefusal::Disabled));
    let events = Some(filter(&domain::webhook::EventKind::ALL));
    let refilter = Step::Change {
        id,
        url: None,
        events,
        enabled: None,
    };
    set(refilter).await.unwrap();
    assert_eq!(replay(bad).await, Err(StepRefusal::WebhookChanged));
    set(Step::Remove { id }).await.unwrap();
    assert_eq!(replay(bad).await, Err(StepRefusal::WebhookChanged));
}

/// A price is told again only as long as it is the current one.
pub async fn a_replay_needs_current_evidence(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 1);
    let failed = attempt(&*store, (tenant, day(1)), PERMANENT).await.id;
    let replay = |now| step(&*store, (tenant, now), replay_step(failed, now));
    let stale = day(1) + TTL;
    assert_eq!(replay(stale).await, Err(StepRefusal::SourceNotCurrent));
    assert!(replay(day(2)).await.is_ok());
    attempt(&*store, (tenant, day(2)), PERMANENT).await;
    price(&*store, 8_900, day(3)).await;
    assert_eq!(replay(day(3)).await, Err(StepRefusal::SourceNotCurrent));
    let all = deliveries(&*store, tenant, None).await;
    assert_eq!(all.len(), 1, "a failed one has no successor");
}

/// Of two replays at once one is done.
pub async fn of_two_replays_at_once_one_is_done(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for round in 0..ROUNDS {
        let now = day(i64::try_from(round).unwrap());
        queue(&*store, (tenant, now), id).await;
        let failed = attempt(&*store, (tenant, now), PERMANENT).await.id;
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier) = (other.clone(), barrier.clone());
            async move {
                barrier.wait().await;
                step(&*other, (tenant, now), replay_step(failed, now)).await
            }
        });
        barrier.wait().await;
        let one = step(&*store, (tenant, now), replay_step(failed, now)).await;
        let both = [one, twin.await.unwrap()];
        assert!(both.contains(&Err(StepRefusal::NotReplayable)), "{both:?}");
        assert_eq!(both.iter().filter(|one| one.is_ok()).count(), 1);
        step(&*store, (tenant, now), switch(id, true))
            .await
            .unwrap();
        attempt(&*store, (tenant, now), Verdict::Acknowledged).await;
    }
}

fn prepare(id: Uuid, rotation: Uuid) -> Step {
    Step::Prepare {
        id,
        rotation,
        secret: sealed("new"),
    }
}

/// A prepared secret signs from its activation on and not before.
pub async fn a_secret_signs_from_its_activation_on(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let rotation = any_id();
    for _ in 0..3 {
        queue(&*store, (tenant, day(0)), id).await;
    }
    let mut secrets = Vec::new();
    let old = sealed("secret of one");
    secrets.push(lease(&*store, day(0), 1).await[0].secret.clone());
    let prepared = step(&*store, (tenant, day(0)), prepare(id, rotation)).await;
    let expires_at = day(0) + VALID;
    let expected = |state| Applied::Rotation {
        subscription: id,
        id: rotation,
        state,
        expires_at,
    };
    assert_eq!(prepared, Ok(expected("prepared")));
    let shown = found(&*store, tenant, id).await.rotation.unwrap();
    assert_eq!((shown.id, shown.expires_at), (rotation, expires_at));
    let again = step(&*store, (tenant, day(0)), prepare(id, any_id())).await;
    assert_eq!(again, Err(StepRefusal::RotationInProgress));
    secrets.push(lease(&*store, day(0), 1).await[0].secret.clone());
    let activate = Step::Activate { id, rotation };
    let activated = step(&*store, (tenant, second(1)), activate.clone()).await;
    assert_eq!(activated, Ok(expected("activated")));
    secrets.push(lease(&*store, second(1), 1).await[0].secret.clone());
    assert_eq!(secrets, [old.clone(), old, sealed("new")]);
    assert_eq!(found(&*store, tenant, id).await.rotation, None);
    let left = store.list_sealed("other", None, 9).await.unwrap();
    assert_eq!(left.len(), 1, "the old one is erased");
    for late in [activate, Step::Cancel { id, rotation }] {
        let refused = step(&*store, (tenant, second(1)), late).await;
        assert_eq!(refused, Err(StepRefusal::RotationNotPending));
    }
}

/// What was cancelled or has expired is not activated; then another one can be prepared.
pub async fn a_rotation_that_is_over_is_not_activated(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let [first, second, third, fourth] = [(); 4].map(|()| any_id());
    let set = |now, wanted| step(&*store, (tenant, now), wanted);
    set(day(0), prepare(id, first)).await.unwrap();
    let cancelled = set(
        day(0),
        Step::Cancel {
            id,
            rotation: first,
        },
    )
    .await;
    assert!(matches!(
        cancelled,
        Ok(Applied::Rotation {
            state: "cancelled",
            ..
        })
    ));
    let activate = |rotation| Step::Activate { id, rotation };
    let refused = set(day(0), activate(first)).await;
    assert_eq!(refused, Err(StepRefusal::RotationNotPending));
    set(day(0), prepare(id, second)).await.unwrap();
    let end = day(0) + VALID;
    for wanted in [
        activate(second),
        Step::Cancel {
            id,
            rotation: second,
        },
    ] {
        assert_eq!(set(end, wanted).await, Err(StepRefusal::RotationExpired));
    }
    // one takes the place of the expired one
    set(end, prepare(id, third)).await.unwrap();
    let shown = found(&*store, tenant, id).await.rotation.unwrap();
    assert_eq!(shown.id, third);
    let refused = set(end, activate(second)).await;
    assert_eq!(refused, Err(StepRefusal::RotationExpired));
    let before = Forgetting {
        now: end + VALID,
        deliveries: day(-9),
        audit: day(-9),
        answers: day(-9),
    };
    assert_eq!(store.list_sealed("x", None, 9).await.unwrap().len(), 2);
    assert!(!store.forget_old(&before).await.unwrap());
    assert_eq!(store.list_sealed("x", None, 9).await.unwrap().len(), 1);
    let refused = set(end, activate(third)).await;
    assert_eq!(refused, Err(StepRefusal::RotationExpired), "it is erased");
    assert_eq!(found(&*store, tenant, id).await.rotation, None);
    set(end, prepare(id, fourth)).await.unwrap();
    assert!(set(end, activate(fourth)).await.is_ok());
}

/// Of an activation, a cancellation and a removal at once one wins, and the secret is that of the winner.
pub async fn of_activation_cancellation_and_removal_one_wins(db: &Database) {
    let stores = [db.connect().await, db.connect().await, db.connect().await];
    let store = &*stores[0];
    let tenant = tenant(store, "w").await;
    for round in 0..ROUNDS {
        let id = subscribe(store, tenant, "one").await;
        queue(store, (tenant, day(0)), id).await;
        let rotation = any_id();
        step(store, (tenant, day(0)), prepare(id, rotation))
            .await
            .unwrap();
        let barrier = Arc::new(Barrier::new(3));
        let steps = [
            Step::Activate { id, rotation },
            Step::Cancel { id, rotation },
            Step::Remove { id },
        ];
        let removes = round % 2 == 0;
        let racing = stores.iter().zip(steps).map(|(store, wanted)| {
            let (store, barrier) = (store.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                if matches!(wanted, Step::Remove { .. }) && !removes {
                    return Err(StepRefusal::NotFound);
                }
                step(&*store, (tenant, day(0)), wanted).await
            })
        });
        let racing: Vec<_> = racing.collect();
        let mut ended = Vec::new();
        for one in racing {
            ended.push(one.await.unwrap());
        }
        let won = [ended[0].is_ok(), ended[1].is_ok()];
        assert!(won != [true, true], "round {round}: {ended:?}");
        if removes {
            assert_eq!(ended[2], Ok(Applied::Removed));
            assert_eq!(store.list_sealed("x", None, 99).await.unwrap(), []);
            continue;
        }
        assert!(won != [false, false], "round {round}: {ended:?}");
        let leased = lease(store, day(0), 9).await;
        let signs = if won[0] { "new" } else { "secret of one" };
        assert_eq!(leased[0].secret, sealed(signs), "round {round}");
        step(store, (tenant, day(0)), Step::Remove { id })
            .await
            .unwrap();
    }
}

/// An endpoint's failures have nothing to do with its secret: a rotation leaves its health and what waits.
pub async fn a_rotation_leaves_all_else(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, (tenant, day(0)), id).await;
    let failed = attempt(&*store, (tenant, day(0)), transient(DeliveryError::Tls)).await;
    let before = found(&*store, tenant, id).await;
    let rotation = any_id();
    for wanted in [prepare(id, rotation), Step::Activate { id, rotation }] {
        step(&*store, (tenant, day(0)), wanted).await.unwrap();
    }
    assert_eq!(found(&*store, tenant, id).await, before);
    let kept = delivery(&*store, tenant, failed.id).await;
    assert_eq!(standing(&kept), ("pending", Some(DeliveryError::Tls)));
    assert_eq!(next_due(&*store, day(0)).await, Some(due(&kept)));
}
