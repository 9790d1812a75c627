//! What becomes of an attempt that runs when the service ends.

use serde_json::{Value, json};
use tests::webhook_receiver::{Step, status};
use tests::webhooks::{World, attempts, instant, listed, outcomes};
use tests::{Backend, signal, wait_for};

crate::on_both_stores!(
    a_service_that_is_stopped_ends_what_it_sends,
    what_was_being_sent_when_it_was_killed_is_sent_again,
    what_waits_survives_a_kill,
);

fn held(code: u16) -> Vec<Step> {
    let mut reply = vec![Step::Hold];
    reply.extend(status(code));
    reply
}

fn a_service_that_is_stopped_ends_what_it_sends(backend: Backend) {
    let mut world = World::new(backend);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", held(200));
    world.receiver.then("/hook", held(500));
    let ids = [1, 2].map(|count| {
        let id = world.owner.test(&webhook);
        // the first reply is that of the first one
        world.receiver.wait_for("/hook", count);
        id
    });
    signal(world.service.pid(), tests::Signal::SIGTERM);
    // it takes no more requests, and waits for the receiver
    wait_for("the end of the API", || {
        let address = world.service.base.trim_start_matches("http://");
        std::net::TcpStream::connect(address).err()
    });
    world.receiver.release("/hook", 2);
    assert_eq!(world.service.end(), Some(0));
    world.serve();
    let [good, bad] = ids.map(|id| world.owner.ended(&id));
    assert_eq!(outcomes(&good), [json!(200)], "{good}");
    assert_eq!(outcomes(&bad), [json!(500), json!(200)], "{bad}");
    assert_eq!(world.receiver.received("/hook").len(), 3);
}

fn what_was_being_sent_when_it_was_killed_is_sent_again(backend: Backend) {
    let mut world = World::new(backend);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", held(200));
    let id = world.owner.test(&webhook);
    world.receiver.wait_for("/hook", 1);
    world.service.kill();
    world.serve();
    let open = world.owner.delivery(&id);
    assert_eq!(
        (&open["status"], &open["attempts"]),
        (&json!("sending"), &json!(1))
    );
    assert_eq!(outcomes(&open), [Value::Null; 0], "no end is known");
    // the lease is longer than tests should take
    let over = "UPDATE delivery_queue SET due_at = created_at WHERE started_at IS NOT NULL";
    world.deployment.sql(over);
    let delivery = world.owner.ended(&id);
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    assert_eq!(outcomes(&delivery), [json!("lease_expired"), json!(200)]);
    assert_eq!(delivery["last_error_code"], "lease_expired");
    let [lost, good] = attempts(&delivery).as_slice() else {
        panic!("not two attempts: {delivery}");
    };
    assert_eq!(lost["http_status"], Value::Null);
    assert!(instant(lost, "finished_at") <= instant(good, "started_at"));
    let received = world.receiver.received("/hook");
    let [first, second] = received.as_slice() else {
        panic!("not two requests: {received:#?}");
    };
    // a receiver knows by these that it is the same event
    assert_eq!(first.body, second.body);
    assert_eq!(
        first.header("idempotency-key"),
        second.header("idempotency-key")
    );
    assert_eq!(second.header("x-webhook-attempt"), "2");
    assert!(second.is_signed_with(&webhook.secret));
}

fn what_waits_survives_a_kill(backend: Backend) {
    let mut world = World::with(backend, &[("PCS_WEBHOOK_COOLDOWN_PERMANENT", "1h")]);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(400));
    let failed = world.deliver(&webhook);
    let waiting: Vec<String> = (0..20).map(|_| world.owner.test(&webhook)).collect();
    let before = world.owner.webhook(&webhook);
    world.restart();
    let after = world.owner.webhook(&webhook);
    assert_eq!(after, before, "incident and cooldown are kept");
    assert!(world.owner.deliveries(&webhook).contains(&listed(&failed)));
    world.owner.patch(&webhook, &json!({"enabled": true}));
    for id in &waiting {
        assert_eq!(world.owner.ended(id)["status"], "delivered");
    }
    let mut events: Vec<String> = world
        .receiver
        .received("/hook")
        .iter()
        .map(|received| received.header("idempotency-key").to_owned())
        .collect();
    events.sort();
    events.dedup();
    assert_eq!(events.len(), 21);
    assert_eq!(world.receiver.received("/hook").len(), 21);
}
