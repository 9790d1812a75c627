mod fence;
mod free_ids;

use diesel::prelude::*;
use domain::ids::{OfferNo, ProductNo};
use domain::money::Amount;
use domain::num::{i64_from_u64, i64_from_usize};
use domain::placement::MatchKey;
use ports_store::{OpenSnapshot, StagedOffer};
use serde_json::json;

use crate::schema::{delivery_rates, match_reviews, product_keys, snapshots};
use crate::types::{DbJson, DbTs, WrittenJson};

pub use fence::{Fence, FenceRow, FenceTypes};
pub use free_ids::FreeIds;

/// A key under which matching finds a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Queryable, Selectable)]
#[diesel(table_name = product_keys)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KeyRow {
    pub key: i64,
    pub product_no: i64,
}

impl KeyRow {
    /// The rows of a product's keys.
    pub fn all(product: ProductNo, keys: &[MatchKey]) -> impl Iterator<Item = Self> {
        keys.iter().map(move |key| Self {
            key: key.number(),
            product_no: product.0,
        })
    }

    /// A JSON object with a member for each row, key and product, in order: what is near in a tree is written together. For
    /// `SQLite`, which takes members of the same name.
    pub fn json(mut rows: Vec<Self>) -> WrittenJson {
        rows.sort_unstable();
        let members = rows.iter().map(|row| {
            let Self { key, product_no } = row;
            format!("\"{key}\":{product_no}")
        });
        let mut text = String::with_capacity(rows.len() * 32);
        text.push('{');
        for member in members {
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(&member);
        }
        text.push('}');
        WrittenJson(text)
    }
}

/// A doubt for a person.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = match_reviews, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewReviewRow<'a> {
    pub product_no: i64,
    pub candidate_no: i64,
    pub reason: &'a str,
    pub from_rev: i64,
}

/// A published delivery cost of a category.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = delivery_rates, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct RateRow<'a> {
    pub store_no: i64,
    pub category: &'a str,
    pub rate_minor: i64,
    pub offers: i64,
}

impl<'a> RateRow<'a> {
    /// The rows of a store.
    pub fn all(store_no: i64, rates: &'a [(String, Amount, u64)]) -> Vec<Self> {
        let row = |(category, rate, offers): &'a (String, Amount, u64)| Self {
            store_no,
            category,
            rate_minor: rate.minor(),
            offers: i64_from_u64(*offers),
        };
        rates.iter().map(row).collect()
    }
}

/// A snapshot that begins.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = snapshots, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewSnapshotRow {
    pub store_no: i64,
    pub kind: &'static str,
    pub state: &'static str,
    pub observed_at: DbTs,
    pub opened_at: DbTs,
    pub offer_ttl_seconds: i64,
}

impl NewSnapshotRow {
    /// The row of a snapshot of a store.
    pub fn of(snapshot: &OpenSnapshot, store_no: i64) -> Self {
        let OpenSnapshot {
            store: _,
            kind,
            observed_at,
            opened_at,
            offer_ttl,
        } = snapshot;
        Self {
            store_no,
            kind: kind.code(),
            state: "open",
            observed_at: DbTs::new(*observed_at),
            opened_at: DbTs::new(*opened_at),
            offer_ttl_seconds: offer_ttl.whole_seconds(),
        }
    }
}

/// What a staged offer asks for its product: product, price in ten-thousandths, and the number of the
/// offer that it replaces, for `GIVEN_BIDS`.
pub fn bids<'a>(offers: impl Iterator<Item = (&'a StagedOffer, i64)>, step: i64) -> DbJson {
    let bid = |(offer, product): (&StagedOffer, i64)| {
        let price = offer.bid.map(|bid| bid.minor().saturating_mul(step));
        json!([product, price, offer.replaces.map(|no| no.0)])
    };
    DbJson(offers.map(bid).collect())
}

/// The same of offers that are gone.
pub fn gone(offers: &[OfferNo]) -> DbJson {
    DbJson(offers.iter().map(|no| json!([null, null, no.0])).collect())
}

/// How many rows one transaction of clearing or compaction touches.
pub const BATCH: i64 = 1000;

/// Whether a batch was full, so that there may be more.
pub fn was_full(rows: usize) -> bool {
    i64_from_usize(rows) >= BATCH
}
