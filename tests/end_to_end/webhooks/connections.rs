//! Receivers that are not reached, or not believed.

use serde_json::{Value, json};
use tests::webhook_receiver::{Certificate, HOST, Receiver, plain_http, reaching, status_with};
use tests::webhooks::{self, World, attempts, input, outcomes, owning, text};
use tests::{Backend, Deployment, Service};

/// A deployment that reaches these, and one that speaks no TLS as well.
fn serve(receivers: &[(&str, &Receiver)]) -> (Deployment, Service) {
    let deployment = reaching(webhooks::deployment(Backend::Sqlite), receivers);
    let mut command = deployment.command(&["serve"]);
    let mut resolve: Vec<String> = receivers
        .iter()
        .map(|(host, receiver)| format!("{host}:443:127.0.0.1:{}", receiver.port))
        .collect();
    resolve.push(format!(
        "plain.receiver.test:443:127.0.0.1:{}",
        plain_http()
    ));
    // nobody listens on this one
    resolve.push("closed.receiver.test:443:127.0.0.1:1".to_owned());
    command.env("PCS_WEBHOOK_RESOLVE", resolve.join(","));
    let service = Service::start(command, "http");
    service.wait_until_ready();
    (deployment, service)
}

#[test]
fn receivers_that_cannot_prove_who_they_are_get_nothing() {
    let expired = Receiver::with(&Certificate::expired("expired.receiver.test"));
    let named = Receiver::with(&Certificate::of(&["another.receiver.test"]));
    let itself = Receiver::with(&Certificate::self_signed("itself.receiver.test"));
    let good = Receiver::with(&Certificate::of(&["good.receiver.test"]));
    let receivers = [
        ("expired.receiver.test", &expired),
        ("named.receiver.test", &named),
        ("itself.receiver.test", &itself),
        ("good.receiver.test", &good),
    ];
    let (deployment, service) = serve(&receivers);
    let owner = service.owner(&owning(&deployment, "test"));
    let sent: Vec<(&str, &str, String)> = [
        ("expired.receiver.test", "tls_error"),
        ("named.receiver.test", "tls_error"),
        ("itself.receiver.test", "tls_error"),
        ("plain.receiver.test", "tls_error"),
        ("closed.receiver.test", "transport_error"),
        ("good.receiver.test", ""),
    ]
    .into_iter()
    .map(|(host, error)| {
        let webhook = owner.register(&format!("https://{host}/hook"));
        (host, error, owner.test(&webhook))
    })
    .collect();
    for (host, error, id) in sent {
        let delivery = owner.ended(&id);
        if error.is_empty() {
            assert_eq!(delivery["status"], "delivered", "{host}: {delivery}");
            continue;
        }
        assert_eq!(delivery["status"], "failed", "{host}: {delivery}");
        assert_eq!(outcomes(&delivery), vec![json!(error); 8], "{host}");
        assert_eq!(delivery["last_error_code"], error, "{host}");
    }
    for (host, receiver) in &receivers[..3] {
        assert!(receiver.accepted() >= 8, "{host}: each attempt tried anew");
        assert!(receiver.all().is_empty(), "{host}");
    }
    assert_eq!(good.all().len(), 1);
}

#[test]
fn without_the_authority_of_the_operator_nobody_private_is_believed() {
    let receiver = Receiver::start();
    let deployment = webhooks::deployment(Backend::Sqlite).with(
        "PCS_WEBHOOK_RESOLVE",
        &format!("{HOST}:443:127.0.0.1:{}", receiver.port),
    );
    let key = owning(&deployment, "test");
    let service = deployment.serve();
    let owner = service.owner(&key);
    let webhook = owner.register(&receiver.url("/hook"));
    let delivery = owner.attempted(&owner.test(&webhook), 1);
    assert_eq!(attempts(&delivery)[0]["error_code"], "tls_error");
    assert!(receiver.all().is_empty());
}

#[test]
fn a_name_that_does_not_resolve_is_noted_as_such() {
    let world = World::new(Backend::Sqlite);
    // no name is under this one, so no server knows it (RFC 2606)
    let url = "https://nobody-has-this-name.example.com/hook";
    let webhook = world.owner.register(url);
    let delivery = world.owner.attempted(&world.owner.test(&webhook), 1);
    let attempt = &attempts(&delivery)[0];
    assert_eq!(attempt["http_status"], Value::Null);
    let noted = text(attempt, "error_code");
    // without a network a system may take its time to say so
    assert!(["dns_error", "timeout"].contains(&noted), "{delivery}");
}

/// The system's own resolver on a private address is not tried here: names with a dot that lead there
/// would have to be in this machine's hosts file. What `adapter-hyper` tests through its `HostResolver`
/// port is that, whatever a resolver answers.
#[test]
fn urls_that_lead_inwards_are_refused_when_they_are_registered() {
    let world = World::new(Backend::Sqlite);
    for url in [
        "http://hooks.customer.com/hook",
        "https://127.0.0.1/hook",
        "https://2130706433/hook",
        "https://0x7f.1/hook",
        "https://[::1]/hook",
        "https://[::ffff:10.0.0.1]/hook",
        "https://localhost/hook",
        "https://hooks.customer.internal/hook",
        "https://other.receiver.test/hook",
        "https://hooks.customer.com:8443/hook",
        "https://user:pass@hooks.customer.com/hook",
        "https://hooks.customer.com./hook",
        "https://hooks.customer.com/hook#part",
        "https://hooks.customer.com\\@127.0.0.1/hook",
    ] {
        let answer = world.owner.post(webhooks::WEBHOOKS, &input(url));
        let refused = (400, "validation_error".to_owned());
        assert_eq!(answer.refusal(), refused, "{url}");
        assert!(!answer.text().contains("127.0.0.1"), "{}", answer.text());
    }
}

#[test]
fn what_was_allowed_by_a_setting_is_refused_without_it() {
    let mut world = World::new(Backend::Sqlite);
    let webhook = world.webhook("/hook");
    let wait = status_with(503, "Retry-After: 3600\r\n");
    world.receiver.then("/hook", wait);
    let id = world.owner.test(&webhook);
    world.owner.attempted(&id, 1);
    world.service.kill();
    let now = "UPDATE delivery_queue SET due_at = created_at WHERE started_at IS NULL";
    world.deployment.sql(now);
    let mut command = world.deployment.command(&["serve"]);
    command.env_remove("PCS_WEBHOOK_RESOLVE");
    let service = Service::start(command, "http");
    service.wait_until_ready();
    let delivery = world.owner.at(&service).ended(&id);
    assert_eq!(delivery["status"], "failed", "{delivery}");
    let expected = [json!(503), json!("destination_denied")];
    assert_eq!(outcomes(&delivery), expected);
    assert_eq!(world.receiver.all().len(), 1);
}
