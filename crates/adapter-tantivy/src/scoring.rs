//! Which products hold all words of a query, and how well they fit.
//!
//! relevance = name factor x sum over terms of: rarity of the term x quality of the word x weight of
//! its level. Rarity is the inverse document frequency of BM25 plus one, counted over every word
//! that satisfies the term. Of several words that satisfy a term the best counts. The name factor,
//! 0.8 to 1, prefers names with few other words; it is too small to lift a field over the next.

use domain::ids::ProductNo;
use domain::num;
use ports_store::Hit;
use tantivy::columnar::ColumnValues;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, Searcher, SegmentReader, TantivyError};

use crate::levels;
use crate::lookup::{Guess, Source, Vocabulary};
use crate::needs::Need;
use crate::schema::{Fields, NAME_LENGTH, PRODUCT};

/// The part of the name factor that every name has.
const NAME_BASE: f64 = 0.8;

/// One term of the query in one segment.
struct Part {
    sources: Vec<Source>,
    rarity: f32,
}

impl Part {
    fn listed(&self) -> u64 {
        self.sources
            .iter()
            .map(|source| u64::from(source.info.doc_freq))
            .sum()
    }
}

/// What is known of a document while terms are looked at.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Sum over the terms before; 0 for a document that misses one.
    total: f32,
    /// Best word for the term at hand.
    best: f32,
}

/// All products that meet every need.
pub(crate) fn matches(
    searcher: &Searcher,
    fields: Fields,
    needs: &[Need],
    guess: Guess,
) -> Result<Vec<Hit>, TantivyError> {
    let mut segments = Vec::new();
    let mut listed = vec![0_u64; needs.len()];
    let mut documents = 0_u64;
    for segment in searcher.segment_readers() {
        let vocabulary = Vocabulary::open(segment, fields)?;
        let mut parts = Vec::with_capacity(needs.len());
        for (need, listed) in needs.iter().zip(&mut listed) {
            let part = Part {
                sources: vocabulary.sources(need, guess)?,
                rarity: 0.0,
            };
            *listed += part.listed();
            parts.push(part);
        }
        documents += u64::from(segment.max_doc());
        segments.push((segment, vocabulary, parts));
    }
    let mut hits = Vec::new();
    for (segment, vocabulary, mut parts) in segments {
        for (part, listed) in parts.iter_mut().zip(&listed) {
            part.rarity = rarity(*listed, documents);
        }
        if parts.iter().all(|part| !part.sources.is_empty()) {
            add_segment(&mut hits, segment, &vocabulary, parts)?;
        }
    }
    Ok(hits)
}

/// The inverse document frequency of BM25, plus one.
fn rarity(listed: u64, documents: u64) -> f32 {
    let float = |count: u64| num::f64_from_i64(i64::try_from(count).unwrap_or(i64::MAX));
    let listed_in = float(listed.min(documents));
    let idf = ((float(documents) - listed_in + 0.5) / (listed_in + 0.5)).ln_1p();
    num::f32_from_f64(1.0 + idf)
}

/// Adds the products of one segment that have all parts, the rarest part first.
fn add_segment(
    hits: &mut Vec<Hit>,
    segment: &SegmentReader,
    vocabulary: &Vocabulary,
    mut parts: Vec<Part>,
) -> Result<(), TantivyError> {
    parts.sort_by_key(Part::listed);
    let mut slots = vec![Slot::default(); place(segment.max_doc())];
    let mut candidates: Vec<DocId> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let is_first = index == 0;
        for_each_listed(vocabulary, &part.sources, |document, value| {
            let Some(slot) = slots.get_mut(place(document)) else {
                return;
            };
            if is_first && slot.best == 0.0 {
                candidates.push(document);
            }
            if is_first || slot.total > 0.0 {
                slot.best = slot.best.max(value);
            }
        })?;
        candidates.retain(|document| {
            slots.get_mut(place(*document)).is_some_and(|slot| {
                let is_met = slot.best > 0.0;
                let gained = part.rarity * slot.best;
                *slot = Slot {
                    total: if is_met { slot.total + gained } else { 0.0 },
                    best: 0.0,
                };
                is_met
            })
        });
        if candidates.is_empty() {
            return Ok(());
        }
    }
    let reader = HitReader::open(segment)?;
    hits.extend(candidates.into_iter().filter_map(|document| {
        let total = slots.get(place(document))?.total;
        reader.read(document).map(|(product, factor)| Hit {
            product,
            relevance: total * factor,
        })
    }));
    Ok(())
}

