//! The stores that are compared.

use super::shop::{Level, Shop};
use super::stores::Store;

/// A store, and how far its prices are.
pub struct Subject {
    /// The store.
    pub store: Store,
    /// Its watches.
    pub watches: u64,
    /// The price of the cheap shop.
    pub cheap: Level,
    dear: Level,
}

impl Subject {
    /// A store whose prices are as they were loaded.
    pub const fn new(store: Store, watches: u64) -> Self {
        Self {
            store,
            watches,
            cheap: Level::High,
            dear: Level::High,
        }
    }

    /// The price of a shop that the next import brings.
    pub fn turn(&mut self, shop: Shop) -> Level {
        let level = match shop {
            Shop::Cheap => &mut self.cheap,
            Shop::Dear => &mut self.dear,
        };
        *level = level.other();
        *level
    }
}
