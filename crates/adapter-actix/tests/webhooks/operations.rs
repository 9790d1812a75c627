//! What each change asks of the store, and its exact answer.

use domain::webhook::EventKind;
use domain::webhook::replays::ReplayRange;
use domain::webhook::subscription::RegistrationPatch;
use ports_store::WebhookCommand;
use serde_json::{Value, json};
use time::Duration;

use crate::ask::{DELIVERY, INCIDENT, ROTATION, TIME, WEBHOOK};
use crate::store::{self, Commanded};
use crate::support::{Ask, START};
use crate::world::{OWNER, World};

async fn commanded(world: &World, ask: Ask, status: u16) -> (WebhookCommand, Option<Value>) {
    let name = ask.named();
    let answer = ask.send(world).await;
    assert_eq!(answer.outcome(), (status, String::new()), "{name}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-request-id"), Some("request-1"));
    let Commanded {
        context, command, ..
    } = world.commands().remove(0);
    assert_eq!(context.tenant, OWNER);
    assert_eq!(context.now, START);
    assert_eq!((context.deliverable, context.quota), (true, Some(100)));
    let body = (!answer.body.is_empty()).then(|| answer.json());
    let content_type = answer.header("content-type");
    assert_eq!(content_type, body.as_ref().map(|_| "application/json"));
    (command, body)
}

#[actix_web::test]
async fn registering_answers_with_the_subscription_and_its_path() {
    let world = World::new().await;
    let answer = Ask::create().send(&world).await;
    assert_eq!(answer.status, 201);
    let WebhookCommand::Create(new) = world.commands().remove(0).command else {
        panic!();
    };
    let id = format!("wh_{}", new.id.simple());
    let path = format!("/v1/webhooks/{id}");
    assert_eq!(answer.header("location"), Some(path.as_str()));
    assert_eq!(new.url.as_str(), "https://hooks.customer.org/in");
    let kinds: Vec<_> = new.events.kinds().collect();
    assert_eq!(kinds, [EventKind::WatchlistTriggered]);
    let secret = answer.json()["signing_secret"].clone();
    let secret = secret.as_str().unwrap();
    let expected = format!(
        "{{\"id\":\"{id}\",\"url\":\"https://hooks.customer.org/in\",\
         \"events\":[\"watchlist.triggered\"],\"enabled\":true,\"mode\":\"live\",\
         \"created_at\":\"2026-03-01T12:00:00.000000Z\",\
         \"updated_at\":\"2026-03-01T12:00:00.000000Z\",\"cooldown_until\":null,\
         \"incident\":null,\"pending_rotation\":null,\"signing_secret\":\"{secret}\"}}"
    );
    assert_eq!(answer.text(), expected);
}

