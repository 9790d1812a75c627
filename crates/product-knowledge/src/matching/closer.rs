//! What is looked at more closely where a pair is judged by itself: by [`Model::judge_closely`](super::Model), for which
//! trees weigh these numbers beside the evidence. Too much for each of an offer's thirty candidates.

mod endings;

use endings::Endings;

use super::codes;
use super::coverage::Coverage;
use super::evidence::is_shorter;
use super::measure::Dimension;
use super::weighed::Weighed;
use super::wording::{Kind, Token, Wording};
use domain::num::f64_from_usize as float;
use domain::text;

/// More numbers about two subjects, each between 0 and some 3; the order of the two does not matter. `missing` is what
/// the shorter one has more, `extra` what the longer one has more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CloserLook {
    values: [f64; Self::COUNT],
}

impl CloserLook {
    /// How many numbers there are.
    pub(super) const COUNT: usize = 29;
    /// What they are called in the model, in order.
    pub(super) const NAMES: [&'static str; Self::COUNT] = [
        "more_covered",
        "less_covered",
        "words_shared",
        "second_shared",
        "shared_mass",
        "rarest_missing",
        "missing_mass",
        "second_extra",
        "extra_mass",
        "extra_words",
        "begun_alike",
        "begun_alike_longer",
        "first_same",
        "brand_same",
        "colours_same",
        "pieces_differ",
        "numbers_shared",
        "digits_shared",
        "quantities_same",
        "quantities_one_sided",
        "model_missing",
        "model_most",
        "code_standing",
        "codes_lacking",
        "code_one_sided",
        "endings_differ",
        "ending_one_sided",
        "series_differ",
        "code_hidden",
    ];

    /// Looks at two subjects of which it is known what each has of the other.
    pub(super) fn of(a: &Weighed<'_>, b: &Weighed<'_>, coverage: &Coverage) -> Self {
        let (x, y) = (Side::of(a, &coverage.a), Side::of(b, &coverage.b));
        let (short, long) = if is_shorter(a, b) { (&x, &y) } else { (&y, &x) };
        let all = of_words(short, long)
            .into_iter()
            .chain(of_kinds(short, long))
            .chain(of_codes(short, long));
        let mut values = [0.0; Self::COUNT];
        for (place, value) in values.iter_mut().zip(all) {
            *place = value;
        }
        Self { values }
    }

    /// The numbers, in order.
    pub(super) const fn values(&self) -> &[f64; Self::COUNT] {
        &self.values
    }
}

/// One side's words and which of them the other side has.
struct Side<'s, 'a> {
    weighed: &'s Weighed<'a>,
    has: &'s [bool],
}

impl<'s, 'a> Side<'s, 'a> {
    const fn of(weighed: &'s Weighed<'a>, has: &'s [bool]) -> Self {
        Self { weighed, has }
    }

    fn wording(&self) -> &'s Wording {
        &self.weighed.subject.wording
    }

    /// The words that the other side has, or those that it lacks, each with how rare it is.
    fn words(&self, covered: bool) -> impl Iterator<Item = (&'s Token, f64)> + use<'s, 'a> {
        let words = self
            .wording()
            .tokens
            .iter()
            .zip(&self.weighed.weights.rarities);
        let with_has = words.zip(self.has);
        let wanted = with_has.filter(move |(_, has)| **has == covered);
        wanted.map(|((token, rarity), _)| (token, *rarity))
    }

    fn mass(&self, covered: bool) -> f64 {
        self.words(covered).map(|(_, rarity)| rarity).sum()
    }

    fn share_of_mass(&self, mass: f64) -> f64 {
        if self.weighed.weights.mass > 0.0 {
            mass / self.weighed.weights.mass
        } else {
            1.0
        }
    }

    /// How rare the words are, the rarest first.
    fn rarities(&self, covered: bool) -> Vec<f64> {
        let mut all: Vec<f64> = self.words(covered).map(|(_, rarity)| rarity).collect();
        all.sort_by(|a, b| b.total_cmp(a));
        all
    }

    fn rarest_model(&self) -> f64 {
        let models = self.words(false).filter(|(t, _)| t.kind == Kind::Model);
        models.map(|(_, rarity)| rarity).fold(0.0, f64::max)
    }

    fn count(&self, covered: bool, kind: Kind) -> usize {
        let of_kind = self.words(covered).filter(|(t, _)| t.kind == kind);
        of_kind.count()
    }

    fn shares_brand(&self) -> bool {
        let mut brands = self.weighed.weights.brands.iter().zip(self.has);
        brands.any(|(is_brand, has)| *is_brand && *has)
    }

    /// What share of the words' weight the other side has, when words that begin like one of its words count in part.
    fn begun_alike(&self, other: &Side<'_, '_>) -> f64 {
        let missing = self.words(false).filter(|(t, _)| t.kind == Kind::Word);
        let more = missing.map(|(token, rarity)| rarity * begins_like(&token.text, other));
        self.share_of_mass(self.mass(true) + more.sum::<f64>())
    }

    /// How many words with digits there are, of those that the other side has or of all.
    fn with_digits(&self, covered: bool) -> usize {
        let words = self.words(covered);
        words.filter(|(t, _)| text::has_digit(&t.text)).count()
    }
}

