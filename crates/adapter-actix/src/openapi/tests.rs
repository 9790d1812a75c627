use std::collections::BTreeSet;

use domain::fit::Goal;
use domain::history::Range;
use serde_json::Value;

use super::document;
use crate::{examples, routes};

mod watchlists;
mod webhooks;

fn parsed() -> Value {
    serde_json::from_slice(&document("sandbox")).unwrap()
}

fn operations(document: &Value) -> Vec<(String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| {
        let path = path.clone();
        let methods = item.as_object().unwrap().clone();
        methods
            .into_iter()
            .map(move |(method, operation)| (format!("{method} {path}"), operation))
    };
    paths.iter().flat_map(of).collect()
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(target) if name == "$ref" => _ = found.insert(target.to_owned()),
                    _ => references(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn it_is_openapi_3_1_with_both_versions() {
    let document = parsed();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    assert_eq!(document["info"]["version"], "1.0.0");
    assert_eq!(document["x-contract-version"], "2.0.0");
    assert_eq!(document["servers"][0]["url"], routes::BASE);
    assert!(
        document["info"]["description"]
            .as_str()
            .unwrap()
            .contains("sandbox")
    );
    let bearer = &document["components"]["securitySchemes"]["bearer"];
    assert_eq!(
        (&bearer["type"], &bearer["scheme"]),
        (&"http".into(), &"bearer".into())
    );
    assert_eq!(document["security"], serde_json::json!([{ "bearer": [] }]));
}

#[test]
fn ranges_and_goals_are_closed_lists_with_their_defaults() {
    let document = parsed();
    for (path, name, default, values) in [
        (
            "/products/{canonical_product_id}/history",
            "range",
            "90d",
            Range::ALL.map(Range::code).to_vec(),
        ),
        (
            "/compare",
            "range",
            "90d",
            Range::ALL.map(Range::code).to_vec(),
        ),
        (
            "/compare",
            "goal",
            "overall",
            Goal::ALL.map(Goal::code).to_vec(),
        ),
    ] {
        let parameters = document["paths"][path]["get"]["parameters"]
            .as_array()
            .unwrap();
        let schema = &parameters.iter().find(|p| p["name"] == name).unwrap()["schema"];
        let text = schema.to_string();
        for value in values {
            assert!(
                text.contains(&format!("\"{value}\"")),
                "{path} {name}: {text}"
            );
        }
        assert!(
            text.contains(&format!("\"default\":\"{default}\"")),
            "{path} {name}: {text}"
        );
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let document = parsed();
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() >= 8, "{found:?}");
    for target in found {
        let pointer = target.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{target}");
    }
}

#[test]
fn every_route_with_a_key_is_described_and_no_other() {
    let document = parsed();
    let described: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .keys()
        .map(|p| format!("/v1{p}"))
        .collect();
    let routed: BTreeSet<String> = routes::ALL
        .into_iter()
        .filter(|route| routes::needs_key(route))
        .map(ToOwned::to_owned)
        .collect();
    assert_eq!(described, routed);
}

#[test]
fn every_operation_is_complete() {
    let document = parsed();
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        assert!(
            ids.insert(operation["operationId"].as_str().unwrap().to_owned()),
            "{name}"
        );
        let version = operation["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .find(|parameter| parameter["name"] == "X-API-Version")
            .unwrap();
        assert_eq!(
            (&version["in"], &version["required"]),
            (&"header".into(), &false.into())
        );
        let responses = operation["responses"].as_object().unwrap();
        let successes = responses.keys().filter(|status| status.starts_with('2'));
        assert_eq!(successes.count(), 1, "{name}");
        for status in [
            "400", "401", "403", "413", "414", "415", "429", "431", "500",
        ] {
            assert!(responses.contains_key(status), "{name} lacks {status}");
        }
        for (status, response) in responses {
            assert!(response["headers"]["X-Request-Id"].is_object());
            if status.as_str() >= "400" {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Error", "{name} {status}");
            }
        }
        assert!(responses["429"]["headers"]["Retry-After"].is_object());
        assert!(responses["401"]["headers"]["WWW-Authenticate"].is_object());
    }
    assert_eq!(
        document["paths"]["/products/{canonical_product_id}"]["get"]["responses"]["404"]["content"]
            ["application/json"]["schema"]["$ref"],
        "#/components/schemas/Error"
    );
}

/// One schema of an object that is described in parts.
fn joined(document: &Value, parts: &[Value]) -> Value {
    let mut whole = serde_json::json!({ "properties": {}, "required": [] });
    for part in parts {
        let target = part["$ref"].as_str().and_then(|t| t.strip_prefix('#'));
        let part = target.map_or(part, |target| document.pointer(target).unwrap());
        let properties = part["properties"].as_object().unwrap().clone();
        let all = whole["properties"].as_object_mut().unwrap();
        all.extend(properties);
        let required = part["required"].as_array().cloned();
        let all = whole["required"].as_array_mut().unwrap();
        all.extend(required.unwrap_or_default());
    }
    whole
}

/// Whether `value` has all required members of the schema and no member that it does not know.
fn conforms(document: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(target) = schema["$ref"].as_str() {
        let schema = document.pointer(target.strip_prefix('#').unwrap()).unwrap();
        return conforms(document, schema, value, place);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return conforms(document, &joined(document, parts), value, place);
    }
    let choice = schema["oneOf"].as_array().into_iter().flatten();
    if let Some(schema) = choice.clone().find(|s| s["type"] != "null") {
        return if value.is_null() {
            // Nothing to compare.
        } else {
            conforms(document, schema, value, place);
        };
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let named = &schema["properties"][name];
                let schema = if named.is_null() {
                    &schema["additionalProperties"]
                } else {
                    named
                };
                assert!(schema.is_object(), "{place}: {name} is unknown");
                conforms(document, schema, member, &format!("{place}.{name}"));
            }
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(
                    members.contains_key(name.as_str().unwrap()),
                    "{place} lacks {name}"
                );
            }
        }
        Value::Array(items) => {
            for item in items {
                conforms(document, &schema["items"], item, place);
            }
        }
        other => {
            let kind = match other {
                Value::Null => "null",
                Value::Bool(_) => "boolean",
                Value::String(_) => "string",
                Value::Number(n) if n.is_i64() => "integer",
                _ => "number",
            };
            let types = schema["type"].to_string();
            let fits = types.contains(kind) || (kind == "integer" && types.contains("number"));
            assert!(fits, "{place}: {other} is not {types}");
        }
    }
}

