//! Feeds that are not believed as a whole.

use serde_json::{Value, json};
use tests::watching::{self, SCOPES};
use tests::{Backend, Deployment, Key, Ran, Service, hours_ago, wait_for};

crate::on_both_stores!(
    prices_in_cents_count_for_nothing_until_they_are_accepted,
    prices_of_other_offers_are_confirmed_by_nobody,
    a_hundredfold_feed_leaves_no_trace_when_it_is_put_right,
    a_dead_shop_is_not_sold_out,
    a_shrunken_feed_is_let_in_when_it_is_accepted,
    a_shop_with_other_ids_is_recognized,
    a_shop_that_goes_stale_is_told_of_until_its_feed_stands,
    an_offer_that_comes_twice_counts_once,
);

/// A product that is looked at: number 3 of them.
const PRODUCT: &str = "nova_x3_128gb";

/// How many products a shop has.
const N: usize = 12;

/// In cents; number 3 costs 100.00.
const USUAL: [i64; N] = [
    4_999, 15_990, 69_900, 10_000, 2_450, 31_900, 1_299, 8_495, 119_900, 990, 5_500, 23_990,
];

fn feed(price: impl Fn(usize) -> i64, availability: &str) -> String {
    let mut csv = "offer_id,title,brand,mpn,price,url,delivery_cost,availability\n".to_owned();
    for i in 0..N {
        let (units, cents) = (price(i) / 100, price(i) % 100);
        csv.push_str(&format!(
            "id-{i},Nova X{i} 128GB,Nova,NX-{i}-128,{units}.{cents:02},https://shop.example/{i},0,\
             {availability}\n"
        ));
    }
    csv
}

fn usual(i: usize) -> i64 {
    USUAL[i]
}

fn import(deployment: &Deployment, store: &str, csv: &str, hours: i64) -> Ran {
    let file = deployment.file("feed.csv", csv);
    let at = hours_ago(hours);
    let report = deployment.folder.path().join("report.jsonl");
    let report = report.to_str().expect("a path");
    let arguments = [
        "import",
        &file,
        "--store",
        store,
        "--json",
        "--observed-at",
        &at,
    ];
    deployment.run(&[&arguments[..], &["--report", report]].concat())
}

/// Imports a feed that is taken; its counts.
fn taken(deployment: &Deployment, store: &str, csv: &str, hours: i64) -> Value {
    let ran = import(deployment, store, csv, hours);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    serde_json::from_str(&ran.stdout).expect("counts")
}

fn refused(deployment: &Deployment, store: &str, csv: &str, hours: i64) -> String {
    let ran = import(deployment, store, csv, hours);
    assert_eq!(ran.status, Some(3), "{ran:?}");
    ran.stderr
}

/// Three shops for two days, the third one a little cheaper than the others.
fn three_shops(backend: Backend) -> (Deployment, Key, Service) {
    let deployment = watching::deployment(backend);
    for hours in [60, 30] {
        for (store, percent) in [("Store A", 110), ("Store B", 120), ("Store C", 100)] {
            let csv = feed(|i| usual(i) * percent / 100, "in_stock");
            assert_eq!(taken(&deployment, store, &csv, hours)["quarantined"], 0);
        }
    }
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    (deployment, key, service)
}

fn suspects(deployment: &Deployment) -> Vec<Value> {
    let mut all = deployment.waiting();
    all.retain(|shown| shown["kind"].is_string());
    all
}

fn id(suspect: &Value) -> String {
    suspect["id"].as_str().expect("an id").to_owned()
}

fn min_price(service: &Service, key: &Key) -> Value {
    let answer = service.get("/v1/search?q=nova%20x3", key).json();
    let items = answer["items"].as_array().expect("items").clone();
    let found = items
        .iter()
        .find(|item| item["canonical_product_id"] == PRODUCT);
    found.map_or(Value::Null, |item| item["min_price"].clone())
}

fn product(service: &Service, key: &Key) -> Value {
    service.get(&format!("/v1/products/{PRODUCT}"), key).json()
}

/// The lowest price that the history of the product knows.
fn low(service: &Service, key: &Key) -> Value {
    let path = format!("/v1/products/{PRODUCT}/history?range=30d");
    service.get(&path, key).json()["summary"]["min"].clone()
}

fn high(service: &Service, key: &Key) -> Value {
    let path = format!("/v1/products/{PRODUCT}/history?range=30d");
    service.get(&path, key).json()["summary"]["max"].clone()
}

