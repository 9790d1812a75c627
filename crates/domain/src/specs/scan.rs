//! Splitting a value into numbers, words and signs, and finding quantities in it.

pub(super) use super::numbers::{Form, readings};
use crate::text;

/// A piece of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// Digits with separators between them, as written.
    Number(String),
    /// Letters.
    Word(String),
    /// Anything else but white space.
    Sign(char),
}

/// A piece and whether it follows the one before without a space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub piece: Piece,
    pub glued: bool,
}

impl Token {
    pub fn number(&self) -> Option<&str> {
        match &self.piece {
            Piece::Number(text) => Some(text),
            Piece::Word(_) | Piece::Sign(_) => None,
        }
    }

    pub fn word(&self) -> Option<&str> {
        match &self.piece {
            Piece::Word(text) => Some(text),
            Piece::Number(_) | Piece::Sign(_) => None,
        }
    }

    pub fn is_sign(&self, sign: char) -> bool {
        self.piece == Piece::Sign(sign)
    }
}

/// A value of a feed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// Its pieces, folded.
    pub tokens: Vec<Token>,
    /// The unit that stood in the label.
    pub unit: Option<String>,
}

impl Value {
    pub fn new(value: &str, unit: Option<String>) -> Self {
        Self {
            tokens: scan(&text::fold(value)),
            unit,
        }
    }

    /// Whether one of these words occurs.
    pub fn has(&self, words: &[&str]) -> bool {
        let one_of = |t: &Token| t.word().is_some_and(|w| words.contains(&w));
        self.tokens.iter().any(one_of)
    }

    /// The parts between commas, semicolons, line ends, slashes with spaces and plus signs.
    pub fn clauses(&self) -> Vec<Value> {
        let ends = |t: &Token| {
            matches!(t.piece, Piece::Sign(',' | ';' | '|' | '+' | '(' | ')'))
                || (t.is_sign('/') && !t.glued)
        };
        let clause = |tokens: &[Token]| Value {
            tokens: tokens.to_vec(),
            unit: None,
        };
        self.tokens.split(ends).map(clause).collect()
    }
}

pub(super) fn scan(folded: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut chars = folded.chars().peekable();
    let mut glued = false;
    while let Some(c) = chars.next() {
        if c.is_whitespace() || c == '_' {
            glued = false;
            continue;
        }
        let mut run = String::from(c);
        let piece = if c.is_ascii_digit() {
            while let Some(&next) = chars.peek() {
                let mut ahead = chars.clone();
                ahead.next();
                let inner = matches!(next, '.' | ',' | '\'')
                    && ahead.peek().is_some_and(char::is_ascii_digit);
                if !next.is_ascii_digit() && !inner {
                    break;
                }
                run.push(next);
                chars.next();
            }
            Piece::Number(run)
        } else if c.is_alphabetic() {
            while let Some(&next) = chars.peek().filter(|n| n.is_alphabetic()) {
                run.push(next);
                chars.next();
            }
            Piece::Word(run)
        } else {
            Piece::Sign(c)
        };
        tokens.push(Token { piece, glued });
        glued = true;
    }
    tokens
}

/// A unit under its names.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub names: &'static [&'static str],
    /// Into the unit of the property.
    pub factor: f64,
    pub form: Form,
}

/// A number with a unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// What it may mean, likeliest first, in the unit of the property.
    pub readings: Vec<f64>,
    /// Place of the number's first token.
    pub start: usize,
    /// Place behind the unit's last token.
    pub end: usize,
}

/// The unit that begins at a place: its text and the place behind it.
fn unit_at(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    let token = tokens.get(at)?;
    match &token.piece {
        Piece::Word(word) => Some((word.clone(), at + 1)),
        Piece::Sign('"') => Some(("\"".to_owned(), at + 1)),
        Piece::Sign('%') => Some(("%".to_owned(), at + 1)),
        Piece::Sign('\'') if tokens.get(at + 1).is_some_and(|t| t.is_sign('\'')) => {
            Some(("\"".to_owned(), at + 2))
        }
        Piece::Sign('-') if tokens.get(at + 1).is_some_and(|t| t.word().is_some()) => {
            unit_at(tokens, at + 1)
        }
        Piece::Sign(_) | Piece::Number(_) => None,
    }
}

/// All numbers that one of the units follows.
pub(super) fn quantities(tokens: &[Token], units: &[Unit]) -> Vec<Quantity> {
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        let Some(number) = token.number() else {
            continue;
        };
        let Some((name, end)) = unit_at(tokens, place + 1) else {
            continue;
        };
        let Some(unit) = units.iter().find(|u| u.names.contains(&name.as_str())) else {
            continue;
        };
        let mut all = Vec::new();
        let mut start = place;
        if unit.form == Form::Spaced
            && let Some(head) = thousands_before(tokens, place, number)
        {
            all.extend(readings(&format!("{head}{number}"), Form::Small));
            start = place - 1;
        }
        all.extend(readings(number, unit.form));
        found.push(Quantity {
            readings: all.into_iter().map(|n| n * unit.factor).collect(),
            start,
            end,
        });
    }
    found
}

/// The digits before a group of three that a space separates from them.
fn thousands_before<'a>(tokens: &'a [Token], place: usize, number: &str) -> Option<&'a str> {
    let whole = |n: &str| n.bytes().all(|b| b.is_ascii_digit());
    let group = number.len() == 3 && whole(number) && !tokens.get(place)?.glued;
    let head = tokens.get(place.checked_sub(1)?)?.number()?;
    (group && head.len() <= 3 && whole(head) && !head.starts_with('0')).then_some(head)
}

/// The number of a value that is nothing but a number, in the unit of its label, else in the first
/// of the units.
pub(super) fn bare(value: &Value, units: &[Unit]) -> Option<Vec<f64>> {
    const NOISE: [&str; 14] = [
        "about", "approx", "ca", "cca", "circa", "up", "to", "typ", "typical", "max", "bis", "do",
        "zu", "asi",
    ];
    let mut numbers = value.tokens.iter().filter_map(Token::number);
    let number = numbers.next()?;
    let plain = |t: &Token| match &t.piece {
        Piece::Number(_) => true,
        Piece::Word(word) => NOISE.contains(&word.as_str()),
        Piece::Sign(sign) => matches!(sign, '~' | '(' | ')' | '.' | ':' | '<' | '='),
    };
    if numbers.next().is_some() || !value.tokens.iter().all(plain) {
        return None;
    }
    let named = |unit: &&Unit| {
        let label = value.unit.as_deref();
        label.is_some_and(|label| unit.names.contains(&label))
    };
    let unit = match value.unit {
        Some(_) => units.iter().find(named)?,
        None => units.first()?,
    };
    let in_unit = |n: f64| n * unit.factor;
    Some(
        readings(number, unit.form)
            .into_iter()
            .map(in_unit)
            .collect(),
    )
}
