//! Names of things in the languages of shops.
//!
//! Devices have their names in the table of comparable categories; what else is searched for has
//! them here.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::LazyLock;

use super::{MARK, Meaning};
use crate::comparable::{self, Kind};
use crate::words::{self, Entry, PhraseIndex, Section};

/// Codes and the names of one thing each.
fn things() -> &'static [Entry] {
    words::entries(Section::Synonyms)
}

fn names(of: &str) -> BTreeSet<&'static str> {
    words::entry(Section::Names, of).collect()
}

/// Names that stand for a part of what their code means: who asks for a chromebook does not mean every
/// laptop.
static NARROWER_NAMES: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| names("narrower"));

/// Names in the table of categories of what is compared with a thing and yet is another, or says nothing of it:
/// who asks for a refrigerator does not mean a freezer.
static NAMES_APART: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| names("apart"));

/// Names whose last words are a name of the same thing, and which say no more than it. In every other such
/// name the words before it are qualifiers: `oled tv` is a tv of one kind.
static WHOLE_NAMES: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| names("whole"));

/// Every word of a name of a thing or of a product line.
static WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let names = things().iter().flat_map(|thing| &thing.words);
    let words = names.flat_map(|name| name.split(' '));
    words.chain(comparable::words()).collect()
});

/// Every word of a name of a thing, but not of a product line.
static WORDS_OF_KINDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let names = things().iter().flat_map(|thing| &thing.words);
    let words = names.flat_map(|name| name.split(' '));
    words.chain(comparable::words_of_kinds()).collect()
});

static NAMES: LazyLock<PhraseIndex> = LazyLock::new(|| PhraseIndex::of(things()));

/// What the words name.
pub(super) fn find(words: &[String]) -> Vec<Meaning> {
    let mut found = devices(words);
    let mut at = 0;
    while at < words.len() {
        let named = NAMES.longest(words.get(at..).unwrap_or_default());
        if let Some((len, code)) = named {
            found.push(of_name(words, code, at, len));
        }
        at += named.map_or(1, |(len, _)| len);
    }
    found
}

/// What a word means that is not finished: the one device, else the one other thing, whose names of
/// one word begin so.
pub(super) fn complete(start: &str) -> Option<&'static str> {
    let devices = comparable::beginning_with(start);
    let mut devices = devices
        .filter(|(name, _)| kind_of(name) == super::Kind::Name)
        .map(|(_, category)| category.code());
    if let Some(first) = devices.next() {
        return devices.all(|code| code == first).then_some(first);
    }
    let mut things = NAMES.beginning_with(start);
    let first = things.next()?;
    things.all(|code| code == first).then_some(first)
}

fn devices(words: &[String]) -> Vec<Meaning> {
    let hits = comparable::find(words);
    let nouns = hits.iter().filter(|hit| hit.kind == Kind::Noun);
    nouns
        .map(|hit| of_name(words, hit.category.code(), hit.at, hit.len))
        .collect()
}

/// The places of words before the last of a name that alone would name another thing.
pub(super) fn modifiers(words: &[String], meanings: &[Meaning]) -> Vec<usize> {
    let mut places = Vec::new();
    for meaning in meanings {
        for place in meaning.start..(meaning.start + meaning.len).saturating_sub(1) {
            let alone = words.get(place..=place).unwrap_or_default();
            if find(alone).iter().any(|other| other.code != meaning.code) {
                places.push(place);
            }
        }
    }
    places
}

/// Whether names have the word, or one that begins so when it is not finished.
pub(super) fn is_known(word: &str, unfinished: bool) -> bool {
    let mut from_here = WORDS.range::<str, _>((Bound::Included(word), Bound::Unbounded));
    from_here
        .next()
        .is_some_and(|known| *known == word || unfinished && known.starts_with(word))
}

/// Whether names of things have the word.
pub(super) fn is_of_kinds(word: &str) -> bool {
    WORDS_OF_KINDS.contains(word)
}

/// What a name at a place means, without the qualifiers that it begins with.
fn of_name(words: &[String], code: &str, start: usize, len: usize) -> Meaning {
    let phrase = |skipped: usize| {
        let named = words.get(start + skipped..start + len);
        named.unwrap_or_default().join(" ")
    };
    let names_it = |skipped: &usize| is_name_of(&phrase(*skipped), code);
    let is_whole = WHOLE_NAMES.contains(phrase(0).as_str());
    let qualifiers = (1..len).find(names_it).filter(|_| !is_whole);
    if let Some(qualifiers) = qualifiers {
        return of_name(words, code, start + qualifiers, len - qualifiers);
    }
    Meaning {
        code: format!("{MARK}{code}"),
        start,
        len,
        kind: kind_of(&phrase(0)),
    }
}

fn kind_of(name: &str) -> super::Kind {
    if NARROWER_NAMES.contains(name) {
        super::Kind::Narrower
    } else if NAMES_APART.contains(name) {
        super::Kind::Apart
    } else {
        super::Kind::Name
    }
}

/// Whether a phrase alone is a name of what the code means.
fn is_name_of(phrase: &str, code: &str) -> bool {
    let words: Vec<String> = phrase.split(' ').map(str::to_owned).collect();
    let hits = comparable::find(&words);
    let is_device = matches!(hits.as_slice(), [hit]
        if hit.len == words.len() && hit.kind != Kind::Line && hit.category.code() == code);
    is_device || NAMES.longest(&words) == Some((words.len(), code))
}

#[cfg(test)]
mod tests {
    use super::{NAMES_APART, NARROWER_NAMES, WHOLE_NAMES};
    use domain::text;

    #[test]
    fn narrower_names_are_names() {
        for names in [&NARROWER_NAMES, &NAMES_APART, &WHOLE_NAMES] {
            for name in names.iter() {
                let is_found = !super::find(&text::tokens(name)).is_empty();
                assert!(is_found, "{name}");
            }
        }
    }
}
