//! The keys under which a subject is found, and by which it looks for others: numbers made of texts.
//!
//! | key | what |
//! |---|---|
//! | `g:` | a trade item number |
//! | `n:` | the part number that is stated |
//! | `t:` | all words of brand and model |
//! | `m:` | a model number of the title, without the letters at its end, and without the size with which it begins |
//! | `p:` | two rare words, or the brand and one |
//!
//! A key that very many products share finds nothing, so keys are made of what is rare.

use std::collections::BTreeSet;

use super::Subject;
use super::codes;
use super::lexicon::Lexicon;
use super::wording::{Gram, Kind, Token, Wording};
use domain::placement::MatchKey;
use domain::text;

/// The most model numbers and the most rare words that make keys.
const MODELS: usize = 4;
const WORDS: usize = 5;
/// The most codes that make one without the size with which they begin.
const SIZED: usize = 2;
/// How many words a shorter name of an offer may be made of.
const FIRST_WORDS: usize = 9;
/// The shortest model number that makes one.
const MIN_MODEL: usize = 4;
/// How much of a text makes a key, in bytes.
const MAX_KEY: usize = 240;

impl Subject {
    /// The keys under which this subject is found, in order.
    pub fn keys(&self, lexicon: &Lexicon) -> Vec<MatchKey> {
        let mut keys: Vec<MatchKey> = self.strong_keys().collect();
        keys.extend(model_keys(&self.wording, lexicon));
        keys.extend(pair_keys(&self.wording, lexicon));
        each_once(keys)
    }

    /// The keys by which an offer looks for products, in order: its own, and those that a shorter name, made of the first words
    /// of its title, would have. Shops write on behind what a catalogue calls a thing.
    pub fn search_keys(&self, lexicon: &Lexicon) -> Vec<MatchKey> {
        let mut keys = self.keys(lexicon);
        let first: Vec<&str> = naming_words(&self.wording).take(FIRST_WORDS).collect();
        keys.extend(pairs(&first));
        each_once(keys)
    }

    /// Those of trade item and part numbers only. What they find decides most offers, before words are
    /// looked at.
    pub fn number_keys(&self) -> Vec<MatchKey> {
        self.numbers().collect()
    }

    fn numbers(&self) -> impl Iterator<Item = MatchKey> {
        let gtins = self.gtins.iter().map(|gtin| MatchKey::of_gtin(*gtin));
        let mpn =
            (!self.mpn.is_empty()).then(|| MatchKey::of_part_number(&format!("n:{}", self.mpn)));
        gtins.chain(mpn)
    }

    fn strong_keys(&self) -> impl Iterator<Item = MatchKey> {
        let cores = self
            .cores
            .iter()
            .filter(|core| self.is_specific(core))
            .map(|core| of_text(format!("t:{}", core.join(" "))));
        self.numbers().chain(cores)
    }
}

fn each_once(mut keys: Vec<MatchKey>) -> Vec<MatchKey> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The key of the first bytes of a text.
fn of_text(mut text: String) -> MatchKey {
    let end = (0..=text.len().min(MAX_KEY))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    text.truncate(end.unwrap_or(0));
    MatchKey::of_text(&text)
}

/// The rarest model numbers, of words written together and apart, and the part number that the title leaves out.
fn model_keys(wording: &Wording, lexicon: &Lexicon) -> Vec<MatchKey> {
    let mut found: Vec<(f64, &str)> = wording
        .grams
        .iter()
        .filter_map(|gram| {
            let stem = stem(&gram.text)?;
            Some((model_rarity(gram, wording, lexicon)?, stem))
        })
        .collect();
    found.sort_by(|a, b| {
        let rarer = b.0.total_cmp(&a.0);
        rarer.then(b.1.len().cmp(&a.1.len())).then(a.1.cmp(b.1))
    });
    let mut keys: Vec<MatchKey> = Vec::new();
    for (_, stem) in found {
        let key = MatchKey::of_text(&format!("m:{stem}"));
        if keys.len() < MODELS && !keys.contains(&key) {
            keys.push(key);
        }
    }
    let part = wording.part.as_deref().and_then(stem);
    keys.extend(part.map(|part| MatchKey::of_text(&format!("m:{part}"))));
    keys.extend(size_keys(wording));
    keys
}

