//! Keys, scopes, modes.

use std::time::Duration;

use tests::{Backend, Deployment, Service, Signal, offers_csv, signal, timed, wait_for};

crate::on_both_stores!(
    a_revoked_key_is_refused_at_the_next_request,
    keys_carry_scopes,
    keys_are_kept_as_digests_only,
    an_expired_key_is_refused_as_a_revoked_one_is,
    when_a_key_was_used_last_is_told,
);

fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend);
    let file = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&file, "Store One", &[]);
    deployment
}

fn a_revoked_key_is_refused_at_the_next_request(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    for round in 0..5 {
        let key = deployment.key("live", &["catalog:read"]);
        assert_eq!(
            service.get("/v1/search?q=nova", &key).status,
            200,
            "round {round}"
        );
        assert_eq!(
            service.get("/v1/search?q=nova", &key).status,
            200,
            "round {round}"
        );
        deployment.ok(&["keys", "revoke", &key.id]);
        let refused = service.get("/v1/search?q=nova", &key);
        assert_eq!(
            (refused.status, refused.error().as_str()),
            (401, "authentication_error"),
            "round {round}"
        );
    }
    let ran = deployment.run(&["keys", "revoke", "key_00000000000000000000000000000000"]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
}

/// How often keys and a workspace are changed, unless `ACCESS_ROUNDS` says it, and how long one change may take then:
/// what it waits for a process that hangs.
const ROUNDS: u64 = 30;
const HANGING: Duration = Duration::from_secs(5);

/// With `ACCESS_ROUNDS=500`, a thousand changes, none of which takes a second. A machine that does nothing else is asked for.
#[test]
fn among_replicas_no_change_of_access_waits_or_warns() {
    let wanted = std::env::var_os("ACCESS_ROUNDS").and_then(|rounds| rounds.into_string().ok());
    let wanted = wanted.map(|rounds| rounds.parse().expect("a number of rounds"));
    let longest = wanted.map_or(HANGING, |_: u64| Duration::from_secs(1));
    // each round is a failed authentication
    let deployment = deployment(Backend::Postgres).with("PCS_RATE_LIMIT_AUTH_FAILURES", "0");
    let worker = Service::start(deployment.command(&["serve", "--roles", "worker"]), "http");
    worker.wait_until_ready();
    // it accepts no keys
    signal(worker.pid(), Signal::SIGSTOP);
    let replicas = [deployment.serve(), deployment.serve(), deployment.serve()];
    for round in 0..wanted.unwrap_or(ROUNDS) {
        let key = deployment.key("live", &["catalog:read"]);
        for replica in &replicas {
            assert_eq!(replica.get("/v1/search?q=nova", &key).status, 200);
        }
        let limit = format!("{}", 600 + round);
        let commands: [&[&str]; 2] = [
            &["keys", "revoke", &key.id],
            &["workspace", "set", "test", "--rate-limit", &limit],
        ];
        for command in commands {
            let took = timed(|| {
                let ran = deployment.run(command);
                assert_eq!(ran.status, Some(0), "{}", ran.stderr);
                assert!(
                    !ran.stderr.contains("may still accept a revoked key"),
                    "round {round}: {}",
                    ran.stderr
                );
            });
            assert!(took < longest, "round {round}, {command:?}: {took:?}");
        }
        for replica in &replicas {
            let refused = replica.get("/v1/search?q=nova", &key);
            assert_eq!(refused.status, 401, "round {round}");
        }
    }
    signal(worker.pid(), Signal::SIGCONT);
}

#[test]
fn what_was_read_is_served_to_known_keys_while_postgresql_is_away() {
    const PRODUCT: &str = "/v1/products/nova_x2_128gb";
    let deployment = deployment(Backend::Postgres);
    let service = deployment.serve();
    let scopes = ["catalog:read", "watchlists:read"];
    let (known, unknown) = (
        deployment.key("live", &scopes),
        deployment.key("live", &scopes),
    );
    // returns when the service has heard of the keys: what is known before a change counts no more
    deployment.ok(&["workspace", "set", "test", "--rate-limit", "600"]);
    let read = service.get(PRODUCT, &known);
    assert_eq!(read.status, 200);
    deployment.take_store_away();
    wait_for("the loss of the store", || {
        (service.readiness("store")["ok"] == false).then_some(())
    });
    assert_eq!(service.get("/v1/search?q=nova", &known).json()["total"], 1);
    let kept = service.get(PRODUCT, &known);
    assert_eq!((kept.status, kept.text()), (200, read.text()));
    for refused in [
        service.get(PRODUCT, &unknown),
        service.get("/v1/watchlists", &known),
    ] {
        assert_eq!(refused.refusal(), (500, "server_error".to_owned()));
    }
    deployment.bring_store_back();
    wait_for("the store", || {
        (service.get(PRODUCT, &unknown).status == 200).then_some(())
    });
    deployment.ok(&["keys", "revoke", &known.id]);
    assert_eq!(service.get(PRODUCT, &known).status, 401);
}

fn keys_carry_scopes(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    for (mode, scopes, status) in [
        ("live", vec!["catalog:read"], 200),
        ("test", vec!["catalog:read", "watchlists:write"], 200),
        ("live", vec!["comparison:read"], 403),
        ("live", vec![], 403),
    ] {
        let key = deployment.key(mode, &scopes);
        assert!(key.secret.starts_with(&format!("pcs_{mode}_")));
        let answer = service.get("/v1/search?q=nova", &key);
        assert_eq!(answer.status, status, "{scopes:?}");
        if status == 403 {
            assert_eq!(answer.error(), "insufficient_scope");
        }
    }
    let ran = deployment.run(&[
        "keys",
        "create",
        "--workspace",
        "w",
        "--scope",
        "everything",
    ]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("catalog:read"), "{}", ran.stderr);
}

/// The keys as the command lists them.
fn listed(deployment: &Deployment) -> Vec<serde_json::Value> {
    serde_json::from_str(&deployment.ok(&["keys", "list", "--json"])).expect("keys as JSON")
}

fn an_expired_key_is_refused_as_a_revoked_one_is(backend: Backend) {
    const SEARCH: &str = "/v1/search?q=nova";
    let deployment = deployment(backend);
    let service = deployment.serve();
    let make = |more: &[&str]| {
        let create = ["keys", "create", "--json", "--workspace", "w"];
        let made = deployment.ok(&[&create[..], &["--scope", "catalog:read"], more].concat());
        let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
        let text = |name: &str| made[name].as_str().expect("a text").to_owned();
        let key = tests::Key {
            id: text("id"),
            secret: text("key"),
        };
        (key, made)
    };
    let (long, made) = make(&["--expires", "90d", "--label", "for Ann"]);
    assert_eq!(made["label"], "for Ann");
    assert!(made["expires_at"].is_string(), "{made}");
    let (short, _) = make(&["--expires", "2s"]);
    let (revoked, made) = make(&[]);
    assert_eq!(made["expires_at"], serde_json::Value::Null);
    deployment.ok(&["keys", "revoke", &revoked.id]);
    assert_eq!(service.get(SEARCH, &long).status, 200);
    // it was remembered, or it had expired before
    wait_for("the end of the key", || {
        (service.get(SEARCH, &short).status == 401).then_some(())
    });
    let (expired, revoked) = (service.get(SEARCH, &short), service.get(SEARCH, &revoked));
    let shown = |answer: &tests::Answer| {
        let mut body = answer.json();
        body["request_id"] = serde_json::Value::Null;
        let challenge = answer.header("WWW-Authenticate").map(str::to_owned);
        (answer.status, body, challenge)
    };
    assert_eq!(shown(&expired), shown(&revoked));
    let states: Vec<_> = listed(&deployment)
        .iter()
        .map(|key| key["state"].as_str().expect("a state").to_owned())
        .collect();
    assert_eq!(states, ["usable", "expired", "revoked"]);
    let lines = deployment.ok(&["keys", "list"]);
    assert!(
        lines.contains(" expired ") && lines.contains("label=\"for Ann\""),
        "{lines}"
    );
    for wrong in ["soon", "2020-01-01", "0d"] {
        let ran = deployment.run(&["keys", "create", "--workspace", "w", "--expires", wrong]);
        assert_eq!(ran.status, Some(2), "{wrong}");
        assert!(ran.stderr.contains("--expires accepts") && ran.stderr.contains(wrong));
    }
}

fn when_a_key_was_used_last_is_told(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    let (used, unused) = (
        deployment.key("live", &["catalog:read"]),
        deployment.key("live", &[]),
    );
    let last_used = |of: &tests::Key| {
        let found = listed(&deployment)
            .into_iter()
            .find(|key| key["id"] == of.id.as_str());
        found.expect("the key")["last_used_at"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(last_used(&used), None);
    assert_eq!(service.get("/v1/search?q=nova", &used).status, 200);
    let first = wait_for("the use", || last_used(&used));
    // what was not written yet is when the service ends
    assert_eq!(service.get("/v1/search?q=nova", &used).status, 200);
    assert_eq!(service.terminate(), Some(0));
    let last = last_used(&used).expect("a use");
    assert!(first < last, "{first} {last}");
    assert_eq!(last_used(&unused), None);
}

fn keys_are_kept_as_digests_only(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let secret = key.secret.trim_start_matches("pcs_live_").to_owned();
    let listed = deployment.ok(&["keys", "list", "--json"]);
    assert!(listed.contains(&key.id) && !listed.contains(&secret));
    if backend == Backend::Sqlite {
        for entry in std::fs::read_dir(deployment.folder.path()).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let holds = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!holds, "the key stands in the clear");
        }
    }
}

#[test]
fn workspaces_are_listed_by_command() {
    let deployment = Deployment::new(Backend::Sqlite);
    let none = deployment.run(&["workspace", "list"]);
    assert_eq!((none.status, none.stdout.as_str()), (Some(0), ""));
    assert!(none.stderr.contains("api workspace set"), "{none:?}");
    let notices = ["--alert-email", "ops@shop.example", "--rate-limit", "1200"];
    deployment.ok(&[&["workspace", "set", "second"], &notices[..]].concat());
    deployment.ok(&[
        "workspace",
        "set",
        "first",
        "--entitlement",
        "webhooks:manage",
    ]);
    let listed = deployment.ok(&["workspace", "list"]);
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(
        lines,
        [
            "workspace=second entitlements= alert_email=ops@shop.example reads_per_minute=1200",
            "workspace=first entitlements=webhooks:manage alert_email=none reads_per_minute=default",
        ]
    );
    let listed = deployment.ok(&["workspace", "list", "--json"]);
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(listed[0]["workspace"], "second");
    assert_eq!(listed[1]["entitlements"][0], "webhooks:manage");
}
