//! Which products hold all words of a query, and how well they fit.
//!
//! relevance = fit x name factor x sum over terms of: rarity of the term x quality of the word x
//! weight of its level. Fit is how well a device or an accessory is what the query asks for. Rarity is the inverse document frequency of BM25 plus one, counted over every word
//! that satisfies the term. Of several words that satisfy a term the best counts. The name factor,
//! 0.8 to 1, prefers names with few other words; it is too small to lift a field over the next.
//! Terms are added up in one order for all segments, so that relevance does not depend on how products are spread.

use domain::num;
use ports_store::Hit;
use tantivy::TantivyError;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;

use crate::candidates::{Candidates, Weighed};
use crate::lookup::{Guess, List, Source, Sources};
use crate::matches::{Fits, Matches};
use crate::needs::Need;
use crate::view::{Segment, View};

/// How strictly products must match.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// The share of what the query says that a product may miss: of the sum of its terms' rarities.
    missing: f32,
    /// Of its terms, only colours may be missed.
    only_colours: bool,
    /// Titles of offers stand in for what a product's own texts lack.
    with_titles: bool,
}

impl Manner {
    /// Every term as typed.
    pub(crate) const ALL: Self = Self {
        missing: 0.0,
        only_colours: false,
        with_titles: true,
    };
    /// Every term but colours.
    pub(crate) const ANY_COLOUR: Self = Self {
        missing: 1.0,
        only_colours: true,
        with_titles: false,
    };
    /// All terms but some that together are this share of what the query says. Each is a word of some
    /// product.
    pub(crate) const fn missing(share: f32) -> Self {
        Self {
            missing: share,
            only_colours: false,
            with_titles: false,
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

/// The words that satisfy the terms of a query.
pub(crate) struct LookedUp<'a> {
    needs: &'a [Need],
    /// For each segment and each term.
    sources: Vec<Vec<Sources>>,
    /// For each term, how many products its words list.
    listed: Vec<Listed>,
}

/// How many products the words of a term list.
#[derive(Clone, Copy, Default)]
struct Listed {
    /// For words of their own texts.
    own: u64,
    /// For words of titles of their offers.
    of_titles: u64,
}

impl Listed {
    fn count(&mut self, sources: &Sources) {
        let documents = |sources: &[Source]| -> u64 {
            let listed = sources.iter().map(|s| u64::from(s.info.doc_freq));
            listed.sum()
        };
        self.own += documents(&sources.own);
        self.of_titles += documents(&sources.of_titles);
    }

    const fn all(self, with_titles: bool) -> u64 {
        if with_titles {
            self.own + self.of_titles
        } else {
            self.own
        }
    }
}

impl<'a> LookedUp<'a> {
    /// Looks all terms up.
    pub(crate) fn of(view: &View, needs: &'a [Need], guess: Guess) -> Result<Self, TantivyError> {
        let mut listed = vec![Listed::default(); needs.len()];
        let mut all = Vec::with_capacity(view.segments.len());
        for segment in &view.segments {
            let mut of_segment = Vec::with_capacity(needs.len());
            for (need, listed) in needs.iter().zip(&mut listed) {
                let sources = segment.vocabulary.sources(need, guess)?;
                listed.count(&sources);
                of_segment.push(sources);
            }
            all.push(of_segment);
        }
        Ok(Self {
            needs,
            sources: all,
            listed,
        })
    }

    /// Whether some term that is no colour is a word of no product's own texts at all.
    pub(crate) fn has_unknown(&self) -> bool {
        self.has_unlisted(false)
    }

    fn has_unlisted(&self, with_titles: bool) -> bool {
        let mut counted = self.needs.iter().zip(&self.listed);
        counted.any(|(need, listed)| listed.all(with_titles) == 0 && !need.is_colour)
    }

    /// The terms with their places, those first that must not be missed, of those the rarest first.
    fn ordered(&self, documents: u64, manner: Manner) -> Vec<(usize, Weighed)> {
        let weighed = self
            .needs
            .iter()
            .zip(&self.listed)
            .map(|(need, listed)| Weighed {
                rarity: rarity(listed.own, documents),
                may_be_missed: manner.may_miss(need),
            });
        let mut terms: Vec<(usize, Weighed)> = weighed.enumerate().collect();
        let listed = |place: usize| self.listed.get(place).copied().unwrap_or_default();
        terms.sort_by_key(|(place, term)| {
            (term.may_be_missed, listed(*place).all(manner.with_titles))
        });
        terms
    }
}

/// All products that meet the needs; none when one is met by no product at all.
pub(crate) fn matches(
    view: &View,
    looked_up: &LookedUp<'_>,
    fits: &Fits,
    manner: Manner,
    candidates: &mut Candidates,
) -> Result<Matches, TantivyError> {
    let mut matches = Matches::default();
    if looked_up.has_unlisted(manner.with_titles) {
        return Ok(matches);
    }
    let terms = looked_up.ordered(view.documents, manner);
    // in the order of the query, whatever may be missed
    let mut said: Vec<_> = terms
        .iter()
        .map(|(place, term)| (*place, term.rarity))
        .collect();
    said.sort_by_key(|(place, _)| *place);
    let spare = manner.missing * said.iter().map(|(_, rarity)| rarity).sum::<f32>();
    for (segment, sources) in view.segments.iter().zip(&looked_up.sources) {
        let mut parts = Vec::with_capacity(terms.len());
        for (place, term) in &terms {
            let sources = sources.get(*place);
            let own = sources.map_or(&[][..], |of| &of.own);
            let of_titles = sources.filter(|_| manner.with_titles);
            let of_titles = of_titles.map_or(&[][..], |of| &of.of_titles);
            let sources: Vec<&Source> = own.iter().chain(of_titles).collect();
            parts.push((*term, sources));
        }
        let is_needed =
            |(term, sources): &(Weighed, Vec<&Source>)| !term.may_be_missed && sources.is_empty();
        if !parts.iter().any(is_needed) {
            add_segment(&mut matches, segment, fits, &parts, spare, candidates)?;
        }
    }
    Ok(matches)
}

/// The inverse document frequency of BM25, plus one.
fn rarity(listed: u64, documents: u64) -> f32 {
    let listed_in = num::f64_from_u64(listed.min(documents));
    let idf = ((num::f64_from_u64(documents) - listed_in + 0.5) / (listed_in + 0.5)).ln_1p();
    num::f32_from_f64(1.0 + idf)
}

/// Adds the products of one segment that have all parts; or that miss parts whose rarities are at most `spare`
/// together.
fn add_segment(
    matches: &mut Matches,
    segment: &Segment,
    fits: &Fits,
    parts: &[(Weighed, Vec<&Source>)],
    spare: f32,
    candidates: &mut Candidates,
) -> Result<(), TantivyError> {
    candidates.begin(segment.documents());
    for (term, sources) in parts {
        look_at(segment, sources, candidates, spare)?;
        candidates.take(*term, spare);
        if candidates.are_done(spare) {
            return Ok(());
        }
    }
    let found = candidates.end();
    let documents: Vec<_> = found.iter().map(|candidate| candidate.document).collect();
    for (candidate, read) in found.iter().zip(segment.read(&documents)) {
        let Some((product, nature)) = read else {
            continue;
        };
        matches.has_wished |= !candidate.is_titled && fits.is_wished(nature);
        let hit = Hit {
            product,
            relevance: candidate.total * fits.of_nature(nature),
        };
        if candidate.is_titled {
            matches.titled.push(hit);
        } else if candidate.is_begun {
            matches.begun.push(hit);
        } else {
            matches.whole.push(hit);
        }
    }
    Ok(())
}

/// Looks at the words of one term, the longest list first.
fn look_at(
    segment: &Segment,
    sources: &[&Source],
    candidates: &mut Candidates,
    spare: f32,
) -> Result<(), TantivyError> {
    let is_open = candidates.are_open(spare);
    let mut ordered = sources.to_vec();
    ordered.sort_by_key(|source| std::cmp::Reverse(source.info.doc_freq));
    let mut reused: [Option<BlockSegmentPostings>; 3] = [None, None, None];
    for source in ordered {
        let list = segment.vocabulary.list(source.list);
        let [plain, digits, titles] = &mut reused;
        let reused = match source.list {
            List::Plain => plain,
            List::Digits => digits,
            List::Titles => titles,
        };
        let postings = if let Some(postings) = reused {
            list.reset_block_postings_from_terminfo(&source.info, postings)?;
            postings
        } else {
            let option = IndexRecordOption::WithFreqs;
            reused.insert(list.read_block_postings_from_terminfo(&source.info, option)?)
        };
        candidates.look_at(source, postings, is_open);
    }
    Ok(())
}
