use async_trait::async_trait;
use domain::import_run::{ImportRun, KeptRejections, RunId};
use domain::store::StoreName;

use crate::StoreError;

/// A run with its rejected rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRun {
    /// The run.
    pub run: ImportRun,
    /// Its rejected rows, as far as they are kept.
    pub rejections: KeptRejections,
}

/// Imports that ended. They are kept apart from what was imported: nothing else depends on them.
#[async_trait]
pub trait ImportRunStore: Send + Sync {
    /// Keeps a run, and forgets those of its shop that are not among its last
    /// [`RUNS_KEPT`](domain::import_run::RUNS_KEPT) by the time at which they ended.
    async fn insert_run(&self, run: &KeptRun) -> Result<(), StoreError>;

    /// The run with this id, as it was kept.
    async fn find_run(&self, id: RunId) -> Result<Option<KeptRun>, StoreError>;

    /// Runs of all shops, or of the one with this name whatever its case, without their rejected rows: those that ended
    /// last first, at most `limit`.
    async fn list_runs(
        &self,
        of: Option<&StoreName>,
        limit: u32,
    ) -> Result<Vec<ImportRun>, StoreError>;

    /// The runs of all shops in the same order, at most the last `of_each` of a shop: however often others import, none
    /// takes the place of those of another.
    async fn list_last_runs(&self, of_each: u32) -> Result<Vec<ImportRun>, StoreError>;
}
