//! One shop whose prices fall below every target, some of them twice.

use std::path::Path;

use reference_model::{Offer, Random};
use serde_json::{Value, json};

use crate::offers::{self, product_id};

pub const NAME: &str = "Ledger Shop";

/// What products cost before they fall, in cents.
const HIGH: i64 = 100_000;

/// What watches wait for, in euros.
const TARGET: u64 = 950;

pub struct Shop {
    offers: Vec<Option<Offer>>,
    /// How many products fell.
    pub fallen: usize,
}

impl Shop {
    pub fn new(products: usize) -> Self {
        Self {
            offers: vec![Some(Offer::of(HIGH)); products],
            fallen: 0,
        }
    }

    /// The next products fall below all targets, and of those that fell a little before some cost
    /// another price: how many.
    pub fn next(&mut self, products: usize, random: &mut Random) -> u64 {
        let mut moved = 0;
        // their deliveries may still wait
        let recent = self.fallen.saturating_sub(4 * products);
        let fallen = self.offers.iter_mut().take(self.fallen).skip(recent);
        for offer in fallen.flatten() {
            if random.below(4) == 0 {
                offer.item -= 1 + random.below(50) as i64;
                moved += 1;
            }
        }
        let falling = self.offers.iter_mut().skip(self.fallen);
        for offer in falling.take(products) {
            *offer = Some(Offer::of(90_000 + random.below(2000) as i64));
            self.fallen += 1;
        }
        moved
    }

    pub fn write(&self, path: &Path) {
        offers::write(path, 0, &self.offers);
    }
}

/// The body that creates a watch of a product.
pub fn watch(product: usize) -> Value {
    json!({
        "canonical_product_id": product_id(product),
        "target_price": TARGET,
        "channel": "webhook",
    })
}
