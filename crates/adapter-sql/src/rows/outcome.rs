//! What is written when an attempt ended.

use domain::webhook::delivery::{Delivery, DeliveryError, State};
use ports_store::FinishedAttempt;
use time::OffsetDateTime;

use crate::types::DbTs;

/// What is written of an attempt that ended, and of its delivery.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the migrations say what each column means")]
pub struct OutcomeRow {
    pub no: i64,
    pub number: i32,
    pub cycle_attempts: i32,
    pub status: &'static str,
    pub due_at: Option<DbTs>,
    pub last_error: Option<&'static str>,
    pub delivered_at: Option<DbTs>,
    pub started_at: DbTs,
    pub finished_at: DbTs,
    pub http_status: Option<i32>,
    pub error: Option<&'static str>,
    pub next_retry_at: Option<DbTs>,
    pub excerpt: Option<String>,
}

/// Instants of a state: when it is due, and when it was delivered.
const fn instants(state: State) -> (Option<OffsetDateTime>, Option<OffsetDateTime>) {
    match state {
        State::Pending { due } => (Some(due), None),
        State::Sending { lease_until } => (Some(lease_until), None),
        State::Delivered { at } => (None, Some(at)),
        State::Failed | State::Cancelled => (None, None),
    }
}

impl OutcomeRow {
    /// What is written of a settled attempt.
    pub fn of(finished: &FinishedAttempt, delivery: &Delivery) -> Self {
        let (due_at, delivered_at) = instants(delivery.state);
        Self {
            no: finished.no,
            number: i32::from(finished.attempt),
            cycle_attempts: i32::from(delivery.cycle),
            status: delivery.state.code(),
            due_at: due_at.map(DbTs::new),
            last_error: delivery.last_error.map(DeliveryError::code),
            delivered_at: delivered_at.map(DbTs::new),
            started_at: DbTs::new(finished.started_at),
            finished_at: DbTs::new(finished.finished_at),
            http_status: finished.http_status.map(i32::from),
            error: finished.verdict.error().map(DeliveryError::code),
            next_retry_at: due_at.map(DbTs::new),
            excerpt: finished.excerpt.as_ref().map(|it| it.as_str().to_owned()),
        }
    }
}
