use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Text};
use domain::ids::SnapshotNo;
use domain::num::u64_from_i64;
use domain::plausibility::feed::SuspicionKind;
use domain::store::StoreName;
use ports_store::{HeldSnapshot, ReviewDecision, StoreError, UnseenShop};

use super::corrupt;
use crate::types::{DbTs, SqlTs};

/// A snapshot whose feed is not believed.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct SuspectRow {
    pub no: i64,
    pub store: String,
    pub observed_at: DbTs,
    pub kind: String,
    pub evidence: String,
    pub refused: bool,
    pub state: String,
    pub prices: i64,
    pub named: Option<Vec<u8>>,
}

/// The SQL types of a [`SuspectRow`].
pub type SuspectTypes = (
    BigInt,
    Text,
    SqlTs,
    Text,
    Text,
    Bool,
    Text,
    BigInt,
    Nullable<Binary>,
);

/// What is waiting for a person.
pub const WAITING: &str = "waiting";

impl TryFrom<SuspectRow> for HeldSnapshot {
    type Error = StoreError;

    fn try_from(row: SuspectRow) -> Result<Self, StoreError> {
        let SuspectRow {
            no,
            store,
            observed_at,
            kind,
            evidence,
            refused: _, // the kind says it
            state,
            prices,
            named,
        } = row;
        let verdict = match state.as_str() {
            WAITING => None,
            code => Some(
                ReviewDecision::from_code(code).ok_or_else(|| corrupt("held_snapshots.state"))?,
            ),
        };
        Ok(Self {
            no: SnapshotNo(no),
            store: StoreName::parse(&store).ok_or_else(|| corrupt("stores.name"))?,
            observed_at: observed_at.at(),
            kind: SuspicionKind::from_code(&kind).ok_or_else(|| corrupt("held_snapshots.kind"))?,
            evidence,
            prices: u64_from_i64(prices),
            verdict,
            named: named.and_then(|named| named.try_into().ok()),
        })
    }
}

/// A shop that was not seen of late.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct UnseenRow {
    pub store: String,
    pub last_observed_at: Option<DbTs>,
    pub refused: Option<String>,
}

impl TryFrom<UnseenRow> for UnseenShop {
    type Error = StoreError;

    fn try_from(row: UnseenRow) -> Result<Self, StoreError> {
        let UnseenRow {
            store,
            last_observed_at,
            refused,
        } = row;
        let kind = |code: String| {
            SuspicionKind::from_code(&code).ok_or_else(|| corrupt("held_snapshots.kind"))
        };
        Ok(Self {
            store: StoreName::parse(&store).ok_or_else(|| corrupt("stores.name"))?,
            last_observed_at: last_observed_at.map(DbTs::at),
            refused: refused.map(kind).transpose()?,
        })
    }
}
