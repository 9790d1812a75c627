//! Which products hold all words of a query, and how well they fit.
//!
//! relevance = fit x name factor x sum over terms of: rarity of the term x quality of the word x
//! weight of its level. Fit is how well a device or an accessory is what the query asks for. Rarity is the inverse document frequency of BM25 plus one, counted over every word
//! that satisfies the term. Of several words that satisfy a term the best counts. The name factor,
//! 0.8 to 1, prefers names with few other words; it is too small to lift a field over the next.

use domain::ids::ProductNo;
use domain::num;
use ports_store::Hit;
use tantivy::columnar::ColumnValues;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, Searcher, SegmentReader, TantivyError};

use crate::document::Nature;
use crate::levels;
use crate::lookup::{Guess, Source, Vocabulary};
use crate::matches::{Fits, Matches};
use crate::needs::Need;
use crate::schema::{Fields, NATURE, PRODUCT};

/// How strictly products must match.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    guess: Guess,
    /// The share of what the query says that a product may miss: of the sum of its terms' rarities.
    missing: f32,
    /// Of its terms, only colours may be missed.
    only_colours: bool,
}

impl Manner {
    /// Every term as typed.
    pub(crate) const ALL: Self = Self {
        guess: Guess::No,
        missing: 0.0,
        only_colours: false,
    };
    /// Every term but colours.
    pub(crate) const ANY_COLOUR: Self = Self {
        guess: Guess::No,
        missing: 1.0,
        only_colours: true,
    };
    /// Every term, misspellings forgiven.
    pub(crate) const GUESSED: Self = Self {
        guess: Guess::Yes,
        missing: 0.0,
        only_colours: false,
    };
    /// All terms but some that together are this share of what the query says. Each is a word of some
    /// product.
    pub(crate) const fn missing(share: f32) -> Self {
        Self {
            guess: Guess::No,
            missing: share,
            only_colours: false,
        }
    }

    fn may_miss(self, need: &Need) -> bool {
        if self.only_colours {
            need.is_colour
        } else {
            self.missing > 0.0 && need.may_be_missed()
        }
    }
}

/// One term of the query in one segment.
struct Part {
    sources: Vec<Source>,
    rarity: f32,
    may_be_missed: bool,
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
    /// Sum over the terms before; 0 for a document that misses too much.
    total: f32,
    /// Sum of the rarities of the terms that it misses.
    missed: f32,
    /// Best word for the term at hand.
    best: f32,
    /// It has a whole word for the term at hand.
    is_whole: bool,
    /// For some term before it has no whole word, only a beginning or a guess.
    is_begun: bool,
}

impl Slot {
    /// Takes what the document has of a part; false when it misses too much.
    fn take(&mut self, part: &Part, spare: f32) -> bool {
        let missed = match (self.best > 0.0, part.may_be_missed) {
            (true, _) => self.missed,
            (false, true) => self.missed + part.rarity,
            (false, false) => f32::INFINITY,
        };
        let is_kept = missed <= spare;
        let total = self.total + part.rarity * self.best;
        *self = Self {
            total: if is_kept { total } else { 0.0 },
            missed,
            best: 0.0,
            is_whole: false,
            is_begun: self.is_begun || (self.best > 0.0 && !self.is_whole),
        };
        is_kept
    }
}

/// All products that meet the needs.
pub(crate) fn matches(
    searcher: &Searcher,
    fields: Fields,
    needs: &[Need],
    fits: &Fits,
    manner: Manner,
) -> Result<Matches, TantivyError> {
    let mut segments = Vec::new();
    let mut listed = vec![0_u64; needs.len()];
    let mut documents = 0_u64;
    for segment in searcher.segment_readers() {
        let vocabulary = Vocabulary::open(segment, fields)?;
        let mut parts = Vec::with_capacity(needs.len());
        for (need, listed) in needs.iter().zip(&mut listed) {
            let part = Part {
                sources: vocabulary.sources(need, manner.guess)?,
                rarity: 0.0,
                may_be_missed: manner.may_miss(need),
            };
            *listed += part.listed();
            parts.push(part);
        }
        documents += u64::from(segment.max_doc());
        segments.push((segment, vocabulary, parts));
    }
    let mut counted = needs.iter().zip(&listed);
    let mut matches = Matches {
        is_unknown: counted.any(|(need, listed)| *listed == 0 && !need.is_colour),
        ..Matches::default()
    };
    if matches.is_unknown {
        return Ok(matches);
    }
    let rarities: Vec<f32> = listed.iter().map(|l| rarity(*l, documents)).collect();
    let spare = manner.missing * rarities.iter().sum::<f32>();
    for (segment, vocabulary, mut parts) in segments {
        for (part, rarity) in parts.iter_mut().zip(&rarities) {
            part.rarity = *rarity;
        }
        let is_needed = |part: &Part| !part.may_be_missed && part.sources.is_empty();
        if !parts.iter().any(is_needed) {
            add_segment(&mut matches, segment, fits, &vocabulary, parts, spare)?;
        }
    }
    Ok(matches)
}

