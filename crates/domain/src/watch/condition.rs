//! What a watch waits for.

use super::{CurrentPrice, Side, TargetPrice};

/// What a watch waits for. Each condition holds or does not; the watch fires when it turns to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WatchCondition {
    /// The price is below a target.
    BelowTarget {
        /// The target.
        target: TargetPrice,
    },
    /// The product can be had.
    BackInStock,
}

impl WatchCondition {
    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::BelowTarget { .. } => "target_price",
            Self::BackInStock => "back_in_stock",
        }
    }

    /// The target, if it waits for one.
    pub const fn target(self) -> Option<TargetPrice> {
        match self {
            Self::BelowTarget { target } => Some(target),
            Self::BackInStock => None,
        }
    }

    /// The side of what is shown, or of a price that is stated: below while the condition holds.
    pub fn side(self, current: CurrentPrice) -> Side {
        match self {
            Self::BelowTarget { target } => Side::of(current.price, target, current.currency),
            Self::BackInStock if current.price.is_some() => Side::Below,
            Self::BackInStock => Side::Above,
        }
    }

    /// Whether a revision with these prices says on which side it is. One without a stated price says nothing of a target.
    /// Of stock it says that there is none when nothing fresh and new can be ordered, held back or not: a price that is
    /// not believed, or whose delivery cost is missing for an hour, is no end of stock.
    pub fn is_answered_by(self, stated: CurrentPrice) -> bool {
        match self {
            Self::BelowTarget { .. } => stated.price.is_some(),
            Self::BackInStock => stated.price.is_some() || stated.is_sold_out,
        }
    }
}
