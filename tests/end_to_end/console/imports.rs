//! What is kept of imports, and where an operator sees it.

use serde_json::Value;
use tests::sources::{Shop, content};
use tests::{Backend, Deployment, offers_csv};

use super::{console, see};

crate::on_both_stores!(
    an_import_by_command_shows_line_and_reason,
    an_import_of_a_source_shows_line_and_reason,
    imports_that_failed_are_kept_with_their_reason,
    the_last_twenty_imports_of_each_shop_are_kept,
    a_dry_run_keeps_nothing,
    an_import_that_cannot_be_kept_is_an_import,
    a_shop_that_goes_out_of_date_needs_a_person,
);

/// Two good rows, and then bad ones of two kinds.
fn bad_feed(kinds: usize) -> String {
    let mut rows = vec![
        ["a1", "Nova X2", "Nova", "", "100.00"],
        ["a2", "Nova X3", "Nova", "", "200.00"],
    ];
    rows.extend(vec![["bad", "Nova X4", "Nova", "", "cheap"]; kinds]);
    rows.push([
        "<b>b2</b>",
        "Nova X5",
        "Nova",
        "",
        "<img src=x onerror=alert(1)>",
    ]);
    offers_csv(&rows)
}

fn runs(deployment: &Deployment, more: &[&str]) -> Vec<Value> {
    let arguments = [&["imports", "--json"], more].concat();
    serde_json::from_str(&deployment.ok(&arguments)).expect("JSON")
}

