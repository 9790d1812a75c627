//! The words of a subject, each with what it is: a number, a model, a quantity, a colour.

mod apart;

use std::borrow::Cow;
use std::collections::BTreeSet;

use apart::{are_of_code, is_of_code, is_within_code, without_points};
use compact_str::CompactString;

use super::SubjectTexts;
use super::codes;
use super::colours::colour;
use super::measure::{Dimension, Measure};
use super::translations::{are_of_perfume, translated};
use crate::comparable::{Accessory, judge};
use crate::words::lists::matching::{BODY, BUNDLE, FOR, LENS};
use domain::text;

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// Digits alone.
    Number,
    /// Letters and digits.
    Model,
    Measure,
    Colour,
}

/// A word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) text: CompactString,
    pub(super) kind: Kind,
    /// The number of a number or quantity, as it was written.
    pub(super) number: Option<f64>,
}

/// Neighbouring words written as one: `wh` `1000xm3` as `wh1000xm3`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gram {
    pub(super) text: CompactString,
    pub(super) start: usize,
    pub(super) len: usize,
}

/// Whether words speak of several things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bundle {
    No,
    /// A set or kit, which may be sold as one product: a camera and its lens.
    Kit,
    /// Two things with a plus between them.
    Things,
}

/// The words of a subject.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wording {
    pub(super) tokens: Vec<Token>,
    /// In the order of their texts.
    pub(super) grams: Vec<Gram>,
    /// Those of them that are model codes.
    pub(super) codes: Vec<Gram>,
    pub(super) measures: Vec<Measure>,
    pub(super) colours: BTreeSet<&'static str>,
    pub(super) accessory: Accessory,
    /// The part number or code that is stated beside the title and that the title leaves out, in small letters and digits. It is none of
    /// the words: few titles state one, so it is nothing that another title lacks.
    pub(super) part: Option<String>,
    /// The place of the first word behind `for`, when something stands before it: what the thing is made for.
    pub(super) made_for: Option<usize>,
    pub(super) bundle: Bundle,
    /// A camera without a lens.
    pub(super) is_body: bool,
    pub(super) has_lens: bool,
}

/// The most words that are looked at.
const MAX_TOKENS: usize = 48;
/// The most words that are written as one, and the longest word made so.
const MAX_JOINED: usize = 4;
const MAX_GRAM: usize = 24;
/// The most of a code that is written in many short ones: `SMS 46 MI 05 E`.
const MAX_JOINED_OF_CODE: usize = 6;
/// The shortest word made of several.
const MIN_GRAM: usize = 3;
/// The shortest part number that counts.
const MIN_PART: usize = 4;

/// Words of which another spelling is usual.
const SPELLINGS: [(&str, &str); 6] = [
    ("ii", "2"),
    ("iii", "3"),
    ("iv", "4"),
    ("mark", "mk"),
    ("vi", "6"),
    ("vii", "7"),
];

impl Wording {
    /// Reads the texts of a subject, in English; `title` may be spelled out in advance. What tells accessories and bundles are words
    /// as they were written: the same in English may be a rule's word where the shop's was none.
    pub(super) fn new(title: &str, texts: &SubjectTexts<'_>) -> Self {
        let is_perfume = are_of_perfume(&[title, texts.model, texts.variant]);
        Self::of_title(title, &translated(title, is_perfume), is_perfume, texts)
    }