fn badge(answer: &Value, store: &str) -> Value {
    let offers = answer["offers"].as_array().expect("offers");
    let offer = offers.iter().find(|offer| offer["store"] == store);
    offer.expect("an offer")["badge"].clone()
}

fn prices_in_cents_count_for_nothing_until_they_are_accepted(backend: Backend) {
    let (deployment, key, service) = three_shops(backend);
    service
        .client(&key, "client-01")
        .watch("50", "ann@customer.example");
    let csv = feed(|i| usual(i) / 100, "in_stock");
    let ran = import(&deployment, "Store C", &csv, 3);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let counts: Value = serde_json::from_str(&ran.stdout).expect("counts");
    assert_eq!(
        (&counts["quarantined"], &counts["triggered"]),
        (&json!(12), &json!(0))
    );
    let listed = suspects(&deployment);
    let (suspect, held) = (&listed[0], id(&listed[0]));
    assert_eq!(listed.len(), 1);
    for (field, value) in [
        ("store", json!("Store C")),
        ("kind", json!("shifted")),
        ("state", json!("waiting")),
        ("prices", json!(12)),
    ] {
        assert_eq!(suspect[field], value, "{suspect}");
    }
    let evidence = suspect["evidence"].as_str().expect("evidence");
    for part in ["near 1/100", "id-0: 49.99 EUR -> 0.49 EUR"] {
        assert!(evidence.contains(part), "{evidence}");
    }
    for part in [
        "{\"warning\":\"the feed is not believed",
        evidence,
        &format!("--accept {held}"),
    ] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    let report = std::fs::read_to_string(deployment.folder.path().join("report.jsonl"));
    let report = report.expect("a report");
    assert_eq!(report.lines().count(), 1, "{report}");
    assert!(report.contains(evidence), "{report}");
    let table = deployment.run(&["match", "review"]);
    assert!(table.stdout.contains(evidence), "{table:?}");
    assert_eq!(table.stdout.lines().count(), 2, "{table:?}");
    assert!(
        table.stderr.contains("12 prices are held back with"),
        "{table:?}"
    );

    wait_for("the warning", || {
        let answer = product(&service, &key);
        (badge(&answer, "Store C") == "Price under review").then_some(())
    });
    assert_eq!(product(&service, &key)["decision"]["store"], "Store A");
    wait_for("the price of another shop", || {
        (min_price(&service, &key) == json!(110)).then_some(())
    });
    assert_eq!(
        low(&service, &key),
        json!(100),
        "what the shop asked before"
    );

    let wrong = deployment.run(&["match", "review", "--accept", &held, "--product", "a"]);
    assert_eq!(wrong.status, Some(2), "{wrong:?}");
    let settled = deployment.ok(&["match", "review", "--accept", &held, "--json"]);
    let settled: Value = serde_json::from_str(&settled).expect("an object");
    assert_eq!(
        (&settled["state"], &settled["triggered"]),
        (&json!("accepted"), &json!(1))
    );
    wait_for("the price", || {
        let is_page = product(&service, &key)["decision"]["store"] == "Store C";
        (is_page && min_price(&service, &key) == json!(1)).then_some(())
    });
    assert_eq!(suspects(&deployment), [json!(null); 0]);
    let twice = deployment.run(&["match", "review", "--accept", &held]);
    assert_eq!(twice.status, Some(3), "{twice:?}");
}

/// Each price is one that some offer of the shop has, and many lie near what others ask.
fn prices_of_other_offers_are_confirmed_by_nobody(backend: Backend) {
    let (deployment, key, service) = three_shops(backend);
    service
        .client(&key, "client-01")
        .watch("99", "ann@customer.example");
    // number 3 gets the price of number 7, which is 15 % less: nobody would doubt it alone
    let swapped = |i: usize| usual((i + 4) % N);
    let counts = taken(&deployment, "Store C", &feed(swapped, "in_stock"), 3);
    assert_eq!(
        (&counts["quarantined"], &counts["triggered"]),
        (&json!(12), &json!(0))
    );
    assert_eq!(suspects(&deployment)[0]["kind"], "swapped");
    wait_for("the price of another shop", || {
        let answer = product(&service, &key);
        let is_page = badge(&answer, "Store C") == "Price under review"
            && answer["decision"]["store"] == "Store A";
        (is_page && min_price(&service, &key) == json!(110)).then_some(())
    });
    assert_eq!(low(&service, &key), json!(100));

    let held = id(&suspects(&deployment)[0]);
    deployment.ok(&["match", "review", "--reject", &held]);
    assert_eq!(suspects(&deployment)[0]["state"], "rejected");
    let counts = taken(&deployment, "Store C", &feed(swapped, "in_stock"), 0);
    assert_eq!(counts["quarantined"], 12, "a person said no");
}

