//! Deliveries that come after a while in which there were none, which the server has noticed.

use std::collections::HashMap;

use domain::webhook::Policy;
use domain::webhook::delivery::Verdict;
use domain::webhook::fair::DeliveryCapacity;
use domain::webhook::window::Window;
use ports_store::{AccessStore, DeliveryStore, FinishedAttempt, LeasedDelivery, WorkspaceChange};

use super::{NOW, TICK, rows_in_the_end, store};

/// Ten endpoints. The queue and the deliveries were long, and are empty but for their room when the server looks; then 8,000 wait.
const AFTER_A_QUIET_TIME: &str = "INSERT INTO subscriptions (id, workspace_no, mode, url, events, enabled, version, secret, \
        secret_key, failures, created_at, updated_at) \
    SELECT gen_random_uuid(), w.no, 'live', 'https://shop.example/hook', '[\"watchlist.triggered\"]', true, 1, '', '', 0, now(), now() \
    FROM workspaces w, generate_series(1, 10) n; \
    CREATE VIEW waiting AS SELECT n AS no, gen_random_uuid() AS id, s.no AS subscription_no, s.workspace_no \
    FROM generate_series(1, 20000) n JOIN (SELECT s.*, row_number() OVER (ORDER BY no) AS place FROM subscriptions s) s \
        ON s.place = 1 + n % 10; \
    INSERT INTO events (id, kind, workspace_no, watch_id, channel, product_no, revision, source_revision, payload, created_at) \
    SELECT gen_random_uuid(), 'watchlist.triggered', w.no, gen_random_uuid(), 'webhook', 1, 1, gen_random_uuid(), '{}', now() \
    FROM workspaces w; \
    CREATE PROCEDURE wait_for_workers(first bigint, last bigint) LANGUAGE sql AS $$ \
        INSERT INTO deliveries (no, id, subscription_no, workspace_no, event_id, kind, version, status, attempts, \
            cycle_attempts, replays, created_at, updated_at) \
        SELECT w.no, w.id, subscription_no, w.workspace_no, e.id, e.kind, 1, 'pending', 0, 0, 0, '2026-01-01', '2026-01-01' \
        FROM waiting w, events e WHERE w.no BETWEEN first AND last; \
        INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, due_at, attempts, cycle_attempts, created_at) \
        SELECT no, subscription_no, workspace_no, 1, '2026-01-01', 0, 0, '2026-01-01' FROM waiting w WHERE w.no BETWEEN first AND last $$; \
    CALL wait_for_workers(8001, 20000); \
    DELETE FROM delivery_queue WHERE delivery_no < 20000; DELETE FROM deliveries WHERE no < 20000";

/// How many entries of their indexes were read.
const ENTRIES: &str = "SELECT sum(idx_tup_read)::bigint AS rows FROM pg_stat_user_indexes \
    WHERE relname IN ('delivery_queue', 'deliveries')";

fn delivered(leased: &LeasedDelivery) -> FinishedAttempt {
    FinishedAttempt {
        no: leased.no,
        endpoint: leased.endpoint,
        attempt: leased.attempt,
        started_at: NOW,
        finished_at: NOW,
        http_status: Some(200),
        verdict: Verdict::Acknowledged,
        spread: 0,
        excerpt: None,
    }
}

/// Each delivery that is taken and recorded is looked up by its number, though the server believes that there is one at most: not all
/// that wait are gone through, and compared with all of these.
#[tokio::test]
async fn a_queue_that_was_empty_is_read_by_its_indexes() {
    let (database, store) = store().await;
    let change = WorkspaceChange::default();
    store.save_workspace("Shop", &change).await.unwrap();
    database.execute(AFTER_A_QUIET_TIME).await;
    database.execute("VACUUM ANALYZE delivery_queue").await;
    database.execute("VACUUM ANALYZE deliveries").await;
    database
        .execute("CALL wait_for_workers(1, 8000); SELECT pg_stat_reset()")
        .await;
    let places = DeliveryCapacity {
        free: 1_000,
        free_for_unproven: 1_000,
        per_workspace: 1_000,
        taken: HashMap::new(),
        windows: HashMap::new(),
        unknown: Window::OPEN,
    };
    let leased = store.lease_due(NOW, NOW + TICK, &places).await.unwrap();
    let finished: Vec<_> = leased.iter().map(delivered).collect();
    let recorded = store.record(&finished, &Policy::default(), NOW).await;
    let recorded = i64::try_from(recorded.unwrap()).unwrap();
    assert!(recorded >= 100, "{recorded}");
    drop(store);
    let read = rows_in_the_end(&database, ENTRIES).await;
    assert!(
        read < 20 * recorded,
        "{read} entries for {recorded} deliveries"
    );
}
