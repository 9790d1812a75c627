//! Words with letters and digits that goods of many makers have: dimensions, amounts, norms, parts of other makers. They say
//! nothing about which product it is.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::words::lists::matching::{NORMS, OTHER_UNITS};
use crate::words::lists::titles::PROCESSORS;
use crate::words::{self, Section};

use super::super::measure::APART_ONLY;
use super::super::wording::{Gram, Kind, Token};

/// Every name of a unit.
static UNITS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let sections = [
        Section::Units,
        Section::UnitsInSearch,
        Section::UnitsInTitles,
        Section::UnitsBehindNumbers,
    ];
    let entries = sections.into_iter().flat_map(words::entries);
    let names = entries.flat_map(|entry| entry.words.iter().copied());
    names.chain(OTHER_UNITS.iter().copied()).collect()
});

/// Whether a word, or several written as one, is common: `160x200`, `6x330ml`, `1000mg`, `225/45R17`, `W32L34`, `10W40`,
/// `1080p`, `802.11ac`, `LGA1700`.
pub(in super::super) fn is_common(word: &str) -> bool {
    is_of_form(word) || is_amount(word) || is_norm(word)
}

/// Dimensions, tyres, trousers, motor oil, resolutions of screens.
fn is_of_form(word: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?x)^(?:
            \d+(?:\.\d+)?(?:x\d+(?:\.\d+)?)+[a-z]{0,4}
            | \d{2,6}z?r\d{2}
            | w\d{2}l\d{2}
            | (?:0|5|10|15|20|25)w[2-6]0
            | (?:480|576|720|1080|1440|2160|4320)[ip]
            )$",
        )
        .ok()
    });
    let may_be = word.starts_with(|c: char| c.is_ascii_digit() || c == 'w');
    may_be && FORM.as_ref().is_some_and(|form| form.is_match(word))
}

/// A number and a unit, whether or not it is read as a quantity elsewhere.
fn is_amount(word: &str) -> bool {
    let end = word.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = word.split_at(end.unwrap_or(word.len()));
    !number.is_empty() && UNITS.contains(unit) && !APART_ONLY.contains(&unit)
}

/// The name of a norm or of somebody else's part, and its number; 802 is one before a point alone.
fn is_norm(word: &str) -> bool {
    let number_of = |norm: &&str| {
        let number = word.strip_prefix(*norm)?;
        let is_apart = !norm.ends_with(|c: char| c.is_ascii_digit()) || number.starts_with('.');
        is_apart.then(|| number.trim_end_matches(|c: char| c.is_ascii_alphabetic()))
    };
    let mut numbers = NORMS.iter().filter_map(number_of);
    numbers
        .any(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

/// Whether words name a processor that is built in, or are its number: `i5-1135G7`, `ryzen 5 5600x`. Where one stands among
/// the first words it is what is sold.
pub(super) fn is_processor(gram: &Gram, tokens: &[Token]) -> bool {
    const BEHIND: usize = 3;
    let is_family = |place: usize| {
        let token = tokens.get(place);
        place >= BEHIND && token.is_some_and(|token| PROCESSORS.contains(&token.text.as_str()))
    };
    let before = gram.start.checked_sub(1);
    let is_number = |place: &usize| tokens.get(*place).is_some_and(|t| t.kind == Kind::Number);
    let before_number = before
        .filter(is_number)
        .and_then(|place| place.checked_sub(1));
    [Some(gram.start), before, before_number]
        .into_iter()
        .flatten()
        .any(is_family)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::is_common;

    #[rstest]
    #[case::cans("6x330ml")]
    #[case::mattress("160x200")]
    #[case::tile("30x30x0.8")]
    #[case::screen("1920x1080")]
    #[case::tablets("1000mg")]
    #[case::cable("100ft")]
    #[case::lamp("800lm")]
    #[case::tyre("45r17")]
    #[case::tyre_whole("22545r17")]
    #[case::trousers("w32l34")]
    #[case::oil("10w40")]
    #[case::resolution("1080p")]
    #[case::network("802.11ac")]
    #[case::socket("lga1700")]
    #[case::chip("rtx4070")]
    #[case::chip_of_a_tier("rtx4070ti")]
    #[case::memory("ddr43200")]
    fn what_many_goods_have_is_common(#[case] word: &str) {
        assert!(is_common(word));
    }

    #[rstest]
    #[case("kxtg9332t")]
    #[case("smg991b")]
    #[case("hmt75m551")]
    #[case("wh1000xm3")]
    #[case("nnh965wf")]
    #[case("dmcfz18k")]
    #[case("rx100")]
    #[case("mw7869")]
    #[case("802145x")]
    fn codes_of_makers_are_not(#[case] word: &str) {
        assert!(!is_common(word));
    }
}
