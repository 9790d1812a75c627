//! Cases of `WebhookStore`: subscriptions and what changes them.

use domain::access::{Mode, Tenant};
use domain::webhook::EventKind;
use domain::webhook::delivery::{DeliveryError, Verdict};
use domain::webhook::endpoint::Health;
use ports_store::{Applied, PageRequest, Step, StepRefusal, Subscription};
use time::Duration;
use uuid::Uuid;

use super::Database;
use super::fixtures::day;
use super::webhook_fixtures::{
    any_id, apply, attempt, deliveries, delivery, filter, finish, found, lease, new_subscription,
    of_watches, order, queue, record, sealed, second, standing, step, subscribe, switch, tenant,
    test_step, transient, url,
};

fn page(after: Option<i64>, limit: u32) -> PageRequest {
    PageRequest { after, limit }
}

/// What was registered is found as it was registered, switched on and healthy.
pub async fn a_subscription_is_found_as_it_was_registered(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let new = new_subscription("one", filter(&EventKind::ALL));
    let applied = step(&*store, (tenant, day(0)), Step::Create(new.clone())).await;
    let expected = Subscription {
        id: new.id,
        url: "https://one.example.com/hook?token=1".to_owned(),
        events: filter(&EventKind::ALL),
        enabled: true,
        health: Health::default(),
        incident: None,
        rotation: None,
        created_at: day(0),
        updated_at: day(0),
    };
    assert_eq!(
        applied,
        Ok(Applied::Subscription(Box::new(expected.clone())))
    );
    assert_eq!(found(&*store, tenant, new.id).await, expected);
    let listed = store.list_subscriptions(tenant, page(None, 5)).await;
    assert_eq!(listed.unwrap().items, [expected]);
}

/// Subscriptions of both modes count for the quota of their workspace, removed ones do not.
pub async fn a_workspace_has_no_more_subscriptions_than_its_quota(db: &Database) {
    let store = db.connect().await;
    let live = tenant(&*store, "w").await;
    let test = Tenant {
        mode: Mode::Test,
        ..live
    };
    let first = subscribe(&*store, live, "one").await;
    subscribe(&*store, test, "two").await;
    for tenant in [live, test] {
        let mut wanted = order(
            tenant,
            day(0),
            Step::Create(new_subscription("three", of_watches())),
        );
        wanted.quota = Some(2);
        let (outcome, _) = apply(&*store, &wanted, None).await;
        assert_eq!(
            outcome,
            ports_store::Outcome::Refused(StepRefusal::QuotaReached)
        );
    }
    let other = super::webhook_fixtures::tenant(&*store, "v").await;
    subscribe(&*store, other, "four").await;
    step(&*store, (live, day(0)), Step::Remove { id: first })
        .await
        .unwrap();
    let mut wanted = order(
        test,
        day(0),
        Step::Create(new_subscription("five", of_watches())),
    );
    wanted.quota = Some(2);
    let (outcome, applied) = apply(&*store, &wanted, None).await;
    assert!(applied.is_some(), "{outcome:?}");
}

fn preparation(id: Uuid, rotation: Uuid) -> Step {
    Step::Prepare {
        id,
        rotation,
        secret: sealed("new"),
    }
}

/// Steps with what a deployment that delivers nothing says to them.
fn without_delivery(
    id: Uuid,
    failed: Uuid,
    (incident, rotation): (Uuid, Uuid),
) -> Vec<(Step, Option<StepRefusal>)> {
    let changed = Step::Change {
        id,
        url: Some(url("https://two.example.com/")),
        events: None,
        enabled: Some(false),
    };
    let replay = |id| super::webhook_fixtures::replay_step(id, day(0));
    let unavailable = Some(StepRefusal::DeliveryUnavailable);
    let missing = Some(StepRefusal::NotFound);
    vec![
        (
            Step::Create(new_subscription("two", of_watches())),
            unavailable,
        ),
        (switch(id, true), unavailable),
        (switch(any_id(), true), missing),
        (test_step(id), unavailable),
        (test_step(any_id()), missing),
        (replay(failed), unavailable),
        (replay(any_id()), missing),
        (preparation(id, any_id()), unavailable),
        (preparation(any_id(), any_id()), missing),
        (Step::Activate { id, rotation }, unavailable),
        (
            Step::Activate {
                id,
                rotation: any_id(),
            },
            missing,
        ),
        (Step::Cancel { id, rotation }, None),
        (Step::Acknowledge { id, incident }, None),
        (changed, None),
        (Step::Remove { id }, None),
    ]
}

