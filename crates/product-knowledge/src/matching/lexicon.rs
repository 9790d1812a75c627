//! What the catalogue's names teach: how common words and spellings are, and which words are brands.

mod text_form;

use std::collections::{BTreeSet, HashMap};

use super::SubjectTexts;
use super::wording::{Kind, Wording};
use crate::meaning;
use domain::text;

/// Learned from names and brands alone, never from who belongs with whom. When it is empty every word is as rare as any
/// other. Fewer than a hundred names say little about how common words are: what they all have, as the brand of a
/// small shop, is no word that everybody has. They count as if there were as many, of which the others have none of the words.
///
/// Bounded: of a large catalogue the words that occur once are forgotten first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lexicon {
    names: u32,
    words: HashMap<String, Counts>,
    /// In how many names each run of three characters occurs, by [`spelling`].
    spellings: Vec<u32>,
}

/// In how many names a word occurs, in how many it is the first word, and for how many it is the brand
/// that is stated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    names: u32,
    first: u32,
    brand: u32,
}

/// Of fewer names it is as if there were as many.
const LEAST_NAMES: u32 = 100;
/// The most words that are kept.
const MAX_WORDS: usize = 200_000;
/// The longest word that is kept, in bytes.
const MAX_WORD: usize = 48;
/// How often a word has to begin a name, and in which share of the names that have it, to be a brand.
const BRAND_FIRST: u32 = 4;
const BRAND_SHARE: (u32, u32) = (35, 100);
/// Kinds of characters of a spelling: a blank, letters, digits, a point.
const SIGNS: usize = 38;
/// How many runs of three characters there are.
const SPELLINGS: usize = SIGNS * SIGNS * SIGNS;

impl Lexicon {
    /// Learns one name and the brand that is stated for it, which may be empty.
    pub fn learn(&mut self, name: &str, brand: &str) {
        let texts = SubjectTexts {
            brand,
            ..SubjectTexts::default()
        };
        let wording = Wording::new(name, &texts);
        self.names = self.names.saturating_add(1);
        let words: BTreeSet<&str> = wording.tokens.iter().map(|t| t.text.as_str()).collect();
        for word in words.into_iter().filter(|word| word.len() <= MAX_WORD) {
            let count = self.count(word);
            count.names = count.names.saturating_add(1);
        }
        let mut plain = wording.tokens.iter().filter(|t| t.kind == Kind::Word);
        if let Some(first) = plain
            .next()
            .filter(|t| (2..=MAX_WORD).contains(&t.text.len()))
        {
            let count = self.count(&first.text);
            count.first = count.first.saturating_add(1);
        }
        if let Some(stated) = brand_word(brand) {
            let count = self.count(&stated);
            count.brand = count.brand.saturating_add(1);
        }
        if self.spellings.is_empty() {
            self.spellings = vec![0; SPELLINGS];
        }
        let spellings: BTreeSet<u16> = wording
            .tokens
            .iter()
            .flat_map(|t| spellings(&t.text))
            .collect();
        for place in spellings {
            if let Some(count) = self.spellings.get_mut(usize::from(place)) {
                *count = count.saturating_add(1);
            }
        }
        if self.words.len() > 2 * MAX_WORDS {
            self.forget();
        }
    }

    /// Learns many names, each with its brand.
    pub fn learned<'a>(names: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut lexicon = Self::default();
        for (name, brand) in names {
            lexicon.learn(name, brand);
        }
        lexicon
    }

    /// How many names were learned.
    pub fn names(&self) -> u32 {
        self.names
    }

    /// How rare a word is: 1 for one that occurs once at most, towards 0 for one that is everywhere. Inverse
    /// document frequency as a share of the greatest.
    pub(super) fn rarity(&self, word: &str) -> f64 {
        let names = self.names_at_least();
        let count = f64::from(self.words.get(word).map_or(1, |c| c.names.max(1)));
        ((names / (count + 0.5)).ln() / (names / 1.5).ln()).clamp(0.0, 1.0)
    }

    /// The weight of a run of three characters in comparing spellings.
    pub(super) fn spelling_weight(&self, spelling: u16) -> f64 {
        let count = self.spellings.get(usize::from(spelling)).copied();
        let names = self.names_at_least();
        (names / (f64::from(count.unwrap_or(0)) + 1.0))
            .ln()
            .max(0.0)
            + 1.0
    }

    /// Whether a word is a brand: stated as one, or the usual beginning of names while it is no word for a kind of thing,
    /// with which names in many languages begin.
    pub(super) fn is_brand(&self, word: &str) -> bool {
        let (part, whole) = BRAND_SHARE;
        self.words.get(word).is_some_and(|c| {
            let begins =
                u64::from(c.first) * u64::from(whole) >= u64::from(c.names) * u64::from(part);
            let is_usual = c.first >= BRAND_FIRST && begins;
            c.brand > 0 || (is_usual && !meaning::is_of_kinds(word))
        })
    }

    /// How many names words are held against, and one.
    fn names_at_least(&self) -> f64 {
        f64::from(self.names.max(LEAST_NAMES)) + 1.0
    }

    fn count(&mut self, word: &str) -> &mut Counts {
        self.words.entry(word.to_owned()).or_default()
    }

    /// Keeps the words that occur most often.
    fn forget(&mut self) {
        let mut least: u32 = 2;
        while self.words.len() > MAX_WORDS {
            self.words.retain(|_, c| c.names >= least);
            least = least.saturating_mul(2);
        }
    }
}

/// The word under which a brand is known: its only word, unless that is a number.
fn brand_word(brand: &str) -> Option<String> {
    let words = text::tokens(brand);
    let is_word = |word: &&String| !text::is_number(word) && word.len() <= MAX_WORD;
    match words.as_slice() {
        [word] => Some(word).filter(is_word).cloned(),
        _ => None,
    }
}

/// The runs of three characters of a word between blanks, as numbers below [`SPELLINGS`].
pub(super) fn spellings(word: &str) -> Vec<u16> {
    let mut signs = Vec::with_capacity(word.len() + 2);
    signs.push(0);
    signs.extend(word.bytes().map(sign));
    signs.push(0);
    let number = |run: &[u16]| {
        run.iter()
            .fold(0_u16, |n, s| n.saturating_mul(38).saturating_add(*s))
    };
    signs.windows(3).map(number).collect()
}

fn sign(byte: u8) -> u16 {
    match byte {
        b'a'..=b'z' => 1 + u16::from(byte - b'a'),
        b'0'..=b'9' => 27 + u16::from(byte - b'0'),
        b'.' => 37,
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
