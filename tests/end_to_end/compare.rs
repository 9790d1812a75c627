//! Products compared for a goal, over HTTP.

use serde_json::{Value, json};
use tests::{Backend, Deployment, Key, Service};

crate::on_both_stores!(phones_are_compared_for_a_goal);

fn phone(id: &str, category: &str, specs: Value) -> String {
    json!({
        "canonical_product_id": id, "product_name": format!("Nova {id}"), "brand": "Nova",
        "model": id, "category": category, "specs": specs,
    })
    .to_string()
}

fn start(backend: Backend) -> (Deployment, Service, Key) {
    let deployment = Deployment::new(backend);
    let full = |mah: u32, grams: u32, mp: u32| {
        json!({
            "Battery capacity": format!("{mah} mAh"), "Weight": format!("{grams} g"),
            "Main camera": format!("{mp} MP, f/1.8, OIS"), "Optical zoom": "3x",
            "Storage": "128 GB", "RAM": "8 GB", "Display": "6.1 inches, 120 Hz",
            "Fast charging": "45 W", "Wireless charging": "15 W", "eSIM": "yes", "IP rating": "IP68",
            "5G": "yes", "Battery life": if mah > 5000 { "16 h" } else { "9 h" },
            "Video": "4K 60 fps", "Front camera": "12 MP", "Software updates": "7 years",
            "Charging cycles": "1000", "Sensor size": "1/1.3\"", "Ultrawide": "yes", "RAW": "yes",
            "Peak brightness": "2000 nits", "Resolution": "2400 x 1080",
        })
    };
    let lines = [
        phone("long", "Phones > Smartphones", full(6000, 210, 12)),
        phone("light", "Phones > Smartphones", full(3200, 150, 50)),
        phone("vague", "Smartphones", json!({ "Colour": "blue" })),
        phone("case", "Phone cases", json!({})),
        phone("book", "Laptops", json!({ "Weight": "1.2 kg" })),
        phone("unsold", "Smartphones", full(5000, 190, 50)),
    ];
    let catalogue = deployment.file("c.jsonl", lines.join("\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    let rows = ["long,400", "light,410", "vague,300", "case,10", "book,900"];
    let rows = rows.map(|row| {
        let (id, price) = row.split_once(',').unwrap();
        format!("{id},{id},{price}.00,0,in_stock,https://a.example/{id}")
    });
    let head = "offer_id,canonical_product_id,price,delivery_cost,availability,url";
    let feed = deployment.file("f.csv", format!("{head}\n{}\n", rows.join("\n")));
    deployment.import(&feed, "Store One", &[]);
    let key = deployment.key("live", &["comparison:read"]);
    let service = deployment.serve();
    (deployment, service, key)
}

fn get(service: &Service, key: &Key, query: &str) -> Value {
    let answer = service.get(&format!("/v1/compare?{query}"), key);
    assert_eq!(
        answer.status,
        200,
        "{query}: {}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

fn phones_are_compared_for_a_goal(backend: Backend) {
    let (_deployment, service, key) = start(backend);
    let answer = get(&service, &key, "ids=light,long&goal=max-battery&range=30d");
    assert_eq!(
        (&answer["goal"], &answer["range"]),
        (&"max-battery".into(), &"30d".into())
    );
    let products = answer["products"].as_array().unwrap();
    let ids: Vec<&Value> = products
        .iter()
        .map(|p| &p["canonical_product_id"])
        .collect();
    assert_eq!(ids, ["light", "long"], "in the order asked for");
    assert_eq!(answer["preference"]["winner"], "long", "{answer:#}");
    assert_eq!(answer["preference"]["result"], "winner");
    assert!(products[1]["fit_score"].as_f64() > products[0]["fit_score"].as_f64());
    assert_eq!(products[1]["is_winner"], true);
    assert_eq!(products[1]["best_offer"]["delivered_price"], 400);
    assert_eq!(products[1]["best_offer"]["is_recommended"], true);
    assert_eq!(products[0]["comparison_name"], "Nova light");
    let parts = products[1]["fit"]["parts"].as_array().unwrap();
    assert!(
        parts.iter().any(|part| part["attribute"] == "battery_mah"),
        "{parts:?}"
    );
    let explanation = answer["preference"]["explanation"].as_str().unwrap();
    assert!(explanation.contains("Nova long"), "{explanation}");

    let cheapest = get(&service, &key, "ids=long,light,vague&goal=best-price");
    assert_eq!(cheapest["preference"]["winner"], "vague");
    let unknown = get(&service, &key, "ids=long,vague");
    assert_eq!(
        (&unknown["goal"], &unknown["range"]),
        (&"overall".into(), &"90d".into())
    );
    assert_eq!(unknown["preference"]["result"], "not_enough_data");
    assert_eq!(unknown["products"][1]["not_enough_data"], true);
    assert_eq!(unknown["products"][1].get("fit_score"), None);

    for (query, status) in [
        ("", 400),
        ("ids=long", 400),
        ("ids=long,long", 400),
        ("ids=long,", 400),
        ("ids=long,%20light", 400),
        ("ids=a,b,c,d,e", 400),
        ("ids=long,light&goal=speed", 400),
        ("ids=long,light&range=2y", 400),
        ("ids=long,light&ids=long,light", 400),
        ("ids=long,book", 400),
        ("ids=long,case", 400),
        ("ids=long,unsold", 400),
        ("ids=long,nothing", 404),
        ("ids=nothing,case", 404),
    ] {
        let answer = service.get(&format!("/v1/compare?{query}"), &key);
        assert_eq!(
            answer.status,
            status,
            "{query}: {}",
            String::from_utf8_lossy(&answer.body)
        );
    }
}

/// Answers of both kinds are kept in one place: none may be taken for another.
#[test]
fn no_history_is_answered_with_a_kept_comparison() {
    let (deployment, service, key) = start(Backend::Sqlite);
    let both = deployment.key("live", &["catalog:read"]);
    get(&service, &key, "ids=long,light&range=90d&goal=overall");
    for path in [
        "/v1/products/long,light/history?range=90d&store=overall",
        "/v1/products/long%2Clight/history?range=90d&store=overall",
        "/v1/products/compare%20long,light/history?range=90d&store=overall",
    ] {
        assert_eq!(service.get(path, &both).status, 400, "{path}");
    }
    let kept = service.get("/v1/products/long/history?range=7d&store=store+one", &both);
    assert_eq!(kept.status, 200);
    let path = "/v1/products/long%207d/history?range=7d&store=one";
    assert_eq!(service.get(path, &both).status, 400);
}

#[test]
fn a_product_says_how_it_stands() {
    let (deployment, service, _key) = start(Backend::Sqlite);
    let key = deployment.key("live", &["catalog:read"]);
    let product =
        |id: &str| service.get(&format!("/v1/products/{id}"), &key).json()["product"].clone();
    let long = product("long");
    assert_eq!(long["comparison_name"], "Nova long");
    let score = long["comparison_score"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&score), "{long:#}");
    assert!(
        long["comparison_summary"]
            .as_str()
            .unwrap()
            .contains("points"),
        "{long:#}"
    );
    let vague = product("vague");
    assert_eq!(vague.get("comparison_score"), None);
    assert!(
        vague["comparison_summary"]
            .as_str()
            .unwrap()
            .starts_with("No score"),
        "{vague:#}"
    );
    assert_eq!(product("case").get("comparison_summary"), None);
    let refused = service.get("/v1/compare?ids=long,light", &key);
    assert_eq!(refused.status, 403, "comparison needs its own scope");
}
