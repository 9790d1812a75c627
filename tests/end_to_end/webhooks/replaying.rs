//! Eight attempts, a rest for the endpoint, and replays by hand.

use serde_json::{Value, json};
use tests::webhook_receiver::{Step, status};
use tests::webhooks::{World, attempts, instant, outcomes, text};
use tests::{Backend, now, wait_for};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

crate::on_both_stores!(
    after_eight_attempts_a_delivery_fails_and_can_be_replayed_three_times,
    three_failures_rest_an_endpoint_until_one_probe_succeeds,
    only_failed_deliveries_of_an_unchanged_endpoint_are_replayed,
    after_an_outage_all_that_failed_is_replayed_step_by_step,
);

/// Between the end of an attempt and the start of the next.
fn pauses(delivery: &Value) -> Vec<Duration> {
    let of = |pair: &[Value]| instant(&pair[1], "started_at") - instant(&pair[0], "finished_at");
    attempts(delivery).windows(2).map(of).collect()
}

fn after_eight_attempts_a_delivery_fails_and_can_be_replayed_three_times(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    world.receiver.afterwards("/hook", status(500));
    let failed = world.deliver(&webhook);
    assert_eq!(failed["status"], "failed", "{failed}");
    assert_eq!(outcomes(&failed), vec![json!(500); 8]);
    assert_eq!(attempts(&failed)[7]["next_retry_at"], Value::Null);
    let numbers: Vec<_> = attempts(&failed)
        .iter()
        .map(|a| a["number"].clone())
        .collect();
    assert_eq!(json!(numbers), json!([1, 2, 3, 4, 5, 6, 7, 8]));
    let pauses = pauses(&failed);
    // base 20 ms, cap 40 ms, jitter; then each failure rests the endpoint for 100 ms
    for (pause, least) in pauses.iter().zip([16, 32, 99, 99, 99, 99, 99]) {
        assert!(*pause >= Duration::milliseconds(least), "{pauses:?}");
    }

    let id = text(&failed, "id");
    for replay in 1..=3 {
        let queued = world.owner.replay(id);
        assert_eq!(queued.status, 202, "{}", queued.text());
        let expected = json!({
            "delivery_id": id, "event_id": failed["event_id"], "status": "pending",
        });
        assert_eq!(queued.json(), expected);
        let ended = world.owner.ended(id);
        assert_eq!(ended["status"], "failed", "{ended}");
        assert_eq!(ended["attempts"], 8 * (replay + 1), "a cycle has eight");
        assert_eq!(ended["manual_replays"], replay);
        assert_eq!(ended["created_at"], failed["created_at"]);
    }
    let refused = (409, "replay_limit_reached".to_owned());
    assert_eq!(world.owner.replay(id).refusal(), refused);
    let delivery = world.owner.delivery(id);
    assert_eq!(attempts(&delivery).len(), 32);
    let received = world.receiver.received("/hook");
    assert_eq!(received.len(), 32);
    for (place, request) in received.iter().enumerate() {
        assert_eq!(request.body, received[0].body);
        assert_eq!(request.header("idempotency-key"), text(&failed, "event_id"));
        assert_eq!(request.header("x-webhook-attempt"), (place + 1).to_string());
        assert!(request.is_signed_with(&webhook.secret));
    }
    let retries = |outcome: &str| {
        let wanted = ("delivery.retry".to_owned(), outcome.to_owned());
        world
            .owner
            .audit()
            .iter()
            .filter(|entry| **entry == wanted)
            .count()
    };
    assert_eq!(retries("succeeded"), 3, "{:?}", world.owner.audit());
    assert_eq!(retries("replay_limit_reached"), 1);
}

fn three_failures_rest_an_endpoint_until_one_probe_succeeds(backend: Backend) {
    let world = World::with(backend, &[("PCS_WEBHOOK_COOLDOWN_TRANSIENT", "2500ms")]);
    let webhook = world.webhook("/hook");
    for _ in 0..3 {
        world.receiver.then("/hook", status(500));
    }
    // the first probe is held; what comes meanwhile waits for its end
    let good = Step::Send(b"HTTP/1.1 204 Good\r\n\r\n".to_vec());
    world.receiver.afterwards("/hook", vec![Step::Hold, good]);
    let first = world.owner.test(&webhook);
    let suffering = world.owner.attempted(&first, 3);
    let third = instant(&attempts(&suffering)[2], "finished_at");
    let until = instant(&world.owner.webhook(&webhook), "cooldown_until");
    assert!(
        until >= third + Duration::milliseconds(2500),
        "{until} {third}"
    );
    let next = instant(&suffering, "next_attempt_at");
    assert!(next >= until, "{next} {until}");
    let mut all: Vec<String> = (0..5).map(|_| world.owner.test(&webhook)).collect();
    all.push(first);
    world.receiver.wait_for("/hook", 4);
    let standing = |wanted: &str| {
        let shown = world.owner.deliveries(&webhook);
        shown.iter().filter(|d| d["status"] == wanted).count()
    };
    assert_eq!((standing("sending"), standing("pending")), (1, 5));
    assert_eq!(world.receiver.received("/hook").len(), 4, "one probe");
    world.receiver.release("/hook", 1);
    // two places, and one more for the success
    world.receiver.wait_for("/hook", 7);
    assert_eq!(standing("delivered"), 1);
    assert_eq!(world.owner.webhook(&webhook)["cooldown_until"], Value::Null);
    world.receiver.release("/hook", 3);
    world.receiver.wait_for("/hook", 9);
    world.receiver.release("/hook", 2);
    for id in &all {
        let delivery = world.owner.ended(id);
        assert_eq!(delivery["status"], "delivered", "{delivery}");
        let last = attempts(&delivery).last().unwrap();
        assert!(instant(last, "started_at") >= until, "{delivery}");
        let expected = if *id == all[5] { 4 } else { 1 };
        assert_eq!(delivery["attempts"], expected, "waiting takes none");
    }
}

