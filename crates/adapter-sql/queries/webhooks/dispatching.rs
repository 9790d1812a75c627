//! Deliveries as workers see them.
//!
//! Beside this stand `claiming::claim` and `claiming::write` of each database, for which the two have no
//! common form that is quick.

use adapter_sql::columns::{AND_SENDING, DELIVERY_COLUMNS};
use adapter_sql::rows::{
    DeliveryRow, DeliveryTypes, EndpointRow, EndpointTypes, OutcomeRow, Settling, WaitingRow,
    WaitingTypes,
};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Integer, Nullable};
use domain::num::u64_from_i64;
use domain::webhook::Policy;
use domain::webhook::excerpt::EXCERPTS_KEPT;
use domain::webhook::fair::{DeliveryCapacity, EndpointQueue, share};
use ports_store::{DeliveryTally, FinishedAttempt, LeasedDelivery};
use time::OffsetDateTime;

use crate::claiming;
use crate::dialect::{
    Conn, DELIVERY_OF_Q, FOR_CHANGE_OF_Q, FOR_CHANGE_OF_S, IN_NUMBERS, RunQueryDsl, STORE_CLOCK,
};
use crate::queries::webhooks::incidents;

pub(crate) async fn lease_due(
    c: &mut Conn,
    now: OffsetDateTime,
    until: OffsetDateTime,
    places: &DeliveryCapacity,
) -> Result<Vec<LeasedDelivery>, Failure> {
    let mut queues = queues(c, now).await?;
    queues.retain(|queue| queue.due_at <= now);
    queues.sort_by_key(|queue| queue.due_at);
    let probing = queues.iter().filter(|queue| queue.is_probing(now));
    let probing: Vec<i64> = probing.map(|queue| queue.endpoint).collect();
    let waiting = queues.iter().filter_map(|queue| queue.waiting(now, places));
    let mut shares = share(&waiting.collect::<Vec<_>>(), places);
    if !probing.is_empty() {
        let allowed = probes(c, &probing, now).await?;
        shares.retain(|(no, _)| !probing.contains(no) || allowed.contains(no));
    }
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let claimed = claiming::claim(c, &shares, DbTs::new(now), DbTs::new(until)).await?;
    Ok(claimed
        .into_iter()
        .map(LeasedDelivery::try_from)
        .collect::<Result<_, _>>()?)
}

/// Endpoints that are switched on and for which something waits whose evidence is good, from one
/// to the next by the index of what waits. Of each the oldest are looked at: where a revision asks about all
/// of these, they are judged first, after the watches that are left of their products. What is ordered and limited is read by its index, whatever the statistics say.
async fn queues(c: &mut Conn, now: OffsetDateTime) -> Result<Vec<EndpointQueue>, Failure> {
    let rows: Vec<WaitingRow> = prepared::<WaitingTypes>(
        "WITH RECURSIVE waiting (no) AS ( \
             SELECT (SELECT q.subscription_no FROM delivery_queue q WHERE q.started_at IS NULL \
                 ORDER BY q.subscription_no LIMIT 1) \
             UNION ALL \
             SELECT (SELECT q.subscription_no FROM delivery_queue q WHERE q.started_at IS NULL \
                 AND q.subscription_no > w.no ORDER BY q.subscription_no LIMIT 1) \
             FROM waiting w WHERE w.no IS NOT NULL \
         ) \
         SELECT s.no, s.workspace_no, s.failures, s.cooldown_until, \
             (SELECT o.due_at FROM ( \
                 SELECT q.due_at, q.product_no FROM delivery_queue q \
                 WHERE q.started_at IS NULL \
                 AND q.subscription_no = s.no AND q.version = s.version \
                 AND (q.evidence_until IS NULL OR q.evidence_until > ?) \
                 ORDER BY q.due_at LIMIT 100) AS o \
             WHERE (SELECT k.product_no FROM evidence_checks k \
                 WHERE k.product_no = o.product_no) IS NULL ORDER BY o.due_at LIMIT 1), \
             (SELECT q.due_at FROM delivery_queue q WHERE q.started_at IS NOT NULL \
                 AND q.subscription_no = s.no ORDER BY q.due_at LIMIT 1) \
         FROM waiting w JOIN subscriptions s ON s.no = w.no \
         WHERE s.enabled AND s.deleted_at IS NULL",
    )
    .bind::<SqlTs, _>(DbTs::new(now))
    .load(c)
    .await?;
    let queues = rows.iter().map(WaitingRow::queue);
    Ok(queues
        .filter_map(Result::transpose)
        .collect::<Result<_, _>>()?)
}

/// Those of these endpoints that may have their one attempt now; kept from other workers until the
/// transaction ends.
async fn probes(c: &mut Conn, endpoints: &[i64], now: OffsetDateTime) -> Result<Vec<i64>, Failure> {
    let numbers = || DbJson::numbers(endpoints.iter().copied());
    lock(c, numbers()).await?;
    Ok(prepared::<BigInt>(concatcp!(
        "SELECT no FROM subscriptions s WHERE no",
        IN_NUMBERS,
        "AND (cooldown_until IS NULL OR cooldown_until <= ?) \
         AND (SELECT q.due_at FROM delivery_queue q WHERE q.started_at IS NOT NULL \
             AND q.subscription_no = s.no ORDER BY q.due_at LIMIT 1) IS NULL",
    ))
    .bind::<SqlJson, _>(numbers())
    .bind::<SqlTs, _>(DbTs::new(now))
    .load(c)
    .await?)
}

