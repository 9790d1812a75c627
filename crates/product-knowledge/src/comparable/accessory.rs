//! Words that make a text speak of an accessory.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::words::lists::accessories::{COVERS, ENDINGS, MAKERS, PARTS, PHRASES};

static COVER_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| COVERS.iter().copied().collect());
static PART_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| PARTS.iter().copied().collect());

/// How clearly words speak of an accessory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Accessory {
    /// Not at all.
    No,
    /// By a word that may also stand for a part of the device.
    Part,
    /// By a word that no device is called by.
    Cover,
}

/// Whether a phrase of several words names an accessory.
pub(super) fn names_accessory(words: &[String]) -> bool {
    let begins = |phrase: &str, rest: &[String]| {
        let mut rest = rest.iter();
        phrase
            .split(' ')
            .all(|word| rest.next().is_some_and(|w| w == word))
    };
    (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        PHRASES.iter().any(|phrase| begins(phrase, rest))
    })
}

/// Judges folded words.
pub(crate) fn judge(words: &[String]) -> Accessory {
    let ends = |word: &String| {
        ENDINGS
            .iter()
            .any(|e| word.len() > e.len() && word.ends_with(e))
    };
    if names_accessory(words)
        || words
            .iter()
            .any(|w| COVER_WORDS.contains(w.as_str()) || ends(w))
    {
        Accessory::Cover
    } else if words.iter().any(|w| PART_WORDS.contains(w.as_str())) {
        Accessory::Part
    } else {
        Accessory::No
    }
}

/// Whether a brand makes little but accessories for phones, tablets and the like.
pub(super) fn is_maker(folded_brand: &str) -> bool {
    MAKERS.contains(&folded_brand)
}
