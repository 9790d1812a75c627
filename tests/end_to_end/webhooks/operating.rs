//! How an operator sees webhooks, switches them off, and sets them.

use serde_json::{Value, json};
use tests::watching::{by_webhook, price};
use tests::webhook_receiver::{HOST, Receiver, status};
use tests::webhooks::{self, DELIVERIES, SCOPES, WEBHOOKS, World, input, owning, text};
use tests::{Backend, Deployment, Service, wait_for};

crate::on_both_stores!(
    what_is_older_than_the_retention_is_forgotten,
    what_needs_no_delivery_works_while_webhooks_are_off,
);

fn start(deployment: &Deployment, more: &[(&str, &str)]) -> Service {
    let mut command = deployment.command(&["serve"]);
    command.envs(more.iter().copied());
    let service = Service::start(command, "http");
    service.wait_until_ready();
    service
}

fn what_needs_no_delivery_works_while_webhooks_are_off(backend: Backend) {
    let mut world = World::new(backend);
    price(&world.deployment, "100.00");
    let [kept, removed] = ["/kept", "/removed"].map(|target| world.webhook(target));
    world.receiver.then("/kept", status(404));
    let failed = world.deliver(&kept);
    let failed = text(&failed, "id");
    let rotate = format!("{}/secret-rotation", kept.path());
    let prepared = world.owner.change("POST", &rotate, None).json();
    let rotation = json!({"rotation_id": prepared["rotation_id"]});
    let incident = world.owner.webhook(&kept)["incident"]["id"].clone();
    world.service.kill();

    let service = start(&world.deployment, &[("PCS_WEBHOOKS", "off")]);
    let ready = service.readiness("webhooks");
    assert_eq!(
        [&ready["ok"], &ready["required"]],
        [false, false],
        "{ready}"
    );
    assert!(text(&ready, "detail").contains("PCS_WEBHOOKS"), "{ready}");
    let owner = world.owner.at(&service);
    let activate = json!({"rotation_id": prepared["rotation_id"], "confirm": true});
    let unavailable = (503, "delivery_unavailable".to_owned());
    let url = world.receiver.url("/new");
    for (method, path, body) in [
        ("POST", WEBHOOKS.to_owned(), Some(input(&url))),
        ("PATCH", kept.path(), Some(json!({"enabled": true}))),
        (
            "POST",
            format!("{}/test", kept.path()),
            Some(json!({"confirm": true})),
        ),
        ("POST", format!("{DELIVERIES}/{failed}/retry"), None),
        ("POST", format!("{}/secret-rotation", removed.path()), None),
        ("POST", format!("{rotate}/activate"), Some(activate)),
    ] {
        let answer = owner.change(method, &path, body.as_ref());
        assert_eq!(answer.refusal(), unavailable, "{method} {path}");
        assert_eq!(answer.header("retry-after"), None, "waiting does not help");
    }
    let watch = owner.client().create(&by_webhook(95));
    assert_eq!(watch.refusal(), unavailable);

    assert_eq!(owner.shown(WEBHOOKS)["total"], 2);
    assert_eq!(owner.delivery(failed)["status"], "failed");
    assert_eq!(owner.shown("/v1/webhook-metrics")["total"], 1);
    assert!(!owner.audit().is_empty());
    let acknowledge = format!("{}/incidents/acknowledge", kept.path());
    let answer = owner.post(&acknowledge, &json!({"incident_id": incident}));
    assert_eq!(answer.status, 200, "{}", answer.text());
    let answer = owner.post(&format!("{rotate}/cancel"), &rotation);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        owner.patch(&kept, &json!({"enabled": false}))["enabled"],
        false
    );
    owner.remove(&removed);
    drop(service);

    world.serve();
    world.owner.patch(&kept, &json!({"enabled": true}));
    assert_eq!(world.deliver(&kept)["status"], "delivered");
}

#[test]
fn probes_and_metrics_say_how_webhooks_stand() {
    let world = World::with(Backend::Sqlite, &[("PCS_WEBHOOK_COOLDOWN_PERMANENT", "1h")]);
    let webhook = world.webhook("/hook");
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    world.receiver.then("/hook", status(410));
    assert_eq!(world.deliver(&webhook)["status"], "failed");
    world.owner.test(&webhook);
    let figure = |name: &str, expected: u64| {
        wait_for(name, || {
            (world.service.metric(name) == Some(expected)).then_some(())
        });
    };
    figure(
        "cotejo_webhook_attempts_total{outcome=\"acknowledged\",error=\"\"}",
        1,
    );
    figure(
        "cotejo_webhook_attempts_total{outcome=\"permanent\",error=\"http_error\"}",
        1,
    );
    figure("cotejo_webhook_attempt_duration_seconds_count", 2);
    figure("cotejo_webhook_attempt_lag_seconds_count", 2);
    figure("cotejo_webhooks_pending", 1);
    figure("cotejo_webhooks_sending", 0);
    figure("cotejo_webhook_incidents_unresolved", 1);
    figure("cotejo_webhooks_oldest_due_seconds", 0);
    figure("cotejo_webhook_staging_settings", 2);
    let ready = world.service.readiness("webhooks");
    assert_eq!(
        [&ready["ok"], &ready["required"]],
        [false, false],
        "{ready}"
    );
    let detail = text(&ready, "detail");
    let words = [
        "PCS_WEBHOOK_RESOLVE",
        "PCS_WEBHOOK_EXTRA_CA",
        "waiting: 1",
        "not resolved: 1",
    ];
    for word in words {
        assert!(detail.contains(word), "{word}: {detail}");
    }
    let page = world.service.admin_text("/metrics");
    for private in [HOST, webhook.id.as_str(), "/hook", "whsec_"] {
        assert!(!page.contains(private), "{private}");
        assert!(!detail.contains(private), "{private}");
    }
}

