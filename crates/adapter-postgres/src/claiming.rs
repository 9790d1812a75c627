//! Queueing and claiming deliveries and writing outcomes, each a batch in one statement.
//!
//! Plans of prepared statements are kept, those that were made while the tables were empty too. Rows that are changed are named by an
//! array of their numbers, so that each is looked up by its index, whatever the statistics said: a join with a table that the
//! server believes to be empty goes through all of its index, and compares each row with each that is given. Of the endpoints
//! of a claim few are expected ([`FEW`]), for the same reason.

use adapter_sql::rows::{ClaimedRow, ClaimedTypes, NewDeliveryRow, OutcomeRow};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::webhook::delivery::{MAX_CYCLE, MAX_LIFETIME};
use serde_json::json;

/// A condition that always holds of given rows, and lets one of them be expected.
const FEW: &str = " WHERE g.no % 1 = 0 ";

/// Claims up to its share of due deliveries of each endpoint, the oldest first, for an attempt each. Rows that somebody
/// else has locked are left to them; those that are picked are locked, so that they are as they were when they are taken.
/// When they were due is read beside that: a statement sees rows as they were when it began.
pub async fn claim(
    c: &mut AsyncPgConnection,
    shares: &[(i64, u32)],
    now: DbTs,
    until: DbTs,
) -> Result<Vec<ClaimedRow>, Failure> {
    let endpoints: Vec<i64> = shares.iter().map(|(no, _)| *no).collect();
    let each: Vec<i64> = shares.iter().map(|(_, share)| i64::from(*share)).collect();
    Ok(prepared::<ClaimedTypes>(concatcp!(
        "WITH picked AS ( \
             SELECT p.no FROM unnest(?, ?) AS g(no, share) CROSS JOIN LATERAL ( \
                 SELECT q.delivery_no AS no FROM delivery_queue q \
                 JOIN subscriptions s ON s.no = q.subscription_no \
                 WHERE q.started_at IS NULL AND q.subscription_no = g.no AND q.due_at <= ? \
                 AND (q.evidence_until IS NULL OR q.evidence_until > ?) \
                 AND (SELECT k.product_no FROM evidence_checks k \
                     WHERE k.product_no = q.product_no) IS NULL \
                 AND q.version = s.version AND s.enabled AND s.deleted_at IS NULL \
                 AND q.cycle_attempts < ? AND q.attempts < ? \
                 ORDER BY q.due_at LIMIT g.share FOR NO KEY UPDATE OF q SKIP LOCKED \
             ) AS p",
        FEW,
        "), taken AS ( \
             UPDATE delivery_queue q SET started_at = ?, due_at = ?, attempts = q.attempts + 1, \
                 cycle_attempts = q.cycle_attempts + 1 \
             WHERE q.delivery_no = ANY (ARRAY(SELECT no FROM picked)) \
             RETURNING q.delivery_no AS no, q.subscription_no, q.workspace_no, q.attempts \
         ) \
         SELECT t.no, d.id, t.workspace_no, s.no, s.id, s.url, s.secret, s.secret_key, \
             r.secret, r.secret_key, d.event_id, d.kind, t.attempts, e.payload, w.due_at \
         FROM taken t CROSS JOIN LATERAL ( \
             SELECT x.due_at FROM delivery_queue x WHERE x.delivery_no = t.no OFFSET 0 \
         ) AS w CROSS JOIN LATERAL ( \
             SELECT x.no, x.id, x.url, x.secret, x.secret_key FROM subscriptions x \
             WHERE x.no = t.subscription_no OFFSET 0 \
         ) AS s CROSS JOIN LATERAL ( \
             SELECT x.id, x.event_id, x.kind FROM deliveries x WHERE x.no = t.no OFFSET 0 \
         ) AS d CROSS JOIN LATERAL ( \
             SELECT x.payload FROM events x WHERE x.id = d.event_id OFFSET 0 \
         ) AS e LEFT JOIN LATERAL ( \
             SELECT x.secret, x.secret_key FROM secret_rotations x \
             WHERE x.subscription_no = t.subscription_no AND x.state = 'prepared' \
             AND x.expires_at > ? ORDER BY x.created_at DESC LIMIT 1 \
         ) AS r ON true",
    ))
    .bind::<Array<BigInt>, _>(endpoints)
    .bind::<Array<BigInt>, _>(each)
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(now)
    .bind::<Integer, _>(i32::from(MAX_CYCLE))
    .bind::<Integer, _>(i32::from(MAX_LIFETIME))
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(until)
    .bind::<SqlTs, _>(now)
    .load(c)
    .await?)
}

