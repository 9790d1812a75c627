//! Answers as the `OpenAPI` document shows them.

use serde_json::{Value, json};

/// An answer of search.
pub fn search() -> Value {
    json!({
        "query": "nova x2",
        "total": 1,
        "items": [{
            "canonical_product_id": "nova_x2_128_gb",
            "product_name": "Nova X2 128 GB",
            "brand": "Nova",
            "model": "X2",
            "variant": "128 GB",
            "match_confidence": 0.98,
            "min_price": 554.99,
            "store_count": 2,
            "relevance_score": 1
        }]
    })
}

/// An answer of product.
pub fn product() -> Value {
    json!({
        "canonical_product_id": "nova_x2_128_gb",
        "product_name": "Nova X2 128 GB",
        "product": {
            "canonical_product_id": "nova_x2_128_gb",
            "product_name": "Nova X2 128 GB",
            "brand": "Nova",
            "model": "X2",
            "variant": "128 GB",
            "category": "Smartphones",
            "ean": "4006381333931",
            "match_confidence": 0.98,
            "match_status": "matched",
            "specs": [{ "label": "Storage", "value": "128 GB" }]
        },
        "offers": [{
            "store": "Store One",
            "price": 549.99,
            "item_price": 549.99,
            "delivery_cost": 5,
            "delivered_price": 554.99,
            "url": "https://store-one.example/nova-x2",
            "updated_at": "2026-01-05T08:00:00.000000Z",
            "availability": "in_stock",
            "availability_label": "In stock",
            "stock_quantity": 12,
            "delivery_estimate": "2026-01-07",
            "delivery_label": "5.00 EUR delivery, within 2 business days",
            "seller_score": 4.6,
            "return_days": 30,
            "warranty_months": null,
            "data_quality": 0.925,
            "decision_score": 90,
            "badge": "Best choice",
            "is_recommended": true,
            "is_lowest_item_price": true
        }],
        "decision": {
            "label": "Excellent offer",
            "store": "Store One",
            "score": 90,
            "delivered_price": 554.99,
            "url": "https://store-one.example/nova-x2",
            "rationale": "Store One at 554.99 EUR delivered scores 90 of 100: the only offer that \
                can be recommended now.",
            "evaluated_offer_count": 1,
            "updated_at": "2026-01-05T08:00:00.000000Z",
            "lowest_item_price": 549.99,
            "lowest_item_store": "Store One"
        }
    })
}
