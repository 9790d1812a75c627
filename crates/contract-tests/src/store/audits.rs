//! Cases of `WebhookStore`: what the audit keeps.

use domain::access::{Mode, Tenant};
use domain::webhook::audit::{Action, MAX_ENTRIES};
use ports_store::{AuditEntry, AuditTarget, WebhookCommand};
use time::Duration;
use uuid::Uuid;

use super::Database;
use super::fixtures::day;
use super::webhook_fixtures::{
    any_id, command, new_secret, queue, replay_command, subscribe, switch, tenant, test_command,
};

/// What the audit has of the steps of the case below, by their days, the newest first.
fn audited(
    id: Uuid,
    delivery: Uuid,
    rotation: Uuid,
) -> [(i64, Action, AuditTarget, &'static str); 8] {
    let webhook = AuditTarget::Webhook(id);
    [
        (2, Action::Test, webhook, "webhook_disabled"),
        (2, Action::Update, webhook, "succeeded"),
        (
            2,
            Action::CancelSecret,
            AuditTarget::Rotation(rotation),
            "rotation_not_pending",
        ),
        (
            2,
            Action::CancelSecret,
            AuditTarget::Rotation(rotation),
            "succeeded",
        ),
        (
            2,
            Action::PrepareSecret,
            AuditTarget::Rotation(rotation),
            "succeeded",
        ),
        (
            2,
            Action::Retry,
            AuditTarget::Delivery(delivery),
            "delivery_not_replayable",
        ),
        (1, Action::Test, webhook, "succeeded"),
        (0, Action::Create, webhook, "succeeded"),
    ]
}

/// The audit has what succeeded and what a state refused, the newest first, and nothing else.
pub async fn the_audit_has_what_succeeded_and_what_a_state_refused(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let delivery = queue(&*store, tenant, day(1), id).await;
    let rotation = any_id();
    let WebhookCommand::Test { event, payload, .. } = test_command(id) else {
        panic!()
    };
    let too_soon = WebhookCommand::Test {
        id,
        event,
        payload,
        interval: Duration::DAY * 2,
    };
    let steps = [
        switch(any_id(), true),
        too_soon,
        replay_command(delivery, day(1)),
        WebhookCommand::Prepare {
            id,
            rotation,
            secret: new_secret("new"),
        },
        WebhookCommand::Cancel { id, rotation },
        WebhookCommand::Cancel { id, rotation },
        switch(id, false),
        test_command(id),
    ];
    for (wanted, n) in steps.into_iter().zip(0..) {
        // done or refused
        drop(command(&*store, tenant, day(2) + Duration::seconds(n), wanted).await);
    }
    let entries = store.list_audit(tenant, 100).await.unwrap();
    let seen: Vec<_> = entries
        .iter()
        .map(|one| {
            (
                (one.at - day(0)).whole_days(),
                one.action,
                one.target.unwrap(),
                one.outcome.as_str(),
            )
        })
        .collect();
    assert_eq!(seen, audited(id, delivery, rotation));
    assert!(entries.iter().all(|one| one.actor == "akr_1"));
    assert_eq!(
        store.list_audit(tenant, 2).await.unwrap(),
        entries[..2].to_vec()
    );
}

/// The newest entries of each workspace and mode are kept, and no tenant sees those of another.
pub async fn the_audit_keeps_1000_entries_of_a_tenant(db: &Database) {
    let store = db.connect().await;
    let live = tenant(&*store, "w").await;
    let test = Tenant {
        mode: Mode::Test,
        ..live
    };
    let entry = |n: u32| AuditEntry {
        id: any_id(),
        at: day(0) + Duration::seconds(n.into()),
        action: Action::Create,
        actor: format!("akr_{n}"),
        target: None,
        outcome: "insufficient_scope".to_owned(),
    };
    store.insert_audit(test, &entry(7)).await.unwrap();
    for n in 0..MAX_ENTRIES + 3 {
        store.insert_audit(live, &entry(n)).await.unwrap();
    }
    let kept = store.list_audit(live, MAX_ENTRIES + 9).await.unwrap();
    assert_eq!(kept.len(), usize::try_from(MAX_ENTRIES).unwrap());
    let actors = (&kept[0].actor, &kept.last().unwrap().actor);
    assert_eq!(
        actors,
        (&format!("akr_{}", MAX_ENTRIES + 2), &"akr_3".to_owned())
    );
    assert_eq!(kept[0].target, None);
    assert_eq!(store.list_audit(test, 9).await.unwrap().len(), 1);
    let other = tenant(&*store, "v").await;
    assert!(store.list_audit(other, 9).await.unwrap().is_empty());
}
