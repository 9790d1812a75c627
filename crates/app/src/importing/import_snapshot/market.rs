//! What other stores ask for the products of a feed, and what its store asked for them before.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use domain::ids::ProductNo;
use domain::money::Amount;
use domain::plausibility::{Asked, AskedPrices, OwnPast};

/// From how many rows on what they say of a product is kept from batch to batch. It was true when the snapshot was
/// opened and stays so, since nobody else may write; a feed that names one product in all its batches would have all its
/// rows read for each.
const MANY: usize = 20;

/// What was found out about products. Of few rows it is forgotten after their batch, so that this stays small beside the
/// feed.
pub(super) struct Kept<T>(HashMap<ProductNo, T>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Clone> Kept<T> {
    /// Those of these products of which nothing is known yet, in order; what is known of the others goes into `known`.
    pub(super) fn missing(
        &self,
        products: BTreeSet<ProductNo>,
        known: &mut HashMap<ProductNo, T>,
    ) -> Vec<ProductNo> {
        let is_missing = |product: &ProductNo| match self.0.get(product) {
            Some(found) => {
                known.insert(*product, found.clone());
                false
            }
            None => true,
        };
        products.into_iter().filter(is_missing).collect()
    }

    /// This was found out of so many rows.
    pub(super) fn keep(&mut self, product: ProductNo, found: &T, rows: usize) {
        if rows > MANY {
            self.0.insert(product, found.clone());
        }
    }
}

/// Rows by what they belong to.
pub(super) fn grouped<K: Eq + Hash, V>(
    rows: impl IntoIterator<Item = (K, V)>,
) -> HashMap<K, Vec<V>> {
    let mut groups: HashMap<K, Vec<V>> = HashMap::new();
    for (key, row) in rows {
        groups.entry(key).or_default().push(row);
    }
    groups
}

/// What the store asked for each product of late, as far as that was looked up.
pub(super) type Past = HashMap<ProductNo, Option<OwnPast>>;

/// What other stores ask now, by product, for the products that were looked up.
#[derive(Default)]
pub(super) struct Market(pub(super) HashMap<ProductNo, Arc<AskedPrices>>);

impl Market {
    /// What others ask for a product.
    pub(super) fn others(&self, product: ProductNo) -> Option<&AskedPrices> {
        self.0.get(&product).map(Arc::as_ref)
    }

    /// Takes in what others ask for a product, which is given back made ready.
    pub(super) fn add(&mut self, product: ProductNo, asked: Vec<Asked>) -> Arc<AskedPrices> {
        let prices = Arc::new(AskedPrices::new(asked));
        self.0.insert(product, Arc::clone(&prices));
        prices
    }

    /// Whether another store speaks for this price.
    pub(super) fn confirms(&self, price: Amount, product: ProductNo) -> bool {
        let others = self.others(product);
        others.is_some_and(|others| others.speak_for(price, None))
    }

    /// The median of what other stores ask, as far as it is believed; the lower one of two.
    pub(super) fn median(&self, product: ProductNo) -> Option<Amount> {
        self.others(product)?.median()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use domain::ids::{ProductNo, StoreNo};
    use domain::money::Amount;
    use domain::plausibility::Asked;

    use super::{Kept, MANY, Market};

    const LAMP: ProductNo = ProductNo(1);

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    #[test]
    fn a_store_that_asks_about_as_much_speaks_for_a_price() {
        let mut market = Market::default();
        let asked = Asked {
            store: StoreNo(7),
            is_held: false,
            price: amount(1000),
        };
        market.add(LAMP, vec![asked]);
        assert!(market.confirms(amount(700), LAMP));
        assert!(!market.confirms(amount(699), LAMP));
        assert!(!market.confirms(amount(1000), ProductNo(2)));
        assert_eq!(market.median(LAMP), Some(amount(1000)));
        assert_eq!(market.median(ProductNo(2)), None);
    }

    #[test]
    fn what_many_rows_say_is_not_asked_again() {
        let mut kept = Kept::default();
        kept.keep(LAMP, &"many", MANY + 1);
        kept.keep(ProductNo(2), &"few", MANY);
        let mut known = HashMap::new();
        let asked = BTreeSet::from([LAMP, ProductNo(2), ProductNo(3)]);
        let missing = kept.missing(asked, &mut known);
        assert_eq!(missing, [ProductNo(2), ProductNo(3)]);
        assert_eq!(known, HashMap::from([(LAMP, "many")]));
    }
}
