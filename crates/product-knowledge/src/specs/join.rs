//! Words that are written in two.

use super::scan::{Piece, Token};

/// Two words and the one that they stand for, with or without a sign between them.
const PAIRS: [(&str, &str, &str); 18] = [
    ("e", "sim", "esim"),
    ("wi", "fi", "wifi"),
    ("ultra", "wide", "ultrawide"),
    ("ultra", "weitwinkel", "ultraweitwinkel"),
    ("stand", "by", "standby"),
    ("auto", "focus", "autofocus"),
    ("m", "ah", "mah"),
    ("ma", "h", "mah"),
    ("ma", "ch", "mah"),
    ("w", "h", "wh"),
    ("watt", "hours", "wh"),
    ("watt", "hour", "wh"),
    ("watt", "h", "wh"),
    ("watt", "stunden", "wh"),
    ("vt", "ch", "wh"),
    ("milliampere", "hours", "mah"),
    ("micro", "sd", "microsd"),
    ("full", "hd", "fhd"),
];

/// The tokens with such pairs as one word.
pub(super) fn joined(tokens: &[Token]) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        if let Some((word, used)) = pair(first, behind) {
            out.push(Token {
                piece: Piece::Word(word.to_owned()),
                glued: first.glued,
            });
            rest = behind.get(used..).unwrap_or_default();
        } else {
            out.push(first.clone());
            rest = behind;
        }
    }
    out
}

fn pair(first: &Token, behind: &[Token]) -> Option<(&'static str, usize)> {
    let head = first.word()?;
    let sign = match &behind.first()?.piece {
        Piece::Sign('-' | '*' | '.' | '\u{b7}') => 1,
        Piece::Sign(_) | Piece::Number(_) | Piece::Word(_) => 0,
    };
    let tail = behind.get(sign)?.word()?;
    let known = PAIRS.iter().find(|(a, b, _)| (*a, *b) == (head, tail))?;
    Some((known.2, sign + 1))
}

/// The tokens without the brackets around nothing but remarks: `OIS (no)` is one clause.
pub(super) fn without_brackets(tokens: &[Token], is_remark: fn(&Token) -> bool) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some((first, behind)) = rest.split_first() {
        let end = behind.iter().position(|t| t.is_sign(')'));
        let inside = end.and_then(|end| behind.get(..end)).unwrap_or_default();
        let remark = !inside.is_empty() && inside.iter().all(is_remark);
        if first.is_sign('(') && remark {
            out.extend(inside.iter().cloned());
            rest = behind.get(inside.len() + 1..).unwrap_or_default();
        } else {
            out.push(first.clone());
            rest = behind;
        }
    }
    out
}