/// How much of a word and the likest of the other side's is one beginning: `xsi` and `xs`, `lumix` and `lumixes`.
fn begins_like(word: &str, other: &Side<'_, '_>) -> f64 {
    const LEAST: usize = 3;
    let of = |token: &Token| {
        let other = &token.text;
        let alike = word.bytes().zip(other.bytes()).take_while(|(x, y)| x == y);
        let alike = alike.count();
        let is_beginning = alike == word.len().min(other.len());
        if alike > LEAST || (alike == LEAST && is_beginning) {
            float(2 * alike) / float(word.len() + other.len())
        } else {
            0.0
        }
    };
    let tokens = other.wording().tokens.iter();
    tokens.map(of).fold(0.0, f64::max)
}

fn of_words(short: &Side<'_, '_>, long: &Side<'_, '_>) -> Vec<f64> {
    /// More mass than this is no surer.
    const MUCH: f64 = 6.0;
    let covered = [short, long].map(|side| side.share_of_mass(side.mass(true)));
    let (one, other) = (short.rarities(true), long.rarities(true));
    let shared = if one.len() <= other.len() { one } else { other };
    let first = |side: &Side<'_, '_>| side.wording().tokens.first().map(|t| t.text.clone());
    let second = |rarities: &[f64]| rarities.get(1).copied().unwrap_or(0.0);
    vec![
        covered.iter().copied().fold(0.0, f64::max),
        covered.iter().copied().fold(1.0, f64::min),
        upto(shared.len(), 8),
        second(&shared),
        shared.iter().sum::<f64>() / MUCH,
        short.rarities(false).first().copied().unwrap_or(0.0),
        short.mass(false) / MUCH,
        second(&long.rarities(false)),
        long.mass(false) / MUCH,
        upto(long.count(false, Kind::Word), 8),
        short.begun_alike(long),
        long.begun_alike(short),
        flag(first(short) == first(long)),
    ]
}

fn of_kinds(short: &Side<'_, '_>, long: &Side<'_, '_>) -> Vec<f64> {
    let (one, other) = (short.wording(), long.wording());
    let numbers = |side: &Side<'_, '_>| side.count(true, Kind::Number);
    let shared = short.with_digits(true) + long.with_digits(true);
    let all = shared + short.with_digits(false) + long.with_digits(false);
    let (same, one_sided) = quantities(one, other);
    let pieces = [short, long].map(|side| side.weighed.subject.pack_size);
    vec![
        flag(short.shares_brand() && long.shares_brand()),
        flag(!one.colours.is_disjoint(&other.colours)),
        flag(pieces.first() != pieces.last()),
        upto(numbers(short).min(numbers(long)), 3),
        if all > 0 {
            float(shared) / float(all)
        } else {
            0.5
        },
        upto(same, 3),
        upto(one_sided, 3),
    ]
}

fn of_codes(short: &Side<'_, '_>, long: &Side<'_, '_>) -> Vec<f64> {
    /// The longest code that counts as such.
    const LONG: usize = 12;
    let (one, other) = (short.wording(), long.wording());
    let models = (short.rarest_model(), long.rarest_model());
    let standing = codes::longest_standing(one, other).max(codes::longest_standing(other, one));
    let lacking = [codes::lacks_code(one, other), codes::lacks_code(other, one)];
    let endings = Endings::of(one, other).and(Endings::of(other, one));
    vec![
        models.0,
        models.0.max(models.1),
        upto(standing, LONG),
        upto(lacking.iter().filter(|lacks| **lacks).count(), 2),
        flag(codes::has_code(one) != codes::has_code(other)),
        endings.differ,
        endings.one_sided,
        endings.series_differ,
        hidden(short, long).max(hidden(long, short)),
    ]
}

/// How many dimensions have a value that both sides state, and how many are stated on one side alone.
fn quantities(a: &Wording, b: &Wording) -> (usize, usize) {
    let stated = |side: &Wording| {
        let mut dimensions: Vec<Dimension> = side.measures.iter().map(|m| m.dimension).collect();
        dimensions.sort_unstable();
        dimensions.dedup();
        dimensions
    };
    let (one, other) = (stated(a), stated(b));
    let (both, alone): (Vec<&Dimension>, Vec<&Dimension>) =
        one.iter().partition(|dimension| other.contains(dimension));
    let agrees = |dimension: &&Dimension| {
        let mut values = a.of(**dimension);
        values.any(|x| b.of(**dimension).any(|y| x.is_close(y)))
    };
    let only_other = other.len() - both.len();
    (
        both.iter().filter(|d| agrees(d)).count(),
        alone.len() + only_other,
    )
}

/// How long a model number is that the other side lacks as a word and that stands among its signs nevertheless:
/// `mb13blkv2` in `mb13 black v2`, written `MB13-BLK-V2`.
fn hidden(side: &Side<'_, '_>, other: &Side<'_, '_>) -> f64 {
    const LEAST: usize = 5;
    const LONG: usize = 10;
    let is_code = |token: &Token| token.kind == Kind::Model && token.text.len() >= LEAST;
    let codes: Vec<&Token> = side.words(false).map(|(token, _)| token).collect();
    let mut codes = codes.into_iter().filter(|t| is_code(t)).peekable();
    if codes.peek().is_none() {
        return 0.0;
    }
    let tokens = other.wording().tokens.iter();
    let signs: String = tokens.map(|token| token.text.as_str()).collect();
    let found = codes.filter(|code| signs.contains(code.text.as_str()));
    upto(found.map(|code| code.text.len()).max().unwrap_or(0), LONG)
}

/// A count as a share of what is many.
fn upto(count: usize, many: usize) -> f64 {
    float(count.min(many)) / float(many)
}

fn flag(is: bool) -> f64 {
    if is { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests;
