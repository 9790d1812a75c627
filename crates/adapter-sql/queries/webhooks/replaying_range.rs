//! Trying the failed deliveries of a time again, one step of them.

use adapter_sql::rows::{EffectRow, ReplayedRow, ReplayedTypes};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool, Nullable};
use domain::freshness::Freshness;
use domain::webhook::replays::{LookedAt, MAX_LOOKED_AT, ReplayRange, ReplayStep, step};
use ports_store::{CommandContext, CommandRefusal};
use uuid::Uuid;

use super::managing::{self, Done};
use super::replaying;
use crate::dialect::{Conn, FOR_CHANGE_OF_D, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers;

/// Deliveries whose products are in memory at once.
const BATCH: usize = 50;

pub(crate) async fn replay(
    c: &mut Conn,
    context: &CommandContext,
    id: Uuid,
    range: ReplayRange,
    after: Option<i64>,
    freshness: Freshness,
) -> Result<Done, Failure> {
    // what is good now stays so until it is queued
    triggers::share(c).await?;
    let Some(subscription) = managing::owned(c, context, id).await? else {
        return Ok(Err(CommandRefusal::NotFound));
    };
    if let Err(refusal) = subscription.registration()?.may_replay(context.deliverable) {
        return Ok(Err(refusal));
    }
    let now = DbTs::new(context.now);
    let step = look(c, subscription.no, range, after, now).await?;
    let rows = failed(c, &step.judged).await?;
    let (mut queued, mut refused) = (0, 0);
    for rows in rows.chunks(BATCH) {
        let good = replaying::good_until(c, rows, freshness).await?;
        for (row, good_until) in rows.iter().zip(good) {
            let is_current = good_until.is_some();
            let asked = replaying::asked(row, &subscription, is_current, context.deliverable)?;
            match asked.begin(now.at()) {
                Ok(replayed) => {
                    let no = row.delivery.no;
                    replaying::begin(c, no, replayed, good_until.flatten(), now).await?;
                    queued += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    Ok(Ok(EffectRow::QueuedAgain {
        subscription: DbUuid(id),
        queued,
        refused,
        next: step.next,
    }))
}

/// Looks at deliveries from where the step before ended. What was forgotten since was older than all that is there.
async fn look(
    c: &mut Conn,
    subscription: i64,
    range: ReplayRange,
    after: Option<i64>,
    now: DbTs,
) -> Result<ReplayStep, Failure> {
    let begin = DbTs::new(range.begin(now.at()));
    let passed: Option<(DbTs, i64)> = match after {
        None => None,
        Some(no) => prepared::<(SqlTs, BigInt)>(
            "SELECT created_at, no FROM deliveries WHERE no = ? AND subscription_no = ?",
        )
        .bind::<BigInt, _>(no)
        .bind::<BigInt, _>(subscription)
        .get_result(c)
        .await
        .optional()?,
    };
    let (at, no) = passed
        .filter(|(at, _)| at.at() >= begin.at())
        .unwrap_or((begin, 0));
    let rows: Vec<(i64, bool, Option<i64>)> = prepared::<(BigInt, Bool, Nullable<BigInt>)>(
        "SELECT no, status = 'failed', product_no FROM deliveries \
         WHERE subscription_no = ? AND (created_at, no) > (?, ?) AND created_at < ? \
         ORDER BY created_at, no LIMIT ?",
    )
    .bind::<BigInt, _>(subscription)
    .bind::<SqlTs, _>(at)
    .bind::<BigInt, _>(no)
    .bind::<SqlTs, _>(DbTs::new(range.end()))
    .bind::<BigInt, _>(i64::from(MAX_LOOKED_AT))
    .load(c)
    .await?;
    let looked_at: Vec<_> = rows
        .into_iter()
        .map(|(no, has_failed, product)| LookedAt {
            no,
            has_failed,
            product,
        })
        .collect();
    let is_end = looked_at.len() < usize::try_from(MAX_LOOKED_AT).unwrap_or(usize::MAX);
    Ok(step(&looked_at, is_end))
}

/// These deliveries, kept from other writers.
async fn failed(c: &mut Conn, numbers: &[i64]) -> Result<Vec<ReplayedRow>, Failure> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    Ok(prepared::<ReplayedTypes>(concatcp!(
        replaying::REPLAYED,
        "WHERE d.no",
        IN_NUMBERS,
        "ORDER BY d.no",
        FOR_CHANGE_OF_D,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers.iter().copied()))
    .load(c)
    .await?)
}
