//! Price history over HTTP.

use serde_json::Value;
use tests::{Backend, Deployment, Key, Service, days_ago, hours_ago};

crate::on_both_stores!(
    the_past_is_that_of_the_imports,
    a_product_without_offers_has_an_empty_history,
);

fn feed(price: &str, delivery: &str, availability: &str) -> String {
    format!(
        "offer_id,title,ean,price,delivery_cost,availability,url\n\
         1,Nova X2 128GB,4006381333931,{price},{delivery},{availability},https://a.example/1\n"
    )
}

fn get(service: &Service, key: &Key, path: &str) -> Value {
    let answer = service.get(path, key);
    assert_eq!(
        answer.status,
        200,
        "{path}: {}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

fn the_past_is_that_of_the_imports(backend: Backend) {
    let deployment = Deployment::new(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let snapshots = [
        ("Store One", 24 * 20, "100.00", "5.00", "in_stock"),
        ("Store One", 24 * 18, "100.00", "5.00", "in_stock"),
        // a hole of eight days, then dearer
        ("Store One", 24 * 10, "110.00", "5.00", "in_stock"),
        ("Store One", 24 * 9, "110.00", "5.00", "out_of_stock"),
        ("Store One", 24 * 8, "90.00", "5.00", "in_stock"),
        ("Store Two", 24 * 8, "99.00", "0", "in_stock"),
        ("Store One", 24 * 6, "90.00", "5.00", "in_stock"),
        ("Store Two", 24 * 6, "93.00", "0", "in_stock"),
        ("Store One", 24 * 4, "90.00", "5.00", "in_stock"),
        ("Store Two", 24 * 4, "93.00", "0", "in_stock"),
        ("Store One", 48, "90.00", "5.00", "in_stock"),
        ("Store Two", 48, "93.00", "0", "in_stock"),
        ("Store One", 1, "95.00", "5.00", "in_stock"),
        ("Store Two", 1, "93.00", "0", "in_stock"),
    ];
    for (store, hours, price, delivery, availability) in snapshots {
        let file = deployment.file("f.csv", feed(price, delivery, availability));
        deployment.import(&file, store, &["--observed-at", &hours_ago(hours)]);
    }
    let service = deployment.serve();
    let id = "nova_x2_128gb";
    let path = format!("/v1/products/{id}/history");
    let month = get(&service, &key, &format!("{path}?range=30d"));
    assert_eq!(month["canonical_product_id"], id);
    assert_eq!(month["range"], "30d");
    let summary = &month["summary"];
    assert_eq!(summary["price_basis"], "delivered");
    assert_eq!(summary["current"], 93);
    assert_eq!(summary["current_store"], "Store Two");
    assert_eq!(summary["current_item_price"], 93);
    assert_eq!(summary["min"], 93);
    assert_eq!(summary["min_store"], "Store Two");
    assert_eq!(summary["item"]["min"], 90);
    assert_eq!(summary["max"], 115);
    assert_eq!(summary["watched_days"], 20);
    let sold_out = summary["out_of_stock_share"].as_f64().unwrap();
    // of 5 + 10 days in which something was known, one day was sold out
    assert!((sold_out - 1.0 / 15.0).abs() < 0.002, "{summary}");
    let series = month["series"].as_array().unwrap();
    assert_eq!(summary["points"], series.len());
    let dates: Vec<&str> = series
        .iter()
        .map(|day| day["date"].as_str().unwrap())
        .collect();
    assert!(dates.is_sorted(), "{dates:?}");
    let today = series.last().unwrap();
    assert_eq!(
        (&today["min_price"], &today["max_price"]),
        (&93.into(), &100.into())
    );
    assert_eq!(today["store_count"], 2);
    let hole = days_ago(13);
    assert!(
        !dates.contains(&hole.as_str()),
        "no price is carried over a hole: {dates:?}"
    );

    // the product says the same, and how the price stands in its history
    let product = get(&service, &key, &format!("/v1/products/{id}"));
    assert_eq!(product["offers"][0]["delivered_price"], summary["current"]);
    let verdict = summary["verdict"]["reason"].as_str().unwrap();
    let rationale = product["decision"]["rationale"].as_str().unwrap();
    assert!(rationale.contains(verdict), "{rationale} | {verdict}");

    let one = get(&service, &key, &format!("{path}?range=30d&store=store+ONE"));
    assert_eq!(one["store"], "Store One");
    let points = one["points"].as_array().unwrap();
    assert_eq!(points.last().unwrap()["price"], 95);
    assert_eq!(points[0]["price"], 100);
    assert_eq!(points[0]["store"], "Store One");
    assert_eq!(one["summary"]["current"], 95);
    assert_eq!(one["summary"]["min"], 90);
    assert_eq!(one["summary"]["max"], 110);
    let nobody = get(&service, &key, &format!("{path}?store=Nobody"));
    assert_eq!(
        (&nobody["store"], &nobody["points"]),
        (&"Nobody".into(), &serde_json::json!([]))
    );
    assert_eq!(nobody["summary"]["current"], Value::Null);

    // the default is 90 days, and a new import is seen at once
    assert_eq!(get(&service, &key, &path)["range"], "90d");
    let file = deployment.file("f.csv", feed("80.00", "5.00", "in_stock"));
    deployment.import(&file, "Store One", &[]);
    tests::wait_for("the new price", || {
        let answer = get(&service, &key, &path);
        (answer["summary"]["current"] == 85 && answer["summary"]["min"] == 85).then_some(())
    });
}

fn a_product_without_offers_has_an_empty_history(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file(
        "c.jsonl",
        r#"{"canonical_product_id": "lonely", "product_name": "Lonely"}"#,
    );
    deployment.ok(&["catalog", "import", &file]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let history = get(&service, &key, "/v1/products/lonely/history?range=1y");
    assert_eq!(history["series"], serde_json::json!([]));
    let summary = &history["summary"];
    for field in [
        "current",
        "min",
        "max",
        "average",
        "first_date",
        "last_date",
        "verdict",
    ] {
        assert_eq!(summary[field], Value::Null, "{field}");
    }
    assert_eq!(summary["points"], 0);
    let missing = summary["missing"].as_array().unwrap();
    assert!(
        missing.iter().any(|m| m["figure"] == "verdict"),
        "{missing:?}"
    );
}

#[test]
fn bad_questions_are_refused() {
    let deployment = Deployment::new(Backend::Sqlite);
    let file = deployment.file("f.csv", feed("10.00", "0", "in_stock"));
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let weak = deployment.key("live", &["comparison:read"]);
    let service = deployment.serve();
    let id = "nova_x2_128gb";
    for (path, status, code) in [
        (
            format!("/v1/products/{id}/history?range=8d"),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{id}/history?range="),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{id}/history?range=7d&range=7d"),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{id}/history?store="),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{id}/history?store=a"),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{id}/history?store={}", "a".repeat(121)),
            400,
            "validation_error",
        ),
        (
            "/v1/products/Not-An-Id/history".to_owned(),
            400,
            "validation_error",
        ),
        (
            format!("/v1/products/{}/history", "a".repeat(129)),
            400,
            "validation_error",
        ),
        ("/v1/products/unknown/history".to_owned(), 404, "not_found"),
        (
            "/v1/products/unknown/history?range=no".to_owned(),
            400,
            "validation_error",
        ),
        (format!("/v1/products/{id}/history/"), 404, "not_found"),
        ("/v1/products//history".to_owned(), 404, "not_found"),
    ] {
        let answer = service.get(&path, &key);
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (status, Some(code)),
            "{path}"
        );
    }
    let refused = service.get(&format!("/v1/products/{id}/history"), &weak);
    assert_eq!(refused.status, 403);
    let bearer = format!("Bearer {}", key.secret);
    let headers = [("Authorization", bearer.as_str())];
    let path = format!("/v1/products/{id}/history");
    assert_eq!(service.ask("POST", &path, &headers).status, 405);
    assert_eq!(service.ask("HEAD", &path, &headers).status, 200);
    let tag = service.get(&path, &key).header("etag").unwrap().to_owned();
    let again = [
        ("Authorization", bearer.as_str()),
        ("If-None-Match", tag.as_str()),
    ];
    assert_eq!(service.get_with(&path, &again).status, 304);
}
