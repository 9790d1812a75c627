//! Titles of bundles and of packs.

use super::phrases::{Kind, find};
use crate::text;

const BUNDLE: [&str; 4] = ["bundle", "bundles", "multipack", "doppelpack"];
const PACK: [&str; 7] = ["pack", "packs", "pcs", "pieces", "stuck", "packung", "set"];

/// Whether a title names several things: `2x Nova 14`, `Nova 15 3er-Set`, `pack of 2`, `Nova bundle`, or
/// another product behind a plus sign.
pub(super) fn is_named(title: &str) -> bool {
    let words = text::tokens(title);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let leads = times(word(0)) || (many(word(0)) && word(1) == "x");
    let counted = (0..words.len()).any(|at| match word(at) {
        count if of_a_set(count) => PACK.contains(&word(at + 1)),
        count if many(count) => PACK.iter().any(|p| *p != "set" && *p == word(at + 1)),
        "pack" | "set" | "lot" => word(at + 1) == "of" && many(word(at + 2)),
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

/// `3er`.
fn of_a_set(word: &str) -> bool {
    word.strip_suffix("er").is_some_and(many)
}

/// Whether a product of its own stands behind a plus sign between words.
fn adds_a_product(title: &str) -> bool {
    title.split(" + ").skip(1).any(|added| {
        let words = text::tokens(added);
        let at_start = |at: usize| at <= 2;
        find(&words)
            .iter()
            .any(|h| h.kind != Kind::CategoryText && at_start(h.at))
    })
}
