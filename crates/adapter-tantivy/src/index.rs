use std::collections::HashSet;
use std::fmt::Display;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use domain::ids::{ProductNo, Revision};
use ports_store::{Hit, IndexError, IndexedProduct, ProductIndex};
use product_knowledge::query::SearchQuery;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, TantivyError, Term};

use crate::matches::{self, Fits};
use crate::needs::Need;
use crate::schema::{self, Fields};
use crate::scoring::Manner;
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

/// The product index, in memory.
pub struct TantivyIndex {
    fields: Fields,
    reader: IndexReader,
    writer: Mutex<Writer>,
    revision: AtomicI64,
}

struct Writer {
    inner: IndexWriter,
    /// Every product that may be indexed, so that the first build need not look for what it
    /// replaces.
    known: HashSet<ProductNo>,
}

impl TantivyIndex {
    /// Makes an empty index. It keeps one thread for writing and one for merging.
    pub fn in_memory() -> Result<Self, IndexError> {
        let (index, fields) = schema::create().map_err(failed)?;
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_HEAP_BYTES)
            .build();
        let inner: IndexWriter = index.writer_with_options(options).map_err(failed)?;
        let mut merging = LogMergePolicy::default();
        merging.set_min_num_segments(SEGMENTS_PER_MERGE);
        merging.set_del_docs_ratio_before_merge(REMOVED_BEFORE_MERGE);
        inner.set_merge_policy(Box::new(merging));
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        Ok(Self {
            fields,
            reader: reader.try_into().map_err(failed)?,
            writer: Mutex::new(Writer {
                inner,
                known: HashSet::new(),
            }),
            revision: AtomicI64::new(0),
        })
    }

    fn find(&self, query: &SearchQuery) -> Result<Vec<Hit>, TantivyError> {
        let searcher = self.reader.searcher();
        let numbered = scoring::with_gtins(&searcher, self.fields, &query.gtins)?;
        if !numbered.is_empty() || query.terms.is_empty() {
            return Ok(numbered);
        }
        let needs = needs::of(query);
        let fits = Fits::of(query);
        let find = |manner| scoring::matches(&searcher, self.fields, &needs, &fits, manner);
        let all = find(Manner::ALL)?;
        let (is_known, mut is_done) = (!all.is_unknown, all.has_wished);
        let mut hits = all.ranked();
        if hits.is_empty() && is_known && has_colour_of_something(&needs) {
            let any_colour = find(Manner::ANY_COLOUR)?;
            is_done = any_colour.has_wished;
            hits = any_colour.ranked();
        }
        for share in shares_to_miss(&needs).iter().filter(|_| is_known) {
            if is_done {
                break;
            }
            let most = find(Manner::missing(*share))?;
            is_done = most.has_wished;
            hits = matches::below(hits, most.ranked());
        }
        if hits.is_empty() && query.terms.iter().any(|term| term.guessable) {
            hits = find(Manner::GUESSED)?.ranked();
        }
        Ok(hits)
    }
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

impl Writer {
    fn write(
        &mut self,
        fields: Fields,
        products: &[IndexedProduct],
        gone: &[ProductNo],
    ) -> Result<(), TantivyError> {
        let numbered = |product: ProductNo| Term::from_field_i64(fields.product, product.0);
        for product in gone {
            if self.known.contains(product) {
                self.inner.delete_term(numbered(*product));
            }
        }
        for product in products {
            if !self.known.insert(product.no) {
                self.inner.delete_term(numbered(product.no));
            }
            self.inner.add_document(document::of(product, fields))?;
        }
        self.inner.commit()?;
        let kept: HashSet<ProductNo> = products.iter().map(|product| product.no).collect();
        for product in gone.iter().filter(|product| !kept.contains(product)) {
            self.known.remove(product);
        }
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
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if !products.is_empty() || !gone.is_empty() {
            if let Err(error) = writer.write(self.fields, products, gone) {
                writer.inner.rollback().map_err(failed)?;
                return Err(failed(error));
            }
            self.reader.reload().map_err(failed)?;
        }
        self.revision.store(revision.0, Ordering::Release);
        Ok(())
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
