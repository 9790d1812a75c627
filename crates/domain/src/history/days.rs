use time::{Date, OffsetDateTime, UtcOffset};

use crate::ids::StoreNo;
use crate::money::Amount;

use super::prices::{Basis, Quote};
use super::sweep::Interval;

/// A UTC day on which the product could be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// The day.
    pub date: Date,
    /// The lowest price at any time of the day, on the basis asked for.
    pub min: Amount,
    /// Who asked it first.
    pub min_store: StoreNo,
    /// Mean over the stores of the last price on the basis that each asked on the day.
    pub mean: Amount,
    /// Median of the same.
    pub median: Amount,
    /// The highest price of any store at any time of the day.
    pub max: Amount,
    /// Stores that asked a price.
    pub store_count: u32,
    /// The lowest item price at any time of the day.
    pub min_item: Amount,
    /// The lowest price at the door at any time of the day; `None` when no delivery cost was stated.
    pub min_delivered: Option<Amount>,
}

/// A UTC day on which one store sold the product: its last prices of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreDay {
    /// The day.
    pub date: Date,
    /// Item price.
    pub item: Amount,
    /// Price at the door; `None` when the delivery cost was not stated.
    pub delivered: Option<Amount>,
}

/// What was asked on each UTC day on which the product could be bought, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Days(Vec<DayQuotes>);

impl Days {
    /// Takes what was asked in a time that does not begin before the last one.
    pub(super) fn take(&mut self, interval: &Interval<'_>) {
        let mut day = Some(interval.from.to_offset(UtcOffset::UTC).date());
        while let Some(date) = day.filter(|date| midnight(*date) < interval.until) {
            match self.0.last_mut() {
                Some(last) if last.date == date => last.take(interval.quotes),
                _ => self.0.push(DayQuotes::new(date, interval.quotes)),
            }
            day = date.next_day();
        }
    }

    /// Those from this one on.
    pub(super) fn since(&self, first: Date) -> impl Iterator<Item = &DayQuotes> {
        let before = self.0.partition_point(|day| day.date < first);
        self.0.iter().skip(before)
    }
}

const fn midnight(date: Date) -> OffsetDateTime {
    date.midnight().assume_utc()
}

/// What was asked on one day.
#[derive(Debug, Clone)]
pub(super) struct DayQuotes {
    date: Date,
    /// Of each store, in order of number.
    last: Vec<LastQuote>,
    item: Option<Spread>,
    delivered: Option<Spread>,
}

/// What one store asked last on a day.
#[derive(Debug, Clone, Copy)]
struct LastQuote {
    quote: Quote,
    /// The last price at the door that was stated.
    delivered: Option<Amount>,
}

impl From<&Quote> for LastQuote {
    fn from(quote: &Quote) -> Self {
        Self {
            quote: *quote,
            delivered: quote.delivered,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Spread {
    min: Amount,
    min_store: StoreNo,
    max: Amount,
}

impl DayQuotes {
    /// The day by what is asked first on it: of each store once, in order of number.
    fn new(date: Date, quotes: &[Quote]) -> Self {
        let mut day = Self {
            date,
            last: quotes.iter().map(LastQuote::from).collect(),
            item: None,
            delivered: None,
        };
        day.widen(quotes);
        day
    }

    fn take(&mut self, quotes: &[Quote]) {
        for quote in quotes {
            match self.place(quote.store) {
                Err(place) => self.last.insert(place, LastQuote::from(quote)),
                Ok(place) => {
                    if let Some(known) = self.last.get_mut(place) {
                        known.quote = *quote;
                        known.delivered = quote.delivered.or(known.delivered);
                    }
                }
            }
        }
        self.widen(quotes);
    }

    fn widen(&mut self, quotes: &[Quote]) {
        for quote in quotes {
            widen(&mut self.item, quote.item, quote.store);
            if let Some(delivered) = quote.delivered {
                widen(&mut self.delivered, delivered, quote.store);
            }
        }
    }

    /// Where what a store asked last is, or would be.
    fn place(&self, store: StoreNo) -> Result<usize, usize> {
        self.last
            .binary_search_by_key(&store, |last| last.quote.store)
    }

    /// The day on a basis; `None` when no store asked a price on it.
    pub(super) fn day(&self, basis: Basis) -> Option<Day> {
        let spread = match basis {
            Basis::Item => self.item,
            Basis::Delivered => self.delivered,
        }?;
        let asked = |last: &LastQuote| match basis {
            Basis::Item => Some(last.quote.item),
            Basis::Delivered => last.delivered,
        };
        let mut last: Vec<Amount> = self.last.iter().filter_map(asked).collect();
        last.sort_unstable();
        Some(Day {
            date: self.date,
            min: spread.min,
            min_store: spread.min_store,
            mean: mean(&last).unwrap_or(spread.min),
            median: median(&last).unwrap_or(spread.min),
            max: spread.max,
            store_count: u32::try_from(last.len()).unwrap_or(u32::MAX),
            min_item: self.item.map_or(spread.min, |item| item.min),
            min_delivered: self.delivered.map(|delivered| delivered.min),
        })
    }

    /// What one store asked last.
    pub(super) fn of_store(&self, store: StoreNo) -> Option<StoreDay> {
        let last = self.last.get(self.place(store).ok()?)?;
        Some(StoreDay {
            date: self.date,
            item: last.quote.item,
            delivered: last.quote.delivered,
        })
    }
}

fn widen(spread: &mut Option<Spread>, price: Amount, store: StoreNo) {
    let known = spread.get_or_insert(Spread {
        min: price,
        min_store: store,
        max: price,
    });
    known.max = known.max.max(price);
    if price < known.min {
        (known.min, known.min_store) = (price, store);
    }
}

/// The arithmetic mean, rounded half up to minor units; `None` of nothing.
fn mean(prices: &[Amount]) -> Option<Amount> {
    let count = i128::try_from(prices.len()).ok().filter(|n| *n > 0)?;
    let sum: i128 = prices.iter().map(|price| i128::from(price.minor())).sum();
    let minor = (2 * sum + count) / (2 * count);
    i64::try_from(minor).ok().and_then(Amount::from_minor)
}

/// The middle one of sorted prices, the mean of the two middle ones of an even number.
fn median(sorted: &[Amount]) -> Option<Amount> {
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *sorted.get(half.checked_sub(1)?)?;
    mean(&[lower, upper])
}
