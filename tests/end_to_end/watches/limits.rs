//! How many watches there may be, and what a watch needs.

use serde_json::Value;
use tests::watching::{self, Feed, SCOPES, by_mail, by_webhook, created, id, price};
use tests::{Backend, hours_ago, wait_for};

crate::on_both_stores!(
    a_workspace_has_as_many_watches_as_it_may,
    webhook_watches_need_delivery_and_a_current_offer,
);

const ANN: &str = "ann@customer.example";

fn a_workspace_has_as_many_watches_as_it_may(backend: Backend) {
    let deployment = watching::deployment(backend).with("PCS_QUOTA_WATCHES", "2");
    price(&deployment, "100.00");
    let key = deployment.key("live", &SCOPES);
    let test_key = deployment.key("test", &SCOPES);
    let other_key = deployment.key_in("other", "live", &SCOPES);
    let service = deployment.serve();
    let [first, second, third] =
        ["client-01", "client-02", "client-03"].map(|id| service.client(&key, id));
    let tried = service.client(&test_key, "client-01");
    let watch = first.watch("95", ANN);
    second.watch("95", ANN);
    for (client, body) in [
        (&third, by_mail("95", ANN)),
        (&first, by_webhook(95)),
        (&tried, by_mail("95", ANN)),
    ] {
        let answer = client.create_once("refused", &body);
        assert_eq!(answer.refusal(), (429, "rate_limited".into()));
        assert_eq!(answer.header("retry-after"), Some("3600"));
    }
    assert!(third.list().is_empty());
    let replaced = first.watch("94", ANN);
    assert_eq!(replaced["id"], watch["id"]);
    let changed = first.patch(id(&watch), r#"{"target_price":93}"#);
    assert_eq!(changed.status, 200);
    service.client(&other_key, "client-01").watch("95", ANN);
    assert_eq!(first.delete(id(&watch)).status, 204);
    let answer = third.create_once("refused", &by_mail("95", ANN));
    created(&answer);
    assert_eq!(answer.header("idempotent-replayed"), None);
    assert_eq!(first.create(&by_mail("95", ANN)).status, 429);

    drop(service);
    let service = tests::Service::start(
        deployment.command(&["serve", "--quota-watches", "0"]),
        "http",
    );
    service.wait_until_ready();
    service.client(&key, "client-01").watch("95", ANN);
}

fn webhook_watches_need_delivery_and_a_current_offer(backend: Backend) {
    let deployment = watching::deployment(backend);
    let stale = hours_ago(100);
    Feed::of("90.00").import_with(&deployment, "Old Store", &["--observed-at", &stale]);
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    let refused = client.create(&by_webhook(95));
    assert_eq!(refused.refusal(), (400, "validation_error".into()));
    assert_eq!(
        refused.json()["details"][0]["field"],
        "canonical_product_id"
    );
    let unknown = by_webhook(95).replace("x2", "x9");
    assert_eq!(client.create(&unknown).refusal(), (404, "not_found".into()));
    let watch = client.watch("95", ANN);
    assert_eq!(watch["product"], Value::Null);
    assert_eq!(watch["current_price"], Value::Null);
    assert_eq!(watch["target_reached"], false);

    assert_eq!(price(&deployment, "94.00"), 1, "nobody sold it before");
    let body = by_webhook(95).replace('}', r#","condition":"target_price"}"#);
    let watch = created(&client.create(&body));
    assert_eq!(watch["current_price"], 94);
    wait_for("the list", || {
        (client.list()[0]["current_price"] == 94).then_some(())
    });
    let lists = client.list();
    drop(service);

    let command = deployment.command(&["serve", "--webhooks", "off"]);
    let service = tests::Service::start(command, "http");
    service.wait_until_ready();
    let client = service.client(&key, "client-01");
    assert_eq!(client.list(), lists, "they stay");
    for body in [by_webhook(94), body.replace("95", "93")] {
        let answer = service.client(&key, "client-01").create_once("off", &body);
        assert_eq!(answer.refusal(), (503, "delivery_unavailable".into()));
        assert_eq!(answer.header("retry-after"), None);
    }
    assert_eq!(client.create(&unknown).refusal(), (404, "not_found".into()));
    let changed = client.patch(id(&watch), r#"{"status":"paused"}"#);
    assert_eq!(changed.status, 200);
    assert_eq!(client.delete(id(&watch)).status, 204);
    client.watch("90", ANN);
}