fn a_hundredfold_feed_leaves_no_trace_when_it_is_put_right(backend: Backend) {
    let deployment = watching::deployment(backend);
    for hours in [60, 30] {
        taken(&deployment, "Store C", &feed(usual, "in_stock"), hours);
    }
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let wrong = feed(|i| 100 * usual(i), "in_stock");
    assert_eq!(taken(&deployment, "Store C", &wrong, 20)["quarantined"], 12);
    wait_for("nothing to buy", || {
        let is_page = product(&service, &key)["decision"] == Value::Null;
        (is_page && min_price(&service, &key) == Value::Null).then_some(())
    });
    assert_eq!(high(&service, &key), json!(100));
    let counts = taken(&deployment, "Store C", &feed(usual, "in_stock"), 10);
    assert_eq!(counts["quarantined"], 0);
    wait_for("the price", || {
        (min_price(&service, &key) == json!(100)).then_some(())
    });
    assert_eq!(
        (low(&service, &key), high(&service, &key)),
        (json!(100), json!(100))
    );
    assert_eq!(suspects(&deployment), [json!(null); 0]);

    // it stands: still nothing counts, and each import says so, until a person says that it is right after all
    taken(&deployment, "Store C", &wrong, 9);
    assert_eq!(taken(&deployment, "Store C", &wrong, 4)["quarantined"], 12);
    let ran = import(&deployment, "Store C", &wrong, 3);
    assert!(
        ran.stderr.contains("the feed is still not believed"),
        "{ran:?}"
    );
    wait_for("nothing to buy again", || {
        (min_price(&service, &key) == Value::Null).then_some(())
    });
    let held = id(&suspects(&deployment)[0]);
    deployment.ok(&["match", "review", "--accept", &held]);
    wait_for("the new price", || {
        (min_price(&service, &key) == json!(10_000)).then_some(())
    });
}

fn a_dead_shop_is_not_sold_out(backend: Backend) {
    let (deployment, key, service) = three_shops(backend);
    let dead = feed(usual, "out_of_stock");
    let words = refused(&deployment, "Store C", &dead, 9);
    let held = id(&suspects(&deployment)[0]);
    for part in [
        "12 of 12 offers could be ordered",
        &format!("--accept {held}"),
    ] {
        assert!(words.contains(part), "{words}");
    }
    assert_eq!(suspects(&deployment)[0]["kind"], "sold_out");
    assert_eq!(min_price(&service, &key), json!(100));
    refused(&deployment, "Store C", &dead, 4);
    let ran = import(&deployment, "Store C", &dead, 3);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("taken all the same"), "{ran:?}");
    wait_for("the price of another shop", || {
        (min_price(&service, &key) == json!(110)).then_some(())
    });

    refused(&deployment, "Store B", &dead, 2);
    let held = id(&suspects(&deployment)[0]);
    deployment.ok(&["match", "review", "--accept", &held]);
    assert_eq!(taken(&deployment, "Store B", &dead, 1)["changed"], 12);
}

fn a_shrunken_feed_is_let_in_when_it_is_accepted(backend: Backend) {
    let (deployment, key, service) = three_shops(backend);
    let all = feed(usual, "in_stock");
    let few: String = all
        .lines()
        .take(5)
        .map(|line| format!("{line}\n"))
        .collect();
    let words = refused(&deployment, "Store C", &few, 20);
    assert!(words.contains("raise --max-shrink"), "{words}");
    assert_eq!(suspects(&deployment)[0]["kind"], "shrunken");
    assert_eq!(min_price(&service, &key), json!(100));
    refused(&deployment, "Store C", &few, 10);
    let held = id(&suspects(&deployment)[0]);
    deployment.ok(&["match", "review", "--accept", &held]);
    assert_eq!(taken(&deployment, "Store C", &few, 5)["gone"], 8);
    assert_eq!(suspects(&deployment), [json!(null); 0]);
}

