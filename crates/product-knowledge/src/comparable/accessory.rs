//! Words that make a text speak of an accessory.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::words::lists::accessories::{COVERS, ENDINGS, MAKERS, PARTS, PHRASES};

static COVER_WORDS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| COVERS.iter().copied().collect());
static PART_WORDS: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| PARTS.iter().copied().collect());

/// How each phrase goes on, by its first word.
static PHRASES_BY_FIRST: LazyLock<FxHashMap<&'static str, Vec<Vec<&'static str>>>> =
    LazyLock::new(|| {
        let mut phrases: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for phrase in PHRASES.iter() {
            let mut words = phrase.split(' ');
            let first = words.next().unwrap_or_default();
            phrases.entry(first).or_default().push(words.collect());
        }
        phrases
    });

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
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        let goes_on = |phrase: &Vec<&str>| {
            let mut words = behind.iter();
            let mut expected = phrase.iter();
            expected.all(|word| words.next().is_some_and(|w| w == word))
        };
        let phrases = PHRASES_BY_FIRST.get(first.as_str());
        if phrases.is_some_and(|phrases| phrases.iter().any(goes_on)) {
            return true;
        }
        rest = behind;
    }
    false
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
