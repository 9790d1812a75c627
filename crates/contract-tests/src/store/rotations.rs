//! Cases of `WebhookStore::apply`: replays of deliveries and rotations of secrets.

use std::sync::Arc;

use domain::webhook::delivery::{DeliveryError, MAX_REPLAYS, Verdict};
use domain::webhook::rotation::{RotationState, VALID};
use domain::webhook::subscription::RegistrationPatch;
use ports_store::{CommandEffect, CommandRefusal, Forgetting, SecretRotation, WebhookCommand};
use time::Duration;
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{TTL, day};
use super::webhook_fixtures::{
    any_id, attempt, command, deliveries, delivery, due, filter, found, lease, new_secret,
    next_due, price, queue, replay_command, sealed, second, standing, subscribe, switch, tenant,
    transient, with_watches,
};
use super::{Database, ROUNDS};

const PERMANENT: Verdict = Verdict::Permanent(DeliveryError::Http);

/// A failed delivery is replayed at once, in a new cycle and with its old ids, three times.
pub async fn a_failed_delivery_is_replayed_three_times(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let first = attempt(&*store, tenant, day(0), PERMANENT).await;
    let mut now = day(0);
    for round in 1..=MAX_REPLAYS {
        now += Duration::HOUR;
        let done = command(&*store, tenant, now, replay_command(first.id, now)).await;
        let Ok(CommandEffect::Queued {
            delivery: id,
            event,
        }) = done
        else {
            panic!("{done:?}")
        };
        assert_eq!((id, event), (first.id, first.event));
        let waiting = delivery(&*store, tenant, id).await;
        assert_eq!(standing(&waiting).0, "pending");
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
    let refused = command(&*store, tenant, now, replay_command(first.id, now)).await;
    assert_eq!(refused, Err(CommandRefusal::ReplayLimitReached));
    let listed = delivery(&*store, tenant, first.id).await;
    let numbers: Vec<u16> = listed.attempts.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
}

/// Only a failed delivery is replayed, to the destination it was queued for, and while that is switched on.
pub async fn what_cannot_be_replayed_is_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let good = queue(&*store, tenant, day(0), id).await;
    let replay = |id| command(&*store, tenant, day(0), replay_command(id, day(0)));
    assert_eq!(replay(good).await, Err(CommandRefusal::NotReplayable));
    lease(&*store, day(0), 1).await;
    assert_eq!(replay(good).await, Err(CommandRefusal::NotReplayable));
    let bad = queue(&*store, tenant, day(0), id).await;
    attempt(&*store, tenant, day(0), PERMANENT).await;
    assert_eq!(replay(any_id()).await, Err(CommandRefusal::NotFound));
    let set = |wanted| command(&*store, tenant, day(0), wanted);
    set(switch(id, false)).await.unwrap();
    assert_eq!(replay(bad).await, Err(CommandRefusal::Disabled));
    let events = Some(filter(&domain::webhook::EventKind::ALL));
    let refilter = WebhookCommand::Change {
        id,
        patch: RegistrationPatch {
            events,
            ..RegistrationPatch::default()
        },
    };
    set(refilter).await.unwrap();
    assert_eq!(replay(bad).await, Err(CommandRefusal::WebhookChanged));
    set(WebhookCommand::Remove { id }).await.unwrap();
    assert_eq!(replay(bad).await, Err(CommandRefusal::WebhookChanged));
}

/// A price is told again only as long as it is the current one.
pub async fn a_replay_needs_current_evidence(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant = owners[0].tenant;
    subscribe(&*store, tenant, "one").await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 1);
    let failed = attempt(&*store, tenant, day(1), PERMANENT).await.id;
    let replay = |now| command(&*store, tenant, now, replay_command(failed, now));
    let stale = day(1) + TTL;
    assert_eq!(replay(stale).await, Err(CommandRefusal::SourceNotCurrent));
    assert!(replay(day(2)).await.is_ok());
    attempt(&*store, tenant, day(2), PERMANENT).await;
    price(&*store, 8_900, day(3)).await;
    assert_eq!(replay(day(3)).await, Err(CommandRefusal::SourceNotCurrent));
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
        queue(&*store, tenant, now, id).await;
        let failed = attempt(&*store, tenant, now, PERMANENT).await.id;
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier) = (other.clone(), barrier.clone());
            async move {
                barrier.wait().await;
                command(&*other, tenant, now, replay_command(failed, now)).await
            }
        });
        barrier.wait().await;
        let one = command(&*store, tenant, now, replay_command(failed, now)).await;
        let both = [one, twin.await.unwrap()];
        assert!(
            both.contains(&Err(CommandRefusal::NotReplayable)),
            "{both:?}"
        );
        assert_eq!(both.iter().filter(|one| one.is_ok()).count(), 1);
        command(&*store, tenant, now, switch(id, true))
            .await
            .unwrap();
        attempt(&*store, tenant, now, Verdict::Acknowledged).await;
    }
}