    /// The same, of a title that was read in English already.
    pub(super) fn of_title(
        title: &str,
        english: &str,
        is_perfume: bool,
        texts: &SubjectTexts<'_>,
    ) -> Self {
        let words = all_words(english, texts, |text| translated(text, is_perfume));
        let written = all_words(title, texts, Cow::Borrowed);
        let part = part_left_out(&words, texts.mpn);
        let (tokens, measures) = read(&words);
        let has = |known: &[&str]| written.iter().any(|word| known.contains(&word.as_str()));
        let colours = words.iter().filter_map(|word| colour(word)).collect();
        let grams = grams(&tokens);
        let is_joined = title.contains(" + ");
        let count = |dimension| measures.iter().filter(|m| m.dimension == dimension).count();
        // one length in millimetres may be that of a watch
        let (lengths, apertures) = (count(Dimension::Focal), count(Dimension::Aperture));
        let is_of_lens = lengths > 1 || (lengths == 1 && apertures > 0);
        let bundle = if is_joined && !is_of_lens {
            Bundle::Things
        } else if is_joined || texts.is_bundle || has(&BUNDLE) {
            Bundle::Kit
        } else {
            Bundle::No
        };
        let mut wording = Self {
            accessory: judge(&written),
            made_for: made_for(&tokens),
            part,
            bundle,
            is_body: has(&BODY),
            has_lens: has(&LENS) || is_of_lens || (lengths > 0 && is_joined),
            colours,
            codes: codes::among(&grams, &tokens, &text::compact(texts.mpn)),
            tokens,
            grams,
            measures,
        };
        if wording.part.is_none() && texts.mpn.is_empty() && !codes::has_code(&wording) {
            wording.part = part_left_out(&words, texts.code_beside);
        }
        wording
    }

    /// Whether a number stands among the words, or as the number of a quantity.
    pub(super) fn has_number(&self, number: f64, kind: Kind) -> bool {
        let is_it = |token: &&Token| token.kind == kind && same(token.number, Some(number));
        self.tokens.iter().any(|token| is_it(&token))
    }

    /// The neighbouring words that are written as one text.
    pub(super) fn grams_of<'s>(&'s self, text: &'s str) -> impl Iterator<Item = &'s Gram> {
        let from = self.grams.partition_point(|gram| gram.text.as_str() < text);
        let same = self.grams.iter().skip(from);
        same.take_while(move |gram| gram.text == text)
    }

    /// The values of one dimension.
    pub(super) fn of(&self, dimension: Dimension) -> impl Iterator<Item = &Measure> + Clone {
        let is_it = move |m: &&Measure| m.dimension == dimension;
        self.measures.iter().filter(is_it)
    }
}

/// The place behind the first `for` that something stands before.
fn made_for(tokens: &[Token]) -> Option<usize> {
    let is_for = |token: &Token| token.kind == Kind::Word && FOR.contains(&token.text.as_str());
    let behind = tokens.iter().skip(1).position(is_for)?;
    Some(behind + 2)
}

/// Whether both are stated and the same; they are read from texts, so the same digits are equal bits.
fn same(a: Option<f64>, b: Option<f64>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.total_cmp(&b).is_eq())
}

impl Token {
    fn of(word: &str) -> Self {
        let spelling = SPELLINGS.iter().find(|(written, _)| *written == word);
        let word = spelling.map_or(word, |(_, usual)| *usual);
        let kind = if text::is_number(word) {
            Kind::Number
        } else if is_mixed(word) {
            Kind::Model
        } else {
            Kind::Word
        };
        Self {
            text: word.into(),
            number: word.parse().ok().filter(|_| kind == Kind::Number),
            kind,
        }
    }
}

/// Whether a word has letters and digits.
pub(super) fn is_mixed(word: &str) -> bool {
    text::has_digit(word) && word.bytes().any(|b| b.is_ascii_alphabetic())
}

/// The words of the title, and those of brand, model and variant that it leaves out; those of model and variant as they are read.
fn all_words<'t>(
    title: &str,
    texts: &SubjectTexts<'t>,
    read: impl Fn(&'t str) -> Cow<'t, str>,
) -> Vec<String> {
    let mut words = text::tokens(&inches_spelled_out(title));
    let brand = text::tokens(texts.brand);
    if !brand.iter().all(|word| words.contains(word)) {
        words.splice(0..0, brand);
    }
    for more in [texts.model, texts.variant] {
        let more = text::tokens(&inches_spelled_out(&read(more)));
        if !more.iter().all(|word| words.contains(word)) {
            words.extend(more);
        }
    }
    words
}

/// A part number that is long enough to name something and does not stand among the words.
fn part_left_out(words: &[String], mpn: &str) -> Option<String> {
    let part = text::compact(mpn);
    let is_part = part.len() >= MIN_PART && text::has_digit(&part);
    (is_part && !words.concat().contains(&part)).then_some(part)
}

