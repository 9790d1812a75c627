//! Sources are added, changed, paused and removed by an operator.

use tests::Backend;
use tests::sources::{content, feed};

use super::{console, see, target};

crate::on_both_stores!(
    a_source_is_added_changed_paused_and_removed,
    what_is_wrong_is_told_beside_the_field_and_secrets_are_not_shown_again,
    files_are_named_in_the_folder_for_them_only,
    sources_are_changed_and_paused_by_command,
);

const ADD: &str = "/console/sources/add";

/// The fields of a form as a browser sends them, with others than it shows at first.
fn fields<'a>(others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all = vec![
        ("store", ""),
        ("location", ""),
        ("format", "auto"),
        ("interval", "1h"),
        ("snapshot", "full"),
        ("max_shrink", "50%"),
        ("currency", ""),
        ("decimal_mark", "auto"),
        ("charset", ""),
        ("credentials_env", ""),
        ("credentials", "basic"),
    ];
    for (name, value) in others {
        let field = all.iter_mut().find(|it| it.0 == *name).expect("a field");
        field.1 = value;
    }
    all
}

fn a_source_is_added_changed_paused_and_removed(backend: Backend) {
    let shop = tests::sources::Shop::with(backend, &[("PCS_CONSOLE", "on")]);
    let deployment = &shop.deployment;
    deployment.operator("ada");
    for (path, price) in [("/a.csv?token=hunter2", "100.00"), ("/b.csv", "90.00")] {
        shop.server.afterwards(path, content(&feed(price), ""));
    }
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let form = see(&service, &ada, "/console/sources/new");
    assert!(
        form.contains("value=\"1h\"") && form.contains("name=\"location\""),
        "{form}"
    );
    let url = shop.server.url("/a.csv?token=hunter2");
    let wanted = fields(&[
        ("store", "Shop One"),
        ("location", &url),
        ("interval", "90m"),
    ]);
    let page = target(&service.decide(&ada, ADD, &wanted));
    let id = page.rsplit('/').next().expect("an id").to_owned();
    let first = deployment.source_when(&id, "a run", |it| it["last_import"]["created"] == 3);
    assert_eq!(first["interval_seconds"], 5400);
    let shown = see(&service, &ada, &page);
    assert!(
        shown.contains("Shop One") && shown.contains("1h 30m"),
        "{shown}"
    );
    assert!(
        !shown.contains("hunter2"),
        "the query is not shown: {shown}"
    );

    // an address that is left empty stays
    let form = format!("{page}/change");
    let stays = fields(&[("interval", "6h"), ("store", "Shop Two")]);
    assert_eq!(target(&service.decide(&ada, &form, &stays)), page);
    let listed = deployment.listed(&id);
    assert_eq!(listed["interval_seconds"], 21_600);
    assert_eq!(
        listed["store"], "Shop One",
        "the shop is none of its fields"
    );
    let other = shop.server.url("/b.csv");
    let moved = fields(&[("location", &other), ("snapshot", "delta")]);
    assert_eq!(target(&service.decide(&ada, &form, &moved)), page);
    deployment.source_when(&id, "its new content", |it| {
        it["last_import"]["changed"] == 1
    });
    assert_eq!(deployment.listed(&id)["snapshot"], "delta");

    assert_eq!(
        target(&service.decide(&ada, &format!("{page}/pause"), &[])),
        page
    );
    assert_eq!(deployment.listed(&id)["paused"], true);
    let shown = see(&service, &ada, &page);
    assert!(
        shown.contains("paused") && !shown.contains("Run now"),
        "{shown}"
    );
    let refused = service.decide(&ada, "/console/sources/run", &[("id", &id)]);
    assert_eq!(refused.status, 404, "it is paused");
    let runs = deployment.listed(&id)["runs"].as_u64();
    assert_eq!(
        target(&service.decide(&ada, &format!("{page}/resume"), &[])),
        page
    );
    deployment.source_when(&id, "another run", |it| it["runs"].as_u64() > runs);

    let remove = format!("{page}/remove");
    let unsure = service.decide(&ada, &remove, &[]);
    assert_eq!(unsure.status, 400);
    assert!(unsure.text().contains("Tick this"), "{}", unsure.text());
    assert_eq!(
        target(&service.decide(&ada, &remove, &[("sure", "yes")])),
        "/console/sources"
    );
    assert!(deployment.sources().is_empty());
    assert_eq!(service.console(&ada, &page).status, 404);
    for gone in ["change", "pause", "resume", "remove"] {
        let answer = service.decide(&ada, &format!("{page}/{gone}"), &moved);
        assert_eq!(answer.status, 404, "{gone}");
    }
    let acts = see(&service, &ada, "/console/acts");
    for act in [
        "add source",
        "change source",
        "pause source",
        "resume source",
        "remove source",
    ] {
        assert!(acts.contains(act), "{act}: {acts}");
    }
    assert!(!acts.contains("hunter2"), "{acts}");
}

