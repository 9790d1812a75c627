use serde_json::Value;

use super::{parsed, resolved};

#[test]
fn watchlists_say_what_they_need_and_answer() {
    let document = resolved();
    let list = &document["paths"]["/watchlists"];
    let watch = &document["paths"]["/watchlists/{watch_id}"];
    let parameter = |operation: &Value, name: &str| -> Option<Value> {
        let all = operation["parameters"].as_array().unwrap();
        all.iter().find(|p| p["name"] == name).cloned()
    };
    for operation in [
        &list["get"],
        &list["post"],
        &watch["patch"],
        &watch["delete"],
    ] {
        let client = parameter(operation, "X-Service-Client-Id").unwrap();
        assert_eq!(
            (&client["in"], &client["required"]),
            (&"header".into(), &true.into())
        );
        assert_eq!(client["schema"]["pattern"], "^[A-Za-z0-9_-]{8,80}$");
        let key = parameter(operation, "Idempotency-Key");
        assert_eq!(key.is_some(), *operation == list["post"]);
        let refused = &operation["responses"]["401"]["description"];
        assert!(refused.as_str().unwrap().contains("X-Service-Client-Id"));
        assert!(operation["responses"].get("304").is_none());
    }
    assert_eq!(
        parameter(&list["post"], "Idempotency-Key").unwrap()["required"],
        true
    );
    assert_eq!(
        parameter(&watch["patch"], "watch_id").unwrap()["schema"]["format"],
        "uuid"
    );
    let responses = &list["post"]["responses"];
    for header in ["Location", "Idempotent-Replayed"] {
        assert!(responses["201"]["headers"][header].is_object(), "{header}");
    }
    for status in ["404", "409", "422", "503"] {
        assert!(responses[status].is_object(), "{status}");
    }
    assert!(responses["409"]["headers"]["Retry-After"].is_object());
    assert!(watch["delete"]["responses"]["204"].get("content").is_none());
}

#[test]
fn watch_bodies_have_the_bounds_of_the_specification() {
    let document = parsed();
    let schema = |name: &str| document["components"]["schemas"][name].clone();
    let (input, patch, watch) = (
        schema("PriceWatchInput"),
        schema("PriceWatchPatch"),
        schema("PriceWatch"),
    );
    for schema in [&input, &patch] {
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema["properties"]["target_price"]["type"], "number");
        assert_eq!(schema["properties"]["target_price"]["minimum"], 1);
        assert_eq!(schema["properties"]["target_price"]["maximum"], 1_000_000);
        assert_eq!(schema["properties"]["percent"]["type"], "integer");
        assert_eq!(schema["properties"]["percent"]["minimum"], 1);
        assert_eq!(schema["properties"]["percent"]["maximum"], 90);
        assert_eq!(schema["properties"]["destination"]["type"], "string");
        assert_eq!(schema["properties"]["destination"]["format"], "email");
        assert_eq!(schema["properties"]["destination"]["maxLength"], 254);
    }
    assert_eq!(patch["minProperties"], 1);
    let statuses = serde_json::json!(["active", "paused"]);
    let values = |name: &str| schema(name)["enum"].clone();
    assert_eq!(values("WatchStatus"), statuses);
    let channels = serde_json::json!(["email", "webhook"]);
    assert_eq!(values("WatchChannel"), channels);
    assert_eq!(input["properties"]["channel"]["default"], "email");
    assert_eq!(
        values("WatchCondition"),
        serde_json::json!(["target_price", "back_in_stock", "price_fall", "new_low"])
    );
    assert_eq!(input["properties"]["condition"]["default"], "target_price");
    assert_eq!(
        watch["properties"]["target_price"]["type"],
        serde_json::json!(["number", "null"])
    );
    let named = |schema: &Value, member: &str| schema["properties"][member]["$ref"].clone();
    for schema in [&input, &watch] {
        assert_eq!(
            named(schema, "channel"),
            "#/components/schemas/WatchChannel"
        );
    }
    for schema in [&patch, &watch] {
        assert_eq!(named(schema, "status"), "#/components/schemas/WatchStatus");
    }
    assert_eq!(
        watch["properties"]["destination"]["type"],
        serde_json::json!(["string", "null"])
    );
    assert_eq!(watch["properties"]["id"]["format"], "uuid");
    assert_eq!(watch["properties"]["created_at"]["format"], "date-time");
}
