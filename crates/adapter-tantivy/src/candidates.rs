//! The documents of a segment that may match, while the terms of a query are looked at one after the other.

use domain::num;
use tantivy::DocId;
use tantivy::postings::BlockSegmentPostings;

use crate::levels;
use crate::lookup::{List, Source};

/// A list this many times as long as there are candidates is not read, but asked for each of them.
const ASKED: usize = 32;

/// What one term of the query counts for.
#[derive(Clone, Copy)]
pub(crate) struct Weighed {
    /// How rare it is.
    pub rarity: f32,
    /// Documents may lack it.
    pub may_be_missed: bool,
}

/// What is known of a document.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    /// The document.
    pub document: DocId,
    /// Sum over the terms that were looked at.
    pub total: f32,
    /// For some term it has no whole word, only a beginning or a guess.
    pub is_begun: bool,
    /// Some term is met by nothing but titles of offers.
    pub is_titled: bool,
    /// Sum of the rarities of the terms that it misses.
    missed: f32,
    /// Best word of its own texts for the term at hand.
    best: f32,
    /// Best word of titles of offers for the term at hand.
    of_titles: f32,
    /// It has a whole word for the term at hand.
    is_whole: bool,
}

impl Candidate {
    /// One that nothing is known of but what the terms before are worth together, which it lacks.
    const fn new(document: DocId, missed: f32) -> Self {
        Self {
            document,
            total: 0.0,
            is_begun: false,
            is_titled: false,
            missed,
            best: 0.0,
            of_titles: 0.0,
            is_whole: false,
        }
    }

    /// It has this word for the term at hand, which counts for so much.
    fn raise(&mut self, source: &Source, value: f32) {
        match source.list {
            List::Titles => self.of_titles = self.of_titles.max(value),
            List::Plain | List::Digits => {
                self.best = self.best.max(value);
                self.is_whole |= source.is_whole;
            }
        }
    }

    /// It has what another candidate of the same document has for the term at hand.
    fn join(&mut self, other: &Self) {
        self.best = self.best.max(other.best);
        self.of_titles = self.of_titles.max(other.of_titles);
        self.is_whole |= other.is_whole;
    }

    /// Takes what the document has of a term; false when it misses too much. What its own texts have counts, and titles of
    /// offers where they have nothing.
    fn take(&mut self, term: Weighed, spare: f32) -> bool {
        let is_own = self.best > 0.0;
        let value = if is_own { self.best } else { self.of_titles };
        self.missed = match (value > 0.0, term.may_be_missed) {
            (true, _) => self.missed,
            (false, true) => self.missed + term.rarity,
            (false, false) => f32::INFINITY,
        };
        self.total += term.rarity * value;
        self.is_begun |= is_own && !self.is_whole;
        self.is_titled |= !is_own && value > 0.0;
        self.best = 0.0;
        self.of_titles = 0.0;
        self.is_whole = false;
        self.missed <= spare
    }
}

/// Candidates in order of their documents. Kept from one search to the next, so that memory is not asked for anew.
#[derive(Default)]
pub(crate) struct Candidates {
    all: Vec<Candidate>,
    /// Those that the term at hand has brought; in order of documents from source to source only.
    new: Vec<Candidate>,
    /// One bit for each document: it is in `all`.
    marks: Vec<u64>,
    /// What the terms before are worth together that a document lacks which comes in now.
    missed_before: f32,
}

impl Candidates {
    /// Makes room for the documents of a segment.
    pub(crate) fn begin(&mut self, documents: u32) {
        self.all.clear();
        self.new.clear();
        self.missed_before = 0.0;
        let words = num::usize_from_u32(documents).div_ceil(64);
        if self.marks.len() < words {
            self.marks.resize(words, 0);
        }
    }

    /// Whether documents may still come in that have none of the terms before.
    pub(crate) fn are_open(&self, spare: f32) -> bool {
        self.missed_before <= spare
    }

    /// Whether there are none, and none may come in.
    pub(crate) fn are_done(&self, spare: f32) -> bool {
        self.all.is_empty() && !self.are_open(spare)
    }

    /// Looks at one word of the term at hand. When the candidates are open, the longest list comes first.
    pub(crate) fn look_at(
        &mut self,
        source: &Source,
        postings: &mut BlockSegmentPostings,
        is_open: bool,
    ) {
        let values: Values = match source.list {
            List::Plain | List::Digits => {
                std::array::from_fn(|level| source.quality * levels::weight(level))
            }
            List::Titles => [source.quality * levels::OF_A_TITLE; levels::LEVELS],
        };
        if is_open {
            self.gather(source, postings, &values);
            if self.all.is_empty() {
                self.settle();
            }
        } else if self.all.len().saturating_mul(ASKED) < num::usize_from_u32(source.info.doc_freq) {
            self.ask(source, postings, &values);
        } else {
            self.meet(source, postings, &values);
        }
    }

