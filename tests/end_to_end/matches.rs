//! Doubts whether two products are the same: what a person says, and matching the catalogue anew.

use serde_json::{Value, json};
use tests::{Answer, Backend, Deployment, Key, Service, wait_for};

crate::on_both_stores!(
    a_doubt_is_one_for_all_offers_and_shows_both_sides,
    a_list_is_as_long_as_is_asked,
    what_waited_for_the_same_evidence_follows_a_decision,
    a_rejection_lets_another_candidate_decide,
    an_accepted_doubt_makes_one_product_of_two,
    a_rejected_doubt_is_not_asked_again,
    a_person_may_name_another_product,
    two_products_are_merged_by_command,
    wrong_answers_to_doubts_are_refused,
    a_number_goes_with_the_offer_that_a_person_takes_out,
    matching_anew_finds_what_the_catalogue_brought_later,
    a_watch_follows_its_product,
    a_number_that_a_shop_uses_for_everything_is_found_out,
    what_an_import_that_was_killed_left_to_do_is_done_by_the_next_start,
);

/// A catalogue with one phone, and an offer with its number by another maker's name: a doubt.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_RATE_LIMIT_READS", "0");
    let catalogue = deployment.file(
        "catalogue.csv",
        "canonical_product_id,product_name,brand,model,variant,eans\n\
         velora_x2_128,Velora X2 128GB,Velora,X2,128GB,4006381333931\n\
         velora_x3_128,Velora X3 128GB,Velora,X3,128GB,\n",
    );
    deployment.ok(&["catalog", "import", &catalogue]);
    offers(
        &deployment,
        "Store A",
        &[("a1", "Velora X2 128GB", "Velora", "4006381333931", "100.00")],
    );
    offers(
        &deployment,
        "Store B",
        &[("b1", "Korvex Q9 phone", "Korvex", "4006381333931", "90.00")],
    );
    deployment
}

fn offers(deployment: &Deployment, store: &str, rows: &[(&str, &str, &str, &str, &str)]) {
    let mut csv = "offer_id,title,brand,ean,price,url,delivery_cost,availability\n".to_owned();
    for (id, title, brand, ean, price) in rows {
        csv.push_str(&format!(
            "{id},{title},{brand},{ean},{price},https://shop.example/{id},0,in_stock\n"
        ));
    }
    let file = deployment.file("offers.csv", csv);
    deployment.import(&file, store, &[]);
}

fn only_doubt(deployment: &Deployment) -> Value {
    let waiting = deployment.waiting();
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    waiting[0].clone()
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().expect("a text").to_owned()
}

fn product(service: &Service, key: &Key, id: &str) -> Answer {
    service.get(&format!("/v1/products/{id}"), key)
}

fn stores(answer: &Value) -> Vec<&str> {
    let offers = answer["offers"].as_array();
    let offers = offers.unwrap_or_else(|| panic!("no offers: {answer}"));
    let mut stores: Vec<&str> = offers
        .iter()
        .map(|o| o["store"].as_str().expect("a store"))
        .collect();
    stores.sort_unstable();
    stores
}

