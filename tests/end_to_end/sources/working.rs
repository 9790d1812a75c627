//! What a worker does by itself.

use serde_json::json;
use tests::sources::{Shop, content, feed, held};
use tests::webhook_receiver::{Step, status};
use tests::{Backend, signal, wait_for};

crate::on_both_stores!(
    a_worker_runs_what_is_due,
    a_worker_that_is_stopped_breaks_off,
    the_run_of_a_killed_worker_is_taken_over,
);

fn a_worker_runs_what_is_due(backend: Backend) {
    let shop = Shop::new(backend);
    shop.server.then("/feed.csv", content(&feed("399.90"), ""));
    let service = shop.deployment.serve();
    let id = shop.source("/feed.csv");
    let labels = |more: &str| format!("{{source=\"{id}\",store=\"Shop One\"{more}}}");
    let ok = shop
        .deployment
        .source_when(&id, "an import", |source| source["state"] == "ok");
    assert_eq!(ok["last_import"]["created"], 3);
    let failures = format!("cotejo_source_failures{}", labels(""));
    wait_for("the figures", || {
        (service.metric(&failures) == Some(0)).then_some(())
    });
    let imported = labels(",outcome=\"imported\",error=\"\"");
    assert_eq!(
        service.metric(&format!("cotejo_source_runs_total{imported}")),
        Some(1)
    );
    assert_eq!(service.readiness("sources")["ok"], true);
    // it is not due for an hour
    assert_eq!(shop.server.received("/feed.csv").len(), 1);

    shop.server.afterwards("/feed.csv", status(503));
    shop.deployment.make_due();
    let failing = shop
        .deployment
        .source_when(&id, "a failure", |source| source["state"] == "failing");
    assert_eq!(failing["last_error"]["class"], "status");
    let failed = labels(",outcome=\"failed\",error=\"status\"");
    wait_for("the figures", || {
        (service.metric(&failures) == Some(1)).then_some(())
    });
    assert_eq!(
        service.metric(&format!("cotejo_source_runs_total{failed}")),
        Some(1)
    );
    let detail = service.readiness("sources");
    assert_eq!(
        (&detail["ok"], &detail["required"]),
        (&json!(false), &json!(false))
    );
    let words = detail["detail"].as_str().unwrap();
    assert!(
        words.contains(&id) && words.contains("status, 1 in a row"),
        "{words}"
    );
    service.wait_until_ready();

    shop.deployment.ok(&["source", "remove", &id]);
    wait_for("the end of its figures", || {
        service.metric(&failures).is_none().then_some(())
    });
    assert_eq!(service.readiness("sources")["ok"], true);
    assert_eq!(service.terminate(), Some(0));
}

fn a_worker_that_is_stopped_breaks_off(backend: Backend) {
    let shop = Shop::new(backend);
    shop.server.then("/feed.csv", vec![Step::Hang]);
    let id = shop.source("/feed.csv");
    let mut worker = shop.worker();
    shop.server.wait_for("/feed.csv", 1);
    signal(worker.pid(), tests::Signal::SIGTERM);
    assert_eq!(worker.end(), Some(0));
    // it is nobody's failure, and the next worker begins at once
    let source = shop.deployment.listed(&id);
    assert_eq!(
        (&source["state"], &source["runs"]),
        (&json!("new"), &json!(1))
    );
    shop.server.then("/feed.csv", content(&feed("399.90"), ""));
    let _worker = shop.worker();
    let after = shop
        .deployment
        .source_when(&id, "an import", |source| source["state"] == "ok");
    assert_eq!(after["runs"], 2);
}

fn the_run_of_a_killed_worker_is_taken_over(backend: Backend) {
    let shop = Shop::new(backend);
    shop.server.then("/feed.csv", vec![Step::Hang]);
    let id = shop.source("/feed.csv");
    let mut worker = shop.worker();
    shop.server.wait_for("/feed.csv", 1);
    worker.kill();
    assert_eq!(shop.deployment.listed(&id)["state"], "running");
    let held_elsewhere = shop.deployment.run(&["source", "run", &id]);
    assert_eq!(held_elsewhere.status, Some(1), "{}", held_elsewhere.stderr);
    assert!(held_elsewhere.stderr.contains("another process"));
    shop.server
        .then("/feed.csv", held(content(&feed("399.90"), "")));
    // the lease is longer than tests should take
    shop.deployment.make_due();
    let worker = shop.worker();
    shop.server.wait_for("/feed.csv", 2);
    let taken = shop.deployment.listed(&id);
    assert_eq!(taken["last_error"]["class"], "lost", "{taken}");
    shop.server.release("/feed.csv", 1);
    let after = shop
        .deployment
        .source_when(&id, "an import", |source| source["state"] == "ok");
    assert_eq!((&after["runs"], &after["failures"]), (&json!(2), &json!(0)));
    assert_eq!(worker.terminate(), Some(0));
}

#[test]
fn a_source_that_hangs_holds_up_no_other() {
    let shop = Shop::new(Backend::Sqlite);
    shop.server
        .then("/slow.csv", held(content(&feed("399.90"), "")));
    shop.server.then("/feed.csv", content(&feed("399.90"), ""));
    let slow = shop
        .deployment
        .source(&shop.server.url("/slow.csv"), "Shop Two", &[]);
    let worker = shop.worker();
    shop.server.wait_for("/slow.csv", 1);
    let quick = shop.source("/feed.csv");
    let is_ok = |source: &serde_json::Value| source["state"] == "ok";
    shop.deployment.source_when(&quick, "an import", is_ok);
    assert_eq!(shop.deployment.listed(&slow)["state"], "running");
    shop.server.release("/slow.csv", 1);
    shop.deployment.source_when(&slow, "an import", is_ok);
    assert_eq!(worker.terminate(), Some(0));
}
