//! What an owner does with webhooks, and what becomes of what waits.

use serde_json::{Value, json};
use tests::webhook_receiver::{Step, status, status_with};
use tests::webhooks::{
    DELIVERIES, SCOPES, WEBHOOKS, World, attempts, input, instant, outcomes, registered, text,
};
use tests::{Backend, wait_for};
use time::Duration;

crate::on_both_stores!(
    a_paused_webhook_keeps_what_waits_until_it_is_resumed,
    another_url_or_filter_cancels_what_waits,
    what_is_being_sent_ends_as_it_would_unless_it_fails,
    a_removed_webhook_is_gone_and_what_waited_is_cancelled,
    a_webhook_is_tested_once_in_an_interval,
    a_creation_is_replayed_with_its_secret_to_its_own_key_only,
    test_keys_have_webhooks_of_their_own_that_nothing_is_sent_to,
    a_workspace_sees_its_own_webhooks_only,
    lists_are_read_page_by_page_while_rows_arrive,
);

const UNKNOWN: &str = "wh_0123456789abcdef0123456789abcdef";

/// A delivery that waits for an hour, after one attempt.
fn waiting(world: &World, webhook: &tests::webhooks::Webhook, target: &str) -> String {
    world
        .receiver
        .then(target, status_with(503, "Retry-After: 3600\r\n"));
    let id = world.owner.test(webhook);
    world.owner.attempted(&id, 1);
    id
}

fn a_paused_webhook_keeps_what_waits_until_it_is_resumed(backend: Backend) {
    let world = World::with(backend, &[("PCS_WEBHOOK_COOLDOWN_PERMANENT", "1h")]);
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(400));
    assert_eq!(world.deliver(&webhook)["status"], "failed");
    let id = world.owner.test(&webhook);
    let paused = world.owner.patch(&webhook, &json!({"enabled": false}));
    assert_eq!(paused["enabled"], false);
    assert_eq!(world.owner.delivery(&id)["status"], "pending");
    let refused = (409, "webhook_disabled".to_owned());
    assert_eq!(world.owner.ask_for_test(&webhook).refusal(), refused);
    let resumed = world.owner.patch(&webhook, &json!({"enabled": true}));
    assert_eq!(resumed["enabled"], true);
    assert_eq!(resumed["cooldown_until"], Value::Null, "resuming ends it");
    let delivery = world.owner.ended(&id);
    assert_eq!(delivery["status"], "delivered");
    let resumed_at = instant(&resumed, "updated_at");
    assert!(instant(&attempts(&delivery)[0], "started_at") >= resumed_at);
    assert_eq!(world.receiver.received("/hook").len(), 2);
}

fn another_url_or_filter_cancels_what_waits(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let first = waiting(&world, &webhook, "/hook");
    // what is the same when it is written otherwise changes nothing
    let same = json!({
        "url": "https://HOOKS.receiver.test:443/hook",
        "events": ["watchlist.triggered", "watchlist.triggered"],
    });
    let unchanged = world.owner.patch(&webhook, &same);
    assert_eq!(unchanged["url"], world.receiver.url("/hook"));
    assert_eq!(world.owner.delivery(&first)["status"], "pending");
    let elsewhere = world.receiver.url("/elsewhere");
    let moved = world.owner.patch(&webhook, &json!({"url": elsewhere}));
    assert_eq!(moved["url"], elsewhere);
    let cancelled = world.owner.delivery(&first);
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    assert_eq!(cancelled["last_error_code"], "subscription_changed");
    assert_eq!(cancelled["next_attempt_at"], Value::Null);
    let refused = (409, "delivery_not_replayable".to_owned());
    assert_eq!(world.owner.replay(&first).refusal(), refused);

    let second = waiting(&world, &webhook, "/elsewhere");
    let events = json!({"events": ["webhook.test", "watchlist.triggered"]});
    world.owner.patch(&webhook, &events);
    let cancelled = world.owner.delivery(&second);
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    let delivered = world.deliver(&webhook);
    assert_eq!(delivered["status"], "delivered");
    assert_eq!(world.receiver.received("/hook").len(), 1);
    assert_eq!(world.receiver.received("/elsewhere").len(), 2);
}

fn what_is_being_sent_ends_as_it_would_unless_it_fails(backend: Backend) {
    let world = World::new(backend);
    let answers = [("/good", 200, "delivered"), ("/bad", 500, "cancelled")];
    for (target, code, ends) in answers {
        let webhook = world.webhook(target);
        let mut reply = vec![Step::Hold];
        reply.extend(status(code));
        world.receiver.then(target, reply);
        let id = world.owner.test(&webhook);
        world.receiver.wait_for(target, 1);
        assert_eq!(world.owner.delivery(&id)["status"], "sending");
        let url = world.receiver.url("/elsewhere");
        world.owner.patch(&webhook, &json!({"url": url}));
        world.receiver.release(target, 1);
        let delivery = world.owner.ended(&id);
        assert_eq!(delivery["status"], ends, "{delivery}");
        assert_eq!(outcomes(&delivery), [json!(code)]);
    }
    assert!(world.receiver.received("/elsewhere").is_empty());
}

