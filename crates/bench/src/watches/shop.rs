//! Two shops that sell the same products. One of them changes all of its prices in every import.

use std::path::{Path, PathBuf};

use crate::catalogue::{self, Offer};
use crate::outcome::Outcome;

/// How much lower a low price is, in thousandths: never implausible.
const STEP: u64 = 15;

/// A shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shop {
    /// Asks the lowest price of every product.
    Cheap,
    /// Asks a tenth more.
    Dear,
}

/// Which of its two prices a shop asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The one that it begins with.
    High,
    /// One and a half percent less.
    Low,
}

impl Level {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::High => Self::Low,
            Self::Low => Self::High,
        }
    }
}

impl Shop {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cheap => "Bench Store",
            Self::Dear => "Dear Store",
        }
    }

    /// Its offer of a product.
    pub fn offer(self, level: Level, number: u64) -> Offer {
        let cheap = catalogue::offer(0, 0, number);
        let (mut offer, high) = match self {
            Self::Cheap => (catalogue::offer(0, 0, number), cheap.price_minor),
            Self::Dear => (
                catalogue::offer(1, 0, number),
                cheap.price_minor * 110 / 100,
            ),
        };
        offer.delivery_minor = cheap.delivery_minor;
        offer.price_minor = match level {
            Level::High => high,
            Level::Low => high - high * STEP / 1000,
        };
        offer
    }

    /// What the product costs there with delivery.
    pub fn delivered(self, level: Level, number: u64) -> u64 {
        let offer = self.offer(level, number);
        offer.price_minor + offer.delivery_minor
    }

    /// The file of its offers of the first products; made when it is missing.
    pub fn file(self, folder: &Path, level: Level, offers: u64) -> Outcome<PathBuf> {
        let file = folder.join(format!("{self:?}-{level:?}.csv"));
        if !file.exists() {
            let offers = (0..offers).map(|number| self.offer(level, number));
            catalogue::write_offers(&file, offers)?;
        }
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Shop};

    #[test]
    fn every_price_moves_a_little_and_never_passes_the_other_shop() {
        for number in 0..10_000 {
            let [high, low, dear] = [
                Shop::Cheap.delivered(Level::High, number),
                Shop::Cheap.delivered(Level::Low, number),
                Shop::Dear.delivered(Level::Low, number),
            ];
            assert!(low < high && high < dear, "{number}: {low} {high} {dear}");
            assert!(low * 100 > high * 98, "{number}: {low} {high}");
        }
    }
}
