//! The keys that seal signing secrets: given, made, changed, lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use tests::webhooks::{self, World, input, outcomes, registered, text};
use tests::{Backend, Deployment, Service, VAULT_KEY};

crate::on_both_stores!(
    secrets_are_sealed_anew_and_the_old_key_can_go,
    another_key_than_the_store_knows_refuses_the_start,
);

const NEW_KEY: &str = "v2:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";

/// Runs a command with these keys.
fn with_keys(deployment: &Deployment, arguments: &[&str], keys: &str) -> tests::Ran {
    let mut command = deployment.command(arguments);
    command.env("PCS_VAULT_KEY", keys);
    tests::Ran::from(command.output().expect("the binary runs"))
}

fn serve_with(deployment: &Deployment, keys: &str) -> Service {
    let mut command = deployment.command(&["serve"]);
    command.env("PCS_VAULT_KEY", keys);
    let service = Service::start(command, "http");
    service.wait_until_ready();
    service
}

fn secrets_are_sealed_anew_and_the_old_key_can_go(backend: Backend) {
    let mut world = World::with(backend, &[("PCS_VAULT_KEY", VAULT_KEY)]);
    let body = input(&world.receiver.url("/hook"));
    let created = world
        .owner
        .change_once("create", "POST", webhooks::WEBHOOKS, Some(&body));
    let webhook = registered(&created);
    let rotating = world.webhook("/rotating");
    let rotation = format!("{}/secret-rotation", rotating.path());
    let prepared = world.owner.change("POST", &rotation, None).json();
    let both = format!("{NEW_KEY},{VAULT_KEY}");
    // the service runs meanwhile, with both keys already
    world.service.kill();
    let service = serve_with(&world.deployment, &both);
    let ran = with_keys(&world.deployment, &["vault", "reseal", "--json"], &both);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let counts: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(counts["key"], "v2", "{counts}");
    assert_eq!(
        [&counts["changed"], &counts["unopened"]],
        [0, 0],
        "{counts}"
    );
    // two webhooks, one preparation, three answers, and what makes the audit's actors one-way
    assert_eq!(counts["resealed"], 7, "{counts}");
    let ran = with_keys(&world.deployment, &["vault", "reseal"], &both);
    assert!(
        ran.stdout.starts_with("key=v2 resealed=0 "),
        "{}",
        ran.stdout
    );
    let owner = world.owner.at(&service);
    let delivery = owner.ended(&owner.test(&webhook));
    assert_eq!(outcomes(&delivery), [json!(200)]);
    assert_eq!(service.terminate(), Some(0));

    let service = serve_with(&world.deployment, NEW_KEY);
    let owner = world.owner.at(&service);
    assert_eq!(owner.ended(&owner.test(&webhook))["status"], "delivered");
    let again = owner.change_once("create", "POST", webhooks::WEBHOOKS, Some(&body));
    assert_eq!((again.status, again.text()), (201, created.text()));
    let activation = json!({"rotation_id": prepared["rotation_id"], "confirm": true});
    let answer = owner.post(&format!("{rotation}/activate"), &activation);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(owner.ended(&owner.test(&rotating))["status"], "delivered");
    for received in world.receiver.received("/hook") {
        assert!(received.is_signed_with(&webhook.secret));
    }
    let rotated = world.receiver.received("/rotating");
    assert!(rotated[0].is_signed_with(text(&prepared, "signing_secret")));
    let actors = owner.shown("/v1/webhook-audit");
    let actors: Vec<&Value> = actors["items"].as_array().unwrap().iter().collect();
    let of_owner = &actors[0]["actor"];
    assert!(
        actors.iter().all(|entry| entry["actor"] == *of_owner),
        "one key, one actor"
    );
}

fn another_key_than_the_store_knows_refuses_the_start(backend: Backend) {
    let mut world = World::with(backend, &[("PCS_VAULT_KEY", VAULT_KEY)]);
    let webhook = world.webhook("/hook");
    world.service.kill();
    let same_name = NEW_KEY.replace("v2:", "v1:");
    for wrong in [NEW_KEY, &same_name] {
        let ran = with_keys(&world.deployment, &["serve"], wrong);
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
        assert!(ran.stderr.contains("PCS_VAULT_KEY"), "{}", ran.stderr);
        assert!(!ran.stderr.contains(&wrong[3..]), "{}", ran.stderr);
    }
    let ran = with_keys(&world.deployment, &["vault", "reseal"], NEW_KEY);
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stdout.contains("unopened=3"), "{}", ran.stdout);
    world.serve();
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    assert!(world.receiver.all()[0].is_signed_with(&webhook.secret));
}

#[test]
fn on_postgresql_a_key_is_required() {
    let deployment = webhooks::deployment(Backend::Postgres);
    let mut command = deployment.command(&["serve"]);
    command.env_remove("PCS_VAULT_KEY");
    let ran = tests::Ran::from(command.output().unwrap());
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("PCS_VAULT_KEY"), "{}", ran.stderr);
    let mut command = deployment.command(&["config", "check"]);
    command.env_remove("PCS_VAULT_KEY");
    let ran = tests::Ran::from(command.output().unwrap());
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("PCS_VAULT_KEY"), "{}", ran.stderr);
    // with one all is well, and it is not shown
    let ran = deployment.run(&["config", "check"]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(
        said.contains("v1") && !said.contains(&VAULT_KEY[3..]),
        "{said}"
    );
}

#[test]
fn on_sqlite_a_key_is_made_beside_the_database_and_kept() {
    let mut world = World::new(Backend::Sqlite);
    let webhook = world.webhook("/hook");
    let path = world.deployment.folder.path().join("vault.key");
    let key = fs::read_to_string(&path).unwrap();
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    world.restart();
    assert_eq!(fs::read_to_string(&path).unwrap(), key);
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    assert!(world.receiver.all()[0].is_signed_with(&webhook.secret));
    // without it the secrets are lost, which is said and not hidden behind a new key
    world.service.kill();
    fs::rename(&path, path.with_extension("away")).unwrap();
    let ran = world.deployment.run(&["serve"]);
    assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("vault.key"), "{}", ran.stderr);
    fs::rename(path.with_extension("away"), &path).unwrap();
    world.serve();
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
}
