//! What was in a store of an earlier state is answered by the program of today, and goes on from there.

use serde_json::{Value, json};
use tests::{Backend, Key, Service};

use crate::state::{made, migrations};

crate::on_both_stores!(what_was_kept_is_answered_and_goes_on);

/// States before migrations that move what is there, the first with a key, and the last.
const STATES: [&str; 8] = [
    "2026-11-21-000002_access",
    "2026-11-21-000005_webhooks",
    "2026-11-21-000008_matches",
    "2026-11-22-000054_ambiguous_gtins",
    "2026-11-24-000140_unfinished_rematch",
    "2026-11-24-000141_keys_are_numbers",
    "2026-11-24-000150_delivery_queue",
    "2026-11-25-000164_labels_of_keys",
];

/// A feed of the shop after the upgrade: a lower price, what it had, and a new offer by a known number.
const NEXT: &str = "\
offer_id,title,brand,ean,price,availability,url,delivery_cost
a-1,Lumo desk lamp,Lumo,4006381333931,37.50,in_stock,https://one.example/a-1,4.95
a-2,Lumo floor lamp grey,Lumo,,89.00,in_stock,https://one.example/a-2,
a-3,Lumo ceiling lamp,Lumo,4006381333948,59.00,in_stock,https://one.example/a-3,
a-7,Ceiling lamp by Lumo,Lumo,4006381333948,57.00,in_stock,https://one.example/a-7,
";

fn key() -> Key {
    Key {
        id: "key_f3ac57e594104307900925285d359d20".to_owned(),
        secret: "pcs_live_v2WjkOMgoeTiY8MW8G5x2HGXlu2nkUagf_FpqzvssbM".to_owned(),
    }
}

fn what_was_kept_is_answered_and_goes_on(backend: Backend) {
    let all = migrations();
    for state in STATES {
        let at = all.iter().position(|name| name == state);
        let reached = &all[..=at.unwrap_or_else(|| panic!("no migration {state}"))];
        let has = |migration: &str| reached.iter().any(|name| name.ends_with(migration));
        let store = made(backend, reached);
        let service = store.serve();
        the_catalogue(&service, state, has("_matches"));
        if has("_watches") {
            the_watches(&service, state);
        }
        if has("_webhooks") {
            the_webhooks(&service, state, has);
        }
        if has("_sources") {
            let listed = store.ok(&["source", "list", "--json"]);
            assert!(
                listed.contains("https://two.example/feed.csv"),
                "{state}: {listed}"
            );
        }
        let review = store.ok(&["match", "review", "--json"]);
        assert!(review.contains("lumo_lamp_for_tables"), "{state}: {review}");
        let shrunken = review.contains("1 of 2 offers");
        assert_eq!(shrunken, has("_held_snapshots"), "{state}: {review}");
        let feed = store.file("next.csv", NEXT);
        let counts = store.import(&feed, "Shop One", &[]);
        let done = ["created", "changed", "triggered"].map(|name| counts[name].clone());
        assert_eq!(done, [json!(1), json!(1), json!(0)], "{state}: {counts}");
        let found = tests::wait_for("the new price", || {
            let found = product(&service, "lumo_desk_lamp");
            (found["offers"][0]["item_price"] == 37.5).then_some(found)
        });
        assert_eq!(found["product"]["ean"], "4006381333931", "{state}");
        let ceiling = product(&service, "lumo_ceiling_lamp");
        assert_eq!(
            sold(&ceiling).len(),
            2,
            "{state}: found by a kept key: {ceiling}"
        );
    }
}

fn product(service: &Service, id: &str) -> Value {
    service.get(&format!("/v1/products/{id}"), &key()).json()
}

/// Shops and item prices of a product's offers.
fn sold(product: &Value) -> Vec<(String, f64)> {
    let offers = product["offers"].as_array().expect("offers").iter();
    offers
        .map(|offer| {
            let store = offer["store"].as_str().expect("a shop");
            let price = offer["item_price"].as_f64().expect("a price");
            (store.to_owned(), price)
        })
        .collect()
}

