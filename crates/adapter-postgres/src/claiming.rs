//! Claiming deliveries and writing outcomes, each a batch in one statement.
//!
//! Plans of prepared statements are kept, those that were made while the tables were empty too: the laterals
//! with an offset look every row up by its index, whatever the statistics said. The rows are locked by then,
//! so that their places stay what they are.

use adapter_sql::rows::{ClaimedRow, ClaimedTypes, OutcomeRow};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::webhook::delivery::{MAX_CYCLE, MAX_LIFETIME};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;

/// Claims up to its share of due deliveries of each endpoint, the oldest first, and writes their attempts.
/// Rows that somebody else has locked are left to them.
pub async fn claim(
    c: &mut AsyncPgConnection,
    shares: &[(i64, u32)],
    now: DbTs,
    until: DbTs,
) -> Result<Vec<ClaimedRow>, Failure> {
    let shares = shares.iter().map(|(no, share)| json!([no, share]));
    Ok(prepared::<ClaimedTypes>(
        "WITH given AS ( \
             SELECT (value->>0)::bigint AS no, (value->>1)::bigint AS share \
             FROM jsonb_array_elements(?) \
         ), picked AS ( \
             SELECT p.place, p.due_at FROM given g CROSS JOIN LATERAL ( \
                 SELECT d.ctid AS place, d.due_at FROM deliveries d \
                 JOIN subscriptions s ON s.no = d.subscription_no \
                 WHERE d.status = 'pending' AND d.subscription_no = g.no AND d.due_at <= ? \
                 AND (d.evidence_until IS NULL OR d.evidence_until > ?) \
                 AND NOT EXISTS (SELECT 1 FROM evidence_checks k WHERE k.product_no = d.product_no) \
                 AND d.version = s.version AND s.enabled AND s.deleted_at IS NULL \
                 AND d.cycle_attempts < ? AND d.attempts < ? \
                 ORDER BY d.due_at LIMIT g.share FOR NO KEY UPDATE OF d SKIP LOCKED \
             ) AS p \
         ), taken AS ( \
             UPDATE deliveries d SET status = 'sending', attempts = d.attempts + 1, \
                 cycle_attempts = d.cycle_attempts + 1, due_at = ?, updated_at = ? \
             FROM picked p WHERE d.ctid = p.place AND d.status = 'pending' \
             RETURNING d.no, d.id, d.workspace_no, d.subscription_no, d.event_id, d.kind, d.attempts, \
                 p.due_at \
         ), opened AS ( \
             INSERT INTO attempts (delivery_no, number, started_at) \
             SELECT t.no, t.attempts, ? FROM taken t \
         ) \
         SELECT t.no, t.id, t.workspace_no, s.no, s.id, s.url, s.secret, s.secret_key, t.event_id, \
             t.kind, t.attempts, e.payload, t.due_at \
         FROM taken t CROSS JOIN LATERAL ( \
             SELECT x.no, x.id, x.url, x.secret, x.secret_key FROM subscriptions x \
             WHERE x.no = t.subscription_no OFFSET 0 \
         ) AS s CROSS JOIN LATERAL ( \
             SELECT x.payload FROM events x WHERE x.id = t.event_id OFFSET 0 \
         ) AS e",
    )
    .bind::<SqlJson, _>(DbJson(shares.collect()))
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(now)
    .bind::<Integer, _>(i32::from(MAX_CYCLE))
    .bind::<Integer, _>(i32::from(MAX_LIFETIME))
    .bind::<SqlTs, _>(until)
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(now)
    .load(c)
    .await?)
}

/// Writes outcomes of attempts and what they make of their deliveries.
pub async fn write(
    c: &mut AsyncPgConnection,
    rows: &[OutcomeRow],
    now: DbTs,
) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared::<()>(
        "WITH given AS ( \
             SELECT * FROM jsonb_to_recordset(?) AS g ( \
                 no bigint, number integer, status text, due_at timestamptz, last_error text, \
                 delivered_at timestamptz, started_at timestamptz, finished_at timestamptz, \
                 http_status integer, error text, next_retry_at timestamptz) \
         ), closed AS ( \
             UPDATE attempts a SET started_at = g.started_at, finished_at = g.finished_at, \
                 http_status = g.http_status, error = g.error, next_retry_at = g.next_retry_at \
             FROM given g CROSS JOIN LATERAL ( \
                 SELECT x.ctid AS place FROM attempts x \
                 WHERE x.delivery_no = g.no AND x.number = g.number OFFSET 0 \
             ) AS p WHERE a.ctid = p.place \
         ) \
         UPDATE deliveries d SET status = g.status, due_at = g.due_at, last_error = g.last_error, \
             delivered_at = g.delivered_at, updated_at = ? \
         FROM given g CROSS JOIN LATERAL ( \
             SELECT x.ctid AS place FROM deliveries x WHERE x.no = g.no OFFSET 0 \
         ) AS p WHERE d.ctid = p.place",
    )
    .bind::<SqlJson, _>(DbJson(rows.iter().map(outcome).collect()))
    .bind::<SqlTs, _>(now)
    .execute(c)
    .await?;
    Ok(())
}

fn outcome(row: &OutcomeRow) -> Value {
    let at = |at: Option<DbTs>| at.and_then(|at| at.at().format(&Rfc3339).ok());
    json!({
        "no": row.no,
        "number": row.number,
        "status": row.status,
        "due_at": at(row.due_at),
        "last_error": row.last_error,
        "delivered_at": at(row.delivered_at),
        "started_at": at(Some(row.started_at)),
        "finished_at": at(Some(row.finished_at)),
        "http_status": row.http_status,
        "error": row.error,
        "next_retry_at": at(row.next_retry_at),
    })
}
