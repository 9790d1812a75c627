use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use domain::availability::{Availability, Condition};
use domain::history::PriceSegment;
use domain::ids::{ProductNo, StoreNo};
use domain::money::Amount;
use ports_store::StoreError;
use serde_json::json;

use super::{amount, corrupt};
use crate::schema::price_segments;
use crate::types::{DbJson, DbTs, SqlTs};

/// A closed price segment.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = price_segments, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SegmentRow {
    pub product_no: i64,
    pub store_no: i64,
    pub offer_id: String,
    pub from_at: DbTs,
    pub last_seen_at: DbTs,
    pub ended_at: Option<DbTs>,
    pub item_minor: i64,
    pub delivery_minor: Option<i64>,
    pub availability: String,
    pub condition: String,
    pub quarantined: bool,
    pub imported: bool,
}

/// The SQL types of the columns of [`SegmentRow`].
pub type SegmentTypes = (
    BigInt,
    BigInt,
    Text,
    SqlTs,
    SqlTs,
    Nullable<SqlTs>,
    BigInt,
    Nullable<BigInt>,
    Text,
    Text,
    Bool,
    Bool,
);

impl SegmentRow {
    /// The row of an imported segment of a product's offer at a store.
    pub fn imported(segment: &PriceSegment, product: ProductNo, store_no: i64) -> Self {
        let PriceSegment {
            store: _, // the one it is imported for
            offer_id,
            item_price,
            delivery_cost,
            availability,
            condition,
            is_quarantined,
            is_imported: _,
            from,
            last_seen,
            ended,
        } = segment;
        Self {
            product_no: product.0,
            store_no,
            offer_id: offer_id.clone(),
            from_at: DbTs::new(*from),
            last_seen_at: DbTs::new(*last_seen),
            ended_at: ended.map(DbTs::new),
            item_minor: item_price.minor(),
            delivery_minor: delivery_cost.map(Amount::minor),
            availability: availability.code().to_owned(),
            condition: condition.code().to_owned(),
            quarantined: *is_quarantined,
            imported: true,
        }
    }

    /// The segment.
    pub fn segment(self) -> Result<PriceSegment, StoreError> {
        let Self {
            product_no: _, // the caller asked for it
            store_no,
            offer_id,
            from_at,
            last_seen_at,
            ended_at,
            item_minor,
            delivery_minor,
            availability,
            condition,
            quarantined,
            imported,
        } = self;
        let delivery = |minor| amount(minor, "price_segments.delivery_minor");
        let availability = Availability::from_code(&availability);
        let condition = Condition::from_code(&condition);
        Ok(PriceSegment {
            store: StoreNo(store_no),
            offer_id,
            item_price: amount(item_minor, "price_segments.item_minor")?,
            delivery_cost: delivery_minor.map(delivery).transpose()?,
            availability: availability.ok_or_else(|| corrupt("price_segments.availability"))?,
            condition: condition.ok_or_else(|| corrupt("price_segments.condition"))?,
            is_quarantined: quarantined,
            is_imported: imported,
            from: from_at.at(),
            last_seen: last_seen_at.at(),
            ended: ended_at.map(DbTs::at),
        })
    }
}

/// Pairs of product and offer id for the dialect's `GIVEN_OFFERS`.
pub fn offers_json<'a>(offers: impl IntoIterator<Item = (ProductNo, &'a str)>) -> DbJson {
    let pair = |(product, offer_id): (ProductNo, &str)| json!([product.0, offer_id]);
    DbJson(offers.into_iter().map(pair).collect())
}