fn the_catalogue(service: &Service, state: &str, has_merged: bool) {
    let lamp = product(service, "lumo_desk_lamp");
    let offers = [("Shop One".to_owned(), 39.9), ("Shop Two".to_owned(), 52.0)];
    // what is held back stands last, without a score
    assert_eq!(sold(&lamp)[..2], offers, "{state}: {lamp}");
    assert_eq!(lamp["decision"]["store"], "Shop One", "{state}: {lamp}");
    let found = service.get("/v1/search?q=lumo+desk+lamp", &key()).json();
    assert_eq!(
        found["items"][0]["canonical_product_id"], "lumo_desk_lamp",
        "{state}: {found}"
    );
    let history = service.get("/v1/products/lumo_desk_lamp/history?range=90d", &key());
    let prices: Vec<Value> = history.json()["series"]
        .as_array()
        .unwrap_or_else(|| panic!("{state}: {}", history.text()))
        .iter()
        .map(|day| day["min_item_price"].clone())
        .collect();
    assert!(prices.contains(&json!(49.9)), "{state}: {prices:?}");
    if has_merged {
        let merged = product(service, "lumo_desk_lamp_old");
        assert_eq!(sold(&merged)[..2], offers, "{state}: {merged}");
    }
}

fn the_watches(service: &Service, state: &str) {
    let bearer = format!("Bearer {}", key().secret);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("X-Service-Client-Id", "customer-0001"),
        ("Content-Type", "application/json"),
        ("Idempotency-Key", "watch-0001"),
    ];
    let listed = service.get_with("/v1/watchlists", &headers[..2]).json();
    let watches = listed["items"].as_array().expect("watches").iter();
    let mut shown: Vec<[&Value; 3]> = watches
        .map(|watch| ["canonical_product_id", "target_price", "status"].map(|name| &watch[name]))
        .collect();
    shown.sort_by_key(|watch| watch[0].to_string());
    assert_eq!(
        json!(shown),
        json!([
            ["lumo_ceiling_lamp", 10, "paused"],
            ["lumo_desk_lamp", 48, "active"]
        ]),
        "{state}"
    );
    // the request that made it, sent again: its answer is the one that was kept
    let body = r#"{"canonical_product_id":"lumo_desk_lamp","target_price":48,"destination":"ann@example.com"}"#;
    let again = service.send("POST", "/v1/watchlists", &headers, body);
    let id = &again.json()["id"];
    assert_eq!(again.status, 201, "{state}: {}", again.text());
    assert_eq!(*id, "ceba6fe1-19db-49af-a02f-7d9abd05dc90", "{state}");
}

fn the_webhooks(service: &Service, state: &str, has: impl Fn(&str) -> bool) {
    let webhooks = service.get("/v1/webhooks", &key()).json();
    let webhook = &webhooks["items"][0];
    assert_eq!(
        webhook["url"], "https://hooks.example.com/prices",
        "{state}"
    );
    assert_eq!(
        webhook["incident"]["state"], "acknowledged",
        "{state}: {webhook}"
    );
    let listed = service.get("/v1/webhook-deliveries", &key()).json();
    let mut statuses: Vec<&str> = listed["items"]
        .as_array()
        .expect("deliveries")
        .iter()
        .filter_map(|delivery| delivery["status"].as_str())
        .collect();
    statuses.sort_unstable();
    let mut expected = vec!["delivered", "failed", "pending", "sending"];
    expected.extend(has("_delivery_counts").then_some("cancelled"));
    expected.extend(has("_delivery_queue").then_some("pending"));
    expected.sort_unstable();
    assert_eq!(statuses, expected, "{state}: {listed}");
    let audit = service.get("/v1/webhook-audit", &key()).json();
    assert_eq!(audit["items"][0]["action"], "webhook.create", "{state}");
}
