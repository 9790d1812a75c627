//! Whole days of an imported past.
//!
//! A file of past prices is a feed that came in over many days. All that it says of a store on one day (in UTC) is
//! judged as a snapshot of that day would have been ([`FeedReading`]), with what is known until then: against each offer's last
//! believed price, as a full snapshot when it names half of the offers. Prices that would have been held back with their
//! feed are doubted. Where an offer has several prices on a day, the last one is counted.

use time::{Date, OffsetDateTime, UtcOffset};

use super::{Earlier, FeedReading, FeedVerdict, Sighting, Suspicion};
use crate::money::{Amount, Currency};
use crate::num::u64_from_usize;
use crate::plausibility::{OwnPast, PAST, STANDS, Stretch, confirms, own_past};

/// What was asked for an offer at an instant at which it could be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayPoint {
    /// The place of the offer among the offers.
    pub offer: usize,
    /// When.
    pub at: OffsetDateTime,
    /// Item price.
    pub price: Amount,
}

/// What is known of an offer of the past.
#[derive(Debug, Clone, Default)]
pub struct PastOffer {
    /// Its name, for the examples.
    pub name: String,
    /// The believed prices of late, each with when it began; the last one is in force.
    believed: Vec<(OffsetDateTime, Amount)>,
    /// A price after them that is doubted.
    held: Option<Amount>,
    /// A price far below all others, with when it was first seen: a slip of one offer until it stands.
    odd: Option<(OffsetDateTime, Amount)>,
}

impl PastOffer {
    /// An offer of which nothing is known.
    pub fn named(name: String) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// Notes what was believed, or not, of the offer from an instant on, in order of time.
    pub fn note(&mut self, at: OffsetDateTime, price: Amount, is_believed: bool) {
        if !is_believed {
            self.held = Some(price);
            return;
        }
        self.held = None;
        self.odd = None;
        if self.last() != Some(price) {
            self.believed.push((at, price));
        }
    }

    fn last(&self) -> Option<Amount> {
        self.believed.last().map(|(_, price)| *price)
    }

    fn usual(&self, at: OffsetDateTime) -> Option<OwnPast> {
        let next = self.believed.iter().skip(1).map(|(from, _)| *from);
        let stretch = |((from, price), until): (&(OffsetDateTime, Amount), _)| Stretch {
            price: *price,
            from: *from,
            until,
        };
        let stretches = self.believed.iter().zip(next.chain([at])).map(stretch);
        own_past(stretches, at)
    }

    /// Forgets prices that ended before the time by which a price is judged.
    fn forget(&mut self, at: OffsetDateTime) {
        let begin = at.saturating_sub(PAST);
        let ended = self.believed.iter().skip(1);
        let old = ended.take_while(|(next, _)| *next < begin).count();
        self.believed.drain(..old);
    }

    /// Takes a price in that is not doubted with its feed.
    fn take(&mut self, at: OffsetDateTime, price: Amount) {
        let lowest = self.believed.iter().map(|(_, price)| *price).min();
        let first = self.odd.filter(|(_, odd)| *odd == price);
        let since = first.map_or(at, |(since, _)| since);
        if lowest.is_some_and(|lowest| !confirms(price, lowest)) && at - since < STANDS {
            self.odd = Some((since, price));
        } else {
            self.note(at, price, true);
        }
    }
}

/// A day of which prices are doubted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtedDay {
    /// The day, in UTC.
    pub day: Date,
    /// Why.
    pub suspicion: Suspicion,
}

/// A file of past prices as it is read.
#[derive(Debug, Clone)]
pub struct PastFeed {
    currency: Currency,
    doubted_until: Option<OffsetDateTime>,
    read_to: Option<OffsetDateTime>,
}

impl PastFeed {
    /// One of which nothing was read.
    pub const fn new(currency: Currency) -> Self {
        Self {
            currency,
            doubted_until: None,
            read_to: None,
        }
    }

    /// Judges points in order of time; calls `doubt` with the place of each that is doubted. Answers the days
    /// on which the feed is not believed. What is read later but lies earlier is judged by itself.
    pub fn judge(
        &mut self,
        offers: &mut [PastOffer],
        points: &[DayPoint],
        mut doubt: impl FnMut(usize),
    ) -> Vec<DoubtedDay> {
        let day = |point: &DayPoint| point.at.to_offset(UtcOffset::UTC).date();
        if points
            .first()
            .is_some_and(|first| Some(first.at) < self.read_to)
        {
            self.doubted_until = None;
        }
        let mut days = Vec::new();
        let mut place = 0;
        for of_day in points.chunk_by(|a, b| day(a) == day(b)) {
            let Some(last) = of_day.last() else { continue };
            self.read_to = self.read_to.max(Some(last.at));
            let reading = self.read(offers, of_day, last.at);
            let is_doubted = reading.is_doubted();
            let live = offers.iter().filter(|offer| offer.last().is_some());
            let verdict = reading.verdict(u64_from_usize(live.count()), false, self.currency);
            let suspicion = self.settle(verdict);
            for point in of_day {
                if let Some(offer) = offers.get_mut(point.offer) {
                    let is_new = offer.last() != Some(point.price);
                    let repeats = is_doubted && offer.held == Some(point.price);
                    if is_new && (suspicion.is_some() || repeats) {
                        offer.note(point.at, point.price, false);
                        doubt(place);
                    } else {
                        offer.take(point.at, point.price);
                    }
                }
                place += 1;
            }
            days.extend(suspicion.map(|suspicion| DoubtedDay {
                day: day(last),
                suspicion,
            }));
        }
        days
    }

    fn read(
        &self,
        offers: &mut [PastOffer],
        of_day: &[DayPoint],
        at: OffsetDateTime,
    ) -> FeedReading {
        let mut reading = FeedReading::new(self.doubted_until, at);
        let mut prices: Vec<(usize, Amount)> = of_day.iter().map(|p| (p.offer, p.price)).collect();
        // the last one of each offer
        prices.reverse();
        prices.sort_by_key(|(offer, _)| *offer);
        prices.dedup_by_key(|(offer, _)| *offer);
        for (offer, price) in prices {
            let Some(offer) = offers.get_mut(offer) else {
                continue;
            };
            offer.forget(at);
            reading.observe(&Sighting {
                id: &offer.name,
                price,
                earlier: offer.last().map_or(Earlier::Nothing, Earlier::Own),
                held: offer.held,
                usual: offer.usual(at),
                asked: None,
                could_be_ordered: None,
                can_be_ordered: true,
            });
        }
        reading
    }

    /// Keeps until when the feed is doubted; why its day is not believed.
    fn settle(&mut self, verdict: FeedVerdict) -> Option<Suspicion> {
        match verdict {
            FeedVerdict::Believed(until) => {
                self.doubted_until = until;
                None
            }
            FeedVerdict::LetIn(_) => None,
            FeedVerdict::Held(doubted) => {
                self.doubted_until = Some(doubted.until);
                Some(doubted.suspicion)
            }
        }
    }
}
