//! Pages, filters and counts of a search, several products at once, shops, and what is served.

use serde_json::{Value, json};
use tests::{Backend, Deployment, Key, Service, wait_for};

crate::on_both_stores!(
    a_search_is_turned_page_by_page,
    products_are_asked_for_by_id_or_number,
    shops_and_the_deployment_describe_themselves,
);

const HEAD: &str = "offer_id,canonical_product_id,price,delivery_cost,availability,url";

fn product(id: &str, brand: &str, category: &str, ean: &str) -> String {
    json!({
        "canonical_product_id": id, "product_name": format!("{brand} lamp {id}"), "brand": brand,
        "model": id, "category": category, "eans": [ean],
    })
    .to_string()
}

fn feed(deployment: &Deployment, store: &str, rows: &[&str]) {
    let rows = rows.iter().map(|row| {
        let parts: Vec<&str> = row.split(',').collect();
        let [id, price, availability] = parts[..] else {
            panic!("{row}")
        };
        format!("{id},{id},{price},0,{availability},https://shop.example/{id}\n")
    });
    let text = format!("{HEAD}\n{}", rows.collect::<String>());
    let file = deployment.file(&format!("{store}.csv"), text);
    deployment.import(&file, store, &[]);
}

fn start(backend: Backend) -> (Deployment, Service, Key) {
    let deployment = Deployment::new(backend);
    let lines = [
        product("desk", "Nova", "Home > Lamps", "4006381333931"),
        product("floor", "NOVA", "Home > Lamps", "9783161484100"),
        product("wall", "Brio", "Home", "5901234123457"),
        product("tent", "Brio", "Camping", "4012345678901"),
        product("gone", "Brio", "Camping", "96385074"),
    ];
    let catalogue = deployment.file("c.jsonl", lines.join("\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    let terms = [
        "--return-days",
        "30",
        "--delivery-cost",
        "4.90",
        "--seller-score",
        "4.6",
    ];
    let mut arguments = vec!["store", "set", "Shop One"];
    arguments.extend(terms);
    deployment.ok(&arguments);
    let rows = [
        "desk,10.00,in_stock",
        "floor,30.00,preorder",
        "wall,20.00,in_stock",
        "tent,5.00,backorder",
    ];
    feed(&deployment, "Shop One", &rows);
    feed(
        &deployment,
        "Shop Two",
        &["desk,11.00,limited", "wall,25.00,in_stock"],
    );
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    (deployment, service, key)
}

fn get(service: &Service, key: &Key, path: &str) -> Value {
    let answer = service.get(path, key);
    let text = String::from_utf8_lossy(&answer.body).into_owned();
    assert_eq!(answer.status, 200, "{path}: {text}");
    answer.json()
}

/// The ids of the items.
fn ids(answer: &Value) -> Vec<String> {
    let items = answer["items"].as_array().unwrap();
    let id = |item: &Value| item["canonical_product_id"].as_str().unwrap().to_owned();
    items.iter().map(id).collect()
}

fn fault(service: &Service, key: &Key, path: &str) -> String {
    let answer = service.get(path, key);
    assert_eq!(answer.status, 400, "{path}");
    let body = answer.json();
    assert_eq!(body["error"], "validation_error", "{path}");
    body["details"][0]["field"].as_str().unwrap().to_owned()
}

fn a_search_is_turned_page_by_page(backend: Backend) {
    let (_deployment, service, key) = start(backend);
    let plain = get(&service, &key, "/v1/search?q=lamp&unknown=1");
    let names: Vec<&String> = plain.as_object().unwrap().keys().collect();
    assert_eq!(names, ["items", "query", "total"]);
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/v1/search?q=lamp&limit=3{cursor}");
        let page = get(&service, &key, &path);
        assert_eq!(page["total"], 4);
        found.extend(ids(&page));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
        assert_eq!(found.len(), 3);
    }
    assert_eq!(found, ids(&plain));
    let cheap = get(
        &service,
        &key,
        "/v1/search?q=lamp&brand=nova&max_price=25&sort=price_desc",
    );
    assert_eq!(
        (ids(&cheap), &cheap["next_cursor"]),
        (vec!["desk".to_owned()], &Value::Null)
    );
    let expected = json!({
        "brands": [{ "value": "Brio", "count": 2 }, { "value": "Nova", "count": 1 }],
        "categories": [{ "value": "Home > Lamps", "count": 1 }],
        "availability": [{ "value": "in_stock", "count": 1 }, { "value": "limited", "count": 1 }],
        "price": { "min": 10, "max": 30 },
    });
    assert_eq!(cheap["facets"], expected);
    let browsed = get(&service, &key, "/v1/search?category=home&sort=stores");
    assert_eq!(ids(&browsed), ["desk", "wall", "floor"]);
    assert_eq!(browsed["query"], "");
    assert!(browsed["items"][0].get("relevance_score").is_none());
    for (path, field) in [
        ("/v1/search", "q"),
        ("/v1/search?limit=1", "q"),
        ("/v1/search?q=&brand=nova", "q"),
        ("/v1/search?q=lamp&limit=101", "limit"),
        ("/v1/search?q=lamp&cursor=x", "cursor"),
        ("/v1/search?q=lamp&cursor=0.0.a", "cursor"),
        ("/v1/search?q=lamp&min_price=9.999", "min_price"),
        ("/v1/search?q=lamp&min_price=9&max_price=8", "min_price"),
        ("/v1/search?q=lamp&availability=sold", "availability"),
        ("/v1/search?q=lamp&sort=cheapest", "sort"),
    ] {
        assert_eq!(fault(&service, &key, path), field, "{path}");
    }
}

