//! Cases of `WebhookStore::apply`: once for a key, what the audit has of it, and tests.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::access::{Mode, Tenant};
use domain::webhook::delivery::{DeliveryError, Verdict};
use domain::webhook::replays::ReplayRange;
use ports_store::{
    CommandEffect, CommandOutcome, CommandRefusal, Forgetting, IdempotencyClaim, Outcome,
    SECRET_KEPT, WebhookCommand,
};
use time::Duration;
use tokio::sync::Barrier;
use uuid::Uuid;

use super::fixtures::{day, fresh};
use super::webhook_fixtures::{
    any_id, attempt, claim, command, context, deliveries, delivery, found, lease, new_secret,
    new_subscription, of_watches, policy, queue, replay_command, sealed, standing, subscribe,
    subscribe_at, switch, tenant, test_command,
};
use super::{Database, ROUNDS, StoreUnderTest};

fn creation() -> WebhookCommand {
    WebhookCommand::Create(new_subscription("one", of_watches()))
}

/// Does what is commanded on the first day, under a key.
async fn keyed(
    store: &dyn StoreUnderTest,
    command: &WebhookCommand,
    claim: &IdempotencyClaim,
) -> Outcome<CommandOutcome, CommandRefusal> {
    let context = context(claim.tenant, day(0));
    store.apply(&context, command, Some(claim)).await.unwrap()
}

/// A step with a key is done once; the key answers again for its own request only.
pub async fn a_command_with_a_key_is_done_once(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let first = claim(tenant, "key", 1, day(0));
    let done = keyed(&*store, &creation(), &first).await;
    let Outcome::Done(outcome) = done else {
        panic!("{done:?}")
    };
    let again = keyed(&*store, &creation(), &first).await;
    assert_eq!(again, Outcome::Replayed(outcome));
    let mut other_key = first.clone();
    "key_2".clone_into(&mut other_key.api_key);
    for wrong in [claim(tenant, "key", 2, day(0)), other_key] {
        let refused = keyed(&*store, &creation(), &wrong).await;
        assert_eq!(refused, Outcome::KeyReused);
    }
    let other_mode = Tenant {
        mode: Mode::Test,
        ..tenant
    };
    for elsewhere in [
        other_mode,
        super::webhook_fixtures::tenant(&*store, "v").await,
    ] {
        let same = claim(elsewhere, "key", 2, day(0));
        let done = keyed(&*store, &creation(), &same).await;
        assert!(matches!(done, Outcome::Done(_)), "{done:?}");
    }
    let audit = store.list_audit(tenant, 9).await.unwrap();
    assert_eq!(audit.len(), 1, "what was not done is not in the audit");
}

/// Replays what failed on the first day.
fn replay_all(id: Uuid) -> WebhookCommand {
    WebhookCommand::ReplayRange {
        id,
        range: ReplayRange::new(day(-1), day(1)).unwrap(),
        after: None,
        freshness: fresh(day(0)),
    }
}

/// Whatever was done, and whatever became of it since: the key gives the outcome of then.
pub async fn every_outcome_is_replayed_as_it_was(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let new = new_subscription("one", of_watches());
    let id = new.id;
    let (first, second) = (any_id(), any_id());
    let secret = new_secret("new");
    let prepare = |rotation| WebhookCommand::Prepare {
        id,
        rotation,
        secret: secret.clone(),
    };
    let mut commands = vec![
        WebhookCommand::Create(new),
        prepare(first),
        WebhookCommand::Cancel {
            id,
            rotation: first,
        },
        prepare(second),
        test_command(id),
    ];
    let mut done = Vec::new();
    let mut n = 0;
    while let Some(command) = commands.get(n) {
        let key = claim(tenant, &format!("key {n}"), 1, day(0));
        let outcome = keyed(&*store, command, &key).await;
        let Outcome::Done(outcome) = outcome else {
            panic!("{command:?}: {outcome:?}")
        };
        n += 1;
        if let CommandEffect::Queued { delivery, .. } = outcome.effect
            && n == commands.len()
        {
            let permanent = Verdict::Permanent(DeliveryError::Http);
            attempt(&*store, tenant, day(0), permanent).await;
            let incident = found(&*store, tenant, id).await.incident.unwrap().id;
            commands.extend([
                // shows the incident, a cooldown and the rotation
                switch(id, false),
                WebhookCommand::Acknowledge { id, incident },
                WebhookCommand::Activate {
                    id,
                    rotation: second,
                },
                switch(id, true),
                replay_command(delivery, day(0)),
                replay_all(id),
                WebhookCommand::Remove { id },
            ]);
        }
        done.push((key, outcome));
    }
    for ((key, outcome), command) in done.into_iter().zip(&commands) {
        let again = keyed(&*store, command, &key).await;
        assert_eq!(again, Outcome::Replayed(outcome), "{command:?}");
    }
}