fn a_doubt_is_one_for_all_offers_and_shows_both_sides(backend: Backend) {
    let deployment = deployment(backend);
    let row = ("c1", "Korvex Q9 phone", "Korvex", "4006381333931", "95.00");
    offers(&deployment, "Store C", &[row]);
    let doubt = only_doubt(&deployment);
    assert_eq!(doubt["offers_waiting"], 2, "{doubt}");
    assert_eq!(doubt["joins"], 2, "{doubt}");
    let own = json!({
        "product": "korvex_q9_phone",
        "title": "Korvex Q9 phone",
        "brand": "Korvex",
        "mpn": "",
        "gtins": ["4006381333931"],
        "brought_by": "feed",
        "offers": 2,
        "stores": 2,
        "lowest_item_price": "90.00",
        "highest_item_price": "95.00",
    });
    assert_eq!(doubt["product_side"], own);
    let candidate = &doubt["candidate_side"];
    assert_eq!(candidate["product"], "velora_x2_128");
    assert_eq!(candidate["brought_by"], "catalogue");
    assert_eq!(candidate["highest_item_price"], "100.00");
    let table = deployment.ok(&["match", "review"]);
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert_eq!(lines[0].len(), lines[1].len());
    let cell = |column: &str| {
        let place = lines[0].iter().position(|name| *name == column);
        lines[1][place.unwrap_or_else(|| panic!("no column {column}: {table}"))]
    };
    assert_eq!(cell("offers_waiting"), "2");
    assert_eq!(
        cell("product_side"),
        "brand Korvex; GTIN 4006381333931; offers 2 in stores 2 at 90.00 to 95.00 EUR"
    );
    assert_eq!(
        cell("candidate_side"),
        "brand Velora; GTIN 4006381333931; offers 1 in stores 1 at 100.00 EUR"
    );
    deployment.ok(&["match", "review", "--accept", &text(&doubt, "id")]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "velora_x2_128").json();
    assert_eq!(stores(&answer), ["Store A", "Store B", "Store C"]);
}

/// Those that join most are listed, and how many more there are is told.
fn a_list_is_as_long_as_is_asked(backend: Backend) {
    let deployment = deployment(backend);
    for (store, price) in [("Store C", "9.00"), ("Store D", "9.50")] {
        let row = ("1", "Zephyr 7 lamp", "Zephyr", "4006381333931", price);
        offers(&deployment, store, &[row]);
    }
    let all = deployment.waiting();
    let titles: Vec<&Value> = all.iter().map(|doubt| &doubt["title"]).collect();
    assert_eq!(titles, ["Zephyr 7 lamp", "Korvex Q9 phone"]);
    let listed = deployment.run(&["match", "review", "--json", "--limit", "1"]);
    assert_eq!(listed.status, Some(0), "{listed:?}");
    assert_eq!(listed.stdout.lines().count(), 1, "{listed:?}");
    assert!(listed.stdout.contains("Zephyr"), "{listed:?}");
    assert!(listed.stderr.contains("1 more"), "{listed:?}");
    for limit in ["0", "1001", "all"] {
        let refused = deployment.run(&["match", "review", "--limit", limit]);
        assert_eq!(refused.status, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(limit) && refused.stderr.contains("--limit"));
    }
}

/// Who says that the maker is the same says it for the next offers of the number and of the very words, too.
fn what_waited_for_the_same_evidence_follows_a_decision(backend: Backend) {
    let deployment = deployment(backend);
    let ean = "4006381333931";
    offers(
        &deployment,
        "Store C",
        &[("c1", "Velvet handset grey", "Korvex", ean, "95.00")],
    );
    let asked = deployment.waiting();
    let candidates: Vec<&Value> = asked.iter().map(|doubt| &doubt["candidate"]).collect();
    assert_eq!(candidates, ["velora_x2_128", "velora_x2_128"]);
    let of_b = asked.iter().find(|doubt| doubt["store"] == "Store B");
    let id = text(of_b.expect("one of Store B"), "id");
    let said = deployment.ok(&["match", "review", "--accept", &id, "--json"]);
    let said: Value = serde_json::from_str(&said).expect("one object");
    assert_eq!(said["followed"], 1, "{said}");
    offers(
        &deployment,
        "Store D",
        &[("d1", "Q9 mobile", "Korvex", ean, "96.00")],
    );
    offers(
        &deployment,
        "Store E",
        &[("e1", "Korvex Q9 phone", "Korvex", "", "97.00")],
    );
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "velora_x2_128").json();
    let expected = ["Store A", "Store B", "Store C", "Store D", "Store E"];
    assert_eq!(stores(&answer), expected);
}

