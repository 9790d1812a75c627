//! How many deliveries and attempts a workspace keeps. Triggers of the tables count them, so that a summary costs the
//! same however many there are.

use std::collections::BTreeMap;

use adapter_sql::rows::STATUSES;
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::access::{Mode, Tenant};
use domain::num::u64_from_i64;
use domain::webhook::delivery::DeliveryError;
use ports_store::DeliverySummary;

use crate::dialect::{ADD_UP_COUNTS, Conn, RunQueryDsl};

/// Rows that one transaction adds up: several times as many as a workspace has counts, so that fewer are left.
const ADDED_UP: i64 = 20_000;

/// What is counted of a workspace.
#[derive(Default)]
struct Counts {
    deliveries: u64,
    ended: BTreeMap<String, u64>,
    by_error: BTreeMap<String, u64>,
    /// Attempts that ended, by milliseconds.
    by_duration: BTreeMap<u64, u64>,
}

pub(crate) async fn summarize(c: &mut Conn, tenant: Tenant) -> Result<DeliverySummary, Failure> {
    if tenant.mode == Mode::Test {
        return Ok(DeliverySummary::default());
    }
    let workspace = tenant.workspace.0;
    let counts = counts(c, workspace).await?;
    let (sending, oldest, incidents): (i64, Option<DbTs>, i64) =
        prepared::<(BigInt, Nullable<SqlTs>, BigInt)>(
            "SELECT (SELECT count(*) FROM delivery_queue \
                     WHERE started_at IS NOT NULL AND subscription_no IN \
                     (SELECT no FROM subscriptions WHERE workspace_no = ?)), \
                 (SELECT min(created_at) FROM delivery_queue WHERE workspace_no = ?), \
                 (SELECT count(*) FROM incidents i \
                     JOIN subscriptions s ON s.no = i.subscription_no \
                     WHERE i.resolved_at IS NULL AND s.workspace_no = ? AND s.mode = 'live')",
        )
        .bind::<BigInt, _>(workspace)
        .bind::<BigInt, _>(workspace)
        .bind::<BigInt, _>(workspace)
        .get_result(c)
        .await?;
    let sending = u64_from_i64(sending);
    let waiting = counts
        .deliveries
        .saturating_sub(counts.ended.values().sum());
    let by_status = STATUSES.map(|status| match status {
        "pending" => (status, waiting.saturating_sub(sending)),
        "sending" => (status, sending),
        ended => (ended, counts.ended.get(ended).copied().unwrap_or_default()),
    });
    let by_error = DeliveryError::ALL.into_iter().filter_map(|error| {
        let rows = counts.by_error.get(error.code())?;
        Some((error.code(), *rows))
    });
    let attempts = counts.by_duration.values().sum();
    let duration = |rank| of_rank(&counts.by_duration, rank);
    Ok(DeliverySummary {
        by_status: by_status.to_vec(),
        by_error: by_error.collect(),
        attempts,
        duration_ms: duration(attempts.div_ceil(2)).zip(duration((attempts * 95).div_ceil(100))),
        oldest_pending: oldest.map(DbTs::at),
        open_incidents: u64_from_i64(incidents),
    })
}

async fn counts(c: &mut Conn, workspace: i64) -> Result<Counts, Failure> {
    let rows: Vec<(String, String, i64)> = prepared::<(Text, Text, BigInt)>(
        "SELECT kind, value, CAST(sum(rows) AS bigint) FROM delivery_counts \
         WHERE workspace_no = ? GROUP BY kind, value HAVING sum(rows) > 0",
    )
    .bind::<BigInt, _>(workspace)
    .load(c)
    .await?;
    let mut counts = Counts::default();
    for (kind, value, rows) in rows {
        let rows = u64_from_i64(rows);
        match kind.as_str() {
            "all" => counts.deliveries = rows,
            "status" => drop(counts.ended.insert(value, rows)),
            "error" => drop(counts.by_error.insert(value, rows)),
            "took" => {
                let millis = value.parse();
                let millis =
                    millis.map_err(|_| adapter_sql::rows::corrupt("delivery_counts.value"))?;
                counts.by_duration.insert(millis, rows);
            }
            _ => return Err(adapter_sql::rows::corrupt("delivery_counts.kind").into()),
        }
    }
    Ok(counts)
}

/// The duration that has this rank; the first has 1.
fn of_rank(by_duration: &BTreeMap<u64, u64>, rank: u64) -> Option<u64> {
    let mut passed = 0;
    by_duration.iter().find_map(|(millis, rows)| {
        passed += rows;
        (passed >= rank).then_some(*millis)
    })
}

/// Adds up some of what transactions have noted since, where that is much; whether there may be more.
pub(crate) async fn add_up(c: &mut Conn) -> Result<bool, Failure> {
    let Some(statement) = ADD_UP_COUNTS else {
        return Ok(false);
    };
    let rows: i64 = prepared::<BigInt>(statement)
        .bind::<BigInt, _>(ADDED_UP)
        .get_result(c)
        .await?;
    Ok(rows >= ADDED_UP)
}
