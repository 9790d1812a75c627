//! Idempotency keys.

use adapter_sql::error::busy;
use adapter_sql::rows::{BATCH, IdempotencyRow, lock_number, was_full};
use adapter_sql::schema::idempotency_keys;
use adapter_sql::types::{DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Binary, Integer, Nullable, Text};
use diesel::{OptionalExtension, QueryDsl, SelectableHelper};
use ports_store::{IDEMPOTENCY_KEPT, IdempotencyClaim};
use time::OffsetDateTime;

use crate::dialect::{Conn, Pipeline, RunQueryDsl, SKIP_LOCKED, TWIN_LOCK};

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
    prepared::<()>(
        "INSERT INTO idempotency_keys (workspace_no, mode, key, fingerprint, api_key_id, status, \
             body, location, created_at, secret, secret_key, outcome) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (workspace_no, mode, key) DO UPDATE SET fingerprint = excluded.fingerprint, \
             api_key_id = excluded.api_key_id, status = excluded.status, body = excluded.body, \
             location = excluded.location, created_at = excluded.created_at, \
             secret = excluded.secret, secret_key = excluded.secret_key, outcome = excluded.outcome",
    )
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<Text, _>(row.mode)
    .bind::<Text, _>(row.key)
    .bind::<Binary, _>(row.fingerprint)
    .bind::<Text, _>(row.api_key_id)
    .bind::<Integer, _>(row.status)
    .bind::<Binary, _>(row.body)
    .bind::<Nullable<Text>, _>(row.location)
    .bind::<SqlTs, _>(row.created_at)
    .bind::<Nullable<Binary>, _>(row.secret)
    .bind::<Nullable<Text>, _>(row.secret_key)
    .bind::<Nullable<SqlJson>, _>(row.outcome)
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
}

/// Forgets one batch of keys used before an instant; whether there may be more.
pub(crate) async fn forget(c: &mut Conn, before: OffsetDateTime) -> Result<bool, Failure> {
    // one that is used anew meanwhile is not waited for: it would be forgotten then
    let rows = prepared::<()>(concatcp!(
        "DELETE FROM idempotency_keys WHERE (workspace_no, mode, key) IN \
             (SELECT workspace_no, mode, key FROM idempotency_keys \
              WHERE created_at < ? ORDER BY created_at LIMIT ?",
        SKIP_LOCKED,
        ")",
    ))
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(BATCH)
    .execute(c)
    .await?;
    Ok(was_full(rows))
}