/// Two products claim a number; once one of them is out of the question, the number decides.
fn a_rejection_lets_another_candidate_decide(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_RATE_LIMIT_READS", "0");
    let catalogue = deployment.file(
        "catalogue.csv",
        "canonical_product_id,product_name,brand,model,variant,eans\n\
         iron,Velora Breeze iron,Velora,Breeze,,4006381333931\n\
         press,Velora Steam press,Velora,Steam,,4006381333931\n",
    );
    deployment.ok(&["catalog", "import", &catalogue]);
    let row = (
        "a1",
        "Velora household article",
        "Velora",
        "4006381333931",
        "50.00",
    );
    offers(&deployment, "Store A", &[row]);
    let doubt = only_doubt(&deployment);
    assert_eq!(doubt["candidate"], "iron");
    let said = deployment.ok(&["match", "review", "--reject", &text(&doubt, "id"), "--json"]);
    let said: Value = serde_json::from_str(&said).expect("one object");
    assert_eq!(
        (&said["state"], &said["followed"]),
        (&json!("rejected"), &json!(1))
    );
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    assert_eq!(
        stores(&product(&service, &key, "press").json()),
        ["Store A"]
    );
}

fn an_accepted_doubt_makes_one_product_of_two(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let doubt = only_doubt(&deployment);
    assert_eq!(doubt["store"], "Store B");
    assert_eq!(doubt["offer_id"], "b1");
    assert_eq!(doubt["candidate"], "velora_x2_128");
    assert!(text(&doubt, "reason").contains("brand"), "{doubt}");
    let (id, own) = (text(&doubt, "id"), text(&doubt, "product"));
    let before = product(&service, &key, "velora_x2_128").json();
    assert_eq!(stores(&before), ["Store A"]);

    let said: Value =
        serde_json::from_str(&deployment.ok(&["match", "review", "--accept", &id, "--json"]))
            .expect("one object");
    assert_eq!(said["state"], "accepted");
    assert_eq!(said["product"], "velora_x2_128");
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    wait_for("both offers", || {
        let answer = product(&service, &key, "velora_x2_128").json();
        (stores(&answer) == ["Store A", "Store B"]).then_some(())
    });
    // the id that was given leads to the product
    wait_for("the old id", || {
        let answer = product(&service, &key, &own).json();
        (answer["canonical_product_id"] == "velora_x2_128").then_some(())
    });
    // found by the words of its offer's title
    wait_for("one product in the search", || {
        let found = service.get("/v1/search?q=korvex", &key).json();
        let is_one = found["total"] == 1;
        (is_one && found["items"][0]["canonical_product_id"] == "velora_x2_128").then_some(())
    });
    // the same feed again changes nothing
    offers(
        &deployment,
        "Store B",
        &[("b1", "Korvex Q9 phone", "Korvex", "4006381333931", "89.00")],
    );
    wait_for("the new price", || {
        let answer = product(&service, &key, "velora_x2_128").json();
        (stores(&answer) == ["Store A", "Store B"] && answer.to_string().contains("89"))
            .then_some(())
    });
    let again = deployment.run(&["match", "review", "--accept", &id]);
    assert_eq!(again.status, Some(3), "{again:?}");
}

fn a_rejected_doubt_is_not_asked_again(backend: Backend) {
    let deployment = deployment(backend);
    let doubt = only_doubt(&deployment);
    deployment.ok(&["match", "review", "--reject", &text(&doubt, "id")]);
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    let rerun = deployment.ok(&["match", "rerun"]);
    assert!(
        rerun.contains("merged=0") && rerun.contains("doubts=0"),
        "{rerun}"
    );
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let own = product(&service, &key, &text(&doubt, "product")).json();
    assert_eq!(stores(&own), ["Store B"]);
}

