//! How currencies are written, and the customs of writing their amounts.

mod codes;
mod customs;
mod spellings;

use super::Mark;
use codes::code;
use customs::custom;

pub(super) use customs::Custom;

/// What a text says about its currency: how it is written there, and the codes it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    written: String,
    codes: Vec<&'static str>,
}

impl Money {
    /// How it is written in the text.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Whether it may be the currency of a code.
    pub fn may_be(&self, code: &str) -> bool {
        self.codes.contains(&code)
    }

    /// The code, when it can be one only.
    pub fn code(&self) -> Option<&'static str> {
        match self.codes.as_slice() {
            [code] => Some(code),
            _ => None,
        }
    }

    /// What both can be; `None` when they contradict each other.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        let common = |code: &&&str| other.codes.contains(code);
        let codes: Vec<_> = self.codes.iter().filter(common).copied().collect();
        let clearer = if other.codes.len() < self.codes.len() {
            other
        } else {
            self
        };
        let written = clearer.written.clone();
        (!codes.is_empty()).then_some(Self { written, codes })
    }

    /// What three digits behind a mark are by its customs, when all its currencies agree.
    pub(super) fn custom(&self, mark: Mark) -> Custom {
        let mut customs = self.codes.iter().map(|code| custom(code, mark));
        let Some(first) = customs.next() else {
            return Custom::Unclear;
        };
        if customs.all(|custom| custom == first) {
            first
        } else {
            Custom::Unclear
        }
    }
}

/// The currency that a word or sign stands for.
pub(super) fn of(word: &str) -> Option<Money> {
    let lower = word.to_lowercase();
    let long = word.chars().count() >= 3;
    let spelled = |known: &str| known == word || (long && known.to_lowercase() == lower);
    let listed = spellings::all().find(|(known, _)| spelled(known));
    let codes: Vec<&'static str> = match listed {
        Some((_, codes)) => codes.split_ascii_whitespace().collect(),
        None => vec![code(word, &lower)?],
    };
    let written = word.to_owned();
    Some(Money { written, codes })
}

/// Whether a character is a currency sign.
pub(super) fn is_sign(c: char) -> bool {
    matches!(
        c,
        '$' | '¢'
            | '£'
            | '¤'
            | '¥'
            | '֏'
            | '؋'
            | '৲'
            | '৳'
            | '௹'
            | '฿'
            | '៛'
            | '﷼'
            | 'ƒ'
            | 'Ƀ'
            | '\u{20a0}'..='\u{20cf}'
    )
}
