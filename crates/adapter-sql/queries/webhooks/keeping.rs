//! What happens to deliveries without an attempt.

use adapter_sql::rows::{BATCH, LostRow, LostTypes, was_full};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool};
use domain::num::u64_from_i64;
use domain::webhook::Policy;
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{FinishedAttempt, Forgetting};
use time::OffsetDateTime;

use crate::dialect::{ANY_OF, Conn, END_OF_ANY_OF, IN_NUMBERS, RunQueryDsl, SKIP_LOCKED};
use crate::queries::webhooks::{counting, dispatching, queueing};

/// Attempts that are taken for lost, and deliveries that are cancelled for one reason, in one transaction.
const FEW: i64 = 200;

/// Forgets secrets that answers show, so long after them; a request that uses its key at that moment is left to itself.
const FORGET_SECRETS_OF_ANSWERS: &str = concatcp!(
    "UPDATE idempotency_keys SET secret = NULL, secret_key = NULL \
     WHERE (workspace_no, mode, key) IN (SELECT workspace_no, mode, key \
         FROM idempotency_keys WHERE secret IS NOT NULL AND created_at <= ? \
         ORDER BY created_at LIMIT ?",
    SKIP_LOCKED,
    ")",
);

/// Ends rotations that were not activated in time; one that is activated at that moment is left to that.
const END_ROTATIONS: &str = concatcp!(
    "UPDATE secret_rotations SET state = 'expired', secret = NULL, secret_key = NULL \
     WHERE id",
    ANY_OF,
    "SELECT id FROM secret_rotations \
         WHERE state = 'prepared' AND expires_at <= ? ORDER BY expires_at LIMIT ?",
    SKIP_LOCKED,
    END_OF_ANY_OF,
);

/// Forgets entries of the audit.
const FORGET_AUDIT: &str = concatcp!(
    "DELETE FROM audit WHERE no",
    ANY_OF,
    "SELECT no FROM audit WHERE at <= ? ORDER BY at LIMIT ?",
    END_OF_ANY_OF,
);

/// Forgets incidents that were resolved.
const FORGET_INCIDENTS: &str = concatcp!(
    "DELETE FROM incidents WHERE no",
    ANY_OF,
    "SELECT no FROM incidents WHERE resolved_at IS NOT NULL AND resolved_at <= ? \
         ORDER BY resolved_at LIMIT ?",
    END_OF_ANY_OF,
);

/// Forgets rotations, whatever became of them.
const FORGET_ROTATIONS: &str = concatcp!(
    "DELETE FROM secret_rotations WHERE id",
    ANY_OF,
    "SELECT id FROM secret_rotations WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
    END_OF_ANY_OF,
);

/// Forgets subscriptions that were deleted and of which nothing is left.
const FORGET_SUBSCRIPTIONS: &str = concatcp!(
    "DELETE FROM subscriptions WHERE no",
    ANY_OF,
    "SELECT s.no FROM subscriptions s WHERE s.deleted_at IS NOT NULL AND s.deleted_at <= ? \
         AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.subscription_no = s.no) \
         AND NOT EXISTS (SELECT 1 FROM incidents i WHERE i.subscription_no = s.no) \
         AND NOT EXISTS (SELECT 1 FROM secret_rotations r WHERE r.subscription_no = s.no) \
         ORDER BY s.deleted_at LIMIT ?",
    END_OF_ANY_OF,
);

/// Whether there is anything of that to do.
pub(crate) async fn is_needed(c: &mut Conn, now: OffsetDateTime) -> Result<bool, Failure> {
    let now = DbTs::new(now);
    Ok(prepared::<Bool>(
        "SELECT EXISTS (SELECT 1 FROM delivery_queue WHERE started_at IS NOT NULL AND due_at <= ?) \
         OR EXISTS (SELECT 1 FROM incidents \
             WHERE remind_at IS NOT NULL AND remind_at <= ?)",
    )
    .bind::<SqlTs, _>(now)
    .bind::<SqlTs, _>(now)
    .get_result(c)
    .await?)
}