fn two_products_are_merged_by_command(backend: Backend) {
    let deployment = deployment(backend);
    for (product, into, complaint) in [
        (
            "nothing",
            "velora_x2_128",
            "no product of the catalogue has the id nothing",
        ),
        (
            "korvex_q9_phone",
            "nothing",
            "no product of the catalogue has the id nothing",
        ),
        ("velora_x3_128", "velora_x2_128", "operator's catalogue"),
        ("korvex_q9_phone", "korvex_q9_phone", "one product already"),
    ] {
        let ran = deployment.run(&["match", "merge", product, into]);
        assert_eq!(ran.status, Some(3), "{ran:?}");
        assert!(ran.stderr.contains(complaint), "{ran:?}");
    }
    let ran = deployment.run(&["match", "merge", "Korvex Q9", "velora_x2_128"]);
    assert_eq!(ran.status, Some(2), "{ran:?}");
    // a person who said that they are two says now that they are one
    deployment.ok(&["match", "review", "--reject", "m1"]);
    let merged = deployment.ok(&[
        "match",
        "merge",
        "--json",
        "korvex_q9_phone",
        "velora_x3_128",
    ]);
    let merged: Value = serde_json::from_str(&merged).expect("JSON");
    assert_eq!(merged["into"], "velora_x3_128");
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    for id in ["velora_x3_128", "korvex_q9_phone"] {
        let answer = product(&service, &key, id).json();
        assert_eq!(answer["canonical_product_id"], "velora_x3_128");
        assert_eq!(stores(&answer), ["Store B"]);
    }
}

/// It finds the offer's new product from then on, and other shops' offers with it go there.
fn a_number_goes_with_the_offer_that_a_person_takes_out(backend: Backend) {
    let deployment = Deployment::new(backend);
    for (store, row) in [
        ("Store A", "a1,Marlo XK4501 Lampe,Marlo,,XK4501"),
        (
            "Store B",
            "b1,Marlo XK4501 lamp white,Marlo,4006381333306,XK4501",
        ),
    ] {
        let head = "offer_id,title,brand,ean,mpn,price,url,delivery_cost,availability";
        let csv = format!("{head}\n{row},50.00,https://shop.example/p,0,in_stock\n");
        let file = deployment.file("lamp.csv", csv);
        deployment.import(&file, store, &[]);
    }
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let found = || {
        let answer = service.get("/v1/search?q=4006381333306", &key).json();
        let items = answer["items"].as_array().expect("items").iter();
        let ids = items.map(|it| text(it, "canonical_product_id"));
        ids.collect::<Vec<String>>()
    };
    assert_eq!(found(), ["marlo_xk4501_lampe"]);
    let split = [
        "match",
        "split",
        "--store",
        "Store B",
        "--offer",
        "b1",
        "marlo_xk4501_lampe",
    ];
    deployment.ok(&split);
    wait_for("the number to follow", || {
        (found() == ["marlo_xk4501_lamp_white"]).then_some(())
    });
    let row = ("c1", "Marlo XK4501 wit", "Marlo", "4006381333306", "52.00");
    offers(&deployment, "Store C", &[row]);
    let lamp = |id: &str, shops: &[&str]| stores(&product(&service, &key, id).json()) == shops;
    wait_for("the offer of the third shop", || {
        lamp("marlo_xk4501_lamp_white", &["Store B", "Store C"]).then_some(())
    });
    assert!(lamp("marlo_xk4501_lampe", &["Store A"]));
    let again = deployment.ok(&["match", "rerun"]);
    assert!(again.contains("merged=0 doubts=0 moved=0"), "{again}");
}

fn a_person_may_name_another_product(backend: Backend) {
    let deployment = deployment(backend);
    let id = text(&only_doubt(&deployment), "id");
    deployment.ok(&[
        "match",
        "review",
        "--accept",
        &id,
        "--product",
        "velora_x3_128",
    ]);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    assert_eq!(
        stores(&product(&service, &key, "velora_x3_128").json()),
        ["Store B"]
    );
    assert_eq!(
        stores(&product(&service, &key, "velora_x2_128").json()),
        ["Store A"]
    );
}

fn wrong_answers_to_doubts_are_refused(backend: Backend) {
    let deployment = deployment(backend);
    let doubt = only_doubt(&deployment);
    let (id, own) = (text(&doubt, "id"), text(&doubt, "product"));
    for (arguments, code, words) in [
        (vec!["--accept", "m999"], 3, "m999"),
        (vec!["--accept", "x1"], 2, "accepts an id"),
        (
            vec!["--accept", &id, "--product", "Not An Id"],
            2,
            "--product",
        ),
        (
            vec!["--accept", &id, "--product", "no_such_product"],
            3,
            "--product",
        ),
        (vec!["--accept", &id, "--product", &own], 3, "itself"),
        (
            vec!["--reject", &id, "--product", "velora_x2_128"],
            2,
            "--accept",
        ),
    ] {
        let mut command = vec!["match", "review"];
        command.extend(arguments);
        let ran = deployment.run(&command);
        assert_eq!(ran.status, Some(code), "{command:?} {ran:?}");
        assert!(ran.stderr.contains(words), "{command:?} {ran:?}");
    }
    assert_eq!(only_doubt(&deployment)["id"], json!(id));
}

