//! Answers and bodies of webhooks.

use serde_json::{Value, json};

/// The subscription that the sample has.
pub const WEBHOOK: &str = "wh_6f0c2f4e9a554f7e8f4b2d4c8f1f3a10";
/// The delivery that the sample has: its id follows from the event and the subscription.
pub const DELIVERY: &str = "whd_c50e74e3e8ba5aa293b1379601832071";
const INCIDENT: &str = "wi_4e5f60718293a4b5c6d7e8f901234567";
const ROTATION: &str = "wr_9a8b7c6d5e4f30211203f4e5d6c7b8a9";
/// The event of it.
pub const EVENT: &str = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
/// Where the sample's subscription sends to: nobody's.
pub const URL: &str = "https://hooks.customer.example.com/prices";
/// A signature has this form.
pub const SIGNATURE: &str =
    "t=1767603600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd";
/// One for Standard Webhooks has this one.
pub const STANDARD_SIGNATURE: &str = "v1,Uleoaefs6+2jKv+mLNyj+lHK1+d6Dlb/U20M6OEI2L0=";
/// Not a secret of anybody.
const SECRET: &str = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const AT: &str = "2026-01-05T09:00:00.000000Z";

/// A subscription.
pub fn webhook() -> Value {
    json!({
        "id": WEBHOOK,
        "url": URL,
        "events": ["watchlist.triggered"],
        "enabled": true,
        "mode": "live",
        "created_at": AT,
        "updated_at": AT,
        "cooldown_until": null,
        "incident": null,
        "pending_rotation": null
    })
}

/// A subscription that was just registered.
pub fn registered() -> Value {
    with_secret(webhook())
}

/// A page of subscriptions.
pub fn list() -> Value {
    json!({ "total": 1, "items": [webhook()], "next_offset": null })
}

/// A body that registers a subscription.
pub fn input() -> Value {
    json!({
        "url": URL,
        "events": ["watchlist.triggered"]
    })
}

/// A body that changes a subscription.
pub fn patch() -> Value {
    json!({ "enabled": true })
}

/// The body that asks for a test.
pub fn confirmation() -> Value {
    json!({ "confirm": true })
}

/// A delivery that was queued.
pub fn queued() -> Value {
    json!({ "delivery_id": DELIVERY, "event_id": EVENT, "status": "pending" })
}

/// The body that names a time.
pub fn replay_range() -> Value {
    json!({ "from": "2026-01-05T06:00:00Z", "to": "2026-01-05T09:00:00Z" })
}

/// Failed deliveries that were queued.
pub fn queued_again() -> Value {
    json!({ "subscription_id": WEBHOOK, "queued": 100, "refused": 2, "next_offset": 4711 })
}

/// The body that acknowledges an incident.
pub fn acknowledgement() -> Value {
    json!({ "incident_id": INCIDENT })
}

/// An acknowledged incident.
pub fn incident() -> Value {
    json!({
        "id": INCIDENT,
        "subscription_id": WEBHOOK,
        "state": "acknowledged",
        "cause": "http_error",
        "opened_at": "2026-01-05T07:12:31.000000Z",
        "acknowledged_at": AT,
        "resolved_at": null,
        "reminders": 0
    })
}

/// A rotation in a state.
pub fn rotation(state: &str) -> Value {
    json!({
        "rotation_id": ROTATION,
        "subscription_id": WEBHOOK,
        "state": state,
        "expires_at": "2026-01-06T09:00:00.000000Z"
    })
}

/// A secret that was just prepared.
pub fn prepared() -> Value {
    with_secret(rotation("prepared"))
}

/// The body that activates a secret.
pub fn activation() -> Value {
    json!({ "rotation_id": ROTATION, "confirm": true })
}

/// The body that discards a secret.
pub fn cancellation() -> Value {
    json!({ "rotation_id": ROTATION })
}

/// A delivery.
pub fn delivery() -> Value {
    json!({
        "id": DELIVERY,
        "subscription_id": WEBHOOK,
        "event_id": EVENT,
        "event_type": "watchlist.triggered",
        "status": "pending",
        "last_error_code": "http_error",
        "attempts": 1,
        "manual_replays": 0,
        "next_attempt_at": "2026-01-05T09:00:10.482000Z",
        "created_at": AT,
        "updated_at": "2026-01-05T09:00:00.310000Z",
        "delivered_at": null,
        "attempt_history": [{
            "number": 1,
            "started_at": "2026-01-05T09:00:00.042000Z",
            "finished_at": "2026-01-05T09:00:00.310000Z",
            "duration_ms": 268,
            "http_status": 503,
            "error_code": "http_error",
            "next_retry_at": "2026-01-05T09:00:10.482000Z"
        }]
    })
}

/// A delivery with what is sent for it.
pub fn delivery_detail() -> Value {
    let mut detail = delivery();
    if let Some(members) = detail.as_object_mut() {
        let payload = triggered_event().to_string();
        members.insert("payload".to_owned(), payload.into());
        let answers = json!([{ "attempt": 1, "beginning": "<h1>Busy</h1>" }]);
        members.insert("answers".to_owned(), answers);
    }
    detail
}

/// A page of deliveries.
pub fn deliveries() -> Value {
    json!({ "total": 61, "items": [delivery()], "next_offset": 4711 })
}

/// What a receiver gets when a watch fires.
pub fn triggered_event() -> Value {
    json!({
        "id": EVENT,
        "type": "watchlist.triggered",
        "created_at": AT,
        "mode": "live",
        "data": {
            "watch_id": crate::examples::WATCH,
            "canonical_product_id": crate::examples::PRODUCT,
            "product_name": "Ombrix X2 Pro 256 GB",
            "target_price": 999.95,
            "current_price": 989.9,
            "store": "Northlight",
            "source_revision": "5b3f6c1e-8d2a-5f4b-9c7d-1e2f3a4b5c6d",
            "observed_at": AT
        }
    })
}

/// What a receiver gets as a test.
pub fn test_event() -> Value {
    json!({
        "id": EVENT,
        "type": "webhook.test",
        "created_at": AT,
        "mode": "live",
        "data": { "test": true }
    })
}

/// A summary of deliveries.
pub fn metrics() -> Value {
    json!({
        "window_days": 7,
        "generated_at": AT,
        "total": 61,
        "by_status": {
            "pending": 1, "sending": 0, "delivered": 57, "failed": 1, "cancelled": 2
        },
        "by_error_code": { "http_error": 2, "source_superseded": 2 },
        "attempts": 66,
        "success_rate": 0.9828,
        "duration_ms": { "p50": 84, "p95": 412 },
        "oldest_pending_seconds": 12,
        "open_incidents": 0
    })
}

/// Entries of the audit.
pub fn audit() -> Value {
    json!({
        "items": [{
            "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
            "at": AT,
            "action": "webhook.create",
            "actor": "akr_5f3a9c1e7b2d4860a1c3e5f7",
            "target_type": "webhook",
            "target_id": WEBHOOK,
            "outcome": "succeeded"
        }]
    })
}

fn with_secret(mut body: Value) -> Value {
    if let Value::Object(members) = &mut body {
        members.insert("signing_secret".to_owned(), SECRET.into());
    }
    body
}
