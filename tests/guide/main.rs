//! What docs/WEBHOOKS.md tells receivers, held against what the built binary sends.

mod adding;
mod cases;
mod commands;
mod document;
mod readme;
mod snippets;

use std::sync::OnceLock;

use tests::webhook_receiver::{Received, Receiver};
use tests::{Backend, Deployment, Key, Service, offers_csv};

use snippets::{GO, JAVA, NODE, PHP, PYTHON, RUST, Snippet};

/// Where the subscription sends to.
const TARGET: &str = "/prices?shop=1";

/// The product of the feed.
const PRODUCT: &str = "nova_x2_cafe_128gb";

/// What a receiver gets of a delivery, with the secret it was given.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub secret: String,
    pub header: String,
    pub body: Vec<u8>,
    pub at: i64,
}

/// A test event and the event of a watch, as they arrived, with the secret.
fn arrived() -> &'static (String, Vec<Received>) {
    static ARRIVED: OnceLock<(String, Vec<Received>)> = OnceLock::new();
    ARRIVED.get_or_init(|| {
        let receiver = Receiver::start();
        let deployment = receiver.reached_by(Deployment::new(Backend::Sqlite));
        deployment.ok(&[
            "workspace",
            "set",
            "test",
            "--entitlement",
            "webhooks:manage",
        ]);
        price(&deployment, "100.00");
        let key = deployment.key("live", &["webhooks:write", "watchlists:write"]);
        let service = deployment.serve();
        let url = receiver.url(TARGET);
        let body = format!(r#"{{"url":"{url}","events":["watchlist.triggered"]}}"#);
        let made = post(&service, &key, "/v1/webhooks", &body);
        let (id, secret) = (made["id"].as_str(), made["signing_secret"].as_str());
        let test = format!("/v1/webhooks/{}/test", id.expect("an id"));
        post(&service, &key, &test, r#"{"confirm":true}"#);
        receiver.wait_for(TARGET, 1);
        let watch = format!(
            r#"{{"canonical_product_id":"{PRODUCT}","target_price":95,"channel":"webhook"}}"#
        );
        post(&service, &key, "/v1/watchlists", &watch);
        price(&deployment, "89.90");
        let received = receiver.wait_for(TARGET, 2);
        (secret.expect("a secret").to_owned(), received)
    })
}

fn price(deployment: &Deployment, price: &str) {
    let feed = offers_csv(&[["a1", "Nova X2 Café 128GB", "Nova", "4006381333931", price]]);
    deployment.import(&deployment.file("feed.csv", feed), "Store One", &[]);
}

/// The answer to a request that must be accepted.
fn post(service: &Service, key: &Key, path: &str, body: &str) -> serde_json::Value {
    let headers = [
        ("Authorization", format!("Bearer {}", key.secret)),
        ("X-Service-Client-Id", "customer-0001".to_owned()),
        ("Idempotency-Key", format!("guide{path}")),
        ("Content-Type", "application/json".to_owned()),
    ];
    let headers = headers
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let answer = service.send("POST", path, &headers, body);
    assert!(
        matches!(answer.status, 201 | 202),
        "{path}: {}",
        answer.text()
    );
    answer.json()
}

fn delivery(secret: &str, received: &Received) -> Delivery {
    Delivery {
        secret: secret.to_owned(),
        header: received.signature().to_owned(),
        body: received.body.clone(),
        at: i64::try_from(received.signed_at()).expect("seconds"),
    }
}

/// Runs an example on the event of a watch, in all the ways in which it may be false, and on a test event.
fn verifies_real_deliveries(snippet: &Snippet) {
    let (secret, received) = arrived();
    let [test, fired] = received.as_slice() else {
        panic!("not two deliveries: {received:#?}");
    };
    let (test, fired) = (delivery(secret, test), delivery(secret, fired));
    assert!(
        !fired.body.is_ascii(),
        "a letter that some would write otherwise"
    );
    snippet.judge(&cases::all(&fired, &test));
}

#[test]
fn rust_verifies_real_deliveries() {
    verifies_real_deliveries(&RUST);
}

#[test]
fn python_verifies_real_deliveries() {
    verifies_real_deliveries(&PYTHON);
}

#[test]
fn node_verifies_real_deliveries() {
    verifies_real_deliveries(&NODE);
}

#[test]
fn go_verifies_real_deliveries() {
    verifies_real_deliveries(&GO);
}

#[test]
fn php_verifies_real_deliveries() {
    verifies_real_deliveries(&PHP);
}

#[test]
fn java_verifies_real_deliveries() {
    verifies_real_deliveries(&JAVA);
}
