//! How PostgreSQL finds deliveries.

use tests::webhooks::World;
use tests::{Backend, wait_for};

/// The server learns of the queue while it is empty, and takes reading all of it for the cheapest, whoever works on it or
/// looks at a delivery; plans are kept when it is long.
#[test]
fn the_queue_is_not_read_from_end_to_end_for_a_delivery() {
    let mut world = World::new(Backend::Postgres);
    let webhook = world.webhook("/hook");
    world.deployment.sql("ANALYZE delivery_queue");
    for _ in 0..40 {
        let id = world.owner.test(&webhook);
        assert_eq!(world.owner.ended(&id)["status"], "delivered");
    }
    // a session tells what it did when it ends, at the latest
    world.service.kill();
    let scans = |kind: &str| {
        let sum = format!("SELECT CAST(sum({kind}) AS text) AS line FROM pg_stat_user_tables");
        let of_queue = "WHERE relname = 'delivery_queue'";
        world.deployment.number(&format!("{sum} {of_queue}"))
    };
    wait_for("what was done", || (scans("idx_scan") >= 40).then_some(()));
    let (by_index, whole) = (scans("idx_scan"), scans("seq_scan"));
    assert!(whole * 10 < by_index, "{whole} of {by_index}");
}