#[test]
fn examples_have_the_form_of_their_schemas() {
    let document = parsed();
    let schema = |name: &str| document["components"]["schemas"][name].clone();
    conforms(
        &document,
        &schema("SearchResponse"),
        &examples::search(),
        "search",
    );
    conforms(
        &document,
        &schema("ProductComparison"),
        &examples::product(),
        "product",
    );
    for (name, example) in [
        ("PriceWatch", examples::watch()),
        ("WatchlistResponse", examples::watchlist()),
        ("PriceWatchInput", examples::watch_input()),
        ("PriceWatchPatch", examples::watch_patch()),
    ] {
        conforms(&document, &schema(name), &example, name);
    }
}

#[test]
fn required_fields_are_those_of_the_specification() {
    let document = parsed();
    let required = |name: &str| -> Vec<String> {
        let names = document["components"]["schemas"][name]["required"]
            .as_array()
            .unwrap();
        names
            .iter()
            .map(|n| n.as_str().unwrap().to_owned())
            .collect()
    };
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names.join(" ")
    };
    for (name, expected) in [
        ("Error", "error message request_id"),
        (
            "ProductSummary",
            "brand canonical_product_id match_confidence min_price model product_name store_count \
             variant",
        ),
        ("ProductSpec", "label value"),
        (
            "Product",
            "brand canonical_product_id category ean match_confidence model product_name variant",
        ),
        (
            "Offer",
            "availability delivered_price delivery_cost item_price store updated_at url",
        ),
        (
            "Decision",
            "delivered_price evaluated_offer_count label rationale score store updated_at url",
        ),
        (
            "ProductComparison",
            "canonical_product_id offers product product_name",
        ),
        ("SearchResponse", "items query total"),
        ("PriceWatchInput", "canonical_product_id target_price"),
        (
            "PriceWatch",
            "canonical_product_id channel created_at destination id status target_price updated_at",
        ),
        ("WatchlistResponse", "items total"),
    ] {
        assert_eq!(sorted(required(name)), expected, "{name}");
    }
}
