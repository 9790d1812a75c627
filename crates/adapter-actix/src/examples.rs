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
