use std::collections::BTreeMap;

use time::Date;

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

/// What was asked on one day.
#[derive(Debug, Clone, Default)]
pub(super) struct DayQuotes {
    /// The last item price of each store with its price at the door.
    last: BTreeMap<StoreNo, Quote>,
    /// The last price at the door of each store that was stated.
    last_delivered: BTreeMap<StoreNo, Amount>,
    item: Option<Spread>,
    delivered: Option<Spread>,
}

#[derive(Debug, Clone, Copy)]
struct Spread {
    min: Amount,
    min_store: StoreNo,
    max: Amount,
}

impl DayQuotes {
    pub(super) fn take(&mut self, interval: &Interval<'_>) {
        for quote in interval.quotes {
            self.last.insert(quote.store, *quote);
            widen(&mut self.item, quote.item, quote.store);
            if let Some(delivered) = quote.delivered {
                self.last_delivered.insert(quote.store, delivered);
                widen(&mut self.delivered, delivered, quote.store);
            }
        }
    }

    /// The day on a basis; `None` when no store asked a price on it.
    pub(super) fn day(&self, date: Date, basis: Basis) -> Option<Day> {
        let spread = match basis {
            Basis::Item => self.item,
            Basis::Delivered => self.delivered,
        }?;
        let mut last: Vec<Amount> = match basis {
            Basis::Item => self.last.values().map(|quote| quote.item).collect(),
            Basis::Delivered => self.last_delivered.values().copied().collect(),
        };
        last.sort_unstable();
        Some(Day {
            date,
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
    pub(super) fn of_store(&self, date: Date, store: StoreNo) -> Option<StoreDay> {
        self.last.get(&store).map(|quote| StoreDay {
            date,
            item: quote.item,
            delivered: quote.delivered,
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
