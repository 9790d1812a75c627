//! Which of an offer's candidates is the likeliest, and whether that one is right.
//!
//! A pair alone does not say it: `X100 black` is surely the `X100` where nothing else is called so, and nobody can
//! tell when three products are. So candidates are ranked by what each says of the offer, and a second rule asks how
//! the first stands beside the others. It was fitted with parts of the catalogue missing, because the likeliest
//! candidate of an offer whose product is not there is always a wrong one. It is decision trees: whether a missing word
//! matters depends on what else is in the list.

mod text_form;

pub use text_form::ListModelError;

use std::sync::LazyLock;

use super::codes;
use super::coverage::Coverage;
use super::evidence::{Compared, Evidence, is_tier};
use super::model::{CLOSER_COUNT, Judgement, Model};
use super::trees::Trees;
use super::weighed::Weighed;
use super::wording::{Kind, Token};
use domain::num::f64_from_usize as float;
use domain::placement::Confidence;

/// What a candidate's name says of an offer's title.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateEvidence {
    values: [f64; Self::COUNT],
    /// What the two say in either direction.
    pub judgement: Judgement,
    /// Whether the candidate is of the catalogue.
    is_canonical: bool,
    /// What words tell apart for certain (`Subject::is_told_apart`).
    are_told_apart: bool,
    /// For each word of the title: how rare it is when the name has it too, else 0.
    stated: Vec<f64>,
}

impl CandidateEvidence {
    /// How many numbers there are.
    pub const COUNT: usize = 16;
    /// What they are called in the model, in order. `name_…` is what the title lacks of the name, `title_…` what the
    /// name lacks of the title.
    pub const NAMES: [&'static str; Self::COUNT] = [
        "pair_score",
        "name_covered",
        "name_rarest_missing",
        "title_covered",
        "code_length",
        "name_code_missing",
        "title_code_missing",
        "wording_alike",
        "spelling_alike",
        "name_words_missing",
        "name_tiers_missing",
        "name_quantity_missing",
        "name_number_missing",
        "title_tiers_missing",
        "title_numbers_missing",
        "name_model_missing",
    ];

    /// Compares an offer with a candidate.
    pub fn of(offer: &Weighed<'_>, candidate: &Weighed<'_>) -> Self {
        /// The longest code that counts as such, and a score beyond which nothing gets surer.
        const LONG_CODE: usize = 12;
        const SURE: f64 = 8.0;
        let coverage = Coverage::of(offer, candidate);
        let judgement = Model::fitted().judged(&Compared::covered(offer, candidate, &coverage));
        let title = Side::new(offer, &coverage.a);
        let name = Side::new(candidate, &coverage.b);
        let (title_words, name_words) = (&offer.subject.wording, &candidate.subject.wording);
        let code = codes::longest_standing(name_words, title_words).min(LONG_CODE);
        let values = [
            judgement.score.clamp(-SURE, SURE) / 4.0,
            name.covered(),
            name.rarest_missing(),
            title.covered(),
            float(code) / float(LONG_CODE),
            flag(codes::lacks_code(name_words, title_words)),
            flag(codes::lacks_code(title_words, name_words)),
            judgement.compared.evidence.wording_alike,
            judgement.compared.evidence.spelling_alike,
            upto(name.missing(|_| true), 4),
            upto(name.missing(is_tier), 2),
            upto(name.missing(|token| token.kind == Kind::Measure), 1),
            upto(name.missing(|token| token.kind == Kind::Number), 1),
            upto(title.missing(is_tier), 2),
            upto(title.missing(|token| token.kind == Kind::Number), 3),
            upto(name.missing(|token| token.kind == Kind::Model), 1),
        ];
        let words = offer.weights.rarities.iter().zip(&coverage.a);
        let stated = words.map(|(rarity, has)| if *has { *rarity } else { 0.0 });
        Self {
            values,
            judgement,
            is_canonical: candidate.subject.is_canonical,
            are_told_apart: offer.subject.is_told_apart(candidate.subject),
            stated: stated.collect(),
        }
    }

