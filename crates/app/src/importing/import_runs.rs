//! What is kept of each import, for people: how it ended, what it counted, and the rows that it did not take.
//!
//! Runs are written after what they tell of, in a transaction of their own: an import that ended has ended, whether or
//! not that can be kept.

use std::sync::Arc;

use domain::import_run::{ImportRun, Rejections, RunId};
use domain::source::{Fault, FaultClass, ImportCounts, SourceId};
use domain::store::StoreName;
use ports_net::{FeedError, RowRemark};
use ports_store::{ImportRunStore, KeptRun};
use ports_system::{Clock, IdSource};
use time::OffsetDateTime;

use super::import_snapshot::{Counts, FeedNews, ImportError, ImportObserver};
use crate::AppError;

/// The most runs that are read at once.
const MOST: u32 = 1000;

/// Keeps runs, and shows them.
#[derive(Clone)]
pub struct ImportRuns {
    /// Where they are kept.
    pub runs: Arc<dyn ImportRunStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Their ids.
    pub ids: Arc<dyn IdSource>,
}

/// An import that has begun.
#[derive(Debug, Clone)]
pub struct BegunRun {
    /// The shop.
    pub store: StoreName,
    /// The source that is run; `None`: by command.
    pub source: Option<SourceId>,
    /// When it began.
    pub at: OffsetDateTime,
}

/// What was seen of an import until it ended.
#[derive(Debug, Default)]
pub struct SeenRun {
    /// What the feed was read as.
    pub format: Option<String>,
    /// What became of the rows, as far as it came.
    pub counts: ImportCounts,
    /// The rows that were not taken.
    pub rejections: Rejections,
}

impl ImportRuns {
    /// Keeps an import that ended now; `fault` says why nothing was imported, if nothing was. One that cannot be kept
    /// is logged, and nothing else comes of it.
    pub async fn keep(&self, begun: BegunRun, seen: &SeenRun, fault: Option<Fault>) {
        let BegunRun { store, source, at } = begun;
        let kept = KeptRun {
            run: ImportRun {
                id: RunId(self.ids.uuid()),
                store,
                source,
                began_at: at,
                ended_at: self.clock.now(),
                format: seen.format.clone(),
                counts: seen.counts,
                fault,
            },
            rejections: seen.rejections.kept(),
        };
        if let Err(error) = self.runs.insert_run(&kept).await {
            let store = kept.run.store.as_str();
            tracing::warn!(%error, store, "what the import did is not kept for the console");
        }
    }

    /// A run with its rejected rows.
    pub async fn find(&self, id: RunId) -> Result<Option<KeptRun>, AppError> {
        Ok(self.runs.find_run(id).await?)
    }

    /// Runs of all shops, or of one, those that ended last first, at most `limit`.
    pub async fn list(
        &self,
        of: Option<&StoreName>,
        limit: u32,
    ) -> Result<Vec<ImportRun>, AppError> {
        Ok(self.runs.list_runs(of, limit.min(MOST)).await?)
    }
}

/// Sees what an import does, and tells another observer of it.
pub struct RunObserver<'o> {
    observer: &'o mut dyn ImportObserver,
    /// What was seen.
    pub seen: SeenRun,
}

impl<'o> RunObserver<'o> {
    /// One that has seen nothing yet.
    pub fn new(observer: &'o mut dyn ImportObserver) -> Self {
        Self {
            observer,
            seen: SeenRun::default(),
        }
    }
}

impl ImportObserver for RunObserver<'_> {
    fn row(&mut self, row: &RowRemark, accepted: bool) {
        if !accepted {
            let RowRemark {
                line,
                offer_id,
                field,
                reason,
            } = row;
            let rejections = &mut self.seen.rejections;
            rejections.count(*line, offer_id.as_deref(), field, reason);
        }
        self.observer.row(row, accepted);
    }

    fn progress(&mut self, counts: &Counts) {
        self.seen.counts = counts.of_rows();
        self.observer.progress(counts);
    }

    fn feed(&mut self, news: &FeedNews) {
        self.observer.feed(news);
    }
}

/// What was wrong with a feed that was not imported; `None`: nothing is, it was the store or somebody who stopped it.
pub fn fault_of(error: &ImportError) -> Option<Fault> {
    let class = match error {
        ImportError::Refused(_) | ImportError::Outdated => FaultClass::Refused,
        ImportError::Store(_) => return None,
        ImportError::Feed(FeedError::Io(cause))
            if cause.kind() == std::io::ErrorKind::Interrupted =>
        {
            return None;
        }
        ImportError::Feed(error) => class_of(error),
    };
    Some(Fault::new(class, &error.to_string()))
}

const fn class_of(error: &FeedError) -> FaultClass {
    match error {
        FeedError::Truncated(_) => FaultClass::Truncated,
        FeedError::TooLarge { .. } => FaultClass::TooLarge,
        FeedError::Io(_)
        | FeedError::NotAFeed(_)
        | FeedError::WrongFormat { .. }
        | FeedError::Broken { .. }
        | FeedError::Charset(_) => FaultClass::Unreadable,
    }
}