#[actix_web::test]
async fn changes_pass_on_what_was_named() {
    let world = World::new().await;
    let all = r#"{"url":"https://other.customer.org","events":["webhook.test"],"enabled":false}"#;
    let (taken, body) = commanded(&world, Ask::change(all), 200).await;
    let WebhookCommand::Change { id, patch } = taken else {
        panic!();
    };
    assert_eq!(id, store::WEBHOOK);
    let RegistrationPatch {
        url,
        events,
        enabled,
    } = patch;
    assert_eq!(url.unwrap().as_str(), "https://other.customer.org/");
    assert!(events.unwrap().contains(EventKind::WebhookTest));
    assert_eq!(enabled, Some(false));
    let expected = json!({
        "id": WEBHOOK,
        "url": "https://other.customer.org/",
        "events": ["webhook.test"],
        "enabled": false,
        "mode": "live",
        "created_at": "2026-03-01T12:00:00.000000Z",
        "updated_at": "2026-03-01T12:00:00.000001Z",
        "cooldown_until": null,
        "incident": null,
        "pending_rotation": null
    });
    assert_eq!(body, Some(expected));
    let (taken, _) = commanded(&world, Ask::change(r#"{"enabled":true}"#), 200).await;
    let WebhookCommand::Change { patch, .. } = taken else {
        panic!("{taken:?}");
    };
    let expected = RegistrationPatch {
        enabled: Some(true),
        ..RegistrationPatch::default()
    };
    assert_eq!(patch, expected);
}

#[actix_web::test]
async fn removing_answers_with_nothing() {
    let world = World::new().await;
    let (taken, body) = commanded(&world, Ask::remove(), 204).await;
    assert!(matches!(taken, WebhookCommand::Remove { id } if id == store::WEBHOOK));
    assert_eq!(body, None);
}

#[actix_web::test]
async fn tests_and_replays_are_queued() {
    let world = World::new().await;
    let (taken, body) = commanded(&world, Ask::test(), 202).await;
    let WebhookCommand::Test {
        id,
        event,
        payload,
        interval,
    } = taken
    else {
        panic!();
    };
    assert_eq!((id, interval), (store::WEBHOOK, Duration::minutes(1)));
    let payload: Value = serde_json::from_str(&payload).unwrap();
    assert_eq!(payload["id"], event.to_string());
    assert_eq!(payload["data"], json!({ "test": true }));
    let queued =
        |event: String| json!({ "delivery_id": DELIVERY, "event_id": event, "status": "pending" });
    assert_eq!(body, Some(queued(event.to_string())));

    let (taken, body) = commanded(&world, Ask::retry(), 202).await;
    let WebhookCommand::Replay {
        delivery,
        freshness,
    } = taken
    else {
        panic!();
    };
    assert_eq!(delivery, store::DELIVERY);
    assert_eq!(freshness.now, START);
    assert_eq!(body, Some(queued(store::EVENT.to_string())));
}

#[actix_web::test]
async fn replays_of_a_time_say_how_they_go_on() {
    let world = World::new().await;
    let (taken, body) = commanded(&world, Ask::replay_range(), 202).await;
    let WebhookCommand::ReplayRange {
        id,
        range,
        after,
        freshness,
    } = taken
    else {
        panic!();
    };
    assert_eq!((id, after), (store::WEBHOOK, None));
    assert_eq!(freshness.now, START);
    let from = START - Duration::hours(6);
    let to = START - Duration::minutes(30) + Duration::milliseconds(500);
    assert_eq!(Some(range), ReplayRange::new(from, to));
    let answer = |next: Value| json!({ "subscription_id": WEBHOOK, "queued": 100, "refused": 2, "next_offset": next });
    assert_eq!(body, Some(answer(json!(4711))));
    for (offset, expected) in [("4711", Some(4711)), ("0", None)] {
        let more = TIME.replace('}', &format!(r#","offset":{offset}}}"#));
        let (taken, body) = commanded(&world, Ask::replay_range().json(&more), 202).await;
        let WebhookCommand::ReplayRange { after, .. } = taken else {
            panic!();
        };
        assert_eq!(after, expected, "{offset}");
        let next = if expected.is_some() {
            Value::Null
        } else {
            json!(4711)
        };
        assert_eq!(body, Some(answer(next)));
    }
}

#[actix_web::test]
async fn acknowledging_answers_with_the_incident() {
    let world = World::new().await;
    let (taken, body) = commanded(&world, Ask::acknowledge(), 200).await;
    let WebhookCommand::Acknowledge { id, incident } = taken else {
        panic!();
    };
    assert_eq!(id, store::WEBHOOK);
    assert_eq!(format!("wi_{}", incident.simple()), INCIDENT);
    let expected = json!({
        "id": INCIDENT,
        "subscription_id": WEBHOOK,
        "state": "acknowledged",
        "cause": "timeout",
        "opened_at": "2026-03-01T05:00:00.000000Z",
        "acknowledged_at": "2026-03-01T12:00:00.000000Z",
        "resolved_at": null,
        "reminders": 1
    });
    assert_eq!(body, Some(expected));
}

#[actix_web::test]
async fn preparing_answers_with_the_rotation_and_the_secret_at_the_end() {
    let world = World::new().await;
    let answer = Ask::prepare().send(&world).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.header("location"), None);
    let WebhookCommand::Prepare { id, rotation, .. } = world.commands().remove(0).command else {
        panic!();
    };
    assert_eq!(id, store::WEBHOOK);
    let secret = answer.json()["signing_secret"].clone();
    let expected = format!(
        "{{\"rotation_id\":\"wr_{}\",\"subscription_id\":\"{WEBHOOK}\",\"state\":\"prepared\",\
         \"expires_at\":\"2026-03-02T12:00:00.000000Z\",\"signing_secret\":{secret}}}",
        rotation.simple()
    );
    assert_eq!(answer.text(), expected);
}

#[actix_web::test]
async fn rotations_end_without_a_secret() {
    let world = World::new().await;
    for (ask, state) in [(Ask::activate(), "activated"), (Ask::cancel(), "cancelled")] {
        let (taken, body) = commanded(&world, ask, 200).await;
        let (WebhookCommand::Activate { id, rotation } | WebhookCommand::Cancel { id, rotation }) =
            taken
        else {
            panic!("{taken:?}");
        };
        assert_eq!(id, store::WEBHOOK);
        assert_eq!(format!("wr_{}", rotation.simple()), ROTATION);
        let expected = json!({
            "rotation_id": ROTATION,
            "subscription_id": WEBHOOK,
            "state": state,
            "expires_at": "2026-03-02T12:00:00.000000Z"
        });
        assert_eq!(body, Some(expected));
    }
}
