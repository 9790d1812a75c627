//! What became of the offers, held against what they are about.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use tokio_postgres::Client;

use super::files::offer_id;
use super::market::item;
use super::naming::{Evidence, named};
use crate::bulk::on_postgres;
use crate::numbers::float;
use crate::outcome::Outcome;

/// The product of each offer of the shop, and whether a person is asked about it.
const ASSIGNED: &str = "SELECT o.offer_id, p.canonical_id, \
    EXISTS (SELECT 1 FROM match_reviews r \
        WHERE r.product_no = o.product_no AND NOT r.is_settled) AS in_review \
    FROM offers o JOIN products p ON p.no = o.product_no WHERE o.offer_id LIKE 'M-%'";

/// Where an offer went.
#[derive(QueryableByName)]
pub struct Assigned {
    #[diesel(sql_type = Text)]
    offer_id: String,
    #[diesel(sql_type = Text)]
    canonical_id: String,
    #[diesel(sql_type = Bool)]
    in_review: bool,
}

/// Reads a file.
pub fn of_sqlite(file: &Path) -> Outcome<Vec<Assigned>> {
    let mut connection = SqliteConnection::establish(&file.display().to_string())?;
    Ok(diesel::sql_query(ASSIGNED).load(&mut connection)?)
}

/// Reads a database.
pub fn of_postgres(url: &str) -> Outcome<Vec<Assigned>> {
    on_postgres(url, async |client: Client| {
        let rows = client.query(ASSIGNED, &[]).await?;
        let assigned = rows.into_iter().map(|row| {
            Ok(Assigned {
                offer_id: row.try_get(0)?,
                canonical_id: row.try_get(1)?,
                in_review: row.try_get(2)?,
            })
        });
        assigned.collect()
    })
}

/// How one kind of evidence was judged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    /// Offers.
    pub offers: u64,
    /// With the product that they are about.
    pub right: u64,
    /// With another product of the catalogue.
    pub wrong: u64,
    /// With a product of their own, and a person is asked.
    pub asked: u64,
}

impl Tally {
    /// The share of those with a product of the catalogue that have the right one.
    pub fn precision(self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    /// The share of all that have the right one.
    pub fn recall(self) -> f64 {
        share(self.right, self.offers)
    }

    /// Two together.
    pub fn and(self, other: Self) -> Self {
        Self {
            offers: self.offers + other.offers,
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            asked: self.asked + other.asked,
        }
    }
}

/// A share; all of nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 1.0;
    }
    float(part) / float(whole)
}

/// Judges the shop's first offers beside a catalogue of so many products.
pub fn judge(assigned: &[Assigned], offers: u64, products: u64) -> Outcome<Vec<(Evidence, Tally)>> {
    let places: HashMap<&str, &Assigned> = assigned
        .iter()
        .map(|assigned| (assigned.offer_id.as_str(), assigned))
        .collect();
    let catalogue: HashSet<String> = (0..products).map(|no| item(no).id).collect();
    let mut tallies: Vec<(Evidence, Tally)> =
        Evidence::ALL.map(|kind| (kind, Tally::default())).into();
    for number in 0..offers {
        let named = named(number, products);
        let place = places.get(offer_id(number).as_str());
        let place = place.ok_or("an offer that was not imported")?;
        let tally = tallies.iter_mut().find(|(kind, _)| *kind == named.evidence);
        let (_, tally) = tally.ok_or("a kind of evidence that is not counted")?;
        tally.offers += 1;
        let in_catalogue = catalogue.contains(&place.canonical_id);
        match named.truth {
            Some(truth) if truth == place.canonical_id => tally.right += 1,
            None if !in_catalogue => tally.right += 1,
            _ if in_catalogue => tally.wrong += 1,
            _ => {}
        }
        if !in_catalogue && place.in_review {
            tally.asked += 1;
        }
    }
    Ok(tallies)
}

const COUNT: &str = "SELECT count(*) AS products FROM products";

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    products: i64,
}

/// The products of a file.
pub fn count_sqlite(file: &Path) -> Outcome<u64> {
    let mut connection = SqliteConnection::establish(&file.display().to_string())?;
    let count: Count = diesel::sql_query(COUNT).get_result(&mut connection)?;
    Ok(u64::try_from(count.products)?)
}

/// The products of a database.
pub fn count_postgres(url: &str) -> Outcome<u64> {
    on_postgres(url, async |client: Client| {
        let count: i64 = client.query_one(COUNT, &[]).await?.try_get(0)?;
        Ok(u64::try_from(count)?)
    })
}
