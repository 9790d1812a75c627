//! Snapshots come in, answers go out.

use serde_json::{Value, json};
use tests::{Answer, Backend, Deployment, Service, count, offers_csv, wait_for};

crate::on_both_stores!(
    a_feed_goes_in_and_exact_answers_come_out,
    the_same_file_twice_changes_nothing,
    full_snapshots_end_what_they_do_not_name_and_delta_snapshots_do_not,
    a_snapshot_that_lost_most_offers_is_refused,
    offers_meet_on_one_product_by_number_part_and_pin,
    a_dry_run_changes_nothing,
    terms_of_a_store_reach_its_offers,
    another_process_is_followed_within_a_second,
    stale_offers_are_listed_but_not_recommended,
    older_snapshots_are_refused,
    a_day_of_delivery_that_has_passed_is_unknown,
    a_catalogue_twice_is_unchanged,
);

const EAN: &str = "4006381333931";

fn feed(price: &str) -> String {
    offers_csv(&[
        ["a1", "Nova X2 128GB", "Nova", EAN, price],
        ["a2", "Nova X3 128GB", "Nova", "", "500.00"],
        ["a3", "Nova X4 128GB", "Nova", "", "600.00"],
    ])
}

fn product(service: &Service, key: &tests::Key, id: &str) -> Value {
    let answer = service.get(&format!("/v1/products/{id}"), key);
    assert_eq!(
        answer.status,
        200,
        "{id}: {}",
        String::from_utf8_lossy(&answer.body)
    );
    answer.json()
}

fn found(answer: &Answer) -> Vec<String> {
    let items = answer.json()["items"].as_array().expect("items").clone();
    items
        .iter()
        .map(|i| i["canonical_product_id"].as_str().unwrap().to_owned())
        .collect()
}

fn a_feed_goes_in_and_exact_answers_come_out(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("a.csv", feed("399.90"));
    let counts = deployment.import(&file, "Store One", &[]);
    assert_eq!(
        count(&counts, &["read", "accepted", "created", "rejected"]),
        [3, 3, 3, 0]
    );
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    for q in [
        "nova%20x2",
        "NOVA+X2+12",
        "4006381333931",
        "04006381333931",
        "400-6381-333931",
    ] {
        let answer = service.get(&format!("/v1/search?q={q}"), &key);
        assert_eq!(
            found(&answer).first().map(String::as_str),
            Some("nova_x2_128gb"),
            "{q}"
        );
    }
    let answer = product(&service, &key, "nova_x2_128gb");
    let offer = &answer["offers"][0];
    assert_eq!(offer["store"], "Store One");
    assert_eq!(
        [
            &offer["price"],
            &offer["item_price"],
            &offer["delivery_cost"],
            &offer["delivered_price"]
        ],
        [&json!(399.9), &json!(399.9), &json!(0), &json!(399.9)]
    );
    assert_eq!(offer["url"], "https://shop.example/a1");
    assert_eq!(offer["availability"], "in_stock");
    assert_eq!(answer["product"]["ean"], EAN);
    assert_eq!(answer["decision"]["store"], "Store One");
    assert_eq!(answer["decision"]["evaluated_offer_count"], 1);
}

fn the_same_file_twice_changes_nothing(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("a.csv", feed("399.90"));
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let ask = || {
        let answers = ["/v1/products/nova_x2_128gb", "/v1/search?q=nova"];
        answers.map(|path| service.get(path, &key).header("etag").unwrap().to_owned())
    };
    let before = ask();
    let counts = deployment.import(&file, "store one", &[]);
    assert_eq!(
        count(&counts, &["created", "changed", "unchanged", "gone"]),
        [0, 0, 3, 0]
    );
    assert_eq!(ask(), before);
}

