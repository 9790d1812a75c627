use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::watch::Evidence;
use ports_store::StoreError;

use super::{DeliveryRow, DeliveryTypes, evidence};
use crate::types::{DbUuid, SqlUuid};

/// A delivery that is to be replayed, with what its event told of.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ReplayedRow {
    pub delivery: DeliveryRow,
    pub event_id: DbUuid,
    pub product_no: Option<i64>,
    pub source_revision: Option<DbUuid>,
    pub price_minor: Option<i64>,
    pub store_name: Option<String>,
}

/// The SQL types of a [`ReplayedRow`].
pub type ReplayedTypes = (
    DeliveryTypes,
    SqlUuid,
    Nullable<BigInt>,
    Nullable<SqlUuid>,
    Nullable<BigInt>,
    Nullable<Text>,
);

impl ReplayedRow {
    /// What its event rests on.
    pub fn told(&self) -> Result<Evidence, StoreError> {
        evidence(
            self.source_revision,
            self.price_minor,
            self.store_name.as_deref(),
        )
    }
}