/// Queues deliveries that are not there yet; how many that were.
pub async fn enqueue(c: &mut AsyncPgConnection, rows: &[NewDeliveryRow]) -> Result<usize, Failure> {
    if rows.is_empty() {
        return Ok(0);
    }
    Ok(prepared::<()>(
        "WITH given AS ( \
             SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?) AS g(id, subscription_no, \
                 workspace_no, event_id, kind, version, product_no, evidence_until, created_at) \
         ), made AS ( \
             INSERT INTO deliveries (id, subscription_no, workspace_no, event_id, kind, version, \
                 product_no, status, attempts, cycle_attempts, replays, created_at, updated_at) \
             SELECT id, subscription_no, workspace_no, event_id, kind, version, product_no, \
                 'pending', 0, 0, 0, created_at, created_at FROM given \
             ON CONFLICT DO NOTHING RETURNING no, id \
         ) \
         INSERT INTO delivery_queue (delivery_no, subscription_no, workspace_no, version, \
             product_no, evidence_until, due_at, attempts, cycle_attempts, created_at) \
         SELECT m.no, g.subscription_no, g.workspace_no, g.version, g.product_no, \
             g.evidence_until, g.created_at, 0, 0, g.created_at \
         FROM made m JOIN given g ON g.id = m.id",
    )
    .bind::<Array<SqlUuid>, _>(each(rows, |row| row.id))
    .bind::<Array<BigInt>, _>(each(rows, |row| row.subscription_no))
    .bind::<Array<BigInt>, _>(each(rows, |row| row.workspace_no))
    .bind::<Array<SqlUuid>, _>(each(rows, |row| row.event_id))
    .bind::<Array<Text>, _>(each(rows, |row| row.kind))
    .bind::<Array<Integer>, _>(each(rows, |row| row.version))
    .bind::<Array<Nullable<BigInt>>, _>(each(rows, |row| row.product_no))
    .bind::<Array<Nullable<SqlTs>>, _>(each(rows, |row| row.evidence_until))
    .bind::<Array<SqlTs>, _>(each(rows, |row| row.created_at))
    .execute(c)
    .await?)
}

/// Writes attempts that ended and what they make of their deliveries: those that end leave the queue.
pub async fn write(
    c: &mut AsyncPgConnection,
    rows: &[OutcomeRow],
    now: DbTs,
) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared::<()>(
        "WITH told (of) AS (SELECT ?::jsonb), made AS ( \
             INSERT INTO attempts (delivery_no, number, started_at, finished_at, http_status, \
                 error, next_retry_at, excerpt) \
             SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) \
         ), ended AS ( \
             DELETE FROM delivery_queue q WHERE q.delivery_no = ANY (?) \
         ), waiting AS ( \
             UPDATE delivery_queue q SET started_at = NULL, due_at = (SELECT timestamptz 'epoch' \
                 + ((SELECT of FROM told)->q.delivery_no::text->>5)::bigint * interval '1 microsecond') \
             WHERE q.delivery_no = ANY (?) \
         ) \
         UPDATE deliveries d SET (status, attempts, cycle_attempts, last_error, delivered_at) = ( \
             SELECT o.it->>0, (o.it->>1)::integer, (o.it->>2)::integer, o.it->>3, \
                 timestamptz 'epoch' + (o.it->>4)::bigint * interval '1 microsecond' \
             FROM (SELECT (SELECT of FROM told)->d.no::text AS it OFFSET 0) AS o), updated_at = ? \
         WHERE d.no = ANY (?)",
    )
    .bind::<SqlJson, _>(told(rows))
    .bind::<Array<BigInt>, _>(each(rows, |row| row.no))
    .bind::<Array<Integer>, _>(each(rows, |row| row.number))
    .bind::<Array<SqlTs>, _>(each(rows, |row| row.started_at))
    .bind::<Array<SqlTs>, _>(each(rows, |row| row.finished_at))
    .bind::<Array<Nullable<Integer>>, _>(each(rows, |row| row.http_status))
    .bind::<Array<Nullable<Text>>, _>(each(rows, |row| row.error))
    .bind::<Array<Nullable<SqlTs>>, _>(each(rows, |row| row.next_retry_at))
    .bind::<Array<Nullable<Text>>, _>(each(rows, |row| row.excerpt.clone()))
    .bind::<Array<BigInt>, _>(numbers(rows, |row| row.due_at.is_none()))
    .bind::<Array<BigInt>, _>(numbers(rows, |row| row.due_at.is_some()))
    .bind::<SqlTs, _>(now)
    .bind::<Array<BigInt>, _>(each(rows, |row| row.no))
    .execute(c)
    .await?;
    Ok(())
}

/// What attempts make of their deliveries, by the delivery's number: status, attempts, those of the cycle, last error, when it
/// was delivered and when it is due again. A row that is updated finds its own in it.
fn told(rows: &[OutcomeRow]) -> DbJson {
    let told = |row: &OutcomeRow| {
        let OutcomeRow {
            status,
            number,
            cycle_attempts,
            last_error,
            delivered_at,
            due_at,
            ..
        } = row;
        let of = json!([
            status,
            number,
            cycle_attempts,
            last_error,
            delivered_at,
            due_at
        ]);
        (row.no.to_string(), of)
    };
    DbJson(rows.iter().map(told).collect())
}

/// The numbers of the deliveries of some rows.
fn numbers(rows: &[OutcomeRow], are_meant: impl Fn(&OutcomeRow) -> bool) -> Vec<i64> {
    let meant = rows.iter().filter(|row| are_meant(row));
    meant.map(|row| row.no).collect()
}

/// A column of some rows.
fn each<R, V>(rows: &[R], value: impl Fn(&R) -> V) -> Vec<V> {
    rows.iter().map(value).collect()
}