fn full_snapshots_end_what_they_do_not_name_and_delta_snapshots_do_not(backend: Backend) {
    let deployment = Deployment::new(backend);
    let all = deployment.file("all.csv", feed("399.90"));
    let one = deployment.file(
        "one.csv",
        offers_csv(&[["a1", "Nova X2 128GB", "Nova", EAN, "389.00"]]),
    );
    deployment.import(&all, "Store One", &[]);
    let counts = deployment.import(&one, "Store One", &["--snapshot", "delta"]);
    assert_eq!(
        count(&counts, &["created", "changed", "unchanged", "gone"]),
        [0, 1, 0, 0]
    );
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    assert_eq!(
        product(&service, &key, "nova_x2_128gb")["offers"][0]["price"],
        json!(389)
    );
    assert_eq!(
        product(&service, &key, "nova_x3_128gb")["offers"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let counts = deployment.import(&one, "Store One", &["--max-shrink", "100%"]);
    assert_eq!(
        count(&counts, &["created", "changed", "unchanged", "gone"]),
        [0, 0, 1, 2]
    );
    wait_for("the end of the others", || {
        let gone = product(&service, &key, "nova_x3_128gb");
        (gone["offers"] == json!([]) && gone["decision"].is_null()).then_some(())
    });
    assert_eq!(
        found(&service.get("/v1/search?q=nova", &key)),
        ["nova_x2_128gb"]
    );
}

fn a_snapshot_that_lost_most_offers_is_refused(backend: Backend) {
    let deployment = Deployment::new(backend);
    let all = deployment.file("all.csv", feed("399.90"));
    let one = deployment.file(
        "one.csv",
        offers_csv(&[["a1", "Nova X2 128GB", "Nova", EAN, "1.00"]]),
    );
    deployment.import(&all, "Store One", &[]);
    let ran = deployment.run(&["import", &one, "--store", "Store One"]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
    assert!(ran.stderr.contains("--max-shrink"), "{}", ran.stderr);
    let counts = deployment.import(&all, "Store One", &[]);
    assert_eq!(
        count(&counts, &["created", "changed", "unchanged", "gone"]),
        [0, 0, 3, 0]
    );
}

fn offers_meet_on_one_product_by_number_part_and_pin(backend: Backend) {
    let deployment = Deployment::new(backend);
    let catalogue = json!({
        "canonical_product_id": "nova_x2_128_gb", "product_name": "Nova X2 128 GB", "brand": "Nova",
        "model": "X2", "variant": "128 GB", "category": "Smartphones", "mpn": "NV-X2-128",
        "eans": [EAN], "aliases": ["supernova"], "specs": {"Battery": "5000 mAh"},
    });
    let file = deployment.file("catalogue.jsonl", format!("{catalogue}\n"));
    deployment.ok(&["catalog", "import", &file]);
    let again = deployment.ok(&["catalog", "import", &file]);
    assert!(again.contains("created=0 changed=0 unchanged=1"), "{again}");
    let offers = [
        json!({"offer_id": "n", "title": "x2 phone", "brand": "NOVA", "ean": "04006381333931", "price": "410.00"}),
        json!({"offer_id": "m", "title": "Phone", "brand": "Nova", "mpn": "nvx2128", "price": "420.00"}),
        json!({"offer_id": "t", "title": "NOVA X2 Smartphone 128GB", "price": "430.00"}),
        json!({"offer_id": "p", "canonical_product_id": "nova_x2_128_gb", "price": "440.00"}),
        json!({"offer_id": "c", "title": "Other thing", "brand": "Zephyr", "ean": EAN, "price": "9.00"}),
    ];
    for (offer, place) in offers.iter().zip(1..) {
        let file = deployment.file("offer.jsonl", format!("{offer}\n"));
        let store = format!("Store {place}");
        deployment.ok(&[
            "store",
            "set",
            &store,
            "--url",
            "https://shop.example/",
            "--delivery-cost",
            "5.00",
        ]);
        deployment.import(&file, &store, &[]);
    }
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "nova_x2_128_gb");
    let mut prices: Vec<f64> = answer["offers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["price"].as_f64().unwrap())
        .collect();
    prices.sort_by(f64::total_cmp);
    assert_eq!(
        prices,
        [410.0, 420.0, 430.0, 440.0],
        "the conflicting offer is not merged"
    );
    assert_eq!(answer["product"]["match_status"], "matched");
    for q in ["supernova", "nv-x2-128", "superno"] {
        assert_eq!(
            found(&service.get(&format!("/v1/search?q={q}"), &key)),
            ["nova_x2_128_gb"],
            "{q}"
        );
    }
    let both = found(&service.get(&format!("/v1/search?q={EAN}"), &key));
    assert_eq!(
        both.len(),
        2,
        "a number that two products claim finds both: {both:?}"
    );
}

fn a_dry_run_changes_nothing(backend: Backend) {
    let deployment = Deployment::new(backend);
    let known = offers_csv(&[["b1", "Nova X2 128GB", "Nova", EAN, "389.90"]]);
    let known = deployment.file("b.csv", known);
    deployment.import(&known, "Store Two", &[]);
    let before = deployment.dump();
    let file = deployment.file("a.csv", feed("399.90"));
    let counts = deployment.import(&file, "Store One", &["--dry-run"]);
    assert_eq!(count(&counts, &["accepted", "created"]), [3, 3]);
    assert_eq!(deployment.changed_since(&before), [""; 0]);
    let counts = deployment.import(&file, "Store One", &[]);
    assert_eq!(count(&counts, &["accepted", "created"]), [3, 3]);
    let changed = deployment.changed_since(&before);
    assert!(changed.contains(&"offers".to_owned()), "{changed:?}");
}

fn terms_of_a_store_reach_its_offers(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("a.jsonl", "{\"offer_id\":\"a\",\"title\":\"Nova X2 128GB\",\"price\":\"100.00\",\"url\":\"https://shop.example/a\"}\n");
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let offer = |service: &Service| product(service, &key, "nova_x2_128gb")["offers"][0].clone();
    let assumed = offer(&service);
    assert_eq!(assumed["delivery_cost"], json!(4.99));
    assert!(
        assumed["delivery_label"]
            .as_str()
            .unwrap()
            .contains("assumed"),
        "{assumed}"
    );
    assert!(assumed["decision_score"].as_u64().unwrap() <= 69);
    deployment.ok(&[
        "store",
        "set",
        "Store One",
        "--delivery-cost",
        "3.50",
        "--free-delivery-from",
        "200.00",
        "--return-days",
        "60",
        "--warranty-months",
        "36",
        "--seller-score",
        "4.7",
    ]);
    let stated = wait_for("the new terms", || {
        Some(offer(&service)).filter(|o| o["delivery_cost"] == json!(3.5))
    });
    assert_eq!(stated["delivered_price"], json!(103.5));
    assert_eq!(
        [&stated["return_days"], &stated["warranty_months"]],
        [&json!(60), &json!(36)]
    );
    assert_eq!(stated["seller_score"], json!(4.7));
}

fn another_process_is_followed_within_a_second(backend: Backend) {
    let deployment = Deployment::new(backend);
    let first = deployment.file("a.csv", feed("399.90"));
    deployment.import(&first, "Store One", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    assert_eq!(
        product(&service, &key, "nova_x2_128gb")["offers"][0]["price"],
        json!(399.9)
    );
    let second = deployment.file("b.csv", feed("388.80"));
    deployment.import(&second, "Store One", &[]);
    let waited = tests::timed(|| {
        wait_for("the new price", || {
            let price = product(&service, &key, "nova_x2_128gb")["offers"][0]["price"].clone();
            let listed =
                service.get("/v1/search?q=x2", &key).json()["items"][0]["min_price"].clone();
            (price == json!(388.8) && listed == json!(388.8)).then_some(())
        })
    });
    assert!(waited < std::time::Duration::from_secs(5), "{waited:?}");
}

fn stale_offers_are_listed_but_not_recommended(backend: Backend) {
    let deployment = Deployment::new(backend);
    let old = deployment.file(
        "old.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", EAN, "1.00"]]),
    );
    let new = deployment.file(
        "new.csv",
        offers_csv(&[["b", "Nova X2 128GB", "Nova", EAN, "9.00"]]),
    );
    deployment.import(
        &old,
        "Old Store",
        &["--observed-at", "2026-01-01T00:00:00Z"],
    );
    deployment.import(&new, "New Store", &[]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "nova_x2_128gb");
    let offers = answer["offers"].as_array().unwrap();
    assert_eq!(offers.len(), 2);
    assert_eq!(offers[1]["store"], "Old Store");
    assert_eq!(offers[1].get("decision_score"), None);
    assert_eq!(answer["decision"]["store"], "New Store");
    let item = &service.get("/v1/search?q=x2", &key).json()["items"][0];
    assert_eq!(
        [&item["min_price"], &item["store_count"]],
        [&json!(9), &json!(1)]
    );
}

fn older_snapshots_are_refused(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("a.csv", feed("399.90"));
    deployment.import(
        &file,
        "Store One",
        &["--observed-at", "2026-02-02T00:00:00Z"],
    );
    deployment.import(
        &file,
        "Store One",
        &["--observed-at", "2026-02-02T00:00:00Z"],
    );
    let ran = deployment.run(&[
        "import",
        &file,
        "--store",
        "Store One",
        "--observed-at",
        "2026-02-01T00:00:00Z",
    ]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
    let ran = deployment.run(&[
        "import",
        &file,
        "--store",
        "Store One",
        "--observed-at",
        "2099-02-01T00:00:00Z",
    ]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
}

fn a_day_of_delivery_that_has_passed_is_unknown(backend: Backend) {
    let deployment = Deployment::new(backend);
    let day = |days: i64| {
        (tests::now() + time::Duration::days(days))
            .date()
            .to_string()
    };
    for (store, estimate) in [
        ("Passed", "2020-01-01".to_owned()),
        ("Passing", day(2)),
        ("Soon", day(3)),
    ] {
        let csv = format!(
            "offer_id,title,brand,ean,price,delivery_cost,availability,url,delivery_estimate\n\
             1,Nova X2 128GB,Nova,{EAN},100.00,0,in_stock,https://shop.example/1,{estimate}\n"
        );
        let file = deployment.file("a.csv", csv);
        deployment.import(&file, &format!("{store} Store"), &[]);
    }
    // it lay ahead when it was imported, and time went by
    deployment.sql(&format!(
        "UPDATE offers SET delivery_estimate = '{}' WHERE delivery_estimate = '{}'",
        day(-1),
        day(2)
    ));
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "nova_x2_128gb");
    assert_eq!(answer["decision"]["store"], "Soon Store");
    let offers = answer["offers"].as_array().unwrap();
    assert_eq!(offers.len(), 3);
    for offer in offers {
        let shown = (&offer["delivery_estimate"], &offer["delivery_label"]);
        if offer["store"] == "Soon Store" {
            let label = format!("Free delivery, by {}", day(3));
            assert_eq!(shown, (&json!(day(3)), &json!(label)));
        } else {
            assert_eq!(shown, (&Value::Null, &json!("Free delivery")), "{offer}");
        }
    }
}

fn a_catalogue_twice_is_unchanged(backend: Backend) {
    let deployment = Deployment::new(backend);
    let series = ["Aqua", "Terra", "Luna", "Sol", "Ventus"];
    // enough to learn which of the words are common
    let rows: String = (0..150)
        .map(|n| {
            let series = series[n % series.len()];
            let name = format!("Nova Phone {series} Series {n} Pro 128 GB Black");
            json!({
                "canonical_product_id": format!("nova_{n}"),
                "product_name": name,
                "brand": "Nova",
                "model": format!("{series} {n} Pro"),
                "image_path": format!("/i/{n} |.webp"),
            })
            .to_string()
                + "\n"
        })
        .collect();
    let file = deployment.file("c.jsonl", rows);
    let import = || -> Value {
        let counts = deployment.ok(&["catalog", "import", &file, "--json"]);
        serde_json::from_str(&counts).unwrap()
    };
    let names = ["read", "created", "changed", "unchanged"];
    assert_eq!(count(&import(), &names), [150, 150, 0, 0]);
    let revision = || -> Value {
        let ready = deployment.serve().admin_text("/readyz");
        let ready: Value = serde_json::from_str(&ready).unwrap();
        ready["covered_revision"].clone()
    };
    let before = revision();
    assert!(before.is_u64(), "{before}");
    assert_eq!(count(&import(), &names), [150, 0, 0, 150]);
    assert_eq!(revision(), before);
}