fn products_are_asked_for_by_id_or_number(backend: Backend) {
    let (deployment, service, key) = start(backend);
    let several = get(
        &service,
        &key,
        "/v1/products?ids=wall,nothing,Not%20one,gone",
    );
    let alone = |id: &str| get(&service, &key, &format!("/v1/products/{id}"));
    let expected = json!({ "items": [
        { "requested": "wall", "found": alone("wall") },
        { "requested": "nothing", "found": null },
        { "requested": "Not one", "found": null },
        { "requested": "gone", "found": alone("gone") },
    ]});
    assert_eq!(several, expected);
    let numbered = get(
        &service,
        &key,
        "/v1/products?eans=9783161484100,4006381333948,96385074",
    );
    let both = get(&service, &key, "/v1/products?eans=96385074&ids=wall");
    let asked = [0, 1].map(|place| both["items"][place]["requested"].clone());
    assert_eq!(asked, ["wall", "96385074"]);
    let expected = json!({ "items": [
        { "requested": "9783161484100", "found": alone("floor") },
        { "requested": "4006381333948", "found": null },
        { "requested": "96385074", "found": alone("gone") },
    ]});
    assert_eq!(numbered, expected);
    for (path, field) in [
        ("/v1/products", "ids"),
        ("/v1/products?ids=", "ids"),
        ("/v1/products?ids=wall,wall", "ids"),
        ("/v1/products?eans=4006381333932", "eans"),
    ] {
        assert_eq!(fault(&service, &key, path), field, "{path}");
    }
    let weak = deployment.key("live", &["comparison:read"]);
    for path in ["/v1/products?ids=wall", "/v1/stores", "/v1/info"] {
        assert_eq!(service.get(path, &weak).status, 403, "{path}");
        assert_eq!(service.get_with(path, &[]).status, 401, "{path}");
        let bearer = format!("Bearer {}", key.secret);
        let posted = service.send("POST", path, &[("Authorization", &bearer)], "");
        assert_eq!(posted.status, 405, "{path}");
    }
    feed(
        &deployment,
        "Shop Two",
        &["desk,11.00,limited", "wall,15.00,in_stock"],
    );
    wait_for("the new price", || {
        let several = get(&service, &key, "/v1/products?ids=wall");
        let price = &several["items"][0]["found"]["decision"]["delivered_price"];
        (price == &json!(15)).then_some(())
    });
}

fn shops_and_the_deployment_describe_themselves(backend: Backend) {
    let (_deployment, service, key) = start(backend);
    let stores = get(&service, &key, "/v1/stores");
    assert_eq!(stores["total"], 2);
    let mut first = stores["items"][0].clone();
    let seen = first["last_snapshot_at"].take();
    let expected = json!({
        "store": "Shop One", "seller_score": 4.6, "seller_reviews": null, "return_days": 30,
        "warranty_months": null, "delivery_cost": 4.9, "free_delivery_from": null,
        "delivery_days": null, "url": null, "last_snapshot_at": null,
    });
    assert_eq!(first, expected);
    assert!(seen.as_str().unwrap().ends_with('Z'), "{seen}");
    let mut info = get(&service, &key, "/v1/info");
    let newest = info["last_snapshot_at"].take();
    assert_eq!(newest, stores["items"][1]["last_snapshot_at"]);
    let version = info["version"].take();
    assert!(
        version
            .as_str()
            .unwrap()
            .starts_with(|c: char| c.is_ascii_digit())
    );
    let expected = json!({
        "currency": "EUR", "currency_decimals": 2, "interface_version": "1", "version": null,
        "environment": "production", "product_count": 5, "store_count": 2, "last_snapshot_at": null,
    });
    assert_eq!(info, expected);
}
