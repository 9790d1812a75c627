//! What a value says as a whole.

use super::super::Attribute;
use super::super::affirmation::{affirms, denials, is, is_conditional};
use super::super::scan::Token;
use super::super::value::Value;
use super::Fact;
use crate::words::lists::values::{HAVING, MAIN, NAMES, NO, YES};

/// What a value says about a thing under its names: no fact when it names none, no value when it
/// affirms and denies it or leaves it open.
pub(in super::super) fn mention(
    value: &Value,
    attribute: Attribute,
    names: &[&str],
) -> Option<Fact> {
    let mut said: Vec<Option<bool>> = Vec::new();
    for clause in value.clauses() {
        let tokens = &clause.tokens;
        let named = (0..tokens.len()).filter(|at| tokens.get(*at).is_some_and(|t| is(t, names)));
        said.extend(named.map(|at| affirms(tokens, at)));
    }
    let first = *said.first()?;
    let agreed = first.filter(|_| said.iter().all(|s| *s == first));
    Some((attribute, agreed.map(|yes| f64::from(u8::from(yes)))))
}

/// What one clause says to the question of its label.
fn answer(clause: &Value, about: &[String]) -> Option<bool> {
    let tokens = &clause.tokens;
    let affirmation = tokens.iter().any(|t| is(t, &YES));
    let mut words = tokens.iter().filter(|t| t.word().is_some());
    let asked = |t: &Token| {
        let named = |word: &str| about.iter().any(|a| a == word);
        is(t, &NO) || is(t, &HAVING) || is(t, &NAMES) || t.word().is_some_and(named)
    };
    match denials(tokens).as_slice() {
        [] => {
            let names = |t: &Token| is(t, &HAVING) || is(t, &NAMES);
            (affirmation || tokens.iter().any(names)).then_some(true)
        }
        [_] if !affirmation && words.all(asked) => Some(false),
        _ => None,
    }
}

/// Whether a clause is nothing but yes or no.
fn is_bare(clause: &Value) -> bool {
    let mut tokens = clause.tokens.iter();
    tokens.all(|t| is(t, &YES) || is(t, &NO))
}

/// 1 for yes, 0 for no. The first clause counts (`yes (not in China)`); a second answer that
/// contradicts it makes both unclear, unless one says that it is about the main thing.
pub(in super::super) fn yes_no(value: &Value) -> Option<f64> {
    let number = |yes: bool| f64::from(u8::from(yes));
    match value.tokens.as_slice() {
        [one] if one.number() == Some("1") || one.word() == Some("y") => return Some(1.0),
        [one] if one.number() == Some("0") || one.word() == Some("n") => return Some(0.0),
        tokens if is_conditional(tokens) => return None,
        _ => {}
    }
    let mut clauses = value.clauses();
    clauses.retain(|clause| !clause.tokens.is_empty());
    let first = answer(clauses.first()?, &value.about)?;
    let bare = |clause: &&Value| is_bare(clause) && answer(clause, &[]).is_some();
    let contradicted = clauses
        .iter()
        .filter(bare)
        .any(|c| answer(c, &[]) != Some(first));
    if !contradicted {
        return Some(number(first));
    }
    let of_main = clauses.windows(2).filter_map(|run| match run {
        [said, which] if is_bare(said) && which.has(&MAIN) && !which.has(&["ultra"]) => {
            answer(said, &[])
        }
        _ => None,
    });
    let of_main: Vec<bool> = of_main.collect();
    match of_main.as_slice() {
        [only] => Some(number(*only)),
        _ => None,
    }
}

/// Whether a value is no more than *yes* or *no*: under a label that asks for a quantity it says
/// nothing.
pub(in super::super) fn is_plain_yes_no(value: &Value) -> bool {
    value.tokens.len() == 1
        && value.tokens.iter().all(|t| t.word().is_some())
        && yes_no(value).is_some()
}

/// Whether a value says no and nothing else: every clause of it denies.
pub(in super::super) fn says_no(value: &Value) -> bool {
    let mut clauses = value.clauses();
    clauses.retain(|clause| !clause.tokens.is_empty());
    let dash = value.tokens.iter().all(|t| t.is_sign('-'));
    let denies = |c: &Value| !is_conditional(&c.tokens) && denials(&c.tokens).len() == 1;
    dash || (!clauses.is_empty() && clauses.iter().all(denies)) || yes_no(value) == Some(0.0)
}
