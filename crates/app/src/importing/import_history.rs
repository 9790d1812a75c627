//! Past price points of one store come in.
//!
//! Rows are gathered in chunks of [`CHUNK`] points, judged together by days ([`domain::plausibility::feed::PastFeed`]),
//! grouped by offer, merged with what was imported
//! before ([`domain::history::past`]) and saved in batches of offers, each in one transaction. A
//! merge of the same points changes nothing, so an import that was killed is completed by running it
//! again.

mod chunk;
mod days;
mod rows;

use domain::money::Currency;
use domain::num::u64_from_usize;
use domain::plausibility::feed::{DoubtedDay, PastFeed};
use domain::store::StoreName;
use ports_net::{Batches, FeedError, HistoryItem, HistoryRow, RowRemark};
use ports_store::{HistoryStore, PointRef, StoreError};
use ports_system::Clock;
use thiserror::Error;
use time::{Duration, OffsetDateTime};

use chunk::{Batch, Chunk, MergedBatch};
use days::Days;
use rows::{admitted, reference, rejected};

use crate::importing::CLOCK_SKEW;

/// How many points are merged at once. Points of one offer in one chunk may come in any order.
pub const CHUNK: usize = 100_000;

/// The most rows that are looked up at once.
const BATCH: usize = 1000;

/// How many offers are merged and saved in one transaction: a year of daily changes of each is some
/// 20 MB.
const OFFERS: usize = 250;

/// How often points are gathered again because somebody else changed their products, before that is given up.
const TRIES: u32 = 10;

/// What a history import needs.
pub struct HistoryImporter<'a> {
    /// Where the past goes.
    pub history: &'a dyn HistoryStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// The catalogue's currency, for the words about a day that is not believed.
    pub currency: Currency,
    /// How many points are merged at once: [`CHUNK`], less in tests.
    pub chunk: usize,
}

/// What to import.
#[derive(Debug, Clone)]
pub struct HistoryRequest {
    /// The store.
    pub store: StoreName,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
    /// Count, but save nothing. Chunks of one file then do not see each other.
    pub dry_run: bool,
}

/// What became of the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HistoryCounts {
    /// Rows in the file.
    pub read: u64,
    /// Rows that are points of known offers.
    pub accepted: u64,
    /// Rows that are not.
    pub rejected: u64,
    /// Offers that the accepted rows are about.
    pub offers: u64,
    /// Segments of the imported past of these offers, afterwards.
    pub segments: u64,
    /// Segments among them whose price is not believed.
    pub quarantined: u64,
}

/// Is told what happens on the way.
pub trait HistoryObserver: Send {
    /// A row was rejected, or (`accepted`) taken with a remark.
    fn row(&mut self, row: &RowRemark, accepted: bool);
    /// This is how far it is.
    fn progress(&mut self, counts: &HistoryCounts);
    /// What the file says of a day is not believed as a whole: the prices that are new on it are held back.
    fn day(&mut self, _: &DoubtedDay) {}
}

/// Nobody is told.
impl HistoryObserver for () {
    fn row(&mut self, _: &RowRemark, _: bool) {}
    fn progress(&mut self, _: &HistoryCounts) {}
}

/// Why the import ended early. What was saved before stays; the file can be imported again.
#[derive(Debug, Error)]
pub enum HistoryImportError {
    /// The file holds no point of a known offer; nothing was saved. Says why.
    #[error("{0}")]
    Refused(String),
    /// The file cannot be read to its end.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl HistoryImporter<'_> {
    /// Imports one file. Of rows about one offer and instant the last one counts. A point of a time
    /// in which this service watched the store's offers of the product itself is rejected.
    #[tracing::instrument(target = "otel", name = "import history", skip_all)]
    pub async fn import(
        &self,
        request: &HistoryRequest,
        rows: &mut dyn Batches<HistoryItem>,
        observer: &mut dyn HistoryObserver,
    ) -> Result<HistoryCounts, HistoryImportError> {
        let mut import = Import {
            importer: self,
            request,
            observer,
            latest: self.clock.now() + CLOCK_SKEW,
            counts: HistoryCounts::default(),
            first_rejection: None,
            chunk: Chunk::default(),
            feed: PastFeed::new(self.currency),
        };
        loop {
            let items = rows.next().await?;
            if items.is_empty() {
                break;
            }
            let mut items = items.into_iter().peekable();
            while items.peek().is_some() {
                import.take(items.by_ref().take(BATCH).collect()).await?;
            }
        }
        import.flush().await?;
        import.finish()
    }
}

/// A file on its way in.
struct Import<'a> {
    importer: &'a HistoryImporter<'a>,
    request: &'a HistoryRequest,
    observer: &'a mut dyn HistoryObserver,
    /// No point may be later.
    latest: OffsetDateTime,
    counts: HistoryCounts,
    first_rejection: Option<RowRemark>,
    chunk: Chunk,
    feed: PastFeed,
}

