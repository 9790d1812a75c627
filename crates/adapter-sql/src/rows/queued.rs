//! Events on their way to receivers.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use domain::webhook::EventKind;
use domain::webhook::event::delivery_id;
use time::OffsetDateTime;

use super::{EventRow, WaitingEventRow};
use crate::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};

/// A delivery to be queued, due at once.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct NewDeliveryRow {
    pub id: DbUuid,
    pub subscription_no: i64,
    pub workspace_no: i64,
    pub event_id: DbUuid,
    pub kind: &'static str,
    pub version: i32,
    pub product_no: Option<i64>,
    pub evidence_until: Option<DbTs>,
    /// It is due then too.
    pub created_at: DbTs,
}

/// Where an event goes.
#[derive(Debug, Clone, Copy, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct Receiver {
    pub no: i64,
    pub id: DbUuid,
    pub workspace_no: i64,
    pub version: i32,
}

impl NewDeliveryRow {
    /// The id of the delivery of an event to a subscription.
    pub fn id_of(event: DbUuid, subscription: DbUuid) -> DbUuid {
        DbUuid(delivery_id(event.0, subscription.0))
    }

    /// An event that waited, on its way to a receiver. If a revision was made since it happened, its evidence
    /// is looked at before it is sent.
    pub fn of_event(
        event: &WaitingEventRow,
        receiver: Receiver,
        revision: i64,
        now: OffsetDateTime,
    ) -> Self {
        let is_current = event.revision == Some(revision);
        Self {
            product_no: event.product_no,
            evidence_until: if is_current {
                event.evidence_until
            } else {
                Some(DbTs::new(now))
            },
            ..Self::due(
                event.id,
                EventKind::WatchlistTriggered.code(),
                event.created_at,
                receiver,
            )
        }
    }

    /// An event on its way to a receiver, due at once.
    pub fn of(event: &EventRow, receiver: Receiver) -> Self {
        Self {
            product_no: event.product_no,
            evidence_until: event.evidence_until,
            ..Self::due(event.id, event.kind, event.created_at, receiver)
        }
    }

    fn due(event: DbUuid, kind: &'static str, created_at: DbTs, receiver: Receiver) -> Self {
        Self {
            id: Self::id_of(event, receiver.id),
            subscription_no: receiver.no,
            workspace_no: receiver.workspace_no,
            event_id: event,
            kind,
            version: receiver.version,
            product_no: None,
            evidence_until: None,
            created_at,
        }
    }
}

/// A subscription that may ask for events.
#[derive(Debug, Clone, Queryable)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct ReceiverRow {
    pub receiver: Receiver,
    pub created_at: DbTs,
    pub events: DbJson,
}

/// The SQL types of a [`ReceiverRow`].
pub type ReceiverTypes = ((BigInt, SqlUuid, BigInt, Integer), SqlTs, SqlJson);
