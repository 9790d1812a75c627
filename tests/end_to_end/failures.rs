//! What a command says when it fails, to people and to machines.

use serde_json::{Value, json};
use tests::{Backend, Deployment, Ran};

/// The one object that is on stderr.
fn error(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stderr).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr))
}

#[test]
fn errors_are_one_json_object_where_json_is_asked_for() {
    let deployment = Deployment::new(Backend::Sqlite);
    let empty = deployment.file("empty.csv", "offer_id,title,price\n");
    let cases: &[(&[&str], i32, &str, Value)] = &[
        (
            &["import", "x.csv"],
            2,
            "usage",
            json!({"field": "--store", "accepted": "Name of the store, 2 to 120 characters; it is created when it is new"}),
        ),
        (
            &["imports", "--limit", "0"],
            2,
            "usage",
            json!({"field": "--limit", "value": "0", "accepted": "a whole number from 1 to 1000"}),
        ),
        (
            &["import", "x", "--store", "Store", "--snapshot", "half"],
            2,
            "usage",
            json!({"field": "--snapshot", "value": "half", "accepted": "full, delta"}),
        ),
        (
            &["imports", "--limit", "-1"],
            2,
            "usage",
            json!({"field": "--limit", "value": "-1", "accepted": "a whole number from 1 to 1000"}),
        ),
        (
            &["store", "set", "Store", "--return-days", "ten"],
            2,
            "usage",
            json!({"field": "--return-days", "value": "ten", "accepted": "a whole number from 0 to 65535"}),
        ),
        (
            &["import", "x", "--store", "Store", "--charset", "klingon"],
            2,
            "usage",
            json!({
                "field": "--charset",
                "value": "klingon",
                "accepted": "a character set by a name of the Encoding Standard, as in windows-1250",
            }),
        ),
        (
            &["store", "list", "--config", "/nowhere/x.toml"],
            2,
            "usage",
            json!({"field": "--config"}),
        ),
        (
            &["backup", "/", "--without-key"],
            2,
            "usage",
            json!({"field": "FILE", "value": "/", "accepted": "a file that is not there yet, or an earlier backup"}),
        ),
        (
            &["catalog", "import", "ftp://u:geheim@h/x"],
            2,
            "usage",
            json!({"field": "FILE", "value": "ftp://…", "accepted": "a file, an https:// URL, or - for standard input"}),
        ),
        (
            &[
                "import",
                "x",
                "--store",
                "Store",
                "--availability",
                "ftp://h/x",
            ],
            2,
            "usage",
            json!({"field": "--availability", "value": "ftp://…", "accepted": "a file, an https:// URL, or - for standard input"}),
        ),
        (
            &["history", "import", "none.csv", "--store", "Store"],
            3,
            "refused",
            json!({"field": "FILE", "value": "none.csv", "accepted": "a file, an https:// URL, or - for standard input"}),
        ),
        (
            &["store", "list", "--database-url", "sqlite://:memory:"],
            2,
            "usage",
            json!({
                "field": "DATABASE_URL",
                "value": "sqlite://:memory:",
                "accepted": "sqlite://PATH with the path of a file, before which stands ./ if it begins with : or file:",
            }),
        ),
        (
            &["store", "list", "--otlp-endpoint", "http://127.0.0.1:99999"],
            2,
            "usage",
            json!({
                "field": "PCS_OTLP_ENDPOINT",
                "value": "http://127.0.0.1:99999",
                "accepted": "an http:// or https:// address of a collector without a user, a query or a fragment, as in \
                             http://127.0.0.1:4318",
            }),
        ),
        (
            &[
                "store",
                "list",
                "--smtp-url",
                "smtp://h",
                "--tls-cert",
                "x.pem",
            ],
            2,
            "usage",
            json!({"field": "PCS_TLS_KEY"}),
        ),
        (
            &["nonsense"],
            2,
            "usage",
            json!({"field": "COMMAND", "value": "nonsense"}),
        ),
        (
            &["console"],
            2,
            "usage",
            json!({"field": "COMMAND", "accepted": "password, list, remove, help"}),
        ),
        (
            &["keys", "list", "--colour"],
            2,
            "usage",
            json!({"field": "--colour"}),
        ),
        (
            &["import", "x", "--store", "S"],
            2,
            "usage",
            json!({"field": "--store", "value": "S", "accepted": "the name of a store: 2 to 120 characters, no controls"}),
        ),
        (
            &["store", "list", "--offer-ttl", "soon"],
            2,
            "usage",
            json!({"field": "PCS_OFFER_TTL", "value": "soon", "accepted": "a duration of at least a second, as in 72h, 90m or 3days"}),
        ),
        (
            &["store", "set", "Store", "--seller-score", "6"],
            2,
            "usage",
            json!({"field": "--seller-score", "value": "6", "accepted": "a number from 0 to 5 with at most three decimals, as in 4.6"}),
        ),
        (
            &["imports", "--store", "nope"],
            3,
            "refused",
            json!({"field": "--store", "value": "nope", "accepted": "the name of a store that api store list has"}),
        ),
        (
            &[
                "source",
                "add",
                "/feed.csv",
                "--store",
                "Store",
                "--interval",
                "30s",
            ],
            2,
            "usage",
            json!({"field": "--interval", "value": "30s", "accepted": "a duration from 1m to 30days, as in 30m or 6h"}),
        ),
        (
            &["keys", "revoke", "key_none"],
            3,
            "refused",
            json!({"field": "ID", "value": "key_none", "accepted": "the id of a key that api keys list has, as in key_…"}),
        ),
        (
            &["console", "password", "a b"],
            2,
            "usage",
            json!({"field": "NAME", "value": "a b", "accepted": "1 to 64 letters, digits and characters of ._@-"}),
        ),
        (
            &["console", "password", "ann"],
            2,
            "usage",
            json!({"field": "password", "accepted": "12 to 128 characters"}),
        ),
        (
            &["workspace", "set", ""],
            2,
            "usage",
            json!({"field": "NAME", "value": "", "accepted": "1 to 100 characters, no controls, not only spaces"}),
        ),
    ];
    for (arguments, status, code, detail) in cases {
        let mut asked = arguments.to_vec();
        asked.push("--json");
        let ran = deployment.run(&asked);
        assert_eq!(ran.status, Some(*status), "{asked:?}: {}", ran.stderr);
        let told = error(&ran);
        assert_eq!(told["error"], *code, "{asked:?}: {told}");
        assert!(
            told["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{asked:?}: {told}"
        );
        assert_eq!(told["details"], json!([detail]), "{asked:?}");
        assert_eq!(ran.stdout, "", "{asked:?}");

        let plain = deployment.run(arguments);
        assert_eq!(plain.status, Some(*status), "{arguments:?}");
        assert!(plain.stderr.starts_with("error: "), "{}", plain.stderr);
    }
    let checked = deployment.run(&[
        "config",
        "check",
        "--offline",
        "--feed-dir",
        "/nowhere",
        "--json",
    ]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let warnings: Vec<Value> = checked
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_folder = warnings.iter().filter_map(|it| it["warning"].as_str());
    let of_folder: Vec<&str> = of_folder
        .filter(|it| it.starts_with("PCS_FEED_DIR /nowhere"))
        .collect();
    assert_eq!(of_folder.len(), 1, "{warnings:?}");
    let with_value = deployment.run(&["store", "list", "--json=yes"]);
    assert_eq!(with_value.status, Some(2));
    assert_eq!(error(&with_value)["error"], "usage");

    // which may be a key, not its id
    let pasted = deployment.run(&["keys", "revoke", "pcs_live_pasted", "--json"]);
    assert_eq!(pasted.status, Some(3));
    assert!(!pasted.stderr.contains("pasted"), "{}", pasted.stderr);

    let refused = deployment.run(&["import", &empty, "--store", "Store", "--json"]);
    assert_eq!(refused.status, Some(3));
    assert_eq!(error(&refused)["error"], "refused");
    assert_eq!(error(&refused)["details"], Value::Null);
}

#[test]
fn a_store_that_cannot_be_reached_is_an_error_of_its_own_and_no_secret_is_told() {
    let deployment = Deployment::on("postgres://somebody:hidden@127.0.0.1:1/none".to_owned());
    let ran = deployment.run(&["store", "list", "--json"]);
    assert_eq!(ran.status, Some(4), "{}", ran.stderr);
    let last = ran.stderr.lines().last().unwrap();
    let told: Value = serde_json::from_str(last).unwrap();
    assert_eq!(told["error"], "store_unreachable");
    assert!(!ran.stderr.contains("hidden"), "{}", ran.stderr);

    // a wrong setting, not a server that does not answer
    let escape = "postgres://somebody:hidden@127.0.0.1:1/%ff";
    let ran = Deployment::on(escape.to_owned()).run(&["store", "list", "--json"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(error(&ran)["details"][0]["field"], "DATABASE_URL");
    assert!(!ran.stderr.contains("hidden"), "{}", ran.stderr);

    let key = "v1:AAECAwQFBgcICQoLDA0ODw";
    let ran = deployment.run(&["store", "list", "--json", "--vault-key", key]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert_eq!(error(&ran)["details"][0]["field"], "PCS_VAULT_KEY");
    assert!(!ran.stderr.contains("AAEC"), "{}", ran.stderr);
}

#[test]
fn help_stays_help_and_an_argument_after_two_hyphens_is_no_flag() {
    let deployment = Deployment::new(Backend::Sqlite);
    let help = deployment.run(&["import", "--json", "--help"]);
    assert_eq!(help.status, Some(0));
    assert!(help.stdout.contains("--store"), "{}", help.stdout);
    let plain = deployment.run(&["import", "--", "--json"]);
    assert_eq!(plain.status, Some(2));
    assert!(plain.stderr.starts_with("error: "), "{}", plain.stderr);
    let several = deployment.run(&["import", "--json"]);
    let fields: Vec<Value> = error(&several)["details"]
        .as_array()
        .unwrap()
        .iter()
        .map(|detail| detail["field"].clone())
        .collect();
    assert_eq!(fields, ["--store", "SOURCE"]);
}

#[test]
fn only_what_is_missing_is_named() {
    let deployment = Deployment::new(Backend::Sqlite);
    for arguments in [
        ["import", "x.csv"].as_slice(),
        &["history", "import", "x.csv"],
    ] {
        let ran = deployment.run(arguments);
        assert_eq!(ran.status, Some(2));
        let told = ran.stderr.split("Usage:").next().unwrap();
        assert!(told.contains("--store <NAME>: Name of the store"), "{told}");
        for other in [
            "SOURCE",
            "FILE",
            "DATABASE",
            "PCS_",
            "--config",
            "--database-url",
        ] {
            assert!(!told.contains(other), "{other}: {told}");
        }
        let usage = ran.stderr.split("Usage:").nth(1).unwrap();
        assert!(!usage.contains("--database-url"), "{usage}");
    }
}

#[test]
fn imports_of_a_store_that_does_not_exist_are_refused_and_of_one_without_imports_are_none() {
    let deployment = Deployment::new(Backend::Sqlite);
    let refused = deployment.run(&["imports", "--store", "nope"]);
    assert_eq!(refused.status, Some(3));
    assert_eq!(
        refused.stderr,
        "error: there is no store named \"nope\"; api store list has them\n"
    );
    deployment.ok(&["store", "set", "Shop One", "--delivery-days", "2"]);
    let none = deployment.run(&["imports", "--store", "shop one"]);
    assert_eq!(none.status, Some(0));
    assert!(none.stderr.contains("nothing was imported yet"));
    let refused = deployment.run(&["imports", "--store", "nope", "--json"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(3), ""));
}

#[test]
fn an_import_says_without_a_report_why_rows_were_rejected() {
    let deployment = Deployment::new(Backend::Sqlite);
    let row = |id: &str, price: &str, url: &str| format!("{id},Lamp {id},{price},{url}\n");
    let good = "https://shop.example/l";
    let mut feed = "offer_id,title,price,url\n".to_owned();
    feed.push_str(&row("a", "10.00", good));
    feed.push_str(&row("b", "cheap", good));
    feed.push_str(&row("c", "dear", good));
    feed.push_str(&row("d", "12.00", "ftp://shop.example/d"));
    feed.push_str(&row("a", "13.00", good));
    let file = deployment.file("offers.csv", &feed);
    let bad = format!("offer_id,title,price,url\n{}", row("b", "cheap", good));
    let bad = deployment.file("bad.csv", &bad);
    let refused = deployment.run(&["import", &bad, "--store", "Shop", "--json"]);
    assert_eq!(refused.status, Some(3));
    let reasons = &error(&refused)["rejections"];
    assert_eq!(
        (&reasons[0]["rows"], &reasons[0]["field"]),
        (&json!(1), &json!("price"))
    );
    let ran = deployment.run(&["import", &file, "--store", "Shop"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("accepted=1 rejected=4"),
        "{}",
        ran.stdout
    );
    let told: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("rejected "))
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    let first = told.first().unwrap();
    assert!(
        first.starts_with("rejected 2 × price: \"cheap\""),
        "{first}"
    );
    assert!(first.ends_with("(the first at 3)"), "{first}");
    assert!(
        told.iter()
            .any(|line| line.contains("\"ftp://shop.example/d\"")
                && line.contains("(the first at 5)")),
        "{told:?}"
    );
    let listed = deployment.run(&["imports", "--store", "Shop", "--json"]);
    let listed: Value = serde_json::from_str(&listed.stdout).unwrap();
    assert_eq!(listed[0]["rejections"][0]["rows"], 2, "{listed}");
}
