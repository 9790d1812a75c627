//! Several processes on one store.

use std::collections::HashMap;

use tests::webhook_receiver::{Step, status};
use tests::webhooks::{World, attempts, outcomes, text};
use tests::{Backend, Service, wait_for};

#[test]
fn two_replicas_share_the_work_and_attempt_nothing_twice() {
    let world = World::new(Backend::Postgres);
    let replica = world.deployment.serve();
    let owners = [world.owner.clone(), world.owner.at(&replica)];
    let acknowledged = "cotejo_webhook_attempts_total{outcome=\"acknowledged\",error=\"\"}";
    let counts = || [&world.service, &replica].map(|s| s.metric(acknowledged).unwrap_or(0));
    let webhooks: Vec<_> = (0..10)
        .map(|n| world.webhook(&format!("/hook-{n}")))
        .collect();
    let mut sent = Vec::new();
    // whoever is idle takes what is due; who that is, nobody knows
    wait_for("work of both", || {
        for (n, webhook) in webhooks.iter().enumerate() {
            sent.push(owners[n % 2].test(webhook));
        }
        counts().iter().all(|count| *count > 0).then_some(())
    });
    for id in &sent {
        let delivery = world.owner.ended(id);
        assert_eq!(delivery["status"], "delivered", "{delivery}");
        assert_eq!(attempts(&delivery).len(), 1);
    }
    let mut requests: HashMap<String, usize> = HashMap::new();
    for received in world.receiver.all() {
        let key = received.header("idempotency-key").to_owned();
        *requests.entry(key).or_default() += 1;
    }
    assert_eq!(requests.len(), sent.len());
    assert!(requests.values().all(|count| *count == 1), "{requests:?}");
    wait_for("the figures", || {
        (counts().iter().sum::<u64>() == sent.len() as u64).then_some(())
    });
}

#[test]
fn who_is_left_goes_on_and_what_is_asked_of_one_is_known_to_all() {
    let mut world = World::new(Backend::Postgres);
    let replica = world.deployment.serve();
    let colleague = world.owner.at(&replica);
    let webhook = world.webhook("/hook");
    let mut held = vec![Step::Hold];
    held.extend(status(200));
    world.receiver.then("/hook", held);
    let id = colleague.test(&webhook);
    world.receiver.wait_for("/hook", 1);
    // the one that does not send takes its leave; or the one that does, and its lease runs out
    world.service.kill();
    world
        .deployment
        .sql("UPDATE delivery_queue SET due_at = created_at WHERE started_at IS NOT NULL");
    world.receiver.release("/hook", 1);
    let delivery = colleague.ended(&id);
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    assert_eq!(outcomes(&delivery).last(), Some(&serde_json::json!(200)));
    let paused = colleague.patch(&webhook, &serde_json::json!({"enabled": false}));
    world.serve();
    assert_eq!(world.owner.webhook(&webhook), paused);
    let resumed = world
        .owner
        .patch(&webhook, &serde_json::json!({"enabled": true}));
    assert_eq!(colleague.webhook(&webhook), resumed);
    let id = world.owner.test(&webhook);
    assert_eq!(colleague.ended(&id)["status"], "delivered");
    assert_eq!(text(&colleague.delivery(&id), "id"), id);
}

#[test]
fn only_workers_deliver() {
    let mut world = World::new(Backend::Sqlite);
    world.service.kill();
    let start = |roles: &str| {
        let service = Service::start(
            world.deployment.command(&["serve", "--roles", roles]),
            "http",
        );
        service.wait_until_ready();
        service
    };
    let http = start("http");
    let owner = world.owner.at(&http);
    let webhook = owner.register(&world.receiver.url("/hook"));
    let id = owner.test(&webhook);
    assert_eq!(owner.delivery(&id)["status"], "pending");
    assert!(world.receiver.all().is_empty());
    let worker = start("worker");
    assert_eq!(owner.ended(&id)["status"], "delivered");
    // it hears of what another process writes
    assert_eq!(owner.ended(&owner.test(&webhook))["status"], "delivered");
    assert_eq!(worker.terminate(), Some(0));
}
