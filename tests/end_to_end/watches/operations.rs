//! Every operation, as a client sees it.

use serde_json::{Value, json};
use tests::watching::{self, Client, PRODUCT, SCOPES, WATCHES, by_mail, by_webhook, created, id};
use tests::{Backend, Deployment, Service, offers_csv};

crate::on_both_stores!(
    a_watch_is_created_with_the_listed_members,
    targets_are_kept_to_the_ten_thousandth,
    another_creation_replaces_and_keeps_the_id,
    watches_are_listed_in_order_of_creation,
    each_property_is_changed_by_itself,
    a_removed_watch_is_gone,
    a_restart_loses_nothing,
);

const ANN: &str = "ann@customer.example";

fn start(backend: Backend) -> (Deployment, Service, Client) {
    let deployment = watching::deployment(backend);
    let rows = [
        ["a1", "Nova X2 128GB", "Nova", "4006381333931", "500.00"],
        ["a2", "Nova X3 128GB", "Nova", "", "600.00"],
    ];
    let file = deployment.file("a.csv", offers_csv(&rows));
    deployment.import(&file, "Store One", &[]);
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    (deployment, service, client)
}

fn text<'a>(watch: &'a Value, name: &str) -> &'a str {
    watch[name].as_str().unwrap_or_else(|| panic!("{watch}"))
}

fn members(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object
        .as_object()
        .unwrap_or_else(|| panic!("{object}"))
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names
}

/// `2026-11-21T10:02:37.399585Z`
fn is_instant(text: &str) -> bool {
    let form = "dddd-dd-ddTdd:dd:dd.ddddddZ";
    let fits = |(c, wanted): (char, char)| match wanted {
        'd' => c.is_ascii_digit(),
        other => c == other,
    };
    text.len() == form.len() && text.chars().zip(form.chars()).all(fits)
}

/// `6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10`
fn is_random_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let is_digit = |c: char| c == '-' || matches!(c, '0'..='9' | 'a'..='f');
    lengths == [8, 4, 4, 4, 12] && text.chars().all(is_digit) && text.as_bytes()[14] == b'4'
}

fn a_watch_is_created_with_the_listed_members(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    let answer = client.create(&by_mail("499.95", ANN));
    let watch = created(&answer);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("idempotent-replayed"), None);
    let location = format!("{WATCHES}/{}", id(&watch));
    assert_eq!(answer.header("location"), Some(location.as_str()));
    assert!(is_random_uuid(id(&watch)), "{watch}");
    for name in ["created_at", "updated_at"] {
        assert!(is_instant(text(&watch, name)), "{watch}");
    }
    let mut expected = json!({
        "id": watch["id"],
        "canonical_product_id": PRODUCT,
        "target_price": 499.95,
        "channel": "email",
        "destination": ANN,
        "status": "active",
        "created_at": watch["created_at"],
        "updated_at": watch["created_at"],
        "product": {
            "canonical_product_id": PRODUCT,
            "product_name": "Nova X2 128GB",
            "brand": "Nova",
            "model": watch["product"]["model"],
            "variant": watch["product"]["variant"],
            "match_confidence": watch["product"]["match_confidence"],
            "min_price": 500,
            "store_count": 1,
        },
        "current_price": 500,
        "target_reached": false,
    });
    assert_eq!(watch, expected);
    for name in ["model", "variant"] {
        assert!(watch["product"][name].is_string(), "{watch}");
    }
    let confidence = watch["product"]["match_confidence"].as_f64();
    assert!(confidence.is_some_and(|c| (0.0..=1.0).contains(&c)));
    assert!(
        answer.text().contains("\"target_price\":499.95,"),
        "{}",
        answer.text()
    );
    assert_eq!(client.list()[0], watch);
    assert_eq!(client.list().len(), 1);

    let watch = created(&client.create(&by_webhook(600)));
    expected["id"] = watch["id"].clone();
    expected["target_price"] = 600.into();
    expected["channel"] = "webhook".into();
    expected["destination"] = Value::Null;
    expected["created_at"] = watch["created_at"].clone();
    expected["updated_at"] = watch["created_at"].clone();
    expected["target_reached"] = true.into();
    assert_eq!(watch, expected);
    assert_eq!(client.list()[1], watch);
}

