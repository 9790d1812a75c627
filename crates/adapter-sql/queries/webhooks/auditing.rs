//! What was done about webhooks, by whom.

use adapter_sql::rows::{AuditRow, AuditTypes, NewAuditRow};
use adapter_sql::schema::audit;
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use domain::access::Tenant;
use domain::webhook::audit::MAX_ENTRIES;
use ports_store::AuditEntry;

use crate::dialect::{Conn, RunQueryDsl, SKIP_LOCKED};

/// Writes an entry and forgets the oldest ones of the tenant that are too many.
pub(crate) async fn insert(
    c: &mut Conn,
    tenant: Tenant,
    entry: &AuditEntry,
) -> Result<(), Failure> {
    let row = NewAuditRow::of(tenant, entry);
    diesel::insert_into(audit::table)
        .values(&row)
        .execute(c)
        .await?;
    // what another transaction forgets is left to it: of two that write for several tenants, neither waits for the other
    prepared::<()>(concatcp!(
        "DELETE FROM audit WHERE no IN ( \
             SELECT no FROM audit WHERE workspace_no = ? AND mode = ? AND (at, no) <= ( \
                 SELECT at, no FROM audit WHERE workspace_no = ? AND mode = ? \
                 ORDER BY at DESC, no DESC LIMIT 1 OFFSET ?)",
        SKIP_LOCKED,
        ")",
    ))
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<Text, _>(row.mode)
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<Text, _>(row.mode)
    .bind::<BigInt, _>(i64::from(MAX_ENTRIES))
    .execute(c)
    .await?;
    Ok(())
}

/// The newest entries of a tenant.
pub(crate) async fn list(
    c: &mut Conn,
    tenant: Tenant,
    limit: u32,
) -> Result<Vec<AuditEntry>, Failure> {
    let rows: Vec<AuditRow> = prepared::<AuditTypes>(
        "SELECT id, at, action, actor, target_type, target_id, outcome FROM audit \
         WHERE workspace_no = ? AND mode = ? ORDER BY at DESC, no DESC LIMIT ?",
    )
    .bind::<BigInt, _>(tenant.workspace.0)
    .bind::<Text, _>(tenant.mode.code())
    .bind::<BigInt, _>(i64::from(limit))
    .load(c)
    .await?;
    Ok(rows
        .into_iter()
        .map(AuditEntry::try_from)
        .collect::<Result<_, _>>()?)
}
