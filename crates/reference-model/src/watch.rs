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
    /// Of a fall: the highest price in cents since it began or told last.
    pub reference: Option<i64>,
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
    /// Whether this price, in cents, is what it waits for: below the target, any, or a fall from the reference.
    pub fn is_reached(&self, price: Option<i64>) -> bool {
        self.is_reached_from(self.reference, price)
    }

    /// The same with another reference.
    pub fn is_reached_from(&self, reference: Option<i64>, price: Option<i64>) -> bool {
        let Some(price) = price else {
            return false;
        };
        match self.waits_for {
            WaitsFor::Target => price * 100 < self.target,
            WaitsFor::Stock => true,
            WaitsFor::Fall(percent) => {
                reference.is_some_and(|from| price < from && (from - price) * 100 >= from * percent)
            }
        }
    }

    /// Its client created it, resumed it or set another target: it begins with the price without an event.
    pub fn settle(&mut self, price: Option<i64>) {
        let is_of_fall = matches!(self.waits_for, WaitsFor::Fall(_));
        self.reference = price.filter(|_| is_of_fall);
        self.is_below = self.is_reached(price);
    }

    /// A revision was published: whether it fires. One without a price says nothing, but to a watch of stock when nothing
    /// can be ordered.
    pub fn observe(&mut self, price: Option<i64>, is_sold_out: bool) -> bool {
        let says_nothing = price.is_none() && !(self.waits_for == WaitsFor::Stock && is_sold_out);
        if says_nothing || self.is_gone {
            return false;
        }
        let turned = !self.is_below && self.is_reached(price);
        // a fall goes on from the highest price, and once it is told from the price that was told
        if matches!(self.waits_for, WaitsFor::Fall(_)) && !turned {
            self.reference = self.reference.max(price);
        } else {
            self.settle(price);
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
            assert_eq!(watch.observe(price, price.is_none()), fires, "{price:?}");
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
            assert_eq!(watch.observe(price, is_sold_out), fires, "{price:?}");
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
            assert_eq!(watch.observe(price, price.is_none()), fires, "{price:?}");
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
            assert!(!watch.observe(Some(49_999), false));
            assert!(watch.is_below);
        }
    }
}