/// Takes attempts for lost whose lease ran out; how many that were.
pub(crate) async fn lost(
    c: &mut Conn,
    now: OffsetDateTime,
    policy: &Policy,
) -> Result<u64, Failure> {
    let rows: Vec<LostRow> = prepared::<LostTypes>(
        "SELECT delivery_no, subscription_no, attempts, started_at FROM delivery_queue \
         WHERE started_at IS NOT NULL AND due_at <= ? LIMIT ?",
    )
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<BigInt, _>(FEW)
    .load(c)
    .await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let lost = rows.into_iter().map(|row| row.finished(now, Verdict::Lost));
    let lost: Vec<FinishedAttempt> = lost.collect::<Result<_, _>>()?;
    dispatching::record(c, &lost, policy, now).await
}

/// Cancels one batch of what waits for a destination that is gone or another one now, or has waited
/// for too long; how many that were.
async fn cancel_hopeless(
    c: &mut Conn,
    before: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<u64, Failure> {
    let mut cancelled = 0;
    for (why, until, sql) in [
        (
            DeliveryError::SubscriptionDeleted,
            now,
            "SELECT q.delivery_no FROM delivery_queue q \
             JOIN subscriptions s ON s.no = q.subscription_no \
             WHERE q.started_at IS NULL AND s.deleted_at <= ? LIMIT ?",
        ),
        (
            DeliveryError::SubscriptionChanged,
            now,
            "SELECT q.delivery_no FROM delivery_queue q \
             JOIN subscriptions s ON s.no = q.subscription_no \
             WHERE q.started_at IS NULL AND q.version <> s.version AND q.created_at <= ? \
             LIMIT ?",
        ),
        (
            DeliveryError::Expired,
            before,
            "SELECT no FROM (SELECT no, created_at, status FROM deliveries \
                 ORDER BY created_at LIMIT 3000) AS oldest \
             WHERE status = 'pending' AND created_at <= ? ORDER BY no LIMIT ?",
        ),
    ] {
        let numbers: Vec<i64> = prepared::<BigInt>(sql)
            .bind::<SqlTs, _>(DbTs::new(until))
            .bind::<BigInt, _>(FEW)
            .load(c)
            .await?;
        cancelled += queueing::cancel(c, numbers, why, DbTs::new(now)).await?;
    }
    Ok(cancelled)
}

/// Forgets one batch of what is past its time; whether there may be more.
pub(crate) async fn forget(c: &mut Conn, before: &Forgetting) -> Result<bool, Failure> {
    let hopeless = cancel_hopeless(c, before.deliveries, before.now).await?;
    let mut more = hopeless >= u64_from_i64(FEW);
    more |= forget_deliveries(c, before.deliveries).await?;
    for (sql, until) in [
        (FORGET_AUDIT, before.audit),
        (FORGET_INCIDENTS, before.audit),
        (FORGET_ROTATIONS, before.audit),
        (FORGET_SECRETS_OF_ANSWERS, before.answers),
        (END_ROTATIONS, before.now),
        (FORGET_SUBSCRIPTIONS, before.deliveries),
    ] {
        let rows = prepared::<()>(sql)
            .bind::<SqlTs, _>(DbTs::new(until))
            .bind::<BigInt, _>(BATCH)
            .execute(c)
            .await?;
        more |= was_full(rows);
    }
    // once at the end, whatever all of that was: it looks at all counts
    Ok(more || counting::add_up(c).await?)
}

/// Forgets one batch of deliveries that ended, their attempts first, which are counted by them; whether there may be
/// more. One that is being replayed is left to that.
async fn forget_deliveries(c: &mut Conn, before: OffsetDateTime) -> Result<bool, Failure> {
    let numbers: Vec<i64> = prepared::<BigInt>(concatcp!(
        "SELECT d.no FROM deliveries d WHERE d.no",
        ANY_OF,
        "SELECT no FROM (SELECT no, created_at, status FROM deliveries \
             ORDER BY created_at LIMIT 3000) AS oldest \
         WHERE created_at <= ? AND status <> 'pending' ORDER BY no LIMIT ?",
        END_OF_ANY_OF,
        " AND d.status <> 'pending' ORDER BY d.no",
        SKIP_LOCKED,
    ))
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(BATCH)
    .load(c)
    .await?;
    let ended = DbJson::numbers(numbers.iter().copied());
    for sql in [
        concatcp!("DELETE FROM attempts WHERE delivery_no", IN_NUMBERS),
        concatcp!("DELETE FROM deliveries WHERE no", IN_NUMBERS),
    ] {
        prepared::<()>(sql)
            .bind::<SqlJson, _>(&ended)
            .execute(c)
            .await?;
    }
    Ok(was_full(numbers.len()))
}
