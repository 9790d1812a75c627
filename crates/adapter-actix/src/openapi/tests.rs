use std::collections::BTreeSet;

use domain::history::Range;
use product_knowledge::fit::Goal;
use serde_json::Value;

use super::document;
use crate::routes;

mod examples;
mod watchlists;
mod webhooks;

fn parsed() -> Value {
    serde_json::from_slice(&document("sandbox")).unwrap()
}

/// What a reference leads to, or the thing itself.
fn followed<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|t| t.strip_prefix('#'));
    target.map_or(value, |target| document.pointer(target).unwrap())
}

/// The document with what operations share put in its places; schemas stay references.
fn resolved() -> Value {
    let shared = parsed();
    let mut document = shared.clone();
    for item in document["paths"].as_object_mut().unwrap().values_mut() {
        for operation in item.as_object_mut().unwrap().values_mut() {
            for parameter in operation["parameters"].as_array_mut().unwrap() {
                *parameter = followed(&shared, parameter).clone();
            }
            for response in operation["responses"].as_object_mut().unwrap().values_mut() {
                *response = followed(&shared, response).clone();
                let headers = response.get_mut("headers").and_then(Value::as_object_mut);
                for header in headers.into_iter().flat_map(|h| h.values_mut()) {
                    *header = followed(&shared, header).clone();
                }
            }
        }
    }
    document
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
        let parameters = document["paths"][path]["get"]["parameters"].as_array();
        let mut named = parameters.unwrap().iter().filter(|p| p["name"] == name);
        let parameter = named.next().unwrap();
        assert_eq!(parameter["required"], false, "{path} {name}");
        let schema = &parameter["schema"];
        assert_eq!(schema["default"], default, "{path} {name}");
        let values = serde_json::json!(values);
        assert_eq!(followed(&document, schema)["enum"], values, "{path} {name}");
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
    let document = resolved();
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
        // the target where its condition needs one (ADR 0126), which a schema does not say
        ("PriceWatchInput", "canonical_product_id"),
        (
            "PriceWatch",
            "canonical_product_id channel created_at destination id status target_price updated_at",
        ),
        ("WatchlistResponse", "items total"),
    ] {
        assert_eq!(sorted(required(name)), expected, "{name}");
    }
}
