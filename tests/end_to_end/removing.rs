//! Stores and products are taken out of the catalogue, beside the service.

use serde_json::{Value, json};
use tests::{Backend, Deployment, Key, Service, wait_for};

crate::on_both_stores!(
    a_store_goes_with_all_that_is_kept_of_it,
    a_product_goes_when_no_store_has_it,
);

const HEAD: &str = "offer_id,canonical_product_id,price,delivery_cost,availability,url";

fn import(deployment: &Deployment, store: &str, prices: &[(&str, &str)]) {
    let rows = prices.iter().map(|(id, price)| {
        format!("{store}-{id},{id},{price},0,in_stock,https://shop.example/{id}\n")
    });
    let text = format!("{HEAD}\n{}", rows.collect::<String>());
    let file = deployment.file(&format!("{store}.csv"), text);
    deployment.import(&file, store, &[]);
}

/// A desk lamp at two shops, a tent at the first.
fn start(backend: Backend) -> (Deployment, Service, Key) {
    let deployment = Deployment::new(backend);
    let line = |id: &str, name: &str, category: &str| {
        json!({"canonical_product_id": id, "product_name": name, "category": category}).to_string()
    };
    let lines = [
        line("desk", "Nova desk lamp", "Lamps"),
        line("tent", "Brio tent", "Camping"),
    ];
    let catalogue = deployment.file("c.jsonl", lines.join("\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    import(&deployment, "One", &[("desk", "10.00"), ("tent", "90.00")]);
    import(&deployment, "One", &[("desk", "9.90"), ("tent", "90.00")]);
    import(&deployment, "Two", &[("desk", "12.00")]);
    let key = deployment.key("live", &["catalog:read", "comparison:read"]);
    let service = deployment.serve();
    (deployment, service, key)
}

fn get(service: &Service, key: &Key, path: &str) -> Value {
    let answer = service.get(path, key);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

/// The shops whose offers a product's page has.
fn shops(service: &Service, key: &Key, product: &str) -> Vec<String> {
    let page = get(service, key, &format!("/v1/products/{product}"));
    let offers = page["offers"].as_array().unwrap();
    let shops = offers.iter().map(|it| it["store"].as_str().unwrap());
    shops.map(str::to_owned).collect()
}

fn a_store_goes_with_all_that_is_kept_of_it(backend: Backend) {
    let (deployment, mut service, key) = start(backend);
    let feed = deployment.file("later.csv", HEAD);
    let added = deployment.ok(&["source", "add", "--store", "one", &feed, "--interval", "1d"]);
    deployment.ok(&["source", "pause", added.trim()]);
    assert_eq!(shops(&service, &key, "desk").len(), 2);
    let unknown = deployment.run(&["store", "remove", "Three", "--json"]);
    assert_eq!(unknown.status, Some(3));
    let said: Value = serde_json::from_str(&unknown.stderr).unwrap();
    assert_eq!(said["details"][0]["field"], "NAME", "{said}");

    // refused while a worker tries the feed, which has no row
    let dry = wait_for("the source to have been run", || {
        let dry = deployment.run(&["store", "remove", "ONE", "--dry-run"]);
        (dry.status == Some(0)).then_some(dry.stdout)
    });
    assert_eq!(dry.trim(), "sources=1 offers=2 dry_run=true");
    assert_eq!(shops(&service, &key, "desk").len(), 2);
    assert!(!deployment.ok(&["source", "list"]).is_empty());

    let gone = deployment.ok(&["store", "remove", "ONE", "--json"]);
    let gone: Value = serde_json::from_str(&gone).unwrap();
    assert_eq!(
        gone,
        json!({"removed": true, "sources": 1, "offers": 2, "past": {"prices": 3, "products": 2}})
    );
    for restarted in [false, true] {
        if restarted {
            service = deployment.serve();
        }
        wait_for("the shop to be gone", || {
            (shops(&service, &key, "desk") == ["Two"]).then_some(())
        });
        let stores = get(&service, &key, "/v1/stores");
        assert_eq!(stores["total"], 1);
        assert_eq!(stores["items"][0]["store"], "Two");
        let history = service.get("/v1/products/desk/history?days=30", &key);
        assert!(!history.text().contains("One"), "{}", history.text());
        assert!(!history.text().contains("9.9"), "{}", history.text());
    }
    assert_eq!(deployment.ok(&["source", "list"]), "");
    let runs = deployment.run(&["imports", "--store", "One"]);
    assert_eq!(runs.status, Some(3), "{}", runs.stdout);
    assert_eq!(deployment.run(&["store", "remove", "One"]).status, Some(3));

    import(&deployment, "One", &[("desk", "11.00")]);
    wait_for("the shop to be back", || {
        (shops(&service, &key, "desk").len() == 2).then_some(())
    });
}

fn a_product_goes_when_no_store_has_it(backend: Backend) {
    let (deployment, service, key) = start(backend);
    let refused = deployment.run(&["product", "remove", "tent"]);
    assert_eq!(refused.status, Some(3));
    assert!(refused.stderr.contains("of One"), "{}", refused.stderr);
    for (wrong, status) in [("no-id!", 2), ("nothing", 3)] {
        assert_eq!(
            deployment.run(&["product", "remove", wrong]).status,
            Some(status)
        );
    }
    assert_eq!(service.get("/v1/products/tent", &key).status, 200);
    import(&deployment, "One", &[("desk", "10.00")]);
    let gone = deployment.ok(&["product", "remove", "tent"]);
    assert_eq!(gone.trim(), "tent is gone, watches=0");
    wait_for("the product to be gone", || {
        let found = get(&service, &key, "/v1/search?q=tent");
        let listed = found["items"].as_array().unwrap().is_empty();
        (listed && service.get("/v1/products/tent", &key).status == 404).then_some(())
    });
    assert_eq!(shops(&service, &key, "desk").len(), 2);
    assert_eq!(
        deployment.run(&["product", "remove", "tent"]).status,
        Some(3)
    );
}
