//! Price watches fire, and their events go to every webhook that asks for them.

use serde_json::{Value, json};
use tests::watching::{PRODUCT, by_mail, by_webhook, created, id};
use tests::webhook_receiver::{Received, Step, status, status_with};
use tests::webhooks::{Webhook, World, attempts, instant, listed, outcomes, owning, text};
use tests::{Backend, now, wait_for};

crate::on_both_stores!(
    a_watch_that_fires_is_told_to_every_webhook_that_asks_for_it,
    what_is_not_true_any_more_is_cancelled_and_told_anew,
    an_attempt_that_runs_while_the_price_changes_cannot_be_called_back,
    only_what_is_still_true_is_replayed,
);

/// A product for 100.00, and a watch of it.
fn start(backend: Backend) -> (World, Value) {
    let world = World::new(backend);
    assert_eq!(price(&world, "100.00"), 0);
    let watch = wait_for("the product", || {
        let answer = world.owner.client().create(&by_webhook(95));
        (answer.status == 201).then(|| created(&answer))
    });
    (world, watch)
}

fn price(world: &World, price: &str) -> u64 {
    tests::watching::price(&world.deployment, price)
}

/// The first request for a target.
fn first(world: &World, target: &str) -> Received {
    world.receiver.wait_for(target, 1).remove(0)
}

/// The id of the delivery that a request belongs to.
fn delivery_of(received: &Received) -> &str {
    received.header("x-webhook-delivery")
}

/// The price that a request tells of.
fn told(received: &Received) -> Value {
    received.json()["data"]["current_price"].clone()
}

fn a_watch_that_fires_is_told_to_every_webhook_that_asks_for_it(backend: Backend) {
    let (world, watch) = start(backend);
    let owner = &world.owner;
    let targets = ["/first", "/second", "/second?again=1"];
    let webhooks = targets.map(|target| world.webhook(target));
    let paused = world.webhook("/paused");
    owner.patch(&paused, &json!({"enabled": false}));
    let tests_only = world.webhook("/tests-only");
    owner.patch(&tests_only, &json!({"events": ["webhook.test"]}));
    let removed = world.webhook("/removed");
    owner.remove(&removed);
    let tester = world.deployment.key("test", &tests::webhooks::SCOPES);
    let tester = world.service.owner(&tester);
    tester.register(&world.receiver.url("/test-mode"));
    let stranger = world.service.owner(&owning(&world.deployment, "stranger"));
    stranger.register(&world.receiver.url("/stranger"));
    // a watch by mail is told to no webhook
    created(
        &owner
            .client()
            .create(&by_mail("95", "ann@customer.example")),
    );

    let before = now();
    assert_eq!(price(&world, "89.90"), 2);
    let after = now();
    let received = targets.map(|target| first(&world, target));
    let body = received[0].json();
    let (event, revision) = (text(&body, "id"), text(&body["data"], "source_revision"));
    assert_eq!(uuid::Uuid::try_parse(event).unwrap().to_string(), event);
    assert_eq!(
        uuid::Uuid::try_parse(revision).unwrap().to_string(),
        revision
    );
    let watch = id(&watch);
    let shown_at = text(&body, "created_at");
    let at = instant(&body, "created_at");
    assert!(before <= at && at <= after, "{before} {at} {after}");
    let expected = format!(
        "{{\"id\":\"{event}\",\"type\":\"watchlist.triggered\",\"created_at\":\"{shown_at}\",\
         \"mode\":\"live\",\"data\":{{\"watch_id\":\"{watch}\",\
         \"canonical_product_id\":\"{PRODUCT}\",\"product_name\":\"Nova X2 128GB\",\
         \"target_price\":95,\"current_price\":89.9,\"store\":\"Store One\",\
         \"source_revision\":\"{revision}\",\"observed_at\":\"{shown_at}\"}}}}"
    );
    for (request, webhook) in received.iter().zip(&webhooks) {
        assert_eq!(str::from_utf8(&request.body).unwrap(), expected);
        assert!(request.is_signed_with(&webhook.secret));
        assert_eq!(request.header("idempotency-key"), event);
        assert_eq!(request.header("x-webhook-event"), "watchlist.triggered");
        let delivery = owner.ended(delivery_of(request));
        assert_eq!(delivery["status"], "delivered", "{delivery}");
        assert_eq!(delivery["event_id"], event);
        assert_eq!(delivery["event_type"], "watchlist.triggered");
        assert_eq!(delivery["subscription_id"], webhook.id.as_str());
        assert_eq!(delivery["payload"], expected);
        assert_eq!(owner.deliveries(webhook), [listed(&delivery)]);
    }
    for silent in [&paused, &tests_only] {
        assert!(owner.deliveries(silent).is_empty());
    }
    // who comes later is told nothing of the past
    let late = world.webhook("/late");
    assert_eq!(price(&world, "89.00"), 0, "it fired already");
    assert_eq!(price(&world, "100.00"), 0);
    assert_eq!(price(&world, "94.00"), 2);
    let again = first(&world, "/late");
    assert_eq!(told(&again), 94);
    assert_eq!(owner.deliveries(&late).len(), 1);
    for target in targets {
        let received = world.receiver.wait_for(target, 2);
        assert_eq!(received.len(), 2);
        assert_eq!(received[1].body, again.body);
        assert_ne!(received[1].header("idempotency-key"), event);
    }
    for target in [
        "/paused",
        "/tests-only",
        "/removed",
        "/test-mode",
        "/stranger",
    ] {
        assert!(world.receiver.received(target).is_empty(), "{target}");
    }
}

