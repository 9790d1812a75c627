//! Sources on a schedule.

use async_trait::async_trait;
use domain::source::{Lease, Outcome, Source, SourceId};
use ports_store::{SourceChangeStore, SourceStore, StoreError, StoredSource};
use time::OffsetDateTime;

use crate::queries::importing::sources as queries;
use crate::store::SqlStore;

#[async_trait]
impl SourceStore for SqlStore {
    async fn insert_source(
        &self,
        source: &Source,
        due_at: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let source = source.clone();
        self.write(async move |c| queries::insert(c, &source, due_at).await)
            .await
    }

    async fn find_source(&self, id: SourceId) -> Result<Option<StoredSource>, StoreError> {
        self.read(async move |c| queries::find(c, id).await).await
    }

    async fn list_sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        self.read(queries::list).await
    }

    async fn remove_source(&self, id: SourceId) -> Result<bool, StoreError> {
        self.write(async move |c| queries::remove(c, id).await)
            .await
    }

    async fn lease_source(
        &self,
        lease: Lease,
        only: Option<SourceId>,
    ) -> Result<Option<StoredSource>, StoreError> {
        self.write(async move |c| queries::lease(c, lease, only).await)
            .await
    }

    async fn renew_source(
        &self,
        id: SourceId,
        attempt: u32,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        self.write(async move |c| queries::renew(c, id, attempt, until).await)
            .await
    }

    async fn record_source(
        &self,
        id: SourceId,
        attempt: u32,
        outcome: &Outcome,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let outcome = outcome.clone();
        self.write(async move |c| queries::record(c, id, attempt, &outcome, now).await)
            .await
    }

    async fn next_source_due(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        self.read(queries::next_due).await
    }
}

#[async_trait]
impl SourceChangeStore for SqlStore {
    async fn save_source(&self, source: &Source, now: OffsetDateTime) -> Result<bool, StoreError> {
        let source = source.clone();
        self.write(async move |c| queries::save(c, &source, now).await)
            .await
    }

    async fn pause_source(
        &self,
        id: SourceId,
        paused: bool,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        self.write(async move |c| queries::pause(c, id, paused, now).await)
            .await
    }
}
