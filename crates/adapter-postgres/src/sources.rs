//! Sources on a schedule, each call one transaction of `queries`.

use adapter_sql::Failure;
use async_trait::async_trait;
use diesel_async::AsyncConnection;
use domain::source::{Lease, Outcome, Source, SourceId};
use ports_store::{SourceStore, StoreError, StoredSource};
use time::OffsetDateTime;

use crate::error::failed;
use crate::queries::importing::sources as queries;
use crate::store::PostgresStore;
use crate::watches::in_transaction;

#[async_trait]
impl SourceStore for PostgresStore {
    async fn insert_source(
        &self,
        source: &Source,
        due_at: OffsetDateTime,
    ) -> Result<(), StoreError> {
        in_transaction!(self, c => queries::insert(c, source, due_at).await?)
    }

    async fn find_source(&self, id: SourceId) -> Result<Option<StoredSource>, StoreError> {
        let mut c = self.connection().await?;
        queries::find(&mut c, id).await.map_err(failed)
    }

    async fn list_sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        let mut c = self.connection().await?;
        queries::list(&mut c).await.map_err(failed)
    }

    async fn remove_source(&self, id: SourceId) -> Result<bool, StoreError> {
        in_transaction!(self, c => queries::remove(c, id).await?)
    }

    async fn lease_source(
        &self,
        lease: Lease,
        only: Option<SourceId>,
    ) -> Result<Option<StoredSource>, StoreError> {
        in_transaction!(self, c => queries::lease(c, lease, only).await?)
    }

    async fn renew_source(
        &self,
        id: SourceId,
        attempt: u32,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        in_transaction!(self, c => queries::renew(c, (id, attempt), until).await?)
    }

    async fn record_source(
        &self,
        attempt: (SourceId, u32),
        outcome: &Outcome,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        in_transaction!(self, c => queries::record(c, attempt, outcome, now).await?)
    }

    async fn next_source_due(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        let mut c = self.connection().await?;
        queries::next_due(&mut c).await.map_err(failed)
    }
}
