//! What is asked of a server, and what its answers mean.

use serde_json::json;
use tests::Backend;
use tests::sources::{Shop, content, feed};
use tests::webhook_receiver::status_with;

crate::on_both_stores!(
    what_is_known_is_not_downloaded_again,
    the_same_bytes_are_not_imported_again,
    what_another_import_changed_is_imported_again,
);

const TAGGED: &str = "ETag: \"v1\"\r\nLast-Modified: Sun, 01 Mar 2026 12:00:00 GMT\r\n";

fn what_is_known_is_not_downloaded_again(backend: Backend) {
    let shop = Shop::new(backend);
    let id = shop.source("/feed.csv");
    shop.server
        .then("/feed.csv", content(&feed("399.90"), TAGGED));
    shop.server
        .then("/feed.csv", status_with(304, "ETag: \"v1\"\r\n"));
    shop.server
        .then("/feed.csv", content(&feed("389.90"), "ETag: \"v2\"\r\n"));
    assert_eq!(shop.deployment.run_source(&id, &[])["created"], 3);
    let before = shop.deployment.listed(&id);
    assert_eq!(shop.deployment.run_source(&id, &[])["outcome"], "unchanged");
    let after = shop.deployment.listed(&id);
    assert_eq!(after["changed_at"], before["changed_at"]);
    assert_ne!(after["last_success_at"], before["last_success_at"]);
    assert_eq!(shop.deployment.run_source(&id, &[])["changed"], 1);
    shop.server.afterwards("/feed.csv", status_with(304, ""));
    assert_eq!(shop.deployment.run_source(&id, &[])["outcome"], "unchanged");

    let requests = shop.server.received("/feed.csv");
    let asked = |n: usize, name: &str| {
        let found = requests[n].headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    };
    assert_eq!(asked(0, "if-none-match"), None);
    assert_eq!(asked(1, "if-none-match"), Some("\"v1\""));
    let day = Some("Sun, 01 Mar 2026 12:00:00 GMT");
    assert_eq!(asked(1, "if-modified-since"), day);
    assert_eq!(asked(3, "if-none-match"), Some("\"v2\""));
    assert_eq!(asked(3, "if-modified-since"), None);
    assert_eq!(asked(3, "accept-encoding"), Some("identity"));
    let anew = shop.deployment.run(&["source", "run", &id, "--anew"]);
    assert_eq!(
        anew.status,
        Some(3),
        "nobody asked for 304: {}",
        anew.stderr
    );
}

fn the_same_bytes_are_not_imported_again(backend: Backend) {
    let shop = Shop::new(backend);
    let id = shop.source("/feed.csv");
    shop.server
        .afterwards("/feed.csv", content(&feed("399.90"), ""));
    assert_eq!(shop.deployment.run_source(&id, &[])["created"], 3);
    assert_eq!(shop.deployment.run_source(&id, &[])["outcome"], "unchanged");
    shop.server
        .afterwards("/feed.csv", content(&feed("389.90"), ""));
    assert_eq!(shop.deployment.run_source(&id, &[])["changed"], 1);
}

fn what_another_import_changed_is_imported_again(backend: Backend) {
    let shop = Shop::new(backend);
    let id = shop.source("/feed.csv");
    shop.server
        .then("/feed.csv", content(&feed("399.90"), TAGGED));
    shop.deployment.run_source(&id, &[]);
    let other = shop.deployment.file("other.csv", feed("379.90"));
    assert_eq!(
        shop.deployment.import(&other, "shop one", &[])["changed"],
        1
    );
    shop.server.then("/feed.csv", status_with(304, ""));
    shop.server
        .then("/feed.csv", content(&feed("399.90"), TAGGED));
    let again = shop.deployment.run_source(&id, &[]);
    assert_eq!(
        (&again["outcome"], &again["changed"]),
        (&json!("imported"), &json!(1))
    );
    assert_eq!(shop.server.received("/feed.csv").len(), 3);
    // a delta does not make the full feed another one
    let delta = shop.deployment.file(
        "delta.csv",
        tests::offers_csv(&[["a1", "Nova X2 128GB", "Nova", "", "379.90"]]),
    );
    let counts = shop
        .deployment
        .import(&delta, "Shop One", &["--snapshot", "delta"]);
    assert_eq!(counts["changed"], 1);
    shop.server.then("/feed.csv", status_with(304, ""));
    assert_eq!(shop.deployment.run_source(&id, &[])["outcome"], "unchanged");
}

#[test]
fn an_import_of_a_url_goes_by_the_same_settings() {
    let shop = Shop::new(Backend::Sqlite);
    shop.server
        .afterwards("/feed.csv", content(&feed("399.90"), ""));
    let url = shop.server.url("/feed.csv");
    assert_eq!(shop.deployment.import(&url, "Shop One", &[])["created"], 3);
}