/// The sign for inches behind a number as a word: `24"` as `24 inch`.
fn inches_spelled_out(title: &str) -> String {
    let mut spelled = String::with_capacity(title.len());
    let mut chars = title.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let is_sign = match c {
            '"' | '″' | '”' => true,
            '\'' | '’' => !next.is_some_and(char::is_alphabetic),
            _ => false,
        };
        let before = spelled.trim_end_matches([' ', '\\']);
        if is_sign && before.ends_with(|p: char| p.is_ascii_digit()) {
            spelled.truncate(before.len());
            spelled.push_str(" inch ");
        } else {
            spelled.push(c);
        }
    }
    spelled
}

/// What each word is. A quantity is one token, however many words it is written in.
fn read(words: &[String]) -> (Vec<Token>, Vec<Measure>) {
    let mut tokens: Vec<Token> = Vec::new();
    let mut measures: Vec<Measure> = Vec::new();
    let mut rest = words;
    while let Some((word, behind)) = rest.split_first() {
        if tokens.len() == MAX_TOKENS {
            break;
        }
        rest = behind;
        let after_aperture = tokens.last().is_some_and(|t| t.kind == Kind::Measure)
            && measures
                .last()
                .is_some_and(|m| m.dimension == Dimension::Aperture);
        let is_of_code = tokens.last().is_some_and(|before| {
            is_of_code(before, word, behind) || is_within_code(before, word, behind)
        });
        if let Some((measure, taken)) =
            measure(word, behind, after_aperture).filter(|_| !is_of_code)
        {
            rest = behind.get(taken..).unwrap_or_default();
            tokens.push(Token {
                text: measure.word().into(),
                kind: Kind::Measure,
                number: Some(measure.written),
            });
            measures.push(measure);
        } else if let Some(colour) = colour(word) {
            tokens.push(Token {
                text: colour.into(),
                kind: Kind::Colour,
                number: None,
            });
        } else {
            tokens.push(Token::of(&without_points(word)));
        }
    }
    (tokens, measures)
}

/// The quantity that begins with a word, and how many of the following words belong to it.
fn measure(word: &str, behind: &[String], after_aperture: bool) -> Option<(Measure, usize)> {
    let next = behind.first().map_or("", String::as_str);
    if let Some(joined) = Measure::joined(word) {
        return Some((joined, 0));
    }
    if word == "f" {
        return Measure::aperture(next).map(|m| (m, 1));
    }
    if !text::is_number(word) {
        return None;
    }
    if let Some(apart) = Measure::apart(word, next) {
        return Some((apart, 1));
    }
    if after_aperture && word.contains('.') {
        return Measure::aperture(word).map(|m| (m, 0));
    }
    let second = behind.get(1).map_or("", String::as_str);
    let end = Measure::joined(next).or_else(|| Measure::apart(next, second))?;
    if end.dimension != Dimension::Focal {
        return None;
    }
    Measure::start_of(word, end.written).map(|m| (m, 0))
}

/// Neighbouring words written as one. Quantities and colours stay apart from the others.
fn grams(tokens: &[Token]) -> Vec<Gram> {
    let mut grams = Vec::new();
    for start in 0..tokens.len() {
        let mut joined = CompactString::default();
        let behind = tokens.get(start..).unwrap_or_default();
        let begins_with_letters = behind.first().is_some_and(|t| t.kind == Kind::Word);
        for (no, token) in behind.iter().take(MAX_JOINED_OF_CODE).enumerate() {
            let stands_alone = matches!(token.kind, Kind::Measure | Kind::Colour);
            let is_too_long = joined.len() + token.text.len() > MAX_GRAM;
            let is_no_code = no >= MAX_JOINED && !are_of_code(behind.iter().take(no + 1));
            if no > 0 && stands_alone || is_too_long || is_no_code {
                break;
            }
            joined.push_str(&token.text);
            if begins_with_letters && let Cow::Owned(whole) = without_points(&joined) {
                joined = whole.into();
            }
            if no == 0 || joined.len() >= MIN_GRAM {
                grams.push(Gram {
                    text: joined.clone(),
                    start,
                    len: no + 1,
                });
            }
            if stands_alone {
                break;
            }
        }
    }
    grams.sort_unstable();
    grams
}

#[cfg(test)]
mod tests;
