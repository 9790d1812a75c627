//! What a clause affirms, denies or leaves open.

use super::scan::Token;
use crate::words::lists::values::{CONDITIONAL, HAVING, NO, PARTING, PLACES, YES};

/// Whether a token is one of these words.
pub(super) fn is(token: &Token, words: &[&str]) -> bool {
    token.word().is_some_and(|word| words.contains(&word))
}

/// The places of the words that deny. `non-removable` denies nothing else.
pub(super) fn denials(tokens: &[Token]) -> Vec<usize> {
    let prefix = |at: usize| {
        let next = tokens.get(at + 1);
        tokens.get(at).and_then(Token::word) == Some("non") && next.is_some_and(|t| t.is_sign('-'))
    };
    let denies = |(at, token): (usize, &Token)| (is(token, &NO) && !prefix(at)).then_some(at);
    tokens.iter().enumerate().filter_map(denies).collect()
}

/// Whether a token says no more than yes, no or perhaps.
pub(super) fn is_remark(token: &Token) -> bool {
    [&YES[..], &NO[..], &HAVING[..], &CONDITIONAL[..]]
        .iter()
        .any(|words| is(token, words))
}

/// Whether a clause sets a condition.
pub(super) fn is_conditional(tokens: &[Token]) -> bool {
    let only = |run: &[Token]| match run {
        [a, b] => is(a, &["only", "nur"]) && is(b, &PLACES),
        _ => false,
    };
    tokens.iter().any(|t| is(t, &CONDITIONAL)) || tokens.windows(2).any(only)
}

/// Whether nothing follows a denial but words such as *supported*: it denies what stands before it.
fn ends_clause(behind: &[Token]) -> bool {
    behind.iter().all(|t| t.number().is_none()) && {
        let mut words = behind.iter().filter(|t| t.word().is_some());
        words.all(|t| is(t, &HAVING))
    }
}

/// What a clause affirms: nothing of it under a condition, else what stands before a denial.
pub(super) fn affirmed(clause: &[Token]) -> &[Token] {
    let before = match denials(clause).first() {
        _ if is_conditional(clause) => 0,
        None => clause.len(),
        Some(at) if ends_clause(clause.get(at + 1..).unwrap_or_default()) => 0,
        Some(at) => *at,
    };
    clause.get(..before).unwrap_or_default()
}

/// Whether a mention at a place of its clause is affirmed (`Some(true)`), denied, or unclear.
pub(super) fn affirms(clause: &[Token], at: usize) -> Option<bool> {
    if is_conditional(clause) {
        return None;
    }
    match denials(clause).as_slice() {
        [] => Some(true),
        [denial] if *denial < at => {
            let between = clause.get(*denial..at).unwrap_or_default();
            (!between.iter().any(|t| is(t, &PARTING))).then_some(false)
        }
        [denial] => ends_clause(clause.get(denial + 1..).unwrap_or_default()).then_some(false),
        _ => None,
    }
}
