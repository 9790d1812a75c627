//! Words of model codes that are written apart, or with points.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::super::measure::Measure;
use super::{Kind, Token};
use crate::words::lists::matching::FOR;
use crate::words::lists::titles::WITH;

/// A model number without the points that some shops write in it: `mwh122.1x`.
pub(super) fn without_points(word: &str) -> Cow<'_, str> {
    const DIGITS: usize = 4;
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_model = word.starts_with(|c: char| c.is_ascii_alphabetic()) && digits >= DIGITS;
    if word.contains('.') && is_model {
        Cow::Owned(word.replace('.', ""))
    } else {
        Cow::Borrowed(word)
    }
}

/// Whether a number and the unit behind it are parts of a model number that is written in several words: `MWH 2621 MB`. Large
/// quantities are round.
pub(super) fn is_of_code(before: &Token, number: &str, behind: &[String]) -> bool {
    const LETTERS: RangeInclusive<usize> = 2..=3;
    const UNIT: usize = 2;
    let is_of_memory = number.parse().is_ok_and(|n: u32| n.is_power_of_two());
    let is_odd = match number.len() {
        4 => !number.ends_with('0') && !number.starts_with("19") && !number.starts_with("20"),
        5 => !number.ends_with("00"),
        _ => false,
    };
    let unit = behind.first().map_or("", String::as_str);
    is_odd
        && !is_of_memory
        && names_no_kind(before)
        && number.bytes().all(|b| b.is_ascii_digit())
        && before.kind == Kind::Word
        && LETTERS.contains(&before.text.len())
        && (1..=UNIT).contains(&unit.len())
}

/// Whether a number and the letter behind it stand in a model number that goes on with digits: `HMT 75 M 421`.
pub(super) fn is_within_code(before: &Token, number: &str, behind: &[String]) -> bool {
    const LETTERS: RangeInclusive<usize> = 2..=4;
    const FEWEST: usize = 2;
    const LAST: usize = 3;
    let is_number =
        |word: &str, least: usize| word.len() >= least && word.bytes().all(|b| b.is_ascii_digit());
    let [unit, last, rest @ ..] = behind else {
        return false;
    };
    let is_quantity = rest
        .first()
        .is_some_and(|unit| Measure::apart(last, unit).is_some());
    before.kind == Kind::Word
        && LETTERS.contains(&before.text.len())
        && names_no_kind(before)
        && is_number(number, FEWEST)
        && unit.len() == 1
        && is_number(last, LAST)
        && !is_quantity
}

/// Whether letters before a number may be those of a code.
fn names_no_kind(letters: &Token) -> bool {
    /// Kinds of things that are no letters of a code.
    const KINDS: [&str; 6] = ["gel", "hdd", "led", "ram", "ssd", "usb"];
    let names: [&[&str]; 3] = [&KINDS, &WITH, &FOR];
    !names
        .iter()
        .any(|names| names.contains(&letters.text.as_str()))
}

/// Short words, several of them numbers, as some write one code.
pub(super) fn are_of_code<'t>(tokens: impl Iterator<Item = &'t Token>) -> bool {
    const LONGEST: usize = 4;
    const NUMBERS: usize = 2;
    let mut numbers = 0;
    for token in tokens {
        if token.text.len() > LONGEST {
            return false;
        }
        numbers += usize::from(token.kind == Kind::Number);
    }
    numbers >= NUMBERS
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::matching::SubjectTexts;
    use crate::matching::codes;
    use crate::matching::wording::Wording;

    #[rstest]
    #[case("Marlo SMS46MI05E", "marlo sms 46 mi 05 e dishwasher")]
    #[case("Marlo HMT75M421", "marlo hmt 75 m 421")]
    #[case("Marlo MWH122.1X oven", "marlo mwh 122.1 x oven")]
    #[case("Marlo MWH2621MB", "marlo mwh 2621 mb")]
    fn codes_are_found_that_are_written_apart(#[case] name: &str, #[case] title: &str) {
        let of = |title| Wording::new(title, &SubjectTexts::default());
        assert!(codes::longest_standing(&of(name), &of(title)) > 0);
    }

    #[rstest]
    #[case("Marlo 2.4 m 300 mm 1.5 kg", "marlo 24 m 300")]
    #[case("Marlo MS20100 oven", "marlo oven 20 l 100")]
    fn what_is_no_code_is_none(#[case] name: &str, #[case] title: &str) {
        let of = |title| Wording::new(title, &SubjectTexts::default());
        assert_eq!(codes::longest_standing(&of(name), &of(title)), 0);
    }
}
