//! The outbox of mails.

use adapter_sql::rows::{
    AfterAttempt, BATCH, LeasedRow, LeasedTypes, TallyTypes, mail_tally, was_full,
};
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::mail::{MAX_ATTEMPTS, first_in_turn, share};
use domain::num::i64_from_usize;
use ports_store::{LeasedMail, MailRecord, MailTally};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::dialect::{ANY_OF, Conn, END_OF_ANY_OF, RunQueryDsl, SKIP_LOCKED};

pub(crate) async fn lease_due(
    c: &mut Conn,
    now: OffsetDateTime,
    until: OffsetDateTime,
    limit: u32,
) -> Result<Vec<LeasedMail>, Failure> {
    let limit = i64::from(limit);
    let mut waiting = workspaces_with_due(c, now).await?;
    let workspaces = waiting.len();
    waiting.rotate_left(first_in_turn(workspaces, now));
    let mut leased = Vec::new();
    for (served, workspace) in waiting.into_iter().enumerate() {
        let free = limit - i64_from_usize(leased.len());
        let places = share(free, i64_from_usize(workspaces - served));
        if places == 0 {
            break;
        }
        for row in due(c, workspace, places, now).await? {
            let row = take(c, row, until).await?;
            leased.push(LeasedMail::try_from(row)?);
        }
    }
    Ok(leased)
}

async fn workspaces_with_due(c: &mut Conn, now: OffsetDateTime) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT w.no FROM workspaces w WHERE EXISTS (SELECT 1 FROM mails m \
             WHERE m.workspace_no = w.no AND m.due_at <= ? AND m.attempts < ?) ORDER BY w.no",
    )
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<Integer, _>(i32::from(MAX_ATTEMPTS))
    .load(c)
    .await?)
}

async fn due(
    c: &mut Conn,
    workspace: i64,
    share: i64,
    now: OffsetDateTime,
) -> Result<Vec<LeasedRow>, Failure> {
    Ok(prepared::<LeasedTypes>(concatcp!(
        "SELECT id, attempts, destination, content, created_at FROM mails \
         WHERE workspace_no = ? AND due_at <= ? AND attempts < ? ORDER BY due_at LIMIT ?",
        SKIP_LOCKED,
    ))
    .bind::<BigInt, _>(workspace)
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<Integer, _>(i32::from(MAX_ATTEMPTS))
    .bind::<BigInt, _>(share)
    .load(c)
    .await?)
}

/// Counts the attempt and sets the end of the lease.
async fn take(c: &mut Conn, row: LeasedRow, until: OffsetDateTime) -> Result<LeasedRow, Failure> {
    let attempts = row.attempts + 1;
    prepared::<()>("UPDATE mails SET state = 'sending', attempts = ?, due_at = ? WHERE id = ?")
        .bind::<Integer, _>(attempts)
        .bind::<SqlTs, _>(DbTs::new(until))
        .bind::<SqlUuid, _>(row.id)
        .execute(c)
        .await?;
    Ok(LeasedRow { attempts, ..row })
}

pub(crate) async fn renew(
    c: &mut Conn,
    running: &[(Uuid, u16)],
    until: OffsetDateTime,
) -> Result<(), Failure> {
    for (id, attempt) in running {
        prepared::<()>(
            "UPDATE mails SET due_at = ? WHERE id = ? AND state = 'sending' AND attempts = ?",
        )
        .bind::<SqlTs, _>(DbTs::new(until))
        .bind::<SqlUuid, _>(DbUuid(*id))
        .bind::<Integer, _>(i32::from(*attempt))
        .execute(c)
        .await?;
    }
    Ok(())
}

pub(crate) async fn record(
    c: &mut Conn,
    records: &[MailRecord],
    now: OffsetDateTime,
) -> Result<u64, Failure> {
    let mut recorded = 0;
    for MailRecord { id, attempt, next } in records {
        let AfterAttempt {
            state,
            due_at,
            ended_at,
            error,
        } = AfterAttempt::of(next, now);
        recorded += prepared::<()>(
            "UPDATE mails SET state = ?, due_at = ?, ended_at = ?, last_error = ? \
             WHERE id = ? AND state = 'sending' AND attempts = ?",
        )
        .bind::<Text, _>(state)
        .bind::<Nullable<SqlTs>, _>(due_at)
        .bind::<Nullable<SqlTs>, _>(ended_at)
        .bind::<Nullable<Text>, _>(error.map(str::to_owned))
        .bind::<SqlUuid, _>(DbUuid(*id))
        .bind::<Integer, _>(i32::from(*attempt))
        .execute(c)
        .await?;
    }
    Ok(domain::num::u64_from_usize(recorded))
}

pub(crate) async fn next_due(c: &mut Conn) -> Result<Option<OffsetDateTime>, Failure> {
    let next: Option<DbTs> = prepared::<SqlTs>(
        "SELECT due_at FROM mails WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1",
    )
    .get_result(c)
    .await
    .optional()?;
    Ok(next.map(DbTs::at))
}

pub(crate) async fn tally(c: &mut Conn) -> Result<MailTally, Failure> {
    let (waiting, failed, oldest) = prepared::<TallyTypes>(
        "SELECT (SELECT count(*) FROM mails WHERE due_at IS NOT NULL), \
             (SELECT count(*) FROM mails WHERE state = 'failed'), \
             (SELECT min(created_at) FROM mails WHERE due_at IS NOT NULL)",
    )
    .get_result(c)
    .await?;
    Ok(mail_tally(waiting, failed, oldest))
}

pub(crate) async fn give_up(
    c: &mut Conn,
    stale: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<u64, Failure> {
    let old = prepared::<()>(concatcp!(
        "UPDATE mails SET state = 'failed', due_at = NULL, ended_at = ?, \
             last_error = 'it waited too long' \
         WHERE id",
        ANY_OF,
        "SELECT id FROM mails WHERE due_at IS NOT NULL AND created_at < ? \
             AND state = 'waiting' ORDER BY created_at LIMIT ?",
        SKIP_LOCKED,
        END_OF_ANY_OF,
    ))
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<SqlTs, _>(DbTs::new(stale))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    let lost = prepared::<()>(concatcp!(
        "UPDATE mails SET state = 'failed', due_at = NULL, ended_at = ?, \
             last_error = 'the last attempt was not recorded' \
         WHERE id",
        ANY_OF,
        "SELECT id FROM mails WHERE due_at <= ? AND state = 'sending' \
             AND attempts >= ? ORDER BY due_at LIMIT ?",
        SKIP_LOCKED,
        END_OF_ANY_OF,
    ))
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<Integer, _>(i32::from(MAX_ATTEMPTS))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(domain::num::u64_from_usize(old + lost))
}

pub(crate) async fn forget_ended(c: &mut Conn, before: OffsetDateTime) -> Result<bool, Failure> {
    let rows = prepared::<()>(concatcp!(
        "DELETE FROM mails WHERE id",
        ANY_OF,
        "SELECT id FROM mails WHERE ended_at < ? ORDER BY ended_at LIMIT ?",
        END_OF_ANY_OF,
    ))
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(was_full(rows))
}