fn matching_anew_finds_what_the_catalogue_brought_later(backend: Backend) {
    let deployment = Deployment::new(backend);
    offers(
        &deployment,
        "Store A",
        &[(
            "a1",
            "Velora Breeze 40 steam iron",
            "Velora",
            "4006381333931",
            "50.00",
        )],
    );
    let catalogue = deployment.file(
        "catalogue.csv",
        "canonical_product_id,product_name,brand,model,variant,eans\n\
         velora_breeze_40,Velora Breeze 40 Iron,Velora,Breeze 40,,4006381333931\n",
    );
    deployment.ok(&["catalog", "import", &catalogue]);
    let before = deployment.dump();
    let dry = deployment.ok(&["match", "rerun", "--dry-run", "--json"]);
    let dry: Value = serde_json::from_str(&dry).expect("one object");
    assert_eq!(dry["merged"], 1, "{dry}");
    assert_eq!(deployment.changed_since(&before), [""; 0]);
    let done = deployment.ok(&["match", "rerun", "--json"]);
    let done: Value = serde_json::from_str(&done).expect("one object");
    for count in ["products", "rekeyed", "merged", "moved", "doubts"] {
        assert!(
            dry[count] == done[count] && done[count].is_u64(),
            "{count}: {dry} {done}"
        );
    }
    let again = deployment.ok(&["match", "rerun"]);
    assert!(again.contains("rekeyed=0 merged=0 doubts=0"), "{again}");
    let late = deployment.file(
        "late.csv",
        "canonical_product_id,product_name,brand,model,variant,eans\n\
         velora_breeze_40_steam_iron,Velora Breeze 40 Plus,Velora,Breeze 40,,4006381333931\n",
    );
    let ran = deployment.run(&["catalog", "import", &late]);
    let words = "row 2, canonical_product_id: was merged into velora_breeze_40; the row went to that product";
    assert!(
        ran.status == Some(0) && ran.stderr.contains(words),
        "{ran:?}"
    );
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let answer = product(&service, &key, "velora_breeze_40").json();
    assert_eq!(stores(&answer), ["Store A"]);
    assert!(
        answer.to_string().contains("Velora Breeze 40 Plus"),
        "{answer}"
    );
}

fn a_watch_follows_its_product(backend: Backend) {
    let deployment = deployment(backend);
    let doubt = only_doubt(&deployment);
    let key = deployment.key("live", &["catalog:read", "watchlists:write"]);
    let service = deployment.serve();
    let headers = [
        ("authorization", format!("Bearer {}", key.secret)),
        ("x-service-client-id", "client-1".to_owned()),
        ("idempotency-key", "k1".to_owned()),
        ("content-type", "application/json".to_owned()),
    ];
    let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
    let body = json!({
        "canonical_product_id": text(&doubt, "product"),
        "target_price": 85,
        "channel": "email",
        "destination": "someone@example.com",
    });
    let made = service.send("POST", "/v1/watchlists", &headers, &body.to_string());
    assert_eq!(made.status, 201, "{made:?}");
    deployment.ok(&["match", "review", "--accept", &text(&doubt, "id")]);
    wait_for("the watch on the other product", || {
        let listed = service.get_with("/v1/watchlists", &headers[..2]).json();
        (listed["items"][0]["canonical_product_id"] == "velora_x2_128").then_some(())
    });
    let counts = {
        let file = deployment.file(
            "cheap.csv",
            "offer_id,title,brand,ean,price,url,delivery_cost,availability\n\
             a1,Velora X2 128GB,Velora,4006381333931,80.00,https://shop.example/a1,0,in_stock\n\
             a2,Velora X2 128GB,Velora,4006381333931,81.00,https://shop.example/a2,0,in_stock\n",
        );
        deployment.import(&file, "Store C", &[])
    };
    assert_eq!(counts["triggered"], 1, "{counts}");
}

