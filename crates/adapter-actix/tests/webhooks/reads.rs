//! Lists, single things, figures, the audit.

use domain::webhook::audit::Action;
use ports_store::{AuditEntry, AuditTarget, DeliverySummary, PageRequest};
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::ask::{DELIVERY, WEBHOOK};
use crate::store::{self, Read, delivery, subscription};
use crate::support::{Ask, START};
use crate::world::{OWNER, World};

const fn page(after: Option<i64>, limit: u32) -> PageRequest {
    PageRequest { after, limit }
}

async fn json_at(world: &World, path: &str) -> Value {
    let answer = Ask::new("GET", path).by("reader").send(world).await;
    assert_eq!(answer.outcome(), (200, String::new()), "{path}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("etag"), None);
    answer.json()
}

#[actix_web::test]
async fn subscriptions_are_listed_in_pages() {
    let world = World::new().await;
    let all = [0xa001, 0xa000].map(|id| subscription(Uuid::from_u128(id)));
    *world.store.subscriptions.lock().unwrap() = all.to_vec();
    *world.store.next.lock().unwrap() = Some(7);
    let list = json_at(&world, "webhooks?limit=2&offset=9").await;
    let wanted = Read::Subscriptions(OWNER, page(Some(9), 2));
    assert_eq!(world.reads(), [wanted]);
    assert_eq!(
        (&list["total"], &list["next_offset"]),
        (&42.into(), &7.into())
    );
    assert_eq!(list.as_object().unwrap().len(), 3);
    let ids: Vec<_> = list["items"].as_array().unwrap().iter().collect();
    assert_eq!(ids[0]["id"], "wh_0000000000000000000000000000a001");
    assert_eq!(ids[1]["id"], WEBHOOK);
    assert!(ids.iter().all(|item| item.get("signing_secret").is_none()));
    *world.store.next.lock().unwrap() = None;
    let last = json_at(&world, "webhooks").await;
    assert_eq!(world.reads(), [Read::Subscriptions(OWNER, page(None, 25))]);
    assert_eq!(last.get("next_offset"), Some(&Value::Null));
}

#[actix_web::test]
async fn deliveries_are_listed_in_pages_of_all_subscriptions_or_one() {
    let world = World::new().await;
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    *world.store.next.lock().unwrap() = Some(3);
    let list = json_at(&world, "webhook-deliveries?offset=0&x=y").await;
    let expected = json!({
        "total": 41,
        "items": [{
            "id": DELIVERY,
            "subscription_id": WEBHOOK,
            "event_id": "00000000-0000-0000-0000-00000000e000",
            "event_type": "webhook.test",
            "status": "pending",
            "last_error_code": null,
            "attempts": 0,
            "manual_replays": 0,
            "next_attempt_at": "2026-03-01T12:00:00.000000Z",
            "created_at": "2026-03-01T12:00:00.000000Z",
            "updated_at": "2026-03-01T12:00:00.000000Z",
            "delivered_at": null,
            "attempt_history": []
        }],
        "next_offset": 3
    });
    assert_eq!(list, expected);
    let path = format!("webhook-deliveries?subscription_id={WEBHOOK}&limit=100&offset=3");
    json_at(&world, &path).await;
    let asked = [
        Read::Deliveries(OWNER, None, page(None, 25)),
        Read::Deliveries(OWNER, Some(store::WEBHOOK), page(Some(3), 100)),
    ];
    assert_eq!(world.reads(), asked);
}

#[actix_web::test]
async fn a_list_of_an_unknown_subscription_is_not_found() {
    let world = World::new().await;
    let unknown = "webhook-deliveries?subscription_id=wh_0000000000000000000000000000a001";
    let answer = Ask::new("GET", unknown).send(&world).await;
    answer.assert_refused(404, "not_found", "unknown");
    assert_eq!(world.reads().len(), 1);
    for id in ["", "x", "wh_", "a000", DELIVERY, "%00", "wh_%2A", "*"] {
        let ask = Ask::new("GET", &format!("webhook-deliveries?subscription_id={id}"));
        ask.send(&world).await.assert_refused(404, "not_found", id);
    }
    let twice = format!("webhook-deliveries?subscription_id={WEBHOOK}&subscription_id={WEBHOOK}");
    let answer = Ask::new("GET", &twice).send(&world).await;
    answer.assert_refused(400, "validation_error", "twice");
    assert_eq!(answer.fields(), ["subscription_id"]);
    world.assert_untouched();
}

#[actix_web::test]
async fn pages_are_asked_for_in_plain_digits() {
    let world = World::new().await;
    for path in ["webhooks", "webhook-deliveries"] {
        for (name, value) in [
            ("limit", "0"),
            ("limit", "101"),
            ("limit", "-1"),
            ("limit", "%2B1"),
            ("limit", "1.0"),
            ("limit", "0x1"),
            ("limit", "9223372036854775808"),
            ("limit", ""),
            ("limit", "1&limit=1"),
            ("offset", "-1"),
            ("offset", "1e3"),
            ("offset", "null"),
            ("offset", "1000000000000000000"),
            ("offset", "1'%20OR%20'1'='1"),
            ("offset", "0&offset=0"),
        ] {
            let query = format!("{path}?{name}={value}");
            let answer = Ask::new("GET", &query).send(&world).await;
            answer.assert_refused(400, "validation_error", &query);
            assert_eq!(answer.fields(), [name], "{query}");
        }
    }
    world.assert_untouched();
}

#[actix_web::test]
async fn single_things_are_found_or_not() {
    let world = World::new().await;
    for path in [
        format!("webhooks/{WEBHOOK}"),
        format!("webhook-deliveries/{DELIVERY}"),
    ] {
        let answer = Ask::new("GET", &path).send(&world).await;
        answer.assert_refused(404, "not_found", &path);
    }
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    let found = json_at(&world, &format!("webhook-deliveries/{DELIVERY}")).await;
    assert_eq!(found["id"], DELIVERY);
    assert_eq!(found["payload"], "{\"test\":true}");
    let answers = json!([{ "attempt": 1, "beginning": "no such hook" }]);
    assert_eq!(found["answers"], answers);
    let asked = [
        Read::Subscription(OWNER, store::WEBHOOK),
        Read::Delivery(OWNER, store::DELIVERY),
        Read::Delivery(OWNER, store::DELIVERY),
    ];
    assert_eq!(world.reads(), asked);
}

#[actix_web::test]
async fn figures_are_summed_up() {
    let world = World::new().await;
    *world.store.summary.lock().unwrap() = DeliverySummary {
        by_status: vec![("delivered", 3), ("failed", 1), ("pending", 2)],
        by_error: vec![("http_error", 2), ("timeout", 1)],
        attempts: 9,
        duration_ms: Some((12, 250)),
        oldest_pending: Some(START - Duration::seconds(75)),
        open_incidents: 1,
    };
    let expected = json!({
        "window_days": 7,
        "generated_at": "2026-03-01T12:00:00.000000Z",
        "total": 6,
        "by_status": { "pending": 2, "sending": 0, "delivered": 3, "failed": 1, "cancelled": 0 },
        "by_error_code": { "http_error": 2, "timeout": 1 },
        "attempts": 9,
        "success_rate": 0.75,
        "duration_ms": { "p50": 12, "p95": 250 },
        "oldest_pending_seconds": 75,
        "open_incidents": 1
    });
    assert_eq!(json_at(&world, "webhook-metrics").await, expected);
    assert_eq!(world.reads(), [Read::Summary(OWNER)]);
}

#[actix_web::test]
async fn the_audit_names_actions_actors_and_targets() {
    let world = World::new().await;
    let id = Uuid::from_u128(0xf000);
    let entry = |action, target, outcome: &str| AuditEntry {
        id,
        at: START,
        action,
        actor: "akr_1".to_owned(),
        target,
        outcome: outcome.to_owned(),
    };
    *world.store.entries.lock().unwrap() = vec![
        entry(Action::Create, None, "insufficient_scope"),
        entry(Action::Update, Some(AuditTarget::Webhook(id)), "succeeded"),
        entry(Action::Retry, Some(AuditTarget::Delivery(id)), "x"),
        entry(Action::Acknowledge, Some(AuditTarget::Incident(id)), "x"),
        entry(Action::CancelSecret, Some(AuditTarget::Rotation(id)), "x"),
    ];
    let shown = json_at(&world, "webhook-audit").await;
    assert_eq!(world.reads(), [Read::Audit(OWNER, 100)]);
    let first = json!({
        "id": "00000000-0000-0000-0000-00000000f000",
        "at": "2026-03-01T12:00:00.000000Z",
        "action": "webhook.create",
        "actor": "akr_1",
        "target_type": null,
        "target_id": null,
        "outcome": "insufficient_scope"
    });
    assert_eq!(shown["items"][0], first);
    for (place, kind, prefix, action) in [
        (1, "webhook", "wh", "webhook.update"),
        (2, "delivery", "whd", "delivery.retry"),
        (3, "incident", "wi", "incident.acknowledge"),
        (4, "rotation", "wr", "secret_rotation.cancel"),
    ] {
        let entry = &shown["items"][place];
        assert_eq!(entry["target_type"], kind);
        let target = format!("{prefix}_0000000000000000000000000000f000");
        assert_eq!(entry["target_id"], target);
        assert_eq!(entry["action"], action);
    }
    assert_eq!(shown.as_object().unwrap().len(), 1);
}

#[actix_web::test]
async fn writers_may_read() {
    let world = World::new().await;
    *world.store.subscriptions.lock().unwrap() = vec![subscription(store::WEBHOOK)];
    *world.store.deliveries.lock().unwrap() = vec![delivery(store::DELIVERY, store::EVENT)];
    for key in ["writer", "reader", "tester", "testreader", "unentitled"] {
        for ask in Ask::reads() {
            let name = ask.named();
            let answer = ask.by(key).send(&world).await;
            assert_eq!(answer.status, 200, "{key} {name}");
        }
    }
}