/// Calls back for every document of the sources, with the value of the word there.
fn for_each_listed(
    vocabulary: &Vocabulary,
    sources: &[Source],
    mut each: impl FnMut(DocId, f32),
) -> Result<(), TantivyError> {
    for has_digit in [false, true] {
        let list = vocabulary.list(has_digit);
        let mut reused: Option<BlockSegmentPostings> = None;
        for source in sources
            .iter()
            .filter(|source| source.has_digit == has_digit)
        {
            let postings = if let Some(postings) = &mut reused {
                list.reset_block_postings_from_terminfo(&source.info, postings)?;
                postings
            } else {
                let option = IndexRecordOption::WithFreqs;
                reused.insert(list.read_block_postings_from_terminfo(&source.info, option)?)
            };
            while postings.block_len() > 0 {
                for (document, level) in postings.docs().iter().zip(postings.freqs()) {
                    each(*document, source.quality * levels::weight(*level));
                }
                postings.advance();
            }
        }
    }
    Ok(())
}

/// Products that have one of these numbers, all equally relevant.
pub(crate) fn with_gtins(
    searcher: &Searcher,
    fields: Fields,
    gtins: &[domain::gtin::Gtin],
) -> Result<Vec<Hit>, TantivyError> {
    let mut hits: Vec<Hit> = Vec::new();
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(fields.gtin)?;
        let reader = HitReader::open(segment)?;
        for gtin in gtins {
            let term = tantivy::Term::from_field_u64(fields.gtin, gtin.number());
            let Some(mut postings) = index.read_block_postings(&term, IndexRecordOption::Basic)?
            else {
                continue;
            };
            while postings.block_len() > 0 {
                let found = postings
                    .docs()
                    .iter()
                    .filter_map(|document| reader.read(*document));
                hits.extend(found.map(|(product, _)| Hit {
                    product,
                    relevance: 1.0,
                }));
                postings.advance();
            }
        }
    }
    hits.sort_by_key(|hit| hit.product);
    hits.dedup_by_key(|hit| hit.product);
    Ok(hits)
}

/// Reads what a hit needs to know of a document.
struct HitReader<'a> {
    segment: &'a SegmentReader,
    products: std::sync::Arc<dyn ColumnValues<i64>>,
    name_lengths: std::sync::Arc<dyn ColumnValues<u64>>,
}

impl<'a> HitReader<'a> {
    fn open(segment: &'a SegmentReader) -> Result<Self, TantivyError> {
        let columns = segment.fast_fields();
        Ok(Self {
            segment,
            products: columns.i64(PRODUCT)?.first_or_default_col(0),
            name_lengths: columns.u64(NAME_LENGTH)?.first_or_default_col(0),
        })
    }

    /// The product and its name factor; `None` when it was removed or replaced.
    fn read(&self, document: DocId) -> Option<(ProductNo, f32)> {
        if self.segment.is_deleted(document) {
            return None;
        }
        let length = self.name_lengths.get_val(document).clamp(1, 1_000);
        let length = f64::from(u32::try_from(length).unwrap_or(u32::MAX));
        let factor = num::f32_from_f64(NAME_BASE + (1.0 - NAME_BASE) / length);
        Some((ProductNo(self.products.get_val(document)), factor))
    }
}

fn place(document: DocId) -> usize {
    usize::try_from(document).unwrap_or(usize::MAX)
}
