use uuid::Uuid;

/// What a watch waits for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum WaitsFor {
    /// A price below its target.
    #[default]
    Target,
    /// That there is a price at all.
    Stock,
    /// A price that is so many percent below the reference.
    Fall(i64),
    /// A price that is lower than any in 90 days.
    Low,
}

/// A watch: what was asked for, and how it stands.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    /// Its id, for whoever compares.
    pub id: Uuid,
    /// Whose it is.
    pub workspace: usize,
    /// What it watches.
    pub product: usize,
    /// The shop whose price alone it looks at.
    pub shop: Option<usize>,
    /// It fires below this: ten-thousandths of the currency.
    pub target: i64,
    /// What it waits for; only a target is one.
    pub waits_for: WaitsFor,
    /// Of a fall or a low: the highest price in cents since it began or told last.
    pub reference: Option<i64>,
    /// The price in cents that was stated last.
    pub last: Option<i64>,
    /// How often it was begun.
    pub restarts: usize,
    /// It belongs to test mode and tells nobody.
    pub is_test: bool,
    /// It follows the price silently.
    pub is_paused: bool,
    /// The price was below the target.
    pub is_below: bool,
    /// Its client removed it.
    pub is_gone: bool,
}

impl Watch {
    /// Whether this price, in cents, is what it waits for: below the target, any, a fall from the reference, or a new low.
    pub fn is_reached(&self, price: Option<i64>, is_low: bool) -> bool {
        let is_falling = match self.waits_for {
            WaitsFor::Low => self.last.is_none_or(|last| price < Some(last)),
            WaitsFor::Target | WaitsFor::Stock | WaitsFor::Fall(_) => true,
        };
        is_falling && self.is_reached_from(self.reference, price, is_low)
    }

    /// The same with another reference, whatever the price was before.
    pub fn is_reached_from(
        &self,
        reference: Option<i64>,
        price: Option<i64>,
        is_low: bool,
    ) -> bool {
        let Some(price) = price else {
            return false;
        };
        let has_fallen =
            |from: i64, percent: i64| price < from && (from - price) * 100 >= from * percent;
        match self.waits_for {
            WaitsFor::Target => price * 100 < self.target,
            WaitsFor::Stock => true,
            WaitsFor::Fall(percent) => reference.is_some_and(|from| has_fallen(from, percent)),
            WaitsFor::Low => is_low && reference.is_none_or(|from| has_fallen(from, 1)),
        }
    }

    /// Whether what it waits for is counted from a price.
    pub const fn is_counted(&self) -> bool {
        matches!(self.waits_for, WaitsFor::Fall(_) | WaitsFor::Low)
    }

    /// Whether a reference is higher than another one. That there was no price yet is below all of a fall, and above all of
    /// a low.
    pub fn is_higher(&self, one: Option<i64>, other: Option<i64>) -> bool {
        let none = if self.waits_for == WaitsFor::Low {
            i64::MAX
        } else {
            -1
        };
        one.unwrap_or(none) > other.unwrap_or(none)
    }

    /// Its client created it, resumed it or set another target: it begins anew, with the price, without an event.
    pub fn settle(&mut self, price: Option<i64>) {
        self.restarts += 1;
        self.stand(price);
    }

    fn stand(&mut self, price: Option<i64>) {
        self.reference = price.filter(|_| self.is_counted());
        self.last = price;
        self.is_below = self.is_reached(price, false);
    }

    /// A revision was published: whether it fires. One without a price says nothing, but to a watch of stock when nothing
    /// can be ordered.
    pub fn observe(&mut self, price: Option<i64>, is_sold_out: bool, is_low: bool) -> bool {
        let says_nothing = price.is_none() && !(self.waits_for == WaitsFor::Stock && is_sold_out);
        if says_nothing || self.is_gone {
            return false;
        }
        let turned = !self.is_below && self.is_reached(price, is_low);
        // a fall or a low goes on from the highest price, and once it is told from the price that was told
        if self.is_counted() && !turned {
            self.reference = self.reference.max(price);
            self.last = price;
        } else {
            self.stand(price);
        }
        turned && !self.is_paused && !self.is_test
    }
}

#[cfg(test)]
mod tests {
    use super::{WaitsFor, Watch};

    fn watch() -> Watch {
        Watch {
            target: 5_000_000,
            ..Watch::default()
        }
    }

    #[test]
    fn a_watch_fires_when_the_price_falls_below_its_target() {
        let prices = [
            (Some(50_000), false),
            (Some(49_999), true),
            (Some(49_000), false),
            (None, false),
            (Some(49_000), false),
            (Some(50_000), false),
            (Some(1), true),
        ];
        let mut watch = watch();
        for (price, fires) in prices {
            assert_eq!(
                watch.observe(price, price.is_none(), false),
                fires,
                "{price:?}"
            );
        }
    }

    #[test]
    fn a_watch_of_stock_fires_when_there_is_a_price_again() {
        let looks = [
            (Some(50_000), false, true),
            (Some(1), false, false),
            (None, false, false),
            (Some(1), false, false),
            (None, true, false),
            (Some(1), false, true),
        ];
        let mut watch = Watch {
            waits_for: WaitsFor::Stock,
            ..watch()
        };
        for (price, is_sold_out, fires) in looks {
            assert_eq!(watch.observe(price, is_sold_out, false), fires, "{price:?}");
        }
    }

    #[test]
    fn a_watch_of_a_fall_fires_at_each_fall_from_the_highest_price_since() {
        let prices = [
            (Some(10_000), false),
            (Some(9_500), false),
            (Some(9_001), false),
            (None, false),
            (Some(9_000), true),
            (Some(8_101), false),
            (Some(9_100), false),
            (Some(8_190), true),
        ];
        let mut watch = Watch {
            waits_for: WaitsFor::Fall(10),
            ..watch()
        };
        for (price, fires) in prices {
            assert_eq!(
                watch.observe(price, price.is_none(), false),
                fires,
                "{price:?}"
            );
        }
    }

    #[test]
    fn a_watch_of_a_low_fires_at_lows_a_percent_apart() {
        let prices = [
            (Some(10_000), true, true),
            (Some(9_901), true, false),
            (None, false, false),
            (Some(9_900), true, true),
            (Some(9_899), true, false),
            (Some(9_800), false, false),
            (Some(9_801), true, false),
            (Some(9_800), true, true),
        ];
        let mut watch = Watch {
            waits_for: WaitsFor::Low,
            ..watch()
        };
        for (price, is_low, fires) in prices {
            assert_eq!(watch.observe(price, false, is_low), fires, "{price:?}");
        }
    }

    #[test]
    fn paused_watches_and_those_of_test_mode_follow_silently() {
        for (is_paused, is_test) in [(true, false), (false, true)] {
            let mut watch = Watch {
                is_test,
                is_paused,
                ..watch()
            };
            assert!(!watch.observe(Some(49_999), false, false));
            assert!(watch.is_below);
        }
    }
}
