use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, Text};
use domain::ids::WorkspaceNo;
use domain::secret::Sealed;
use domain::webhook::EventKind;
use domain::webhook::delivery::{Delivery, DeliveryError, State};
use domain::webhook::excerpt::Excerpt;
use ports_store::{AttemptEntry, KeptExcerpt, LeasedDelivery, ListedDelivery, StoreError};

use super::{corrupt, narrow, narrow_some};
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// The codes of all states.
pub const STATUSES: [&str; 5] = ["pending", "sending", "delivered", "failed", "cancelled"];

/// How a delivery stands.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct DeliveryRow {
    pub no: i64,
    pub subscription_no: i64,
    pub version: i32,
    pub status: String,
    pub attempts: i32,
    pub cycle_attempts: i32,
    pub replays: i32,
    pub due_at: Option<DbTs>,
    pub last_error: Option<String>,
    pub delivered_at: Option<DbTs>,
}

/// The SQL types of a [`DeliveryRow`].
pub type DeliveryTypes = (
    BigInt,
    BigInt,
    Integer,
    Text,
    Integer,
    Integer,
    Integer,
    Nullable<SqlTs>,
    Nullable<Text>,
    Nullable<SqlTs>,
);

/// A delivery as its owner sees it, without its attempts.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ListedRow {
    pub delivery: DeliveryRow,
    pub id: DbUuid,
    pub subscription: DbUuid,
    pub event: DbUuid,
    pub kind: String,
    pub created_at: DbTs,
    pub updated_at: DbTs,
}

/// The SQL types of a [`ListedRow`].
pub type ListedTypes = (DeliveryTypes, SqlUuid, SqlUuid, SqlUuid, Text, SqlTs, SqlTs);

/// An attempt that ended.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct AttemptRow {
    pub delivery_no: i64,
    pub number: i32,
    pub started_at: DbTs,
    pub finished_at: DbTs,
    pub http_status: Option<i32>,
    pub error: Option<String>,
    pub next_retry_at: Option<DbTs>,
}

/// The SQL types of an [`AttemptRow`].
pub type AttemptTypes = (
    BigInt,
    Integer,
    SqlTs,
    SqlTs,
    Nullable<Integer>,
    Nullable<Text>,
    Nullable<SqlTs>,
);

/// How the answer to an attempt began.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ExcerptRow {
    pub number: i32,
    pub excerpt: String,
}

/// The SQL types of an [`ExcerptRow`].
pub type ExcerptTypes = (Integer, Text);

impl TryFrom<ExcerptRow> for KeptExcerpt {
    type Error = StoreError;

    fn try_from(row: ExcerptRow) -> Result<Self, StoreError> {
        Ok(Self {
            attempt: narrow(row.number, "attempts.number")?,
            excerpt: Excerpt::kept(row.excerpt),
        })
    }
}

/// A delivery that was claimed for an attempt.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ClaimedRow {
    pub no: i64,
    pub id: DbUuid,
    pub workspace_no: i64,
    pub subscription_no: i64,
    pub subscription: DbUuid,
    pub url: String,
    pub secret: Vec<u8>,
    pub secret_key: String,
    pub prepared: Option<Vec<u8>>,
    pub prepared_key: Option<String>,
    pub event: DbUuid,
    pub kind: String,
    pub attempts: i32,
    pub payload: String,
    pub due_at: DbTs,
}

/// The SQL types of a [`ClaimedRow`].
pub type ClaimedTypes = (
    BigInt,
    SqlUuid,
    BigInt,
    BigInt,
    SqlUuid,
    Text,
    Binary,
    Text,
    Nullable<Binary>,
    Nullable<Text>,
    SqlUuid,
    Text,
    Integer,
    Text,
    SqlTs,
);

/// A stored error.
pub fn error(code: &str, column: &str) -> Result<DeliveryError, StoreError> {
    DeliveryError::from_code(code).ok_or_else(|| corrupt(column))
}

fn kind(code: &str) -> Result<EventKind, StoreError> {
    EventKind::from_code(code).ok_or_else(|| corrupt("deliveries.kind"))
}

impl DeliveryRow {
    /// The delivery.
    pub fn delivery(&self) -> Result<Delivery, StoreError> {
        let due = self
            .due_at
            .map(DbTs::at)
            .ok_or_else(|| corrupt("deliveries.due_at"));
        let state = match self.status.as_str() {
            "pending" => State::Pending { due: due? },
            "sending" => State::Sending { lease_until: due? },
            "delivered" => State::Delivered {
                at: self
                    .delivered_at
                    .map(DbTs::at)
                    .ok_or_else(|| corrupt("deliveries.delivered_at"))?,
            },
            "failed" => State::Failed,
            "cancelled" => State::Cancelled,
            _ => return Err(corrupt("deliveries.status")),
        };
        let last_error = self.last_error.as_deref();
        let last_error = last_error.map(|code| error(code, "deliveries.last_error"));
        Ok(Delivery {
            state,
            attempts: narrow(self.attempts, "deliveries.attempts")?,
            cycle: narrow(self.cycle_attempts, "deliveries.cycle_attempts")?,
            replays: narrow(self.replays, "deliveries.replays")?,
            last_error: last_error.transpose()?,
        })
    }
}

impl ListedRow {
    /// The delivery with its attempts.
    pub fn listed(self, attempts: Vec<AttemptEntry>) -> Result<ListedDelivery, StoreError> {
        Ok(ListedDelivery {
            delivery: self.delivery.delivery()?,
            id: self.id.0,
            subscription: self.subscription.0,
            event: self.event.0,
            kind: kind(&self.kind)?,
            created_at: self.created_at.at(),
            updated_at: self.updated_at.at(),
            attempts,
        })
    }
}

impl TryFrom<AttemptRow> for AttemptEntry {
    type Error = StoreError;

    fn try_from(row: AttemptRow) -> Result<Self, StoreError> {
        let column = "attempts.error";
        let code = row.error.as_deref().map(|code| error(code, column));
        Ok(Self {
            number: narrow(row.number, "attempts.number")?,
            started_at: row.started_at.at(),
            finished_at: row.finished_at.at(),
            http_status: narrow_some(row.http_status, "attempts.http_status")?,
            error: code.transpose()?,
            next_retry_at: row.next_retry_at.map(DbTs::at),
        })
    }
}

impl TryFrom<ClaimedRow> for LeasedDelivery {
    type Error = StoreError;

    fn try_from(row: ClaimedRow) -> Result<Self, StoreError> {
        Ok(Self {
            no: row.no,
            id: row.id.0,
            workspace: WorkspaceNo(row.workspace_no),
            endpoint: row.subscription_no,
            subscription: row.subscription.0,
            url: row.url,
            secret: Sealed {
                key_id: row.secret_key,
                bytes: row.secret,
            },
            prepared: row
                .prepared_key
                .zip(row.prepared)
                .map(|(key_id, bytes)| Sealed { key_id, bytes }),
            event: row.event.0,
            kind: kind(&row.kind)?,
            attempt: narrow(row.attempts, "deliveries.attempts")?,
            payload: row.payload,
            due_at: row.due_at.at(),
        })
    }
}
