//! Subscriptions as they are shown.

use domain::webhook::delivery::DeliveryError;
use domain::webhook::incident::{Incident, IncidentState};
use ports_store::{NamedIncident, PreparedRotation, Subscription};
use serde_json::{Value, json};
use time::Duration;
use uuid::Uuid;

use crate::ask::WEBHOOK;
use crate::store::{WEBHOOK as ID, subscription};
use crate::support::{Ask, START};
use crate::world::World;

async fn shown(world: &World, subscription: Subscription) -> Value {
    *world.store.subscriptions.lock().unwrap() = vec![subscription];
    let answer = Ask::new("GET", &format!("webhooks/{WEBHOOK}")).send(world);
    let answer = answer.await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()
}

fn healthy() -> Value {
    json!({
        "id": "wh_0000000000000000000000000000a000",
        "url": "https://hooks.customer.org/in",
        "events": ["watchlist.triggered"],
        "enabled": true,
        "mode": "live",
        "created_at": "2026-03-01T12:00:00.000000Z",
        "updated_at": "2026-03-01T12:00:00.000000Z",
        "cooldown_until": null,
        "incident": null,
        "pending_rotation": null
    })
}

#[actix_web::test]
async fn subscriptions_have_the_listed_members_and_no_others() {
    let world = World::new().await;
    assert_eq!(shown(&world, subscription(ID)).await, healthy());
}

#[actix_web::test]
async fn cooldowns_and_preparations_are_shown_until_they_are_over() {
    let world = World::new().await;
    let until = START + Duration::minutes(5);
    let mut cooling = subscription(ID);
    cooling.health.cooldown_until = Some(until);
    cooling.rotation = Some(PreparedRotation {
        id: Uuid::from_u128(0xb000),
        expires_at: until,
    });
    let mut expected = healthy();
    expected["cooldown_until"] = "2026-03-01T12:05:00.000000Z".into();
    expected["pending_rotation"] = json!({
        "rotation_id": "wr_0000000000000000000000000000b000",
        "expires_at": "2026-03-01T12:05:00.000000Z"
    });
    assert_eq!(shown(&world, cooling.clone()).await, expected);
    world.clock.advance(Duration::minutes(5));
    assert_eq!(shown(&world, cooling).await, healthy());
}

#[actix_web::test]
async fn incidents_are_shown_with_their_state() {
    let world = World::new().await;
    let opened_at = START - Duration::hours(1);
    let at = |minutes| START - Duration::minutes(minutes);
    for (state, code, acknowledged, resolved) in [
        (
            IncidentState::Open { remind_at: START },
            "open",
            Value::Null,
            Value::Null,
        ),
        (
            IncidentState::Acknowledged { at: at(30) },
            "acknowledged",
            "2026-03-01T11:30:00.000000Z".into(),
            Value::Null,
        ),
        (
            IncidentState::Resolved {
                acknowledged_at: Some(at(30)),
                at: at(10),
            },
            "resolved",
            "2026-03-01T11:30:00.000000Z".into(),
            "2026-03-01T11:50:00.000000Z".into(),
        ),
    ] {
        let mut failing = subscription(ID);
        failing.enabled = false;
        failing.incident = Some(NamedIncident {
            id: Uuid::from_u128(0xc000),
            incident: Incident {
                state,
                cause: DeliveryError::Tls,
                opened_at,
                reminders: 2,
            },
        });
        let mut expected = healthy();
        expected["enabled"] = false.into();
        expected["incident"] = json!({
            "id": "wi_0000000000000000000000000000c000",
            "subscription_id": "wh_0000000000000000000000000000a000",
            "state": code,
            "cause": "tls_error",
            "opened_at": "2026-03-01T11:00:00.000000Z",
            "acknowledged_at": acknowledged,
            "resolved_at": resolved,
            "reminders": 2
        });
        assert_eq!(shown(&world, failing).await, expected);
    }
}

#[actix_web::test]
async fn the_mode_is_that_of_the_key() {
    let world = World::new().await;
    *world.store.subscriptions.lock().unwrap() = vec![subscription(ID)];
    let path = format!("webhooks/{WEBHOOK}");
    let answer = Ask::new("GET", &path).by("testreader").send(&world).await;
    assert_eq!(answer.json()["mode"], "test");
    let answer = Ask::create().by("tester").send(&world).await;
    assert_eq!(answer.json()["mode"], "test");
}
