use std::collections::BTreeMap;

use domain::availability::{Availability, Condition};
use time::{Duration, OffsetDateTime};

use crate::past::{Said, Span};

/// What a shop asks for a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// Price of the goods, in cents.
    pub item: i64,
    /// Cost of delivery, in cents; `None`: the shop does not say.
    pub delivery: Option<i64>,
    /// Whether it can be had.
    pub availability: Availability,
    /// The condition of the goods.
    pub condition: Condition,
}

/// What all shops say of a product, by shop, without when they said it.
pub type Evidence = Vec<(usize, Offer)>;

/// What all shops say of all products.
#[derive(Debug, Clone)]
pub struct Market {
    pub(crate) ttl: Duration,
    /// All that was stated, in order.
    pub(crate) said: Vec<Said>,
    /// What was asked before anything was.
    pub(crate) imported: Vec<Span>,
    /// By product and shop, with when it was seen.
    offers: BTreeMap<(usize, usize), (Offer, OffsetDateTime)>,
}

impl Offer {
    /// A new one in stock, delivered for nothing.
    pub const fn of(item: i64) -> Self {
        Self {
            item,
            delivery: Some(0),
            availability: Availability::InStock,
            condition: Condition::New,
        }
    }

    /// The delivered price in cents, if it moves watches: of new goods that can be ordered, whose delivery
    /// cost is stated.
    pub fn counts(&self) -> Option<i64> {
        self.delivery
            .filter(|_| self.can_be_bought())
            .map(|cost| self.item + cost)
    }

    /// Whether it is new and can be ordered.
    pub(crate) fn can_be_bought(&self) -> bool {
        self.condition == Condition::New && self.availability != Availability::OutOfStock
    }
}

impl Market {
    /// Nobody sells anything; offers count for this long after they were seen.
    pub const fn new(ttl: Duration) -> Self {
        Self {
            ttl,
            said: Vec::new(),
            imported: Vec::new(),
            offers: BTreeMap::new(),
        }
    }

    /// What a shop says of a product.
    pub fn offer(&self, shop: usize, product: usize) -> Option<Offer> {
        self.offers.get(&(product, shop)).map(|(offer, _)| *offer)
    }

    /// A shop states an offer, or that it has none.
    pub fn state(
        &mut self,
        shop: usize,
        product: usize,
        offer: Option<Offer>,
        now: OffsetDateTime,
    ) {
        self.said.push(Said {
            at: now,
            product,
            shop,
            offer,
        });
        match offer {
            Some(offer) => self.offers.insert((product, shop), (offer, now)),
            None => self.offers.remove(&(product, shop)),
        };
    }

    /// What shops say of a product.
    pub fn evidence(&self, product: usize) -> Evidence {
        let of = self.offers.range((product, 0)..=(product, usize::MAX));
        of.map(|((_, shop), (offer, _))| (*shop, *offer)).collect()
    }

    /// The lowest delivered price in cents that counts now, of all shops or of one.
    pub fn price(&self, product: usize, shop: Option<usize>, now: OffsetDateTime) -> Option<i64> {
        let of = self.offers.range((product, 0)..=(product, usize::MAX));
        let of = of.filter(|((_, its), _)| shop.is_none_or(|shop| *its == shop));
        of.filter(|(_, (_, seen_at))| *seen_at + self.ttl > now)
            .filter_map(|(_, (offer, _))| offer.counts())
            .min()
    }
}

impl Market {
    /// Whether nothing that is new and fresh can be ordered, of all shops or of one.
    pub fn is_sold_out(&self, product: usize, shop: Option<usize>, now: OffsetDateTime) -> bool {
        let of = self.offers.range((product, 0)..=(product, usize::MAX));
        let mut of = of.filter(|((_, its), _)| shop.is_none_or(|shop| *its == shop));
        !of.any(|(_, (offer, seen_at))| {
            *seen_at + self.ttl > now
                && offer.condition == Condition::New
                && offer.availability != Availability::OutOfStock
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Availability, Condition, Duration, Market, Offer, OffsetDateTime};

    #[test]
    fn the_lowest_price_is_that_of_new_goods_that_can_be_had() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let mut market = Market::new(Duration::HOUR);
        assert_eq!(market.price(0, None, now), None);
        let dear = Offer {
            delivery: Some(490),
            ..Offer::of(1000)
        };
        let silent = Offer {
            delivery: None,
            ..Offer::of(900)
        };
        let used = Offer {
            condition: Condition::Used,
            ..Offer::of(500)
        };
        let sold_out = Offer {
            availability: Availability::OutOfStock,
            ..Offer::of(400)
        };
        market.state(0, 0, Some(dear), now);
        for offer in [silent, used, sold_out] {
            market.state(1, 0, Some(offer), now);
            assert_eq!(market.price(0, None, now), Some(1490), "{offer:?}");
        }
        market.state(1, 0, Some(Offer::of(1489)), now - Duration::HOUR);
        assert_eq!(market.price(0, None, now), Some(1490));
        market.state(1, 0, Some(Offer::of(1489)), now);
        assert_eq!(market.price(0, None, now), Some(1489));
        market.state(1, 0, None, now);
        assert_eq!(market.price(0, None, now), Some(1490));
        assert_eq!(market.price(1, None, now), None);
        market.state(1, 0, Some(Offer::of(1000)), now);
        assert_eq!(market.price(0, Some(0), now), Some(1490));
        assert_eq!(market.price(0, Some(1), now), Some(1000));
        assert_eq!(market.price(0, Some(2), now), None);
    }
}
