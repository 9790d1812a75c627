//! Feeds that are dead, cut off, or too small: the store keeps what it holds.

use serde_json::{Value, json};
use tests::sources::{EAN, Shop, content, cut, feed};
use tests::webhook_receiver::{Reply, Step, status};
use tests::{Backend, wait_for};

crate::on_both_stores!(
    a_failing_source_keeps_its_last_snapshot,
    a_publication_that_fails_holds_up_nothing_after_it,
);

/// A trigger that refuses every publication.
const REFUSAL: [&str; 2] = [
    "CREATE TRIGGER refusal BEFORE UPDATE ON snapshots WHEN NEW.state = 'published' \
     BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END;",
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql \
     AS $$ BEGIN RAISE EXCEPTION 'refused by a trigger'; END $$; \
     CREATE TRIGGER refusal BEFORE UPDATE ON snapshots FOR EACH ROW \
     WHEN (NEW.state = 'published') EXECUTE FUNCTION refuse();",
];

fn a_publication_that_fails_holds_up_nothing_after_it(backend: Backend) {
    let shop = Shop::new(backend);
    let [sqlite, postgres] = REFUSAL;
    let (refusal, release) = match backend {
        Backend::Sqlite => (sqlite, "DROP TRIGGER refusal"),
        Backend::Postgres => (postgres, "DROP TRIGGER refusal ON snapshots"),
    };
    shop.server.then("/feed.csv", content(&feed("399.90"), ""));
    let service = shop.deployment.serve();
    shop.deployment.sql(refusal);
    let id = shop.source("/feed.csv");
    let writer = |ok: bool| {
        wait_for("what /readyz says of the catalogue", || {
            let item = service.readiness("catalogue");
            (item["ok"] == ok && item["required"] == false).then_some(item)
        })
    };
    let refused = writer(false);
    let words = refused["detail"].as_str().unwrap();
    assert!(words.contains("refused by a trigger"), "{words}");
    shop.deployment.sql(release);
    // the worker of the same process, and another process
    let file = shop.deployment.file("offers.csv", feed("379.90"));
    shop.deployment.import(&file, "Shop Two", &[]);
    shop.server
        .afterwards("/feed.csv", content(&feed("399.90"), ""));
    shop.deployment.make_due();
    let imported = |source: &Value| source["state"] == "ok";
    let listed = shop.deployment.source_when(&id, "an import", imported);
    assert_eq!(listed["last_import"]["created"], 3);
    writer(true);
}

fn answers() -> Vec<(&'static str, Reply, &'static str)> {
    let one = tests::offers_csv(&[["a1", "Nova X2 128GB", "Nova", EAN, "399.90"]]);
    let header = "offer_id,title,brand,ean,price,url,delivery_cost,availability\n";
    let wrong = tests::offers_csv(&[["a1", "Nova X2 128GB", "Nova", EAN, "free"]]);
    let html = "<!doctype html><html><body>Back soon</body></html>";
    let xml = "<?xml version=\"1.0\"?><rss version=\"2.0\" \
               xmlns:g=\"http://base.google.com/ns/1.0\"><channel><item><g:id>a1</g:id>";
    vec![
        ("an error", status(500), "status"),
        ("nothing there", status(404), "status"),
        ("nothing new that nobody knows", status(204), "status"),
        ("an empty answer", content("", ""), "unreadable"),
        (
            "a page",
            content(html, "Content-Type: text/html\r\n"),
            "unreadable",
        ),
        ("a download that breaks off", cut(&feed("1.00")), "network"),
        ("a document that breaks off", content(xml, ""), "truncated"),
        ("a reset", vec![Step::Reset], "network"),
        ("no offer", content(header, ""), "refused"),
        ("no offer that is right", content(&wrong, ""), "refused"),
        ("most offers gone", content(&one, ""), "refused"),
    ]
}

fn a_failing_source_keeps_its_last_snapshot(backend: Backend) {
    let shop = Shop::new(backend);
    let id = shop.source("/feed.csv");
    shop.server
        .then("/feed.csv", content(&feed("399.90"), "ETag: \"v1\"\r\n"));
    shop.deployment.run_source(&id, &[]);
    let before = shop.deployment.listed(&id);
    let key = shop.deployment.key("live", &["catalog:read"]);
    let service = shop.deployment.command(&["serve", "--roles", "http"]);
    let service = tests::Service::start(service, "http");
    service.wait_until_ready();
    let offers = || -> Vec<Value> {
        ["nova_x2_128gb", "nova_x3_128gb", "nova_x4_128gb"]
            .map(|id| service.get(&format!("/v1/products/{id}"), &key).json()["offers"].clone())
            .into()
    };
    let offered = offers();
    for (n, (what, answer, class)) in (1..).zip(answers()) {
        shop.server.then("/feed.csv", answer);
        let ran = shop.deployment.run_failing(&id);
        assert_eq!(ran.status, Some(3), "{what}: {}", ran.stderr);
        assert_eq!(ran.stdout, "", "{what}");
        let after = shop.deployment.listed(&id);
        assert_eq!(after["last_error"]["class"], class, "{what}: {after}");
        let text = after["last_error"]["text"].as_str().unwrap();
        assert!(ran.stderr.contains(text), "{what}: {text}");
        assert_eq!(
            (&after["state"], &after["failures"]),
            (&json!("failing"), &json!(n))
        );
        assert_eq!(
            after["last_success_at"], before["last_success_at"],
            "{what}"
        );
        assert_eq!(after["last_import"], before["last_import"], "{what}");
    }
    assert_eq!(offers(), offered);
    let table = shop.deployment.ok(&["source", "list"]);
    assert!(
        table.contains("failed 11x") && table.contains("refused: "),
        "{table}"
    );
    // what was known is still known, and a good answer ends it
    shop.server.then("/feed.csv", status(304));
    assert_eq!(shop.deployment.run_source(&id, &[])["outcome"], "unchanged");
    let last = shop.server.received("/feed.csv").pop().unwrap();
    assert_eq!(last.header("if-none-match"), "\"v1\"");
    let after = shop.deployment.listed(&id);
    assert_eq!(
        (&after["failures"], &after["last_error"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(offers(), offered);
}
