//! From a text to what it states.

mod cents;
mod found;
mod said;
mod verdict;

use super::currencies::Money;
use super::number::Number;
use super::scan::{self, Piece};
use super::words::{self, Word};
use super::{MAX_TEXT, MarkRule, Refusal, Stated};
use cents::join_cents;

/// Reads what a text states.
pub fn read(text: &str, rule: &MarkRule<'_>) -> Result<Stated, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::Empty);
    }
    if text.len() > MAX_TEXT {
        return Err(Refusal::TooLong);
    }
    let pieces = scan::pieces(text);
    let said = Said::of(&pieces);
    let mut amounts = said.amounts(&pieces, rule)?;
    let Some(first) = amounts.first() else {
        return said.without_amount();
    };
    said.refuse()?;
    first.not_negative()?;
    if amounts.iter().any(|amount| amount.number.odd) {
        let range = amounts.iter().any(|a| a.after_text.starts_with('-'));
        return Err(if range {
            Refusal::Numbers
        } else {
            Refusal::Form
        });
    }
    let numbers: Result<Vec<String>, Refusal> = amounts
        .iter()
        .map(|amount| amount.resolve(&said, rule))
        .collect();
    let same = amounts.len() == 1
        || numbers
            .as_ref()
            .is_ok_and(|all| all.windows(2).all(|pair| pair.first() == pair.last()));
    let chosen = amounts.swap_remove(0);
    if !same {
        return said.several(&chosen, &amounts, rule);
    }
    let number = chosen.resolve(&said, rule)?;
    let currency = said.currency(rule)?;
    let terms = said.terms(&chosen, currency.is_some())?;
    Ok(Stated {
        number,
        currency,
        terms,
    })
}

/// A number that may be an amount, with what stands around it.
struct Found<'a> {
    number: &'a Number,
    before_text: &'a str,
    after_text: &'a str,
    before: &'a [Word],
    after: &'a [Word],
    first: bool,
    /// Decimals behind a sign in the place of the mark; empty without.
    cents: &'a str,
}

/// All words of a text, and those of each piece.
struct Said {
    pieces: Vec<Vec<Word>>,
    instalments: bool,
}

fn is_times(word: &Word) -> bool {
    matches!(word, Word::Other(x) if matches!(x.as_str(), "x" | "X" | "х" | "×"))
        || *word == Word::Mark('×')
}

/// The currency that the text beside it names.
fn hinted(rule: &MarkRule<'_>) -> Option<Money> {
    let MarkRule::Customary(hint) = rule else {
        return None;
    };
    scan::pieces(hint).iter().find_map(|piece| match piece {
        Piece::Text(text) => words::words(text).into_iter().find_map(|word| {
            let Word::Money(money) = word else {
                return None;
            };
            Some(money)
        }),
        Piece::Number(_) => None,
    })
}
