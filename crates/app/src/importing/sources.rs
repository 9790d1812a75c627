//! Feeds on a schedule: added, changed, paused, removed, brought forward.

mod draft;

use std::path::PathBuf;
use std::sync::Arc;

use domain::snapshot::SnapshotKind;
use domain::source::{Location, Source, SourceId};
use ports_store::{SourceChangeStore, SourceStore, StoreError, StoredSource};
use ports_system::{Clock, IdSource};
use thiserror::Error;

use super::run_source::bring_forward;
use crate::{AppError, FieldProblem};
use draft::Terms;

pub use draft::{SourceDraft, interval_text};

/// Feeds on a schedule.
pub struct Sources {
    /// Where they are kept.
    pub sources: Arc<dyn SourceStore>,
    /// Changing them.
    pub changes: Arc<dyn SourceChangeStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Their ids.
    pub ids: Arc<dyn IdSource>,
    /// Which files may be named.
    pub files: NamedFiles,
}

/// Which files somebody may name as feeds. Whoever sees what is wrong with a feed's rows sees a part of the file.
#[derive(Debug, Clone)]
pub enum NamedFiles {
    /// Any that can be read: for who works on the machine.
    Any,
    /// Those in this folder, and in folders in it.
    Within(PathBuf),
    /// None: only addresses.
    None,
}

impl NamedFiles {
    /// What is wrong with a location, if it may not be named.
    fn problem(&self, location: &Location) -> Option<FieldProblem> {
        if matches!(location, Location::Https(_)) {
            return None;
        }
        let field = "location";
        let problem = match self {
            Self::Any => return None,
            Self::Within(folder) if location.is_within(folder) => return None,
            Self::Within(folder) => {
                let folder = folder.display();
                format!("accepts an https:// URL, or a path in {folder} without .. and without patterns that begin with a point").into()
            }
            Self::None => "accepts an https:// URL; paths are for `api source add`, or for a folder that PCS_FEED_DIR names".into(),
        };
        Some(FieldProblem { field, problem })
    }
}

/// A source that was saved.
#[derive(Debug)]
pub struct SavedSource {
    /// As it is now.
    pub source: Source,
    /// The store has another full source: each snapshot of one ends the offers that only the other one names.
    pub has_rival: bool,
}

/// Why a source is not saved.
#[derive(Debug, Error)]
pub enum SourceError {
    /// What is written of it cannot be used.
    #[error("the source is not valid")]
    Invalid(Vec<FieldProblem>),
    /// The store has a source of this location.
    #[error("the store has a source of this location already")]
    AlreadyThere,
    /// There is no such source.
    #[error("no source has this id")]
    Unknown,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<SourceError> for AppError {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Invalid(problems) => Self::invalid(problems),
            SourceError::AlreadyThere => {
                Self::validation("location", "is that of another source of the store")
            }
            SourceError::Unknown => Self::not_found("no source has this id"),
            SourceError::Store(error) => error.into(),
        }
    }
}

impl Sources {
    /// The sources, the one added first first.
    pub async fn list(&self) -> Result<Vec<StoredSource>, AppError> {
        Ok(self.sources.list_sources().await?)
    }

    /// The source with this id.
    pub async fn find(&self, id: SourceId) -> Result<StoredSource, AppError> {
        let found = self.sources.find_source(id).await?;
        found.ok_or_else(|| SourceError::Unknown.into())
    }

    /// Adds a source, which is due at once.
    pub async fn add(&self, draft: &SourceDraft) -> Result<SavedSource, SourceError> {
        let terms = draft.read().map_err(SourceError::Invalid)?;
        if let Some(problem) = self.files.problem(&terms.location) {
            return Err(SourceError::Invalid(vec![problem]));
        }
        let now = self.clock.now();
        let source = source_of(terms, SourceId(self.ids.uuid()), now);
        let has_rival = self.has_rival(&source).await?;
        let inserted = self.sources.insert_source(&source, now).await;
        inserted.map_err(not_saved)?;
        Ok(SavedSource { source, has_rival })
    }

    /// Makes a source what a draft says, but for its shop: the offers that it brought are that shop's. An empty location
    /// leaves it where it is. It is due at once and read anew.
    pub async fn change(
        &self,
        id: SourceId,
        draft: &SourceDraft,
    ) -> Result<SavedSource, SourceError> {
        let stored = self.sources.find_source(id).await?;
        let StoredSource { source, .. } = stored.ok_or(SourceError::Unknown)?;
        let mut draft = draft.clone();
        source.store.as_str().clone_into(&mut draft.store);
        if draft.location.is_empty() {
            source.location.as_str().clone_into(&mut draft.location);
        }
        let terms = draft.read().map_err(SourceError::Invalid)?;
        let is_elsewhere = terms.location.as_str() != source.location.as_str();
        if is_elsewhere && let Some(problem) = self.files.problem(&terms.location) {
            return Err(SourceError::Invalid(vec![problem]));
        }
        let changed = source_of(terms, id, source.created_at);
        let has_rival = self.has_rival(&changed).await?;
        let saved = self.changes.save_source(&changed, self.clock.now()).await;
        if !saved.map_err(not_saved)? {
            return Err(SourceError::Unknown);
        }
        Ok(SavedSource {
            source: changed,
            has_rival,
        })
    }

    /// Removes a source; the store's offers stay as they are. Whether there was one.
    pub async fn remove(&self, id: SourceId) -> Result<bool, StoreError> {
        self.sources.remove_source(id).await
    }

    /// Pauses a source, or resumes it, which makes it due; whether there is one.
    pub async fn pause(&self, id: SourceId, paused: bool) -> Result<bool, StoreError> {
        let now = self.clock.now();
        self.changes.pause_source(id, paused, now).await
    }

    /// Makes a source due now; false when it is being run, is paused, or is not there.
    pub async fn run_now(&self, id: SourceId) -> Result<bool, AppError> {
        let found = self.sources.find_source(id).await?;
        if found.is_none_or(|it| it.state.paused) {
            return Ok(false);
        }
        Ok(bring_forward(&*self.sources, &*self.clock, id).await?)
    }

    /// Whether the store has another full source beside a full one.
    pub async fn has_rival(&self, source: &Source) -> Result<bool, StoreError> {
        let is_full = |one: &Source| one.kind == SnapshotKind::Full;
        if !is_full(source) {
            return Ok(false);
        }
        let others = self.sources.list_sources().await?;
        Ok(others.iter().any(|StoredSource { source: other, .. }| {
            other.id != source.id && is_full(other) && other.store.is_same(&source.store)
        }))
    }
}

fn source_of(terms: Terms, id: SourceId, created_at: time::OffsetDateTime) -> Source {
    let Terms {
        store,
        location,
        reading,
        interval,
        kind,
        max_shrink,
        credentials,
    } = terms;
    Source {
        id,
        store,
        location,
        reading,
        interval,
        kind,
        max_shrink,
        credentials,
        created_at,
    }
}

fn not_saved(error: StoreError) -> SourceError {
    if matches!(error, StoreError::Conflict(_)) {
        return SourceError::AlreadyThere;
    }
    error.into()
}
