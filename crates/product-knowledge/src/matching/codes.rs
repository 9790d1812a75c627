//! Model codes: what stands for one product in a maker's list, as `KX-TG9332T` does.

mod common;
mod endings;

use std::ops::RangeInclusive;

pub(super) use common::is_common;
pub(super) use endings::end_otherwise;

use super::weighed::Weighed;
use super::wording::{Gram, Kind, Token, Wording, is_mixed};
use crate::words::lists::matching::{OTHER_UNITS, TIERS};
use domain::text;

/// The shortest code.
const MIN_CODE: usize = 5;
/// The shortest part number of digits alone.
const MIN_DIGITS: usize = 7;
/// The shortest code by which the list of one maker is known: its first letters are the same.
const MIN_LISTED: usize = 8;
const LISTED_ALIKE: usize = 2;
/// The longest word that belongs to the code beside it.
const MAX_PREFIX: usize = 3;
/// How many letters shops hang on a code, for a colour or a region.
const MAX_SUFFIX: usize = 4;

/// How many signs the longest code of a name has that stands in a title, whole or with a few letters behind it; 0
/// when none does.
pub(super) fn longest_standing(name: &Wording, title: &Wording) -> usize {
    let codes = name.codes.iter();
    let standing = codes.filter(|code| stands(&code.text, title));
    let part = stated_part(name, title).map_or(0, str::len);
    standing.map(|code| code.text.len()).fold(part, usize::max)
}

/// How rare the rarest word is of a name's codes that have so many signs and stand in a title.
pub(super) fn rarity_of_standing(name: &Weighed<'_>, title: &Wording, signs: usize) -> f64 {
    let wording = &name.subject.wording;
    if stated_part(wording, title).is_some_and(|part| part.len() == signs) {
        // a number of the maker's list
        return 1.0;
    }
    let codes = wording.codes.iter().filter(|code| code.text.len() == signs);
    let standing = codes.filter(|code| stands(&code.text, title));
    if standing.clone().any(|code| code.text == name.subject.mpn) {
        return 1.0;
    }
    let rarities = standing.flat_map(|code| {
        let rarities = name.weights.rarities.iter();
        rarities.skip(code.start).take(code.len)
    });
    rarities.copied().fold(0.0, f64::max)
}

/// Whether there is a code at all.
pub(super) const fn has_code(name: &Wording) -> bool {
    !name.codes.is_empty()
}

/// Of the codes that are made of the fewest words, the first.
pub(super) fn first_code(name: &Wording) -> Option<&str> {
    let first = name.codes.iter().min_by_key(|gram| (gram.len, gram.start));
    first.map(|gram| gram.text.as_str())
}

/// The part number of a name that the title states.
pub(super) fn stated_part<'n>(name: &'n Wording, title: &Wording) -> Option<&'n str> {
    let part = name.part.as_deref();
    part.filter(|part| is_part_number(part) && stands(part, title))
}

/// Whether a title states a code that looks like another one of the list from which a part number is.
pub(super) fn states_another_part(title: &Wording, part: &str) -> bool {
    let is_like = |code: &str| {
        // a part number has no points
        let code = text::compact(code);
        code.len() >= MIN_LISTED
            && code.get(..LISTED_ALIKE) == part.get(..LISTED_ALIKE)
            && !code.starts_with(part)
            && !part.starts_with(&code)
    };
    let mut codes = title.tokens.iter().filter(|token| is_code_word(token));
    part.len() >= MIN_LISTED && !stands(part, title) && codes.any(|code| is_like(&code.text))
}

/// Whether some code of one side's name, written in one word, stands nowhere on the other.
pub(super) fn lacks_code(one: &Wording, other: &Wording) -> bool {
    let mut codes = one.tokens.iter().filter(|token| is_code_word(token));
    codes.any(|code| {
        !stands(&code.text, other)
            && !other
                .grams
                .iter()
                .any(|gram| goes_on(&gram.text, &code.text))
            && !stands_joined(code, one, other)
    })
}

/// Whether a word of a code stands on the other side with those beside it, written as one: `KD-49XF7003` as `KD49XF7003`.
fn stands_joined(code: &Token, one: &Wording, other: &Wording) -> bool {
    let has_word = |gram: &&Gram| {
        let mut tokens = one.tokens.iter().skip(gram.start).take(gram.len);
        gram.len > 1 && tokens.any(|token| std::ptr::eq(token, code))
    };
    let mut joined = one.codes.iter().filter(has_word);
    joined.any(|gram| stands(&gram.text, other))
}

fn is_code_word(token: &Token) -> bool {
    token.kind == Kind::Model && token.text.len() >= MIN_CODE && !is_common(&token.text)
}

/// The codes among neighbouring words that are written as one, and the part number that is stated beside them, which
/// may be digits alone.
pub(super) fn among(grams: &[Gram], tokens: &[Token], mpn: &str) -> Vec<Gram> {
    let is_part = |gram: &Gram| is_part_number(mpn) && gram.text == mpn;
    let codes = grams.iter();
    let codes =
        codes.filter(|gram| is_code(gram, tokens) || is_list_number(gram, tokens) || is_part(gram));
    codes.cloned().collect()
}

