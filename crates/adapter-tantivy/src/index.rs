use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use domain::ids::{ProductNo, Revision};
use ports_store::{Hit, IndexError, IndexedProduct, ProductIndex};
use product_knowledge::query::SearchQuery;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyError, Term};

use crate::candidates::Candidates;
use crate::lookup::Guess;
use crate::matches::{self, Fits};
use crate::needs::Need;
use crate::schema::{self, Fields};
use crate::scoring::{LookedUp, Manner};
use crate::view::View;
use crate::{document, needs, scoring};

/// Text that is gathered before it is written as a segment.
const WRITER_HEAP_BYTES: usize = 50_000_000;
/// Segments of one size that are merged into one. A search looks its words up in every segment, so
/// few are kept.
const SEGMENTS_PER_MERGE: usize = 4;
/// The share of removed documents from which on a segment is rewritten.
const REMOVED_BEFORE_MERGE: f32 = 0.3;

/// The fewest terms of which some may be missing when no product has all, and none names a thing.
const FEWEST_TO_MISS: usize = 3;
/// The share of what a query says that may be missing then.
const LITTLE: f32 = 0.34;
/// The shares that may be missing beside the name of a thing, one after the other until something is found.
const BESIDE_A_NAME: [f32; 3] = [LITTLE, 0.6, 1.0];

/// The product index.
pub struct TantivyIndex {
    fields: Fields,
    index: Index,
    reader: IndexReader,
    view: RwLock<Arc<View>>,
    writer: Mutex<Writer>,
    revision: AtomicI64,
    /// For the next searches.
    spare: Mutex<Vec<Candidates>>,
}

struct Writer {
    inner: IndexWriter,
    /// What is given is there for the first time, and need not be looked for to be replaced.
    is_first: bool,
}

impl TantivyIndex {
    /// Makes an empty index in memory. It keeps one thread for writing and one for merging.
    pub fn in_memory() -> Result<Self, IndexError> {
        let (index, fields) = schema::create(None).map_err(failed)?;
        Self::of(index, fields).map_err(failed)
    }

    /// Opens the index in a folder, which nobody else writes; makes an empty one where there is none that can be
    /// used.
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, IndexError> {
        let opened = schema::open(folder).ok().flatten();
        let opened = opened.and_then(|(index, fields)| Self::of(index, fields).ok());
        if let Some(opened) = opened {
            return Ok(opened);
        }
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        fs::create_dir(folder).map_err(failed)?;
        let (index, fields) = schema::create(Some(folder)).map_err(failed)?;
        Self::of(index, fields).map_err(failed)
    }

    fn of(index: Index, fields: Fields) -> Result<Self, TantivyError> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_HEAP_BYTES)
            .build();
        let inner: IndexWriter = index.writer_with_options(options)?;
        inner.set_merge_policy(Box::new(merging()));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader: IndexReader = reader.try_into()?;
        let view = View::open(&reader.searcher(), fields)?;
        Ok(Self {
            fields,
            index,
            reader,
            view: RwLock::new(Arc::new(view)),
            writer: Mutex::new(Writer {
                inner,
                is_first: false,
            }),
            revision: AtomicI64::new(0),
            spare: Mutex::default(),
        })
    }

    fn find(&self, query: &SearchQuery) -> Result<Vec<Hit>, TantivyError> {
        let view = self.view();
        let numbered = view.with_gtins(self.fields, &query.gtins)?;
        if !numbered.is_empty() || query.terms.is_empty() {
            return Ok(numbered);
        }
        // left to be dropped by a search that fails
        let mut candidates = self.spare.lock().map_or(None, |mut spare| spare.pop());
        let hits = find_words(&view, query, candidates.get_or_insert_default())?;
        if let Ok(mut spare) = self.spare.lock() {
            spare.extend(candidates);
        }
        Ok(hits)
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What searches see.
    fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets searches see what was committed.
    fn show(&self) -> Result<(), TantivyError> {
        self.reader.reload()?;
        let view = Arc::new(View::open(&self.reader.searcher(), self.fields)?);
        *self.view.write().unwrap_or_else(PoisonError::into_inner) = view;
        Ok(())
    }
}