/// Those of codes without the size of a screen with which they begin: titles say `55" NU7100` for `UE55NU7100`.
fn size_keys(wording: &Wording) -> impl Iterator<Item = MatchKey> {
    let codes = wording.codes.iter();
    let behind_sizes = codes.filter_map(|gram| stem(codes::behind_size(&gram.text)?.1));
    let keys = behind_sizes.map(|code| MatchKey::of_text(&format!("m:{code}")));
    keys.take(SIZED)
}

/// A model number without the letters at its end, which name its colour or region in one shop and not in another.
fn stem(model: &str) -> Option<&str> {
    let cut = model.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let stem = if cut.len() >= MIN_MODEL { cut } else { model };
    (stem.len() >= MIN_MODEL && text::has_digit(stem)).then_some(stem)
}

/// How rare a gram is, when it is a model number: of one word with letters and digits, or a number and a word beside
/// it.
fn model_rarity(gram: &Gram, wording: &Wording, lexicon: &Lexicon) -> Option<f64> {
    const LONG: usize = 5;
    let tokens = || wording.tokens.iter().skip(gram.start).take(gram.len);
    let has = |kind: Kind| tokens().any(|token: &Token| token.kind == kind);
    let plain = tokens().filter(|token| token.kind == Kind::Word);
    let is_plain = plain.map(|token| token.text.len()).max().unwrap_or(0) > LONG;
    let is_model =
        !has(Kind::Measure) && !has(Kind::Colour) && (has(Kind::Model) || has(Kind::Number));
    (is_model && !is_plain && gram.len <= 3).then(|| {
        let rarities = tokens().map(|token| lexicon.rarity(&token.text));
        rarities.fold(0.0, f64::max)
    })
}

/// Pairs of the rarest words, and of them and the brand.
fn pair_keys(wording: &Wording, lexicon: &Lexicon) -> Vec<MatchKey> {
    let words: BTreeSet<&str> = naming_words(wording).collect();
    // two plain words are a kind of thing
    if words.len() < 3 && !words.iter().any(|word| text::has_digit(word)) {
        return Vec::new();
    }
    let mut by_rarity: Vec<(f64, &str)> = words
        .into_iter()
        .map(|word| (lexicon.rarity(word), word))
        .collect();
    by_rarity.sort_by(|a, b| {
        let digits = text::has_digit(b.1).cmp(&text::has_digit(a.1));
        let longer = b.1.len().cmp(&a.1.len());
        b.0.total_cmp(&a.0)
            .then(digits)
            .then(longer)
            .then(a.1.cmp(b.1))
    });
    let brand = wording.tokens.iter().find(|t| lexicon.is_brand(&t.text));
    let mut chosen: Vec<&str> = by_rarity
        .iter()
        .take(WORDS)
        .map(|(_, word)| *word)
        .collect();
    if let Some(brand) = brand
        .map(|t| t.text.as_str())
        .filter(|b| !chosen.contains(b))
    {
        chosen.truncate(WORDS - 1);
        chosen.push(brand);
    }
    pairs(&chosen).collect()
}

/// The words of a name without quantities and colours.
fn naming_words(wording: &Wording) -> impl Iterator<Item = &str> {
    let is_word = |token: &&Token| !matches!(token.kind, Kind::Measure | Kind::Colour);
    let words = wording.tokens.iter().filter(is_word);
    words.map(|token| token.text.as_str())
}

/// A key for each two of the words.
fn pairs(words: &[&str]) -> impl Iterator<Item = MatchKey> {
    words.iter().enumerate().flat_map(|(no, one)| {
        let others = words.iter().skip(no + 1).filter(move |other| *other != one);
        others.map(move |other| {
            let (first, second) = (one.min(other), one.max(other));
            of_text(format!("p:{first} {second}"))
        })
    })
}
