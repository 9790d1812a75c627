//! What a watch waits for.

use super::{CurrentPrice, FallPercent, NewLow, PriceFall, Side, TargetPrice};
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
    /// The price is lower than it was in 90 days.
    NewLow(NewLow),
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
    /// [`WatchCondition::NewLow`].
    NewLow,
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
    pub const ALL: [Self; 4] = [
        Self::TargetPrice,
        Self::BackInStock,
        Self::PriceFall,
        Self::NewLow,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TargetPrice => "target_price",
            Self::BackInStock => "back_in_stock",
            Self::PriceFall => "price_fall",
            Self::NewLow => "new_low",
        }
    }

    /// Whether it needs a target.
    pub const fn has_target(self) -> bool {
        match self {
            Self::TargetPrice => true,
            Self::BackInStock | Self::PriceFall | Self::NewLow => false,
        }
    }

    /// Whether it needs a percent.
    pub const fn has_percent(self) -> bool {
        match self {
            Self::PriceFall => true,
            Self::TargetPrice | Self::BackInStock | Self::NewLow => false,
        }
    }

    /// Whether what it waits for is counted from a price, so that it matters where it began.
    pub const fn has_reference(self) -> bool {
        match self {
            Self::PriceFall | Self::NewLow => true,
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
            (WatchConditionKind::NewLow, _, None) => Ok(Self::NewLow(NewLow::default())),
            (WatchConditionKind::TargetPrice, ..)
            | (WatchConditionKind::BackInStock | WatchConditionKind::NewLow, _, Some(_))
            | (WatchConditionKind::PriceFall, _, None) => Err(UnfitTerm::Percent),
        }
    }

    /// Its kind.
    pub const fn kind(self) -> WatchConditionKind {
        match self {
            Self::BelowTarget { .. } => WatchConditionKind::TargetPrice,
            Self::BackInStock => WatchConditionKind::BackInStock,
            Self::PriceFall(_) => WatchConditionKind::PriceFall,
            Self::NewLow(_) => WatchConditionKind::NewLow,
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
            Self::BackInStock | Self::PriceFall(_) | Self::NewLow(_) => None,
        }
    }

    /// The fall, if it waits for one.
    pub const fn fall(self) -> Option<PriceFall> {
        match self {
            Self::PriceFall(fall) => Some(fall),
            Self::BelowTarget { .. } | Self::BackInStock | Self::NewLow(_) => None,
        }
    }

    /// The low, if it waits for one.
    pub const fn low(self) -> Option<NewLow> {
        match self {
            Self::NewLow(low) => Some(low),
            Self::BelowTarget { .. } | Self::BackInStock | Self::PriceFall(_) => None,
        }
    }

    /// The price that a fall or a low is counted from, if it waits for one and there was a price.
    pub const fn reference(self) -> Option<Amount> {
        match self {
            Self::PriceFall(fall) => fall.from,
            Self::NewLow(low) => low.from,
            Self::BelowTarget { .. } | Self::BackInStock => None,
        }
    }

    /// The price that a revision stated last, if it waits for a low and there was one.
    pub fn last(self) -> Option<Amount> {
        self.low()?.last
    }

    /// The same as it begins with a price that is shown.
    #[must_use]
    pub const fn begun_at(self, price: Option<Amount>) -> Self {
        match self {
            Self::PriceFall(fall) => Self::PriceFall(fall.counted_from(price)),
            Self::NewLow(_) => Self::NewLow(NewLow::begun_at(price)),
            Self::BelowTarget { .. } | Self::BackInStock => self,
        }
    }

    /// What an event that told of it is judged by: the same, counted from the price from which the event is; what waits for no
    /// fall or low stays as it is.
    #[must_use]
    pub const fn counted_from(self, from: Option<Amount>) -> Self {
        match self {
            Self::PriceFall(fall) => Self::PriceFall(fall.counted_from(from)),
            Self::NewLow(_) => Self::NewLow(NewLow::counted_from(from)),
            Self::BelowTarget { .. } | Self::BackInStock => self,
        }
    }

    /// The same after a revision that stated this price; only a low knows it.
    #[must_use]
    pub const fn stated_last(self, last: Option<Amount>) -> Self {
        match self {
            Self::NewLow(low) => Self::NewLow(NewLow { last, ..low }),
            Self::BelowTarget { .. } | Self::BackInStock | Self::PriceFall(_) => self,
        }
    }

    /// What the price of a revision leaves of it.
    #[must_use]
    pub fn after(self, stated: CurrentPrice) -> Self {
        match self {
            Self::PriceFall(fall) => Self::PriceFall(fall.after(stated.price)),
            Self::NewLow(low) => Self::NewLow(low.after(stated)),
            Self::BelowTarget { .. } | Self::BackInStock => self,
        }
    }

    /// Whether it is to be counted again from `told`, the reference of an event that is cancelled unsent and reached nobody
    /// ([`PriceFall::untold`], [`NewLow::is_untold`]). `stated`: the price now, if the product is still there.
    pub fn is_untold(self, told: Option<Amount>, stated: Option<CurrentPrice>) -> bool {
        match self {
            Self::PriceFall(fall) => {
                let price = stated.and_then(|stated| stated.price);
                fall.untold(told, price).is_some()
            }
            Self::NewLow(low) => low.is_untold(told, stated),
            Self::BelowTarget { .. } | Self::BackInStock => false,
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
            Self::NewLow(low) => low.is_reached(current),
        };
        if holds { Side::Below } else { Side::Above }
    }

    /// Whether a revision with these prices says on which side it is. One without a stated price says nothing of a target, a fall or a low.
    /// Of stock it says that there is none when nothing fresh and new can be ordered, held back or not: a price that is
    /// not believed, or whose delivery cost is missing for an hour, is no end of stock.
    pub fn is_answered_by(self, stated: CurrentPrice) -> bool {
        match self {
            Self::BelowTarget { .. } | Self::PriceFall(_) | Self::NewLow(_) => {
                stated.price.is_some()
            }
            Self::BackInStock => stated.price.is_some() || stated.is_sold_out,
        }
    }
}
