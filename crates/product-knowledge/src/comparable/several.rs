//! Titles of bundles and of packs.

use super::accessory::{Accessory, judge};
use super::phrases::{Hit, Kind, find};
use crate::words::lists::sets::{BUNDLE, GIFT, OF, PACK, TWO};
use crate::words::{self, Section};
use domain::text;

/// Whether a title names several things: `2x Nova 14`, `Nova 15 3er-Set`, `6er`, `pack of 2`, `lot de 6`, `6 x 330 ml`,
/// `Nova bundle`, or another product behind a plus sign.
pub fn is_named(title: &str) -> bool {
    counts_pieces(&text::tokens(title)) || adds_a_product(title)
}

/// The same by the words of a title, without what stands behind a plus sign, which may be a lens.
pub(crate) fn counts_pieces(words: &[String]) -> bool {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let leads = times(word(0)) || (many(word(0)) && word(1) == "x");
    let counted = (0..words.len()).any(|at| match word(at) {
        count if of_a_set(count) => true,
        count if many(count) => PACK.iter().any(|p| *p != "set" && *p == word(at + 1)),
        "pack" | "set" | "lot" => OF.contains(&word(at + 1)) && many(word(at + 2)),
        one if one.strip_prefix('x').is_some_and(many) => at > 0 && is_size(word(at - 1)),
        one => BUNDLE.contains(&one) || is_of_two(one, word(at + 1)),
    });
    leads || counted || times_an_amount(words).is_some()
}

/// Of how many packs of some amount a title speaks: `6 x 330 ml`, `6x 330ml`, `6x330ml`.
pub(crate) fn times_an_amount(words: &[String]) -> Option<u16> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    (0..words.len()).find_map(|at| {
        let (count, is_followed) = match word(at).split_once('x') {
            Some((count, "")) => (count, is_amount(word(at + 1), word(at + 2))),
            Some((count, amount)) => (count, is_amount(amount, word(at + 1))),
            None => {
                let is_times = word(at + 1) == "x";
                (word(at), is_times && is_amount(word(at + 2), word(at + 3)))
            }
        };
        let count = count.parse().ok().filter(|_| many(count));
        count.filter(|_| is_followed)
    })
}

/// Whether a word, with the next one, says that two are sold together: `Doppelpack`, `twin pack`.
pub(crate) fn is_of_two(word: &str, next: &str) -> bool {
    TWO.contains(&word) || (matches!(word, "twin" | "duo" | "double") && next == "pack")
}

/// From two to a hundred pieces.
fn many(word: &str) -> bool {
    word.parse::<u16>().is_ok_and(|n| (2..=100).contains(&n))
}

/// `2x`.
fn times(word: &str) -> bool {
    word.strip_suffix('x').is_some_and(many)
}

/// `330ml`, or `330` and `ml`: how much of something is in one of several packs.
fn is_amount(number: &str, unit: &str) -> bool {
    const AMOUNTS: [&str; 5] = ["cl", "g", "kg", "l", "ml"];
    let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let joined = number.get(digits.len()..).unwrap_or_default();
    let unit = if joined.is_empty() { unit } else { joined };
    let names = AMOUNTS.iter();
    let mut names = names.flat_map(|entry| words::entry(Section::Units, entry));
    !digits.is_empty() && text::is_number(digits) && names.any(|name| name == unit)
}

/// `128gb`.
fn is_size(word: &str) -> bool {
    word.ends_with("gb") || word.ends_with("tb")
}

/// `3er`.
fn of_a_set(word: &str) -> bool {
    word.strip_suffix("er").is_some_and(many)
}

/// Whether a thing of its own stands behind a plus sign between words, a product or something for one: a bag, but not a
/// second vitamin. A gift comes with the product.
pub(crate) fn adds_a_thing(title: &str) -> bool {
    title.split(" + ").skip(1).any(|added| {
        let words = text::tokens(added);
        let is_gift = words.iter().any(|w| GIFT.contains(&w.as_str()));
        let first = words.get(..3).unwrap_or(&words);
        judge(first) != Accessory::No && !is_gift
    }) || adds_a_product(title)
}

/// Whether a product of its own stands behind a plus sign between words. A gift comes with the product.
fn adds_a_product(title: &str) -> bool {
    title.split(" + ").skip(1).any(|added| {
        let words = text::tokens(added);
        let is_gift = words.iter().any(|w| GIFT.contains(&w.as_str()));
        let leads = |hit: &Hit| {
            let before = words.get(..hit.at).unwrap_or_default();
            hit.at <= 2 && judge(before) == Accessory::No
        };
        let found = find(&words);
        let wearable = |w: &String| matches!(w.as_str(), "watch" | "buds");
        let is_device = found
            .iter()
            .any(|h| h.kind != Kind::CategoryText && leads(h))
            || words.iter().take(3).any(wearable);
        is_device && !is_gift
    })
}
