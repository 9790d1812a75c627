//! Examples and closed lists: what the document shows is what it says.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{operations, parsed, resolved};

/// What is wrong with a value by a schema of the document.
fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&whole)
        .unwrap();
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// Every body of the document with its place.
fn bodies(document: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let mut add = |place: String, body: &Value| {
        for (kind, content) in body["content"].as_object().into_iter().flatten() {
            found.push((format!("{place} {kind}"), content.clone()));
        }
    };
    for (name, operation) in operations(document) {
        add(format!("{name} request"), &operation["requestBody"]);
        for (status, response) in operation["responses"].as_object().unwrap() {
            add(format!("{name} {status}"), response);
        }
    }
    for (name, item) in document["webhooks"].as_object().unwrap() {
        add(format!("event {name}"), &item["post"]["requestBody"]);
    }
    found
}

/// The examples of a body or a parameter.
fn examples(of: &Value) -> Vec<Value> {
    let several = of["examples"].as_object().into_iter().flatten();
    let mut all: Vec<Value> = several.map(|(_, one)| one["value"].clone()).collect();
    all.extend(of.get("example").cloned());
    all
}

#[test]
fn every_body_has_an_example_that_its_schema_accepts() {
    let document = resolved();
    let bodies = bodies(&document);
    assert!(bodies.len() > 250, "{}", bodies.len());
    for (place, content) in bodies {
        let examples = examples(&content);
        assert!(!examples.is_empty(), "{place} has no example");
        for example in examples {
            let faults = faults(&document, &content["schema"], &example);
            assert!(faults.is_empty(), "{place}: {faults:#?}");
        }
    }
}

#[test]
fn a_schema_refuses_what_is_wrong() {
    let document = parsed();
    let offer = &crate::examples::product()["offers"][0];
    let schema = json!({ "$ref": "#/components/schemas/Offer" });
    assert!(faults(&document, &schema, offer).is_empty());
    for (name, wrong) in [
        ("availability", json!("sold")),
        ("item_price", json!("1")),
        ("url", json!("not a uri")),
        ("updated_at", json!("yesterday")),
        ("store", Value::Null),
    ] {
        let mut broken = offer.clone();
        broken[name] = wrong;
        assert_eq!(faults(&document, &schema, &broken).len(), 1, "{name}");
    }
}

#[test]
fn every_parameter_has_a_value_to_try_that_its_schema_accepts() {
    let document = resolved();
    for (name, operation) in operations(&document) {
        for parameter in operation["parameters"].as_array().unwrap() {
            let schema = &parameter["schema"];
            let mut values = examples(parameter);
            values.extend(schema.get("default").cloned());
            assert_eq!(values.len(), 1, "{name} {parameter}");
            for value in values {
                let faults = faults(&document, schema, &value);
                assert!(faults.is_empty(), "{name} {parameter}: {faults:#?}");
            }
        }
    }
}

#[test]
fn the_keys_to_try_are_new_for_each_operation() {
    let mut keys = BTreeMap::new();
    for (name, operation) in operations(&resolved()) {
        for parameter in operation["parameters"].as_array().unwrap() {
            if parameter["name"] == "Idempotency-Key" {
                let key = parameter["example"].as_str().unwrap().to_owned();
                let before = keys.insert(key, name.clone());
                assert_eq!(before, None, "{name} uses the key of another operation");
            }
        }
    }
    assert!(keys.len() > 8, "{keys:?}");
}

#[test]
fn closed_values_are_closed() {
    let document = parsed();
    for (schema, property, among) in [
        ("Error", "error", "idempotency_key_reused"),
        ("Offer", "availability", "backorder"),
        ("Product", "match_status", "unconfirmed"),
        ("PriceVerdict", "label", "great"),
        ("PriceVerdict", "confidence", "medium"),
        ("PriceTrend", "direction", "steady"),
        ("PriceSummary", "price_basis", "delivered"),
        ("HistoricalSignal", "range", "1y"),
        ("PriceIntelligence", "range", "7d"),
        ("StoreHistorySummary", "range", "30d"),
        ("ComparisonPreference", "goal", "max-battery"),
        ("ComparisonPreference", "category", "phone"),
        ("ComparisonPreference", "result", "tie"),
        ("FitPart", "attribute", "weight_g"),
        ("MissingFigure", "figure", "verdict"),
        ("WebhookDelivery", "status", "sending"),
        ("WebhookDelivery", "event_type", "webhook.test"),
        ("WebhookAuditEntry", "action", "webhook.create"),
        ("WebhookAuditEntry", "outcome", "rotation_expired"),
    ] {
        let property_of = &document["components"]["schemas"][schema]["properties"][property];
        assert!(property_of["$ref"].is_string(), "{schema}.{property}");
        let values = super::followed(&document, property_of)["enum"].clone();
        let values = values.as_array().unwrap().clone();
        assert!(
            values.contains(&among.into()),
            "{schema}.{property}: {values:?}"
        );
    }
    let version = &document["components"]["parameters"]["X-API-Version"]["schema"];
    assert_eq!(version["enum"], json!(["1"]));
    let codes = document["components"]["schemas"]["ErrorCode"]["enum"].as_array();
    assert_eq!(codes.unwrap().len(), 24, "each code once");
}

#[test]
fn no_text_has_marks_of_our_own_documents() {
    let text = parsed().to_string();
    for mark in ["(D-", "[D-", "ADR", "crate::"] {
        assert!(!text.contains(mark), "{mark}");
    }
}

#[test]
fn what_is_the_same_is_said_once() {
    let document = parsed();
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            if status.as_str() < "300" || response["$ref"].is_string() {
                continue;
            }
            let twin = seen.insert(response.to_string(), format!("{name} {status}"));
            assert_eq!(twin, None, "{name} {status} repeats it");
        }
        for response in operation["responses"].as_object().unwrap().values() {
            for (header, value) in response["headers"].as_object().into_iter().flatten() {
                assert!(value["$ref"].is_string(), "{name} {header}");
            }
        }
    }
    assert!(!seen.is_empty());
    let size = document.to_string().len();
    assert!(size < 170_000, "{size} bytes");
}

#[test]
fn the_requests_that_receivers_get_are_described() {
    let document = parsed();
    let events = document["webhooks"].as_object().unwrap();
    let kinds: Vec<&String> = events.keys().collect();
    assert_eq!(kinds, ["watchlist.triggered", "webhook.test"]);
    for (kind, item) in events {
        let operation = &item["post"];
        assert_eq!(operation["security"], json!([]), "no key of ours is sent");
        let headers = operation["parameters"].as_array().unwrap();
        let names: Vec<&Value> = headers.iter().map(|header| &header["name"]).collect();
        assert_eq!(
            names,
            [
                "X-Webhook-Signature",
                "Idempotency-Key",
                "X-Webhook-Event",
                "X-Webhook-Delivery",
                "X-Webhook-Attempt",
                "webhook-id",
                "webhook-timestamp",
                "webhook-signature"
            ]
        );
        for header in headers {
            let faults = faults(&document, &header["schema"], &header["example"]);
            assert!(faults.is_empty(), "{kind} {header}: {faults:?}");
        }
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(example["type"], **kind);
        assert!(operation["responses"]["2XX"].is_object());
    }
}
