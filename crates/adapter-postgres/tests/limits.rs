//! Reads, writes and work have connections and times of their own, and what exceeds one says so.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use adapter_postgres::testing::{ScratchDatabase, migrated_database};
use adapter_postgres::{Connections, KeyUse, PostgresStore};
use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use domain::access::{Mode, Tenant};
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use ports_store::{
    AccessStore, CatalogueReader, CatalogueWriter, CommandContext, Deployment, IdempotencyClaim,
    OpenSnapshot, SnapshotStore, StoreError, WebhookCommand, WebhookStore, WorkspaceChange,
};
use time::macros::datetime;
use uuid::Uuid;

const SHORT: Duration = Duration::from_millis(50);

/// A store whose connections, one for each, have other limits than a service.
async fn limited(limit: impl FnOnce(&mut Connections)) -> (ScratchDatabase, PostgresStore) {
    let database = migrated_database().await;
    let mut connections = Connections::of(1, 1);
    limit(&mut connections);
    let store = PostgresStore::connect_as(&database.url, connections, KeyUse::Remembered).await;
    (database, store.unwrap())
}

/// Keeps what the statement locks until the connection is dropped.
async fn hold(database: &ScratchDatabase, lock: &str) -> AsyncPgConnection {
    let mut connection = AsyncPgConnection::establish(&database.direct)
        .await
        .unwrap();
    let lock = format!("BEGIN; {lock}");
    connection.batch_execute(&lock).await.unwrap();
    connection
}

/// Waits until so many sessions of the database wait for a lock.
async fn somebody_waits(database: &ScratchDatabase) {
    let waits = format!(
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity \
             WHERE datname = '{}' AND wait_event_type = 'Lock') \
         LOOP PERFORM pg_sleep(0.01); PERFORM pg_stat_clear_snapshot(); END LOOP; END $$",
        database.name()
    );
    database.on_server(&waits).await;
}

fn timed_out<T>(done: Result<T, StoreError>, why: &str) {
    let says = |error: &StoreError| error.to_string().contains(why);
    assert!(
        matches!(&done, Err(error @ StoreError::TimedOut(_)) if says(error)),
        "{:?}",
        done.err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn work_takes_no_connection_from_reads() {
    let (database, store) = limited(|connections| {
        connections.working.connection = SHORT;
        connections.writing.connection = SHORT;
    })
    .await;
    let keeper = hold(&database, "SELECT 1 FROM catalogue_state FOR UPDATE").await;
    let worker = store.for_work();
    let working = tokio::spawn(async move {
        let currency = domain::money::Currency::parse("EUR").unwrap();
        worker.claim_deployment(Deployment { currency }).await
    });
    somebody_waits(&database).await;
    assert!(store.list(None, 10).await.unwrap().is_empty());
    assert!(store.list_keys(None).await.unwrap().is_empty());
    let change = WorkspaceChange::default();
    timed_out(store.save_workspace("w", &change).await, "busy");
    timed_out(store.for_work().list(None, 10).await, "busy");
    drop(keeper);
    working.await.unwrap().unwrap();
    store.save_workspace("w", &change).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_takes_too_long_is_ended() {
    let (database, store) = limited(|connections| connections.reading.statement = SHORT).await;
    let mut keeper = hold(&database, "LOCK TABLE products IN ACCESS EXCLUSIVE MODE").await;
    timed_out(store.list(None, 10).await, "a statement took longer");
    keeper.batch_execute("ROLLBACK").await.unwrap();
    let usual = PostgresStore::connect(&database.url, 1).await.unwrap();
    assert!(usual.list(None, 10).await.unwrap().is_empty());
}

/// A lock of another transaction is not taken for that of a request with the same key, before and after the
/// key's own lock was waited for.
#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_is_waited_for_in_vain_is_no_twin() {
    let (database, store) = limited(|connections| connections.writing.lock = SHORT).await;
    let change = WorkspaceChange::default();
    let workspace = store.save_workspace("w", &change).await.unwrap().no;
    let tenant = Tenant {
        workspace,
        mode: Mode::Live,
    };
    let now = datetime!(2026-03-01 12:00 UTC);
    let context = CommandContext {
        tenant,
        actor: "akr_1".to_owned(),
        entry: Uuid::nil(),
        deliverable: true,
        quota: None,
        now,
    };
    let claim = IdempotencyClaim {
        tenant,
        key: "order-1".to_owned(),
        fingerprint: [0; 32],
        api_key: "key_1".to_owned(),
        at: now,
    };
    let command = WebhookCommand::Remove { id: Uuid::nil() };
    let mut keeper = hold(
        &database,
        "LOCK TABLE idempotency_keys, workspaces IN ACCESS EXCLUSIVE MODE",
    )
    .await;
    let why = "another transaction keeps";
    timed_out(store.save_workspace("w", &change).await, why);
    timed_out(store.apply(&context, &command, Some(&claim)).await, why);
    keeper.batch_execute("ROLLBACK").await.unwrap();
    store.save_workspace("w", &change).await.unwrap();
    store.apply(&context, &command, Some(&claim)).await.unwrap();
}

/// Whatever an import waits for at its beginning: its turn, offers that ended, its own row, the catalogue's.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_takes_too_long_is_ended() {
    const LIMIT: Duration = Duration::from_millis(300);
    let now = datetime!(2026-03-01 12:00 UTC);
    let snapshot = OpenSnapshot {
        store: StoreName::parse("Shop").unwrap(),
        kind: SnapshotKind::Full,
        observed_at: now,
        opened_at: now,
        offer_ttl: time::Duration::hours(72),
    };
    for table in ["catalogue_lease", "offers", "snapshots", "catalogue_state"] {
        for (is_lock, why) in [
            (false, "a statement took longer"),
            (true, "another transaction keeps"),
        ] {
            let (database, store) = limited(|connections| {
                if is_lock {
                    connections.working.lock = LIMIT;
                } else {
                    connections.working.statement = LIMIT;
                }
            })
            .await;
            let locked = format!("LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
            let mut keeper = hold(&database, &locked).await;
            timed_out(store.open(&snapshot).await, why);
            keeper.batch_execute("ROLLBACK").await.unwrap();
            // one whose limits are those of a service
            let usual = PostgresStore::connect(&database.url, 1).await.unwrap();
            let opened = usual.open(&snapshot).await.unwrap();
            usual.discard(opened.no).await.unwrap();
        }
    }
}
