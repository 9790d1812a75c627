//! Many at once: endpoints beside one that hangs, and requests with one key.

use std::time::Duration;

use serde_json::json;
use tests::webhook_receiver::{Step, status};
use tests::webhooks::{WEBHOOKS, World, input, text};
use tests::{Answer, Backend, timed, wait_for};

crate::on_both_stores!(
    an_endpoint_that_hangs_holds_nobody_else,
    creations_at_once_with_one_key_make_one_webhook,
    of_tests_at_once_one_is_within_the_interval,
);

/// What eight threads are answered that ask the same at once.
fn at_once(ask: impl Fn() -> Answer + Sync) -> Vec<Answer> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(&ask)).collect();
        let answers = threads.into_iter().map(|thread| thread.join().unwrap());
        answers.collect()
    })
}

fn an_endpoint_that_hangs_holds_nobody_else(backend: Backend) {
    let world = World::new(backend);
    let hanging = world.webhook("/hang");
    world.receiver.afterwards("/hang", vec![Step::Hang]);
    let held: Vec<String> = (0..60).map(|_| world.owner.test(&hanging)).collect();
    world.receiver.wait_for("/hang", 1);
    let healthy: Vec<_> = (0..10)
        .map(|n| world.webhook(&format!("/healthy-{n}")))
        .collect();
    let took = timed(|| {
        let sent: Vec<String> = healthy
            .iter()
            .flat_map(|webhook| [(); 3].map(|()| world.owner.test(webhook)))
            .collect();
        for id in sent {
            assert_eq!(world.owner.ended(&id)["status"], "delivered");
        }
    });
    // each attempt that hangs would take 20 s
    assert!(took < Duration::from_secs(15), "{took:?}");
    let running = world.receiver.received("/hang").len();
    assert!(
        running <= 16,
        "one endpoint has so many at a time: {running}"
    );
    for id in &held {
        let delivery = world.owner.delivery(id);
        let standing = text(&delivery, "status");
        assert!(["pending", "sending"].contains(&standing), "{delivery}");
    }
}

fn creations_at_once_with_one_key_make_one_webhook(backend: Backend) {
    let world = World::new(backend);
    let body = input(&world.receiver.url("/hook"));
    for round in 0..5 {
        let key = format!("at-once-{round}");
        let owner = &world.owner;
        let answers = at_once(|| owner.change_once(&key, "POST", WEBHOOKS, Some(&body)));
        let first = answers[0].text();
        for answer in &answers {
            assert_eq!((answer.status, answer.text()), (201, first));
        }
        let anew = |answer: &&Answer| answer.header("idempotent-replayed").is_none();
        assert_eq!(answers.iter().filter(anew).count(), 1, "round {round}");
        assert_eq!(owner.shown(WEBHOOKS)["total"], round + 1);
    }
}

fn of_tests_at_once_one_is_within_the_interval(backend: Backend) {
    let world = World::with(backend, &[("PCS_WEBHOOK_TEST_INTERVAL", "1h")]);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(204));
    let owner = &world.owner;
    let answers = at_once(|| owner.ask_for_test(&webhook));
    let mut codes: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    codes.sort_unstable();
    assert_eq!(codes, [202, 429, 429, 429, 429, 429, 429, 429]);
    let metrics = wait_for("the delivery", || {
        let metrics = owner.shown("/v1/webhook-metrics");
        (metrics["by_status"]["delivered"] == 1).then_some(metrics)
    });
    assert_eq!(metrics["total"], json!(1));
    assert_eq!(world.receiver.received("/hook").len(), 1);
}
