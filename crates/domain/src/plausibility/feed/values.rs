//! Which prices a feed holds, whatever offers they are of.

use std::collections::BTreeMap;

use crate::money::Amount;

/// What is counted of the prices that fall together: of a large shop, two different ones may.
#[derive(Debug, Clone, Copy, Default)]
struct Value {
    /// The lowest of them in the feed.
    least: Option<Amount>,
    rows: u64,
    /// Offers that moved to it, less those that left it.
    balance: i64,
}

/// Counts of prices in at most 65,536 places.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    places: BTreeMap<u64, Value>,
    rows: u64,
    moved: u64,
}

impl Values {
    /// Counts the price of a row.
    pub(super) fn see(&mut self, price: Amount) {
        self.rows += 1;
        let value = self.places.entry(place(price)).or_default();
        value.rows += 1;
        value.least = Some(value.least.map_or(price, |least| least.min(price)));
    }

    /// Counts a price that took the place of another one.
    pub(super) fn replace(&mut self, before: Amount, now: Amount) {
        self.moved += 1;
        self.places.entry(place(before)).or_default().balance -= 1;
        self.places.entry(place(now)).or_default().balance += 1;
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// The price that most rows have, and how many.
    pub(super) fn most_common(&self) -> Option<(Amount, u64)> {
        let seen = self.places.values();
        let seen = seen.filter_map(|value| Some((value.rows, value.least?)));
        seen.max().map(|(rows, price)| (price, rows))
    }

    /// Whether the prices that came are those that went, but for a tenth.
    pub(super) fn recur(&self) -> bool {
        let came = |value: &Value| u64::try_from(value.balance).unwrap_or_default();
        let new: u64 = self.places.values().map(came).sum();
        10 * new <= self.moved
    }
}

/// Where a price is counted: the upper bits of a product with a large odd number (Fibonacci hashing).
fn place(price: Amount) -> u64 {
    price
        .minor()
        .unsigned_abs()
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        >> 48
}
