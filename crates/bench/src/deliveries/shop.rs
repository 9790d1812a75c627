//! One shop whose prices fall below every target, some of them twice.

use std::path::Path;

use serde_json::{Value, json};

use crate::chaos::product_id;
use crate::numbers::{count, place};
use crate::outcome::Outcome;
use crate::random::Random;

/// Its name.
pub const NAME: &str = "Ledger Shop";

/// What products cost before they fall, in cents.
const HIGH: u64 = 100_000;

/// What watches wait for, in euros.
const TARGET: u64 = 950;

/// The prices of a shop.
pub struct Shop {
    prices: Vec<u64>,
    fallen: usize,
}

impl Shop {
    /// Where everything is dear.
    pub fn new(products: u64) -> Self {
        Self {
            prices: vec![HIGH; place(products)],
            fallen: 0,
        }
    }

    /// The next products fall below all targets, and of those that fell a little before some cost
    /// another price: how many.
    pub fn next(&mut self, products: u64, random: &mut Random) -> u64 {
        let mut moved = 0;
        // their deliveries may still wait
        let recent = self.fallen.saturating_sub(4 * place(products));
        for price in self.prices.iter_mut().take(self.fallen).skip(recent) {
            if random.below(4) == 0 {
                *price -= 1 + random.below(50);
                moved += 1;
            }
        }
        let falling = self.prices.iter_mut().skip(self.fallen);
        for price in falling.take(place(products)) {
            *price = 90_000 + random.below(2000);
            self.fallen += 1;
        }
        moved
    }

    /// How many products fell.
    pub fn fallen(&self) -> u64 {
        count(self.fallen)
    }

    /// Writes its offers.
    pub fn write(&self, path: &Path) -> Outcome<()> {
        let mut out = csv::Writer::from_path(path)?;
        out.write_record([
            "offer_id",
            "canonical_product_id",
            "price",
            "delivery_cost",
            "availability",
            "condition",
            "url",
        ])?;
        for (product, price) in (0_u64..).zip(&self.prices) {
            out.write_record([
                &format!("L-{product}"),
                &product_id(product),
                &format!("{}.{:02}", price / 100, price % 100),
                "0.00",
                "in_stock",
                "new",
                &format!("https://ledger.example/p/{product}"),
            ])?;
        }
        Ok(out.flush()?)
    }
}

/// The body that creates a watch of a product.
pub fn watch(product: u64) -> Value {
    json!({
        "canonical_product_id": product_id(product),
        "target_price": TARGET,
        "channel": "webhook",
    })
}
