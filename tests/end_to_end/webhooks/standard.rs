//! The published library of Standard Webhooks judges deliveries, given the secret in the form that docs/WEBHOOKS.md
//! tells of.

use http::{HeaderMap, HeaderValue};
use serde_json::json;
use standardwebhooks::Webhook as Verifier;
use tests::Backend;
use tests::webhook_receiver::{Received, status};
use tests::webhooks::{World, standard_secret, text};

crate::on_both_stores!(
    the_library_of_standard_webhooks_accepts_deliveries_and_refuses_what_was_changed,
    receivers_that_verify_by_standard_webhooks_change_their_secret_without_a_gap,
);

/// The headers that the library looks at.
pub(super) fn headers(received: &Received) -> HeaderMap {
    let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    names
        .into_iter()
        .map(|name| {
            let value = HeaderValue::from_str(received.header(name)).expect("a value");
            (name.parse().expect("a name"), value)
        })
        .collect()
}

/// Whether the library takes a delivery for genuine.
pub(super) fn accepts(secret: &str, headers: &HeaderMap, body: &[u8]) -> bool {
    let verifier = Verifier::new(&standard_secret(secret)).expect("a secret");
    verifier.verify(body, headers).is_ok()
}

fn the_library_of_standard_webhooks_accepts_deliveries_and_refuses_what_was_changed(
    backend: Backend,
) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(500));
    let delivery = world.deliver(&webhook);
    let received = world.receiver.wait_for("/hook", 2);
    for received in &received {
        let (good, body) = (headers(received), &received.body);
        assert_eq!(good["webhook-id"], text(&delivery, "event_id"));
        assert_eq!(
            good["webhook-timestamp"],
            received.signed_at().to_string(),
            "the instant of both signatures"
        );
        assert!(accepts(&webhook.secret, &good, body));
        // ours is what it was
        assert!(received.is_signed_with(&webhook.secret));
        assert!(!accepts("whsec_of_somebody_else", &good, body));
        assert!(!accepts(&webhook.secret[1..], &good, body));
        let mut longer = body.clone();
        longer.push(b'\n');
        assert!(!accepts(&webhook.secret, &good, &longer));
        for (name, value) in [
            (
                "webhook-id",
                "3f2504e0-4f89-41d3-9a0c-0305e82c3301".to_owned(),
            ),
            ("webhook-timestamp", (received.signed_at() + 1).to_string()),
        ] {
            let mut changed = good.clone();
            changed.insert(name, HeaderValue::from_str(&value).unwrap());
            assert!(!accepts(&webhook.secret, &changed, body), "{name}");
        }
    }
    let raw = Verifier::from_bytes(webhook.secret.clone().into_bytes()).expect("a key");
    let last = &received[1];
    assert!(
        raw.verify(&last.body, &headers(last)).is_ok(),
        "the key is the text"
    );
}

fn receivers_that_verify_by_standard_webhooks_change_their_secret_without_a_gap(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let judged = |secrets: [&str; 2]| {
        world.deliver(&webhook);
        let received = world.receiver.received("/hook");
        let last = received.last().expect("a request");
        secrets.map(|secret| accepts(secret, &headers(last), &last.body))
    };
    let path = format!("{}/secret-rotation", webhook.path());
    let answer = world.owner.change("POST", &path, None);
    assert_eq!(answer.status, 201, "{}", answer.text());
    let prepared = answer.json();
    let (old, new) = (webhook.secret.as_str(), text(&prepared, "signing_secret"));
    assert_eq!(judged([old, new]), [true, true], "while it is prepared");
    let rotation = text(&prepared, "rotation_id");
    let body = json!({"rotation_id": rotation, "confirm": true});
    let answer = world.owner.post(&format!("{path}/activate"), &body);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(judged([old, new]), [false, true], "once it signs");
}
