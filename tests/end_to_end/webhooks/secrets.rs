//! Nothing that must stay secret is anywhere in clear.

use std::fs;

use serde_json::json;
use tests::mail_server::MailServer;
use tests::watching::{by_webhook, price};
use tests::webhook_receiver::status;
use tests::webhooks::{DELIVERIES, SCOPES, WEBHOOKS, Webhook, World, registered, text};
use tests::{Backend, signal};

crate::on_both_stores!(no_secret_is_anywhere_in_clear);

/// A text as it would be found in the pages or dumps of a store: itself, and what may be made of it.
fn forms(secret: &str) -> [String; 4] {
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    // the random part alone, without what all have in common
    let (_, random) = secret
        .rsplit_once('_')
        .filter(|(_, r)| r.len() >= 20)
        .unwrap_or(("", secret));
    let upper = hex.to_uppercase();
    [secret.to_owned(), random.to_owned(), hex, upper]
}

/// Where secrets could be, by name.
struct Places(Vec<(String, String)>);

impl Places {
    fn add(&mut self, name: &str, content: impl AsRef<[u8]>) {
        let content = String::from_utf8_lossy(content.as_ref()).into_owned();
        self.0.push((name.to_owned(), content));
    }

    fn holding(&self, text: &str) -> Vec<&str> {
        let all = forms(text);
        let holds = |content: &str| all.iter().any(|form| content.contains(form));
        let found = self.0.iter().filter(|(_, content)| holds(content));
        found.map(|(name, _)| name.as_str()).collect()
    }
}

/// Everything that a webhook can go through, with each secret that came up.
fn go_through_everything(world: &World) -> Vec<(&'static str, String)> {
    let owner = &world.owner;
    let body = tests::webhooks::input(&world.receiver.url("/hook"));
    let create = || owner.change_once("create", "POST", WEBHOOKS, Some(&body));
    let webhook = registered(&create());
    let again = registered(&create());
    assert_eq!(again.secret, webhook.secret);
    let mut secrets = vec![("registered", webhook.secret.clone())];
    let path = format!("{}/secret-rotation", webhook.path());
    let mut prepare = |name, path: &str| {
        let answer = owner.change("POST", path, None);
        let body = answer.json();
        secrets.push((name, text(&body, "signing_secret").to_owned()));
        body["rotation_id"].clone()
    };
    let rotation = prepare("activated", &path);
    owner.post(
        &format!("{path}/activate"),
        &json!({"rotation_id": rotation, "confirm": true}),
    );
    let rotation = prepare("cancelled", &path);
    owner.post(&format!("{path}/cancel"), &json!({"rotation_id": rotation}));
    prepare("prepared", &path);
    let removed = world.webhook("/removed");
    let removed_path = format!("{}/secret-rotation", removed.path());
    prepare("of a removed one", &removed_path);
    owner.remove(&removed);
    secrets.push(("removed", removed.secret));
    deliveries(world, &webhook);
    secrets
}

/// Deliveries that arrive, that fail, and one of a watch.
fn deliveries(world: &World, webhook: &Webhook) {
    for code in [200, 500, 404] {
        world.receiver.then("/hook", status(code));
        world.deliver(webhook);
    }
    world.owner.patch(webhook, &json!({"enabled": true}));
    world.owner.client().create(&by_webhook(95));
    assert_eq!(price(&world.deployment, "90.00"), 1);
    world.receiver.wait_for("/hook", 5);
    let refused = world.owner.post(WEBHOOKS, &json!({"url": 1, "events": []}));
    assert_eq!(refused.status, 400);
}

fn no_secret_is_anywhere_in_clear(backend: Backend) {
    let server = MailServer::start();
    let url = server.url();
    let settings = [
        ("PCS_LOG", "debug"),
        ("PCS_SMTP_URL", url.as_str()),
        ("PCS_MAIL_FROM", "Price Watch <watch@shop.example>"),
    ];
    let mut world = World::with(backend, &settings);
    let alerts = [
        "workspace",
        "set",
        "test",
        "--alert-email",
        "ops@shop.example",
    ];
    world.deployment.ok(&alerts);
    price(&world.deployment, "100.00");
    tests::wait_for("the product", || {
        let product = format!("/v1/products/{}", tests::watching::PRODUCT);
        (world.owner.get(&product).status == 200).then_some(())
    });
    let second_key = world.deployment.key("live", &SCOPES);
    let mut secrets = go_through_everything(&world);
    secrets.push(("API key", world.key.secret.clone()));
    secrets.push(("second API key", second_key.secret));
    let mails = server.wait_for_taken(2);

    let mut places = Places(Vec::new());
    for path in [
        WEBHOOKS,
        DELIVERIES,
        "/v1/webhook-metrics",
        "/v1/webhook-audit",
        "/openapi.json",
    ] {
        places.add(path, world.owner.get(path).text());
    }
    for path in ["/metrics", "/readyz"] {
        places.add(path, world.service.admin_text(path));
    }
    for mail in mails {
        places.add("mails", format!("{mail:?}"));
    }
    places.add(
        "keys list",
        world.deployment.ok(&["keys", "list", "--json"]),
    );
    places.add(
        "config check",
        world.deployment.ok(&["config", "check", "--json"]),
    );
    // database with its log, while it is open
    for entry in fs::read_dir(world.deployment.folder.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_file() && name != "vault.key" {
            places.add(&name, fs::read(&path).unwrap());
        }
    }
    let mut in_store = "prices.sqlite";
    if backend == Backend::Postgres {
        in_store = "table products";
        let dump = world.deployment.dump();
        assert!(dump.len() > 20, "tables: {}", dump.len());
        for (table, rows) in dump {
            places.add(&format!("table {table}"), rows);
        }
    }
    signal(world.service.pid(), tests::Signal::SIGTERM);
    assert_eq!(world.service.end(), Some(0));
    let log = world.service.log_to_its_end().join("\n");
    assert!(log.contains("DEBUG"), "it is at debug: {log:.500}");
    places.add("log", log);

    // what is looked for is found where it may be
    let shown = places.holding("Nova X2 128GB");
    assert!(
        shown.iter().any(|place| place.contains(in_store)),
        "{shown:?}"
    );
    let sent = world.receiver.received("/hook");
    assert!(sent.iter().any(|r| r.is_signed_with(&secrets[1].1)));
    for (what, secret) in &secrets {
        assert_eq!(places.holding(secret), [""; 0], "{what}");
    }
    for received in &sent {
        let signature = received.signature();
        assert_eq!(places.holding(signature), [""; 0], "{signature}");
    }
    let vault_key = match backend {
        Backend::Sqlite => {
            fs::read_to_string(world.deployment.folder.path().join("vault.key")).unwrap()
        }
        Backend::Postgres => tests::VAULT_KEY.to_owned(),
    };
    let (_, vault_key) = vault_key.trim().split_once(':').unwrap();
    assert_eq!(places.holding(vault_key), [""; 0], "vault key");
}
