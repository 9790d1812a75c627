//! Three shops whose prices move.

use std::path::Path;

use domain::availability::{Availability, Condition};
use reference_model::{Model, Offer, Random};

use crate::offers;

pub const SHOPS: usize = 3;

/// Delivery costs in cents.
pub const DELIVERIES: [i64; 3] = [0, 190, 490];

/// From which share of its usual price, in percent, a product is asked, and how many percents on: so near
/// to each other that no price looks implausible.
const LEVELS: (i64, u64) = (86, 29);

pub fn shop_name(shop: usize) -> String {
    format!("Chaos Shop {shop}")
}

/// What a product usually costs, in whole euros.
pub fn usual_euros(product: usize) -> i64 {
    20 + Random::new(product as u64 ^ (7 << 50)).below(1000) as i64
}

fn draw(product: usize, random: &mut Random) -> Offer {
    let (low, span) = LEVELS;
    Offer {
        // a percent of whole euros is whole cents
        item: usual_euros(product) * (low + random.below(span) as i64),
        delivery: (random.below(100) >= 4).then(|| random.pick(&DELIVERIES)),
        availability: match random.below(100) {
            0..8 => Availability::OutOfStock,
            8..12 => Availability::Preorder,
            12..16 => Availability::Limited,
            _ => Availability::InStock,
        },
        condition: if random.below(100) < 3 {
            Condition::Used
        } else {
            Condition::New
        },
    }
}

pub struct Snapshot {
    pub shop: usize,
    /// What it does not name is gone.
    pub is_full: bool,
    /// What it makes of the shop's offers.
    pub changes: Versions,
    /// What is written for it: a delta also writes that what it names is as before.
    pub written: Versions,
    rows: Vec<Option<Offer>>,
}

/// Versions of offers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versions {
    /// That begin.
    pub new: u64,
    /// That end.
    pub ended: u64,
}

impl Snapshot {
    /// The first snapshot of a shop: it sells everything, and states every delivery cost, since watches
    /// begin with prices that rest on assumptions as well.
    pub fn opening(model: &Model, shop: usize, products: usize, random: &mut Random) -> Self {
        let rows = (0..products).map(|product| {
            let drawn = draw(product, random);
            let delivery = drawn.delivery.or(Some(0));
            Some(Offer { delivery, ..drawn })
        });
        Self::new(model, shop, true, rows.collect())
    }

    /// The next snapshot of some shop: full or delta, with moved prices, ended and returned offers.
    pub fn next(model: &Model, products: usize, random: &mut Random) -> Self {
        let shop = random.place(SHOPS);
        let is_full = random.below(2) == 0;
        let rows = (0..products).map(|product| {
            let before = model.market.offer(shop, product);
            let roll = random.below(100);
            match before {
                None if roll < 50 => Some(draw(product, random)),
                Some(_) if roll < 25 => Some(draw(product, random)),
                // not named: ends with a full snapshot only
                Some(_) if roll < 29 => None,
                other => other,
            }
        });
        let rows = rows.collect();
        Self::new(model, shop, is_full, rows)
    }

    fn new(model: &Model, shop: usize, is_full: bool, rows: Vec<Option<Offer>>) -> Self {
        let (mut changes, mut written) = (Versions::default(), Versions::default());
        for (product, row) in rows.iter().enumerate() {
            let before = model.market.offer(shop, product);
            let is_changed = row.is_some() && *row != before;
            let is_gone = before.is_some() && row.is_none() && is_full;
            let is_confirmed = !is_full && row.is_some() && *row == before;
            changes.add(is_changed, is_gone || (is_changed && before.is_some()));
            written.add(is_confirmed, is_confirmed);
        }
        written.new += changes.new;
        written.ended += changes.ended;
        Self {
            shop,
            is_full,
            changes,
            written,
            rows,
        }
    }

    /// It is published: the numbers of the watches that fire.
    pub fn publish(&self, model: &mut Model) -> Vec<usize> {
        for (product, row) in self.rows.iter().enumerate() {
            if row.is_some() || self.is_full {
                model.market.state(self.shop, product, *row, model.now);
            }
        }
        model.publish(&(0..self.rows.len()).collect())
    }

    /// Writes it as a file of ours (CSV).
    pub fn write(&self, path: &Path) {
        offers::write(path, self.shop, &self.rows);
    }
}

impl Versions {
    fn add(&mut self, is_new: bool, is_ended: bool) {
        self.new += u64::from(is_new);
        self.ended += u64::from(is_ended);
    }
}

#[test]
fn what_a_delta_does_not_name_stays() {
    let versions = |new, ended| Versions { new, ended };
    let (first, other) = (Some(Offer::of(1000)), Some(Offer::of(1100)));
    let mut model = Model::new(tests::now(), time::Duration::DAY);
    for (is_full, row, changes, written, price) in [
        (true, first, versions(1, 0), versions(1, 0), Some(1000)),
        (false, None, versions(0, 0), versions(0, 0), Some(1000)),
        (false, first, versions(0, 0), versions(1, 1), Some(1000)),
        (false, other, versions(1, 1), versions(1, 1), Some(1100)),
        (true, None, versions(0, 1), versions(0, 1), None),
    ] {
        let snapshot = Snapshot::new(&model, 0, is_full, vec![row]);
        assert_eq!((snapshot.changes, snapshot.written), (changes, written));
        snapshot.publish(&mut model);
        assert_eq!(model.price(0), price);
    }
}
