//! Cases of `WebhookStore`: subscriptions and what changes them.

use domain::access::{Mode, Tenant};
use domain::webhook::EventKind;
use domain::webhook::delivery::{DeliveryError, Verdict};
use domain::webhook::endpoint::Health;
use domain::webhook::subscription::RegistrationPatch;
use ports_store::{
    CommandContext, CommandEffect, CommandRefusal, Outcome, PageRequest, Subscription,
    WebhookCommand,
};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Database;
use super::fixtures::day;
use super::webhook_fixtures::{
    any_id, attempt, command, context, deliveries, delivery, filter, finish, found, lease,
    new_secret, new_subscription, of_watches, queue, record, second, standing, subscribe,
    subscribe_at, switch, tenant, test_command, transient, url,
};

fn page(after: Option<i64>, limit: u32) -> PageRequest {
    PageRequest { after, limit }
}

/// What was registered is found as it was registered, switched on and healthy.
pub async fn a_subscription_is_found_as_it_was_registered(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let new = new_subscription("one", filter(&EventKind::ALL));
    let applied = command(&*store, tenant, day(0), WebhookCommand::Create(new.clone())).await;
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
        Ok(CommandEffect::Registered(Box::new(expected.clone())))
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
    let limited = |tenant| CommandContext {
        quota: Some(2),
        ..context(tenant, day(0))
    };
    let first = subscribe(&*store, live, "one").await;
    subscribe(&*store, test, "two").await;
    for tenant in [live, test] {
        let creation = WebhookCommand::Create(new_subscription("three", of_watches()));
        let outcome = store.apply(&limited(tenant), &creation, None).await;
        assert_eq!(
            outcome.unwrap(),
            Outcome::Refused(CommandRefusal::QuotaReached)
        );
    }
    let other = super::webhook_fixtures::tenant(&*store, "v").await;
    subscribe(&*store, other, "four").await;
    command(&*store, live, day(0), WebhookCommand::Remove { id: first })
        .await
        .unwrap();
    let creation = WebhookCommand::Create(new_subscription("five", of_watches()));
    let outcome = store.apply(&limited(test), &creation, None).await.unwrap();
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

fn preparation(id: Uuid, rotation: Uuid) -> WebhookCommand {
    WebhookCommand::Prepare {
        id,
        rotation,
        secret: new_secret("new"),
    }
}

/// Commands with what a deployment that delivers nothing says to them.
fn without_delivery(
    id: Uuid,
    failed: Uuid,
    incident: Uuid,
    rotation: Uuid,
) -> Vec<(WebhookCommand, Option<CommandRefusal>)> {
    let changed = WebhookCommand::Change {
        id,
        patch: RegistrationPatch {
            url: Some(url("https://two.example.com/")),
            enabled: Some(false),
            ..RegistrationPatch::default()
        },
    };
    let replay = |id| super::webhook_fixtures::replay_command(id, day(0));
    let unavailable = Some(CommandRefusal::DeliveryUnavailable);
    let missing = Some(CommandRefusal::NotFound);
    vec![
        (
            WebhookCommand::Create(new_subscription("two", of_watches())),
            unavailable,
        ),
        (switch(id, true), unavailable),
        (switch(any_id(), true), missing),
        (test_command(id), unavailable),
        (test_command(any_id()), missing),
        (replay(failed), unavailable),
        (replay(any_id()), missing),
        (preparation(id, any_id()), unavailable),
        (preparation(any_id(), any_id()), missing),
        (WebhookCommand::Activate { id, rotation }, unavailable),
        (
            WebhookCommand::Activate {
                id,
                rotation: any_id(),
            },
            missing,
        ),
        (WebhookCommand::Cancel { id, rotation }, None),
        (WebhookCommand::Acknowledge { id, incident }, None),
        (changed, None),
        (WebhookCommand::Remove { id }, None),
    ]
}

/// A deployment that delivers nothing refuses what needs delivery, once it was found; all else works.
pub async fn without_delivery_what_needs_it_is_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    let failed = attempt(&*store, tenant, day(0), permanent).await.id;
    let incident = found(&*store, tenant, id).await.incident.unwrap().id;
    let rotation = any_id();
    command(&*store, tenant, day(0), preparation(id, rotation))
        .await
        .unwrap();
    let context = CommandContext {
        deliverable: false,
        ..context(tenant, day(0))
    };
    for (n, (wanted, refusal)) in (0..).zip(without_delivery(id, failed, incident, rotation)) {
        let context = CommandContext {
            entry: Uuid::from_u128(n),
            ..context.clone()
        };
        let outcome = store.apply(&context, &wanted, None).await.unwrap();
        match refusal {
            Some(refusal) => assert_eq!(outcome, Outcome::Refused(refusal), "{wanted:?}"),
            None => assert!(matches!(outcome, Outcome::Done(_)), "{wanted:?}"),
        }
    }
}