fn a_removed_webhook_is_gone_and_what_waited_is_cancelled(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let kept = world.webhook("/kept");
    let id = waiting(&world, &webhook, "/hook");
    world.owner.remove(&webhook);
    let cancelled = world.owner.delivery(&id);
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    assert_eq!(cancelled["last_error_code"], "subscription_deleted");
    let gone = (404, "not_found".to_owned());
    assert_eq!(world.owner.get(&webhook.path()).refusal(), gone);
    assert_eq!(world.owner.ask_for_test(&webhook).refusal(), gone);
    let change = json!({"enabled": true});
    let changed = world.owner.change("PATCH", &webhook.path(), Some(&change));
    assert_eq!(changed.refusal(), gone);
    let removed = world.owner.change("DELETE", &webhook.path(), None);
    assert_eq!(removed.refusal(), gone);
    let list = world.owner.shown(WEBHOOKS);
    assert_eq!(list["total"], 1, "{list}");
    assert_eq!(list["items"][0]["id"], kept.id.as_str());
}

fn a_webhook_is_tested_once_in_an_interval(backend: Backend) {
    let world = World::with(backend, &[("PCS_WEBHOOK_TEST_INTERVAL", "30s")]);
    let webhook = world.webhook("/hook");
    let path = format!("{}/test", webhook.path());
    let confirm = json!({"confirm": true});
    let once = |key: &str| world.owner.change_once(key, "POST", &path, Some(&confirm));
    let first = once("first");
    assert_eq!(first.status, 202, "{}", first.text());
    let refused = once("second");
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    let replayed = once("first");
    assert_eq!((replayed.status, replayed.text()), (202, first.text()));
    assert_eq!(replayed.header("idempotent-replayed"), Some("true"));
    // another endpoint has an interval of its own
    let other = world.webhook("/other");
    assert_eq!(world.deliver(&other)["status"], "delivered");
    for unconfirmed in [
        json!({}),
        json!({"confirm": false}),
        json!({"confirm": "true"}),
    ] {
        let answer = world.owner.post(&path, &unconfirmed);
        let refused = (400, "validation_error".to_owned());
        assert_eq!(answer.refusal(), refused, "{unconfirmed}");
    }
    assert_eq!(world.owner.deliveries(&webhook).len(), 1);
}

fn a_creation_is_replayed_with_its_secret_to_its_own_key_only(backend: Backend) {
    let mut world = World::new(backend);
    let body = input(&world.receiver.url("/hook"));
    let first = world
        .owner
        .change_once("create", "POST", WEBHOOKS, Some(&body));
    let webhook = registered(&first);
    assert_eq!(first.header("location"), Some(webhook.path().as_str()));
    let second_key = world.deployment.key("live", &SCOPES);
    world.restart();
    for _ in 0..2 {
        let again = world
            .owner
            .change_once("create", "POST", WEBHOOKS, Some(&body));
        assert_eq!((again.status, again.text()), (201, first.text()));
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.header("location"), first.header("location"));
    }
    let reused = (422, "idempotency_key_reused".to_owned());
    let colleague = world.service.owner(&second_key);
    let harvested = colleague.change_once("create", "POST", WEBHOOKS, Some(&body));
    assert_eq!(harvested.refusal(), reused);
    let other = input(&world.receiver.url("/other"));
    let changed = world
        .owner
        .change_once("create", "POST", WEBHOOKS, Some(&other));
    assert_eq!(changed.refusal(), reused);
    let keyless = world
        .owner
        .client()
        .ask("POST", WEBHOOKS, &[], Some(&body.to_string()));
    assert_eq!(keyless.refusal(), (400, "validation_error".to_owned()));
    assert_eq!(world.owner.shown(WEBHOOKS)["total"], 1);
    // a colleague sees all but the secret
    let seen = colleague.webhook(&webhook);
    assert_eq!(seen["id"], webhook.id.as_str());
    assert!(!seen.to_string().contains("secret"), "{seen}");
    assert_eq!(world.deliver(&webhook)["status"], "delivered");
    let received = &world.receiver.received("/hook")[0];
    assert!(received.is_signed_with(&webhook.secret));
}

