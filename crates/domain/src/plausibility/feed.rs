//! Whether a whole feed is believed.
//!
//! A shop whose export breaks sends thousands of wrong prices at once: a decimal mark that is lost, minor
//! units where units were, a price column that slipped against the ids, one test price for all, a shop
//! system that is down and reports everything as sold out. Single prices tell little of that: those that
//! rise are not judged at all, and a wrong one that happens to lie near what others ask is confirmed by
//! them. All of them together tell it at once.
//!
//! **What is counted** ([`FeedTally`]), while a snapshot is read and in memory of a fixed size. Each price
//! is compared with the offer's own last believed price; when it has none, with the median of what other
//! stores ask for the product now. An offer that repeats a price which is held back is not compared: it is
//! a confirmation. p is the price, b what it is compared with, r = p / b, n the number of offers compared
//! with their own price (of a delta at least the store's offers: those that it does not name are as
//! before), m those of them whose price moved.
//!
//! | suspicion | own prices | prices of other stores |
//! |---|---|---|
//! | shifted by a power of ten | r within a factor 1.25 of 10^k, k ≠ 0, for at least 3 offers and half of m, or for 5 and a fifth of n | within 1.5 of one 10^k, for 60 % of at least 10 |
//! | shifted otherwise | one factor ± 3 %, below 1/4 or above 3, for 60 % of n, at least 10 | |
//! | one value | 90 % of at least 10 rows have one price, to which half of n or more moved, not by one factor | …, half of at least 10 compared are [`FAR`] |
//! | swapped | half of n, at least 10, moved, half of them by more than a fifth, but 90 % of the new prices are among the old ones | |
//! | random | half of n, at least 10, are [`FAR`], and the middle half of all r spans a factor of 2.25 while a twentieth is far up and a twentieth far down, else of 3 upwards and of 4 downwards | 60 % of at least 20 are far, and it spans 9 |
//! | random in a small feed | n from 3 to 9: half of n, at least 2, left the range of their own last 30 days (from where they stood for a tenth of the time to where for nine) by more than a twentieth, each by a factor that no other offer shares, these factors span 1.5, and by how much they left it is 1.4 times in the mean of all n (as a logarithm; what is beyond 3 times counts as 3); or two of three left it by more than 4 times | |
//! | sold out | a full snapshot in which at most a twentieth of the offers can be ordered that could be before, at least 10, which were half of those compared | |
//!
//! **Why these numbers.** No honest day moves half of what moved, or a fifth of a shop, by a power of ten;
//! a lost decimal mark moves only the prices that have decimals, so the share is one of what moved, and
//! three are enough. A tax, a rise and a sale of a quarter to all is one factor between 1/4 and 3, however
//! many prices it moves; a clearance with a different reduction on everything spans less than a factor of
//! 4, and points one way. That half of a shop's prices move by more than a third, up and down, is nothing
//! that shops do; the start or the end of promotions is seen on a part of the offers only, which is why all
//! offers are in n. What other stores ask scatters by itself, and products may be matched wrongly: hence the wider
//! borders there.
//!
//! Of a few offers no share says much, and promotions begin together. But an offer's own past tells how far it
//! moves at all, and promotions come in round reductions that several offers share: on real prices of a shop that
//! changes a third of them in a week, 15 in 410,000 snapshots of 3 to 9 offers are taken for random.
//!
//! **What follows** ([`SuspicionKind::is_refused`]). Wrong prices: the snapshot counts, but each price in it
//! that is new or moved is held back until the doubt ends (`feed::doubt`), or a person decides. Sold out, or
//! shrunken beyond [`crate::snapshot::MaxShrink`], where what is gone is not there under other ids
//! ([`crate::snapshot::renamed`]): nothing of it counts, the last snapshot stays until its time to live is over or the
//! feed has said the same for long enough.

mod days;
mod doubt;
mod moves;
mod own_range;
mod values;
mod words;

use super::OwnPast;
use crate::money::{Amount, Currency};
pub use days::{DayPoint, DoubtedDay, PastFeed, PastOffer};
pub use doubt::{Doubted, FEED_STANDS, FeedReading, FeedVerdict, SALE_STANDS, SHRUNKEN_STANDS};
use moves::Moves;
use own_range::Departures;
pub use own_range::is_small;
use values::Values;
pub use words::{Suspicion, SuspicionKind};

/// A price is far from what it is compared with when it is more than this many times it, or its part.
pub const FAR: f64 = 1.5;

/// The fewest offers that say something about a feed, but for powers of ten.
const LEAST: u64 = 10;

/// What a price is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    /// The last price of the offer that was believed.
    Own(Amount),
    /// The median of what other stores ask.
    Market(Amount),
    /// Nothing: it is new and nobody else has it, or it repeats a price that is held back by itself.
    Nothing,
}

