//! Splitting a value into numbers, words and signs, and finding quantities in it.

use super::join;
pub(super) use super::numbers::{Form, readings};
pub(super) use super::quantity::{Quantity, Unit, bare, multiplied, quantities};
use super::read;
use domain::text;

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
    /// The words of the label.
    pub about: Vec<String>,
}

/// Whether a clause ends: at commas, semicolons, brackets, plus signs, slashes behind a space.
pub(super) fn ends_clause(token: &Token) -> bool {
    let sign = matches!(token.piece, Piece::Sign(',' | ';' | '|' | '+' | '(' | ')'));
    sign || (token.is_sign('/') && !token.glued)
}

impl Value {
    /// A value, the unit that stands in its label, and the label.
    pub fn new(value: &str, unit: Option<String>, label: &str) -> Self {
        let crosses = value
            .replace(['×', '✕'], " x ")
            .replace(['✓', '✔', '✅'], " yes ")
            .replace(['✗', '✘', '❌'], " no ");
        Self {
            tokens: join::without_brackets(
                &join::joined(&scan(&text::fold(&crosses))),
                read::is_remark,
            ),
            unit,
            about: text::slug(label).split('_').map(str::to_owned).collect(),
        }
    }

    /// The same with other tokens.
    pub fn with(&self, tokens: Vec<Token>) -> Self {
        Self {
            tokens,
            unit: self.unit.clone(),
            about: self.about.clone(),
        }
    }

    /// What is left without the clauses, and ends of clauses, that deny or set a condition.
    pub fn affirmed(&self) -> Self {
        let mut kept: Vec<Token> = Vec::new();
        let mut explains_condition = false;
        for part in self.tokens.split_inclusive(ends_clause) {
            let (clause, end) = match part.split_last() {
                Some((last, clause)) if ends_clause(last) => (clause, Some(last)),
                Some(_) | None => (part, None),
            };
            if !explains_condition {
                kept.extend(read::affirmed(clause).iter().cloned());
            }
            explains_condition = match end {
                Some(end) if end.is_sign('(') => read::is_conditional(clause),
                Some(end) if end.is_sign(')') => false,
                Some(_) | None => explains_condition,
            };
            kept.extend(end.cloned());
        }
        let ends_only = kept.iter().all(ends_clause);
        self.with(if ends_only { Vec::new() } else { kept })
    }

    /// The clauses that a test picks, each with what stands behind it, and before the first one.
    pub fn grouped(&self, picks: impl Fn(&[Token]) -> bool) -> Vec<Value> {
        let mut statements: Vec<Vec<Token>> = Vec::new();
        let mut numbered = false;
        for clause in self.tokens.split_inclusive(ends_clause) {
            let states = picks(clause);
            match statements.last_mut() {
                Some(last) if !(states && numbered) => last.extend(clause.iter().cloned()),
                Some(_) | None => statements.push(clause.to_vec()),
            }
            numbered |= states;
        }
        statements.into_iter().map(|s| self.with(s)).collect()
    }

    /// The same without the numbers about one of these things, and what stands behind each.
    pub fn without(&self, things: &[&str]) -> Self {
        let mut left = self.grouped(|clause| clause.iter().any(|t| t.number().is_some()));
        left.retain(|statement| !statement.has(things));
        self.with(left.into_iter().flat_map(|s| s.tokens).collect())
    }

    /// Whether it states a number.
    pub fn has_number(&self) -> bool {
        self.tokens.iter().any(|t| t.number().is_some())
    }

    /// Whether one of these words occurs.
    pub fn has(&self, words: &[&str]) -> bool {
        let one_of = |t: &Token| t.word().is_some_and(|w| words.contains(&w));
        self.tokens.iter().any(one_of)
    }

    /// The clauses.
    pub fn clauses(&self) -> Vec<Value> {
        let clause = |tokens: &[Token]| Value {
            tokens: tokens.to_vec(),
            unit: None,
            about: Vec::new(),
        };
        self.tokens.split(ends_clause).map(clause).collect()
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
