use diesel::prelude::*;
use domain::ids::{OfferNo, ProductNo, StoreNo};
use ports_store::{GroupedOffer, OfferPlace, StoreError};

use super::amount;
use super::json::identity;
use super::offer::{condition, confidence, rung};
use crate::schema::offers;
use crate::types::DbJson;

/// An offer with what brought it to its product.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = offers)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct GroupedRow {
    pub no: i64,
    pub store_no: i64,
    pub offer_id: String,
    pub product_no: i64,
    pub identity: DbJson,
    pub item_minor: i64,
    pub condition: String,
    pub rung: String,
    pub confidence_milli: i32,
}

impl TryFrom<GroupedRow> for GroupedOffer {
    type Error = StoreError;

    fn try_from(row: GroupedRow) -> Result<Self, StoreError> {
        Ok(Self {
            no: OfferNo(row.no),
            store: StoreNo(row.store_no),
            offer_id: row.offer_id,
            product: ProductNo(row.product_no),
            identity: identity(&row.identity.0, "offers.identity")?,
            item_price: amount(row.item_minor, "offers.item_minor")?,
            condition: condition(&row.condition)?,
            rung: rung(&row.rung)?,
            confidence: confidence(row.confidence_milli)?,
        })
    }
}

/// Where a product is offered.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct PlaceRow {
    pub product_no: i64,
    pub store_no: i64,
    pub condition: String,
}

impl PlaceRow {
    /// The store and the condition.
    pub fn place(&self) -> Result<OfferPlace, StoreError> {
        Ok(OfferPlace {
            store: StoreNo(self.store_no),
            condition: condition(&self.condition)?,
        })
    }
}