/// A deployment that delivers nothing refuses what needs delivery, once it was found; all else works.
pub async fn without_delivery_what_needs_it_is_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, (tenant, day(0)), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    let failed = attempt(&*store, (tenant, day(0)), permanent).await.id;
    let incident = found(&*store, tenant, id).await.incident.unwrap().id;
    let rotation = any_id();
    step(&*store, (tenant, day(0)), preparation(id, rotation))
        .await
        .unwrap();
    for (step, refusal) in without_delivery(id, failed, (incident, rotation)) {
        let mut wanted = order(tenant, day(0), step);
        wanted.deliverable = false;
        let (outcome, applied) = apply(&*store, &wanted, None).await;
        assert_eq!(applied.is_none(), refusal.is_some(), "{wanted:?}");
        if let Some(refusal) = refusal {
            assert_eq!(
                outcome,
                ports_store::Outcome::Refused(refusal),
                "{wanted:?}"
            );
        }
    }
}

/// Lists are the newest first, and their pages stay true while rows arrive.
pub async fn pages_neither_repeat_nor_skip_while_rows_arrive(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let mut subscriptions = Vec::new();
    let mut queued = Vec::new();
    for n in 0..7 {
        let id = subscribe(&*store, tenant, &format!("host{n}")).await;
        subscriptions.push(id);
        queued.push(queue(&*store, (tenant, day(0)), subscriptions[0]).await);
    }
    subscriptions.reverse();
    queued.reverse();
    let (mut ids, mut delivered) = (Vec::new(), Vec::new());
    let (mut next, mut next_delivery) = (None, None);
    let mut total = 7;
    loop {
        let listed = store.list_subscriptions(tenant, page(next, 3)).await;
        let listed = listed.unwrap();
        assert_eq!(listed.total, total);
        ids.extend(listed.items.iter().map(|one| one.id));
        let of_first = store
            .list_deliveries(
                tenant,
                subscriptions.last().copied(),
                page(next_delivery, 3),
            )
            .await
            .unwrap()
            .unwrap();
        let of_all = store
            .list_deliveries(tenant, None, page(next_delivery, 3))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(of_all, of_first);
        assert_eq!(of_all.total, total);
        delivered.extend(of_all.items.iter().map(|one| one.id));
        assert_eq!(listed.next.is_some(), of_all.next.is_some());
        (next, next_delivery) = (listed.next, of_all.next);
        if next.is_none() {
            break;
        }
        subscribe(&*store, tenant, "later").await;
        queue(&*store, (tenant, day(0)), *subscriptions.last().unwrap()).await;
        total += 1;
    }
    assert_eq!((ids, delivered), (subscriptions, queued));
    let whole = store.list_subscriptions(tenant, page(None, 9)).await;
    assert_eq!(whole.unwrap().next, None, "a full page may be the last one");
}

