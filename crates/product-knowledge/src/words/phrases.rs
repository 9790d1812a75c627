//! Phrases of a section, found among words.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::Entry;

/// A phrase, and the name of the entry that has it.
type Phrase = (Vec<&'static str>, &'static str);

/// The phrases of entries by their first word, the longest first.
#[derive(Debug)]
pub(crate) struct PhraseIndex(BTreeMap<&'static str, Vec<Phrase>>);

impl PhraseIndex {
    pub(crate) fn of(entries: &'static [Entry]) -> Self {
        let mut phrases: BTreeMap<_, Vec<Phrase>> = BTreeMap::new();
        for entry in entries {
            for phrase in &entry.words {
                let words: Vec<&str> = phrase.split(' ').collect();
                let first = words.first().copied().unwrap_or_default();
                phrases.entry(first).or_default().push((words, entry.name));
            }
        }
        for same in phrases.values_mut() {
            same.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Self(phrases)
    }

    /// The longest phrase with which words begin: of how many words it is, and the name of its entry.
    pub(crate) fn longest<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, &'static str)> {
        let of_word = self.0.get(words.first()?.as_ref())?;
        let fits = |(phrase, _): &&Phrase| {
            let same = phrase.iter().zip(words).all(|(p, w)| *p == w.as_ref());
            phrase.len() <= words.len() && same
        };
        let (phrase, name) = of_word.iter().find(fits)?;
        Some((phrase.len(), name))
    }

    /// The names of entries with a phrase of one word that begins so.
    pub(crate) fn beginning_with<'i>(
        &'i self,
        start: &'i str,
    ) -> impl Iterator<Item = &'static str> + 'i {
        let phrases = self
            .0
            .range::<str, _>((Bound::Included(start), Bound::Unbounded));
        let phrases = phrases.take_while(move |(first, _)| first.starts_with(start));
        phrases.filter_map(|(_, phrases)| {
            let alone = phrases.iter().find(|(phrase, _)| phrase.len() == 1);
            alone.map(|(_, name)| *name)
        })
    }
}
