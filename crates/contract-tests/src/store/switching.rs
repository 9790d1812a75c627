//! Cases of `WebhookStore::apply`: subscriptions that are switched on and off, and removed.

use domain::access::Tenant;
use domain::webhook::delivery::{DeliveryError, Verdict};
use domain::webhook::endpoint::Health;
use domain::webhook::subscription::RegistrationPatch;
use ports_store::{CommandEffect, CommandRefusal, PageRequest, SecretRef, WebhookCommand};
use uuid::Uuid;

use super::fixtures::day;
use super::webhook_fixtures::{
    any_id, attempt, command, deliveries, delivery, due, finish, found, lease, new_secret,
    next_due, queue, record, second, standing, subscribe, switch, tenant, test_command, transient,
    url,
};
use super::{Database, StoreUnderTest};

fn page(after: Option<i64>, limit: u32) -> PageRequest {
    PageRequest { after, limit }
}

/// Fails three times in a row; when the cooldown ends.
async fn cool_down(store: &dyn StoreUnderTest, tenant: Tenant, id: Uuid) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for _ in 0..3 {
        queue(store, tenant, day(0), id).await;
        let failed = attempt(store, tenant, day(0), transient(DeliveryError::Timeout)).await;
        ids.push(failed.id);
    }
    let health = found(store, tenant, id).await.health;
    assert_eq!(health.failures, 3);
    assert_eq!(health.cooldown_until, Some(second(300)));
    ids
}

/// Switching on, or another URL, ends a cooldown; what it kept waiting is due at once.
pub async fn switching_on_ends_a_cooldown(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let ids = cool_down(&*store, tenant, id).await;
    let now = second(1);
    command(&*store, tenant, now, switch(id, false))
        .await
        .unwrap();
    let health = found(&*store, tenant, id).await.health;
    assert_eq!(health.failures, 3, "switching off changes nothing of it");
    command(&*store, tenant, now, switch(id, true))
        .await
        .unwrap();
    let resumed = found(&*store, tenant, id).await;
    assert_eq!(resumed.health, Health::default());
    assert!(resumed.incident.is_some(), "only a delivery resolves it");
    for waiting in ids {
        let waiting = delivery(&*store, tenant, waiting).await;
        assert_eq!(due(&waiting), now);
    }
    assert_eq!(lease(&*store, now, 9).await.len(), 3);
    let other = subscribe(&*store, tenant, "two").await;
    cool_down(&*store, tenant, other).await;
    let moved = WebhookCommand::Change {
        id: other,
        patch: RegistrationPatch {
            url: Some(url("https://three.example.com/")),
            ..RegistrationPatch::default()
        },
    };
    command(&*store, tenant, now, moved).await.unwrap();
    assert_eq!(
        found(&*store, tenant, other).await.health,
        Health::default()
    );
}

/// What waits for an endpoint that is switched off goes on waiting.
pub async fn switching_off_keeps_what_waits(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let waiting = queue(&*store, tenant, day(0), id).await;
    command(&*store, tenant, day(0), switch(id, false))
        .await
        .unwrap();
    assert!(lease(&*store, day(1), 9).await.is_empty());
    assert_eq!(next_due(&*store, day(1)).await, None);
    let kept = delivery(&*store, tenant, waiting).await;
    assert_eq!(standing(&kept), ("pending", None));
    let refused = command(&*store, tenant, day(1), test_command(id)).await;
    assert_eq!(refused, Err(CommandRefusal::Disabled));
    command(&*store, tenant, day(1), switch(id, true))
        .await
        .unwrap();
    assert_eq!(lease(&*store, day(1), 9).await[0].id, waiting);
}

/// A removed subscription is gone with its secrets and what waits for it; its deliveries are listed.
pub async fn a_removed_subscription_leaves_its_deliveries(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for _ in 0..3 {
        queue(&*store, tenant, day(0), id).await;
    }
    let sending = lease(&*store, day(0), 2).await;
    let prepare = WebhookCommand::Prepare {
        id,
        rotation: any_id(),
        secret: new_secret("new"),
    };
    command(&*store, tenant, day(0), prepare).await.unwrap();
    let sealed = store.list_sealed("other", None, 9).await.unwrap();
    assert_eq!(sealed.len(), 2);
    let removed = command(&*store, tenant, day(0), WebhookCommand::Remove { id }).await;
    assert_eq!(removed, Ok(CommandEffect::Removed));
    assert_eq!(store.list_sealed("other", None, 9).await.unwrap(), []);
    for one in sealed {
        let with = super::webhook_fixtures::sealed("x");
        assert!(!store.reseal(&one, &with).await.unwrap(), "{one:?}");
        assert!(!matches!(one.which, SecretRef::ActorPepper));
    }
    assert_eq!(store.find_subscription(tenant, id).await.unwrap(), None);
    let listed = store.list_subscriptions(tenant, page(None, 9)).await;
    assert_eq!(listed.unwrap().total, 0);
    let of_it = store.list_deliveries(tenant, Some(id), page(None, 9)).await;
    assert_eq!(of_it.unwrap(), None);
    let ended = [
        finish(&sending[0], day(0), Verdict::Acknowledged),
        finish(&sending[1], day(0), transient(DeliveryError::Tls)),
    ];
    assert_eq!(record(&*store, &ended, day(0)).await, 2);
    let all = deliveries(&*store, tenant, None).await;
    let all: Vec<_> = all.iter().map(standing).collect();
    let cancelled = ("cancelled", Some(DeliveryError::SubscriptionDeleted));
    assert_eq!(all, [cancelled, cancelled, ("delivered", None)]);
    let again = command(&*store, tenant, day(0), WebhookCommand::Remove { id }).await;
    assert_eq!(again, Err(CommandRefusal::NotFound));
}
