//! Snapshots whose whole feed is not believed.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::ids::SnapshotNo;
use domain::watch::Freshness;
use ports_store::{HeldSnapshot, SettledSnapshot, StoreError, SuspectStore, Verdict};

use crate::error::failed;
use crate::listener::notify_catalogue;
use crate::lock::CatalogueLock;
use crate::queries::importing::suspects as queries;
use crate::reader::one_state;
use crate::store::PostgresStore;
use crate::writer::as_revision;

#[async_trait]
impl SuspectStore for PostgresStore {
    async fn list_suspects(
        &self,
        after: Option<SnapshotNo>,
        limit: u32,
    ) -> Result<Vec<HeldSnapshot>, StoreError> {
        one_state!(self, async |c| queries::list_suspects(c, after, limit)
            .await)
    }

    async fn settle_snapshot(
        &self,
        snapshot: SnapshotNo,
        verdict: Verdict,
        freshness: Freshness,
    ) -> Result<Option<SettledSnapshot>, StoreError> {
        let mut lock = CatalogueLock::take(self.connector()).await?;
        as_revision!(self, lock, c => queries::settle_snapshot(c, snapshot, verdict, freshness))
    }
}
