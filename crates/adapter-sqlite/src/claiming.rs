//! Queueing and claiming deliveries and writing outcomes, row by row in the one transaction that writes.

use adapter_sql::rows::{ClaimedRow, ClaimedTypes, NewDeliveryRow, OutcomeRow};
use adapter_sql::types::{DbTs, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::webhook::delivery::{MAX_CYCLE, MAX_LIFETIME};

use crate::dialect::{Conn, RunQueryDsl};

/// Claims up to its share of due deliveries of each endpoint, the oldest first, for an attempt each.
pub async fn claim(
    c: &mut Conn,
    shares: &[(i64, u32)],
    now: DbTs,
    until: DbTs,
) -> Result<Vec<ClaimedRow>, Failure> {
    let mut claimed = Vec::new();
    for (endpoint, share) in shares {
        let due: Vec<ClaimedRow> = prepared::<ClaimedTypes>(
            "SELECT d.no, d.id, d.workspace_no, s.no, s.id, s.url, s.secret, s.secret_key, \
                 r.secret, r.secret_key, d.event_id, d.kind, q.attempts + 1, e.payload, q.due_at \
             FROM delivery_queue q JOIN subscriptions s ON s.no = q.subscription_no \
             JOIN deliveries d ON d.no = q.delivery_no JOIN events e ON e.id = d.event_id \
             LEFT JOIN secret_rotations r ON r.subscription_no = q.subscription_no \
                 AND r.state = 'prepared' AND r.expires_at > ? \
             WHERE q.started_at IS NULL AND q.subscription_no = ? AND q.due_at <= ? \
             AND (q.evidence_until IS NULL OR q.evidence_until > ?) \
             AND NOT EXISTS (SELECT 1 FROM evidence_checks k WHERE k.product_no = q.product_no) \
             AND q.version = s.version AND s.enabled AND s.deleted_at IS NULL \
             AND q.cycle_attempts < ? AND q.attempts < ? ORDER BY q.due_at LIMIT ?",
        )
        .bind::<SqlTs, _>(now)
        .bind::<BigInt, _>(*endpoint)
        .bind::<SqlTs, _>(now)
        .bind::<SqlTs, _>(now)
        .bind::<Integer, _>(i32::from(MAX_CYCLE))
        .bind::<Integer, _>(i32::from(MAX_LIFETIME))
        .bind::<BigInt, _>(i64::from(*share))
        .load(c)
        .await?;
        for row in &due {
            prepared::<()>(
                "UPDATE delivery_queue SET started_at = ?, due_at = ?, attempts = attempts + 1, \
                     cycle_attempts = cycle_attempts + 1 WHERE delivery_no = ?",
            )
            .bind::<SqlTs, _>(now)
            .bind::<SqlTs, _>(until)
            .bind::<BigInt, _>(row.no)
            .execute(c)
            .await?;
        }
        claimed.extend(due);
    }
    Ok(claimed)
}

/// Queues deliveries that are not there yet; how many that were.
pub async fn enqueue(c: &mut Conn, rows: &[NewDeliveryRow]) -> Result<usize, Failure> {
    let mut queued = 0;
    for row in rows {
        let no: Option<i64> = prepared::<BigInt>(
            "INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, version, \
                 product_no, status, attempts, cycle_attempts, replays, created_at, updated_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 0, 0, 0, ?, ?) \
             ON CONFLICT DO NOTHING RETURNING no",
        )
        .bind::<SqlUuid, _>(row.id)
        .bind::<BigInt, _>(row.subscription_no)
        .bind::<BigInt, _>(row.workspace_no)
        .bind::<SqlUuid, _>(row.event_id)
        .bind::<Text, _>(row.kind)
        .bind::<Integer, _>(row.version)
        .bind::<Nullable<BigInt>, _>(row.product_no)
        .bind::<SqlTs, _>(row.created_at)
        .bind::<SqlTs, _>(row.created_at)
        .get_result(c)
        .await
        .optional()?;
        let Some(no) = no else { continue };
        prepared::<()>(
            "INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, \
                 product_no, evidence_until, due_at, attempts, cycle_attempts, created_at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, ?)",
        )
        .bind::<BigInt, _>(no)
        .bind::<BigInt, _>(row.subscription_no)
        .bind::<BigInt, _>(row.workspace_no)
        .bind::<Integer, _>(row.version)
        .bind::<Nullable<BigInt>, _>(row.product_no)
        .bind::<Nullable<SqlTs>, _>(row.evidence_until)
        .bind::<SqlTs, _>(row.created_at)
        .bind::<SqlTs, _>(row.created_at)
        .execute(c)
        .await?;
        queued += 1;
    }
    Ok(queued)
}

/// Writes attempts that ended and what they make of their deliveries: those that end leave the queue.
pub async fn write(c: &mut Conn, rows: &[OutcomeRow], now: DbTs) -> Result<(), Failure> {
    for row in rows {
        match row.due_at {
            Some(due_at) => {
                prepared::<()>(
                    "UPDATE delivery_queue SET started_at = NULL, due_at = ? WHERE delivery_no = ?",
                )
                .bind::<SqlTs, _>(due_at)
                .bind::<BigInt, _>(row.no)
                .execute(c)
                .await?
            }
            None => {
                prepared::<()>("DELETE FROM delivery_queue WHERE delivery_no = ?")
                    .bind::<BigInt, _>(row.no)
                    .execute(c)
                    .await?
            }
        };
        prepared::<()>(
            "UPDATE deliveries SET status = ?, attempts = ?, cycle_attempts = ?, last_error = ?, \
                 delivered_at = ?, updated_at = ? WHERE no = ?",
        )
        .bind::<Text, _>(row.status)
        .bind::<Integer, _>(row.number)
        .bind::<Integer, _>(row.cycle_attempts)
        .bind::<Nullable<Text>, _>(row.last_error)
        .bind::<Nullable<SqlTs>, _>(row.delivered_at)
        .bind::<SqlTs, _>(now)
        .bind::<BigInt, _>(row.no)
        .execute(c)
        .await?;
        prepared::<()>(
            "INSERT INTO attempts (delivery_no, number, started_at, finished_at, http_status, \
                 error, next_retry_at, excerpt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind::<BigInt, _>(row.no)
        .bind::<Integer, _>(row.number)
        .bind::<SqlTs, _>(row.started_at)
        .bind::<SqlTs, _>(row.finished_at)
        .bind::<Nullable<Integer>, _>(row.http_status)
        .bind::<Nullable<Text>, _>(row.error)
        .bind::<Nullable<SqlTs>, _>(row.next_retry_at)
        .bind::<Nullable<Text>, _>(row.excerpt.as_deref())
        .execute(c)
        .await?;
    }
    Ok(())
}
