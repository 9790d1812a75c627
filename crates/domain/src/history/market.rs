use time::{Duration, OffsetDateTime};

use crate::ids::StoreNo;
use crate::money::Amount;
use crate::store::Store;

use super::days::Days;
use super::prices::{Quote, Standing, standings};
use super::range::start_of;
use super::sweep::{Interval, sweep};
use super::{Basis, Day, PriceSegment, Range, Step, StoreDay, as_of};

/// What is known of a product's past.
#[derive(Debug, Clone, Copy)]
pub struct Watched<'a> {
    /// The segments of all shops, closed and open ones, in any order.
    pub segments: &'a [PriceSegment],
    /// The shops; segments of others are left out.
    pub stores: &'a [Store],
    /// When a price of the product was first observed, however long ago.
    pub first_seen: Option<OffsetDateTime>,
    /// How long an offer that is not seen again stays true.
    pub time_to_live: Duration,
}

impl Watched<'_> {
    /// What was asked in the year until `now`, by whom and how long.
    fn standings(&self, now: OffsetDateTime) -> Vec<Standing> {
        let (start, end) = (start_of(now, Range::Year.days()), as_of(now));
        standings(self.segments, self.stores, self.time_to_live, start, end)
    }
}

/// A time in which at least one offer was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KnownTime {
    pub(super) from: OffsetDateTime,
    pub(super) until: OffsetDateTime,
    pub(super) is_sold_out: bool,
}

/// The prices of a product over the last 365 days, all shops together.
#[derive(Debug, Clone)]
pub struct Market {
    pub(super) now: OffsetDateTime,
    pub(super) first_seen: Option<OffsetDateTime>,
    pub(super) item: Vec<Step>,
    pub(super) delivered: Vec<Step>,
    pub(super) known: Vec<KnownTime>,
    days: Days,
    quotes: Vec<Quote>,
    valid_until: OffsetDateTime,
}

impl Market {
    /// The market as of `now`.
    pub fn new(watched: &Watched<'_>, now: OffsetDateTime) -> Self {
        let end = as_of(now);
        let standings = watched.standings(now);
        let borders = standings.iter().flat_map(|s| [s.from, s.until]);
        let valid_until = borders.filter(|at| *at > now).min().unwrap_or(end);
        let mut market = Self::empty(watched.first_seen, now, valid_until);
        sweep(&standings, |interval| {
            market.know(interval);
            market.take(interval);
        });
        market
    }

    /// What one store asked as of `now`, as if there were no other one: but what others ask still confirms a price of it that
    /// is held back.
    pub fn of_store(watched: &Watched<'_>, store: StoreNo, now: OffsetDateTime) -> Self {
        let end = as_of(now);
        let standings = watched.standings(now);
        let its = watched.segments.iter().filter(|s| s.store == store);
        let mut market = Self::empty(its.map(|segment| segment.from).min(), now, end);
        let mut asked: Vec<Quote> = Vec::new();
        sweep(&standings, |interval| {
            asked.clear();
            asked.extend(interval.quotes.iter().filter(|quote| quote.store == store));
            market.take(&Interval {
                quotes: &asked,
                ..*interval
            });
        });
        let own: Vec<Standing> = standings
            .into_iter()
            .filter(|standing| standing.quote.store == store)
            .collect();
        sweep(&own, |interval| market.know(interval));
        market
    }

    fn empty(
        first_seen: Option<OffsetDateTime>,
        now: OffsetDateTime,
        valid_until: OffsetDateTime,
    ) -> Self {
        Self {
            now,
            first_seen,
            item: Vec::new(),
            delivered: Vec::new(),
            known: Vec::new(),
            days: Days::default(),
            quotes: Vec::new(),
            valid_until,
        }
    }

    fn know(&mut self, interval: &Interval<'_>) {
        match self.known.last_mut() {
            Some(last)
                if last.until == interval.from && last.is_sold_out == interval.is_sold_out =>
            {
                last.until = interval.until;
            }
            _ => self.known.push(KnownTime {
                from: interval.from,
                until: interval.until,
                is_sold_out: interval.is_sold_out,
            }),
        }
    }

    fn take(&mut self, interval: &Interval<'_>) {
        for (steps, basis) in [
            (&mut self.item, Basis::Item),
            (&mut self.delivered, Basis::Delivered),
        ] {
            let asked = |q: &Quote| Some((q.price(basis)?, q.store));
            if let Some((price, store)) = interval.quotes.iter().filter_map(asked).min() {
                extend(steps, interval, price, store);
            }
        }
        if interval.from <= self.now && self.now < interval.until {
            self.quotes = interval.quotes.to_vec();
        }
        if !interval.quotes.is_empty() {
            self.days.take(interval);
        }
    }

    /// The basis of the headline figures: the price at the door, when its delivery cost is stated
    /// now and was for at least half of the time in which there was a price; else the item price.
    pub fn basis(&self) -> Basis {
        let time = |steps: &[Step]| steps.iter().map(Step::length).sum::<Duration>();
        let is_stated_now =
            self.current(Basis::Delivered).is_some() || self.current(Basis::Item).is_none();
        let has_delivered = !self.delivered.is_empty();
        if has_delivered && is_stated_now && time(&self.delivered) * 2 >= time(&self.item) {
            Basis::Delivered
        } else {
            Basis::Item
        }
    }

    /// The lowest price now, and who asks it.
    pub fn current(&self, basis: Basis) -> Option<(Amount, StoreNo)> {
        let asked = |q: &Quote| Some((q.price(basis)?, q.store));
        self.quotes.iter().filter_map(asked).min()
    }

    /// What one store asks now.
    pub fn store_now(&self, store: StoreNo) -> Option<StoreDay> {
        let quote = self.quotes.iter().find(|quote| quote.store == store)?;
        Some(StoreDay {
            date: self.now.date(),
            item: quote.item,
            delivered: quote.delivered,
        })
    }

    /// The lowest price over time, in order.
    pub fn steps(&self, basis: Basis) -> &[Step] {
        match basis {
            Basis::Item => &self.item,
            Basis::Delivered => &self.delivered,
        }
    }

    /// The days of a range on which the product could be bought, in order.
    pub fn days(&self, range: Range, basis: Basis) -> Vec<Day> {
        let first = start_of(self.now, range.days()).date();
        let days = self.days.since(first);
        days.filter_map(|day| day.day(basis)).collect()
    }

    /// The days of a range on which one store sold the product, in order.
    pub fn store_days(&self, range: Range, store: StoreNo) -> Vec<StoreDay> {
        let first = start_of(self.now, range.days()).date();
        let days = self.days.since(first);
        days.filter_map(|day| day.of_store(store)).collect()
    }

    /// Until when all of this stays true if no snapshot comes.
    pub const fn valid_until(&self) -> OffsetDateTime {
        self.valid_until
    }
}

fn extend(steps: &mut Vec<Step>, interval: &Interval<'_>, price: Amount, store: StoreNo) {
    match steps.last_mut() {
        Some(last) if last.until == interval.from && last.price == price && last.store == store => {
            last.until = interval.until;
        }
        _ => steps.push(Step {
            from: interval.from,
            until: interval.until,
            price,
            store,
        }),
    }
}