/// A webhook whose next delivery waits for an hour; that delivery, of this price.
fn waiting(world: &World, webhook: &Webhook, asked: &str) -> Value {
    let seen = world.receiver.received("/hook").len();
    let wait = status_with(503, "Retry-After: 3600\r\n");
    world.receiver.then("/hook", wait);
    assert_eq!(price(world, asked), 1);
    let received = world.receiver.wait_for("/hook", seen + 1);
    let delivery = world.owner.attempted(delivery_of(&received[seen]), 1);
    assert_eq!(delivery["subscription_id"], webhook.id.as_str());
    delivery
}

fn what_is_not_true_any_more_is_cancelled_and_told_anew(backend: Backend) {
    let (world, _) = start(backend);
    let webhook = world.webhook("/hook");
    let waits = waiting(&world, &webhook, "90.00");
    let id = text(&waits, "id");
    assert_eq!(price(&world, "90.00"), 0);
    let same = world.owner.delivery(id);
    assert_eq!(
        same["status"], "pending",
        "the same price is no news: {same}"
    );

    assert_eq!(price(&world, "88.00"), 0, "it is below already");
    let cancelled = world.owner.ended(id);
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    assert_eq!(cancelled["last_error_code"], "source_superseded");
    let received = world.receiver.wait_for("/hook", 2);
    let (old, new) = (received[0].json(), received[1].json());
    assert_eq!(new["data"]["current_price"], 88);
    assert_ne!(old["id"], new["id"]);
    assert_eq!(old["data"]["watch_id"], new["data"]["watch_id"]);
    assert_ne!(
        old["data"]["source_revision"],
        new["data"]["source_revision"]
    );
    let delivery = world.owner.ended(delivery_of(&received[1]));
    assert_eq!(delivery["status"], "delivered", "{delivery}");
    assert_ne!(delivery["id"], id);

    // dear again: there is nothing to tell
    assert_eq!(price(&world, "100.00"), 0);
    let waits = waiting(&world, &webhook, "91.00");
    assert_eq!(price(&world, "99.00"), 0);
    let cancelled = world.owner.ended(text(&waits, "id"));
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    assert_eq!(cancelled["last_error_code"], "source_superseded");
    assert_eq!(world.owner.deliveries(&webhook).len(), 3);
    assert_eq!(world.receiver.received("/hook").len(), 3);
}

fn an_attempt_that_runs_while_the_price_changes_cannot_be_called_back(backend: Backend) {
    let (world, _) = start(backend);
    for (target, code) in [("/good", 200), ("/bad", 500)] {
        world.webhook(target);
        let mut reply = vec![Step::Hold];
        reply.extend(status(code));
        world.receiver.then(target, reply);
    }
    assert_eq!(price(&world, "90.00"), 1);
    let [good, bad] = ["/good", "/bad"].map(|target| first(&world, target));
    assert_eq!(price(&world, "88.00"), 0);
    world.receiver.release("/good", 1);
    world.receiver.release("/bad", 1);
    let delivered = world.owner.ended(delivery_of(&good));
    assert_eq!(delivered["status"], "delivered", "{delivered}");
    let cancelled = world.owner.ended(delivery_of(&bad));
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    assert_eq!(cancelled["last_error_code"], "source_superseded");
    assert_eq!(outcomes(&cancelled), [json!(500)]);
    let received = world.receiver.wait_for("/bad", 2);
    assert_eq!(told(&received[1]), 88);
    let anew = world.owner.ended(delivery_of(&received[1]));
    assert_eq!(anew["status"], "delivered", "{anew}");
    let ended = instant(&attempts(&cancelled)[0], "finished_at");
    assert!(instant(&attempts(&anew)[0], "started_at") >= ended);
    assert_eq!(world.receiver.received("/bad").len(), 2);
    assert_eq!(world.receiver.received("/good").len(), 1, "it was told");
}

fn only_what_is_still_true_is_replayed(backend: Backend) {
    let (world, _) = start(backend);
    world.webhook("/hook");
    world.receiver.then("/hook", status(403));
    world.receiver.then("/hook", status(403));
    assert_eq!(price(&world, "90.00"), 1);
    let received = first(&world, "/hook");
    let id = delivery_of(&received);
    assert_eq!(world.owner.ended(id)["status"], "failed");
    assert_eq!(world.owner.replay(id).status, 202);
    let failed = world.owner.attempted(id, 2);
    assert_eq!(failed["status"], "failed", "{failed}");
    assert_eq!(price(&world, "88.00"), 0);
    let refused = (409, "source_not_current".to_owned());
    assert_eq!(world.owner.replay(id).refusal(), refused);
    let failed = world.owner.delivery(id);
    assert_eq!(failed["manual_replays"], 1, "{failed}");
    let received = world.receiver.received("/hook");
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].body, received[1].body);
}
