use domain::webhook::EventKind;
use domain::webhook::delivery::DeliveryError;
use serde_json::{Value, json};

use super::{operations, parsed, resolved};

/// Every operation of webhooks: method and path, its success, whether it brings an idempotency key.
const OPERATIONS: [(&str, &str, Option<bool>); 16] = [
    ("get /webhooks", "200", None),
    ("post /webhooks", "201", Some(true)),
    ("get /webhooks/{id}", "200", None),
    ("patch /webhooks/{id}", "200", Some(true)),
    ("delete /webhooks/{id}", "204", Some(true)),
    ("post /webhooks/{id}/test", "202", Some(true)),
    (
        "post /webhooks/{id}/incidents/acknowledge",
        "200",
        Some(true),
    ),
    ("post /webhooks/{id}/secret-rotation", "201", Some(true)),
    (
        "post /webhooks/{id}/secret-rotation/activate",
        "200",
        Some(true),
    ),
    (
        "post /webhooks/{id}/secret-rotation/cancel",
        "200",
        Some(false),
    ),
    ("get /webhook-deliveries", "200", None),
    ("get /webhook-deliveries/{id}", "200", None),
    ("post /webhook-deliveries/{id}/retry", "202", Some(true)),
    ("post /webhooks/{id}/replays", "202", Some(true)),
    ("get /webhook-metrics", "200", None),
    ("get /webhook-audit", "200", None),
];

fn parameter(operation: &Value, name: &str) -> Option<Value> {
    let all = operation["parameters"].as_array().unwrap();
    let mut found = all.iter().filter(|p| p["name"] == name);
    let first = found.next().cloned();
    assert!(found.next().is_none(), "{name} is described twice");
    first
}

fn of(all: &[(String, Value)], name: &str) -> Value {
    let found = all.iter().find(|(known, _)| known == name);
    found.unwrap().1.clone()
}

#[test]
fn every_operation_says_what_it_takes_and_answers() {
    let all = operations(&resolved());
    let tagged = |operation: &Value| operation["tags"] == json!(["webhooks"]);
    let count = all.iter().filter(|(_, operation)| tagged(operation));
    assert_eq!(count.count(), OPERATIONS.len());
    for (name, success, key) in OPERATIONS {
        let operation = of(&all, name);
        assert!(tagged(&operation), "{name}");
        let responses = &operation["responses"];
        assert!(responses[success].is_object(), "{name}");
        assert!(operation["description"].is_string() || operation["summary"].is_string());
        let described = parameter(&operation, "Idempotency-Key");
        let required = described.map(|key| key["required"].as_bool().unwrap());
        assert_eq!(required, key, "{name}");
        let replayed = &responses[success]["headers"]["Idempotent-Replayed"];
        assert_eq!(replayed.is_object(), key.is_some(), "{name}");
        for status in ["409", "422"] {
            assert_eq!(responses[status].is_object(), key.is_some(), "{name}");
        }
        if key.is_some() {
            assert!(responses["409"]["headers"]["Retry-After"].is_object());
        }
        let id = parameter(&operation, "id");
        assert_eq!(id.is_some(), name.contains("{id}"), "{name}");
        if let Some(id) = id {
            let prefix = if name.contains("deliveries") {
                "whd"
            } else {
                "wh"
            };
            assert_eq!((&id["in"], &id["required"]), (&"path".into(), &true.into()));
            let form = format!("^{prefix}_[0-9a-f]{{32}}$");
            assert_eq!(id["schema"]["pattern"], form);
            assert!(responses["404"].is_object(), "{name}");
        }
        assert!(responses.get("304").is_none(), "{name}");
        let content = responses[success].get("content");
        assert_eq!(content.is_none(), success == "204", "{name}");
        if let Some(content) = content {
            assert!(content["application/json"]["example"].is_object(), "{name}");
        }
    }
}

#[test]
fn what_needs_the_channel_may_be_unavailable() {
    let all = operations(&resolved());
    for (name, ..) in OPERATIONS {
        let operation = of(&all, name);
        let needs_it = matches!(
            operation["operationId"].as_str().unwrap(),
            "createWebhook"
                | "updateWebhook"
                | "testWebhook"
                | "retryWebhookDelivery"
                | "replayFailedDeliveries"
                | "prepareSecretRotation"
                | "activateSecretRotation"
        );
        let may_be = operation["responses"].get("503").is_some();
        assert_eq!(may_be, needs_it, "{name}");
    }
}

#[test]
fn lists_say_how_they_go_on() {
    let document = resolved();
    let all = operations(&document);
    for name in ["get /webhooks", "get /webhook-deliveries"] {
        let operation = of(&all, name);
        let limit = parameter(&operation, "limit").unwrap()["schema"].clone();
        assert_eq!(limit["type"], "integer");
        let bounds = (&limit["minimum"], &limit["maximum"], &limit["default"]);
        assert_eq!(bounds, (&1.into(), &100.into(), &25.into()));
        let offset = parameter(&operation, "offset").unwrap();
        let about = offset["description"].as_str().unwrap();
        assert!(about.contains("passed back as received, never computed"));
    }
    for schema in ["WebhookList", "WebhookDeliveryList"] {
        let next = &document["components"]["schemas"][schema]["properties"]["next_offset"];
        assert_eq!(next["type"], json!(["integer", "null"]));
        let about = next["description"].as_str().unwrap();
        assert!(about.contains("as received"));
    }
    let filter = parameter(&of(&all, "get /webhook-deliveries"), "subscription_id").unwrap();
    assert_eq!(filter["required"], false);
}

#[test]
fn schemas_are_closed_and_name_every_code() {
    let document = parsed();
    let schemas = &document["components"]["schemas"];
    for name in [
        "WebhookInput",
        "WebhookPatch",
        "TestConfirmation",
        "IncidentAcknowledgement",
        "RotationActivation",
        "RotationCancellation",
    ] {
        assert_eq!(schemas[name]["additionalProperties"], false, "{name}");
    }
    assert_eq!(schemas["WebhookPatch"]["minProperties"], 1);
    assert!(schemas["WebhookPatch"].get("required").is_none());
    assert_eq!(
        schemas["WebhookInput"]["required"],
        json!(["url", "events"])
    );
    let codes = |name: &str| schemas[name]["enum"].clone();
    let errors = DeliveryError::ALL.map(DeliveryError::code);
    assert_eq!(codes("DeliveryErrorCode"), json!(errors));
    let kinds = EventKind::ALL.map(EventKind::code);
    assert_eq!(codes("EventKind"), json!(kinds));
    assert_eq!(
        codes("DeliveryStatus"),
        json!(["pending", "sending", "delivered", "failed", "cancelled"])
    );
    assert_eq!(
        codes("IncidentState"),
        json!(["open", "acknowledged", "resolved"])
    );
    assert_eq!(
        codes("RotationState"),
        json!(["prepared", "activated", "cancelled", "expired"])
    );
    assert_eq!(codes("Mode"), json!(["live", "test"]));
    let secret = |name: &str| schemas[name].to_string().contains("signing_secret");
    let bearing = schemas.as_object().unwrap().keys().filter(|n| secret(n));
    let bearing: Vec<_> = bearing.collect();
    assert_eq!(bearing, ["PreparedRotation", "RegisteredWebhook"]);
}
