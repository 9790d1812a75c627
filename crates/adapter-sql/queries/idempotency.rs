//! Idempotency keys.

use adapter_sql::error::busy;
use adapter_sql::rows::{BATCH, IdempotencyRow, lock_number, was_full};
use adapter_sql::schema::idempotency_keys;
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;
use diesel::{OptionalExtension, QueryDsl, SelectableHelper};
use ports_store::{IDEMPOTENCY_KEPT, IdempotencyClaim};
use time::OffsetDateTime;

use crate::dialect::{Conn, Pipeline, RunQueryDsl, TWIN_LOCK};

/// Keeps other requests with the key from running until the transaction ends;
/// [`StoreError::Busy`] when one runs for longer than 2 s.
pub(crate) async fn alone(c: &mut Conn, claim: &IdempotencyClaim) -> Result<(), Failure> {
    let statement: Option<&'static str> = TWIN_LOCK;
    let Some(lock) = statement else {
        return Ok(());
    };
    prepared::<()>(lock)
        .bind::<BigInt, _>(lock_number(claim))
        .execute(c)
        .await
        .map_err(busy)?;
    Ok(())
}

/// The use of a key that is still remembered.
pub(crate) async fn find(
    pipeline: &Pipeline<'_>,
    claim: &IdempotencyClaim,
) -> Result<Option<IdempotencyRow>, Failure> {
    let tenant = claim.tenant;
    let row: Option<IdempotencyRow> = idempotency_keys::table
        .find((tenant.workspace.0, tenant.mode.code(), &claim.key))
        .select(IdempotencyRow::as_select())
        .first(&mut pipeline.connection())
        .await
        .optional()?;
    Ok(row.filter(|row| row.created_at.at() > claim.at - IDEMPOTENCY_KEPT))
}

/// Remembers the use of a key that [`find`] does not know, and what took effect. One that was used too long ago makes room.
pub(crate) async fn insert(pipeline: &Pipeline<'_>, row: IdempotencyRow) -> Result<(), Failure> {
    diesel::insert_into(idempotency_keys::table)
        .values(row.clone())
        .on_conflict((
            idempotency_keys::workspace_no,
            idempotency_keys::mode,
            idempotency_keys::key,
        ))
        .do_update()
        .set(row)
        .execute(&mut pipeline.connection())
        .await?;
    Ok(())
}

/// Forgets one batch of keys used before an instant; whether there may be more.
pub(crate) async fn forget(c: &mut Conn, before: OffsetDateTime) -> Result<bool, Failure> {
    let rows = prepared::<()>(
        "DELETE FROM idempotency_keys WHERE (workspace_no, mode, key) IN \
             (SELECT workspace_no, mode, key FROM idempotency_keys \
              WHERE created_at < ? ORDER BY created_at LIMIT ?)",
    )
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(was_full(rows))
}