/// One offer of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sighting<'a> {
    /// The shop's id, for the examples.
    pub id: &'a str,
    /// Item price.
    pub price: Amount,
    /// What that is compared with.
    pub earlier: Earlier,
    /// The price of the snapshot before, when that is held back with its feed and so is not what it is
    /// compared with.
    pub held: Option<Amount>,
    /// What it cost of late, when that was looked up.
    pub usual: Option<OwnPast>,
    /// The median of what other stores ask, as far as it was looked up.
    pub asked: Option<Amount>,
    /// Whether it could be ordered, when the store had it before.
    pub could_be_ordered: Option<bool>,
    /// Whether it can be ordered.
    pub can_be_ordered: bool,
}

/// What is counted of a feed. The order in which its offers come makes no difference.
#[derive(Debug, Clone, Default)]
pub struct FeedTally {
    own: Moves,
    market: Moves,
    departures: Departures,
    /// Prices that lie more than a tenth away from what they are compared with and from what was usual.
    away: u64,
    values: Values,
    /// Offers that the store had before, those of them that could be ordered, and all that can be now.
    had: u64,
    orderable: u64,
    now_orderable: u64,
}

impl FeedTally {
    /// Counts an offer.
    pub fn observe(&mut self, sighting: &Sighting<'_>) {
        let Sighting {
            id,
            price,
            earlier,
            usual,
            could_be_ordered,
            can_be_ordered,
            held: _,
            asked: _, // these two are of the doubt
        } = *sighting;
        self.had += u64::from(could_be_ordered.is_some());
        self.orderable += u64::from(could_be_ordered == Some(true));
        self.now_orderable += u64::from(can_be_ordered);
        self.values.see(price);
        match earlier {
            Earlier::Own(before) => {
                self.own.observe(id, before, price);
                self.departures.observe(before, price, usual);
                let is_far = |other: Amount| moves::is_away(other, price);
                let is_away = is_far(before) && usual.is_none_or(|past| is_far(past.median));
                self.away += u64::from(is_away);
                if before != price {
                    self.values.replace(before, price);
                }
            }
            Earlier::Market(median) => self.market.observe(id, median, price),
            Earlier::Nothing => {}
        }
    }

    /// What is suspect in the prices of a feed of a store that had `live` offers; `is_full` when the feed
    /// names all that the store has.
    pub fn prices(&self, live: u64, is_full: bool, currency: Currency) -> Option<Suspicion> {
        let own = &self.own;
        let compared = if is_full {
            own.compared()
        } else {
            own.compared().max(live)
        };
        let words = words::Words { currency };
        let market = &self.market;
        if let Some(value) = self.one_value(compared) {
            return Some(words.one_value(value, self.values.rows(), [own, market]));
        }
        if let Some(shift) = own.shift(compared) {
            return Some(words.shifted(own, shift, words::BEFORE));
        }
        if self.is_swapped(compared) {
            return Some(words.swapped(own));
        }
        if own.is_random(compared) {
            return Some(words.random(own, words::BEFORE, own.is_one_way(compared)));
        }
        if let Some(is_one_way) = self.departures.are_random(compared) {
            return Some(words.random(own, words::BEFORE, is_one_way));
        }
        if let Some(shift) = own.partial_shift(compared) {
            return Some(words.shifted(own, shift, words::BEFORE));
        }
        if let Some(shift) = market.market_shift() {
            return Some(words.shifted(market, shift, words::OTHERS));
        }
        market
            .is_random_against_others()
            .then(|| words.random(market, words::OTHERS, false))
    }

    /// Whether the prices are, on the whole, those that were believed before: two of three lie within a
    /// tenth of them, or of the median of their own past, or one factor that is no slip is common to most. Of fewer than three nothing is asked.
    pub fn has_returned(&self) -> bool {
        let compared = self.own.compared();
        compared < own_range::FEWEST
            || 3 * self.away <= compared
            || self.own.has_common_factor(compared)
    }

    /// How many prices were compared with the offer's own.
    pub fn compared(&self) -> u64 {
        self.own.compared()
    }

    /// What is said of a feed that is doubted and has not come back.
    fn not_returned(&self, currency: Currency) -> Suspicion {
        words::Words { currency }.random(&self.own, words::BEFORE, false)
    }

    fn is_swapped(&self, compared: u64) -> bool {
        let own = &self.own;
        compared >= LEAST
            && 2 * own.moved() >= compared
            && 2 * own.by_a_fifth() >= own.moved()
            && self.values.recur()
    }

    /// The price that nearly all offers have, when they did not have it before.
    fn one_value(&self, compared: u64) -> Option<Amount> {
        let rows = self.values.rows();
        let (value, count) = self.values.most_common()?;
        let (own, market) = (&self.own, &self.market);
        let came = if own.compared() >= LEAST {
            // a shop that had one price for all may change it
            2 * own.moved() >= compared && !own.has_common_factor(compared)
        } else {
            market.compared() >= LEAST && 2 * market.far() >= market.compared()
        };
        (rows >= LEAST && 10 * count >= 9 * rows && came).then_some(value)
    }

    /// Whether a full feed says that everything is sold out at once.
    pub fn sold_out(&self) -> Option<Suspicion> {
        let at_once = self.orderable >= LEAST
            && 2 * self.orderable >= self.had
            && 20 * self.now_orderable <= self.orderable;
        at_once.then(|| Suspicion::sold_out(self.orderable, self.had, self.now_orderable))
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod time_tests;
