//! Three shops whose prices move, and the lowest price as this program works it out itself.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use serde_json::json;

use crate::numbers::{count, place};
use crate::outcome::Outcome;
use crate::random::Random;

/// How many shops there are.
pub const SHOPS: u64 = 3;

/// Delivery costs in cents.
pub const DELIVERIES: [u64; 3] = [0, 190, 490];

/// Between which shares of its usual price, in percent, a product is asked: so near to each other
/// that no price looks implausible.
const LEVELS: (u64, u64) = (86, 29);

/// The public id of a product.
pub fn product_id(product: u64) -> String {
    format!("chaos_product_{product}")
}

/// A shop's name.
pub fn shop_name(shop: u64) -> String {
    format!("Chaos Shop {shop}")
}

/// What a product usually costs, in whole euros.
pub fn usual_euros(product: u64) -> u64 {
    20 + Random::new(product ^ (7 << 50)).below(1000)
}

/// What one shop says about one product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    item: u64,
    delivery: Option<u64>,
    availability: &'static str,
    condition: &'static str,
}

impl Ask {
    fn draw(product: u64, random: &mut Random) -> Self {
        let (low, span) = LEVELS;
        let availability = match random.below(100) {
            0..8 => "out_of_stock",
            8..12 => "preorder",
            12..16 => "limited",
            _ => "in_stock",
        };
        Self {
            // a percent of whole euros is whole cents
            item: usual_euros(product) * (low + random.below(span)),
            delivery: (random.below(100) >= 4).then(|| *random.pick(&DELIVERIES)),
            availability,
            condition: if random.below(100) < 3 { "used" } else { "new" },
        }
    }

    /// The delivered price in cents, if it moves watches: of new goods that can be had, whose delivery
    /// cost is stated.
    fn counts(&self) -> Option<u64> {
        let can_be_had = self.condition == "new" && self.availability != "out_of_stock";
        let delivery = self.delivery.filter(|_| can_be_had)?;
        Some(self.item + delivery)
    }
}

/// What all shops say about all products.
pub struct Market {
    asks: Vec<[Option<Ask>; 3]>,
}

/// A file of one shop.
pub struct Snapshot {
    /// Which shop's.
    pub shop: u64,
    /// What it does not name is gone.
    pub is_full: bool,
    /// What it makes of the shop's offers.
    pub changes: Versions,
    /// What is written for it: a delta also writes that what it names is as before.
    pub written: Versions,
    rows: Vec<Option<Ask>>,
}

/// Versions of offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versions {
    /// That begin.
    pub new: u64,
    /// That end.
    pub ended: u64,
}

impl Market {
    /// Products that nobody sells yet.
    pub fn empty(products: u64) -> Self {
        Self {
            asks: vec![[None; 3]; place(products)],
        }
    }

    /// How many products there are.
    pub fn products(&self) -> u64 {
        count(self.asks.len())
    }

    /// The first snapshot of a shop: it sells everything, and states every delivery cost, since watches
    /// begin with prices that rest on assumptions as well.
    pub fn opening(&self, shop: u64, random: &mut Random) -> Snapshot {
        let rows = (0..self.products()).map(|product| {
            let drawn = Ask::draw(product, random);
            let delivery = drawn.delivery.or(Some(0));
            Some(Ask { delivery, ..drawn })
        });
        self.snapshot(shop, true, rows.collect())
    }

    /// The next snapshot of some shop: full or delta, with moved prices, ended and returned offers.
    pub fn next(&self, random: &mut Random) -> Snapshot {
        let shop = random.below(SHOPS);
        let is_full = random.below(2) == 0;
        let row = |(product, asks): (u64, &[Option<Ask>; 3])| {
            let before = asks.get(place(shop)).copied().flatten();
            let roll = random.below(100);
            match before {
                None if roll < 50 => Some(Ask::draw(product, random)),
                Some(_) if roll < 25 => Some(Ask::draw(product, random)),
                // not named: ends with a full snapshot only
                Some(_) if roll < 29 => None,
                other => other,
            }
        };
        let rows = (0..).zip(&self.asks).map(row).collect();
        self.snapshot(shop, is_full, rows)
    }

    fn snapshot(&self, shop: u64, is_full: bool, rows: Vec<Option<Ask>>) -> Snapshot {
        let (mut changes, mut written) = (Versions::default(), Versions::default());
        for (asks, row) in self.asks.iter().zip(&rows) {
            let before = asks.get(place(shop)).copied().flatten();
            let is_changed = row.is_some() && *row != before;
            let is_gone = before.is_some() && row.is_none() && is_full;
            let is_confirmed = !is_full && row.is_some() && *row == before;
            changes.add(is_changed, is_gone || (is_changed && before.is_some()));
            written.add(is_confirmed, is_confirmed);
        }
        written.new += changes.new;
        written.ended += changes.ended;
        Snapshot {
            shop,
            is_full,
            changes,
            written,
            rows,
        }
    }

