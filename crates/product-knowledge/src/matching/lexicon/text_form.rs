//! The lexicon as text: one line for each word and spelling, in order.
//!
//! ```text
//! lexicon 4
//! names 1200
//! w nova 310 290 12
//! s 2187 94
//! ```
//!
//! `w`: a word, in how many names it occurs, begins, and is the brand. `s`: a run of three characters by its
//! number, and in how many names it occurs. What occurs once is as rare as what never occurs and is left out,
//! unless it is a brand. The number behind `lexicon` is that of the rules by which names were read: 1 before they were read in
//! English, 2 before generations and tyres were, 3 before codes that are written apart.

use super::{Counts, Lexicon, MAX_WORD, MAX_WORDS, SPELLINGS};

const HEAD: &str = "lexicon 4";
/// Those of what was learned by former rules.
const FORMER_HEADS: [&str; 3] = ["lexicon 1", "lexicon 2", "lexicon 3"];

impl Lexicon {
    /// The lexicon as text, at most some megabytes of it.
    pub fn to_text(&self) -> String {
        let mut words: Vec<(&String, &Counts)> = self
            .words
            .iter()
            .filter(|(_, c)| c.names > 1 || c.brand > 0)
            .collect();
        words.sort_unstable_by(|a, b| b.1.names.cmp(&a.1.names).then(a.0.cmp(b.0)));
        words.truncate(MAX_WORDS);
        words.sort_unstable_by_key(|(word, _)| *word);
        let mut text = format!("{HEAD}\nnames {}\n", self.names);
        for (
            word,
            Counts {
                names,
                first,
                brand,
            },
        ) in words
        {
            text.push_str(&format!("w {word} {names} {first} {brand}\n"));
        }
        for (number, count) in self.spellings.iter().enumerate() {
            if *count > 0 {
                text.push_str(&format!("s {number} {count}\n"));
            }
        }
        text
    }

    /// Whether a text was learned by former rules: then products have the keys of those.
    pub fn is_of_former_rules(text: &str) -> bool {
        text.lines().next() != Some(HEAD)
    }

    /// Reads the text back; `None` for anything else, and for more than a lexicon may hold.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let head = lines.next()?;
        if head != HEAD && !FORMER_HEADS.contains(&head) {
            return None;
        }
        let names = lines.next()?.strip_prefix("names ")?.parse().ok()?;
        let mut lexicon = Self {
            names,
            ..Self::default()
        };
        for line in lines {
            let mut parts = line.split(' ');
            match parts.next()? {
                "w" => lexicon.take_word(parts)?,
                "s" => lexicon.take_spelling(parts)?,
                _ => return None,
            }
        }
        Some(lexicon)
    }

    fn take_word<'a>(&mut self, mut parts: impl Iterator<Item = &'a str>) -> Option<()> {
        let word = parts.next().filter(|w| (1..=MAX_WORD).contains(&w.len()))?;
        let mut count = || -> Option<u32> { parts.next()?.parse().ok() };
        let counts = Counts {
            names: count()?,
            first: count()?,
            brand: count()?,
        };
        let is_whole = parts.next().is_none() && self.words.len() < MAX_WORDS;
        is_whole.then(|| self.words.insert(word.to_owned(), counts))?;
        Some(())
    }

    fn take_spelling<'a>(&mut self, mut parts: impl Iterator<Item = &'a str>) -> Option<()> {
        let number: usize = parts.next()?.parse().ok()?;
        let count = parts.next()?.parse().ok()?;
        if self.spellings.is_empty() {
            self.spellings = vec![0; SPELLINGS];
        }
        *self.spellings.get_mut(number)? = count;
        parts.next().is_none().then_some(())
    }
}
