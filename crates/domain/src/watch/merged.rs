//! Two watches whose products become one (`docs/adr/0121-one-watch-of-a-client-after-a-merge.md`).

use std::cmp::Reverse;

use super::{FallPercent, TargetPrice, Watch, WatchCondition, WatchStatus};

/// By what the watch that stays is chosen: the greater one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Reach {
    is_active: bool,
    is_of_all_stores: bool,
    condition: ConditionReach,
}

/// How much a condition tells: what comes first tells less.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ConditionReach {
    BackInStock,
    NewLow,
    /// A smaller fall is reached first.
    PriceFall(Reverse<FallPercent>),
    /// A higher target is reached first.
    BelowTarget(TargetPrice),
}

impl Watch {
    /// Whether this watch stays when its product is found to be that of another watch of the same client through the same channel:
    /// an active one before a paused one, then one of all stores, then one with a target before one of a fall, of a low and
    /// of stock, then the higher target or the smaller fall, then this one, which is the watch of the product that stays.
    pub fn outlasts(&self, other: &Self) -> bool {
        self.reach() >= other.reach()
    }

    fn reach(&self) -> Reach {
        Reach {
            is_active: self.status == WatchStatus::Active,
            is_of_all_stores: self.store.is_none(),
            condition: match self.condition {
                WatchCondition::BackInStock => ConditionReach::BackInStock,
                WatchCondition::NewLow(_) => ConditionReach::NewLow,
                WatchCondition::PriceFall(fall) => ConditionReach::PriceFall(Reverse(fall.percent)),
                WatchCondition::BelowTarget { target } => ConditionReach::BelowTarget(target),
            },
        }
    }
}
