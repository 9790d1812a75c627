//! `api demo`, which `make run` calls.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::Value;
use tests::curl::CurlLine;
use tests::{Backend, Deployment, Service, repository};

fn start(deployment: &Deployment) -> (Service, Vec<String>) {
    let mut command = deployment.command(&["demo"]);
    let output = deployment.folder.path().join("output");
    command.stdout(Stdio::from(std::fs::File::create(&output).unwrap()));
    let service = Service::start(command, "http");
    service.wait_until_ready();
    let lines = tests::wait_for("the printed lines", || {
        let file = std::fs::File::open(&output).unwrap();
        let lines: Vec<String> = BufReader::new(file).lines().map_while(Result::ok).collect();
        lines
            .iter()
            .any(|l| l.starts_with("health"))
            .then_some(lines)
    });
    (service, lines)
}

#[test]
fn the_printed_curl_lines_answer_and_earlier_keys_are_revoked() {
    let deployment = Deployment::new(Backend::Sqlite);
    let (service, first) = start(&deployment);
    let curls = |lines: &[String]| -> Vec<String> {
        lines
            .iter()
            .filter(|l| l.starts_with("curl "))
            .cloned()
            .collect()
    };
    assert_eq!(curls(&first).len(), 3, "{first:#?}");
    for line in curls(&first) {
        let answer = run(&line);
        let lists = ["items", "offers", "products"];
        let some = lists.iter().find_map(|name| answer[name].as_array());
        assert!(
            some.is_some_and(|list| !list.is_empty()),
            "{line}: {answer}"
        );
    }
    drop(service);
    let (_service, second) = start(&deployment);
    let address = |line: &str| {
        line.split("http://")
            .nth(1)
            .unwrap()
            .split('/')
            .next()
            .unwrap()
            .to_owned()
    };
    let old = curls(&first).remove(0);
    let new = curls(&second).remove(0);
    let retargeted = old.replace(&address(&old), &address(&new));
    assert_eq!(
        run(&retargeted)["error"],
        "authentication_error",
        "the earlier key is revoked"
    );
    assert!(run(&new)["total"].as_u64().unwrap() > 0);
}

fn run(line: &str) -> Value {
    CurlLine::read(line).send().json()
}

#[test]
fn the_sample_shows_what_it_promises() {
    let deployment = Deployment::new(Backend::Sqlite);
    let (service, lines) = start(&deployment);
    let secret = lines
        .iter()
        .find_map(|l| l.strip_prefix("live key  "))
        .unwrap()
        .trim()
        .to_owned();
    let key = tests::Key {
        id: String::new(),
        secret,
    };
    let product = |id: &str| service.get(&format!("/v1/products/{id}"), &key).json();

    let close = product("ombrix_x2_pro_256_gb");
    let decision = &close["decision"];
    assert!(
        decision["lowest_item_price"].as_f64() < decision["delivered_price"].as_f64(),
        "{decision}"
    );
    assert_ne!(
        decision["store"], decision["lowest_item_store"],
        "a close call, not the cheapest"
    );

    let cheap = product("kelvane_iris_5_pro_256_gb");
    let recommended = cheap["decision"]["delivered_price"].as_f64().unwrap();
    let cheaper = cheap["offers"].as_array().unwrap().iter();
    let cheaper: Vec<&Value> = cheaper
        .filter(|o| o["delivered_price"].as_f64().unwrap() < recommended)
        .collect();
    assert!(
        cheaper.len() >= 3,
        "cheaper offers are rightly not recommended: {cheap}"
    );
    assert!(cheaper.iter().any(|o| o["availability"] == "out_of_stock"));
    assert!(
        cheaper.iter().any(|o| o["badge"] == "Out of date"),
        "{cheap}"
    );

    let unknown = product("tarnavo_f5_power_256_gb");
    let silent = unknown["offers"].as_array().unwrap().iter();
    let silent = silent.filter(|o| o["delivery_label"].as_str().unwrap().contains("assumed"));
    let capped: Vec<u64> = silent
        .filter_map(|o| o["decision_score"].as_u64())
        .collect();
    assert!(
        !capped.is_empty() && capped.iter().all(|score| *score <= 69),
        "{unknown}"
    );
    assert_ne!(unknown["decision"]["store"], "Hushbox");

    let found = service.get("/v1/search?q=x2+pro", &key).json();
    let first = found["items"][0]["canonical_product_id"].as_str().unwrap();
    assert!(first.starts_with("ombrix_x2_pro_"), "{found}");

    let found = service.get("/v1/search?q=ombrix", &key).json();
    let names: Vec<&str> = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|item| item["product_name"].as_str())
        .collect();
    assert!(names[0].starts_with("Ombrix X"), "a phone: {names:?}");
    let bundle = names
        .iter()
        .position(|name| name.contains("with Claspett case"));
    let last_phone = names
        .iter()
        .rposition(|name| name.starts_with("Ombrix X") && !name.contains(" with "));
    assert!(bundle > last_phone, "{names:?}");
}

#[test]
fn the_sample_has_a_past_and_comparisons_with_a_winner() {
    let deployment = Deployment::new(Backend::Sqlite);
    let (service, lines) = start(&deployment);
    let secret = lines.iter().find_map(|l| l.strip_prefix("live key  "));
    let key = tests::Key {
        id: String::new(),
        secret: secret.unwrap().trim().to_owned(),
    };
    let past = |id: &str| {
        service
            .get(&format!("/v1/products/{id}/history?range=1y"), &key)
            .json()
    };
    let fallen = past("ombrix_x2_pro_256_gb");
    assert!(fallen["series"].as_array().unwrap().len() > 200, "{fallen}");
    assert_eq!(
        fallen["summary"]["verdict"]["label"], "great",
        "{}",
        fallen["summary"]
    );
    let risen = service
        .get("/v1/products/kelvane_iris_5_pro_256_gb", &key)
        .json();
    let rationale = risen["decision"]["rationale"].as_str().unwrap();
    assert!(
        rationale.contains("Waiting is the better advice."),
        "{rationale}"
    );

    let manifest = repository().join("crates/api/sample/sample.json");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    for comparison in manifest["comparisons"].as_array().unwrap() {
        let ids: Vec<&str> = comparison["ids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_str().unwrap())
            .collect();
        let goal = comparison["goal"].as_str().unwrap();
        let path = format!("/v1/compare?ids={}&goal={goal}", ids.join(","));
        let answer = service.get(&path, &key).json();
        assert_eq!(
            answer["preference"]["winner"], ids[0],
            "{goal}: {:#}",
            answer["preference"]
        );
    }
}
