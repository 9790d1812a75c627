//! Incidents, and the mails that tell of them.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::mail_server::{Mail, MailServer};
use tests::webhook_receiver::status;
use tests::webhooks::{Webhook, World, text};
use tests::{Backend, wait_for};

crate::on_both_stores!(
    a_workspace_is_told_when_an_endpoint_fails_and_when_it_works_again,
    reminders_come_until_somebody_acknowledges,
);

const ALERTS: &str = "ops@shop.example";

/// A world that sends mails to [`ALERTS`].
fn alerting(backend: Backend, server: &MailServer, more: &[(&str, &str)]) -> World {
    let url = server.url();
    let mut settings = vec![
        ("PCS_SMTP_URL", url.as_str()),
        ("PCS_MAIL_FROM", "Price Watch <watch@shop.example>"),
    ];
    settings.extend(more);
    let world = World::with(backend, &settings);
    let set = ["workspace", "set", "test", "--alert-email", ALERTS];
    world.deployment.ok(&set);
    world
}

/// A mail of these words in its subject, as soon as there is one.
fn mail_about(server: &MailServer, words: &str) -> Mail {
    wait_for(&format!("a mail: {words}"), || {
        let mut mails = server.taken();
        mails.retain(|mail| mail.subject.contains(words));
        mails.pop()
    })
}

fn incident(world: &World, webhook: &Webhook) -> Value {
    world.owner.webhook(webhook)["incident"].clone()
}

fn actions(world: &World, wanted: &str) -> usize {
    let audit = world.owner.audit();
    audit.iter().filter(|(action, _)| action == wanted).count()
}

fn a_workspace_is_told_when_an_endpoint_fails_and_when_it_works_again(backend: Backend) {
    let server = MailServer::start();
    let world = alerting(backend, &server, &[]);
    let webhook = world.webhook("/hook?token=pa55word");
    let target = "/hook?token=pa55word";
    for _ in 0..4 {
        world.receiver.then(target, status(500));
    }
    let delivery = world.deliver(&webhook);
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    assert_eq!(delivery["attempts"], 5);
    assert_eq!(incident(&world, &webhook), Value::Null);
    let opened = mail_about(&server, "fails");
    let recovered = mail_about(&server, "works again");
    for mail in [&opened, &recovered] {
        assert_eq!(mail.to, [ALERTS]);
        assert_eq!(mail.defects, [""; 0]);
        for (_, part) in &mail.parts {
            assert!(part.contains(&webhook.id), "{part}");
            assert!(part.contains("hooks.receiver.test"), "{part}");
        }
        // a path may carry a token
        assert!(!mail.content.contains("pa55word") && !mail.content.contains("/hook"));
        assert!(!mail.content.contains("whsec_"));
    }
    assert!(opened.part("text/plain").contains("http_error"));

    // a second incident, by a refusal
    world.receiver.then(target, status(410));
    assert_eq!(world.deliver(&webhook)["status"], "failed");
    let open = incident(&world, &webhook);
    assert_eq!(open["state"], "open", "{open}");
    assert_eq!(open["subscription_id"], webhook.id.as_str());
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    assert_eq!(incident(&world, &webhook), Value::Null);
    let mails = server.wait_for_taken(4);
    assert_eq!(mails.len(), 4, "{mails:#?}");
    assert_eq!(
        actions(&world, "incident.opened"),
        2,
        "{:?}",
        world.owner.audit()
    );
    assert_eq!(actions(&world, "incident.resolved"), 2);
    let metrics = world.owner.shown("/v1/webhook-metrics");
    assert_eq!(metrics["open_incidents"], 0, "{metrics}");
    assert_eq!(metrics["by_status"]["failed"], 1, "what failed stays so");
}

fn reminders_come_until_somebody_acknowledges(backend: Backend) {
    let server = MailServer::start();
    let more = [
        ("PCS_INCIDENT_REMINDER", "200ms"),
        ("PCS_WEBHOOK_COOLDOWN_PERMANENT", "1h"),
    ];
    let world = alerting(backend, &server, &more);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(403));
    assert_eq!(world.deliver(&webhook)["status"], "failed");
    // a mail whose taking nobody confirmed in time comes again, as the same one
    let reminders = || -> BTreeSet<String> {
        let mails = server.taken().into_iter();
        let reminders = mails.filter(|mail| mail.subject.contains("still fails"));
        reminders.map(|mail| mail.message_id).collect()
    };
    wait_for("two reminders", || (reminders().len() >= 2).then_some(()));
    let open = incident(&world, &webhook);
    let id = text(&open, "id");
    assert!(id.starts_with("wi_"), "{open}");
    assert!(open["reminders"].as_u64() >= Some(2), "{open}");
    let path = format!("{}/incidents/acknowledge", webhook.path());
    let acknowledge = |id: &str| world.owner.post(&path, &json!({"incident_id": id}));
    let answer = acknowledge(id);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let acknowledged = answer.json();
    assert_eq!(acknowledged["state"], "acknowledged", "{acknowledged}");
    assert_eq!(incident(&world, &webhook), acknowledged, "it is not hidden");
    let again = acknowledge(id);
    assert_eq!((again.status, again.json()), (200, acknowledged.clone()));
    let unknown = acknowledge("wi_0123456789abcdef0123456789abcdef");
    assert_eq!(unknown.refusal(), (404, "not_found".to_owned()));

    // a test waits in the cooldown; resuming is an order to try now
    let id = world.owner.test(&webhook);
    world.owner.patch(&webhook, &json!({"enabled": true}));
    assert_eq!(world.owner.ended(&id)["status"], "delivered");
    let recovered = mail_about(&server, "works again");
    assert_eq!(recovered.to, [ALERTS]);
    assert_eq!(incident(&world, &webhook), Value::Null);
    let sent = acknowledged["reminders"].as_u64().unwrap();
    wait_for("the reminders", || {
        (reminders().len() as u64 >= sent).then_some(())
    });
    assert_eq!(
        reminders().len() as u64,
        sent,
        "none after the acknowledgement"
    );
    assert_eq!(actions(&world, "incident.reminded") as u64, sent);
    let resolved = acknowledge(text(&acknowledged, "id"));
    assert_eq!(resolved.status, 200);
    assert_eq!(resolved.json()["state"], "resolved");
}