/// The shop's feed with other ids, as another shop system gives them; by what its offers are known is left to `column`.
fn with_other_ids(column: &str) -> String {
    let mut csv = format!("offer_id,title,brand,{column},price,url,delivery_cost,availability\n");
    for (i, price) in USUAL.iter().enumerate() {
        let (units, cents) = (price / 100, price % 100);
        let (known, link) = match column {
            "mpn" => (format!("NX-{i}-128"), format!("new/{i}")),
            _ => (String::new(), format!("{i}")),
        };
        csv.push_str(&format!(
            "{column}-{i},Nova X{i} 128GB,Nova,{known},{units}.{cents:02},https://shop.example/{link},0,in_stock\n"
        ));
    }
    csv
}

fn a_shop_with_other_ids_is_recognized(backend: Backend) {
    let (deployment, key, service) = three_shops(backend);
    for (column, hours) in [("mpn", 20), ("ean", 10)] {
        let ran = import(&deployment, "Store C", &with_other_ids(column), hours);
        assert_eq!(ran.status, Some(0), "{column}: {ran:?}");
        assert!(ran.stderr.contains("under other ids"), "{column}: {ran:?}");
        let counts: Value = serde_json::from_str(&ran.stdout).expect("counts");
        assert_eq!(
            (&counts["created"], &counts["gone"]),
            (&json!(12), &json!(12))
        );
    }
    wait_for("the offers under other ids", || {
        let offers = product(&service, &key)["offers"].clone();
        (offers.as_array()?.len() == 3).then_some(())
    });
    assert_eq!(min_price(&service, &key), json!(100));
}

fn a_shop_that_goes_stale_is_told_of_until_its_feed_stands(backend: Backend) {
    let deployment = watching::deployment(backend);
    let all = feed(usual, "in_stock");
    let few: String = all.split_inclusive('\n').take(5).collect();
    for (store, hours) in [("Store A", 0), ("Store C", 60)] {
        taken(&deployment, store, &all, hours);
    }
    let service = deployment.serve();
    let told_of = |words: &str| {
        wait_for(words, || {
            let shops = service.readiness("shops");
            let detail = shops["detail"].as_str().expect("words").to_owned();
            detail.starts_with(words).then_some(shops)
        })
    };
    told_of("going stale: 1: Store C: it is not imported");
    refused(&deployment, "Store C", &few, 52);
    let told = told_of("going stale: 1: Store C: its feed is refused as shrunken");
    assert_eq!(
        (&told["ok"], &told["required"]),
        (&json!(false), &json!(false))
    );
    let metrics = service.admin_text("/metrics");
    let name = "cotejo_shop_stale_in_seconds{store=\"Store C\",refused=\"shrunken\"} ";
    let seconds = metrics.lines().find_map(|line| line.strip_prefix(name));
    let seconds: i64 = seconds.expect("the metric").parse().expect("a number");
    assert!((11 * 3600..=12 * 3600).contains(&seconds), "{seconds}");
    assert!(
        !metrics.contains("store=\"Store A\",refused"),
        "it was seen"
    );
    refused(&deployment, "Store C", &few, 5);
    let ran = import(&deployment, "Store C", &few, 3);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("taken all the same"), "{ran:?}");
    assert_eq!(told_of("going stale: 0")["ok"], true);
}