/// Where a page of another workspace ended is no place in one's own lists, though there are older rows.
pub async fn pages_do_not_go_on_from_rows_of_another_workspace(db: &Database) {
    let store = db.connect().await;
    let (ours, theirs) = (tenant(&*store, "w").await, tenant(&*store, "v").await);
    for (tenant, n) in [(ours, 0), (theirs, 5), (theirs, 4)] {
        let of = subscribe_at(&*store, tenant, &format!("host{n}"), second(n)).await;
        queue(&*store, tenant, second(n), of).await;
    }
    let subscriptions = store.list_subscriptions(theirs, page(None, 1)).await;
    let deliveries = store.list_deliveries(theirs, None, page(None, 1)).await;
    let next = subscriptions.unwrap().next.unwrap();
    let listed = store.list_subscriptions(ours, page(Some(next), 9)).await;
    assert_eq!(
        (listed.as_ref().unwrap().total, listed.unwrap().items.len()),
        (1, 0)
    );
    let next = deliveries.unwrap().unwrap().next.unwrap();
    let listed = store.list_deliveries(ours, None, page(Some(next), 9)).await;
    assert_eq!(listed.unwrap().unwrap().items, []);
}

/// Lists are the newest first, by when things happened, however their numbers were given and whatever was committed
/// first; and their pages stay true while rows arrive.
pub async fn pages_neither_repeat_nor_skip_while_rows_arrive(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let mut subscriptions = Vec::new();
    let mut queued = Vec::new();
    for n in 0..7 {
        // neither in the order of time nor in the other one
        let at = second(n * 3 % 7);
        subscriptions.push((
            at,
            subscribe_at(&*store, tenant, &format!("host{n}"), at).await,
        ));
        let (_, of) = subscriptions[0];
        queued.push((second(n), queue(&*store, tenant, second(n), of).await));
    }
    let first = subscriptions[0].1;
    let newest_first = |mut made: Vec<(OffsetDateTime, Uuid)>| {
        made.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        made.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    let (subscriptions, queued) = (newest_first(subscriptions), newest_first(queued));
    let (mut ids, mut delivered) = (Vec::new(), Vec::new());
    let (mut next, mut next_delivery) = (None, None);
    let mut total = 7;
    loop {
        let listed = store.list_subscriptions(tenant, page(next, 3)).await;
        let listed = listed.unwrap();
        assert_eq!(listed.total, total);
        ids.extend(listed.items.iter().map(|one| one.id));
        let of_first = store
            .list_deliveries(tenant, Some(first), page(next_delivery, 3))
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
        subscribe_at(&*store, tenant, "later", day(1)).await;
        queue(&*store, tenant, day(1), first).await;
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
    queue(&*store, owner, day(0), id).await;
    let permanent = Verdict::Permanent(DeliveryError::Http);
    let failed = attempt(&*store, owner, day(0), permanent).await;
    let incident = found(&*store, owner, id).await.incident.unwrap().id;
    let rotation = any_id();
    let prepare = WebhookCommand::Prepare {
        id,
        rotation,
        secret: new_secret("new"),
    };
    command(&*store, owner, day(0), prepare.clone())
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
            WebhookCommand::Remove { id },
            test_command(id),
            super::webhook_fixtures::replay_command(failed.id, day(0)),
            WebhookCommand::Acknowledge { id, incident },
            prepare.clone(),
            WebhookCommand::Activate { id, rotation },
            WebhookCommand::Cancel { id, rotation },
        ] {
            let refused = command(&*store, stranger, day(0), wanted.clone()).await;
            assert_eq!(refused, Err(CommandRefusal::NotFound), "{wanted:?}");
        }
    }
    // nor does what belongs to another subscription of the same owner
    let id = theirs;
    for wanted in [
        WebhookCommand::Acknowledge { id, incident },
        WebhookCommand::Activate { id, rotation },
        WebhookCommand::Cancel { id, rotation },
    ] {
        let refused = command(&*store, other, day(0), wanted).await;
        assert_eq!(refused, Err(CommandRefusal::NotFound));
    }
}

/// The same values again change nothing but the instant of the change, which is later each time.
pub async fn the_same_values_again_change_nothing(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let waiting = queue(&*store, tenant, day(0), id).await;
    let before = found(&*store, tenant, id).await;
    let again = WebhookCommand::Change {
        id,
        patch: RegistrationPatch {
            url: Some(url(&before.url)),
            events: Some(of_watches()),
            ..RegistrationPatch::default()
        },
    };
    for now in [day(0), day(0) - Duration::HOUR, day(0)] {
        let earlier = found(&*store, tenant, id).await.updated_at;
        command(&*store, tenant, now, again.clone()).await.unwrap();
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
            queue(&*store, tenant, now, id).await;
        }
        let sending = lease(&*store, now, 2).await;
        let wanted = WebhookCommand::Change {
            id,
            patch: RegistrationPatch {
                url: url.clone(),
                events: events.clone(),
                ..RegistrationPatch::default()
            },
        };
        command(&*store, tenant, now, wanted).await.unwrap();
        let listed = deliveries(&*store, tenant, None).await;
        let waited = listed[..3]
            .iter()
            .find(|one| one.attempts.is_empty() && standing(one).0 != "sending");
        let waited = waited.unwrap();
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
        queue(&*store, tenant, now, id).await;
        let sent = attempt(&*store, tenant, now, Verdict::Acknowledged).await;
        assert_eq!(standing(&sent), ("delivered", None));
    }
    let changed = found(&*store, tenant, id).await;
    assert_eq!(changed.url, "https://two.example.com/");
    assert_eq!(changed.events, filter(&EventKind::ALL));
}