fn prepare(id: Uuid, rotation: Uuid) -> WebhookCommand {
    WebhookCommand::Prepare {
        id,
        rotation,
        secret: new_secret("new"),
    }
}

/// A prepared secret signs from its activation on and not before.
pub async fn a_secret_signs_from_its_activation_on(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let rotation = any_id();
    for _ in 0..3 {
        queue(&*store, tenant, day(0), id).await;
    }
    let mut secrets = Vec::new();
    let old = sealed("secret of one");
    secrets.push(lease(&*store, day(0), 1).await[0].secret.clone());
    let prepared = command(&*store, tenant, day(0), prepare(id, rotation)).await;
    let expires_at = day(0) + VALID;
    let expected = |state| SecretRotation {
        subscription: id,
        id: rotation,
        state,
        expires_at,
    };
    let waits = expected(RotationState::Prepared { expires_at });
    assert_eq!(prepared, Ok(CommandEffect::Prepared(waits)));
    let shown = found(&*store, tenant, id).await.rotation.unwrap();
    assert_eq!((shown.id, shown.expires_at), (rotation, expires_at));
    let again = command(&*store, tenant, day(0), prepare(id, any_id())).await;
    assert_eq!(again, Err(CommandRefusal::RotationInProgress));
    secrets.push(lease(&*store, day(0), 1).await[0].secret.clone());
    let activate = WebhookCommand::Activate { id, rotation };
    let activated = command(&*store, tenant, second(1), activate.clone()).await;
    let signs = expected(RotationState::Activated);
    assert_eq!(activated, Ok(CommandEffect::Ended(signs)));
    secrets.push(lease(&*store, second(1), 1).await[0].secret.clone());
    assert_eq!(secrets, [old.clone(), old, sealed("new")]);
    assert_eq!(found(&*store, tenant, id).await.rotation, None);
    let left = store.list_sealed("other", None, 9).await.unwrap();
    assert_eq!(left.len(), 1, "the old one is erased");
    for late in [activate, WebhookCommand::Cancel { id, rotation }] {
        let refused = command(&*store, tenant, second(1), late).await;
        assert_eq!(refused, Err(CommandRefusal::RotationNotPending));
    }
}

/// A delivery is leased with the secret that is prepared, as long as it can be activated.
pub async fn a_prepared_secret_is_leased_while_it_can_be_activated(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let [id, other] = [
        subscribe(&*store, tenant, "one").await,
        subscribe(&*store, tenant, "two").await,
    ];
    let prepared = async |now| {
        queue(&*store, tenant, now, id).await;
        queue(&*store, tenant, now, other).await;
        let leased = lease(&*store, now, 2).await;
        assert_eq!(leased.len(), 2, "each once");
        let ended: Vec<_> = leased
            .iter()
            .map(|one| super::webhook_fixtures::finish(one, now, Verdict::Acknowledged))
            .collect();
        super::webhook_fixtures::record(&*store, &ended, now).await;
        let of = |id| leased.iter().find(|one| one.subscription == id).unwrap();
        assert_eq!(of(other).prepared, None);
        of(id).prepared.clone()
    };
    let set = |now, wanted| command(&*store, tenant, now, wanted);
    assert_eq!(prepared(day(0)).await, None);
    let [first, second, third] = [(); 3].map(|()| any_id());
    set(day(0), prepare(id, first)).await.unwrap();
    let just = day(0) + VALID - Duration::SECOND;
    assert_eq!(prepared(just).await, Some(sealed("new")));
    assert_eq!(prepared(day(0) + VALID).await, None, "it expired");
    set(day(2), prepare(id, second)).await.unwrap();
    assert_eq!(prepared(day(2)).await, Some(sealed("new")));
    let rotation = second;
    set(day(2), WebhookCommand::Cancel { id, rotation })
        .await
        .unwrap();
    assert_eq!(prepared(day(2)).await, None, "it was cancelled");
    set(day(3), prepare(id, third)).await.unwrap();
    let rotation = third;
    set(day(3), WebhookCommand::Activate { id, rotation })
        .await
        .unwrap();
    assert_eq!(prepared(day(3)).await, None, "it signs alone");
}