    /// The term at hand has been looked at: documents that miss too much go.
    pub(crate) fn take(&mut self, term: Weighed, spare: f32) {
        self.settle();
        let Self { all, marks, .. } = self;
        all.retain_mut(|candidate| {
            let is_kept = candidate.take(term, spare);
            if !is_kept {
                unmark(marks, candidate.document);
            }
            is_kept
        });
        self.missed_before += if term.may_be_missed {
            term.rarity
        } else {
            f32::INFINITY
        };
    }

    /// Gives what is left, and forgets it.
    pub(crate) fn end(&mut self) -> &[Candidate] {
        for candidate in &self.all {
            unmark(&mut self.marks, candidate.document);
        }
        &self.all
    }

    /// Reads the whole list; what is no candidate becomes one.
    fn gather(&mut self, source: &Source, postings: &mut BlockSegmentPostings, values: &Values) {
        let Self {
            all,
            new,
            marks,
            missed_before,
        } = self;
        let mut from = 0;
        for_each(postings, values, |document, value| {
            if is_marked(marks, document) {
                from = raise(all, from, document, |it| it.raise(source, value));
            } else {
                let mut candidate = Candidate::new(document, *missed_before);
                candidate.raise(source, value);
                new.push(candidate);
            }
        });
    }

    /// Reads the whole list for what candidates have of it.
    fn meet(&mut self, source: &Source, postings: &mut BlockSegmentPostings, values: &Values) {
        let Self { all, marks, .. } = self;
        let mut from = 0;
        for_each(postings, values, |document, value| {
            if is_marked(marks, document) {
                from = raise(all, from, document, |it| it.raise(source, value));
            }
        });
    }

    /// Asks the list for each candidate.
    fn ask(&mut self, source: &Source, postings: &mut BlockSegmentPostings, values: &Values) {
        for candidate in &mut self.all {
            let place = postings.seek(candidate.document);
            if postings.doc(place) == candidate.document {
                candidate.raise(source, value_of(values, postings.freq(place)));
            }
        }
    }

    /// Puts what came in among the others.
    fn settle(&mut self) {
        if self.new.is_empty() {
            return;
        }
        // sorting finds what is in order already
        self.new.sort_by_key(|candidate| candidate.document);
        self.new.dedup_by(|other, kept| {
            let is_same = other.document == kept.document;
            if is_same {
                kept.join(other);
            }
            is_same
        });
        for candidate in &self.new {
            if let Some(word) = self.marks.get_mut(word_of(candidate.document)) {
                *word |= bit_of(candidate.document);
            }
        }
        let is_first = self.all.is_empty();
        self.all.append(&mut self.new);
        if !is_first {
            self.all.sort_by_key(|candidate| candidate.document);
        }
    }
}

/// What a word of each level is worth.
type Values = [f32; levels::LEVELS];

fn value_of(values: &Values, level: u32) -> f32 {
    let level = num::usize_from_u32(level).min(levels::LEVELS - 1);
    values.get(level).copied().unwrap_or_default()
}

/// Calls back for every document of a list, with the value of the word there.
fn for_each(
    postings: &mut BlockSegmentPostings,
    values: &Values,
    mut each: impl FnMut(DocId, f32),
) {
    while postings.block_len() > 0 {
        for (document, level) in postings.docs().iter().zip(postings.freqs()) {
            each(*document, value_of(values, *level));
        }
        postings.advance();
    }
}

/// Raises the candidate of a document, which is at this place or behind it; where it is.
fn raise(
    all: &mut [Candidate],
    from: usize,
    document: DocId,
    by: impl FnOnce(&mut Candidate),
) -> usize {
    let mut from = from;
    let mut step = 1;
    // by ever longer steps to behind it, then by halves
    while all.get(from + step).is_some_and(|c| c.document <= document) {
        from += step;
        step *= 2;
    }
    let until = all.len().min(from + step);
    let within = all.get(from..until).unwrap_or_default();
    let place = from + within.partition_point(|candidate| candidate.document < document);
    if let Some(candidate) = all.get_mut(place) {
        by(candidate);
    }
    place
}

fn word_of(document: DocId) -> usize {
    num::usize_from_u32(document / 64)
}

const fn bit_of(document: DocId) -> u64 {
    1 << (document % 64)
}

fn is_marked(marks: &[u64], document: DocId) -> bool {
    let word = marks.get(word_of(document)).copied();
    word.is_some_and(|word| word & bit_of(document) != 0)
}

fn unmark(marks: &mut [u64], document: DocId) {
    if let Some(word) = marks.get_mut(word_of(document)) {
        *word &= !bit_of(document);
    }
}
