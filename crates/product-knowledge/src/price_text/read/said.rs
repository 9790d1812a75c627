//! What the words and numbers of a text are.

use super::{Found, Said, is_times, join_cents};
use crate::price_text::scan::Piece;
use crate::price_text::words::{self, Word};
use crate::price_text::{MarkRule, Refusal, Stated};

impl Said {
    pub(super) fn of(pieces: &[Piece]) -> Self {
        let words = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => words::words(text),
            Piece::Number(_) => Vec::new(),
        });
        let mut said = Self {
            pieces: words.collect(),
            instalments: false,
        };
        said.instalments = pieces.iter().zip(said.pieces.iter().skip(1)).any(
            |(piece, after)| matches!((piece, after.first()), (Piece::Number(_), Some(word)) if is_times(word)),
        );
        said
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Word> {
        self.pieces.iter().flatten()
    }

    pub(super) fn has(&self, wanted: &Word) -> bool {
        self.all().any(|word| word == wanted)
    }

    /// The numbers that are no percentage, measure or count.
    pub(super) fn amounts<'a>(
        &'a self,
        pieces: &'a [Piece],
        rule: &MarkRule<'_>,
    ) -> Result<Vec<Found<'a>>, Refusal> {
        let mut found: Vec<Found<'a>> = Vec::new();
        for (at, piece) in pieces.iter().enumerate() {
            let Piece::Number(number) = piece else {
                continue;
            };
            let text = |at: Option<usize>| match at.and_then(|at| pieces.get(at)) {
                Some(Piece::Text(text)) => text.as_str(),
                _ => "",
            };
            let words = |at: Option<usize>| {
                at.and_then(|at| self.pieces.get(at))
                    .map_or(&[][..], Vec::as_slice)
            };
            let amount = Found {
                number,
                before_text: text(at.checked_sub(1)),
                after_text: text(Some(at + 1)),
                before: words(at.checked_sub(1)),
                after: words(Some(at + 1)),
                first: found.is_empty(),
                cents: "",
            };
            if amount.is_multiple() {
                return Err(Refusal::Form);
            }
            if !amount.is_count() {
                found.push(amount);
            }
        }
        join_cents(found, rule)
    }

    pub(super) fn without_amount(&self) -> Result<Stated, Refusal> {
        if self.has(&Word::OnRequest) {
            return Err(Refusal::OnRequest);
        }
        if self.has(&Word::Measure) {
            return Err(Refusal::NotAPrice);
        }
        let nothing_else = self.all().all(|word| {
            matches!(
                word,
                Word::Free | Word::Carriage | Word::Label | Word::Mark(_)
            )
        });
        if self.has(&Word::Free) && nothing_else {
            return Ok(Stated {
                number: "0".to_owned(),
                currency: None,
                terms: None,
            });
        }
        Err(Refusal::NoDigits)
    }
}
