//! What watches wait for, as it is stored.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::watch::{
    ConditionTerms, FallPercent, TargetPrice, UnfitTerm, WatchCondition, WatchConditionKind,
};
use ports_store::StoreError;

use super::{corrupt, narrow};

/// What a watch waits for, without what it is counted from.
#[derive(Debug, Clone, Queryable)]
pub struct ConditionRow {
    condition: String,
    target: i64,
    percent: Option<i32>,
}

/// The SQL types of a [`ConditionRow`].
pub type ConditionTypes = (Text, BigInt, Nullable<Integer>);

impl ConditionRow {
    /// The condition.
    pub fn condition(&self) -> Result<WatchCondition, StoreError> {
        read_condition(&self.condition, self.target, self.percent)
    }
}

/// A condition by its code, a target in ten-thousandths and a percent.
pub(super) fn read_condition(
    code: &str,
    target: i64,
    percent: Option<i32>,
) -> Result<WatchCondition, StoreError> {
    let kind = WatchConditionKind::from_code(code).ok_or_else(|| corrupt("watches.condition"))?;
    let percent = percent.map(|percent| {
        let percent: u8 = narrow(percent, "watches.percent")?;
        FallPercent::new(percent).ok_or_else(|| corrupt("watches.percent"))
    });
    let terms = ConditionTerms {
        // 0 where there is none, which is no target
        target: TargetPrice::from_ten_thousandths(target),
        percent: percent.transpose()?,
    };
    WatchCondition::of(kind, terms).map_err(|unfit| {
        corrupt(match unfit {
            UnfitTerm::Target => "watches.target",
            UnfitTerm::Percent => "watches.percent",
        })
    })
}