/// In every format: the first row counts, the others are rejected and reported.
fn an_offer_that_comes_twice_counts_once(backend: Backend) {
    let deployment = Deployment::new(backend);
    for (format, file, feed) in [
        (
            "offers",
            "twice.csv",
            "offer_id,title,price,url\n1,Nova X1,10.00,https://a.example/1\n\
             1,Nova X2,20.00,https://a.example/2\n2,Nova X3,30.00,https://a.example/3\n",
        ),
        (
            "offers",
            "twice.jsonl",
            "{\"offer_id\":\"1\",\"title\":\"Nova X1\",\"price\":\"10.00\",\"url\":\"https://a.example/1\"}\n\
             {\"offer_id\":\"1\",\"title\":\"Nova X2\",\"price\":\"20.00\",\"url\":\"https://a.example/2\"}\n\
             {\"offer_id\":\"2\",\"title\":\"Nova X3\",\"price\":\"30.00\",\"url\":\"https://a.example/3\"}\n",
        ),
        (
            "google",
            "twice.tsv",
            "id\ttitle\tprice\tlink\n1\tNova X1\t10.00 EUR\thttps://a.example/1\n\
             1\tNova X2\t20.00 EUR\thttps://a.example/2\n2\tNova X3\t30.00 EUR\thttps://a.example/3\n",
        ),
        (
            "google",
            "twice.xml",
            "<?xml version=\"1.0\"?><rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\
             <item><g:id>1</g:id><g:title>Nova X1</g:title><g:price>10.00 EUR</g:price>\
             <g:link>https://a.example/1</g:link></item>\
             <item><g:id>1</g:id><g:title>Nova X2</g:title><g:price>20.00 EUR</g:price>\
             <g:link>https://a.example/2</g:link></item>\
             <item><g:id>2</g:id><g:title>Nova X3</g:title><g:price>30.00 EUR</g:price>\
             <g:link>https://a.example/3</g:link></item></channel></rss>",
        ),
        (
            "heureka",
            "twice-heureka.xml",
            "<?xml version=\"1.0\"?><SHOP>\
             <SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Nova X1</PRODUCTNAME><PRICE_VAT>10.00</PRICE_VAT>\
             <URL>https://a.example/1</URL></SHOPITEM>\
             <SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Nova X2</PRODUCTNAME><PRICE_VAT>20.00</PRICE_VAT>\
             <URL>https://a.example/2</URL></SHOPITEM>\
             <SHOPITEM><ITEM_ID>2</ITEM_ID><PRODUCTNAME>Nova X3</PRODUCTNAME><PRICE_VAT>30.00</PRICE_VAT>\
             <URL>https://a.example/3</URL></SHOPITEM></SHOP>",
        ),
        (
            "ceneo",
            "twice-ceneo.xml",
            "<?xml version=\"1.0\"?><offers version=\"1\">\
             <o id=\"1\" price=\"10.00\" url=\"https://a.example/1\"><name>Nova X1</name></o>\
             <o id=\"1\" price=\"20.00\" url=\"https://a.example/2\"><name>Nova X2</name></o>\
             <o id=\"2\" price=\"30.00\" url=\"https://a.example/3\"><name>Nova X3</name></o></offers>",
        ),
        (
            "skroutz",
            "twice-skroutz.xml",
            "<?xml version=\"1.0\"?><mywebstore><created_at>2026-11-20 10:00</created_at><products>\
             <product><id>1</id><name>Nova X1</name><price_with_vat>10.00</price_with_vat>\
             <link>https://a.example/1</link></product>\
             <product><id>1</id><name>Nova X2</name><price_with_vat>20.00</price_with_vat>\
             <link>https://a.example/2</link></product>\
             <product><id>2</id><name>Nova X3</name><price_with_vat>30.00</price_with_vat>\
             <link>https://a.example/3</link></product></products></mywebstore>",
        ),
    ] {
        let path = deployment.file(file, feed);
        let report = deployment.folder.path().join("twice-report.jsonl");
        let report_path = report.to_str().expect("a path");
        let store = format!("Store of {file}");
        let more = ["--format", format, "--report", report_path];
        let counts = deployment.import(&path, &store, &more);
        let found = ["read", "accepted", "rejected"].map(|name| counts[name].clone());
        assert_eq!(found, [json!(3), json!(2), json!(1)], "{file}");
        let report = std::fs::read_to_string(&report).expect("a report");
        let line: Value = serde_json::from_str(report.trim()).expect("one line");
        assert_eq!(line["offer_id"], "1", "{file}: {line}");
        let reason = line["reason"].as_str().expect("a reason");
        assert!(reason.contains("the first one counts"), "{file}: {line}");
    }
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = service.get("/v1/search?q=nova%20x1", &key).json();
    let items = answer["items"].as_array().expect("items");
    // the first row's price, and the delivery cost that is assumed
    assert!(
        items.iter().all(|item| item["min_price"] == json!(14.99)),
        "{answer}"
    );
    assert_eq!(items.len(), 1, "the same product in each feed: {answer}");
    let id = items[0]["canonical_product_id"].as_str().expect("an id");
    let found = service.get(&format!("/v1/products/{id}"), &key).json();
    let offers = found["offers"].as_array().expect("offers");
    assert_eq!(offers.len(), 7, "one of each feed");
    let second = service.get("/v1/search?q=nova%20x2", &key).json();
    let names = second["items"].as_array().expect("items");
    assert!(
        names.iter().all(|item| item["product_name"] != "Nova X2"),
        "{second}"
    );
}
