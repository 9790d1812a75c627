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
