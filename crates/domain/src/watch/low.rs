//! A new low of a price: lower than it was in 90 days.
//!
//! Whether a price is one, the past of the product says ([`crate::history::Market::new_low`]). A watch adds what it
//! knows itself: the price of the *last* revision, since only a price that falls is a new low, and the *reference* from
//! which the next one is counted: the price with which the watch began or of which it told last, and from then on the highest.
//! A low is told when it is at least 1 % below the reference. So a price that slips by a cent each day is told at each
//! percent, and one that was higher again in between at once.
//!
//! | stated price | told | reference after | last after |
//! |---|---|---|---|
//! | a low, below the last one, and at most 99 % of the reference | yes | that price | that price |
//! | above the reference | no | that price | that price |
//! | any other | no | the same | that price |
//! | none | no | the same | the same |
//!
//! Where there was no price yet, any low is told. All of it is whole numbers of minor units: p · 100 ≤ r · 99.

use super::CurrentPrice;
use crate::money::Amount;

/// How many percent of the reference a low may be, at most.
const AT_MOST: i128 = 99;

/// A new low that is waited for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct NewLow {
    /// The reference; `None` while there was no price yet.
    pub from: Option<Amount>,
    /// The price of the last revision that stated one; `None` while there was none yet.
    pub last: Option<Amount>,
}

impl NewLow {
    /// A watch that begins with this price.
    pub const fn begun_at(price: Option<Amount>) -> Self {
        Self {
            from: price,
            last: price,
        }
    }

    /// What an event that told of it is judged by: counted from its own reference, whatever was stated last.
    pub const fn counted_from(from: Option<Amount>) -> Self {
        Self { from, last: None }
    }

    /// Whether this price is told if it is a low.
    pub fn is_due(self, price: Option<Amount>) -> bool {
        let Some(price) = price else {
            return false;
        };
        let has_fallen = |from: Amount| {
            i128::from(price.minor()) * 100 <= i128::from(from.minor()) * AT_MOST && price < from
        };
        self.last.is_none_or(|last| price < last) && self.from.is_none_or(has_fallen)
    }

    /// Whether the price is such a low.
    pub fn is_reached(self, current: CurrentPrice) -> bool {
        current.is_low && self.is_due(current.price)
    }

    /// What a revision leaves of it.
    #[must_use]
    pub fn after(self, stated: CurrentPrice) -> Self {
        let Some(price) = stated.price else {
            return self;
        };
        let is_told = self.is_reached(stated);
        let from = self.from.filter(|from| !is_told && *from >= price);
        Self {
            from: from.or(Some(price)),
            last: Some(price),
        }
    }

    /// Whether it is to be counted again from `told` when an event that told of a low, counted from there, is cancelled and
    /// reached nobody: it is not when its reference is as high already, or the price now is such a low, of which another
    /// event tells.
    pub fn is_untold(self, told: Option<Amount>, stated: Option<CurrentPrice>) -> bool {
        let is_higher = match (told, self.from) {
            (None, from) => from.is_some(),
            (Some(told), from) => from.is_some_and(|from| told > from),
        };
        let is_told_instead = |stated| Self::counted_from(told).is_reached(stated);
        is_higher && !stated.is_some_and(is_told_instead)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::NewLow;
    use crate::money::{Amount, Currency};
    use crate::watch::CurrentPrice;

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    fn stated(price: Option<i64>, is_low: bool) -> CurrentPrice {
        CurrentPrice {
            is_low,
            ..CurrentPrice::shown(price.map(amount), Currency::parse("EUR").unwrap())
        }
    }

    #[test]
    fn a_low_is_told_when_it_is_a_percent_below_the_reference() {
        let mut low = NewLow::default();
        for (price, is_low, is_told, from) in [
            (None, false, false, None),
            (Some(10_000), false, false, Some(10_000)),
            (Some(10_000), true, false, Some(10_000)),
            (Some(9_901), true, false, Some(10_000)),
            (Some(9_900), true, true, Some(9_900)),
            // a cent each day
            (Some(9_899), true, false, Some(9_900)),
            (Some(9_802), true, false, Some(9_900)),
            (Some(9_801), true, true, Some(9_801)),
            // it was higher in between
            (Some(9_900), false, false, Some(9_900)),
            (Some(9_801), false, false, Some(9_900)),
            // time alone makes none
            (Some(9_801), true, false, Some(9_900)),
            (None, true, false, Some(9_900)),
            (Some(9_800), true, true, Some(9_800)),
        ] {
            let stated = stated(price, is_low);
            assert_eq!(low.is_reached(stated), is_told, "{price:?} of {low:?}");
            low = low.after(stated);
            assert_eq!(low.from, from.map(amount), "{price:?}");
        }
        assert!(NewLow::default().is_reached(stated(Some(0), true)));
        assert!(!NewLow::counted_from(Some(amount(0))).is_reached(stated(Some(0), true)));
    }

    #[test]
    fn a_low_that_nobody_was_told_of_is_counted_again_from_its_reference() {
        for (from, told, now, is_untold) in [
            (Some(9_000), Some(10_000), (None, false), true),
            (Some(9_100), Some(10_000), (Some(9_100), false), true),
            (Some(9_000), None, (Some(9_100), false), true),
            // another event tells of it
            (Some(8_900), Some(10_000), (Some(8_900), true), false),
            (Some(8_900), None, (Some(8_900), true), false),
            // it rose above it since
            (Some(10_000), Some(10_000), (Some(10_000), false), false),
            (None, Some(10_000), (None, false), false),
            (None, None, (None, false), false),
        ] {
            let low = NewLow::begun_at(from.map(amount));
            let now = stated(now.0, now.1);
            let found = low.is_untold(told.map(amount), Some(now));
            assert_eq!(found, is_untold, "{from:?} {told:?} {now:?}");
        }
        let low = NewLow::begun_at(Some(amount(1)));
        assert!(low.is_untold(None, None));
    }

    proptest! {
        /// Beside the sentence: what is told is a low, lower than the price before, and at least a percent below the highest
        /// one since the last that was told; nothing else is told.
        #[test]
        fn each_low_is_told_once(
            looks in prop::collection::vec((prop::option::weighted(0.9, 0_i64..300), any::<bool>()), 0..40),
        ) {
            let mut low = NewLow::default();
            let mut since: Vec<i64> = Vec::new();
            for (price, is_low) in looks {
                let highest = since.iter().copied().max();
                let is_due = price.is_some_and(|price| is_low && match (since.last(), highest) {
                    (Some(last), Some(highest)) => price < *last && price * 100 <= highest * 99,
                    _ => true,
                });
                let now = stated(price, is_low);
                prop_assert_eq!(low.is_reached(now), is_due);
                low = low.after(now);
                if is_due {
                    since.clear();
                }
                since.extend(price);
                prop_assert_eq!(low.from, since.iter().copied().max().map(amount));
                prop_assert_eq!(low.last, since.last().copied().map(amount));
                prop_assert!(!low.is_reached(now), "not twice");
            }
        }
    }
}