    /// The snapshot is published.
    pub fn take(&mut self, snapshot: &Snapshot) {
        for (asks, row) in self.asks.iter_mut().zip(&snapshot.rows) {
            if let Some(ask) = asks.get_mut(place(snapshot.shop))
                && (row.is_some() || snapshot.is_full)
            {
                *ask = *row;
            }
        }
    }

    /// The lowest price of a product in cents, if there is one.
    pub fn lowest(&self, product: u64) -> Option<u64> {
        let asks = self.asks.get(place(product))?;
        asks.iter().flatten().filter_map(Ask::counts).min()
    }
}

impl Versions {
    fn add(&mut self, is_new: bool, is_ended: bool) {
        self.new += u64::from(is_new);
        self.ended += u64::from(is_ended);
    }
}

impl Snapshot {
    /// Writes it as a file of ours (CSV).
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
        let named = (0_u64..).zip(&self.rows);
        for (product, ask) in named.filter_map(|(product, row)| Some((product, row.as_ref()?))) {
            let shop = self.shop;
            out.write_record([
                &format!("C{shop}-{product}"),
                &product_id(product),
                &decimal(ask.item),
                &ask.delivery.map(decimal).unwrap_or_default(),
                ask.availability,
                ask.condition,
                &format!("https://shop{shop}.example/p/{product}"),
            ])?;
        }
        Ok(out.flush()?)
    }
}

/// Writes the products as a catalogue of ours (JSON Lines).
pub fn write_products(path: &Path, products: u64) -> Outcome<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for product in 0..products {
        let row = json!({
            "canonical_product_id": product_id(product),
            "product_name": format!("Tumult T{product}"),
            "brand": "Tumult",
            "model": format!("T{product}"),
        });
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn decimal(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

#[cfg(test)]
mod tests {
    use super::{Ask, Market, Snapshot, Versions};

    fn ask(item: u64, delivery: Option<u64>) -> Ask {
        Ask {
            item,
            delivery,
            availability: "in_stock",
            condition: "new",
        }
    }

    fn published(market: &mut Market, shop: u64, is_full: bool, row: Option<Ask>) -> Snapshot {
        let snapshot = market.snapshot(shop, is_full, vec![row]);
        market.take(&snapshot);
        snapshot
    }

    #[test]
    fn the_lowest_price_is_that_of_new_goods_that_can_be_had() {
        let mut market = Market::empty(1);
        assert_eq!(market.lowest(0), None);
        published(&mut market, 0, true, Some(ask(1000, Some(490))));
        published(&mut market, 1, true, Some(ask(900, None)));
        assert_eq!(market.lowest(0), Some(1490));
        let used = Ask {
            condition: "used",
            ..ask(500, Some(0))
        };
        published(&mut market, 1, false, Some(used));
        let sold_out = Ask {
            availability: "out_of_stock",
            ..ask(400, Some(0))
        };
        published(&mut market, 2, false, Some(sold_out));
        assert_eq!(market.lowest(0), Some(1490));
        published(&mut market, 2, false, Some(ask(1489, Some(0))));
        assert_eq!(market.lowest(0), Some(1489));
    }

    #[test]
    fn what_a_delta_does_not_name_stays() {
        let mut market = Market::empty(1);
        let (first, other) = (Some(ask(1000, Some(0))), Some(ask(1100, Some(0))));
        let versions = |new, ended| Versions { new, ended };
        let opening = published(&mut market, 0, true, first);
        assert_eq!(opening.changes, versions(1, 0));
        let delta = published(&mut market, 0, false, None);
        assert_eq!(delta.written, versions(0, 0));
        assert_eq!(market.lowest(0), Some(1000));
        let delta = published(&mut market, 0, false, first);
        assert_eq!(
            (delta.changes, delta.written),
            (versions(0, 0), versions(1, 1))
        );
        let delta = published(&mut market, 0, false, other);
        assert_eq!(
            (delta.changes, delta.written),
            (versions(1, 1), versions(1, 1))
        );
        let full = published(&mut market, 0, true, None);
        assert_eq!(
            (full.changes, full.written),
            (versions(0, 1), versions(0, 1))
        );
        assert_eq!(market.lowest(0), None);
    }
}