fn test_keys_have_webhooks_of_their_own_that_nothing_is_sent_to(backend: Backend) {
    let world = World::new(backend);
    let live = world.webhook("/live");
    let key = world.deployment.key("test", &SCOPES);
    let tester = world.service.owner(&key);
    let webhook = tester.register(&world.receiver.url("/test"));
    assert_eq!(tester.webhook(&webhook)["mode"], "test");
    let refused = (403, "live_key_required".to_owned());
    assert_eq!(tester.ask_for_test(&webhook).refusal(), refused);
    let unknown = "whd_0123456789abcdef0123456789abcdef";
    assert_eq!(tester.replay(unknown).refusal(), refused);
    let rotation = tester.change("POST", &format!("{}/secret-rotation", webhook.path()), None);
    assert_eq!(rotation.status, 201, "{}", rotation.text());
    for (owner, own, foreign) in [(&tester, &webhook, &live), (&world.owner, &live, &webhook)] {
        let list = owner.shown(WEBHOOKS);
        assert_eq!(
            (&list["total"], &list["items"][0]["id"]),
            (&json!(1), &json!(own.id))
        );
        let answer = owner.get(&foreign.path());
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()));
    }
    assert_eq!(world.deliver(&live)["status"], "delivered");
    assert_eq!(tester.shown(DELIVERIES)["total"], 0);
    assert_eq!(tester.shown("/v1/webhook-metrics")["total"], 0);
    let actions: Vec<String> = tester
        .audit()
        .into_iter()
        .map(|(action, _)| action)
        .collect();
    assert!(
        actions.contains(&"webhook.create".to_owned()),
        "{actions:?}"
    );
    tester.remove(&webhook);
    assert!(world.receiver.received("/test").is_empty());
}

fn a_workspace_sees_its_own_webhooks_only(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let delivery = world.deliver(&webhook);
    let stranger_key = tests::webhooks::owning(&world.deployment, "stranger");
    let stranger = world.service.owner(&stranger_key);
    let unentitled = world.deployment.key_in("poor", "live", &SCOPES);
    let unentitled = world.service.owner(&unentitled);
    let reader = world
        .deployment
        .key("live", &["webhooks:read", "catalog:read"]);
    let reader = world.service.owner(&reader);
    let input = input(&world.receiver.url("/theirs"));
    let answer = unentitled.post(WEBHOOKS, &input);
    assert_eq!(answer.refusal(), (403, "entitlement_required".to_owned()));
    let answer = reader.post(WEBHOOKS, &input);
    assert_eq!(answer.refusal(), (403, "insufficient_scope".to_owned()));
    assert_eq!(reader.shown(WEBHOOKS)["total"], 1, "it may look");

    let no_such = |path: &str| {
        let path = path.replace(&webhook.id, UNKNOWN);
        let mut body = stranger.get(&path).json();
        body["request_id"] = Value::Null;
        body
    };
    let delivery_path = format!("{DELIVERIES}/{}", text(&delivery, "id"));
    let of_webhook = format!("{DELIVERIES}?subscription_id={}", webhook.id);
    for path in [&webhook.path(), &of_webhook, &delivery_path] {
        let answer = stranger.get(path);
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()), "{path}");
        let mut body = answer.json();
        body["request_id"] = Value::Null;
        assert_eq!(body, no_such(path), "{path}");
    }
    for (method, path, body) in [
        ("PATCH", webhook.path(), Some(json!({"enabled": false}))),
        ("DELETE", webhook.path(), None),
        (
            "POST",
            format!("{}/test", webhook.path()),
            Some(json!({"confirm": true})),
        ),
        ("POST", format!("{}/secret-rotation", webhook.path()), None),
        ("POST", format!("{delivery_path}/retry"), None),
    ] {
        let answer = stranger.change(method, &path, body.as_ref());
        assert_eq!(
            answer.refusal(),
            (404, "not_found".to_owned()),
            "{method} {path}"
        );
    }
    for path in [WEBHOOKS, DELIVERIES, "/v1/webhook-metrics"] {
        assert_eq!(stranger.shown(path)["total"], 0, "{path}");
    }
    assert!(stranger.audit().is_empty());
    assert_eq!(world.owner.webhook(&webhook)["enabled"], true);
    let audit = world.owner.shown("/v1/webhook-audit");
    let actor = text(&audit["items"][0], "actor");
    assert!(
        actor.starts_with("akr_") && !actor.contains(&world.key.id),
        "{actor}"
    );
}

fn lists_are_read_page_by_page_while_rows_arrive(backend: Backend) {
    let world = World::new(backend);
    let webhook = world.webhook("/hook");
    let mut ids: Vec<String> = (0..7).map(|_| world.owner.test(&webhook)).collect();
    ids.reverse();
    let mut seen = Vec::new();
    let mut offset = String::new();
    loop {
        let page = world.owner.shown(&format!("{DELIVERIES}?limit=2{offset}"));
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= 2);
        seen.extend(items.iter().map(|item| text(item, "id").to_owned()));
        // what comes meanwhile moves nothing
        world.owner.test(&webhook);
        match page["next_offset"].as_i64() {
            Some(next) => offset = format!("&offset={next}"),
            None => break,
        }
    }
    assert_eq!(seen, ids);
    let metrics = wait_for("the end of all", || {
        let metrics = world.owner.shown("/v1/webhook-metrics");
        (metrics["by_status"]["delivered"] == metrics["total"]).then_some(metrics)
    });
    assert_eq!(metrics["total"], world.owner.deliveries(&webhook).len());
    assert_eq!(metrics["success_rate"], 1);
    let generated = instant(&metrics, "generated_at");
    assert!((tests::now() - generated).abs() < Duration::seconds(30));
}
