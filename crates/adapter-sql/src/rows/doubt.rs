use diesel::prelude::*;
use domain::ids::{DoubtNo, ProductNo};
use domain::store::StoreName;
use ports_store::{DoubtfulMatch, StoreError};

use super::corrupt;
use super::product::canonical;

/// An open doubt with the names of its store and products.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct DoubtRow {
    pub no: i64,
    pub store: String,
    pub offer_id: String,
    pub product_no: i64,
    pub product_id: String,
    pub product_name: String,
    pub candidate_no: i64,
    pub candidate_id: String,
    pub candidate_name: String,
    pub reason: String,
}

impl TryFrom<DoubtRow> for DoubtfulMatch {
    type Error = StoreError;

    fn try_from(row: DoubtRow) -> Result<Self, StoreError> {
        let DoubtRow {
            no,
            store,
            offer_id,
            product_no,
            product_id,
            product_name,
            candidate_no,
            candidate_id,
            candidate_name,
            reason,
        } = row;
        Ok(Self {
            no: DoubtNo(no),
            store: StoreName::parse(&store).ok_or_else(|| corrupt("stores.name"))?,
            offer_id,
            product: ProductNo(product_no),
            product_id: canonical(&product_id)?,
            product_name,
            candidate: ProductNo(candidate_no),
            candidate_id: canonical(&candidate_id)?,
            candidate_name,
            reason,
        })
    }
}
