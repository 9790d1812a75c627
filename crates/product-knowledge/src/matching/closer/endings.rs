//! Model numbers that begin alike: `NN-H965WH` and `NN-H965WF` are one device in two countries or colours.

use super::super::wording::{Gram, Kind, Token, Wording};
use super::{float, upto};

/// The shortest beginning that counts, and the most letters behind it.
const LEAST: usize = 3;
const MAX_ENDING: usize = 4;
/// A word of so many letters behind a code belongs to it: `fx820 r`.
const BESIDE: usize = 2;
/// A beginning of so many signs is as sure as any longer one.
const LONG: usize = 10;

/// How the codes of one side stand to those of the other, each by the share that what they have in common is of a long
/// beginning; 0 when none stands so.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Endings {
    /// Other letters stand behind the same digits, or letters where a code has none; half as much when the same letters
    /// stand there too.
    pub(super) differ: f64,
    /// Letters stand behind the digits of a code, and nowhere behind them on the other side.
    pub(super) one_sided: f64,
    /// Other digits stand behind the same letters.
    pub(super) series_differ: f64,
}

/// What stands on the other side behind the beginning of a code.
#[derive(Default)]
struct Behind {
    nothing: bool,
    same: bool,
    others: bool,
}

impl Endings {
    pub(super) fn of(one: &Wording, other: &Wording) -> Self {
        let codes = one.tokens.iter().filter(|t| t.kind == Kind::Model);
        let parted = codes.filter_map(|token| parted(&token.text));
        parted.fold(Self::default(), |found, (stem, ending)| {
            found.and(Self::of_code(stem, ending, other))
        })
    }

    /// The greatest of both.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            differ: self.differ.max(other.differ),
            one_sided: self.one_sided.max(other.one_sided),
            series_differ: self.series_differ.max(other.series_differ),
        }
    }

    fn of_code(stem: &str, ending: &str, other: &Wording) -> Self {
        let behind = Behind::of(stem, ending, other);
        let share = upto(stem.len(), LONG);
        let mut found = Self::default();
        if behind.others {
            found.differ = if behind.same { share / 2.0 } else { share };
        } else if behind.nothing && !behind.same {
            found.one_sided = share;
        } else if !behind.same {
            found.series_differ = in_series(stem, other);
        }
        found
    }
}

impl Behind {
    fn of(stem: &str, ending: &str, other: &Wording) -> Self {
        let mut behind = Self::default();
        for gram in beginning_with(stem, other) {
            let rest = gram.text.strip_prefix(stem).unwrap_or_default();
            let is_ending = rest.len() <= MAX_ENDING && rest.bytes().all(|b| !b.is_ascii_digit());
            if !is_ending {
                continue;
            }
            let last = last_word(gram, other).map_or(0, |token| token.text.len());
            // letters of the code itself, or a code's letters written apart; no word behind the code
            let is_of_code = rest.len() < last || last <= BESIDE;
            behind.nothing |= rest.is_empty();
            behind.same |= rest == ending;
            behind.others |= !rest.is_empty() && rest != ending && is_of_code;
        }
        behind
    }
}

/// A code up to its last digit, and the letters behind it.
fn parted(code: &str) -> Option<(&str, &str)> {
    let last = code.rfind(|c: char| c.is_ascii_digit())?;
    let (stem, ending) = code.split_at_checked(last + 1)?;
    (code.len() > LEAST && stem.len() >= LEAST && ending.len() <= MAX_ENDING)
        .then_some((stem, ending))
}

fn beginning_with<'a>(start: &'a str, wording: &'a Wording) -> impl Iterator<Item = &'a Gram> {
    let grams = &wording.grams;
    let from = grams.partition_point(|gram| gram.text.as_str() < start);
    let behind = grams.iter().skip(from);
    behind.take_while(move |gram| gram.text.starts_with(start))
}

fn last_word<'a>(gram: &Gram, wording: &'a Wording) -> Option<&'a Token> {
    wording.tokens.get(gram.start + gram.len.checked_sub(1)?)
}

/// How much it is that the same letters stand on the other side before other digits: at least two letters, at least two
/// digits.
fn in_series(stem: &str, other: &Wording) -> f64 {
    const LETTERS: usize = 2;
    const MANY: usize = 6;
    const DIGITS: usize = 2;
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    if letters.len() < LETTERS || stem.len() - letters.len() < DIGITS {
        return 0.0;
    }
    let goes_on = |gram: &Gram| {
        let rest = gram.text.strip_prefix(letters).unwrap_or_default();
        rest.len() >= DIGITS && rest.bytes().take(DIGITS).all(|b| b.is_ascii_digit())
    };
    if beginning_with(letters, other).any(goes_on) {
        float(letters.len().min(MANY)) / float(MANY)
    } else {
        0.0
    }
}
