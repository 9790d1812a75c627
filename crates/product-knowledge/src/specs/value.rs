//! A value of a property: its tokens, and its clauses.

use super::scan::{Token, ends_clause, scan};
use super::{affirmation, join};
use domain::text;

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
                affirmation::is_remark,
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
                kept.extend(affirmation::affirmed(clause).iter().cloned());
            }
            explains_condition = match end {
                Some(end) if end.is_sign('(') => affirmation::is_conditional(clause),
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