fn only_failed_deliveries_of_an_unchanged_endpoint_are_replayed(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let not_replayable = (409, "delivery_not_replayable".to_owned());
    let delivered = world.deliver(&webhook);
    let sent = &world.receiver.received("/hook")[0].body;
    assert_eq!(text(&delivered, "payload").as_bytes(), sent);
    assert!(world.owner.deliveries(&webhook)[0].get("payload").is_none());
    let id = text(&delivered, "id");
    assert_eq!(world.owner.replay(id).refusal(), not_replayable);
    let unknown = "whd_0123456789abcdef0123456789abcdef";
    assert_eq!(
        world.owner.replay(unknown).refusal(),
        (404, "not_found".to_owned())
    );
    let nobodys = tests::webhooks::owning(&world.deployment, "other");
    let stranger = world.service.owner(&nobodys);
    assert_eq!(stranger.replay(id).refusal(), (404, "not_found".to_owned()));

    world.receiver.then("/hook", status(404));
    let failed = world.deliver(&webhook);
    let id = text(&failed, "id");
    world.owner.patch(&webhook, &json!({"enabled": false}));
    let refused = (409, "webhook_disabled".to_owned());
    assert_eq!(world.owner.replay(id).refusal(), refused);
    world.owner.patch(&webhook, &json!({"enabled": true}));
    // the resumption ended the cooldown
    assert_eq!(world.owner.replay(id).status, 202);
    let delivery = wait_for("a replay", || {
        Some(world.owner.delivery(id)).filter(|d| d["status"] == "delivered")
    });
    assert_eq!(outcomes(&delivery), [json!(404), json!(200)]);
    assert_eq!(delivery["last_error_code"], "http_error");

    world.receiver.then("/hook", status(404));
    let failed = world.deliver(&webhook);
    let elsewhere = world.receiver.url("/elsewhere");
    world.owner.patch(&webhook, &json!({"url": elsewhere}));
    let refused = (409, "webhook_changed".to_owned());
    assert_eq!(world.owner.replay(text(&failed, "id")).refusal(), refused);
    assert!(world.receiver.received("/elsewhere").is_empty());
}

fn after_an_outage_all_that_failed_is_replayed_step_by_step(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let before = now();
    world.receiver.then("/hook", status(404));
    let failed = world.deliver(&webhook);
    assert_eq!(failed["status"], "failed");
    // an outage of more failures than one step takes: rows as that one, without waiting for each
    world.deployment.sql(&copies(backend, 130));
    let after = now();
    let path = format!("{}/replays", webhook.path());
    let wanted = |offset: &Value| {
        let mut body = json!({"from": rfc3339(before), "to": rfc3339(after)});
        if offset.is_number() {
            body["offset"] = offset.clone();
        }
        body
    };
    world.owner.patch(&webhook, &json!({"enabled": false}));
    let refused = world.owner.post(&path, &wanted(&Value::Null));
    assert_eq!(refused.refusal(), (409, "webhook_disabled".to_owned()));
    world.owner.patch(&webhook, &json!({"enabled": true}));
    let step = |key: &str, offset: &Value| {
        let body = wanted(offset);
        let answer = world.owner.change_once(key, "POST", &path, Some(&body));
        assert_eq!(answer.status, 202, "{}", answer.text());
        answer
    };
    let first = step("range-1", &Value::Null);
    let shown = first.json();
    assert_eq!(shown["subscription_id"], webhook.id.as_str());
    assert_eq!(
        (&shown["queued"], &shown["refused"]),
        (&json!(100), &json!(0))
    );
    let repeated = step("range-1", &Value::Null);
    assert_eq!(repeated.header("idempotent-replayed"), Some("true"));
    assert_eq!(repeated.text(), first.text());
    let last = step("range-2", &shown["next_offset"]).json();
    let expected = json!({
        "subscription_id": webhook.id, "queued": 31, "refused": 0, "next_offset": null,
    });
    assert_eq!(last, expected);
    // each once more, by the window of the endpoint
    world.receiver.wait_for("/hook", 1 + 131);
    let delivery = world.owner.ended(text(&failed, "id"));
    assert_eq!(outcomes(&delivery), [json!(404), json!(200)]);
    assert_eq!(delivery["manual_replays"], 1);
    let nothing = world.owner.post(&path, &wanted(&Value::Null)).json();
    assert_eq!(
        (&nothing["queued"], &nothing["next_offset"]),
        (&json!(0), &Value::Null)
    );
}

/// Makes so many copies of the one delivery that there is, with its event.
fn copies(backend: Backend, count: u32) -> String {
    // an id of each is made of its number
    let (id, numbers) = match backend {
        Backend::Sqlite => (
            "'00000000-0000-0000-0000-' || printf('%012x', n.n)",
            format!(
                "(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count}) SELECT n FROM n)"
            ),
        ),
        Backend::Postgres => (
            "CAST('00000000-0000-0000-0000-' || lpad(to_hex(n.n), 12, '0') AS uuid)",
            format!("(SELECT n FROM generate_series(1, {count}) AS n)"),
        ),
    };
    format!(
        "INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, version, status, attempts, \
             cycle_attempts, replays, last_error, created_at, updated_at) \
         SELECT {id}, d.subscription_no, d.workspace_no, d.event_id, d.kind, d.version, d.status, d.attempts, \
             d.cycle_attempts, d.replays, d.last_error, d.created_at, d.updated_at \
         FROM deliveries d, {numbers} AS n"
    )
}

fn rfc3339(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).expect("an instant")
}
