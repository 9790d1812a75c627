//! Answers as the `OpenAPI` document shows them: those of the sample catalogue, shortened.

pub mod webhooks;

use serde_json::{Value, json};

/// The client whose watches the sample has.
pub const CLIENT: &str = "client-0001";

/// The watch that the sample has.
pub const WATCH: &str = "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10";

/// The product of most examples.
pub const PRODUCT: &str = "ombrix_x2_pro_256_gb";

/// An answer of search.
pub fn search() -> Value {
    read(include_str!("examples/search.json"))
}

/// A page of an answer of search, of one product.
pub fn search_page() -> Value {
    let items = search();
    let first = items.get("items").and_then(|items| items.get(0));
    json!({
        "query": "x2 pro",
        "total": 5,
        "items": [first],
        "facets": {
            "brands": [{ "value": "Ombrix", "count": 3 }, { "value": "Claspett", "count": 2 }],
            "categories": [
                { "value": "Smartphones", "count": 3 },
                { "value": "Phone cases", "count": 1 },
                { "value": "Screen protectors", "count": 1 }
            ],
            "availability": [{ "value": "in_stock", "count": 5 }],
            "price": { "min": 19.85, "max": 1089 }
        },
        "next_cursor": "c7c69fe1cf9bbbd5.103680.ombrix_x2_pro_256_gb"
    })
}

/// Products that were asked for by their ids.
pub fn products() -> Value {
    let mut product = product();
    if let Some(Value::Array(offers)) = product.get_mut("offers") {
        offers.truncate(1);
    }
    json!({
        "items": [
            { "requested": PRODUCT, "found": product },
            { "requested": "no_such_product", "found": null }
        ]
    })
}

/// The shops.
pub fn stores() -> Value {
    json!({
        "total": 1,
        "items": [{
            "store": "Northlight",
            "seller_score": 4.7,
            "seller_reviews": 18_240,
            "return_days": 30,
            "warranty_months": 24,
            "delivery_cost": 4.95,
            "free_delivery_from": 49,
            "delivery_days": 1,
            "url": "https://northlight.example/",
            "last_snapshot_at": "2026-01-05T06:00:00.000000Z"
        }]
    })
}

/// What a deployment serves.
pub fn info() -> Value {
    json!({
        "currency": "EUR",
        "currency_decimals": 2,
        "interface_version": "1",
        "version": "0.1.0",
        "environment": "production",
        "product_count": 107,
        "store_count": 7,
        "last_snapshot_at": "2026-01-05T06:00:00.000000Z"
    })
}

/// An answer of product.
pub fn product() -> Value {
    read(include_str!("examples/product.json"))
}

/// An answer of price history.
pub fn history() -> Value {
    read(include_str!("examples/history.json"))
}

/// An answer of price history for one store.
pub fn store_history() -> Value {
    read(include_str!("examples/store_history.json"))
}

/// An answer of comparison.
pub fn comparison() -> Value {
    read(include_str!("examples/comparison.json"))
}

/// null, which fits no schema, if it cannot be read.
fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// A body that creates a watch.
pub fn watch_input() -> Value {
    json!({
        "canonical_product_id": PRODUCT,
        "target_price": 999.95,
        "channel": "email",
        "destination": "alerts@customer.example"
    })
}

/// A body that changes a watch.
pub fn watch_patch() -> Value {
    json!({ "target_price": 979, "status": "active" })
}

/// A price watch.
pub fn watch() -> Value {
    let mut product = search().get("items").and_then(|i| i.get(0)).cloned();
    if let Some(Value::Object(product)) = &mut product {
        product.remove("relevance_score");
    }
    json!({
        "id": WATCH,
        "canonical_product_id": PRODUCT,
        "target_price": 999.95,
        "channel": "email",
        "destination": "alerts@customer.example",
        "status": "active",
        "created_at": "2026-01-05T09:00:00.000000Z",
        "updated_at": "2026-01-05T09:00:00.000000Z",
        "product": product,
        "current_price": 1036.8,
        "target_reached": false
    })
}

/// The price watches of a client.
pub fn watchlist() -> Value {
    json!({ "total": 1, "items": [watch()] })
}
