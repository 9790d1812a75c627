//! Prices that are held back as implausible, and what releases them.

use serde_json::{Value, json};
use tests::{Backend, Deployment, Key, Service, offers_csv, wait_for};

crate::on_both_stores!(
    an_implausible_drop_is_shown_with_a_warning_and_counts_for_nothing,
    a_price_that_stands_for_six_hours_counts,
    an_accepted_price_counts_at_once_and_a_rejected_one_never,
);

const PRODUCT: &str = "nova_x2_128gb";

/// Time is moved by dating snapshots back, so nothing may turn stale.
fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend).with("PCS_OFFER_TTL", "3000days");
    for day in ["2026-03-01", "2026-03-03"] {
        for store in ["Store A", "Store B", "Store C"] {
            import(&deployment, store, "100.00", &format!("{day}T00:00:00Z"));
        }
    }
    deployment
}

/// Imports one offer; answers how many prices are held back.
fn import(deployment: &Deployment, store: &str, price: &str, observed_at: &str) -> u64 {
    let csv = offers_csv(&[["a", "Nova X2 128GB", "Nova", "4006381333931", price]]);
    let file = deployment.file("offer.csv", csv);
    let counts = deployment.import(&file, store, &["--observed-at", observed_at]);
    counts["quarantined"].as_u64().expect("a count")
}

fn min_price(service: &Service, key: &Key) -> Value {
    service.get("/v1/search?q=nova", key).json()["items"][0]["min_price"].clone()
}

fn wait_for_min_price(service: &Service, key: &Key, price: Value) {
    wait_for("the minimum price", || {
        (min_price(service, key) == price).then_some(())
    });
}

/// The badge of a store's offer, and the recommended store.
fn badge_and_decision(service: &Service, key: &Key, store: &str) -> (Value, Value) {
    let answer = service.get(&format!("/v1/products/{PRODUCT}"), key).json();
    let offers = answer["offers"].as_array().expect("offers");
    assert_eq!(offers.len(), 3, "{answer}");
    let offer = offers
        .iter()
        .find(|o| o["store"] == store)
        .expect("an offer");
    (offer["badge"].clone(), answer["decision"]["store"].clone())
}

fn an_implausible_drop_is_shown_with_a_warning_and_counts_for_nothing(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    assert_eq!(
        import(&deployment, "Store C", "10.00", "2026-03-04T00:00:00Z"),
        1
    );
    wait_for("the warning", || {
        let (badge, decision) = badge_and_decision(&service, &key, "Store C");
        assert_ne!(decision, "Store C");
        (badge == "Price under review").then_some(())
    });
    assert_eq!(min_price(&service, &key), json!(100));

    // a second shop asks nearly as little: both count
    assert_eq!(
        import(&deployment, "Store B", "12.00", "2026-03-04T01:00:00Z"),
        0
    );
    wait_for_min_price(&service, &key, json!(10));
    wait_for("the page with it", || {
        let (badge, decision) = badge_and_decision(&service, &key, "Store C");
        (badge != "Price under review" && decision == "Store C").then_some(())
    });

    // it takes that back: the first one stands alone again
    assert_eq!(
        import(&deployment, "Store B", "95.00", "2026-03-04T02:00:00Z"),
        0
    );
    wait_for_min_price(&service, &key, json!(95));
    wait_for("the page without it", || {
        let (badge, _) = badge_and_decision(&service, &key, "Store C");
        (badge == "Price under review").then_some(())
    });
}

fn a_price_that_stands_for_six_hours_counts(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let import = |at: &str| import(&deployment, "Store C", "10.00", at);
    assert_eq!(import("2026-03-04T00:00:00Z"), 1);
    assert_eq!(import("2026-03-04T05:59:59Z"), 1);
    assert_eq!(min_price(&service, &key), json!(100));
    assert_eq!(import("2026-03-04T06:00:00Z"), 0);
    wait_for_min_price(&service, &key, json!(10));
    assert_eq!(import("2026-03-04T07:00:00Z"), 0);
    let listed = deployment.ok(&["match", "review", "--json"]);
    assert_eq!(listed, "");
}

fn an_accepted_price_counts_at_once_and_a_rejected_one_never(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    import(&deployment, "Store B", "9.00", "2026-03-04T00:00:00Z");
    let waiting = deployment.waiting();
    assert_eq!(waiting.len(), 1, "{waiting:?}");
    let shown = &waiting[0];
    for (field, value) in [
        ("store", "Store B"),
        ("offer_id", "a"),
        ("product", PRODUCT),
        ("price", "9.00"),
        ("since", "2026-03-04T00:00:00Z"),
        ("state", "waiting"),
    ] {
        assert_eq!(shown[field], value, "{shown}");
    }
    let reason = shown["reason"].as_str().expect("a reason");
    assert!(reason.contains("own median of 100.00 EUR"), "{reason}");
    let id = shown["id"].as_str().expect("an id");
    let table = deployment.ok(&["match", "review"]);
    assert!(table.contains(id) && table.contains(reason), "{table}");

    deployment.ok(&["match", "review", "--reject", id]);
    assert_eq!(
        import(&deployment, "Store B", "9.00", "2026-03-05T00:00:00Z"),
        1,
        "it stands, but a person said no"
    );
    assert_eq!(min_price(&service, &key), json!(100));
    let rejected = deployment.waiting();
    assert_eq!(rejected[0]["state"], "rejected");

    let id = rejected[0]["id"].as_str().expect("an id");
    deployment.ok(&["match", "review", "--accept", id]);
    wait_for_min_price(&service, &key, json!(9));
    assert_eq!(deployment.waiting(), [json!(null); 0]);
    let twice = deployment.run(&["match", "review", "--accept", id]);
    assert_eq!(twice.status, Some(3), "{}", twice.stderr);
    assert!(
        twice.stderr.contains("no price that is held back"),
        "{}",
        twice.stderr
    );
    assert_eq!(
        import(&deployment, "Store B", "9.00", "2026-03-06T00:00:00Z"),
        0
    );
}

#[test]
fn what_is_not_an_id_of_a_price_is_refused() {
    let deployment = Deployment::new(Backend::Sqlite);
    for (arguments, status, words) in [
        (&["--accept", "q17"][..], 3, "no price that is held back"),
        (&["--reject", "q17"], 3, "no price that is held back"),
        (&["--accept", "17"], 2, "q17"),
        (&["--reject", "o17"], 2, "q17"),
        (&["--accept", "q17", "--product", "p"], 2, "--product"),
        (&["--accept", "q17", "--reject", "q17"], 2, "cannot be used"),
        (&["--product", "p"], 2, "--accept"),
    ] {
        let ran = deployment.run(&[&["match", "review"], arguments].concat());
        assert_eq!(ran.status, Some(status), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{arguments:?}: {}", ran.stderr);
    }
}
