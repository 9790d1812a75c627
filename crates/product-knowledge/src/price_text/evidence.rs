//! Which decimal mark a feed writes, found out from all its price texts.

use super::number::Shape;
use super::{Mark, scan};

/// What the price texts of a feed showed so far.
///
/// Only texts that mean one amount by their own form count: `12,50` and `1.234.567` show a decimal
/// comma, `1,234.5` a point; `1.600` and `15` show nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Evidence {
    points: u64,
    commas: u64,
    decimals: u8,
}

/// What follows from the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceReading {
    /// No text showed its mark.
    Unknown,
    /// Every text that showed its mark showed this one, with at most so many decimals.
    Mark {
        /// The decimal mark.
        mark: Mark,
        /// The most decimals seen.
        decimals: u8,
    },
    /// Some texts have a decimal point, others a decimal comma.
    Mixed,
}

impl Evidence {
    /// Nothing seen.
    pub const NONE: Self = Self {
        points: 0,
        commas: 0,
        decimals: 0,
    };

    /// Takes one price text into account.
    pub fn add(&mut self, text: &str) {
        if add_plain(self, text) {
            return;
        }
        for number in scan::numbers(text) {
            if let Shape::Clear {
                fraction,
                mark: Some(mark),
                ..
            } = number.shape()
                && !number.odd
                && !number.blank_in
            {
                self.vote(mark, fraction.len());
            }
        }
    }

    fn vote(&mut self, mark: Mark, decimals: usize) {
        match mark {
            Mark::Point => self.points += 1,
            Mark::Comma => self.commas += 1,
        }
        let decimals = u8::try_from(decimals).unwrap_or(u8::MAX);
        self.decimals = self.decimals.max(decimals);
    }

    /// What follows from it.
    pub const fn verdict(&self) -> PriceReading {
        let mark = match (self.points, self.commas) {
            (0, 0) => return PriceReading::Unknown,
            (_, 0) => Mark::Point,
            (0, _) => Mark::Comma,
            _ => return PriceReading::Mixed,
        };
        PriceReading::Mark {
            mark,
            decimals: self.decimals,
        }
    }
}

impl<'a> FromIterator<&'a str> for Evidence {
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Self {
        let mut evidence = Self::default();
        for text in texts {
            evidence.add(text);
        }
        evidence
    }
}

/// The common case without looking further: digits, a point and one, two or four decimals.
fn add_plain(evidence: &mut Evidence, text: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    match text.split_once('.') {
        None => digits(text),
        Some((whole, fraction)) => {
            let plain = digits(whole) && digits(fraction) && fraction.len() != 3;
            if plain {
                evidence.vote(Mark::Point, fraction.len());
            }
            plain
        }
    }
}
