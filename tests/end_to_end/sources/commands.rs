//! `api source` on files.

use std::fs::File;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tests::sources::feed;
use tests::{Backend, Deployment};

crate::on_both_stores!(
    a_source_is_added_listed_run_and_removed,
    of_a_pattern_the_file_written_last_is_imported,
    a_delta_is_imported_once,
    all_sources_are_run_one_after_the_other,
);

fn a_source_is_added_listed_run_and_removed(backend: Backend) {
    let deployment = Deployment::new(backend);
    deployment.file("feed.csv", feed("399.90"));
    // a path is the operator's own: workers run in another folder
    let id = deployment.source("feed.csv", "Shop One", &["--interval", "30m"]);
    assert!(id.starts_with("src_"), "{id}");
    let new = deployment.listed(&id);
    assert_eq!(new["state"], "new");
    assert_eq!(new["interval_seconds"], 1800);
    assert_eq!(new["snapshot"], "full");
    let location = new["location"].as_str().unwrap();
    assert!(location.starts_with('/') && location.ends_with("/feed.csv"));
    assert!(new["next_due_at"].is_string() && new["last_success_at"].is_null());

    let line = deployment.ok(&["source", "run", &id]);
    assert!(
        line.starts_with("read=3 accepted=3 rejected=0 created=3 changed=0 unchanged=0 gone=0"),
        "{line}"
    );
    let ok = deployment.listed(&id);
    assert_eq!((&ok["state"], &ok["failures"]), (&json!("ok"), &json!(0)));
    assert_eq!(ok["last_import"]["created"], 3);
    assert!(ok["last_error"].is_null());

    let again = deployment.run_source(&id, &[]);
    assert_eq!(
        (&again["outcome"], &again["read"]),
        (&json!("unchanged"), &json!(0))
    );
    let anew = deployment.run_source(&id, &["--anew"]);
    assert_eq!(
        (&anew["outcome"], &anew["unchanged"]),
        (&json!("imported"), &json!(3))
    );
    deployment.file("feed.csv", feed("389.90"));
    let changed = deployment.run_source(&id, &[]);
    assert_eq!(
        (&changed["changed"], &changed["unchanged"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(deployment.listed(&id)["runs"], 4);

    let table = deployment.ok(&["source", "list"]);
    for word in [id.as_str(), "Shop One", "ok", "30m", location] {
        assert!(table.contains(word), "{word}: {table}");
    }
    deployment.ok(&["source", "remove", &id]);
    assert_eq!(deployment.sources(), [Value::Null; 0]);
    for unknown in [["source", "remove", &id], ["source", "run", &id]] {
        let ran = deployment.run(&unknown);
        assert_eq!(ran.status, Some(3), "{}", ran.stderr);
    }
}

fn of_a_pattern_the_file_written_last_is_imported(backend: Backend) {
    let deployment = Deployment::new(backend);
    let write = |name: &str, price: &str, minutes_ago: u64| {
        let path = deployment.file(name, feed(price));
        let at = SystemTime::from(tests::now()) - Duration::from_secs(60 * minutes_ago);
        File::options()
            .write(true)
            .open(path)
            .and_then(|file| file.set_modified(at))
            .expect("a time");
    };
    let pattern = deployment.folder.path().join("shop-*.csv");
    let id = deployment.source(pattern.to_str().unwrap(), "Shop One", &[]);
    let ran = deployment.run_failing(&id);
    assert_eq!(ran.status, Some(3));
    assert!(ran.stderr.contains("no file matches"), "{}", ran.stderr);
    assert_eq!(deployment.listed(&id)["last_error"]["class"], "missing");
    write("shop-3.csv", "399.90", 30);
    write("shop-1.csv", "389.90", 10);
    write("other.csv", "1.00", 0);
    assert_eq!(deployment.run_source(&id, &[])["created"], 3);
    write("shop-0.csv", "399.90", 20);
    assert_eq!(deployment.run_source(&id, &[])["outcome"], "unchanged");
    write("shop-2.csv", "379.90", 5);
    assert_eq!(deployment.run_source(&id, &[])["changed"], 1);
    assert_eq!(deployment.listed(&id)["failures"], 0);
}

fn a_delta_is_imported_once(backend: Backend) {
    let deployment = Deployment::new(backend);
    let file = deployment.file("delta.csv", feed("399.90"));
    let id = deployment.source(&file, "Shop One", &["--snapshot", "delta"]);
    assert_eq!(deployment.run_source(&id, &[])["created"], 3);
    let newer = deployment.file("newer.csv", feed("379.90"));
    deployment.import(&newer, "Shop One", &[]);
    // what was true when it was written is not so any more
    assert_eq!(deployment.run_source(&id, &[])["outcome"], "unchanged");
    let again = deployment.import(&newer, "Shop One", &[]);
    assert_eq!(again["unchanged"], 3);
}

fn all_sources_are_run_one_after_the_other(backend: Backend) {
    let deployment = Deployment::new(backend);
    for n in 1..=3 {
        let file = deployment.file(&format!("{n}.csv"), feed("399.90"));
        deployment.source(&file, &format!("Shop {n}"), &[]);
    }
    deployment.file("2.csv", "<!doctype html><title>Sorry</title>");
    let ran = deployment.run(&["source", "run", "--all"]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert!(
        ran.stderr.contains("(Shop 2): not a feed"),
        "{}",
        ran.stderr
    );
    let states: Vec<_> = deployment
        .sources()
        .iter()
        .map(|s| s["state"].clone())
        .collect();
    assert_eq!(states, ["ok", "failing", "ok"]);
}

#[test]
fn a_bad_value_names_what_is_accepted() {
    let deployment = Deployment::new(Backend::Sqlite);
    let add = |location: &str, more: &[&str]| {
        let mut arguments = vec!["source", "add", location, "--store", "Shop One"];
        arguments.extend(more);
        deployment.run(&arguments)
    };
    for (location, more, accepts) in [
        ("-", vec![], "https:// URL"),
        ("http://shop.example/", vec![], "https:// URL"),
        (
            "https://a:hunter2@shop.example/",
            vec![],
            "environment variable",
        ),
        ("https://", vec![], "host"),
        ("a.csv", vec!["--interval", "59s"], "1m to 30days"),
        ("a.csv", vec!["--interval", "31days"], "1m to 30days"),
        ("a.csv", vec!["--interval", "often"], "1m to 30days"),
        ("a.csv", vec!["--format", "excel"], "google"),
        ("a.csv", vec!["--currency", "EURO"], "ISO 4217"),
        ("a.csv", vec!["--max-shrink", "120%"], "0% to 100%"),
        ("a.csv", vec!["--snapshot", "half"], "delta"),
        (
            "a.csv",
            vec!["--credentials-env", "A"],
            "https:// URLs only",
        ),
        (
            "https://a.example",
            vec!["--credentials-env", "user:hunter2"],
            "name of an environment",
        ),
        (
            "https://a.example",
            vec!["--credentials", "bearer"],
            "--credentials-env",
        ),
    ] {
        let ran = add(location, &more);
        assert_eq!(ran.status, Some(2), "{location} {more:?}: {}", ran.stderr);
        assert!(
            ran.stderr.contains(accepts),
            "{location} {more:?}: {}",
            ran.stderr
        );
        assert!(!ran.stderr.contains("hunter2"), "{}", ran.stderr);
    }
    assert_eq!(deployment.run(&["source", "run"]).status, Some(2));
    assert_eq!(deployment.run(&["source", "run", "7"]).status, Some(2));
    assert_eq!(deployment.run(&["source", "remove", "7"]).status, Some(2));
    assert_eq!(deployment.sources(), [Value::Null; 0]);
    let feed = deployment.file("a.csv", feed("1.00"));
    assert_eq!(add(&feed, &[]).status, Some(0));
    let second = add(&feed, &[]);
    assert_eq!(second.status, Some(3), "{}", second.stderr);
    let other = add("b.csv", &[]);
    assert!(
        other.stderr.contains("another full source"),
        "{}",
        other.stderr
    );
}
