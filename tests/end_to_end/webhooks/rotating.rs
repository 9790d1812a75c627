//! Signing secrets are changed in two steps, and receivers see one signature at a time.

use serde_json::{Value, json};
use tests::webhook_receiver::{Step, status, status_with};
use tests::webhooks::{Owner, Webhook, World, attempts, text};
use tests::{Answer, Backend};

crate::on_both_stores!(
    a_prepared_secret_signs_nothing_until_it_is_activated,
    a_cancelled_secret_signs_nothing_ever,
    a_preparation_is_replayed_with_its_secret_to_its_own_key_only,
    of_activations_and_cancellations_at_once_one_wins,
);

fn prepare(world: &World, webhook: &Webhook) -> (String, String) {
    let path = format!("{}/secret-rotation", webhook.path());
    let answer = world.owner.change("POST", &path, None);
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    assert_eq!(body["state"], "prepared");
    let secret = text(&body, "signing_secret");
    assert!(secret.starts_with("whsec_") && secret != webhook.secret);
    (text(&body, "rotation_id").to_owned(), secret.to_owned())
}

fn settle(owner: &Owner, webhook: &Webhook, how: &str, rotation: &str) -> Answer {
    let path = format!("{}/secret-rotation/{how}", webhook.path());
    let mut body = json!({"rotation_id": rotation});
    if how == "activate" {
        body["confirm"] = json!(true);
    }
    owner.post(&path, &body)
}

/// Sends a test, which must come signed with this secret.
fn signed_with(world: &World, webhook: &Webhook, secret: &str) {
    let delivery = world.deliver(webhook);
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    let received = world.receiver.received("/hook");
    assert!(received.last().unwrap().is_signed_with(secret));
}

fn a_prepared_secret_signs_nothing_until_it_is_activated(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let (rotation, secret) = prepare(&world, &webhook);
    assert!(rotation.starts_with("wr_"));
    let shown = world.owner.webhook(&webhook);
    assert_eq!(shown["pending_rotation"]["rotation_id"], rotation.as_str());
    assert!(!shown.to_string().contains("whsec_"), "{shown}");
    signed_with(&world, &webhook, &webhook.secret);
    let path = format!("{}/secret-rotation", webhook.path());
    let second = world.owner.change("POST", &path, None);
    assert_eq!(second.refusal(), (409, "rotation_in_progress".to_owned()));

    // one attempt is under way with the old secret, one delivery waits that has failed with it
    let fails = status_with(503, "Retry-After: 3600\r\n");
    world.receiver.then("/hook", fails);
    let waits = world.owner.test(&webhook);
    world.owner.attempted(&waits, 1);
    let mut held = vec![Step::Hold];
    held.extend(status(200));
    world.receiver.then("/hook", held);
    let runs = world.owner.test(&webhook);
    world.receiver.wait_for("/hook", 3);
    let answer = settle(&world.owner, &webhook, "activate", &rotation);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let activated = answer.json();
    assert_eq!(activated["state"], "activated");
    assert_eq!(activated["rotation_id"], rotation.as_str());
    assert!(!answer.text().contains("whsec_"), "{}", answer.text());
    signed_with(&world, &webhook, &secret);
    world.receiver.release("/hook", 1);
    let now = "UPDATE delivery_queue SET due_at = created_at WHERE started_at IS NULL";
    world.deployment.sql(now);
    for id in [&runs, &waits] {
        assert_eq!(world.owner.ended(id)["status"], "delivered");
    }
    let received = world.receiver.received("/hook");
    let by_old: Vec<bool> = received
        .iter()
        .map(|r| r.is_signed_with(&webhook.secret))
        .collect();
    let by_new: Vec<bool> = received.iter().map(|r| r.is_signed_with(&secret)).collect();
    assert_eq!(by_old, [true, true, true, false, false]);
    assert_eq!(by_new, [false, false, false, true, true]);
    assert_eq!(
        received[1].body, received[4].body,
        "the delivery that waited"
    );
    assert_eq!(attempts(&world.owner.delivery(&waits)).len(), 2);

    let shown = world.owner.webhook(&webhook);
    assert_eq!(shown["pending_rotation"], Value::Null);
    let over = (409, "rotation_not_pending".to_owned());
    for how in ["activate", "cancel"] {
        let answer = settle(&world.owner, &webhook, how, &rotation);
        assert_eq!(answer.refusal(), over, "{how}");
        let unknown = "wr_0123456789abcdef0123456789abcdef";
        let answer = settle(&world.owner, &webhook, how, unknown);
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()), "{how}");
    }
}