fn files_are_named_in_the_folder_for_them_only(backend: Backend) {
    let named = |path| fields(&[("store", "Shop One"), ("location", path)]);
    let deployment = console(backend);
    let id = deployment.source("/var/own.csv", "Shop Two", &[]);
    {
        let service = deployment.serve();
        let ada = service.log_in("ada");
        let refused = service.decide(&ada, ADD, &named("/srv/feeds/a.csv"));
        assert_eq!(refused.status, 400);
        assert!(
            refused.text().contains("PCS_FEED_DIR"),
            "{}",
            refused.text()
        );
        // what somebody on the machine named stays, whatever else is changed
        let form = format!("/console/sources/{id}/change");
        let slower = fields(&[("location", "/var/own.csv"), ("interval", "2h")]);
        target(&service.decide(&ada, &form, &slower));
        let other = fields(&[("location", "/var/other.csv")]);
        assert_eq!(service.decide(&ada, &form, &other).status, 400);
    }
    let folder = deployment.folder.path().join("feeds");
    std::fs::create_dir(&folder).unwrap();
    let folder = folder.to_str().unwrap().to_owned();
    let deployment = deployment.with("PCS_FEED_DIR", &folder);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let paths = [
        ("/../vault.key", 400),
        ("-of-another/a.csv", 400),
        ("/../a.csv", 400),
        ("/shop/*.csv", 303),
        ("/a.csv", 303),
    ];
    for (path, status) in &paths.map(|(path, status)| (format!("{folder}{path}"), status)) {
        let answer = service.decide(&ada, ADD, &named(path));
        assert_eq!(answer.status, *status, "{path}: {}", answer.text());
    }
    let bad = deployment
        .with("PCS_FEED_DIR", "feeds")
        .run(&["config", "check"]);
    assert_eq!(bad.status, Some(2), "{bad:?}");
    assert!(
        bad.stderr
            .contains("PCS_FEED_DIR accepts the absolute path"),
        "{bad:?}"
    );
}

fn what_is_wrong_is_told_beside_the_field_and_secrets_are_not_shown_again(backend: Backend) {
    let deployment = console(backend).with("PCS_FEED_DIR", "/srv");
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let wrong = fields(&[
        ("store", "<i>S</i>\u{7}"),
        ("location", "https://user:hunter2@shop.example/"),
        ("interval", "\"><script>alert(1)</script>"),
        ("credentials_env", "user:hunter2"),
        ("currency", "euro"),
    ]);
    let answer = service.decide(&ada, ADD, &wrong);
    assert_eq!(answer.status, 400);
    let page = answer.text();
    for part in [
        "id=\"store-problem\"",
        "id=\"location-problem\"",
        "id=\"interval-problem\"",
        "id=\"credentials_env-problem\"",
        "id=\"currency-problem\"",
        "1m to 30days",
        "must not carry a user name or password",
        "&lt;i&gt;S&lt;/i&gt;",
        "value=\"euro\"",
        "&lt;script&gt;",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(
        !page.contains("hunter2") && !page.contains("<script>a"),
        "{page}"
    );
    assert!(deployment.sources().is_empty());

    let path = fields(&[("store", "Shop One"), ("location", "/srv/feed-?.csv")]);
    let added = target(&service.decide(&ada, ADD, &path));
    let twice = service.decide(&ada, ADD, &path);
    assert_eq!(twice.status, 400);
    assert!(
        twice
            .text()
            .contains("is that of another source of the store")
    );
    assert!(
        twice.text().contains("value=\"/srv/feed-?.csv\""),
        "a pattern is no secret"
    );
    let form = format!("{added}/change");
    let relative = service.decide(&ada, &form, &fields(&[("location", "feed.csv")]));
    assert_eq!(relative.status, 400);
    assert!(
        relative.text().contains("begins with /"),
        "{}",
        relative.text()
    );
    let hidden = "https://shop.example/?token=hunter2";
    let hidden = fields(&[("location", hidden), ("interval", "never")]);
    let answer = service.decide(&ada, &form, &hidden);
    assert_eq!(answer.status, 400);
    assert!(!answer.text().contains("hunter2"), "{}", answer.text());
    assert!(
        answer.text().contains("value=\"never\""),
        "{}",
        answer.text()
    );
    // another full source of the shop is told of
    let second = fields(&[("store", "Shop One"), ("location", "/srv/b.csv")]);
    let second = target(&service.decide(&ada, ADD, &second));
    let page = see(&service, &ada, &second);
    assert!(
        page.contains("another source that names everything"),
        "{page}"
    );
    assert_eq!(service.console(&ada, "/console/sources/src_1").status, 404);
}

fn sources_are_changed_and_paused_by_command(backend: Backend) {
    let deployment = console(backend);
    let id = deployment.source("/srv/a.csv", "Shop One", &["--interval", "30m"]);
    let other = deployment.source("/srv/b.csv", "Shop One", &["--snapshot", "delta"]);
    deployment.ok(&[
        "source",
        "change",
        &id,
        "--interval",
        "2h",
        "--max-shrink",
        "80%",
    ]);
    let listed = deployment.listed(&id);
    assert_eq!(listed["interval_seconds"], 7200);
    assert_eq!(listed["max_shrink_percent"], 80);
    assert_eq!(listed["location"], "/srv/a.csv");
    deployment.ok(&["source", "pause", &id]);
    let listed = deployment.listed(&id);
    assert_eq!(
        (&listed["paused"], &listed["next_due_at"]),
        (&true.into(), &serde_json::Value::Null)
    );
    deployment.ok(&["source", "resume", &id]);
    assert_eq!(deployment.listed(&id)["paused"], false);
    for (arguments, status, words) in [
        (
            vec!["source", "change", &id, "--location", "/srv/b.csv"],
            3,
            "of this location already",
        ),
        (
            vec!["source", "change", &id, "--interval", "1s"],
            2,
            "--interval accepts a duration",
        ),
        (vec!["source", "change", "src_1"], 2, "ID accepts"),
        (
            vec!["source", "pause", "src_00000000000000000000000000000000"],
            3,
            "no source has the id src_00000000000000000000000000000000",
        ),
    ] {
        let ran = deployment.run(&arguments);
        assert_eq!(ran.status, Some(status), "{ran:?}");
        assert!(ran.stderr.contains(words), "{ran:?}");
    }
    assert_eq!(deployment.listed(&other)["location"], "/srv/b.csv");
}