fn an_import_by_command_shows_line_and_reason(backend: Backend) {
    let deployment = console(backend);
    let feed = deployment.file("offers.csv", bad_feed(60));
    let ran = deployment.run(&["import", &feed, "--store", "Shop <i>One</i> & Söhne"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(
        ran.stderr.contains("rejected 60 × price: \"cheap\""),
        "the commonest reasons are told: {ran:?}"
    );
    let run = runs(&deployment, &[]).pop().expect("a run");
    let counts = &run["counts"];
    assert_eq!(
        (&counts["read"], &counts["accepted"]),
        (&63.into(), &2.into())
    );
    assert_eq!(counts["rejected"], 61, "{run}");
    assert_eq!(
        (&run["source"], &run["error"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(run["format"], "offers CSV");
    let id = run["id"].as_str().expect("an id");
    let shown: Value =
        serde_json::from_str(&deployment.ok(&["imports", "--run", id, "--json"])).expect("JSON");
    assert_eq!(shown["rejections"][0]["rows"], 60, "{shown}");
    assert_eq!(shown["rejections"][1]["line"], 64, "{shown}");
    assert_eq!(shown["rejected_rows"][0]["line"], 4, "{shown}");
    let told = deployment.ok(&["imports"]);
    assert!(told.contains("rejected 60 × price"), "{told}");

    let service = deployment.serve();
    let ada = service.log_in("ada");
    let path = format!("/console/imports/{id}");
    let first = see(&service, &ada, &path);
    for part in [
        "<strong class=\"amount\">60</strong>",
        "&quot;cheap&quot;",
        ">4<",
        "price",
        "offers CSV",
        "?page=2",
    ] {
        assert!(first.contains(part), "{part}: {first}");
    }
    let last = see(&service, &ada, &format!("{path}?page=2"));
    assert!(
        last.contains("&lt;b&gt;b2&lt;/b&gt;") && last.contains("&lt;img"),
        "{last}"
    );
    let far = see(&service, &ada, &format!("{path}?page=99"));
    assert!(far.contains("page 2 of 2"), "{far}");
    let shop = "/console/shops?name=shop+%3Ci%3Eone%3C%2Fi%3E+%26+s%C3%B6hne";
    for path in ["/console/imports", shop, "/console", &path] {
        let page = see(&service, &ada, path);
        assert!(
            page.contains(id) && page.contains("Shop &lt;i&gt;") || path == shop,
            "{page}"
        );
        assert!(
            !page.contains("<i>") && !page.contains("<img") && !page.contains("<b>"),
            "{page}"
        );
        assert!(page.contains(id), "{path} leads to the run");
    }
    for (path, status) in [
        ("/console/imports/run_1", 404),
        ("/console/imports/run_00000000000000000000000000000000", 404),
        ("/console/shops?name=Nobody", 404),
        ("/console/shops?name=x", 400),
        ("/console/shops", 400),
    ] {
        assert_eq!(service.console(&ada, path).status, status, "{path}");
    }
    assert_eq!(service.console(&ada, &format!("{path}?page=x")).status, 400);
}

fn an_import_of_a_source_shows_line_and_reason(backend: Backend) {
    let shop = Shop::with(backend, &[("PCS_CONSOLE", "on")]);
    let deployment = &shop.deployment;
    deployment.operator("ada");
    shop.server
        .afterwards("/feed.csv", content(&bad_feed(1), ""));
    let id = shop.source("/feed.csv");
    let service = deployment.serve();
    deployment.source_when(&id, "a run", |it| it["last_import"]["rejected"] == 2);
    let run = tests::wait_for("the run", || {
        runs(deployment, &["--store", "SHOP ONE"]).pop()
    });
    assert_eq!(run["source"], id.as_str());
    let ada = service.log_in("ada");
    let run = run["id"].as_str().expect("an id");
    let page = see(&service, &ada, &format!("/console/imports/{run}"));
    for part in [&id, "&quot;cheap&quot;", "&lt;img", "Shop One", ">4<"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // content that is what it was is no import
    deployment.run_source(&id, &[]);
    assert_eq!(runs(deployment, &[]).len(), 1);
    let again = deployment.run_source(&id, &["--anew"]);
    assert_eq!(again["rejected"], 2, "{again}");
    assert_eq!(runs(deployment, &[]).len(), 2);
    let overview = see(&service, &ada, "/console");
    assert!(
        overview.contains("<svg class=\"spark\" role=\"img\""),
        "{overview}"
    );
    assert!(
        overview.contains("The last 2 imports: 2 to 2 rows accepted"),
        "{overview}"
    );
}

fn imports_that_failed_are_kept_with_their_reason(backend: Backend) {
    let deployment = console(backend);
    let offers = |price: &str| offers_csv(&[["a1", "Nova X2", "Nova", "", price]]);
    let good = deployment.file("good.csv", offers("100.00"));
    deployment.import(&good, "Shop One", &[]);
    let page = deployment.file("page.csv", "<html><body>down</body></html>");
    let bad = deployment.file("bad.csv", offers("cheap"));
    let missing = format!("{good}.missing");
    for (feed, class, words) in [
        (page.as_str(), "unreadable", "not a feed"),
        (bad.as_str(), "refused", "rejected"),
        (missing.as_str(), "unreadable", ".missing"),
    ] {
        let ran = deployment.run(&["import", feed, "--store", "Shop One"]);
        assert_eq!(ran.status, Some(3), "{ran:?}");
        let run = runs(&deployment, &["--limit", "1"]).pop().expect("a run");
        assert_eq!(run["error"]["class"], class, "{run}");
        let text = run["error"]["text"].as_str().expect("a text");
        assert!(text.contains(words), "{run}");
    }
    assert_eq!(runs(&deployment, &[]).len(), 4);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let page = see(&service, &ada, "/console/shops?name=Shop+One");
    for part in ["not a feed", ".missing", "imported", "3 of them failed"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

fn the_last_twenty_imports_of_each_shop_are_kept(backend: Backend) {
    let deployment = console(backend);
    let feed = |rows: usize| deployment.file("offers.csv", bad_feed(rows));
    deployment.import(&feed(1), "Shop Two", &[]);
    for round in 1..=22 {
        deployment.import(&feed(round), "Shop One", &[]);
    }
    let kept = runs(&deployment, &["--store", "Shop One", "--limit", "1000"]);
    let rejected: Vec<u64> = kept
        .iter()
        .map(|run| run["counts"]["rejected"].as_u64().unwrap())
        .collect();
    assert_eq!(rejected, (4..=23).rev().collect::<Vec<u64>>());
    assert_eq!(runs(&deployment, &["--limit", "1000"]).len(), 21);
    // of one, two hundred rows
    deployment.import(&feed(250), "Shop Two", &[]);
    let run = runs(&deployment, &["--limit", "1"]).pop().expect("a run");
    let id = run["id"].as_str().expect("an id");
    let shown = deployment.ok(&["imports", "--json", "--run", id]);
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(shown["counts"]["rejected"], 251);
    assert_eq!(shown["rejected_rows"].as_array().map(Vec::len), Some(200));
    assert_eq!(shown["rejections"][0]["rows"], 250);
}

fn a_dry_run_keeps_nothing(backend: Backend) {
    let deployment = console(backend);
    let feed = deployment.file("offers.csv", bad_feed(3));
    let page = deployment.file("page.csv", "<html><body>down</body></html>");
    deployment.import(&feed, "Shop One", &["--dry-run"]);
    for failing in [page.as_str(), "nowhere.csv"] {
        let ran = deployment.run(&["import", failing, "--store", "Shop One", "--dry-run"]);
        assert_eq!(ran.status, Some(3), "{ran:?}");
    }
    assert_eq!(runs(&deployment, &[]), [Value::Null; 0]);
}

/// The table is damaged: what was imported is imported all the same, and the log says what is missing.
fn an_import_that_cannot_be_kept_is_an_import(backend: Backend) {
    let deployment = console(backend);
    deployment.ok(&["migrate"]);
    deployment.sql("DROP TABLE import_runs");
    let feed = deployment.file("offers.csv", bad_feed(1));
    let ran = deployment.run(&["import", &feed, "--store", "Shop One"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("accepted=2"), "{ran:?}");
    assert!(
        ran.stderr.contains("is not kept for the console"),
        "{ran:?}"
    );
    let stores = deployment.ok(&["store", "list"]);
    assert!(stores.contains("Shop One"), "{stores}");
}

fn a_shop_that_goes_out_of_date_needs_a_person(backend: Backend) {
    let deployment = console(backend);
    let feed = deployment.file("offers.csv", bad_feed(1));
    deployment.import(&feed, "Shop New", &[]);
    deployment.import(&feed, "Shop Old", &["--observed-at", &tests::hours_ago(40)]);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let overview = see(&service, &ada, "/console");
    let waiting = overview.split("In numbers").next().expect("a part");
    assert!(waiting.contains("1 shop going out of date"), "{waiting}");
    assert!(
        waiting.contains("/console/shops?name=Shop+Old"),
        "{waiting}"
    );
    assert!(!waiting.contains("Shop+New"), "{waiting}");
}
