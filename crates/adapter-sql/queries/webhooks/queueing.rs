//! Deliveries that begin to wait, and that wait no more.

use std::collections::HashSet;

use adapter_sql::columns::AND_WAITING;
use adapter_sql::rows::{EventRow, NewDeliveryRow, Receiver};
use adapter_sql::schema::events;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::webhook::delivery::DeliveryError;

use crate::claiming;
use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};

/// Rows of one multi-row insert.
const ROWS: usize = 1000;

/// Cancels those of these deliveries that wait; how many that were.
pub(crate) async fn cancel(
    c: &mut Conn,
    numbers: Vec<i64>,
    why: DeliveryError,
    now: DbTs,
) -> Result<u64, Failure> {
    if numbers.is_empty() {
        return Ok(0);
    }
    let taken: Vec<i64> = prepared::<BigInt>(concatcp!(
        "DELETE FROM delivery_queue AS q WHERE q.delivery_no",
        IN_NUMBERS,
        AND_WAITING,
        "RETURNING delivery_no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers))
    .load(c)
    .await?;
    let rows = prepared::<()>(concatcp!(
        "UPDATE deliveries SET status = 'cancelled', last_error = ?, updated_at = ? WHERE no",
        IN_NUMBERS,
    ))
    .bind::<Text, _>(why.code())
    .bind::<SqlTs, _>(now)
    .bind::<SqlJson, _>(DbJson::numbers(taken))
    .execute(c)
    .await?;
    Ok(domain::num::u64_from_usize(rows))
}

/// Queues events for their receivers, as far as they were not; how many deliveries that made.
pub(crate) async fn queue(
    c: &mut Conn,
    told: &[(EventRow, Vec<Receiver>)],
) -> Result<u64, Failure> {
    let events: Vec<&EventRow> = told.iter().map(|(event, _)| event).collect();
    for rows in events.chunks(ROWS) {
        diesel::insert_into(events::table)
            .values(rows.to_vec())
            .on_conflict_do_nothing()
            .execute(c)
            .await?;
    }
    // one that was there tells of what it takes the place of, too
    for event in events.iter().filter(|event| event.is_counted()) {
        prepared::<()>(
            "UPDATE events SET reference_minor = ? WHERE id = ? \
             AND (CAST(? AS bigint) IS NULL OR reference_minor < ?)",
        )
        .bind::<Nullable<BigInt>, _>(event.reference_minor)
        .bind::<SqlUuid, _>(event.id)
        .bind::<Nullable<BigInt>, _>(event.reference_minor)
        .bind::<Nullable<BigInt>, _>(event.reference_minor)
        .execute(c)
        .await?;
    }
    let to_each = |(event, receivers): &(EventRow, Vec<Receiver>)| {
        let row = |receiver: &Receiver| NewDeliveryRow::of(event, *receiver);
        receivers.iter().map(row).collect::<Vec<_>>()
    };
    let queued: Vec<NewDeliveryRow> = told.iter().flat_map(to_each).collect();
    insert(c, queued).await
}

/// Writes deliveries that are not there yet, each once; how many that were.
pub(crate) async fn insert(c: &mut Conn, mut queued: Vec<NewDeliveryRow>) -> Result<u64, Failure> {
    // one event may take the place of several for one receiver
    let mut ids = HashSet::new();
    queued.retain(|row| ids.insert(row.id));
    let mut inserted = 0;
    for rows in queued.chunks(ROWS) {
        inserted += claiming::enqueue(c, rows).await?;
    }
    Ok(domain::num::u64_from_usize(inserted))
}