/// The products that have the words of a query.
fn find_words(
    view: &View,
    query: &SearchQuery,
    candidates: &mut Candidates,
) -> Result<Vec<Hit>, TantivyError> {
    let needs = needs::of(query);
    let fits = Fits::of(query);
    let as_typed = LookedUp::of(view, &needs, Guess::No)?;
    let is_known = !as_typed.has_unknown();
    let mut find = |looked_up: &LookedUp<'_>, manner| {
        scoring::matches(view, looked_up, &fits, manner, candidates)
    };
    let all = find(&as_typed, Manner::ALL)?;
    let mut is_done = all.has_wished;
    // what only titles of offers have takes the place of nothing that is found without them
    let mut are_none = all.are_none();
    let mut hits = all.ranked();
    if are_none && is_known && has_colour_of_something(&needs) {
        let any_colour = find(&as_typed, Manner::ANY_COLOUR)?;
        is_done = any_colour.has_wished;
        are_none = any_colour.are_none();
        hits = matches::below(hits, any_colour.ranked());
    }
    for share in shares_to_miss(&needs).iter().filter(|_| is_known) {
        if is_done {
            break;
        }
        let most = find(&as_typed, Manner::missing(*share))?;
        is_done = most.has_wished;
        are_none &= most.are_none();
        hits = matches::below(hits, most.ranked());
    }
    if are_none && query.terms.iter().any(|term| term.guessable) {
        let guessed = LookedUp::of(view, &needs, Guess::Yes)?;
        hits = matches::below(hits, find(&guessed, Manner::ALL)?.ranked());
    }
    Ok(hits)
}

/// Whether a colour is asked for, and of what.
fn has_colour_of_something(needs: &[Need]) -> bool {
    let colours = needs.iter().filter(|need| need.is_colour).count();
    colours > 0 && colours < needs.len()
}

/// How much a product may miss when none has everything, less before more.
fn shares_to_miss(needs: &[Need]) -> &'static [f32] {
    if needs.iter().any(|need| need.named) {
        &BESIDE_A_NAME
    } else if needs.len() >= FEWEST_TO_MISS {
        &[LITTLE]
    } else {
        &[]
    }
}

fn merging() -> LogMergePolicy {
    let mut merging = LogMergePolicy::default();
    merging.set_min_num_segments(SEGMENTS_PER_MERGE);
    merging.set_del_docs_ratio_before_merge(REMOVED_BEFORE_MERGE);
    merging
}

impl Writer {
    fn write(
        &mut self,
        fields: Fields,
        products: &[IndexedProduct],
        gone: &[ProductNo],
    ) -> Result<(), TantivyError> {
        let numbered = |product: ProductNo| Term::from_field_i64(fields.product, product.0);
        for product in gone {
            self.inner.delete_term(numbered(*product));
        }
        for product in products {
            if !self.is_first {
                self.inner.delete_term(numbered(product.no));
            }
            self.inner.add_document(document::of(product, fields))?;
        }
        self.inner.commit()?;
        Ok(())
    }

    fn clear(&mut self) -> Result<(), TantivyError> {
        self.inner.delete_all_documents()?;
        self.inner.commit()?;
        self.inner.set_merge_policy(Box::new(NoMergePolicy));
        self.is_first = true;
        Ok(())
    }

    /// Makes one segment of all, each document once.
    fn arrange(&mut self, index: &Index) -> Result<(), TantivyError> {
        let segments = index.searchable_segment_ids()?;
        if segments.len() > 1 {
            self.inner.merge(&segments).wait()?;
        }
        self.inner.set_merge_policy(Box::new(merging()));
        self.is_first = false;
        self.inner.garbage_collect_files().wait()?;
        Ok(())
    }
}

impl ProductIndex for TantivyIndex {
    fn apply(
        &self,
        products: &[IndexedProduct],
        gone: &[ProductNo],
        revision: Revision,
    ) -> Result<(), IndexError> {
        let mut writer = self.lock();
        if !products.is_empty() || !gone.is_empty() {
            if let Err(error) = writer.write(self.fields, products, gone) {
                writer.inner.rollback().map_err(failed)?;
                return Err(failed(error));
            }
            self.show().map_err(failed)?;
        }
        self.revision.store(revision.0, Ordering::Release);
        Ok(())
    }

    fn clear(&self) -> Result<(), IndexError> {
        self.lock().clear().map_err(failed)?;
        self.show().map_err(failed)
    }

    fn arrange(&self) -> Result<(), IndexError> {
        self.lock().arrange(&self.index).map_err(failed)?;
        self.show().map_err(failed)
    }

    fn texts(&self) -> Result<Vec<(ProductNo, u64)>, IndexError> {
        self.view().texts().map_err(failed)
    }

    fn revision(&self) -> Revision {
        Revision(self.revision.load(Ordering::Acquire))
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Hit>, IndexError> {
        self.find(query).map_err(failed)
    }
}

pub(crate) fn failed(error: impl Display) -> IndexError {
    IndexError(error.to_string())
}
