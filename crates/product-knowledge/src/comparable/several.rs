//! Titles of bundles and of packs.

use super::accessory::{Accessory, judge};
use super::phrases::{Hit, Kind, find};
use crate::words::lists::sets::{BUNDLE, GIFT, PACK};
use domain::text;

/// Whether a title names several things: `2x Nova 14`, `Nova 15 3er-Set`, `pack of 2`, `Nova bundle`, or
/// another product behind a plus sign.
pub fn is_named(title: &str) -> bool {
    let words = text::tokens(title);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let leads = times(word(0)) || (many(word(0)) && word(1) == "x");
    let counted = (0..words.len()).any(|at| match word(at) {
        count if of_a_set(count) => PACK.contains(&word(at + 1)),
        count if many(count) => PACK.iter().any(|p| *p != "set" && *p == word(at + 1)),
        "pack" | "set" | "lot" => word(at + 1) == "of" && many(word(at + 2)),
        "twin" | "duo" | "double" => word(at + 1) == "pack",
        one if one.strip_prefix('x').is_some_and(many) => at > 0 && is_size(word(at - 1)),
        one => BUNDLE.contains(&one),
    });
    leads || counted || adds_a_product(title)
}

/// From two to a hundred pieces.
fn many(word: &str) -> bool {
    word.parse::<u16>().is_ok_and(|n| (2..=100).contains(&n))
}

/// `2x`.
fn times(word: &str) -> bool {
    word.strip_suffix('x').is_some_and(many)
}

/// `128gb`.
fn is_size(word: &str) -> bool {
    word.ends_with("gb") || word.ends_with("tb")
}

/// `3er`.
fn of_a_set(word: &str) -> bool {
    word.strip_suffix("er").is_some_and(many)
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