/// What belongs to another workspace or mode does not exist.
pub async fn webhooks_of_others_do_not_exist(db: &Database) {
    let store = db.connect().await;
    let owner = tenant(&*store, "w").await;
    let id = subscribe(&*store, owner, "one").await;
    queue(&*store, (owner, day(0)), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    let failed = attempt(&*store, (owner, day(0)), permanent).await;
    let incident = found(&*store, owner, id).await.incident.unwrap().id;
    let rotation = any_id();
    let prepare = Step::Prepare {
        id,
        rotation,
        secret: sealed("new"),
    };
    step(&*store, (owner, day(0)), prepare.clone())
        .await
        .unwrap();
    let other_mode = Tenant {
        mode: Mode::Test,
        ..owner
    };
    let other = tenant(&*store, "v").await;
    let theirs = subscribe(&*store, other, "two").await;
    for stranger in [other_mode, other] {
        assert_eq!(store.find_subscription(stranger, id).await.unwrap(), None);
        let found = store.find_delivery(stranger, failed.id).await.unwrap();
        assert_eq!(found, None);
        let listed = store.list_deliveries(stranger, Some(id), page(None, 9));
        assert_eq!(listed.await.unwrap(), None);
        assert!(deliveries(&*store, stranger, None).await.is_empty());
        for wanted in [
            switch(id, false),
            Step::Remove { id },
            test_step(id),
            super::webhook_fixtures::replay_step(failed.id, day(0)),
            Step::Acknowledge { id, incident },
            prepare.clone(),
            Step::Activate { id, rotation },
            Step::Cancel { id, rotation },
        ] {
            let refused = step(&*store, (stranger, day(0)), wanted.clone()).await;
            assert_eq!(refused, Err(StepRefusal::NotFound), "{wanted:?}");
        }
    }
    // nor does what belongs to another subscription of the same owner
    let id = theirs;
    for wanted in [
        Step::Acknowledge { id, incident },
        Step::Activate { id, rotation },
        Step::Cancel { id, rotation },
    ] {
        let refused = step(&*store, (other, day(0)), wanted).await;
        assert_eq!(refused, Err(StepRefusal::NotFound));
    }
}

/// The same values again change nothing but the instant of the change, which is later each time.
pub async fn the_same_values_again_change_nothing(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let waiting = queue(&*store, (tenant, day(0)), id).await;
    let before = found(&*store, tenant, id).await;
    let again = Step::Change {
        id,
        url: Some(url(&before.url)),
        events: Some(of_watches()),
        enabled: None,
    };
    for now in [day(0), day(0) - Duration::HOUR, day(0)] {
        let earlier = found(&*store, tenant, id).await.updated_at;
        step(&*store, (tenant, now), again.clone()).await.unwrap();
        let mut after = found(&*store, tenant, id).await;
        assert!(after.updated_at > earlier, "{now}");
        after.updated_at = before.updated_at;
        assert_eq!(after, before);
    }
    let kept = delivery(&*store, tenant, waiting).await;
    assert_eq!(standing(&kept), ("pending", None));
    assert_eq!(lease(&*store, day(0), 9).await.len(), 1, "it is still sent");
}

/// Another URL or another filter cancels what waits; what is being sent ends as it ends, but is not
/// tried again.
pub async fn another_url_or_filter_cancels_what_waits(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let changes = [
        (Some(url("https://two.example.com/")), None),
        (None, Some(filter(&EventKind::ALL))),
    ];
    for ((url, events), n) in changes.into_iter().zip(0..) {
        let now = second(n);
        for _ in 0..3 {
            queue(&*store, (tenant, now), id).await;
        }
        let sending = lease(&*store, now, 2).await;
        let wanted = Step::Change {
            id,
            url: url.clone(),
            events: events.clone(),
            enabled: None,
        };
        step(&*store, (tenant, now), wanted).await.unwrap();
        let waited = &deliveries(&*store, tenant, None).await[0];
        let cancelled = ("cancelled", Some(DeliveryError::SubscriptionChanged));
        assert_eq!(standing(waited), cancelled);
        assert!(lease(&*store, now, 9).await.is_empty());
        let ended = [
            finish(&sending[0], now, Verdict::Acknowledged),
            finish(&sending[1], now, transient(DeliveryError::Tls)),
        ];
        assert_eq!(record(&*store, &ended, now).await, 2);
        let good = delivery(&*store, tenant, sending[0].id).await;
        assert_eq!(standing(&good), ("delivered", None));
        let bad = delivery(&*store, tenant, sending[1].id).await;
        assert_eq!(standing(&bad), cancelled);
        assert_eq!(bad.attempts[0].error, Some(DeliveryError::Tls));
        let health = found(&*store, tenant, id).await.health;
        assert_eq!(health, Health::default(), "it says nothing of the new one");
        // what is queued from now on goes to the new destination
        queue(&*store, (tenant, now), id).await;
        let sent = attempt(&*store, (tenant, now), Verdict::Acknowledged).await;
        assert_eq!(standing(&sent), ("delivered", None));
    }
    let changed = found(&*store, tenant, id).await;
    assert_eq!(changed.url, "https://two.example.com/");
    assert_eq!(changed.events, filter(&EventKind::ALL));
}
