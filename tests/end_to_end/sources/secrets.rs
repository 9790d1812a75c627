//! Credentials come from the environment and are shown nowhere.

use tests::Backend;
use tests::sources::{Shop, content, feed};
use tests::webhook_receiver::status;

/// `feed:hunter2` as basic authentication has it.
const ENCODED: &str = "ZmVlZDpodW50ZXIy";

#[test]
fn credentials_are_sent_and_never_shown() {
    let shop = Shop::with(
        Backend::Sqlite,
        &[
            ("SHOP_ONE", "feed:hunter2"),
            ("SHOP_TWO", "hunter3"),
            ("PCS_LOG", "debug"),
        ],
    );
    let add = |target: &str, store: &str, more: &[&str]| {
        shop.server.then(target, content(&feed("399.90"), ""));
        shop.server.then(target, status(401));
        let mut arguments = vec!["--credentials-env"];
        arguments.extend(more);
        shop.deployment
            .source(&shop.server.url(target), store, &arguments)
    };
    let ids = [
        add("/1.csv?token=hunter4", "Shop One", &["SHOP_ONE"]),
        add(
            "/2.csv",
            "Shop Two",
            &["SHOP_TWO", "--credentials", "bearer"],
        ),
    ];
    let service = shop.deployment.serve();
    let mut shown = String::new();
    for state in ["ok", "failing"] {
        for id in &ids {
            shop.deployment
                .source_when(id, state, |source| source["state"] == state);
        }
        shown += &shop.deployment.ok(&["source", "list"]);
        shown += &shop.deployment.ok(&["source", "list", "--json"]);
        shop.deployment.make_due();
    }
    shown += &service.admin_text("/metrics");
    shown += &service.admin_text("/readyz");
    shown += &shop.deployment.run_failing(&ids[0]).stderr;
    shown += &shop.deployment.ok(&["config", "check"]);
    tests::signal(service.pid(), tests::Signal::SIGTERM);
    shown += &service.log_to_its_end().concat();
    for secret in ["hunter", ENCODED] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(
        shown.contains("SHOP_ONE") && shown.contains("/1.csv?…"),
        "{shown}"
    );
    let one = shop.server.received("/1.csv?token=hunter4");
    assert_eq!(one[0].header("authorization"), format!("Basic {ENCODED}"));
    let two = shop.server.received("/2.csv");
    assert_eq!(two[0].header("authorization"), "Bearer hunter3");
}

#[test]
fn a_variable_that_is_not_set_is_named() {
    let shop = Shop::new(Backend::Sqlite);
    let url = shop.server.url("/feed.csv");
    let id = shop
        .deployment
        .source(&url, "Shop One", &["--credentials-env", "SHOP_NONE"]);
    let ran = shop.deployment.run_failing(&id);
    assert_eq!(ran.status, Some(3));
    assert!(
        ran.stderr.contains("SHOP_NONE is not set"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        shop.deployment.listed(&id)["last_error"]["class"],
        "credentials"
    );
    assert_eq!(shop.server.accepted(), 0);
}
