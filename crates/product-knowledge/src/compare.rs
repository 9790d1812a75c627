//! Which of two to four products of one category is the better one for a goal, and why.
//!
//! score = 100 × ((1 − a) × fit ÷ 100 + a × value), with a = 0.3, and a = 1 for the goal
//! `best-price` and for categories without weights. The value of a price T is
//! 1 − clamp((T − cheapest) ÷ cheapest). Price history is shown beside it and never scored.

mod decide;
mod name;
mod words;

#[cfg(test)]
mod tests;

use thiserror::Error;

pub use name::comparison_name;

use crate::comparable::Category;
use crate::fit::{Fit, Goal, ScaleVersion, Scales};
use crate::specs::{Attribute, Measured};
use domain::ids::CanonicalProductId;
use domain::money::Amount;

/// The share of the price in the score.
pub const PRICE_SHARE: f64 = 0.3;

/// Points by which a winner has to lead.
pub const MIN_MARGIN: f64 = 3.0;

/// The fewest and the most products of a comparison.
pub const PRODUCTS: std::ops::RangeInclusive<usize> = 2..=4;

/// One product to compare.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The public id.
    pub id: CanonicalProductId,
    /// The name shown: see [`comparison_name`].
    pub name: String,
    /// Its category.
    pub category: Category,
    /// Its properties.
    pub measured: Measured,
    /// The delivered price of its best offer.
    pub price: Amount,
    /// What its price history says, as a sentence; shown, never scored.
    pub history: Option<String>,
}

/// Why products cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompareError {
    /// Fewer than two or more than four.
    #[error("two to four products can be compared, not {0}")]
    Count(usize),
    /// The same product twice.
    #[error("the product {0} is named twice")]
    Twice(CanonicalProductId),
    /// Products of different categories.
    #[error("products of different categories cannot be compared: {} and {}", .0.plural(), .1.plural())]
    Categories(Category, Category),
}

/// One compared product.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// What was given.
    pub candidate: Candidate,
    /// Its fit by properties.
    pub fit: Fit,
    /// 1 at the cheapest, 0 from twice its price on.
    pub value_utility: f64,
    /// 0 to 100; `None` when too little is known about its properties and they count.
    pub score: Option<f64>,
}

/// A property that speaks for one product against another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advantage {
    /// The property.
    pub attribute: Attribute,
    /// Its value, in the property's unit.
    pub own: f64,
    /// The other's.
    pub other: f64,
}

/// Why nobody wins although everybody has a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TieReason {
    /// The first leads by less than [`MIN_MARGIN`] points.
    Close {
        /// By how much.
        margin: f64,
    },
    /// The first leads only by properties that others do not state: on those that all state,
    /// another one is ahead.
    BehindOnCommon {
        /// Place of the one ahead.
        ahead: usize,
    },
    /// The first leads by properties that others do not state: on those that all state, by less
    /// than [`MIN_MARGIN`].
    CloseOnCommon {
        /// Place of the next one there.
        next: usize,
    },
    /// What decides the goal is measured for some and only guessed at for others.
    UnequalMeasure {
        /// What some state.
        measured: Attribute,
    },
    /// No property that counts is stated by all.
    NothingCommon,
}

/// Who wins. Places are those of the request, from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// One is better.
    Winner {
        /// Its place.
        place: usize,
        /// The place of the next one.
        second: usize,
        /// Points between them.
        margin: f64,
    },
    /// Nobody wins.
    Tie {
        /// The place of the one with most points.
        first: usize,
        /// The place of the next one.
        second: usize,
        /// Why.
        reason: TieReason,
    },
    /// Some have no score.
    NotEnoughData {
        /// Their places.
        places: Vec<usize>,
    },
}

/// A comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The goal.
    pub goal: Goal,
    /// The category of all.
    pub category: Category,
    /// The products in the order given.
    pub products: Vec<Compared>,
    /// Who wins.
    pub outcome: Outcome,
    /// The share of the price in the score: [`PRICE_SHARE`] or 1.
    pub price_share: f64,
    /// The properties that count and that all products state.
    pub common: Vec<Attribute>,
    /// The version of the scales.
    pub scale_version: ScaleVersion,
}

impl Comparison {
    /// Compares products for a goal.
    pub fn of(
        goal: Goal,
        candidates: Vec<Candidate>,
        scales: &Scales,
    ) -> Result<Self, CompareError> {
        decide::compare(goal, candidates, scales)
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<&Compared> {
        match self.outcome {
            Outcome::Winner { place, .. } => self.products.get(place),
            Outcome::Tie { .. } | Outcome::NotEnoughData { .. } => None,
        }
    }
}
