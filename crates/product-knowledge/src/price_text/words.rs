//! Words around a number: currencies, and what they say about it.

use super::Terms;
use super::currencies::{self, Money};
use crate::words::lists::prices::{
    CARRIAGE, FREE, FROM, LABELS, MEASURE, MEMBER, NET, OLD, ON_REQUEST, PERIOD, TIMES, UP_TO,
};

/// What a word or sign is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// A currency.
    Money(Money),
    /// Says that the number is no plain price.
    Terms(Terms),
    /// The price is told on request.
    OnRequest,
    /// It costs nothing.
    Free,
    /// Carriage: the number is no item's price.
    Carriage,
    /// A unit of measure.
    Measure,
    /// Takes the amount times a thousand or more.
    Times,
    /// A label that changes nothing: "price", "incl. VAT".
    Label,
    /// Not known.
    Other(String),
    /// A character that belongs to no word.
    Mark(char),
}

fn classify(text: &str) -> Word {
    let text = text.trim_matches(['.', '\'', '"']);
    if let Some(money) = currencies::of(text) {
        return Word::Money(money);
    }
    let word = text.to_lowercase();
    let has = |list: &[&str]| list.contains(&word.as_str());
    if has(&FROM) {
        Word::Terms(Terms::From)
    } else if has(&UP_TO) {
        Word::Terms(Terms::UpTo)
    } else if has(&PERIOD) {
        Word::Terms(Terms::Period)
    } else if has(&OLD) {
        Word::Terms(Terms::Old)
    } else if has(&NET) {
        Word::Terms(Terms::Net)
    } else if has(&MEMBER) {
        Word::Terms(Terms::Member)
    } else if has(&ON_REQUEST) {
        Word::OnRequest
    } else if has(&FREE) {
        Word::Free
    } else if has(&CARRIAGE) {
        Word::Carriage
    } else if has(&LABELS) {
        Word::Label
    } else if has(&MEASURE) && text == word {
        Word::Measure
    } else if has(&TIMES) {
        Word::Times
    } else {
        Word::Other(text.to_owned())
    }
}

/// The words of a text without numbers.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if in_word(c) {
            current.push(c);
            continue;
        }
        let next_is_letter = chars.peek().is_some_and(|next| in_word(*next));
        let inner =
            matches!(c, '.' | '\'' | '"' | '\u{5f4}') && !current.is_empty() && next_is_letter;
        let slash = c == '/' && matches!(current.as_str(), "S" | "B");
        if inner || slash {
            current.push(c);
        } else {
            finish(&mut words, &mut current);
            if currencies::is_sign(c) {
                sign(&mut words, c, text);
            } else if c != ' ' {
                words.push(Word::Mark(c));
            }
        }
    }
    finish(&mut words, &mut current);
    words
}

fn in_word(c: char) -> bool {
    let punctuation = matches!(
        u32::from(c),
        0x80..=0xbf | 0xd7 | 0xf7 | 0x5be..=0x5c0 | 0x5f3..=0x5f4 | 0x60c | 0x61b | 0x61f | 0x66a..=0x66d
            | 0x2000..=0x2bff | 0x3000..=0x303f | 0xff00..=0xff0f | 0xfff0..=0x1_f0ff
    );
    c.is_alphabetic() || (!c.is_ascii() && !punctuation && !currencies::is_sign(c) && c != ' ')
}

fn finish(words: &mut Vec<Word>, current: &mut String) {
    if current.is_empty() {
        return;
    }
    let word = std::mem::take(current);
    // `$U` and `$b`: a sign that goes on in letters.
    if let Some(Word::Money(money)) = words.last()
        && money.written() == "$"
        && let Some(joined) = currencies::of(&format!("${word}"))
    {
        words.pop();
        words.push(Word::Money(joined));
        return;
    }
    words.push(classify(&word));
}

/// A currency sign, joined with letters before it: `US$`, `AU $`, `GH₵`.
fn sign(words: &mut Vec<Word>, c: char, text: &str) {
    let before = match words.last() {
        Some(Word::Money(money)) => Some(money.written().to_owned()),
        Some(Word::Other(word)) => Some(word.clone()),
        Some(Word::Times | Word::Measure | Word::Label) => {
            let (head, _) = text.split_once(c).unwrap_or_default();
            head.split_whitespace().last().map(str::to_owned)
        }
        _ => None,
    };
    let joined = before.and_then(|before| currencies::of(&format!("{before}{c}")));
    if let Some(joined) = joined {
        words.pop();
        words.push(Word::Money(joined));
        return;
    }
    let sign = c.to_string();
    words.push(currencies::of(&sign).map_or(Word::Other(sign), Word::Money));
}
