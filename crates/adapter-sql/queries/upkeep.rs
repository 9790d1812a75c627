//! Who does which upkeep, and what belongs to none else of it.

use adapter_sql::rows::{BATCH, was_full};
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Nullable, Text};
use ports_store::{UpkeepTask, UpkeepTurn};
use time::OffsetDateTime;

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn begin(
    c: &mut Conn,
    task: UpkeepTask,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> Result<Option<UpkeepTurn>, Failure> {
    let taken: Option<(i64, Option<i64>)> = prepared::<(BigInt, Nullable<BigInt>)>(
        "UPDATE upkeep SET turn = turn + 1, due_at = ? WHERE task = ? AND due_at <= ? \
         RETURNING turn, progress",
    )
    .bind::<SqlTs, _>(DbTs::new(until))
    .bind::<Text, _>(task.code())
    .bind::<SqlTs, _>(DbTs::new(now))
    .get_result(c)
    .await
    .optional()?;
    Ok(taken.map(|(number, progress)| UpkeepTurn {
        task,
        number,
        progress,
    }))
}

pub(crate) async fn note(
    c: &mut Conn,
    turn: UpkeepTurn,
    until: OffsetDateTime,
) -> Result<bool, Failure> {
    let rows =
        prepared::<()>("UPDATE upkeep SET progress = ?, due_at = ? WHERE task = ? AND turn = ?")
            .bind::<Nullable<BigInt>, _>(turn.progress)
            .bind::<SqlTs, _>(DbTs::new(until))
            .bind::<Text, _>(turn.task.code())
            .bind::<BigInt, _>(turn.number)
            .execute(c)
            .await?;
    Ok(rows > 0)
}

pub(crate) async fn end(
    c: &mut Conn,
    turn: UpkeepTurn,
    due_at: OffsetDateTime,
) -> Result<bool, Failure> {
    let rows = prepared::<()>(
        "UPDATE upkeep SET turn = turn + 1, progress = NULL, due_at = ? \
         WHERE task = ? AND turn = ?",
    )
    .bind::<SqlTs, _>(DbTs::new(due_at))
    .bind::<Text, _>(turn.task.code())
    .bind::<BigInt, _>(turn.number)
    .execute(c)
    .await?;
    Ok(rows > 0)
}

/// Writes a row as it is.
pub(crate) async fn touch(c: &mut Conn) -> Result<(), Failure> {
    prepared::<()>("UPDATE upkeep SET turn = turn WHERE task = ?")
        .bind::<Text, _>(UpkeepTask::Forgetting.code())
        .execute(c)
        .await?;
    Ok(())
}

/// Forgets one batch of the oldest changes beyond the revisions that are kept.
pub(crate) async fn forget_changes(c: &mut Conn) -> Result<bool, Failure> {
    let rows = prepared::<()>(
        "DELETE FROM changes WHERE (revision, product_no) IN \
             (SELECT revision, product_no FROM changes \
             WHERE revision <= (SELECT revision FROM catalogue_state) - ? \
             ORDER BY revision, product_no LIMIT ?)",
    )
    .bind::<BigInt, _>(adapter_sql::KEPT_REVISIONS)
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(was_full(rows))
}
