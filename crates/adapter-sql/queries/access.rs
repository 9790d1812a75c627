//! Workspaces and API keys.

use adapter_sql::error::conflict;
use adapter_sql::rows::{ApiKeyRow, NewApiKeyRow, WorkspaceRow};
use adapter_sql::schema::{api_keys, workspaces};
use adapter_sql::types::{DbJson, DbTs, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper,
};
use domain::access::Tenant;
use domain::ids::WorkspaceNo;
use ports_store::{
    ApiKey, KeyWithWorkspace, NewApiKey, StoreError, UsedKey, Workspace, WorkspaceChange,
};
use time::OffsetDateTime;

use crate::dialect::{Conn, FOR_CHANGE_OF_W, FOR_UPDATE, Pipeline, RunQueryDsl};

pub(crate) async fn save_workspace(
    c: &mut Conn,
    name: &str,
    change: &WorkspaceChange,
) -> Result<Workspace, Failure> {
    if !insert_workspace(c, name).await? && change.is_new {
        return Err(StoreError::Conflict("workspace").into());
    }
    let no = workspace_no(c, name).await?;
    let row: WorkspaceRow = workspaces::table
        .find(no)
        .select(WorkspaceRow::as_select())
        .first(c)
        .await?;
    let row = row.changed(change);
    diesel::update(workspaces::table.find(no))
        .set(&row)
        .execute(c)
        .await?;
    Ok(Workspace::try_from(row)?)
}

pub(crate) async fn list_workspaces(
    c: &mut Conn,
    after: Option<WorkspaceNo>,
    limit: u32,
) -> Result<Vec<Workspace>, Failure> {
    let rows: Vec<WorkspaceRow> = workspaces::table
        .filter(workspaces::no.gt(after.map_or(i64::MIN, |no| no.0)))
        .order(workspaces::no)
        .limit(limit.into())
        .select(WorkspaceRow::as_select())
        .load(c)
        .await?;
    let listed = rows.into_iter().map(Workspace::try_from);
    Ok(listed.collect::<Result<_, _>>()?)
}

/// Creates the workspace of this name when it is missing; whether it was.
async fn insert_workspace(c: &mut Conn, name: &str) -> Result<bool, Failure> {
    let created = prepared::<()>(
        "INSERT INTO workspaces (name, entitlements) VALUES (?, ?) ON CONFLICT DO NOTHING",
    )
    .bind::<Text, _>(name.to_owned())
    .bind::<SqlJson, _>(DbJson::texts([]))
    .execute(c)
    .await?;
    Ok(created > 0)
}

/// The number of the workspace of this name, kept from other writers.
async fn workspace_no(c: &mut Conn, name: &str) -> Result<i64, Failure> {
    let find = concatcp!("SELECT no FROM workspaces WHERE name = ?", FOR_UPDATE);
    Ok(prepared::<BigInt>(find)
        .bind::<Text, _>(name.to_owned())
        .get_result(c)
        .await?)
}

/// Keeps other creations of the workspace from running at the same time: together they might
/// pass the quota.
pub(crate) async fn take_turn(pipeline: &Pipeline<'_>, tenant: Tenant) -> Result<(), Failure> {
    prepared::<BigInt>(concatcp!(
        "SELECT w.no FROM workspaces w WHERE w.no = ?",
        FOR_CHANGE_OF_W,
    ))
    .bind::<BigInt, _>(tenant.workspace.0)
    .get_result::<i64>(&mut pipeline.connection())
    .await?;
    Ok(())
}

pub(crate) async fn insert_key(c: &mut Conn, key: &NewApiKey) -> Result<ApiKey, Failure> {
    insert_workspace(c, &key.workspace).await?;
    let workspace = workspace_no(c, &key.workspace).await?;
    let row: ApiKeyRow = diesel::insert_into(api_keys::table)
        .values(&NewApiKeyRow::of(key, workspace))
        .returning(ApiKeyRow::as_returning())
        .get_result(c)
        .await
        .map_err(|error| conflict(error, "API key"))?;
    Ok(row.key(key.workspace.clone())?)
}

pub(crate) async fn find_key(
    c: &mut Conn,
    digest: &[u8; 32],
) -> Result<Option<KeyWithWorkspace>, Failure> {
    let found: Option<(ApiKeyRow, WorkspaceRow)> = api_keys::table
        .inner_join(workspaces::table)
        .filter(api_keys::digest.eq(digest.to_vec()))
        .filter(api_keys::revoked_at.is_null())
        .select((ApiKeyRow::as_select(), WorkspaceRow::as_select()))
        .first(c)
        .await
        .optional()?;
    let Some((key, workspace)) = found else {
        return Ok(None);
    };
    let key = key.key(workspace.name.clone())?;
    Ok(Some(KeyWithWorkspace {
        key,
        workspace: Workspace::try_from(workspace)?,
    }))
}

pub(crate) async fn list_keys(
    c: &mut Conn,
    workspace: Option<&str>,
) -> Result<Vec<ApiKey>, Failure> {
    let all = api_keys::table
        .inner_join(workspaces::table)
        .order((api_keys::created_at, api_keys::id))
        .select((ApiKeyRow::as_select(), workspaces::name));
    let rows: Vec<(ApiKeyRow, String)> = match workspace {
        Some(name) => all.filter(workspaces::name.eq(name)).load(c).await?,
        None => all.load(c).await?,
    };
    let keys = rows.into_iter().map(|(row, workspace)| row.key(workspace));
    Ok(keys.collect::<Result<_, _>>()?)
}

pub(crate) async fn revoke_key(
    c: &mut Conn,
    id: &str,
    now: OffsetDateTime,
) -> Result<Option<ApiKey>, Failure> {
    let open = api_keys::table
        .find(id)
        .filter(api_keys::revoked_at.is_null());
    diesel::update(open)
        .set(api_keys::revoked_at.eq(DbTs::new(now)))
        .execute(c)
        .await?;
    let found: Option<(ApiKeyRow, String)> = api_keys::table
        .inner_join(workspaces::table)
        .filter(api_keys::id.eq(id))
        .select((ApiKeyRow::as_select(), workspaces::name))
        .first(c)
        .await
        .optional()?;
    Ok(found
        .map(|(row, workspace)| row.key(workspace))
        .transpose()?)
}

pub(crate) async fn record_uses(c: &mut Conn, uses: &[UsedKey]) -> Result<(), Failure> {
    for used in uses {
        let at = DbTs::new(used.at);
        let is_later = api_keys::last_used_at
            .is_null()
            .or(api_keys::last_used_at.lt(at));
        diesel::update(api_keys::table.find(&used.id).filter(is_later))
            .set(api_keys::last_used_at.eq(at))
            .execute(c)
            .await?;
    }
    Ok(())
}