fn a_cancelled_secret_signs_nothing_ever(backend: Backend) {
    let mut world = World::new(backend);
    let webhook = world.webhook("/hook");
    let (rotation, _) = prepare(&world, &webhook);
    let answer = settle(&world.owner, &webhook, "cancel", &rotation);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["state"], "cancelled");
    let over = (409, "rotation_not_pending".to_owned());
    let activated = settle(&world.owner, &webhook, "activate", &rotation);
    assert_eq!(activated.refusal(), over);
    signed_with(&world, &webhook, &webhook.secret);

    // the next one works, also after a restart and on a paused webhook
    let (rotation, secret) = prepare(&world, &webhook);
    world.owner.patch(&webhook, &json!({"enabled": false}));
    world.restart();
    let unconfirmed = world.owner.post(
        &format!("{}/secret-rotation/activate", webhook.path()),
        &json!({"rotation_id": rotation}),
    );
    assert_eq!(unconfirmed.refusal(), (400, "validation_error".to_owned()));
    let answer = settle(&world.owner, &webhook, "activate", &rotation);
    assert_eq!(answer.status, 200, "{}", answer.text());
    world.owner.patch(&webhook, &json!({"enabled": true}));
    signed_with(&world, &webhook, &secret);
}

fn a_preparation_is_replayed_with_its_secret_to_its_own_key_only(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let path = format!("{}/secret-rotation", webhook.path());
    let first = world.owner.change_once("prepare", "POST", &path, None);
    assert_eq!(first.status, 201, "{}", first.text());
    let again = world.owner.change_once("prepare", "POST", &path, None);
    assert_eq!((again.status, again.text()), (201, first.text()));
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    let reused = (422, "idempotency_key_reused".to_owned());
    let colleague = world.deployment.key("live", &tests::webhooks::SCOPES);
    let colleague = world.service.owner(&colleague);
    let harvested = colleague.change_once("prepare", "POST", &path, None);
    assert_eq!(harvested.refusal(), reused);
    // an activation needs a key of its own
    let rotation = first.json()["rotation_id"].clone();
    let body = json!({"rotation_id": rotation, "confirm": true});
    let activate = format!("{path}/activate");
    let answer = world
        .owner
        .change_once("prepare", "POST", &activate, Some(&body));
    assert_eq!(answer.refusal(), reused);
    let activated = world
        .owner
        .change_once("activate", "POST", &activate, Some(&body));
    assert_eq!(activated.status, 200, "{}", activated.text());
    let again = world
        .owner
        .change_once("activate", "POST", &activate, Some(&body));
    assert_eq!((again.status, again.text()), (200, activated.text()));
    let again = world.owner.change_once("prepare", "POST", &path, None);
    assert_eq!(again.text(), first.text(), "it is told as it was");
}

fn of_activations_and_cancellations_at_once_one_wins(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let mut current = webhook.secret.clone();
    for round in 0..6 {
        let (rotation, secret) = prepare(&world, &webhook);
        let answers: Vec<(&str, Answer)> = std::thread::scope(|scope| {
            let ways = ["activate", "cancel", "activate", "cancel"];
            let asked = ways.map(|how| {
                let (owner, webhook, rotation) = (&world.owner, &webhook, &rotation);
                scope.spawn(move || (how, settle(owner, webhook, how, rotation)))
            });
            asked.map(|thread| thread.join().unwrap()).into()
        });
        let won: Vec<&str> = answers
            .iter()
            .filter(|(_, answer)| answer.status == 200)
            .map(|(how, _)| *how)
            .collect();
        assert_eq!(won.len(), 1, "round {round}");
        for (_, answer) in answers.iter().filter(|(_, answer)| answer.status != 200) {
            let over = (409, "rotation_not_pending".to_owned());
            assert_eq!(answer.refusal(), over, "round {round}");
        }
        if won == ["activate"] {
            current = secret;
        }
        signed_with(&world, &webhook, &current);
    }
}
