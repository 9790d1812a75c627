//! The words that rules go by, in many languages: tables of text beside the code, which an operator may
//! extend.
//!
//! The tables are compiled in and read once, at their first use. [`extend`] adds words to them before
//! that. How they are written is told in the README beside them.

mod form;
pub(crate) mod lists;
mod phrases;
mod section;
mod taken;
mod text;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::OnceLock;

pub(crate) use phrases::PhraseIndex;
pub(crate) use section::Section;
use taken::Taken;

/// The tables that are compiled in.
const FILES: [&str; 9] = [
    include_str!("../words/colours.txt"),
    include_str!("../words/kinds.txt"),
    include_str!("../words/phrases.txt"),
    include_str!("../words/prices.txt"),
    include_str!("../words/properties.txt"),
    include_str!("../words/synonyms.txt"),
    include_str!("../words/told_apart.txt"),
    include_str!("../words/translations.txt"),
    include_str!("../words/units.txt"),
];

static TABLES: OnceLock<Tables> = OnceLock::new();

/// Why words are not added. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// A line that cannot be read, or a word on it that is refused.
    #[error("{line}: {problem}")]
    Refused {
        /// The line.
        line: usize,
        /// What is wrong with it, and what is accepted instead.
        problem: String,
    },
    /// Words were added or looked up before.
    #[error("words are added once, before the first of them is looked up")]
    Late,
}

/// Adds words to the tables that are compiled in. It is called at most once, before anything is read: a later
/// call is refused. When a line is refused, nothing is added.
pub fn extend(text: &str) -> Result<(), WordsError> {
    if TABLES.get().is_some() {
        return Err(WordsError::Late);
    }
    let tables = Tables::built_in().extended(text)?;
    TABLES.set(tables).map_err(|_| WordsError::Late)
}

/// The entries of a section.
pub(crate) fn entries(section: Section) -> &'static [Entry] {
    TABLES.get_or_init(Tables::built_in).entries(section)
}

/// The words of an entry; none when there is no such entry.
pub(crate) fn entry(section: Section, name: &str) -> impl Iterator<Item = &'static str> {
    let named = entries(section).iter().find(|entry| entry.name == name);
    named.into_iter().flat_map(|entry| &entry.words).copied()
}

/// A name and the words that stand for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) words: Vec<&'static str>,
}

/// All sections.
#[derive(Debug, Default)]
struct Tables(BTreeMap<Section, Vec<Entry>>);

impl Tables {
    /// What is compiled in. A test reads every file, so none is refused here.
    fn built_in() -> Self {
        let mut tables = Self::default();
        for file in FILES {
            for stated in text::read(file).unwrap_or_default() {
                let words = stated.words.iter().map(|(_, word)| *word).collect();
                tables.add(stated.section, stated.name, words);
            }
        }
        tables
    }

    /// The tables with the words of a text, in the form in which each is compared.
    fn extended(mut self, text: &str) -> Result<Self, WordsError> {
        let mut taken = Taken::of(&self.0);
        for stated in text::read(text)? {
            let section = stated.section;
            let name = self.name(&stated)?;
            let mut words = Vec::new();
            for (line, word) in &stated.words {
                let refused = |problem| WordsError::Refused {
                    line: *line,
                    problem,
                };
                let form = section.form();
                let read = form.read(word).ok_or_else(|| {
                    let (section, accepted) = (section.name(), form.accepted());
                    refused(format!(
                        "`{word}` is none of [{section}], which accepts {accepted}"
                    ))
                })?;
                let read: &'static str = kept(read);
                if let Some(problem) = self.read_otherwise(section, name, read) {
                    return Err(refused(problem));
                }
                if taken.take(read, section, name).map_err(refused)? {
                    words.push(read);
                }
            }
            self.add(section, name, words);
        }
        Ok(self)
    }

    /// Why a word cannot be translated so: names have it, or the name itself would be translated.
    fn read_otherwise(&self, section: Section, name: &str, word: &str) -> Option<String> {
        if section != Section::Translations {
            return None;
        }
        let has = |text: &str, phrase: &str| format!(" {text} ").contains(&format!(" {phrase} "));
        let entries = self.entries(section);
        if let Some(of) = entries.iter().find(|entry| has(entry.name, word)) {
            return Some(format!(
                "`{word}` is in the name `{}` of [translations], which is read as it is",
                of.name
            ));
        }
        let phrases = entries
            .iter()
            .flat_map(|entry| entry.words.iter().map(move |phrase| (entry.name, *phrase)));
        let (read_as, phrase) = phrases.into_iter().find(|(_, phrase)| has(name, phrase))?;
        Some(format!(
            "in the name `{name}`, `{phrase}` is read as `{read_as}` in [translations]: use that"
        ))
    }

    /// The name of an entry: one of those that stand there, or a new one where names are free.
    fn name(&self, stated: &text::Stated<'_>) -> Result<&'static str, WordsError> {
        let entries = self.entries(stated.section);
        if let Some(known) = entries.iter().find(|entry| entry.name == stated.name) {
            return Ok(known.name);
        }
        let refused = |accepted: String| {
            let (name, section) = (stated.name, stated.section.name());
            WordsError::Refused {
                line: stated.line,
                problem: format!("`{name}` is no name in [{section}]: {accepted}"),
            }
        };
        if !stated.section.is_open() {
            let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
            return Err(refused(format!("it has {}", names.join(", "))));
        }
        let (joins, joint) = if stated.section.has_phrases_for_names() {
            (' ', "blanks")
        } else {
            ('-', "`-`")
        };
        let may_have = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joins;
        if stated.name.starts_with(|c: char| c.is_ascii_lowercase())
            && stated.name.chars().all(may_have)
        {
            Ok(kept(stated.name.to_owned()))
        } else {
            Err(refused(format!(
                "new ones have small letters, digits and {joint}"
            )))
        }
    }

    fn entries(&self, section: Section) -> &[Entry] {
        self.0.get(&section).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, section: Section, name: &'static str, words: Vec<&'static str>) {
        let entries = self.0.entry(section).or_default();
        match entries.iter_mut().find(|entry| entry.name == name) {
            Some(entry) => entry.words.extend(words),
            None => entries.push(Entry { name, words }),
        }
    }
}

/// A word that is kept as long as the program runs, as those that are compiled in are: words are added once.
fn kept(word: String) -> &'static str {
    Box::leak(word.into_boxed_str())
}
