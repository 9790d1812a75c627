//! Exit statuses, settings, and stores that cannot be used.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

use tests::{Backend, Deployment, offers_csv};

#[test]
fn wrong_usage_ends_with_2_and_names_what_is_accepted() {
    let deployment = Deployment::new(Backend::Sqlite);
    let cases: &[(&[&str], &str)] = &[
        (&["import"], "--store"),
        (&["nonsense"], "unrecognized"),
        (&["import", "x", "--store", "S"], "2 to 120"),
        (
            &["import", "x", "--store", "Store", "--format", "pdf"],
            "skroutz, schemaorg or offers",
        ),
        (
            &[
                "import",
                "x",
                "--store",
                "Store",
                "--observed-at",
                "yesterday",
            ],
            "RFC 3339",
        ),
        (
            &["import", "x", "--store", "Store", "--max-shrink", "200%"],
            "0% to 100%",
        ),
        (
            &["import", "x", "--store", "Store", "--currency", "euro"],
            "ISO 4217",
        ),
        (
            &["import", "http://shop.example/feed", "--store", "Store"],
            "https://",
        ),
        (&["store", "set", "Store", "--seller-score", "6"], "0 to 5"),
        (
            &["store", "set", "Store", "--delivery-cost", "4,95"],
            "--delivery-cost",
        ),
        (&["store", "set", "Store", "--url", "javascript:1"], "http"),
        (
            &["workspace", "set", "w", "--alert-email", "a b@c"],
            "--alert-email",
        ),
        (
            &["workspace", "set", "w", "--entitlement", "all"],
            "webhooks:manage",
        ),
        (&["serve", "--roles", "cook"], "http"),
        (&["config", "check", "--offer-ttl", "soon"], "PCS_OFFER_TTL"),
        (&["config", "check", "--listen", "here"], "PCS_LISTEN"),
        (
            &["config", "check", "--database-url", "mysql://x"],
            "DATABASE_URL",
        ),
        (&["config", "check", "--tls-cert", "x.pem"], "PCS_TLS_KEY"),
        (
            &["config", "check", "--config", "nothing.toml"],
            "nothing.toml",
        ),
    ];
    for (arguments, hint) in cases {
        let ran = deployment.run(arguments);
        assert_eq!(ran.status, Some(2), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(hint), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn flags_beat_the_environment_and_the_environment_beats_the_file() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_ENVIRONMENT", "from-environment");
    let file = deployment.file(
        "s.toml",
        "environment = \"from-file\"\noffer_ttl = \"5h\"\n",
    );
    let shown = deployment.ok(&[
        "config",
        "check",
        "--json",
        "--config",
        &file,
        "--assumed-delivery",
        "1.00",
    ]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let value = |name: &str| {
        (
            shown[name]["value"].as_str().unwrap(),
            shown[name]["origin"].as_str().unwrap(),
        )
    };
    assert_eq!(
        value("PCS_ENVIRONMENT"),
        ("from-environment", "environment")
    );
    assert_eq!(value("PCS_OFFER_TTL"), ("5h", "file"));
    assert_eq!(value("PCS_ASSUMED_DELIVERY"), ("1.00", "flag"));
    assert_eq!(value("PCS_CURRENCY"), ("EUR", "default"));
    let beaten = Deployment::new(Backend::Sqlite).with("PCS_OFFER_TTL", "soon");
    beaten.ok(&["config", "check", "--offer-ttl", "5h"]);
    let bad = deployment.file("bad.toml", "offer_tll = \"5h\"\n");
    assert_eq!(
        deployment
            .run(&["config", "check", "--config", &bad])
            .status,
        Some(2)
    );
    let url = "postgres://u:secret@127.0.0.1:1/d";
    let masked = deployment.run(&["config", "check", "--database-url", url]);
    assert!(masked.stdout.contains("postgres://u:***@127.0.0.1:1/d"));
    assert!(!format!("{masked:?}").contains("secret"), "{masked:?}");
    let odd = Deployment::new(Backend::Sqlite).with("PCS_TYPO", "1");
    let ran = odd.run(&["config", "check"]);
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.contains("PCS_TYPO"), "{}", ran.stderr);
}

#[test]
fn stores_that_cannot_be_used_end_with_4_and_say_why() {
    let nowhere = Deployment::new(Backend::Sqlite)
        .with("DATABASE_URL", "postgres://user:secret@127.0.0.1:1/none");
    let ran = nowhere.run(&["keys", "list"]);
    assert_eq!(ran.status, Some(4), "{}", ran.stderr);
    assert!(!ran.stderr.contains("secret"), "{}", ran.stderr);
    let deployment = Deployment::new(Backend::Sqlite);
    let text = deployment.file(
        "text.sqlite",
        "this is no database, only some text that is long enough",
    );
    let ran = deployment.run(&[
        "keys",
        "list",
        "--database-url",
        &format!("sqlite://{text}"),
    ]);
    assert!(
        matches!(ran.status, Some(1 | 4)),
        "{:?} {}",
        ran.status,
        ran.stderr
    );
    let folder = deployment.folder.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let ran = deployment.run(&[
        "keys",
        "list",
        "--database-url",
        &format!("sqlite://{}", folder.display()),
    ]);
    assert_eq!(ran.status, Some(4), "{}", ran.stderr);
}

#[test]
fn a_full_store_keeps_what_it_held() {
    let deployment = Deployment::new(Backend::Sqlite);
    let small = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&small, "Store One", &[]);
    let rows: String = (0..20_000)
        .map(|n| format!("o{n},Nova Z{n} phone,Nova,,{n}.50,https://s.example/{n},0,in_stock\n"))
        .collect();
    let header = "offer_id,title,brand,ean,price,url,delivery_cost,availability\n";
    let large = deployment.file(
        "b.csv",
        format!(
            "{header}a,Nova X2 128GB,Nova,,11.00,https://s.example/a,0,in_stock\n{}",
            rows.replace(",0.50,", ",1.50,")
        ),
    );
    // a limit on the size of files the process writes stands for a full disk
    let command = format!(
        "ulimit -f 8192; trap '' XFSZ; exec '{}' import '{large}' --store 'Store One'",
        tests::binary().display()
    );
    let full = std::process::Command::new("sh")
        .args(["-c", &command])
        .env("DATABASE_URL", &deployment.url)
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(4), "{complaint}");
    assert!(complaint.contains("cannot be written"), "{complaint}");
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let offer = &service.get("/v1/products/nova_x2_128gb", &key).json()["offers"][0];
    assert_eq!(offer["price"], 10);
    assert_eq!(service.get("/v1/search?q=nova", &key).json()["total"], 1);
    let counts = deployment.import(&large, "Store One", &[]);
    assert_eq!(counts["accepted"], 20_001);
}

