//! Words of model codes that are written apart, or with points.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::super::measure::Measure;
use super::{Kind, Token};
use crate::words::lists::matching::{FOR, OTHER_UNITS};
use crate::words::lists::titles::WITH;

/// A model number without the points that some shops write in it: `mwh122.1x`.
pub(super) fn without_points(word: &str) -> Cow<'_, str> {
    const DIGITS: usize = 4;
    let digits = || word.bytes().filter(u8::is_ascii_digit).count();
    let begins = || word.starts_with(|c: char| c.is_ascii_alphabetic());
    if word.contains('.') && begins() && digits() >= DIGITS {
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
        && may_begin_code(before)
        && number.bytes().all(|b| b.is_ascii_digit())
        && before.kind == Kind::Word
        && LETTERS.contains(&before.text.len())
        && (1..=UNIT).contains(&unit.len())
}

/// Whether a number and the letter behind it stand in a model number that goes on with digits, behind letters that are no word:
/// `HMT 75 M 421`. What goes on with a round number, or one that has a unit, are two quantities.
pub(super) fn is_within_code(before: &Token, number: &str, behind: &[String]) -> bool {
    const LETTERS: RangeInclusive<usize> = 2..=4;
    const FEWEST: usize = 2;
    const LAST: usize = 3;
    const VOWELS: &str = "aeiouy";
    /// Between the lengths of the sides of a thing.
    const BY: &str = "x";
    let are_digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let [unit, last, rest @ ..] = behind else {
        return false;
    };
    let next = rest.first().map_or("", String::as_str);
    let is_quantity = last.ends_with('0')
        || next == BY
        || OTHER_UNITS.contains(&next)
        || Measure::apart(last, next).is_some();
    before.kind == Kind::Word
        && LETTERS.contains(&before.text.len())
        && !before.text.contains(|c| VOWELS.contains(c))
        && may_begin_code(before)
        && number.len() >= FEWEST
        && are_digits(number)
        && unit.len() == 1
        && last.len() == LAST
        && are_digits(last)
        && !is_quantity
}

/// Whether letters before a number may be those of a code: no kind of a thing, nor `with` or `for`.
fn may_begin_code(letters: &Token) -> bool {
    /// Kinds of things that are no letters of a code.
    const KINDS: [&str; 6] = ["gel", "hdd", "led", "ram", "ssd", "usb"];
    let names: [&[&str]; 3] = [&KINDS, &WITH, &FOR];
    !names
        .iter()
        .any(|names| names.contains(&letters.text.as_str()))
}

/// Letters and short words behind them, several of them numbers, as some write one code.
pub(super) fn are_of_code<'t>(mut tokens: impl Iterator<Item = &'t Token>) -> bool {
    const LEAST_LETTERS: usize = 2;
    const LONGEST: usize = 4;
    const NUMBERS: usize = 2;
    let letters = LEAST_LETTERS..=LONGEST;
    let begins = |first: &Token| first.kind == Kind::Word && letters.contains(&first.text.len());
    if !tokens.next().is_some_and(begins) {
        return false;
    }
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
    use crate::matching::wording::{Kind, Wording};

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
    #[case::coffee("Marlo Oro 250 g 100 % Arabica", 250.0)]
    #[case::tea("Marlo tea 75 g 125 bags", 75.0)]
    #[case::a_lamp("Marlo lamp 60 W 806 lm", 60.0)]
    #[case::led("Marlo LED 40 W 806 lumen", 40.0)]
    #[case::a_tool("Marlo drill 18 V 125 Nm", 18.0)]
    #[case::an_oven("Marlo oven 71 l 595 x 594 x 548 mm", 71.0)]
    #[case::a_washer("Marlo ZWF 60 l 1400", 60.0)]
    #[case::two_quantities("Marlo set 12 v 105 w", 12.0)]
    #[case::for_a_thing("Marlo LED 12 V 105 cm", 12.0)]
    fn quantities_are_no_codes(#[case] title: &str, #[case] quantity: f64) {
        let wording = Wording::new(title, &SubjectTexts::default());
        assert!(wording.has_number(quantity, Kind::Measure));
    }

    #[test]
    fn lengths_of_sides_are_no_code() {
        for title in ["Marlo H 1800 B 800 T 600", "Marlo 100 x 50 x 30 x 20"] {
            let wording = Wording::new(title, &SubjectTexts::default());
            let longest = wording.grams.iter().map(|gram| gram.len).max();
            assert_eq!(longest, Some(4), "{title}");
        }
    }
}