impl Import<'_> {
    async fn take(&mut self, items: Vec<HistoryItem>) -> Result<(), HistoryImportError> {
        let mut points = Vec::with_capacity(items.len());
        for item in items {
            self.counts.read += 1;
            match item {
                HistoryItem::Point(row, _) if row.point.at > self.latest => {
                    self.reject(rejected(&row, "date", "lies in the future"));
                }
                HistoryItem::Point(row, remarks) => {
                    for remark in &remarks {
                        self.observer.row(remark, true);
                    }
                    points.push(*row);
                }
                HistoryItem::Rejected(row) => self.reject(row),
            }
        }
        self.add(points).await?;
        if self.chunk.points() >= self.importer.chunk {
            self.flush().await?;
        }
        self.observer.progress(&self.counts);
        Ok(())
    }

    /// Gathers points, each with the offer that it is about now; what is about none is rejected.
    async fn add(&mut self, points: Vec<HistoryRow>) -> Result<(), HistoryImportError> {
        let named: Vec<PointRef> = points.iter().map(reference).collect();
        let store = &self.request.store;
        let targets = self.importer.history.targets(store, &named).await?;
        for (row, target) in points.into_iter().zip(targets) {
            match admitted(&row, target) {
                Ok(target) => {
                    self.counts.accepted += 1;
                    self.chunk.add(target, row);
                }
                Err(row) => self.reject(row),
            }
        }
        Ok(())
    }

    /// Merges and saves what was gathered.
    async fn flush(&mut self) -> Result<(), HistoryImportError> {
        self.doubt().await?;
        let mut tries = 0;
        while let Some(batch) = self.chunk.next_batch(OFFERS) {
            let Some(merged) = self.save(&batch).await? else {
                tries += 1;
                if tries == TRIES {
                    let why = "products of the file were changed by others each time";
                    return Err(StoreError::TimedOut(why.to_owned()).into());
                }
                self.add_again(batch).await?;
                continue;
            };
            tries = 0;
            self.chunk.note(merged.sizes);
            for row in &merged.unpriced {
                self.counts.accepted -= 1;
                self.reject(rejected(
                    row,
                    "price",
                    "missing, and no earlier point of the offer has one",
                ));
            }
            self.observer.progress(&self.counts);
        }
        Ok(())
    }

    /// Merges a batch with what the store has, and saves what changes; `None` when somebody else has changed one of its
    /// products meanwhile.
    async fn save(&self, batch: &Batch) -> Result<Option<MergedBatch>, HistoryImportError> {
        let history = self.importer.history;
        let store = &self.request.store;
        let existing = history.imported(store, &batch.offers()).await?;
        let merged = batch.merge(existing.pasts, self.request.offer_ttl);
        let read_at = existing.revision;
        let is_saved = self.request.dry_run
            || merged.changed.is_empty()
            || history
                .save_imported(store, &merged.changed, read_at)
                .await?;
        Ok(is_saved.then_some(merged))
    }

    /// Gathers the points of a batch that could not be saved again.
    async fn add_again(&mut self, batch: Batch) -> Result<(), HistoryImportError> {
        let mut rows = batch.into_rows().into_iter();
        loop {
            let some: Vec<HistoryRow> = rows.by_ref().take(BATCH).collect();
            if some.is_empty() {
                return Ok(());
            }
            self.counts.accepted -= u64_from_usize(some.len());
            self.add(some).await?;
        }
    }

    /// Marks what is doubted of what was gathered: all that the file says of a day is judged together.
    async fn doubt(&mut self) -> Result<(), HistoryImportError> {
        let history = self.importer.history;
        let mut days = Days::default();
        for keys in self.chunk.offers().chunks(OFFERS) {
            let imported = history.imported(&self.request.store, keys).await?;
            days.know(imported.pasts);
        }
        for day in days.judge(&mut self.chunk, &mut self.feed) {
            self.observer.day(&day);
        }
        Ok(())
    }

    fn reject(&mut self, row: RowRemark) {
        self.counts.rejected += 1;
        self.observer.row(&row, false);
        self.first_rejection.get_or_insert(row);
    }

    fn finish(self) -> Result<HistoryCounts, HistoryImportError> {
        let HistoryCounts { read, accepted, .. } = self.counts;
        if accepted > 0 {
            return Ok(self.chunk.total(self.counts));
        }
        Err(HistoryImportError::Refused(match self.first_rejection {
            None => "the file holds no price point".to_owned(),
            Some(row) => format!(
                "all {read} rows were rejected; the first one, at {}: {} {}",
                row.line, row.field, row.reason
            ),
        }))
    }
}
