//! Answers as the `OpenAPI` document shows them.

pub mod webhooks;

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

/// An answer of price history.
pub fn history() -> Value {
    let stats = json!({
        "average": 561.2, "median": 559.99, "p10": 539.99,
        "min": 539.99, "min_date": "2025-11-28", "min_store": "Store One",
        "max": 589.99, "max_date": "2025-10-08", "max_store": "Store Two",
        "volatility": 0.031, "observed_hours": 2136
    });
    let verdict = json!({
        "label": "good", "score": 63, "confidence": "high",
        "reason": "A good price: the lowest price, 554.99 EUR delivered, is 1 % below its 90-day median \
            of 559.99 EUR. Since 2025-07-10 it was dearer for 71 % of the time; the lowest was 539.99 EUR on \
            2025-11-28 at Store One.",
        "wait": false,
        "parts": { "percentile": 0.714, "below_median": 0.522, "near_low": 0.577 },
        "median_90d": 559.99, "low_180d": 539.99, "since": "2025-07-10"
    });
    let mut summary = json!({
        "price_basis": "delivered", "from": "2025-10-08", "as_of": "2026-01-05T09:00:00.000000Z",
        "current": 554.99, "current_store": "Store One", "current_item_price": 549.99,
        "current_delivered_price": 554.99, "change": -35, "change_percent": -5.93
    });
    let more = json!({
        "first_date": "2025-10-08", "last_date": "2026-01-05", "points": 90, "percentile": 71.4,
        "trend": { "direction": "falling", "percent_per_30_days": -2.4 },
        "coverage": 0.989, "out_of_stock_share": 0, "watched_days": 210, "lowest_in_days": 30,
        "item": stats, "delivered": stats, "verdict": verdict, "missing": []
    });
    if let (Value::Object(summary), Value::Object(more), Value::Object(stats)) =
        (&mut summary, more, stats)
    {
        summary.extend(
            stats
                .into_iter()
                .filter(|(name, _)| name != "observed_hours"),
        );
        summary.extend(more);
    }
    json!({
        "canonical_product_id": "nova_x2_128_gb",
        "range": "90d",
        "series": [{
            "date": "2026-01-05", "min_price": 554.99, "avg_price": 562.49,
            "median_price": 562.49, "max_price": 569.99, "store_count": 2,
            "min_store": "Store One", "min_item_price": 549.99, "min_delivered_price": 554.99
        }],
        "summary": summary
    })
}

/// An answer of comparison.
pub fn comparison() -> Value {
    let offer = |store: &str, price: f64| {
        let mut offer = product().get("offers").and_then(|o| o.get(0)).cloned();
        if let Some(Value::Object(offer)) = &mut offer {
            offer.insert("store".to_owned(), store.into());
            offer.insert("delivered_price".to_owned(), price.into());
        }
        offer
    };
    let compared = |(id, name, model): (&str, &str, &str), price: f64, score: f64, wins: bool| {
        json!({
            "canonical_product_id": id,
            "comparison_name": name,
            "best_offer": offer("Store One", price),
            "brand": "Nova",
            "model": model,
            "fit_score": score,
            "fit": {
                "points": score, "coverage": 0.86, "value_utility": 1,
                "parts": [{ "attribute": "battery_mah", "value": "5000 mAh", "weight": 25,
                    "utility": 0.7, "scale_low": 3300, "scale_high": 6000, "contribution": 20.35 }],
                "missing": ["ip_code"], "notes": []
            },
            "not_enough_data": false,
            "is_winner": wins,
            "history": {
                "range": "90d", "price_basis": "delivered", "current": price, "average": price,
                "min": price, "min_date": "2025-11-28", "max": price, "percentile": null,
                "lowest_in_days": null, "verdict": null,
                "verdict_missing": "watched for 5 days; at least 14 are needed"
            }
        })
    };
    json!({
        "products": [
            compared(("nova_x2_128_gb", "Nova X2 128 GB", "X2"), 554.99, 71.5, true),
            compared(("nova_x1_128_gb", "Nova X1 128 GB", "X1"), 549.99, 64.2, false)
        ],
        "preference": {
            "goal": "travel", "category": "phone", "result": "winner", "winner": "nova_x2_128_gb",
            "margin": 7.3, "price_weight": 0.3, "attributes_weight": 0.7, "scale_version": 1,
            "explanation": "For travel, Nova X2 128 GB is the better choice by 7.3 points."
        },
        "range": "90d",
        "goal": "travel"
    })
}

/// A body that creates a watch.
pub fn watch_input() -> Value {
    json!({
        "canonical_product_id": "nova_x2_128_gb",
        "target_price": 499.95,
        "channel": "email",
        "destination": "alerts@customer.example"
    })
}

/// A body that changes a watch.
pub fn watch_patch() -> Value {
    json!({ "target_price": 479, "status": "active" })
}

/// A price watch.
pub fn watch() -> Value {
    let mut product = search().get("items").and_then(|i| i.get(0)).cloned();
    if let Some(Value::Object(product)) = &mut product {
        product.remove("relevance_score");
    }
    json!({
        "id": "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10",
        "canonical_product_id": "nova_x2_128_gb",
        "target_price": 499.95,
        "channel": "email",
        "destination": "alerts@customer.example",
        "status": "active",
        "created_at": "2026-01-05T09:00:00.000000Z",
        "updated_at": "2026-01-05T09:00:00.000000Z",
        "product": product,
        "current_price": 554.99,
        "target_reached": false
    })
}

/// The price watches of a client.
pub fn watchlist() -> Value {
    json!({ "total": 1, "items": [watch()] })
}