/// A remembered answer has its secret for a day, whether or not it was erased already.
pub async fn a_replayed_answer_has_its_secret_for_a_day(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let at = |at| claim(tenant, "key", 1, at);
    keyed(&*store, &creation(), &at(day(0))).await;
    let just = day(0) + SECRET_KEPT - Duration::MICROSECOND;
    for (now, is_there) in [(just, true), (day(0) + SECRET_KEPT, false)] {
        let again = keyed(&*store, &creation(), &at(now)).await;
        let Outcome::Replayed(outcome) = again else {
            panic!("{again:?}")
        };
        let shown = is_there.then(|| sealed("secret of one, shown"));
        assert_eq!(outcome.secret, shown, "{now}");
        assert_eq!(outcome.at, day(0));
    }
    let before = Forgetting {
        now: day(0),
        deliveries: day(-9),
        audit: day(-9),
        answers: day(0),
    };
    assert!(!store.forget_old(&before).await.unwrap());
    let again = keyed(&*store, &creation(), &at(day(0))).await;
    let Outcome::Replayed(outcome) = again else {
        panic!("{again:?}")
    };
    assert_eq!(outcome.secret, None, "it was erased");
}

/// What is refused leaves its key unused.
pub async fn a_refused_command_leaves_its_key_unused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    command(&*store, tenant, day(0), switch(id, false))
        .await
        .unwrap();
    let key = claim(tenant, "key", 1, day(0));
    let refused = keyed(&*store, &test_command(id), &key).await;
    assert_eq!(refused, Outcome::Refused(CommandRefusal::Disabled));
    command(&*store, tenant, day(0), switch(id, true))
        .await
        .unwrap();
    let other = claim(tenant, "key", 2, day(0));
    let done = keyed(&*store, &test_command(id), &other).await;
    assert!(matches!(done, Outcome::Done(_)), "{done:?}");
}

/// Of requests with one key at once one takes effect, and the others get its answer.
pub async fn of_commands_with_one_key_at_once_one_is_done(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    for round in 0..ROUNDS {
        let key = claim(tenant, &format!("key {round}"), 1, day(0));
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier, key) = (other.clone(), barrier.clone(), key.clone());
            async move {
                barrier.wait().await;
                keyed(&*other, &creation(), &key).await
            }
        });
        barrier.wait().await;
        let one = keyed(&*store, &creation(), &key).await;
        let (done, replayed) = match (one, twin.await.unwrap()) {
            (Outcome::Done(done), Outcome::Replayed(replayed))
            | (Outcome::Replayed(replayed), Outcome::Done(done)) => (done, replayed),
            other => panic!("round {round}: {other:?}"),
        };
        assert_eq!(done, replayed);
    }
    let audit = store.list_audit(tenant, 100).await.unwrap();
    assert_eq!(audit.len(), ROUNDS);
}

/// One test in an interval is accepted. It goes out whatever the filter asks for, byte for byte.
pub async fn a_test_is_accepted_once_in_an_interval(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let interval = Duration::MINUTE;
    let test = |event, now| {
        let payload = format!("{{\"id\":\"{event}\"}}");
        let wanted = WebhookCommand::Test {
            id,
            event,
            payload,
            interval,
        };
        let store = store.clone();
        async move { command(&*store, tenant, now, wanted).await }
    };
    let event = any_id();
    let Ok(CommandEffect::Queued {
        delivery: queued,
        event: of,
    }) = test(event, day(0)).await
    else {
        panic!()
    };
    let listed = delivery(&*store, tenant, queued).await;
    assert_eq!(of, event);
    assert_eq!((listed.event, listed.subscription), (event, id));
    assert_eq!(standing(&listed), ("pending", None));
    assert_eq!((listed.created_at, listed.attempts.len()), (day(0), 0));
    let leased = lease(&*store, day(0), 9).await;
    assert_eq!(leased.len(), 1);
    assert_eq!((leased[0].id, leased[0].event), (listed.id, event));
    assert_eq!(leased[0].payload, format!("{{\"id\":\"{event}\"}}"));
    assert_eq!(leased[0].url, "https://one.example.com/hook?token=1");
    assert_eq!(leased[0].secret, sealed("secret of one"));
    let again_at = day(0) + interval;
    for now in [day(0), again_at - Duration::MICROSECOND] {
        let refused = test(any_id(), now).await;
        assert_eq!(refused, Err(CommandRefusal::TestedRecently { again_at }));
    }
    assert!(test(any_id(), again_at).await.is_ok());
    assert_eq!(deliveries(&*store, tenant, Some(id)).await.len(), 2);
}

