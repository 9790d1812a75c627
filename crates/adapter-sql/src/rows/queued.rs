//! Events on their way to receivers.

use diesel::prelude::*;
use domain::webhook::event::delivery_id;

use super::EventRow;
use crate::schema::deliveries;
use crate::types::{DbTs, DbUuid};

/// A delivery to be queued.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = deliveries, treat_none_as_default_value = false)]
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
    pub status: &'static str,
    pub attempts: i32,
    pub cycle_attempts: i32,
    pub replays: i32,
    pub due_at: Option<DbTs>,
    pub created_at: DbTs,
    pub updated_at: DbTs,
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

    /// An event on its way to a receiver, due at once.
    pub fn of(event: &EventRow, receiver: Receiver) -> Self {
        Self {
            id: Self::id_of(event.id, receiver.id),
            subscription_no: receiver.no,
            workspace_no: receiver.workspace_no,
            event_id: event.id,
            kind: event.kind,
            version: receiver.version,
            product_no: event.product_no,
            evidence_until: event.evidence_until,
            status: "pending",
            attempts: 0,
            cycle_attempts: 0,
            replays: 0,
            due_at: Some(event.created_at),
            created_at: event.created_at,
            updated_at: event.created_at,
        }
    }
}