#[test]
fn a_read_only_store_is_refused_with_4() {
    let deployment = Deployment::new(Backend::Sqlite);
    let small = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&small, "Store One", &[]);
    let more = deployment.file(
        "b.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "11.00"]]),
    );
    let path = deployment.folder.path().join("prices.sqlite");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(deployment.folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = deployment.command(&["import", &more, "--store", "Store One"]);
    if fs::File::options().write(true).open(&path).is_ok() {
        // root writes read-only files too: run as somebody who does not
        command = as_nobody(&deployment, &more);
    }
    let ran = command.output().unwrap();
    fs::set_permissions(deployment.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let complaint = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(4), "{complaint}");
    assert!(complaint.contains("cannot be written"), "{complaint}");
}

fn as_nobody(deployment: &Deployment, file: &str) -> std::process::Command {
    // the binary and the folders on the way must be readable: copy it beside the store, to go with it
    let copy = deployment.folder.path().join("api");
    fs::copy(tests::binary(), &copy).unwrap();
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = std::process::Command::new(&copy);
    command
        .uid(65534)
        .gid(65534)
        .args(["import", file, "--store", "Store One"])
        .env("DATABASE_URL", &deployment.url);
    command
}

#[test]
fn one_catalogue_has_one_currency() {
    let deployment = Deployment::new(Backend::Sqlite);
    let file = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&file, "Store One", &[]);
    let ran = deployment.run(&[
        "import",
        &file,
        "--store",
        "Store One",
        "--catalogue-currency",
        "USD",
    ]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("EUR") && ran.stderr.contains("USD"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_taken_port_is_named() {
    let deployment = Deployment::new(Backend::Sqlite);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ran = deployment.run(&["serve", "--listen", &address]);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains(&address), "{}", ran.stderr);
}

#[test]
fn a_missing_argument_is_told_alone_with_what_it_accepts() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_OFFER_TTL", "72h");
    for arguments in [&["import", "x.csv"][..], &["history", "import", "x.csv"]] {
        let ran = deployment.run(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""));
        let told = "--store <NAME>: Name of the store, 2 to 120 characters";
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
        for setting in ["--database-url", "--listen", "--offer-ttl", "VALUE"] {
            assert!(!ran.stderr.contains(setting), "{}", ran.stderr);
        }
    }
}

#[test]
fn an_import_tells_why_rows_were_rejected() {
    let deployment = Deployment::new(Backend::Sqlite);
    let header = "offer_id,title,price,url,return_days\n";
    let row = |id: &str, price: &str, url: &str, days: &str| {
        format!("{id},Nova {id},{price},{url},{days}\n")
    };
    let page = "https://s.example/";
    let rows = [
        row("a", "1.00", page, ""),
        row("b", "", page, ""),
        row("c", "1.00", "ftp://s.example/c", ""),
        row("d", "1.00", "ftp://s.example/d", ""),
        row("e", "1.00", "s.example", ""),
        row("f", "", page, ""),
        row("g", "1.00", page, "many"),
    ];
    let file = deployment.file("a.csv", header.to_owned() + &rows.concat());
    let ran = deployment.run(&["import", &file, "--store", "Store One"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("read=7 accepted=1 rejected=6 "),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stdout.lines().count(), 1);
    let told: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|line| line.starts_with("rejected "))
        .collect();
    assert_eq!(told.len(), 3, "{}", ran.stderr);
    assert!(
        told[0].starts_with("rejected 3 × url: \"ftp://s.example/c\" is not"),
        "{}",
        told[0]
    );
    assert!(told[0].ends_with("(the first at 4)"), "{}", told[0]);
    assert_eq!(
        told[1],
        "rejected 2 × price: required, and empty (the first at 3)"
    );
    assert!(
        told[2].starts_with("rejected 1 × return_days: \"many\""),
        "{}",
        told[2]
    );
    let counts = deployment.import(&file, "Store One", &[]);
    let listed = &counts["rejections"];
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    assert_eq!(
        listed[1],
        serde_json::json!({
            "rows": 2, "field": "price", "reason": "required, and empty", "line": 3, "offer_id": "b"
        })
    );
    let none = deployment.file("b.csv", header.to_owned() + &rows[1] + &rows[5] + &rows[6]);
    let ran = deployment.run(&["import", &none, "--store", "Store One"]);
    assert_eq!(ran.status, Some(3));
    let told: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(told.len(), 3, "{}", ran.stderr);
    assert!(
        told[0].starts_with("error: all 3 rows were rejected"),
        "{}",
        told[0]
    );
    assert_eq!(
        told[1],
        "rejected 2 × price: required, and empty (the first at 2)"
    );
    assert!(
        told[2].starts_with("rejected 1 × return_days"),
        "{}",
        told[2]
    );
}