/// Of two tests at once one is accepted.
pub async fn of_two_tests_at_once_one_is_accepted(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for round in 0..ROUNDS {
        let now = day(i64::try_from(round).unwrap());
        let wanted = move || {
            let WebhookCommand::Test { event, payload, .. } = test_command(id) else {
                panic!()
            };
            WebhookCommand::Test {
                id,
                event,
                payload,
                interval: Duration::HOUR,
            }
        };
        let key = |n| claim(tenant, &format!("key {n} {round}"), 1, now);
        let barrier = Arc::new(Barrier::new(2));
        let twin = tokio::spawn({
            let (other, barrier, key) = (other.clone(), barrier.clone(), key(1));
            async move {
                barrier.wait().await;
                let context = context(tenant, now);
                other.apply(&context, &wanted(), Some(&key)).await.unwrap()
            }
        });
        barrier.wait().await;
        let context = context(tenant, now);
        let one = store.apply(&context, &wanted(), Some(&key(2))).await;
        let one = one.unwrap();
        let again_at = now + Duration::HOUR;
        let refused = Outcome::Refused(CommandRefusal::TestedRecently { again_at });
        let both = [one, twin.await.unwrap()];
        let accepted = both.iter().filter(|one| matches!(one, Outcome::Done(_)));
        assert_eq!(accepted.count(), 1, "round {round}: {both:?}");
        assert!(both.contains(&refused));
    }
    let events = deliveries(&*store, tenant, None).await;
    let events: BTreeSet<_> = events.iter().map(|one| one.event).collect();
    assert_eq!(events.len(), ROUNDS);
}

/// Acknowledging stops the reminders of an incident, once; it is no error to do it again.
pub async fn an_incident_is_acknowledged(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    attempt(&*store, tenant, day(0), permanent).await;
    let opened = found(&*store, tenant, id).await.incident.unwrap();
    assert_eq!(opened.incident.state.code(), "open");
    for now in [day(1), day(2)] {
        let wanted = WebhookCommand::Acknowledge {
            id,
            incident: opened.id,
        };
        let done = command(&*store, tenant, now, wanted).await;
        let Ok(CommandEffect::Acknowledged {
            subscription,
            named,
        }) = done
        else {
            panic!("{done:?}")
        };
        assert_eq!((subscription, named.id), (id, opened.id));
        assert_eq!(
            named.incident,
            opened.incident.acknowledge(day(1)),
            "the first time counts"
        );
        assert_eq!(found(&*store, tenant, id).await.incident, Some(named));
    }
}

/// An incident is acknowledged while the workspace is reminded of it: the reminder is counted or does not come.
pub async fn an_acknowledgement_forgets_no_reminder(db: &Database) {
    let store = db.connect().await;
    let other = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    for round in 0..ROUNDS {
        let now = day(i64::try_from(round).unwrap());
        let id = subscribe_at(&*store, tenant, &format!("number{round}"), now).await;
        queue(&*store, tenant, now, id).await;
        let permanent = Verdict::Permanent(DeliveryError::Http);
        attempt(&*store, tenant, now, permanent).await;
        let incident = found(&*store, tenant, id).await.incident.unwrap().id;
        let now = now + policy().reminder;
        let barrier = Arc::new(Barrier::new(2));
        let reminding = tokio::spawn({
            let (other, barrier) = (other.clone(), barrier.clone());
            async move {
                barrier.wait().await;
                other.keep(now, &policy()).await.unwrap().reminded
            }
        });
        barrier.wait().await;
        let wanted = WebhookCommand::Acknowledge { id, incident };
        let done = command(&*store, tenant, now, wanted).await.unwrap();
        let reminded = reminding.await.unwrap();
        let CommandEffect::Acknowledged { named, .. } = done else {
            panic!("{done:?}")
        };
        assert_eq!(u64::from(named.incident.reminders), reminded, "{round}");
        assert_eq!(found(&*store, tenant, id).await.incident, Some(named));
    }
}
