use uuid::Uuid;

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
    /// It waits for stock, and has no target.
    pub is_of_stock: bool,
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
    /// Whether this price, in cents, is what it waits for: below the target, or any.
    pub fn is_reached(&self, price: Option<i64>) -> bool {
        price.is_some_and(|price| self.is_of_stock || price * 100 < self.target)
    }

    /// Its client created it, resumed it or set another target: the side follows the price without an event.
    pub fn settle(&mut self, price: Option<i64>) {
        self.is_below = self.is_reached(price);
    }

    /// A revision was published: whether it fires. One without a price says nothing, but to a watch of stock when nothing
    /// can be ordered.
    pub fn observe(&mut self, price: Option<i64>, is_sold_out: bool) -> bool {
        let says_nothing = price.is_none() && !(self.is_of_stock && is_sold_out);
        if says_nothing || self.is_gone {
            return false;
        }
        let turned = !self.is_below && self.is_reached(price);
        self.settle(price);
        turned && !self.is_paused && !self.is_test
    }
}

#[cfg(test)]
mod tests {
    use super::Watch;

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
            is_of_stock: true,
            ..watch()
        };
        for (price, is_sold_out, fires) in looks {
            assert_eq!(watch.observe(price, is_sold_out), fires, "{price:?}");
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