/// The inverse document frequency of BM25, plus one.
fn rarity(listed: u64, documents: u64) -> f32 {
    let float = |count: u64| num::f64_from_i64(i64::try_from(count).unwrap_or(i64::MAX));
    let listed_in = float(listed.min(documents));
    let idf = ((float(documents) - listed_in + 0.5) / (listed_in + 0.5)).ln_1p();
    num::f32_from_f64(1.0 + idf)
}

/// Adds the products of one segment that have all parts, the rarest part first; or that miss parts
/// whose rarities are at most `spare` together.
fn add_segment(
    matches: &mut Matches,
    segment: &SegmentReader,
    fits: &Fits,
    vocabulary: &Vocabulary,
    mut parts: Vec<Part>,
    spare: f32,
) -> Result<(), TantivyError> {
    parts.sort_by_key(|part| (part.may_be_missed, part.listed()));
    let mut slots = vec![Slot::default(); place(segment.max_doc())];
    let mut candidates: Vec<DocId> = Vec::new();
    // what a document misses that none of the parts before lists; none may come in any more
    let mut missed_before = 0.0;
    for part in &parts {
        let is_open = missed_before <= spare;
        for_each_listed(vocabulary, &part.sources, |document, value, is_whole| {
            let Some(slot) = slots.get_mut(place(document)) else {
                return;
            };
            let is_known = slot.total > 0.0 || slot.best > 0.0;
            if is_open && !is_known && slot.missed == 0.0 {
                candidates.push(document);
                slot.missed = missed_before;
            }
            if is_known || is_open {
                slot.best = slot.best.max(value);
                slot.is_whole |= is_whole;
            }
        })?;
        candidates.retain(|document| {
            slots
                .get_mut(place(*document))
                .is_some_and(|slot| slot.take(part, spare))
        });
        missed_before += if part.may_be_missed {
            part.rarity
        } else {
            f32::INFINITY
        };
        if candidates.is_empty() && missed_before > spare {
            return Ok(());
        }
    }
    let reader = HitReader::open(segment)?;
    for document in candidates {
        let slot = slots.get(place(document)).copied().unwrap_or_default();
        let Some((product, nature)) = reader.read(document) else {
            continue;
        };
        matches.has_wished |= fits.is_wished(nature);
        let hit = Hit {
            product,
            relevance: slot.total * fits.of_nature(nature),
        };
        if slot.is_begun {
            matches.begun.push(hit);
        } else {
            matches.whole.push(hit);
        }
    }
    Ok(())
}

/// Calls back for every document of the sources, with the value of the word there and whether it is a whole
/// one.
fn for_each_listed(
    vocabulary: &Vocabulary,
    sources: &[Source],
    mut each: impl FnMut(DocId, f32, bool),
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
                    let value = source.quality * levels::weight(*level);
                    each(*document, value, source.is_whole);
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
                    .filter_map(|document| reader.product(*document));
                hits.extend(found.map(|product| Hit {
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
    natures: std::sync::Arc<dyn ColumnValues<u64>>,
}

impl<'a> HitReader<'a> {
    fn open(segment: &'a SegmentReader) -> Result<Self, TantivyError> {
        let columns = segment.fast_fields();
        Ok(Self {
            segment,
            products: columns.i64(PRODUCT)?.first_or_default_col(0),
            natures: columns.u64(NATURE)?.first_or_default_col(0),
        })
    }

    /// The product; `None` when it was removed or replaced.
    fn product(&self, document: DocId) -> Option<ProductNo> {
        let is_there = !self.segment.is_deleted(document);
        is_there.then(|| ProductNo(self.products.get_val(document)))
    }

    /// The product and its nature.
    fn read(&self, document: DocId) -> Option<(ProductNo, Nature)> {
        let product = self.product(document)?;
        Some((product, Nature::unpacked(self.natures.get_val(document))))
    }
}

fn place(document: DocId) -> usize {
    usize::try_from(document).unwrap_or(usize::MAX)
}
