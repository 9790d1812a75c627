//! What one side of a comparison has that the other lacks.

use super::is_tier;
use crate::matching::naming::is_plain;
use crate::matching::weighed::Weighed;
use crate::matching::wording::{Kind, Token};

/// The words of one side that the other lacks.
pub(super) struct Missing<'a> {
    pub(super) words: Vec<(&'a Token, f64, bool)>,
    pub(super) share_covered: f64,
    /// The other side has a brand of this one's, which is not that of a thing this one is made for.
    pub(super) shares_brand: bool,
}

impl<'a> Missing<'a> {
    pub(super) fn of(side: &Weighed<'a>, covered: &[bool]) -> Self {
        let tokens = side.subject.wording.tokens.iter();
        let all = tokens
            .zip(&side.weights.rarities)
            .zip(&side.weights.brands)
            .zip(covered);
        let behind = side.subject.wording.made_for.unwrap_or(usize::MAX);
        let mut words = Vec::new();
        let mut mass = 0.0;
        let mut shares_brand = false;
        for (place, (((token, rarity), is_brand), is_covered)) in all.enumerate() {
            if *is_covered {
                mass += rarity;
                shares_brand |= *is_brand && place < behind;
            } else {
                words.push((token, *rarity, *is_brand));
            }
        }
        Self {
            words,
            shares_brand,
            share_covered: if side.weights.mass > 0.0 {
                mass / side.weights.mass
            } else {
                1.0
            },
        }
    }

    pub(super) fn any(&self, is: impl Fn(&Token) -> bool) -> bool {
        self.words.iter().any(|(token, ..)| is(token))
    }

    pub(super) fn has(&self, kind: Kind) -> bool {
        self.any(|token| token.kind == kind)
    }

    pub(super) fn count(&self, kind: Kind) -> usize {
        self.words.iter().filter(|(t, ..)| t.kind == kind).count()
    }

    /// How many words there are that are no codes, nor words for kinds of goods.
    pub(super) fn plain_words(&self) -> usize {
        self.words.iter().filter(|(t, ..)| is_plain(t)).count()
    }

    pub(super) fn rarest(&self, is: impl Fn(&Token) -> bool) -> f64 {
        let of = self.words.iter().filter(|(token, ..)| is(token));
        of.map(|(_, rarity, _)| *rarity).fold(0.0, f64::max)
    }

    pub(super) fn has_brand(&self) -> bool {
        self.words.iter().any(|(.., is_brand)| *is_brand)
    }

    pub(super) fn tiers(&self) -> usize {
        self.words.iter().filter(|(t, ..)| is_tier(t)).count()
    }
}