    /// Whether the two cannot be one, whatever else is alike: brand, capacity, quantity, a model of a series, lens,
    /// colour, one is made for the other, one word is another, or words tell them apart.
    pub fn contradicts(&self) -> bool {
        let evidence = &self.judgement.compared.evidence;
        evidence.contradicts()
            || self.are_told_apart
            || evidence.colours_differ > 0.0
            || self.judgement.compared.swaps_a_word_or_number
            || self.judgement.compared.is_made_for
    }

    /// Whether words tell the two apart for certain.
    pub(super) const fn are_told_apart(&self) -> bool {
        self.are_told_apart
    }

    /// Whether two candidates have the same words of the title; colours, which weigh nothing, apart.
    pub(super) fn states_as_much_as(&self, other: &Self) -> bool {
        let mut stated = self.stated.iter().zip(&other.stated);
        stated.all(|(a, b)| (*a > 0.0) == (*b > 0.0))
    }

    /// The numbers, in order.
    pub const fn values(&self) -> &[f64; Self::COUNT] {
        &self.values
    }

    fn value(&self, place: usize) -> f64 {
        self.values.get(place).copied().unwrap_or(0.0)
    }
}

/// One side's words and which of them the other side has.
struct Side<'s, 'a> {
    weighed: &'s Weighed<'a>,
    has: &'s [bool],
}

impl<'s, 'a> Side<'s, 'a> {
    const fn new(weighed: &'s Weighed<'a>, has: &'s [bool]) -> Self {
        Self { weighed, has }
    }

    /// The share of what the words weigh that the other side has.
    fn covered(&self) -> f64 {
        let words = self.weighed.weights.rarities.iter().zip(self.has);
        let mass: f64 = words.filter(|(_, has)| **has).map(|(r, _)| r).sum();
        if self.weighed.weights.mass > 0.0 {
            mass / self.weighed.weights.mass
        } else {
            1.0
        }
    }

    fn rarest_missing(&self) -> f64 {
        let words = self.weighed.weights.rarities.iter().zip(self.has);
        let missing = words.filter(|(_, has)| !**has);
        missing.map(|(rarity, _)| *rarity).fold(0.0, f64::max)
    }

    fn missing(&self, is: impl Fn(&Token) -> bool) -> usize {
        let tokens = self.weighed.subject.wording.tokens.iter().zip(self.has);
        tokens.filter(|(token, has)| !**has && is(token)).count()
    }
}

/// A count as a share of what is many.
fn upto(count: usize, many: usize) -> f64 {
    float(count.min(many)) / float(many)
}

fn flag(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

/// How many numbers say how the first stands beside the others: [`ListModel::LIST_NAMES`], the first's own, what the
/// pair says, and how it stands to the rivals of the catalogue and to those that feeds brought.
pub const ACCEPTANCE_COUNT: usize =
    ListModel::LIST_NAMES.len() + CandidateEvidence::COUNT + CLOSER_COUNT + 2 * RIVALS_COUNT;
/// How many numbers say how the first stands to some rivals: [`ListModel::RIVAL_NAMES`], and how far it is ahead.
const RIVALS_COUNT: usize = ListModel::RIVAL_NAMES.len() + ListModel::AHEAD.len();

/// The weights, trees and thresholds by which a candidate is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct ListModel {
    /// What each number of a candidate adds to its rank.
    pub rank: [f64; CandidateEvidence::COUNT],
    /// The probability from which the first is taken.
    pub automatic: f64,
    /// The probability from which a person is asked.
    pub review: f64,
    /// How likely the first is right, from the numbers of the list.
    pub accept: Trees,
}

static FITTED: LazyLock<ListModel> =
    LazyLock::new(|| ListModel::parse(FITTED_TEXT).unwrap_or_default());
/// The model as it was fitted; its head says on what.
const FITTED_TEXT: &str = include_str!("list_model.txt");

impl Default for ListModel {
    /// Knows nothing, and accepts nothing.
    fn default() -> Self {
        Self {
            rank: [0.0; CandidateEvidence::COUNT],
            automatic: 1.0,
            review: 1.0,
            accept: Trees::default(),
        }
    }
}

