//! What other stores ask for the products of a batch.

use std::collections::HashMap;

use domain::ids::ProductNo;
use domain::money::Amount;
use domain::plausibility::Asked;

/// What other stores ask now, by product, for the products that were looked up.
#[derive(Default)]
pub(super) struct Market(HashMap<ProductNo, Vec<Asked>>);

impl Market {
    pub(super) fn add(&mut self, product: ProductNo, asked: Asked) {
        self.0.entry(product).or_default().push(asked);
    }

    /// What others ask for a product.
    pub(super) fn others(&self, product: ProductNo) -> &[Asked] {
        self.0.get(&product).map_or(&[], Vec::as_slice)
    }

    /// Whether another store speaks for this price.
    pub(super) fn confirms(&self, price: Amount, product: ProductNo) -> bool {
        let mut others = self.others(product).iter();
        others.any(|other| other.speaks_for(price))
    }

    /// The median of what other stores ask, as far as it is believed; the lower one of two.
    pub(super) fn median(&self, product: ProductNo) -> Option<Amount> {
        let others = self.others(product).iter();
        let believed = others.filter(|other| !other.is_held);
        let mut prices: Vec<Amount> = believed.map(|other| other.price).collect();
        prices.sort_unstable();
        prices.get(prices.len().saturating_sub(1) / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::{ProductNo, StoreNo};
    use domain::money::Amount;
    use domain::plausibility::Asked;

    use super::Market;

    const LAMP: ProductNo = ProductNo(1);

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    fn market(prices: &[(i64, bool)]) -> Market {
        let mut market = Market::default();
        for (minor, is_held) in prices {
            let asked = Asked {
                store: StoreNo(7),
                is_held: *is_held,
                price: amount(*minor),
            };
            market.add(LAMP, asked);
        }
        market
    }

    #[test]
    fn the_median_is_the_lower_one_of_two_and_leaves_out_what_is_held_back() {
        assert_eq!(market(&[]).median(LAMP), None);
        let two = market(&[(2000, false), (1000, false)]);
        assert_eq!(two.median(LAMP), Some(amount(1000)));
        let held = market(&[(2000, false), (10, true), (1000, false), (3000, false)]);
        assert_eq!(held.median(LAMP), Some(amount(2000)));
        assert_eq!(held.median(ProductNo(2)), None);
        assert_eq!(market(&[(10, true)]).median(LAMP), None);
    }

    #[test]
    fn a_store_that_asks_about_as_much_speaks_for_a_price() {
        let market = market(&[(1000, false)]);
        assert!(market.confirms(amount(700), LAMP));
        assert!(!market.confirms(amount(699), LAMP));
        assert!(!market.confirms(amount(1000), ProductNo(2)));
    }
}