/// Keeps subscriptions from other writers, in one order for all.
async fn lock(c: &mut Conn, numbers: DbJson) -> Result<(), Failure> {
    prepared::<BigInt>(concatcp!(
        "SELECT s.no FROM subscriptions s WHERE s.no",
        IN_NUMBERS,
        "ORDER BY s.no",
        FOR_CHANGE_OF_S,
    ))
    .bind::<SqlJson, _>(numbers)
    .load::<i64>(c)
    .await?;
    Ok(())
}

pub(crate) async fn record(
    c: &mut Conn,
    finished: &[FinishedAttempt],
    policy: &Policy,
    now: OffsetDateTime,
) -> Result<u64, Failure> {
    let mut numbers: Vec<i64> = finished.iter().map(|one| one.endpoint).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut settling = Settling::new(endpoints(c, &numbers).await?, *policy, now)?;
    let delicate = settling.delicate(finished);
    if !delicate.is_empty() {
        lock(c, DbJson::numbers(delicate.iter().copied())).await?;
        settling.refresh(endpoints(c, &delicate).await?)?;
    }
    let rows: Vec<DeliveryRow> = prepared::<DeliveryTypes>(concatcp!(
        "SELECT ",
        DELIVERY_COLUMNS,
        " FROM delivery_queue q",
        DELIVERY_OF_Q,
        "WHERE q.delivery_no",
        IN_NUMBERS,
        AND_SENDING,
        "ORDER BY q.delivery_no",
        FOR_CHANGE_OF_Q,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(finished.iter().map(|one| one.no)))
    .load(c)
    .await?;
    let settled = settling.settle(rows, finished)?;
    claiming::write(c, &settled.outcomes, DbTs::new(now)).await?;
    forget_excerpts(c, &settled.outcomes).await?;
    for endpoint in &settled.changed {
        set_health(c, endpoint).await?;
    }
    for change in settled.incidents {
        incidents::change(c, &change, now).await?;
    }
    Ok(domain::num::u64_from_usize(settled.outcomes.len()))
}

/// Forgets the excerpts of attempts before the last ones, of deliveries that got one more.
async fn forget_excerpts(c: &mut Conn, outcomes: &[OutcomeRow]) -> Result<(), Failure> {
    let last = i32::from(EXCERPTS_KEPT);
    let told = |row: &&OutcomeRow| row.excerpt.is_some() && row.number > last;
    let told: Vec<i64> = outcomes.iter().filter(told).map(|row| row.no).collect();
    if told.is_empty() {
        return Ok(());
    }
    prepared::<()>(concatcp!(
        "UPDATE attempts SET excerpt = NULL WHERE excerpt IS NOT NULL AND delivery_no",
        IN_NUMBERS,
        "AND number <= (SELECT d.attempts FROM deliveries d WHERE d.no = attempts.delivery_no) - ?",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(told))
    .bind::<Integer, _>(last)
    .execute(c)
    .await?;
    Ok(())
}

async fn endpoints(c: &mut Conn, numbers: &[i64]) -> Result<Vec<EndpointRow>, Failure> {
    Ok(prepared::<EndpointTypes>(concatcp!(
        "SELECT s.no, s.id, s.workspace_no, s.url, s.version, s.deleted_at, s.failures, \
             s.cooldown_until, w.alert_email, i.no, i.id, i.cause, i.reminders, i.opened_at, \
             i.remind_at, i.acknowledged_at, i.resolved_at \
         FROM subscriptions s JOIN workspaces w ON w.no = s.workspace_no \
         LEFT JOIN incidents i ON i.subscription_no = s.no AND i.resolved_at IS NULL \
         WHERE s.no",
        IN_NUMBERS,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .load(c)
    .await?)
}

async fn set_health(c: &mut Conn, endpoint: &EndpointRow) -> Result<(), Failure> {
    prepared::<()>("UPDATE subscriptions SET failures = ?, cooldown_until = ? WHERE no = ?")
        .bind::<Integer, _>(endpoint.failures)
        .bind::<Nullable<SqlTs>, _>(endpoint.cooldown_until)
        .bind::<BigInt, _>(endpoint.no)
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn next_due(
    c: &mut Conn,
    now: OffsetDateTime,
    places: &DeliveryCapacity,
) -> Result<Option<OffsetDateTime>, Failure> {
    let queues = queues(c, now).await?;
    Ok(queues
        .into_iter()
        .filter_map(|queue| queue.next_attempt(now, places))
        .min())
}

pub(crate) async fn tally(c: &mut Conn, now: OffsetDateTime) -> Result<DeliveryTally, Failure> {
    let (events, pending, sending, open_incidents, store_clock): (
        i64,
        i64,
        i64,
        i64,
        Option<DbTs>,
    ) = prepared::<(BigInt, BigInt, BigInt, BigInt, Nullable<SqlTs>)>(concatcp!(
        "SELECT (SELECT count(*) FROM events WHERE fan_out_after IS NOT NULL), \
                 (SELECT count(*) FROM delivery_queue WHERE started_at IS NULL), \
                 (SELECT count(*) FROM delivery_queue WHERE started_at IS NOT NULL), \
                 (SELECT count(*) FROM incidents WHERE resolved_at IS NULL), ",
        STORE_CLOCK,
    ))
    .get_result(c)
    .await?;
    let queues = queues(c, now).await?;
    let overdue = queues
        .into_iter()
        .filter_map(|queue| queue.overdue_since(now));
    let oldest_due = overdue.min();
    Ok(DeliveryTally {
        events: u64_from_i64(events),
        pending: u64_from_i64(pending),
        sending: u64_from_i64(sending),
        oldest_due,
        open_incidents: u64_from_i64(open_incidents),
        store_clock: store_clock.map(DbTs::at),
    })
}
