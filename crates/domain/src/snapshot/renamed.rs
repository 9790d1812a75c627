//! Offers of a full snapshot that are those of before under new ids.
//!
//! A shop that moves to another shop system gives all its offers other ids. By the ids everything is gone, and
//! everything is new. An offer that is gone is taken for a new one, each new one for one at most, when
//!
//! * both are of one product, in one condition (a trade item number brings both to it, or their names), or no other
//!   new offer has its link, and the price lies within a factor of 1.5 of the one before; or
//! * both have the same title at the same price.
//!
//! The border is that of a price that is far from another ([`crate::plausibility::feed::FAR`]).

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

use crate::availability::Condition;
use crate::ids::ProductNo;
use crate::money::Amount;

/// What tells that two offers of a store are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traits<'a> {
    /// The product; `None` for one that the snapshot brings.
    pub product: Option<ProductNo>,
    /// The condition of the goods.
    pub condition: Condition,
    /// Where it leads.
    pub link: &'a str,
    /// The shop's title.
    pub title: &'a str,
    /// Item price.
    pub price: Amount,
}

impl Traits<'_> {
    fn digests(&self) -> Digests {
        let Self {
            product,
            condition,
            link,
            title,
            price,
        } = *self;
        Digests {
            product: product.map(|product| digest((0_u8, product, condition))),
            link: digest((1_u8, link)),
            title: digest((2_u8, title, price)),
        }
    }
}

struct Digests {
    product: Option<u64>,
    link: u64,
    title: u64,
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The offers of a feed whose ids its store did not have.
#[derive(Default)]
pub struct NewOffers(Vec<(Digests, Amount)>);

impl NewOffers {
    /// One more.
    pub fn add(&mut self, traits: &Traits<'_>) {
        self.0.push((traits.digests(), traits.price));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, to be taken one by one.
    pub fn into_successors(self) -> Successors {
        let mut successors = Successors {
            by_digest: HashMap::new(),
            links: HashMap::new(),
            is_taken: vec![false; self.0.len()],
        };
        for (place, (digests, price)) in self.0.into_iter().enumerate() {
            let Digests {
                product,
                link,
                title,
            } = digests;
            *successors.links.entry(link).or_default() += 1;
            for digest in product.into_iter().chain([link, title]) {
                let places = successors.by_digest.entry(digest).or_default();
                places.insert((price, place));
            }
        }
        successors
    }
}

/// New offers that are not taken yet.
pub struct Successors {
    /// Prices and places of those that share a trait; what was taken by another trait goes when it is come upon.
    by_digest: HashMap<u64, BTreeSet<(Amount, usize)>>,
    /// How many have a link.
    links: HashMap<u64, u32>,
    is_taken: Vec<bool>,
}

impl Successors {
    /// Takes the new offer that one that is gone is; whether there is one.
    pub fn take(&mut self, gone: &Traits<'_>) -> bool {
        let Digests {
            product,
            link,
            title,
        } = gone.digests();
        let near = near(gone.price);
        let is_only_one = self.links.get(&link) == Some(&1);
        product.is_some_and(|product| self.take_of(product, near.clone()))
            || (is_only_one && self.take_of(link, near))
            || self.take_of(title, gone.price..=gone.price)
    }

    /// Takes one that shares a trait, at one of these prices.
    fn take_of(&mut self, digest: u64, prices: RangeInclusive<Amount>) -> bool {
        let Some(places) = self.by_digest.get_mut(&digest) else {
            return false;
        };
        let prices = (*prices.start(), 0)..=(*prices.end(), usize::MAX);
        while let Some(found) = places.range(prices.clone()).next().copied() {
            places.remove(&found);
            if let Some(is_taken) = self.is_taken.get_mut(found.1)
                && !std::mem::replace(is_taken, true)
            {
                return true;
            }
        }
        false
    }
}

/// The prices within a factor of 1.5 of one.
fn near(price: Amount) -> RangeInclusive<Amount> {
    let minor = price.minor();
    let low = Amount::from_minor(minor / 3 * 2 + (minor % 3 * 2 + 2) / 3);
    let high = Amount::from_minor(minor.saturating_add(minor / 2));
    low.unwrap_or(price)..=high.unwrap_or(price)
}

#[cfg(test)]
mod tests {
    use super::{NewOffers, Traits};
    use crate::availability::Condition;
    use crate::ids::ProductNo;
    use crate::money::Amount;

    fn offer<'a>(product: i64, link: &'a str, title: &'a str, minor: i64) -> Traits<'a> {
        Traits {
            product: Some(ProductNo(product)),
            condition: Condition::New,
            link,
            title,
            price: Amount::from_minor(minor).unwrap(),
        }
    }

    fn is_recognized(gone: &Traits<'_>, new: &[Traits<'_>]) -> bool {
        let mut offers = NewOffers::default();
        for new in new {
            offers.add(new);
        }
        offers.into_successors().take(gone)
    }

    #[test]
    fn an_offer_is_recognized_by_product_link_or_title_and_price() {
        let gone = offer(1, "https://a.example/1", "Lamp", 1000);
        for (new, expected) in [
            (offer(1, "x", "y", 1500), true),
            (offer(1, "x", "y", 1501), false),
            (offer(2, "https://a.example/1", "y", 667), true),
            (offer(2, "https://a.example/1", "y", 666), false),
            (offer(2, "x", "Lamp", 1000), true),
            (offer(2, "x", "Lamp", 1001), false),
            (offer(2, "x", "y", 1000), false),
        ] {
            assert_eq!(is_recognized(&gone, &[new]), expected, "{new:?}");
        }
        let used = Traits {
            condition: Condition::Used,
            ..offer(1, "x", "y", 1000)
        };
        assert!(!is_recognized(&gone, &[used]));
    }

    #[test]
    fn a_link_that_several_share_says_nothing() {
        let shop = "https://a.example/";
        let new = [offer(2, shop, "x", 1000), offer(3, shop, "y", 1000)];
        assert!(!is_recognized(&offer(1, shop, "z", 1000), &new));
    }

    #[test]
    fn each_new_offer_is_one_of_before_at_most() {
        let mut offers = NewOffers::default();
        offers.add(&offer(1, "a", "x", 1000));
        offers.add(&offer(1, "b", "x", 1000));
        let mut successors = offers.into_successors();
        let gone = offer(1, "c", "x", 1000);
        let taken = [(); 3].map(|()| successors.take(&gone));
        assert_eq!(taken, [true, true, false]);
    }
}
