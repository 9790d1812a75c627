//! Events as rows.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use domain::watch::{ChannelKind, WatchConditionKind};
use domain::webhook::EventKind;
use domain::webhook::event::{Event, WatchEvent};
use ports_store::{StoreError, envelope};
use time::OffsetDateTime;
use uuid::Uuid;

use super::watch::restarts;
use crate::schema::events;
use crate::types::{DbTs, DbUuid, SqlTs, SqlUuid};

/// An event that happened.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = events, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct EventRow {
    pub id: DbUuid,
    pub kind: &'static str,
    pub workspace_no: i64,
    pub watch_id: Option<DbUuid>,
    pub channel: &'static str,
    pub product_no: Option<i64>,
    pub revision: Option<i64>,
    pub source_revision: Option<DbUuid>,
    pub payload: String,
    pub created_at: DbTs,
    pub price_minor: Option<i64>,
    pub evidence_until: Option<DbTs>,
    pub fan_out_after: Option<i64>,
    pub store_name: Option<String>,
    pub condition: Option<String>,
    pub reference_minor: Option<i64>,
    pub restarts: Option<i32>,
}

impl EventRow {
    /// The row of an event of a workspace's watch.
    pub fn of(
        event: &WatchEvent,
        workspace_no: i64,
        channel: ChannelKind,
    ) -> Result<Self, StoreError> {
        let evidence = event.firing.evidence();
        let condition = event.firing.condition;
        Ok(Self {
            id: DbUuid(event.id),
            kind: EventKind::WatchlistTriggered.code(),
            workspace_no,
            watch_id: Some(DbUuid(event.firing.watch)),
            channel: channel.code(),
            product_no: Some(event.product.0),
            revision: Some(event.revision.0),
            source_revision: evidence.source_revision.map(DbUuid),
            payload: envelope(&Event::Triggered(event))?,
            created_at: DbTs::new(event.firing.observed_at),
            price_minor: evidence.price.map(domain::money::Amount::minor),
            evidence_until: event.evidence_until.map(DbTs::new),
            fan_out_after: None,
            store_name: evidence.store.map(|name| name.as_str().to_owned()),
            condition: (condition.target().is_none()).then(|| condition.code().to_owned()),
            reference_minor: condition.reference().map(domain::money::Amount::minor),
            restarts: (event.restarts > 0).then(|| restarts(event.restarts)),
        })
    }

    /// Whether what it tells of is counted from a price: a fall, or a low, which may be from none.
    pub fn is_counted(&self) -> bool {
        let kind = self
            .condition
            .as_deref()
            .and_then(WatchConditionKind::from_code);
        kind.is_some_and(WatchConditionKind::has_reference)
    }

    /// The same, to be queued for all subscriptions that ask for it.
    #[must_use]
    pub fn for_all(self) -> Self {
        Self {
            fan_out_after: Some(0),
            ..self
        }
    }

    /// The row of a test with the payload that was made for it.
    pub fn test(id: Uuid, payload: &str, workspace_no: i64, now: OffsetDateTime) -> Self {
        Self {
            id: DbUuid(id),
            kind: EventKind::WebhookTest.code(),
            workspace_no,
            watch_id: None,
            channel: ChannelKind::Webhook.code(),
            product_no: None,
            revision: None,
            source_revision: None,
            payload: payload.to_owned(),
            created_at: DbTs::new(now),
            price_minor: None,
            evidence_until: None,
            fan_out_after: None,
            store_name: None,
            condition: None,
            reference_minor: None,
            restarts: None,
        }
    }
}

/// An event that waits to be queued for subscriptions.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct WaitingEventRow {
    pub id: DbUuid,
    pub workspace_no: i64,
    pub product_no: Option<i64>,
    pub revision: Option<i64>,
    pub created_at: DbTs,
    pub evidence_until: Option<DbTs>,
    pub fan_out_after: i64,
}

/// The SQL types of a [`WaitingEventRow`].
pub type WaitingEventTypes = (
    SqlUuid,
    BigInt,
    Nullable<BigInt>,
    Nullable<BigInt>,
    SqlTs,
    Nullable<SqlTs>,
    BigInt,
);
