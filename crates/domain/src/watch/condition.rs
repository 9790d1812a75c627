//! What a watch waits for.

use super::{CurrentPrice, FallPercent, PriceFall, Side, TargetPrice};
use crate::money::Amount;

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
    /// The price has fallen by so many percent.
    PriceFall(PriceFall),
}

/// A kind of [`WatchCondition`], without what it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchConditionKind {
    /// [`WatchCondition::BelowTarget`].
    TargetPrice,
    /// [`WatchCondition::BackInStock`].
    BackInStock,
    /// [`WatchCondition::PriceFall`].
    PriceFall,
}

/// What conditions need beside their kind; each kind one of them or nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConditionTerms {
    /// The price below which it holds.
    pub target: Option<TargetPrice>,
    /// By how much the price has to fall.
    pub percent: Option<FallPercent>,
}

/// Which of the [`ConditionTerms`] is missing, or is there and of no use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnfitTerm {
    /// The target.
    Target,
    /// The percent.
    Percent,
}

impl WatchConditionKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::TargetPrice, Self::BackInStock, Self::PriceFall];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TargetPrice => "target_price",
            Self::BackInStock => "back_in_stock",
            Self::PriceFall => "price_fall",
        }
    }

    /// Whether it needs a target.
    pub const fn has_target(self) -> bool {
        match self {
            Self::TargetPrice => true,
            Self::BackInStock | Self::PriceFall => false,
        }
    }

    /// Whether it needs a percent.
    pub const fn has_percent(self) -> bool {
        match self {
            Self::PriceFall => true,
            Self::TargetPrice | Self::BackInStock => false,
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

impl WatchCondition {
    /// The condition of a kind with what it needs, and nothing else.
    pub fn of(kind: WatchConditionKind, terms: ConditionTerms) -> Result<Self, UnfitTerm> {
        let ConditionTerms { target, percent } = terms;
        if target.is_some() != kind.has_target() {
            return Err(UnfitTerm::Target);
        }
        match (kind, target, percent) {
            (WatchConditionKind::TargetPrice, Some(target), None) => {
                Ok(Self::BelowTarget { target })
            }
            (WatchConditionKind::PriceFall, _, Some(percent)) => Ok(Self::PriceFall(PriceFall {
                percent,
                from: None,
            })),
            (WatchConditionKind::BackInStock, _, None) => Ok(Self::BackInStock),
            (WatchConditionKind::TargetPrice, ..)
            | (WatchConditionKind::BackInStock, _, Some(_))
            | (WatchConditionKind::PriceFall, _, None) => Err(UnfitTerm::Percent),
        }
    }

    /// Its kind.
    pub const fn kind(self) -> WatchConditionKind {
        match self {
            Self::BelowTarget { .. } => WatchConditionKind::TargetPrice,
            Self::BackInStock => WatchConditionKind::BackInStock,
            Self::PriceFall(_) => WatchConditionKind::PriceFall,
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
            Self::BackInStock | Self::PriceFall(_) => None,
        }
    }

    /// The fall, if it waits for one.
    pub const fn fall(self) -> Option<PriceFall> {
        match self {
            Self::PriceFall(fall) => Some(fall),
            Self::BelowTarget { .. } | Self::BackInStock => None,
        }
    }

    /// The price that a fall is counted from, if it waits for one and there was a price.
    pub fn reference(self) -> Option<Amount> {
        self.fall()?.from
    }

    /// The same, counted from another price; what waits for no fall stays as it is.
    #[must_use]
    pub const fn counted_from(self, from: Option<Amount>) -> Self {
        match self {
            Self::PriceFall(fall) => Self::PriceFall(fall.counted_from(from)),
            Self::BelowTarget { .. } | Self::BackInStock => self,
        }
    }

    /// What the price of a revision leaves of it.
    #[must_use]
    pub fn after(self, stated: CurrentPrice) -> Self {
        match self {
            Self::PriceFall(fall) => Self::PriceFall(fall.after(stated.price)),
            Self::BelowTarget { .. } | Self::BackInStock => self,
        }
    }

    /// The side of what is shown, or of a price that is stated: below while the condition holds.
    pub fn side(self, current: CurrentPrice) -> Side {
        let holds = match self {
            Self::BelowTarget { target } => {
                return Side::of(current.price, target, current.currency);
            }
            Self::BackInStock => current.price.is_some(),
            Self::PriceFall(fall) => fall.is_reached(current.price),
        };
        if holds { Side::Below } else { Side::Above }
    }

    /// Whether a revision with these prices says on which side it is. One without a stated price says nothing of a target or a fall.
    /// Of stock it says that there is none when nothing fresh and new can be ordered, held back or not: a price that is
    /// not believed, or whose delivery cost is missing for an hour, is no end of stock.
    pub fn is_answered_by(self, stated: CurrentPrice) -> bool {
        match self {
            Self::BelowTarget { .. } | Self::PriceFall(_) => stated.price.is_some(),
            Self::BackInStock => stated.price.is_some() || stated.is_sold_out,
        }
    }
}
