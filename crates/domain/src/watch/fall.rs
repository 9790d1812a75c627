//! A fall of a price by so many percent, in however many steps.
//!
//! What a price has fallen from is the *reference*: the price with which the watch began or of which it told last, and
//! from then on the highest one. So each fall is told once, at the revision that completes it, and a further one is
//! counted from the price that was told.
//!
//! | reference | stated price | told | reference after |
//! |---|---|---|---|
//! | none | any | no | that price |
//! | r | above r | no | that price |
//! | r | at most r · (100 − percent) / 100 | yes | that price |
//! | r | between | no | r |
//! | r | none | no | r |
//!
//! All of it is whole numbers of minor units: p · 100 ≤ r · (100 − percent).

use crate::money::Amount;

/// By how many percent, from 1 to 90.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FallPercent(u8);

impl FallPercent {
    /// What is accepted, in words.
    pub const ACCEPTED: &'static str = "a whole number from 1 to 90";

    /// So many percent; `None` outside 1 to 90.
    pub fn new(percent: u8) -> Option<Self> {
        (1..=90).contains(&percent).then_some(Self(percent))
    }

    /// The number of percent.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// A fall that is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PriceFall {
    /// By how much.
    pub percent: FallPercent,
    /// The reference; `None` while there was no price yet.
    pub from: Option<Amount>,
}

impl PriceFall {
    /// Whether a price is such a fall from the reference.
    pub fn is_reached(self, price: Option<Amount>) -> bool {
        let (Some(from), Some(price)) = (self.from, price) else {
            return false;
        };
        let left = i128::from(100 - self.percent.get());
        let has_fallen = i128::from(price.minor()) * 100 <= i128::from(from.minor()) * left;
        // nothing falls from nothing
        has_fallen && price < from
    }

    /// The same fall counted from another price.
    #[must_use]
    pub const fn counted_from(self, from: Option<Amount>) -> Self {
        Self { from, ..self }
    }

    /// What a stated price leaves of it: the reference rises with the price, and a fall that is told begins the next one.
    #[must_use]
    pub fn after(self, stated: Option<Amount>) -> Self {
        let is_news = stated > self.from || self.is_reached(stated);
        if is_news {
            self.counted_from(stated)
        } else {
            self
        }
    }

    /// From which price it is to be counted again when an event that told of the fall from `told` is cancelled and reached
    /// nobody; `None` when its reference says so already, or the price now is such a fall: then another event tells of it.
    pub fn untold(self, told: Option<Amount>, stated: Option<Amount>) -> Option<Amount> {
        let from = told.filter(|told| Some(*told) > self.from)?;
        let is_told_instead = self.counted_from(told).is_reached(stated);
        (!is_told_instead).then_some(from)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FallPercent, PriceFall};
    use crate::money::Amount;

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    fn by(percent: u8, from: Option<i64>) -> PriceFall {
        PriceFall {
            percent: FallPercent::new(percent).unwrap(),
            from: from.map(amount),
        }
    }

    #[test]
    fn percents_are_1_to_90() {
        for (percent, is_one) in [(0, false), (1, true), (90, true), (91, false), (255, false)] {
            let read = FallPercent::new(percent).map(FallPercent::get);
            assert_eq!(read, is_one.then_some(percent), "{percent}");
        }
    }

    #[test]
    fn a_fall_is_reached_to_the_last_minor_unit() {
        for (percent, from, highest) in [
            (10, 10_000, 9_000),
            (10, 9_999, 8_999),
            (10, 10_001, 9_000),
            (1, 100, 99),
            (1, 99, 98),
            (1, 1, 0),
            (90, 10, 1),
            (90, 9, 0),
            (33, 10_000, 6_700),
            (10, Amount::MAX_MINOR, Amount::MAX_MINOR / 10 * 9),
        ] {
            let fall = by(percent, Some(from));
            assert!(fall.is_reached(Some(amount(highest))), "{fall:?}");
            assert!(!fall.is_reached(Some(amount(highest + 1))), "{fall:?}");
        }
        assert!(!by(10, Some(0)).is_reached(Some(amount(0))));
        assert!(!by(10, None).is_reached(Some(amount(0))));
        assert!(!by(10, Some(100)).is_reached(None));
    }

    #[test]
    fn the_reference_rises_with_the_price_and_begins_anew_where_a_fall_is_told() {
        let mut fall = by(10, None);
        for (price, is_told, from) in [
            (None, false, None),
            (Some(9_500), false, Some(9_500)),
            (Some(10_000), false, Some(10_000)),
            (Some(9_600), false, Some(10_000)),
            (None, false, Some(10_000)),
            (Some(9_200), false, Some(10_000)),
            (Some(9_000), true, Some(9_000)),
            (Some(9_000), false, Some(9_000)),
            (Some(8_101), false, Some(9_000)),
            (Some(8_100), true, Some(8_100)),
            (Some(8_500), false, Some(8_500)),
            (Some(1), true, Some(1)),
        ] {
            let stated = price.map(amount);
            assert_eq!(fall.is_reached(stated), is_told, "{price:?} of {fall:?}");
            fall = fall.after(stated);
            assert_eq!(fall.from, from.map(amount), "{price:?}");
        }
    }

    #[test]
    fn a_fall_that_nobody_was_told_of_is_counted_again_from_its_reference() {
        for (from, told, price, again) in [
            (Some(8_900), Some(10_000), None, Some(10_000)),
            (Some(9_100), Some(10_000), Some(9_100), Some(10_000)),
            // another event tells of it
            (Some(8_800), Some(10_000), Some(8_800), None),
            (Some(8_800), Some(10_000), Some(9_000), None),
            // it rose above it since
            (Some(10_000), Some(10_000), Some(9_100), None),
            (Some(10_100), Some(10_000), Some(10_100), None),
            (Some(8_900), None, None, None),
            (None, Some(10_000), None, Some(10_000)),
        ] {
            let fall = by(10, from);
            let found = fall.untold(told.map(amount), price.map(amount));
            assert_eq!(found, again.map(amount), "{from:?} {told:?} {price:?}");
        }
    }

    proptest! {
        /// Beside the sentence: since the last price that was told, a price that is so much below the highest is told,
        /// and no other one.
        #[test]
        fn each_fall_from_the_highest_price_since_is_told_once(
            percent in 1_u8..=90,
            prices in prop::collection::vec(prop::option::weighted(0.9, 0_i64..2_000), 0..40),
        ) {
            let mut fall = by(percent, None);
            let mut since: Vec<i64> = Vec::new();
            for price in prices {
                let highest = since.iter().copied().max();
                let is_due = matches!((price, highest), (Some(price), Some(highest))
                    if (highest - price) * 100 >= highest * i64::from(percent) && highest > price);
                let stated = price.map(amount);
                prop_assert_eq!(fall.is_reached(stated), is_due);
                fall = fall.after(stated);
                if is_due {
                    since.clear();
                }
                since.extend(price);
                prop_assert_eq!(fall.from, since.iter().copied().max().map(amount));
                prop_assert!(!fall.is_reached(stated), "not twice");
            }
        }
    }
}
