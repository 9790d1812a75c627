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

/// A kind of [`WatchCondition`], without what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchConditionKind {
    /// [`WatchCondition::BelowTarget`].
    TargetPrice,
    /// [`WatchCondition::BackInStock`].
    BackInStock,
}

impl WatchConditionKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::TargetPrice, Self::BackInStock];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TargetPrice => "target_price",
            Self::BackInStock => "back_in_stock",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

impl WatchCondition {
    /// The condition of a kind with its target; `None` when the kind needs one and there is none, or has no use for it.
    pub fn of(kind: WatchConditionKind, target: Option<TargetPrice>) -> Option<Self> {
        match (kind, target) {
            (WatchConditionKind::TargetPrice, Some(target)) => Some(Self::BelowTarget { target }),
            (WatchConditionKind::BackInStock, None) => Some(Self::BackInStock),
            (WatchConditionKind::TargetPrice, None)
            | (WatchConditionKind::BackInStock, Some(_)) => None,
        }
    }

    /// Its kind.
    pub const fn kind(self) -> WatchConditionKind {
        match self {
            Self::BelowTarget { .. } => WatchConditionKind::TargetPrice,
            Self::BackInStock => WatchConditionKind::BackInStock,
        }
    }

    /// The code of its kind.
    pub const fn code(self) -> &'static str {
        self.kind().code()
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
