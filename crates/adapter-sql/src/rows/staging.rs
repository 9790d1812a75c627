use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::ids::{CanonicalProductId, OfferNo};
use domain::money::{Amount, Currency};
use domain::num::i64_from_usize;
use domain::snapshot::SnapshotKind;
use domain::watch::{Freshness, TargetPrice};
use ports_store::{OpenSnapshot, StagedOffer};
use serde_json::json;
use time::{Duration, OffsetDateTime};

use crate::schema::{changes, delivery_rates, match_reviews, product_keys, snapshots};
use crate::types::{DbJson, DbTs, SqlTs};

/// A product whose answers change with a revision.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = changes, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ChangeRow {
    pub revision: i64,
    pub product_no: i64,
}

/// A text under which matching finds a product.
#[derive(Debug, Clone, PartialEq, Eq, Insertable, Queryable, Selectable)]
#[diesel(table_name = product_keys)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct KeyRow {
    pub key: String,
    pub product_no: i64,
}

/// A doubt for a person.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = match_reviews, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewReviewRow<'a> {
    pub store_no: i64,
    pub offer_id: &'a str,
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
            offers: i64::try_from(*offers).unwrap_or(i64::MAX),
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

/// The code of a full snapshot in the database.
pub const FULL: &str = "full";

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
            kind: match kind {
                SnapshotKind::Full => FULL,
                SnapshotKind::Delta => "delta",
            },
            state: "open",
            observed_at: DbTs::new(*observed_at),
            opened_at: DbTs::new(*opened_at),
            offer_ttl_seconds: offer_ttl.whole_seconds(),
        }
    }
}

/// What an open snapshot stages into: proof that it is still the one that may.
#[derive(Debug, Clone, Copy)]
pub struct Fence {
    /// The revision that readers see.
    pub revision: i64,
    /// The revision that the snapshot becomes.
    pub next: i64,
    /// Its store.
    pub store_no: i64,
    /// Whether it is a full snapshot.
    pub is_full: bool,
    /// Its observation.
    pub observed_at: DbTs,
    /// The observation of the store's last published full snapshot.
    pub full_seen_at: Option<DbTs>,
    /// How long its offers stay true, and the instant from which on that is reckoned while it is
    /// staged.
    pub freshness: Freshness,
    /// Ten-thousandths of the currency's unit in a minor unit.
    pub step: i64,
}

/// An open snapshot as it is read for a [`Fence`].
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct FenceRow {
    pub store_no: i64,
    pub kind: String,
    pub observed_at: DbTs,
    pub full_seen_at: Option<DbTs>,
    pub opened_at: DbTs,
    pub offer_ttl_seconds: i64,
    pub currency: Option<String>,
}

/// The SQL types of a [`FenceRow`].
pub type FenceTypes = (
    BigInt,
    Text,
    SqlTs,
    Nullable<SqlTs>,
    SqlTs,
    BigInt,
    Nullable<Text>,
);

impl FenceRow {
    /// The fence above the revision that readers see.
    pub fn fence(self, revision: i64) -> Fence {
        let Self {
            store_no,
            kind,
            observed_at,
            full_seen_at,
            opened_at,
            offer_ttl_seconds,
            currency,
        } = self;
        let currency = currency.as_deref().and_then(Currency::parse);
        Fence {
            revision,
            next: revision + 1,
            store_no,
            is_full: kind == FULL,
            observed_at,
            full_seen_at,
            freshness: Freshness {
                now: opened_at.at(),
                offer_ttl: Duration::seconds(offer_ttl_seconds),
            },
            // without a currency there are no watches
            step: currency.map_or(1, TargetPrice::step),
        }
    }
}

/// Longer than an import takes: what is fresh for so long yet is fresh when it is published.
const STAGING_TIME: Duration = Duration::hours(1);

impl Fence {
    /// An offer seen after this instant is not stale when the snapshot is published.
    pub fn surely_fresh_after(&self) -> DbTs {
        let Freshness { now, offer_ttl } = self.freshness;
        let reckoned = now.checked_sub(offer_ttl - STAGING_TIME);
        DbTs::new(reckoned.unwrap_or(OffsetDateTime::UNIX_EPOCH))
    }
}

/// What a staged offer asks for its product: product, price in ten-thousandths, and the number of the
/// offer that it replaces, for `given_bids`.
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

/// Finds the next free public id for each new product of a batch.
///
/// The database is asked which of `candidates` are taken, and `settle` is told, until no candidate
/// is left.
#[derive(Debug)]
pub struct FreeIds<'a> {
    wanted: Vec<(&'a CanonicalProductId, Option<CanonicalProductId>)>,
    given: HashSet<String>,
    first_suffix: u32,
}

/// Suffixes that are tried in one round.
const ROUND: u32 = 50;

impl<'a> FreeIds<'a> {
    /// Begins with the ids as they are wanted.
    pub fn new(wanted: impl IntoIterator<Item = &'a CanonicalProductId>) -> Self {
        let wanted: Vec<_> = wanted.into_iter().map(|id| (id, None)).collect();
        Self {
            given: HashSet::with_capacity(wanted.len()),
            wanted,
            first_suffix: 0,
        }
    }

    /// The ids to look up next; none when every product has one.
    pub fn candidates(&self) -> Vec<String> {
        let open = self.wanted.iter().filter(|(_, found)| found.is_none());
        let all = open.flat_map(|(id, _)| self.round(id).map(|id| id.as_str().to_owned()));
        let mut distinct = HashSet::new();
        all.filter(|id| distinct.insert(id.clone())).collect()
    }

    /// Gives each product the first candidate that is neither taken nor given in this batch.
    pub fn settle(&mut self, taken: &HashSet<String>) {
        let first = self.first_suffix;
        for (id, found) in self.wanted.iter_mut().filter(|(_, found)| found.is_none()) {
            let free = |id: &CanonicalProductId| {
                !taken.contains(id.as_str()) && !self.given.contains(id.as_str())
            };
            *found = candidates_of(id, first).find(free);
            self.given
                .extend(found.as_ref().map(|id| id.as_str().to_owned()));
        }
        self.first_suffix = if first == 0 {
            2
        } else {
            first.saturating_add(ROUND)
        };
    }

    /// The ids in the order in which they were wanted.
    pub fn found(self) -> Vec<CanonicalProductId> {
        self.wanted
            .into_iter()
            .map(|(id, found)| found.unwrap_or_else(|| id.clone()))
            .collect()
    }

    fn round(
        &self,
        id: &'a CanonicalProductId,
    ) -> impl Iterator<Item = CanonicalProductId> + use<'a> {
        candidates_of(id, self.first_suffix)
    }
}

fn candidates_of(
    id: &CanonicalProductId,
    first_suffix: u32,
) -> impl Iterator<Item = CanonicalProductId> {
    let plain = (first_suffix == 0).then(|| id.clone());
    let end = if first_suffix == 0 {
        0
    } else {
        first_suffix.saturating_add(ROUND)
    };
    plain
        .into_iter()
        .chain((first_suffix..end).map(|suffix| id.with_suffix(suffix)))
}

/// How many rows one transaction of clearing or compaction touches.
pub const BATCH: i64 = 1000;

/// Whether a batch was full, so that there may be more.
pub fn was_full(rows: usize) -> bool {
    i64_from_usize(rows) >= BATCH
}