impl ListModel {
    /// What is looked at in the list as a whole: the first's rank, whether it is of the catalogue; and of the words of
    /// the title that the first lacks and another has, the rarest, and what share of the title they are.
    pub const LIST_NAMES: [&'static str; 4] =
        ["rank", "of_catalogue", "rarest_elsewhere", "elsewhere"];
    /// What is looked at of some rivals: by how much the first leads, its share when ranks are taken for odds, how many
    /// are close, whether there are none.
    pub const RIVAL_NAMES: [&'static str; 4] = ["lead", "share", "close", "none"];
    /// The places of the numbers in which it matters how far the first is ahead of the best other.
    pub const AHEAD: [usize; 6] = [0, 1, 3, 4, 7, 8];

    /// The model that the program was built with.
    pub fn fitted() -> &'static Self {
        &FITTED
    }

    /// Where a candidate stands: the greatest is the likeliest.
    pub fn rank(&self, candidate: &CandidateEvidence) -> f64 {
        let parts = self.rank.iter().zip(&candidate.values);
        parts.map(|(weight, value)| weight * value).sum()
    }

    /// What the list says of its first being right, on which a closer look was taken ([`CloseComparison`](super::model::CloseComparison)).
    pub fn list_values(
        &self,
        first: &CandidateEvidence,
        closer: &[f64; CLOSER_COUNT],
        others: &[&CandidateEvidence],
    ) -> [f64; ACCEPTANCE_COUNT] {
        let (rarest_elsewhere, elsewhere) = stated_elsewhere(first, others);
        let list = [
            self.rank(first) / 4.0,
            flag(first.is_canonical),
            rarest_elsewhere,
            elsewhere,
        ];
        let of = |of_catalogue: bool| {
            let rivals = others
                .iter()
                .filter(|other| other.is_canonical == of_catalogue);
            self.beside(first, &rivals.copied().collect::<Vec<_>>())
        };
        let all = list.into_iter().chain(first.values).chain(*closer);
        let all = all.chain(of(true)).chain(of(false));
        let mut values = [0.0; ACCEPTANCE_COUNT];
        for (place, value) in values.iter_mut().zip(all) {
            *place = value;
        }
        values
    }

    /// How the first stands to some rivals.
    fn beside(
        &self,
        first: &CandidateEvidence,
        rivals: &[&CandidateEvidence],
    ) -> [f64; RIVALS_COUNT] {
        /// A greater lead is not surer.
        const LEAD: f64 = 6.0;
        const CLOSE: f64 = 1.0;
        let rank = self.rank(first);
        let ranks: Vec<f64> = rivals.iter().map(|rival| self.rank(rival)).collect();
        let second = ranks.iter().copied().reduce(f64::max);
        let lead = second.map_or(LEAD, |second| (rank - second).clamp(-LEAD, LEAD));
        let odds: f64 = ranks.iter().map(|other| (other - rank).exp()).sum();
        let close = ranks.iter().filter(|other| rank - **other < CLOSE).count();
        let stands = [
            lead / 3.0,
            1.0 / (1.0 + odds),
            upto(close, 4),
            flag(rivals.is_empty()),
        ];
        let ahead = Self::AHEAD.iter().map(|place| {
            let best = rivals.iter().map(|rival| rival.value(*place));
            first.value(*place) - best.reduce(f64::max).unwrap_or(0.0)
        });
        let mut values = [0.0; RIVALS_COUNT];
        for (place, value) in values.iter_mut().zip(stands.into_iter().chain(ahead)) {
            *place = value;
        }
        values
    }
}

/// Of the words of the title that the first lacks and another has: how rare the rarest is, and how much they are beside
/// all words of the title that any has.
fn stated_elsewhere(first: &CandidateEvidence, others: &[&CandidateEvidence]) -> (f64, f64) {
    let (mut rarest, mut elsewhere, mut stated) = (0.0_f64, 0.0, 0.0);
    for (place, own) in first.stated.iter().enumerate() {
        let of_others = others.iter().filter_map(|other| other.stated.get(place));
        let best = of_others.copied().fold(0.0, f64::max);
        stated += own.max(best);
        if *own <= 0.0 {
            rarest = rarest.max(best);
            elsewhere += best;
        }
    }
    (
        rarest,
        if stated > 0.0 {
            elsewhere / stated
        } else {
            0.0
        },
    )
}

/// A probability in thousandths.
pub fn in_thousandths(probability: f64) -> Confidence {
    let milli = domain::num::i64_from_f64(probability * 1000.0);
    Confidence::from_milli(u16::try_from(milli).unwrap_or(0))
}

#[cfg(test)]
mod tests;
