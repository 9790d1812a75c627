//! What stores ask for a product, made ready: a price is held against all of it in a few steps, however many offers
//! there are.

use super::confirms;
use crate::ids::StoreNo;
use crate::money::Amount;

/// What a store asks for the product now, for new goods that can be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The store.
    pub store: StoreNo,
    /// Item price.
    pub price: Amount,
    /// That price is held back itself.
    pub is_held: bool,
}

/// What many offers ask.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskedPrices {
    /// The lowest believed price, and whose it is.
    lowest: Option<(Amount, StoreNo)>,
    /// The lowest believed price of all other stores.
    lowest_elsewhere: Option<Amount>,
    median: Option<Amount>,
    /// Stores with a believed price.
    stores: usize,
    /// The prices that are held back, in order.
    held: Vec<HeldPrice>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct HeldPrice {
    price: Amount,
    store: StoreNo,
    /// The place of the next one of another store.
    next_elsewhere: usize,
}

impl AskedPrices {
    /// Of these offers, in any order.
    pub fn new(asked: impl IntoIterator<Item = Asked>) -> Self {
        let (held, believed): (Vec<Asked>, Vec<Asked>) =
            asked.into_iter().partition(|asked| asked.is_held);
        let lowest = believed.iter().map(|a| (a.price, a.store)).min();
        let elsewhere = believed
            .iter()
            .filter(|a| lowest.is_some_and(|(_, store)| a.store != store));
        let lowest_elsewhere = elsewhere.map(|a| a.price).min();
        let mut prices: Vec<Amount> = believed.iter().map(|a| a.price).collect();
        let middle = prices.len().saturating_sub(1) / 2;
        let median = (!prices.is_empty()).then(|| *prices.select_nth_unstable(middle).1);
        let mut stores: Vec<StoreNo> = believed.iter().map(|a| a.store).collect();
        stores.sort_unstable();
        stores.dedup();
        Self {
            lowest,
            lowest_elsewhere,
            median,
            stores: stores.len(),
            held: in_order(held),
        }
    }

    /// Whether a store other than `except` speaks for a price: its offer is believed and confirms it ([`confirms`]), or is
    /// held back as well and the two are near to each other: each is at least 70 % of the other, so that one slip does not
    /// speak for another one.
    pub fn speak_for(&self, price: Amount, except: Option<StoreNo>) -> bool {
        let lowest = match self.lowest {
            Some((_, store)) if Some(store) == except => self.lowest_elsewhere,
            lowest => lowest.map(|(lowest, _)| lowest),
        };
        lowest.is_some_and(|lowest| confirms(price, lowest)) || self.held_speak_for(price, except)
    }

    fn held_speak_for(&self, price: Amount, except: Option<StoreNo>) -> bool {
        let from = self
            .held
            .partition_point(|held| !confirms(held.price, price));
        let until = self
            .held
            .partition_point(|held| confirms(price, held.price));
        let Some(first) = self.held.get(from).filter(|_| from < until) else {
            return false;
        };
        Some(first.store) != except || first.next_elsewhere < until
    }

    /// The median of what is believed; the lower one of two.
    pub const fn median(&self) -> Option<Amount> {
        self.median
    }

    /// The lowest price that is believed.
    pub fn lowest(&self) -> Option<Amount> {
        self.lowest.map(|(lowest, _)| lowest)
    }

    /// How many stores have a price that is believed.
    pub const fn stores(&self) -> usize {
        self.stores
    }
}

fn in_order(mut held: Vec<Asked>) -> Vec<HeldPrice> {
    held.sort_unstable_by_key(|asked| (asked.price, asked.store));
    let mut ordered: Vec<HeldPrice> = Vec::with_capacity(held.len());
    let mut next_elsewhere = held.len();
    let mut after: Option<StoreNo> = None;
    for (place, asked) in held.iter().enumerate().rev() {
        if after.is_some_and(|store| store != asked.store) {
            next_elsewhere = place.saturating_add(1);
        }
        after = Some(asked.store);
        ordered.push(HeldPrice {
            price: asked.price,
            store: asked.store,
            next_elsewhere,
        });
    }
    ordered.reverse();
    ordered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Asked, AskedPrices};
    use crate::ids::StoreNo;
    use crate::money::Amount;
    use crate::plausibility::confirms;

    fn amount(minor: i64) -> Amount {
        Amount::from_minor(minor).unwrap()
    }

    /// Whether one offer speaks for a price.
    fn speaks_for(offer: &Asked, price: Amount) -> bool {
        confirms(price, offer.price) && (!offer.is_held || confirms(offer.price, price))
    }

    fn asked(prices: &[(i64, i64, bool)]) -> Vec<Asked> {
        let asked = |(store, price, is_held): &(i64, i64, bool)| Asked {
            store: StoreNo(*store),
            price: amount(*price),
            is_held: *is_held,
        };
        prices.iter().map(asked).collect()
    }

    #[test]
    fn the_median_is_the_lower_one_of_two_and_leaves_out_what_is_held_back() {
        let median = |prices: &[(i64, bool)]| {
            let all: Vec<_> = prices.iter().map(|(p, held)| (7, *p, *held)).collect();
            AskedPrices::new(asked(&all)).median()
        };
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[(2000, false), (1000, false)]), Some(amount(1000)));
        let held = [(2000, false), (10, true), (1000, false), (3000, false)];
        assert_eq!(median(&held), Some(amount(2000)));
        assert_eq!(median(&[(10, true)]), None);
    }

    proptest! {
        #[test]
        fn all_of_them_say_what_one_of_them_says(
            offers in proptest::collection::vec((0_i64..4, 1_i64..60, any::<bool>()), 0..12),
            price in 1_i64..60,
            except in proptest::option::of(0_i64..4),
        ) {
            let all = asked(&offers);
            let except = except.map(StoreNo);
            let mut others = all.iter().filter(|a| Some(a.store) != except);
            let one = others.any(|a| speaks_for(a, amount(price)));
            let prices = AskedPrices::new(all.clone());
            prop_assert_eq!(prices.speak_for(amount(price), except), one);
            let believed = || all.iter().filter(|a| !a.is_held);
            prop_assert_eq!(prices.lowest(), believed().map(|a| a.price).min());
            let stores: std::collections::BTreeSet<_> = believed().map(|a| a.store).collect();
            prop_assert_eq!(prices.stores(), stores.len());
        }
    }
}
