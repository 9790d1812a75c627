//! What becomes of deliveries when the schema of their store is brought up to date.

use serde_json::{Value, json};
use tests::Backend;
use tests::webhook_receiver::{Step, status, status_with};
use tests::webhooks::{World, outcomes};

crate::on_both_stores!(a_store_of_before_the_queue_keeps_its_deliveries);

const TO_SQLITE: &str =
    include_str!("../../../migrations/sqlite/2026-11-24-000150_delivery_queue/down.sql");
const TO_POSTGRES: &str =
    include_str!("../../../migrations/postgres/2026-11-24-000150_delivery_queue/down.sql");

fn a_store_of_before_the_queue_keeps_its_deliveries(backend: Backend) {
    let mut world = World::new(backend);
    let [good, slow] = ["/hook", "/slow"].map(|target| world.webhook(target));
    let done = world.deliver(&good);
    let wait = status_with(503, "Retry-After: 3600\r\n");
    world.receiver.then("/slow", wait);
    let waits = world.owner.test(&slow);
    let waiting = world.owner.attempted(&waits, 1);
    let mut held = vec![Step::Hold];
    held.extend(status(200));
    world.receiver.then("/hook", held);
    let runs = world.owner.test(&good);
    let is_sending = |delivery: &Value| delivery["status"] == "sending";
    let running = world.owner.delivery_when(&runs, is_sending);
    // what is held is this attempt, not the one of the next process
    world.receiver.wait_for("/hook", 2);
    let counted = |world: &World| {
        let mut metrics = world.owner.shown("/v1/webhook-metrics");
        for of_now in ["oldest_pending_seconds", "generated_at"] {
            metrics[of_now].take();
        }
        metrics
    };
    let figures = counted(&world);
    world.service.kill();
    let back = match backend {
        Backend::Sqlite => TO_SQLITE,
        Backend::Postgres => TO_POSTGRES,
    };
    world.deployment.sql(&format!(
        "{back}; DELETE FROM __diesel_schema_migrations WHERE version = '20261124000150'"
    ));
    for (open, what) in [
        (1, "deliveries WHERE status = 'sending' AND attempts = 1"),
        (
            1,
            "deliveries WHERE status = 'pending' AND due_at > updated_at",
        ),
        (1, "attempts WHERE finished_at IS NULL"),
    ] {
        let found = format!("SELECT CAST(count(*) AS text) AS line FROM {what}");
        assert_eq!(world.deployment.number(&found), open, "{what}");
    }
    world.serve();
    let id = |delivery: &Value| delivery["id"].as_str().expect("an id").to_owned();
    for before in [&done, &waiting, &running] {
        assert_eq!(world.owner.delivery(&id(before)), *before);
    }
    assert_eq!(counted(&world), figures);
    world
        .deployment
        .sql("UPDATE delivery_queue SET due_at = created_at");
    let [run, waited] = [&runs, &waits].map(|id| world.owner.ended(id));
    assert_eq!(outcomes(&run), [json!("lease_expired"), json!(200)]);
    assert_eq!(outcomes(&waited), [json!(503), json!(200)]);
}
