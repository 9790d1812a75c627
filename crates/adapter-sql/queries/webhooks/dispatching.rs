//! Deliveries as workers see them.
//!
//! Beside this stand `taking::take` and `taking::write` of each database, for which the two have no
//! common form that is quick.

use adapter_sql::columns::DELIVERY_COLUMNS;
use adapter_sql::rows::{
    DeliveryRow, DeliveryTypes, EndpointRow, EndpointTypes, Settling, WaitingRow, WaitingTypes,
};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Integer, Nullable};
use domain::ids::WorkspaceNo;
use domain::webhook::Policy;
use domain::webhook::endpoint::Condition;
use domain::webhook::fair::{DeliveryCapacity, Waiting, share};
use ports_store::{DeliveryTally, FinishedAttempt, LeasedDelivery};
use time::OffsetDateTime;

use crate::dialect::{
    Conn, FOR_CHANGE_OF_D, FOR_CHANGE_OF_S, IN_NUMBERS, RunQueryDsl, STORE_CLOCK,
};
use crate::queries::webhooks::incidents;
use crate::taking;

pub(crate) async fn lease_due(
    c: &mut Conn,
    (now, until): (OffsetDateTime, OffsetDateTime),
    places: &DeliveryCapacity,
) -> Result<Vec<LeasedDelivery>, Failure> {
    let mut waiting = Vec::new();
    let mut probing = Vec::new();
    for row in waiting_endpoints(c, now).await? {
        let health = row.health()?;
        if row.due_at.at() > now {
            continue;
        }
        if health.condition(now) == Condition::Probing {
            probing.push(row.no);
        }
        let window = places.window(row.no);
        waiting.push((
            row.due_at,
            Waiting {
                endpoint: row.no,
                workspace: WorkspaceNo(row.workspace_no),
                room: window.room(health.room(now)),
                is_proven: window.is_proven(),
            },
        ));
    }
    waiting.sort_by_key(|(due_at, _)| *due_at);
    let waiting: Vec<_> = waiting.into_iter().map(|(_, one)| one).collect();
    let mut shares = share(&waiting, places);
    if !probing.is_empty() {
        let allowed = probes(c, &probing, now).await?;
        shares.retain(|(no, _)| !probing.contains(no) || allowed.contains(no));
    }
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let taken = taking::take(c, &shares, (DbTs::new(now), DbTs::new(until))).await?;
    Ok(taken
        .into_iter()
        .map(LeasedDelivery::try_from)
        .collect::<Result<_, _>>()?)
}

/// Endpoints that are switched on and for which something waits whose evidence is good, from one
/// to the next by the index of what waits.
async fn waiting_endpoints(c: &mut Conn, now: OffsetDateTime) -> Result<Vec<WaitingRow>, Failure> {
    Ok(prepared::<WaitingTypes>(
        "WITH RECURSIVE waiting (no) AS ( \
             SELECT (SELECT d.subscription_no FROM deliveries d WHERE d.status = 'pending' \
                 ORDER BY d.subscription_no LIMIT 1) \
             UNION ALL \
             SELECT (SELECT d.subscription_no FROM deliveries d WHERE d.status = 'pending' \
                 AND d.subscription_no > w.no ORDER BY d.subscription_no LIMIT 1) \
             FROM waiting w WHERE w.no IS NOT NULL \
         ) \
         SELECT * FROM ( \
             SELECT s.no, s.workspace_no, s.failures, s.cooldown_until, \
                 (SELECT d.due_at FROM deliveries d WHERE d.status = 'pending' \
                     AND d.subscription_no = s.no AND d.version = s.version \
                     AND (d.evidence_until IS NULL OR d.evidence_until > ?) \
                     ORDER BY d.due_at LIMIT 1) AS due_at, \
                 (SELECT count(*) FROM deliveries d WHERE d.status = 'sending' \
                     AND d.subscription_no = s.no) AS sending \
             FROM waiting w JOIN subscriptions s ON s.no = w.no \
             WHERE s.enabled AND s.deleted_at IS NULL \
         ) AS found WHERE due_at IS NOT NULL",
    )
    .bind::<SqlTs, _>(DbTs::new(now))
    .load(c)
    .await?)
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
         AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.status = 'sending' \
             AND d.subscription_no = s.no)",
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
    (policy, now): (&Policy, OffsetDateTime),
) -> Result<u64, Failure> {
    let mut numbers: Vec<i64> = finished.iter().map(|one| one.endpoint).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut settling = Settling::new(endpoints(c, &numbers).await?, (policy, now))?;
    let delicate = settling.delicate(finished);
    if !delicate.is_empty() {
        lock(c, DbJson::numbers(delicate.iter().copied())).await?;
        settling.refresh(endpoints(c, &delicate).await?)?;
    }
    let rows: Vec<DeliveryRow> = prepared::<DeliveryTypes>(concatcp!(
        "SELECT ",
        DELIVERY_COLUMNS,
        " FROM deliveries d \
         WHERE d.status = 'sending' AND d.no",
        IN_NUMBERS,
        "ORDER BY d.no",
        FOR_CHANGE_OF_D,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(finished.iter().map(|one| one.no)))
    .load(c)
    .await?;
    let settled = settling.settle(rows, finished)?;
    taking::write(c, &settled.outcomes, DbTs::new(now)).await?;
    for endpoint in &settled.changed {
        set_health(c, endpoint).await?;
    }
    for change in settled.incidents {
        incidents::change(c, &change, now).await?;
    }
    Ok(domain::num::u64_from_usize(settled.outcomes.len()))
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
    let mut next = None;
    for row in waiting_endpoints(c, now).await? {
        let health = row.health()?;
        let is_full = places.window(row.no).room(health.room(now)) == 0;
        let at = match health.condition(now) {
            Condition::CoolingDown(until) => row.due_at.at().max(until),
            // who has one of its places tells when it is free
            Condition::Probing if row.sending > 0 => continue,
            Condition::Open | Condition::Suspect | Condition::Probing if is_full => continue,
            Condition::Open | Condition::Suspect | Condition::Probing => row.due_at.at(),
        };
        next = Some(next.map_or(at, |next: OffsetDateTime| next.min(at)));
    }
    Ok(next)
}

pub(crate) async fn tally(c: &mut Conn, now: OffsetDateTime) -> Result<DeliveryTally, Failure> {
    let (pending, sending, open_incidents, store_clock): (i64, i64, i64, Option<DbTs>) =
        prepared::<(BigInt, BigInt, BigInt, Nullable<SqlTs>)>(concatcp!(
            "SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending'), \
                 (SELECT count(*) FROM deliveries WHERE status = 'sending'), \
                 (SELECT count(*) FROM incidents WHERE resolved_at IS NULL), ",
            STORE_CLOCK,
        ))
        .get_result(c)
        .await?;
    let mut oldest_due = None;
    for row in waiting_endpoints(c, now).await? {
        let health = row.health()?;
        let is_probed = health.condition(now) == Condition::Probing && row.sending > 0;
        // what a cooldown kept waiting was not due before its end
        let at = row.due_at.at();
        let at = health.cooldown_until.map_or(at, |until| at.max(until));
        if at <= now && !is_probed {
            oldest_due = Some(oldest_due.map_or(at, |oldest: OffsetDateTime| oldest.min(at)));
        }
    }
    let count = |rows: i64| u64::try_from(rows).unwrap_or_default();
    Ok(DeliveryTally {
        pending: count(pending),
        sending: count(sending),
        oldest_due,
        open_incidents: count(open_incidents),
        store_clock: store_clock.map(DbTs::at),
    })
}
