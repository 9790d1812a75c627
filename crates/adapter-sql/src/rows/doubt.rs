use std::collections::HashMap;

use diesel::prelude::*;
use domain::ids::{DoubtNo, ProductNo};
use domain::money::Amount;
use domain::store::StoreName;
use ports_store::{Candidate, DoubtSide, DoubtfulMatch, OpenDoubts, StoreError};

use super::{corrupt, narrow};

mod moving;

pub use moving::{KnownDoubt, MovedDoubts};

/// An open doubt, counted.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct DoubtRow {
    pub no: i64,
    pub reason: String,
    pub product_no: i64,
    pub candidate_no: i64,
    /// How many offers wait for it.
    pub waiting: i64,
    /// How many pairs of offers it joins.
    pub joins: i64,
    /// How many doubts are open in all.
    pub open: i64,
}

/// The current offers of a product, counted.
#[derive(Debug, Clone, Copy, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct TallyRow {
    pub product_no: i64,
    pub offers: i64,
    pub stores: i64,
    pub lowest_minor: Option<i64>,
    pub highest_minor: Option<i64>,
    /// The oldest offer.
    pub first_no: i64,
}

/// The oldest offer of a product.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct FirstOfferRow {
    pub product_no: i64,
    pub store: String,
    pub offer_id: String,
}

/// What is known of the products of doubts.
#[derive(Debug, Default)]
pub struct DoubtedProducts {
    candidates: HashMap<i64, Candidate>,
    tallies: HashMap<i64, TallyRow>,
    firsts: HashMap<i64, FirstOfferRow>,
}

impl DoubtedProducts {
    /// Puts it together.
    pub fn new(
        candidates: Vec<Candidate>,
        tallies: Vec<TallyRow>,
        firsts: Vec<FirstOfferRow>,
    ) -> Self {
        Self {
            candidates: candidates.into_iter().map(|c| (c.product.0, c)).collect(),
            tallies: tallies.into_iter().map(|t| (t.product_no, t)).collect(),
            firsts: firsts.into_iter().map(|f| (f.product_no, f)).collect(),
        }
    }

    /// The doubts of these rows, in their order.
    pub fn doubts(&self, rows: Vec<DoubtRow>) -> Result<OpenDoubts, StoreError> {
        let open = rows.first().map_or(0, |row| row.open);
        Ok(OpenDoubts {
            open: narrow(open, "count of match_reviews")?,
            doubts: rows
                .into_iter()
                .map(|row| self.doubt(row))
                .collect::<Result<_, _>>()?,
        })
    }

    fn doubt(&self, row: DoubtRow) -> Result<DoubtfulMatch, StoreError> {
        let first = self.firsts.get(&row.product_no);
        let first = first.ok_or_else(|| corrupt("match_reviews.product_no"))?;
        Ok(DoubtfulMatch {
            no: DoubtNo(row.no),
            store: StoreName::parse(&first.store).ok_or_else(|| corrupt("stores.name"))?,
            offer_id: first.offer_id.clone(),
            product: self.side(row.product_no)?,
            candidate: self.side(row.candidate_no)?,
            reason: row.reason,
            waiting: narrow(row.waiting, "count of offers")?,
            joins: narrow(row.joins, "count of offers")?,
        })
    }

    fn side(&self, no: i64) -> Result<DoubtSide, StoreError> {
        let known = self.candidates.get(&no);
        let known = known.ok_or_else(|| corrupt("match_reviews.candidate_no"))?;
        let tally = self.tallies.get(&no);
        let price = |minor: Option<i64>| minor.and_then(Amount::from_minor);
        let lowest = price(tally.and_then(|tally| tally.lowest_minor));
        let highest = price(tally.and_then(|tally| tally.highest_minor));
        Ok(DoubtSide {
            product: ProductNo(no),
            id: known.id.clone(),
            name: known.name.clone(),
            brand: known.brand.clone(),
            mpn: known.mpn.clone(),
            gtins: known.gtins.clone(),
            provenance: known.provenance,
            offers: narrow(tally.map_or(0, |tally| tally.offers), "count of offers")?,
            stores: narrow(tally.map_or(0, |tally| tally.stores), "count of stores")?,
            item_prices: lowest.zip(highest),
        })
    }
}