/// What was cancelled or has expired is not activated; then another one can be prepared.
pub async fn a_rotation_that_is_over_is_not_activated(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let [first, second, third, fourth] = [(); 4].map(|()| any_id());
    let set = |now, wanted| command(&*store, tenant, now, wanted);
    set(day(0), prepare(id, first)).await.unwrap();
    let cancelled = set(
        day(0),
        WebhookCommand::Cancel {
            id,
            rotation: first,
        },
    )
    .await;
    assert!(matches!(
        cancelled,
        Ok(CommandEffect::Ended(SecretRotation {
            state: RotationState::Cancelled,
            ..
        }))
    ));
    let activate = |rotation| WebhookCommand::Activate { id, rotation };
    let refused = set(day(0), activate(first)).await;
    assert_eq!(refused, Err(CommandRefusal::RotationNotPending));
    set(day(0), prepare(id, second)).await.unwrap();
    let end = day(0) + VALID;
    for wanted in [
        activate(second),
        WebhookCommand::Cancel {
            id,
            rotation: second,
        },
    ] {
        assert_eq!(set(end, wanted).await, Err(CommandRefusal::RotationExpired));
    }
    // one takes the place of the expired one
    set(end, prepare(id, third)).await.unwrap();
    let shown = found(&*store, tenant, id).await.rotation.unwrap();
    assert_eq!(shown.id, third);
    let refused = set(end, activate(second)).await;
    assert_eq!(refused, Err(CommandRefusal::RotationExpired));
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
    assert_eq!(
        refused,
        Err(CommandRefusal::RotationExpired),
        "it is erased"
    );
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
        queue(store, tenant, day(0), id).await;
        let rotation = any_id();
        command(store, tenant, day(0), prepare(id, rotation))
            .await
            .unwrap();
        let barrier = Arc::new(Barrier::new(3));
        let steps = [
            WebhookCommand::Activate { id, rotation },
            WebhookCommand::Cancel { id, rotation },
            WebhookCommand::Remove { id },
        ];
        let removes = round % 2 == 0;
        let racing = stores.iter().zip(steps).map(|(store, wanted)| {
            let (store, barrier) = (store.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                if matches!(wanted, WebhookCommand::Remove { .. }) && !removes {
                    return Err(CommandRefusal::NotFound);
                }
                command(&*store, tenant, day(0), wanted).await
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
            assert_eq!(ended[2], Ok(CommandEffect::Removed));
            assert_eq!(store.list_sealed("x", None, 99).await.unwrap(), []);
            continue;
        }
        assert!(won != [false, false], "round {round}: {ended:?}");
        let leased = lease(store, day(0), 9).await;
        let signs = if won[0] { "new" } else { "secret of one" };
        assert_eq!(leased[0].secret, sealed(signs), "round {round}");
        command(store, tenant, day(0), WebhookCommand::Remove { id })
            .await
            .unwrap();
    }
}

/// An endpoint's failures have nothing to do with its secret: a rotation leaves its health and what waits.
pub async fn a_rotation_leaves_all_else(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let failed = attempt(&*store, tenant, day(0), transient(DeliveryError::Tls)).await;
    let before = found(&*store, tenant, id).await;
    let rotation = any_id();
    for wanted in [
        prepare(id, rotation),
        WebhookCommand::Activate { id, rotation },
    ] {
        command(&*store, tenant, day(0), wanted).await.unwrap();
    }
    assert_eq!(found(&*store, tenant, id).await, before);
    let kept = delivery(&*store, tenant, failed.id).await;
    assert_eq!(standing(&kept), ("pending", Some(DeliveryError::Tls)));
    assert_eq!(next_due(&*store, day(0)).await, Some(due(&kept)));
}
