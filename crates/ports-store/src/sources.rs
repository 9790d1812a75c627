use async_trait::async_trait;
use domain::source::{Lease, Outcome, Source, SourceId, SourceState};
use time::OffsetDateTime;

use crate::StoreError;

/// A source and how it fares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSource {
    /// The source.
    pub source: Source,
    /// How it fares.
    pub state: SourceState,
}

/// Feeds that are fetched on a schedule.
#[async_trait]
pub trait SourceStore: Send + Sync {
    /// Adds a source, due at this instant. A second one of the same store and location is
    /// [`StoreError::Conflict`].
    async fn insert_source(
        &self,
        source: &Source,
        due_at: OffsetDateTime,
    ) -> Result<(), StoreError>;

    /// The source with this id.
    async fn find_source(&self, id: SourceId) -> Result<Option<StoredSource>, StoreError>;

    /// All sources, the one added first first.
    async fn list_sources(&self) -> Result<Vec<StoredSource>, StoreError>;

    /// Removes a source; whether there was one. One that is being run may be removed: what it fetches is not imported, an import
    /// that has begun ends as it would, and its record changes nothing.
    async fn remove_source(&self, id: SourceId) -> Result<bool, StoreError>;

    /// Takes one source to be run, by the rules of [`SourceState::leased`], and counts the attempt: this
    /// one, if it is given, else of those that are due and not paused the one that is so for longest. `None` when
    /// none can be taken. Two callers never hold the same attempt.
    async fn lease_source(
        &self,
        lease: Lease,
        only: Option<SourceId>,
    ) -> Result<Option<StoredSource>, StoreError>;

    /// Makes the lease of an attempt that still runs last until `until`; whether it was the current one.
    async fn renew_source(
        &self,
        id: SourceId,
        attempt: u32,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// Records how an attempt ended, by the rules of [`SourceState::after`]; whether it was the current one
    /// of a source that is still there. Else nothing changes.
    async fn record_source(
        &self,
        id: SourceId,
        attempt: u32,
        outcome: &Outcome,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// When the next source that is not paused is due, or its lease ends; `None` when there are none.
    async fn next_source_due(&self) -> Result<Option<OffsetDateTime>, StoreError>;
}

/// Changing what is fetched on a schedule.
#[async_trait]
pub trait SourceChangeStore: Send + Sync {
    /// Makes the source with this id this one, but for when it was added, by the rules of [`SourceState::changed`];
    /// whether it was there. One that another source of the same store and location is already is
    /// [`StoreError::Conflict`], and nothing changes.
    async fn save_source(&self, source: &Source, now: OffsetDateTime) -> Result<bool, StoreError>;

    /// Pauses a source, or resumes it, by the rules of [`SourceState::set_paused`]; whether it was there.
    async fn pause_source(
        &self,
        id: SourceId,
        paused: bool,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;
}
