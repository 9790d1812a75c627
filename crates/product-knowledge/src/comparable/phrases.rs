//! The mapping table from words to categories.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::LazyLock;

use super::Category;
use crate::words::{self, Entry, Section};

/// How sure a phrase is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Names the category in category texts only; in titles it also stands for parts of products.
    CategoryText,
    /// Names the category in category texts and titles.
    Noun,
    /// A product line of the category.
    Line,
}

/// A category and its phrases: folded words. `#` at the end of a word stands for a digit and what follows it, so
/// `galaxy s#` is `galaxy s25`.
struct Row {
    category: Category,
    kind: Kind,
    phrases: &'static [&'static str],
}

impl Row {
    /// Reads an entry called `phone`, `phone heading` or `phone line`.
    fn of(entry: &'static Entry) -> Option<Self> {
        let (code, kind) = match entry.name.split_once(' ') {
            None => (entry.name, Kind::Noun),
            Some((code, "heading")) => (code, Kind::CategoryText),
            Some((code, "line")) => (code, Kind::Line),
            Some(_) => return None,
        };
        Category::from_code(code).map(|category| Self {
            category,
            kind,
            phrases: &entry.words,
        })
    }
}

fn table() -> impl Iterator<Item = Row> {
    words::entries(Section::Kinds).iter().filter_map(Row::of)
}

/// A phrase found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub category: Category,
    pub kind: Kind,
    /// Place of its first word.
    pub at: usize,
    /// How many words it has.
    pub len: usize,
}

type Pattern = (Vec<&'static str>, Category, Kind);

/// Patterns by their first word, longest first.
static PATTERNS: LazyLock<BTreeMap<&'static str, Vec<Pattern>>> = LazyLock::new(|| {
    let mut patterns: BTreeMap<&'static str, Vec<Pattern>> = BTreeMap::new();
    for Row {
        category,
        kind,
        phrases,
    } in table()
    {
        for phrase in phrases {
            let words: Vec<&str> = phrase.split_whitespace().collect();
            if let Some(first) = words.first() {
                let first = first.trim_end_matches('#');
                patterns
                    .entry(first)
                    .or_default()
                    .push((words, category, kind));
            }
        }
    }
    for same in patterns.values_mut() {
        same.sort_by_key(|(words, ..)| std::cmp::Reverse(words.len()));
    }
    patterns
});

fn matches(pattern: &str, word: &str) -> bool {
    match pattern.strip_suffix('#') {
        None => pattern == word,
        Some(head) => word
            .strip_prefix(head)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())),
    }
}

/// The phrases in a text, from left to right, the longest one at each place.
pub(crate) fn find(words: &[String]) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let rest = words.get(at..).unwrap_or_default();
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let of = |first: &str| PATTERNS.get(first).map_or(&[][..], Vec::as_slice);
        let fits = |(pattern, ..): &&Pattern| {
            pattern.len() <= rest.len() && pattern.iter().zip(rest).all(|(p, w)| matches(p, w))
        };
        let found = of(word)
            .iter()
            .find(fits)
            .or_else(|| of(letters).iter().find(fits));
        match found {
            Some((pattern, category, kind)) => {
                hits.push(Hit {
                    category: *category,
                    kind: *kind,
                    at,
                    len: pattern.len(),
                });
                at += pattern.len();
            }
            None => at += 1,
        }
    }
    hits
}

/// The categories of the nouns of one word that begin so.
pub(crate) fn beginning_with(start: &str) -> impl Iterator<Item = (&'static str, Category)> {
    let from_here = PATTERNS.range::<str, _>((Bound::Included(start), Bound::Unbounded));
    let with_start = from_here.take_while(move |(first, _)| first.starts_with(start));
    with_start.flat_map(|(first, patterns)| {
        let nouns = patterns
            .iter()
            .filter(|(words, _, kind)| words.len() == 1 && *kind == Kind::Noun);
        nouns.map(|(_, category, _)| (*first, *category))
    })
}

/// The words that names of devices have, and with which product lines begin.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let words = table().flat_map(|row| {
        let said = if row.kind == Kind::Line {
            1
        } else {
            usize::MAX
        };
        let phrases = row.phrases.iter();
        phrases.flat_map(move |phrase| phrase.split_whitespace().take(said))
    });
    words.filter(|word| !word.contains('#'))
}

/// The words that names of devices have; product lines, which begin with makers, apart.
pub(crate) fn words_of_kinds() -> impl Iterator<Item = &'static str> {
    let kinds = table().filter(|row| row.kind != Kind::Line);
    let phrases = kinds.flat_map(|row| row.phrases.iter());
    phrases.flat_map(|phrase| phrase.split_whitespace())
}

/// Every phrase of the table.
#[cfg(test)]
pub(super) fn all() -> impl Iterator<Item = String> {
    table().flat_map(|row| row.phrases.iter().map(|phrase| (*phrase).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Row, Section, words};

    #[test]
    fn every_entry_is_of_a_category() {
        for entry in words::entries(Section::Kinds) {
            assert!(Row::of(entry).is_some(), "{}", entry.name);
        }
    }
}
