//! The GTINs of a product.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::gtin::Gtin;
use domain::num::i64_from_usize;
use domain::placement::Confidence;
use domain::product::{ProductGtin, Provenance};
use ports_store::StoreError;
use serde_json::json;

use crate::rows::{corrupt, narrow};
use crate::schema::product_gtins;
use crate::types::DbJson;

/// A GTIN of a product.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = product_gtins, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct GtinRow {
    pub product_no: i64,
    pub gtin: i64,
    pub place: i32,
    pub provenance: String,
    pub confidence_milli: i32,
    pub from_rev: i64,
}

impl GtinRow {
    /// The rows of a product's numbers in their order, each number once.
    pub fn all(product_no: i64, gtins: &[ProductGtin], from_rev: i64) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let distinct = gtins.iter().filter(|gtin| seen.insert(gtin.gtin));
        let place = |(place, gtin)| Self::at(product_no, place, gtin, from_rev);
        distinct.enumerate().map(place).collect()
    }

    /// One number of a product at a place in its order.
    pub fn at(product_no: i64, place: usize, gtin: &ProductGtin, from_rev: i64) -> Self {
        let ProductGtin {
            gtin,
            provenance,
            confidence,
        } = gtin;
        Self {
            product_no,
            gtin: i64::try_from(gtin.number()).unwrap_or(i64::MAX),
            place: i32::try_from(i64_from_usize(place)).unwrap_or(i32::MAX),
            provenance: provenance.code().to_owned(),
            confidence_milli: i32::from(confidence.milli()),
            from_rev,
        }
    }

    /// Several of them as JSON arrays of their columns in order.
    pub fn json(rows: &[Self]) -> DbJson {
        let columns = |row: &Self| {
            let Self {
                product_no,
                gtin,
                place,
                provenance,
                confidence_milli,
                from_rev,
            } = row;
            json!([
                product_no,
                gtin,
                place,
                provenance,
                confidence_milli,
                from_rev
            ])
        };
        DbJson(rows.iter().map(columns).collect())
    }

    /// The number with who says so.
    pub fn gtin(&self) -> Result<ProductGtin, StoreError> {
        let provenance = Provenance::from_code(&self.provenance);
        let milli = narrow(self.confidence_milli, "product_gtins.confidence_milli")?;
        let number = narrow(self.gtin, "product_gtins.gtin")?;
        Ok(ProductGtin {
            gtin: Gtin::from_number(number).ok_or_else(|| corrupt("product_gtins.gtin"))?,
            provenance: provenance.ok_or_else(|| corrupt("product_gtins.provenance"))?,
            confidence: Confidence::from_milli(milli),
        })
    }
}

/// For how many goods a store uses a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberUse {
    /// The store's number.
    pub store: i64,
    /// The trade item number.
    pub gtin: Gtin,
    /// How many goods.
    pub goods: u32,
}

impl NumberUse {
    /// Several of them, for the dialect's `GIVEN_USES`.
    pub fn json(uses: &[Self]) -> DbJson {
        let triple = |it: &Self| {
            let goods = i32::try_from(it.goods).unwrap_or(i32::MAX);
            json!([it.store, it.gtin.number(), goods])
        };
        DbJson(uses.iter().map(triple).collect())
    }
}

/// The numbers of a product that the catalogue states anew: its own first, then what others than
/// the catalogue said before.
pub fn merged_gtins(
    stated: &[ProductGtin],
    stored: &[GtinRow],
) -> Result<Vec<ProductGtin>, StoreError> {
    let mut merged = Vec::with_capacity(stated.len());
    let mut seen = BTreeSet::new();
    let kept: Result<Vec<_>, _> = stored.iter().map(GtinRow::gtin).collect();
    let kept = kept?
        .into_iter()
        .filter(|gtin| gtin.provenance != Provenance::Catalogue);
    for gtin in stated.iter().cloned().chain(kept) {
        if seen.insert(gtin.gtin) {
            merged.push(gtin);
        }
    }
    Ok(merged)
}