#[test]
fn settings_for_staging_are_said_loudly_and_ordinary_ones_are_not() {
    let receiver = Receiver::start();
    let plain = webhooks::deployment(Backend::Sqlite);
    let service = plain.serve();
    let ready = service.readiness("webhooks");
    assert_eq!(ready["ok"], true, "{ready}");
    assert_eq!(service.metric("cotejo_webhook_staging_settings"), Some(0));
    drop(service);
    let checked = plain.run(&["config", "check"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    assert!(
        !checked.stderr.contains("PCS_WEBHOOK"),
        "{}",
        checked.stderr
    );

    let staging = receiver
        .reached_by(webhooks::deployment(Backend::Sqlite))
        .with("PCS_WEBHOOK_ALLOW_CIDR", "10.0.0.0/8");
    let names = [
        "PCS_WEBHOOK_ALLOW_CIDR",
        "PCS_WEBHOOK_RESOLVE",
        "PCS_WEBHOOK_EXTRA_CA",
    ];
    let checked = staging.run(&["config", "check"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let service = staging.serve();
    assert_eq!(service.metric("cotejo_webhook_staging_settings"), Some(3));
    let ready = service.readiness("webhooks");
    for name in names {
        assert!(checked.stderr.contains(name), "{name}: {}", checked.stderr);
        assert!(text(&ready, "detail").contains(name), "{name}: {ready}");
    }
}

#[test]
fn bad_settings_refuse_the_start_and_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    for (name, value) in [
        ("PCS_WEBHOOKS", "maybe"),
        ("PCS_WEBHOOK_RESOLVE", "hooks.receiver.test"),
        (
            "PCS_WEBHOOK_RESOLVE",
            "hooks.receiver.test:8443:127.0.0.1:1",
        ),
        ("PCS_WEBHOOK_EXTRA_CA", "/nowhere/ca.pem"),
        ("PCS_WEBHOOK_EXTRA_CA", empty),
        ("PCS_WEBHOOK_ALLOW_CIDR", "10.0.0.0/33"),
        ("PCS_WEBHOOK_TIMEOUT", "60s"),
        ("PCS_WEBHOOK_RETRY_BASE", "0s"),
        ("PCS_WEBHOOK_RETRY_CAP", "1ms"),
        ("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "soon"),
        ("PCS_WEBHOOK_COOLDOWN_PERMANENT", "-1m"),
        ("PCS_WEBHOOK_TEST_INTERVAL", "60"),
        ("PCS_INCIDENT_REMINDER", "0"),
        ("PCS_QUOTA_SUBSCRIPTIONS", "many"),
        ("PCS_VAULT_KEY", "v1:c2hvcnQ="),
    ] {
        let deployment = webhooks::deployment(Backend::Sqlite).with(name, value);
        let ran = deployment.run(&["serve"]);
        assert_eq!(ran.status, Some(2), "{name}={value}: {}", ran.stderr);
        assert!(ran.stderr.contains(name), "{name}={value}: {}", ran.stderr);
    }
}

#[test]
fn a_workspace_has_as_many_webhooks_as_it_may() {
    let receiver = Receiver::start();
    let deployment = webhooks::deployment(Backend::Sqlite).with("PCS_QUOTA_SUBSCRIPTIONS", "2");
    let deployment = receiver.reached_by(deployment);
    let keys = ["one", "two"].map(|workspace| owning(&deployment, workspace));
    let test_key = deployment.key_in("one", "test", &SCOPES);
    let service = deployment.serve();
    let [one, two] = keys.map(|key| service.owner(&key));
    let url = receiver.url("/hook");
    let first = one.register(&url);
    one.register(&url);
    let refused = one.post(WEBHOOKS, &input(&url));
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
    assert_eq!(refused.header("retry-after"), Some("3600"));
    two.register(&url);
    one.remove(&first);
    one.register(&url);
    let list = one.shown(WEBHOOKS);
    assert_eq!(list["total"], 2, "{list}");
    // whether test ones count too is not promised; they are never more than as many
    let tester = service.owner(&test_key);
    let made = (0..3).filter(|_| tester.post(WEBHOOKS, &input(&url)).status == 201);
    assert!(made.count() <= 2);
    assert_ne!(list["items"][0], Value::Null);
}

fn what_is_older_than_the_retention_is_forgotten(backend: Backend) {
    let world = World::with(backend, &[("PCS_EVENT_RETENTION", "10m")]);
    let webhook = world.webhook("/hook");
    let [old, young] = [(); 2].map(|()| text(&world.deliver(&webhook), "id").to_owned());
    let minutes = |minutes: u32| match backend {
        Backend::Sqlite => format!("{minutes} * 60000000"),
        Backend::Postgres => format!("{minutes} * interval '1 minute'"),
    };
    for (id, age) in [(&old, 11), (&young, 1)] {
        let hex = id.rsplit('_').next().unwrap().replace('-', "");
        world.deployment.sql(&format!(
            "UPDATE deliveries SET created_at = created_at - {} \
             WHERE replace(CAST(id AS text), '-', '') = '{hex}'",
            minutes(age)
        ));
    }
    wait_for("the end of the old one", || {
        let path = format!("{DELIVERIES}/{old}");
        (world.owner.change("GET", &path, None).status == 404).then_some(())
    });
    assert_eq!(text(&world.owner.delivery(&young), "id"), young);
    let ready = world.service.readiness("webhooks");
    assert!(
        text(&ready, "detail").contains("PCS_EVENT_RETENTION"),
        "{ready}"
    );
}