/// A number of five or six digits that is not round nor counts what the next word names: `10914` of a maker's sets.
fn is_list_number(gram: &Gram, all: &[Token]) -> bool {
    const DIGITS: RangeInclusive<usize> = 5..=6;
    let number = gram.text.as_str();
    gram.len == 1
        && DIGITS.contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
        && !number.ends_with("00")
        && !counts_a_unit(gram, all)
}

/// Whether a part number is long enough to stand for one product wherever it stands; of digits alone it has to be longer.
fn is_part_number(mpn: &str) -> bool {
    mpn.len() >= MIN_CODE && is_mixed(mpn) || mpn.len() >= MIN_DIGITS && text::is_number(mpn)
}

/// Letters and digits, of one word, or of one with short neighbours and several digits: `kx tg9332t` and `mw 7869` are
/// codes, `x2 pro` and `pro 2020` are not.
fn is_code(gram: &Gram, all: &[Token]) -> bool {
    const DIGITS: usize = 3;
    let digits = gram.text.bytes().filter(u8::is_ascii_digit).count();
    let tokens = || all.iter().skip(gram.start).take(gram.len);
    let names_model = tokens().any(|token| {
        token.kind == Kind::Model || token.kind == Kind::Number && is_long_number(&token.text)
    });
    if gram.len > 1 && (digits < DIGITS || !names_model) {
        return false;
    }
    gram.text.len() >= MIN_CODE
        && is_mixed(&gram.text)
        && tokens().all(|token| match token.kind {
            Kind::Model | Kind::Number => true,
            Kind::Word => token.text.len() <= MAX_PREFIX,
            Kind::Measure | Kind::Colour => false,
        })
        && !is_common(&gram.text)
        && !tokens().any(|token| is_common(&token.text))
        && !counts_a_unit(gram, all)
        && !common::is_processor(gram, all)
}

/// Whether a number of them counts what the next word names: `E27 1100 lm`.
fn counts_a_unit(gram: &Gram, all: &[Token]) -> bool {
    let behind = all
        .iter()
        .skip(gram.start + 1)
        .map(|token| token.text.as_str());
    let tokens = all.iter().skip(gram.start).take(gram.len).zip(behind);
    let mut numbers = tokens.filter(|(token, _)| token.kind == Kind::Number);
    numbers.any(|(_, next)| OTHER_UNITS.contains(&next))
}

/// Four digits or more that are no year.
fn is_long_number(number: &str) -> bool {
    let is_year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    number.len() >= 4 && number.bytes().all(|b| b.is_ascii_digit()) && !is_year
}

fn stands(code: &str, wording: &Wording) -> bool {
    let is_part = |part: &str| part == code || goes_on(code, part);
    if wording.part.as_deref().is_some_and(is_part) {
        return true;
    }
    let grams = &wording.grams;
    let from = grams.partition_point(|gram| gram.text.as_str() < code);
    let mut behind = grams
        .iter()
        .skip(from)
        .take_while(|gram| gram.text.starts_with(code));
    behind.any(|gram| gram.text == code || goes_on(code, &gram.text))
        || stands_behind_its_size(code, wording)
}

/// A code that begins with the size of a screen, cut into that size and the rest: `ue55nu7100`.
pub(super) fn behind_size(code: &str) -> Option<(&str, &str)> {
    const LETTERS: usize = 4;
    const SIZE: usize = 2;
    let start = code
        .find(|c: char| c.is_ascii_digit())
        .filter(|at| *at <= LETTERS)?;
    let (size, rest) = code.get(start..)?.split_at_checked(SIZE)?;
    let is_model = rest.len() >= MIN_CODE && rest.starts_with(|c: char| c.is_ascii_alphabetic());
    (text::is_number(size) && is_model && is_mixed(rest)).then_some((size, rest))
}

/// Whether the rest of such a code is a word of a title that has the size as a number of its own: `55" NU7100`.
fn stands_behind_its_size(code: &str, title: &Wording) -> bool {
    let Some((size, rest)) = behind_size(code) else {
        return false;
    };
    let size: Option<f64> = size.parse().ok();
    let has_size = title
        .tokens
        .iter()
        .any(|token| token.number.is_some() && token.number == size);
    let is_rest = |token: &Token| {
        let word = token.text.as_str();
        token.kind == Kind::Model && word.len() >= MIN_CODE && (rest == word || goes_on(word, rest))
    };
    has_size && title.tokens.iter().any(is_rest)
}

/// Whether a few letters stand behind a code that are no tier.
fn goes_on(code: &str, longer: &str) -> bool {
    longer.strip_prefix(code).is_some_and(|rest| {
        (1..=MAX_SUFFIX).contains(&rest.len())
            && code.len() >= MIN_CODE
            && text::has_digit(code)
            && rest.bytes().all(|b| b.is_ascii_alphabetic())
            && !TIERS.contains(&rest)
    })
}