fn targets_are_kept_to_the_ten_thousandth(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    for (sent, shown) in [
        ("499.95", "499.95"),
        ("500", "500"),
        ("500.00", "500"),
        ("1", "1"),
        ("1000000", "1000000"),
        ("0.1", ""),
        ("123.4567", "123.4567"),
        ("123.45675", "123.4568"),
        ("0.1e4", "1000"),
        ("5E2", "500"),
        ("0.99995", ""),
        ("1000000.00001", ""),
        ("-1", ""),
        ("1e400", ""),
        ("\"500\"", ""),
        ("null", ""),
        ("NaN", ""),
        ("0500", ""),
        ("[500]", ""),
    ] {
        let answer = client.create(&by_mail(sent, ANN));
        if shown.is_empty() {
            assert_eq!(answer.refusal(), (400, "validation_error".into()), "{sent}");
            continue;
        }
        created(&answer);
        let shown = format!("\"target_price\":{shown},");
        assert!(answer.text().contains(&shown), "{sent}: {}", answer.text());
        let listed = client.ask("GET", WATCHES, &[], None);
        assert!(listed.text().contains(&shown), "{sent}: {}", listed.text());
    }
}

fn another_creation_replaces_and_keeps_the_id(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    let first = client.create(&by_mail("450", ANN));
    let watch = created(&first);
    assert_eq!(
        client.patch(id(&watch), r#"{"status":"paused"}"#).status,
        200
    );
    let second = client.create(&by_mail("460.50", "ben@customer.example"));
    let replaced = created(&second);
    assert_eq!(second.header("location"), first.header("location"));
    assert_eq!(second.header("idempotent-replayed"), None);
    let mut expected = watch.clone();
    expected["target_price"] = json!(460.5);
    expected["destination"] = "ben@customer.example".into();
    expected["updated_at"] = replaced["updated_at"].clone();
    assert_eq!(replaced, expected, "and it is active");
    assert!(text(&replaced, "updated_at") > text(&watch, "updated_at"));
    assert_eq!(client.list()[0], replaced);

    let other = created(&client.create(&by_webhook(460)));
    assert_ne!(other["id"], watch["id"], "the other channel is another one");
    assert_eq!(client.list(), [replaced, other]);
}

fn watches_are_listed_in_order_of_creation(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    assert_eq!(client.list(), [json!(null); 0]);
    let other = by_mail("450", ANN).replace("x2", "x3");
    let first = created(&client.create(&other));
    let second = created(&client.create(&by_webhook(400)));
    let third = created(&client.create(&by_mail("450", ANN)));
    assert_eq!(first["canonical_product_id"], "nova_x3_128gb");
    assert_eq!(first["current_price"], 600);
    assert_eq!(client.list(), [first, second.clone(), third.clone()]);
    let first = created(&client.create(&other.replace("450", "451")));
    assert_eq!(client.list(), [first, second, third], "also when replaced");
}

fn each_property_is_changed_by_itself(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    let mut watch = client.watch("450", ANN);
    let id = id(&watch).to_owned();
    for change in [
        json!({"target_price": 449.95}),
        json!({"destination": "ben@customer.example"}),
        json!({"status": "paused"}),
        json!({"status": "paused"}),
        json!({"status": "active"}),
        json!({"target_price": 510, "destination": ANN, "status": "paused"}),
        json!({"target_price": 500}),
    ] {
        let answer = client.patch(&id, &change.to_string());
        assert_eq!(answer.status, 200, "{change}: {}", answer.text());
        let changed = answer.json();
        assert!(text(&changed, "updated_at") > text(&watch, "updated_at"));
        watch["updated_at"] = changed["updated_at"].clone();
        for (name, value) in change.as_object().unwrap() {
            watch[name] = value.clone();
        }
        watch["target_reached"] = (watch["target_price"].as_f64() > Some(500.0)).into();
        assert_eq!(changed, watch, "{change}");
        assert_eq!(client.list(), [watch.clone()], "{change}");
    }
    for refused in [
        "{}",
        "",
        "[]",
        "{\"status\":\"deleted\"}",
        "{\"status\":null}",
        "{\"target_price\":0.5}",
        "{\"target_price\":450,\"target_price\":460}",
        "{\"target_prize\":450}",
        "{\"channel\":\"webhook\"}",
        "{\"id\":\"x\"}",
        "{\"destination\":\"ann\"}",
        "{\"destination\":\"ann@customer.example\\r\\nBcc: x@y.example\"}",
        "{\"destination\":\"Ann <ann@customer.example>\"}",
        "{\"destination\":\"ann%0a@customer.example\"}",
        "{\"destination\":\"ann@customer.example,ben@customer.example\"}",
        "{\"status\":\"active\"} {}",
    ] {
        let answer = client.patch(&id, refused);
        assert_eq!(
            answer.refusal(),
            (400, "validation_error".into()),
            "{refused}"
        );
    }
    let fine = r#"{"status":"active"}"#;
    let ill_formed = client.patch(&id.replace('-', ""), fine);
    assert_eq!(ill_formed.refusal(), (400, "validation_error".into()));
    let unknown = client.patch("6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10", fine);
    assert_eq!(unknown.refusal(), (404, "not_found".into()));
    assert_eq!(client.list(), [watch], "what is refused changes nothing");
}

fn a_removed_watch_is_gone(backend: Backend) {
    let (_deployment, _service, client) = start(backend);
    let kept = created(&client.create(&by_webhook(400)));
    let watch = client.watch("450", ANN);
    let path = format!("{WATCHES}/{}", id(&watch));
    let read = client.ask("GET", &path, &[], None);
    assert_eq!(read.refusal(), (405, "method_not_allowed".into()));
    assert_eq!(read.header("allow"), Some("DELETE, PATCH"));
    let answer = client.delete(id(&watch));
    assert_eq!((answer.status, answer.body.as_slice()), (204, &b""[..]));
    assert_eq!(client.list(), [kept]);
    for unknown in [id(&watch), "6f0c2f4e-9a55-4f7e-8f4b-2d4c8f1f3a10", "x"] {
        let answer = client.delete(unknown);
        assert_eq!(answer.refusal(), (404, "not_found".into()), "{unknown}");
    }
    let answer = client.patch(id(&watch), r#"{"status":"active"}"#);
    assert_eq!(answer.refusal(), (404, "not_found".into()));
    let anew = client.watch("450", ANN);
    assert_ne!(anew["id"], watch["id"]);
}

fn a_restart_loses_nothing(backend: Backend) {
    let (deployment, service, client) = start(backend);
    client.watch("450", ANN);
    let body = by_webhook(480);
    let first = client.create_once("restarted", &body);
    let id = id(&created(&first)).to_owned();
    client.patch(&id, r#"{"status":"paused"}"#);
    let before = client.list();
    // kill -9
    drop(service);
    let service = deployment.serve();
    let client = client.at(&service);
    assert_eq!(client.list(), before);
    let again = client.create_once("restarted", &body);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(again.text(), first.text());
    assert_eq!(members(&before[0]).len(), 11);
    assert_eq!(service.terminate(), Some(0));
    // what fires while nobody serves is there afterwards
    let cheaper = offers_csv(&[["a1", "Nova X2 128GB", "Nova", "4006381333931", "440.00"]]);
    let file = deployment.file("b.csv", cheaper);
    let counts = deployment.import(&file, "Store One", &["--snapshot", "delta"]);
    assert_eq!(counts["triggered"], 1, "the paused one does not");
    let service = deployment.serve();
    let client = client.at(&service);
    assert_eq!(client.list()[0]["target_reached"], true);
    assert_eq!(watching::outbox(&deployment), 1);
}