const GOODS: [&str; 10] = [
    "Garden hose 20 m",
    "Desk lamp white",
    "Bread knife steel",
    "Velora X2 128GB",
    "Winter tyre 205/55",
    "Wool blanket grey",
    "Chess board oak",
    "Cat food salmon",
    "Bicycle pump mini",
    "Coffee filter paper",
];

/// Imports so many goods of one shop, all with one number.
fn goods_with_one_number(deployment: &Deployment, many: usize) {
    let ids: Vec<String> = (0..many).map(|no| format!("z{no}")).collect();
    let row = |(id, title): (&'static str, &'static str)| (id, title, "", "4006381333931", "90.00");
    let ids: Vec<&'static str> = ids.into_iter().map(|id| &*id.leak()).collect();
    let rows: Vec<_> = ids.into_iter().zip(GOODS).map(row).collect();
    offers(deployment, "Store Z", &rows);
}

fn a_number_that_a_shop_uses_for_everything_is_found_out(backend: Backend) {
    let deployment = Deployment::new(backend).with("PCS_RATE_LIMIT_READS", "0");
    let catalogue = deployment.file(
        "catalogue.csv",
        "canonical_product_id,product_name,brand,model,variant,eans\n\
         velora_x2_128,Velora X2 128GB,Velora,X2,128GB,4006381333931\n",
    );
    deployment.ok(&["catalog", "import", &catalogue]);
    let rightful = [("a1", "Velora X2", "Velora", "4006381333931", "100.00")];
    offers(&deployment, "Store A", &rightful);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let links = || -> Vec<String> {
        let answer = product(&service, &key, "velora_x2_128").json();
        let offers = answer["offers"].as_array().expect("offers").clone();
        let mut links: Vec<String> = offers.iter().map(|offer| text(offer, "url")).collect();
        links.sort_unstable();
        links
    };
    // a number of one offer is believed
    goods_with_one_number(&deployment, 1);
    wait_for("the hose with the number of a phone", || {
        (links() == ["https://shop.example/a1", "https://shop.example/z0"]).then_some(())
    });
    // one of ten goods is not: what it had decided is undone, and only the words bring the phone
    goods_with_one_number(&deployment, 10);
    wait_for("the phone and no hose", || {
        (links() == ["https://shop.example/a1", "https://shop.example/z3"]).then_some(())
    });
    assert_eq!(deployment.waiting(), Vec::<Value>::new());
    wait_for("one product with the number", || {
        let found = service.get("/v1/search?q=4006381333931", &key).json();
        (found["total"] == 1).then_some(())
    });
    // another shop's number is believed as before
    let another = [("b1", "X2 phone black", "", "4006381333931", "95.00")];
    offers(&deployment, "Store B", &another);
    wait_for("the other shop", || (links().len() == 3).then_some(()));
}

fn what_an_import_that_was_killed_left_to_do_is_done_by_the_next_start(backend: Backend) {
    let deployment = Deployment::new(backend);
    let rows: Vec<(String, String)> = (0..200)
        .map(|no| (format!("a{no}"), format!("Velora lamp L{no}")))
        .collect();
    let rows: Vec<_> = rows
        .iter()
        .map(|(id, title)| (id.as_str(), title.as_str(), "Velora", "", "10.00"))
        .collect();
    offers(&deployment, "Store A", &rows);
    let learned = || deployment.number("SELECT CAST(count(*) AS text) AS line FROM lexicons");
    assert_eq!(learned(), 1);
    // as it is when it was killed as soon as its offers could be read
    deployment.sql("DELETE FROM lexicons");
    let service = deployment.serve();
    wait_for("what was left to do", || (learned() == 1).then_some(()));
    drop(service);
}
