//! What an open snapshot stages into.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::freshness::Freshness;
use domain::money::Currency;
use domain::snapshot::SnapshotKind;
use domain::watch::TargetPrice;
use time::Duration;

use crate::types::{DbTs, SqlTs};

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
            is_full: kind == SnapshotKind::Full.code(),
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

impl Fence {
    /// An offer seen after this instant is not stale when the snapshot is published.
    pub fn surely_fresh_after(&self) -> DbTs {
        DbTs::new(self.freshness.surely_fresh_after())
    }
}
