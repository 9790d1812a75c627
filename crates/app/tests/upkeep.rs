//! Upkeep that processes share.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use app::delivery::deliver::DeliveryMaintenance;
use app::delivery::send_mails::OutboxMaintenance;
use app::upkeep::{Forgetter, Turns};
use domain::access::{Mode, Tenant};
use domain::webhook::Policy;
use domain::webhook::audit::Action;
use fakes::ManualClock;
use ports_store::{
    AccessStore, AuditEntry, AuditTarget, CatalogueWriter, WebhookStore, WorkspaceChange,
};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

/// What a process has that works on the file.
async fn process(file: &Path, clock: &Arc<ManualClock>) -> (Arc<SqliteStore>, Forgetter) {
    let store = Arc::new(SqliteStore::open(file, 1).await.unwrap());
    store.migrate().await.unwrap();
    let forgetter = Forgetter {
        deliveries: DeliveryMaintenance {
            store: Arc::<SqliteStore>::clone(&store),
            clock: Arc::<ManualClock>::clone(clock),
            policy: Policy::default(),
            offer_ttl: Duration::hours(72),
            retention: Duration::days(7),
        },
        outbox: OutboxMaintenance {
            mails: Arc::<SqliteStore>::clone(&store),
            watches: Arc::<SqliteStore>::clone(&store),
            alerts: Arc::<SqliteStore>::clone(&store),
            clock: Arc::<ManualClock>::clone(clock),
            retention: Duration::days(7),
        },
        turns: Turns {
            store: Arc::<SqliteStore>::clone(&store),
            clock: Arc::<ManualClock>::clone(clock),
        },
    };
    (store, forgetter)
}

/// As much as several batches is removed in one pass, by one of two processes.
#[tokio::test(flavor = "multi_thread")]
async fn one_pass_of_one_process_removes_all_that_is_past_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prices.sqlite");
    let clock = Arc::new(ManualClock::at(NOW));
    let (store, first) = process(&file, &clock).await;
    let (_, second) = process(&file, &clock).await;
    let mut tenants = Vec::new();
    for name in ["one", "two"] {
        let change = WorkspaceChange::default();
        let workspace = store.save_workspace(name, &change).await.unwrap().no;
        tenants.extend([Mode::Live, Mode::Test].map(|mode| Tenant { workspace, mode }));
    }
    for n in 0..2_400_u128 {
        let tenant = tenants[usize::try_from(n % 4).unwrap()];
        let entry = AuditEntry {
            id: Uuid::from_u128(n),
            at: NOW - Duration::days(40),
            actor: "akr_1".to_owned(),
            action: Action::Update,
            target: Some(AuditTarget::Webhook(Uuid::nil())),
            outcome: "succeeded".to_owned(),
        };
        store.insert_audit(tenant, &entry).await.unwrap();
    }
    assert_eq!(first.pass().await.unwrap(), Some(3), "in batches of 1,000");
    for tenant in tenants {
        assert_eq!(store.list_audit(tenant, 1).await.unwrap(), []);
    }
    assert_eq!(second.pass().await.unwrap(), None, "it was done");
    clock.advance(Duration::minutes(1));
    assert_eq!(second.pass().await.unwrap(), Some(1));
    assert_eq!(first.pass().await.unwrap(), None, "it was done");
}
