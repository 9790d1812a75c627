//! Claiming deliveries and writing outcomes, row by row in the one transaction that writes.

use adapter_sql::rows::{ClaimedRow, ClaimedTypes, OutcomeRow};
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::webhook::delivery::{MAX_CYCLE, MAX_LIFETIME};

use crate::dialect::{Conn, RunQueryDsl};

/// Claims up to its share of due deliveries of each endpoint, the oldest first, and writes their attempts.
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
                 d.event_id, d.kind, d.attempts + 1, e.payload, d.due_at \
             FROM deliveries d JOIN subscriptions s ON s.no = d.subscription_no \
             JOIN events e ON e.id = d.event_id \
             WHERE d.status = 'pending' AND d.subscription_no = ? AND d.due_at <= ? \
             AND (d.evidence_until IS NULL OR d.evidence_until > ?) \
             AND NOT EXISTS (SELECT 1 FROM evidence_checks k WHERE k.product_no = d.product_no) \
             AND d.version = s.version AND s.enabled AND s.deleted_at IS NULL \
             AND d.cycle_attempts < ? AND d.attempts < ? ORDER BY d.due_at LIMIT ?",
        )
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
                "UPDATE deliveries SET status = 'sending', attempts = attempts + 1, \
                     cycle_attempts = cycle_attempts + 1, due_at = ?, updated_at = ? WHERE no = ?",
            )
            .bind::<SqlTs, _>(until)
            .bind::<SqlTs, _>(now)
            .bind::<BigInt, _>(row.no)
            .execute(c)
            .await?;
            prepared::<()>(
                "INSERT INTO attempts (delivery_no, number, started_at) VALUES (?, ?, ?)",
            )
            .bind::<BigInt, _>(row.no)
            .bind::<Integer, _>(row.attempts)
            .bind::<SqlTs, _>(now)
            .execute(c)
            .await?;
        }
        claimed.extend(due);
    }
    Ok(claimed)
}

/// Writes outcomes of attempts and what they make of their deliveries.
pub async fn write(c: &mut Conn, rows: &[OutcomeRow], now: DbTs) -> Result<(), Failure> {
    for row in rows {
        prepared::<()>(
            "UPDATE deliveries SET status = ?, due_at = ?, last_error = ?, delivered_at = ?, \
                 updated_at = ? WHERE no = ?",
        )
        .bind::<Text, _>(row.status)
        .bind::<Nullable<SqlTs>, _>(row.due_at)
        .bind::<Nullable<Text>, _>(row.last_error)
        .bind::<Nullable<SqlTs>, _>(row.delivered_at)
        .bind::<SqlTs, _>(now)
        .bind::<BigInt, _>(row.no)
        .execute(c)
        .await?;
        prepared::<()>(
            "UPDATE attempts SET started_at = ?, finished_at = ?, http_status = ?, error = ?, \
                 next_retry_at = ? WHERE delivery_no = ? AND number = ?",
        )
        .bind::<SqlTs, _>(row.started_at)
        .bind::<SqlTs, _>(row.finished_at)
        .bind::<Nullable<Integer>, _>(row.http_status)
        .bind::<Nullable<Text>, _>(row.error)
        .bind::<Nullable<SqlTs>, _>(row.next_retry_at)
        .bind::<BigInt, _>(row.no)
        .bind::<Integer, _>(row.number)
        .execute(c)
        .await?;
    }
    Ok(())
}
