//! Alerts that are asked for, and what the links in their mails prove.

use adapter_sql::rows::{
    AlertRequestRow, AlertTokenRow, BATCH, KeptAlertRow, KeptAlertTypes, NewMailRow, asked,
    tells_of, was_full,
};
use adapter_sql::schema::{alert_requests, alert_tokens, mails, watches};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper};
use domain::alert::{AlertRefusal, CONFIRMED_WITHIN, HOUR};
use ports_store::{AlertRequest, KeptAlert, KeptRequest};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::dialect::{Conn, FOR_UPDATE, IN_IDS, Pipeline, RunQueryDsl};
use crate::queries::access;
use crate::queries::alerts::triggers;

pub(crate) async fn insert_request(
    c: &mut Conn,
    request: &AlertRequest,
    per_hour: Option<u64>,
) -> Result<Result<(), AlertRefusal>, Failure> {
    // others of the workspace wait: together they might pass the limits
    access::take_turn(&Pipeline::new(c), request.owner.tenant).await?;
    let row = AlertRequestRow::from(request);
    let (pending, of_day, of_hour) = counts(c, &row).await?;
    if let Err(refusal) = asked(pending, of_day, of_hour).admit(per_hour) {
        return Ok(Err(refusal));
    }
    diesel::insert_into(alert_requests::table)
        .values(&row)
        .execute(c)
        .await?;
    diesel::insert_into(mails::table)
        .values(NewMailRow::asking(request))
        .execute(c)
        .await?;
    Ok(Ok(()))
}

const OF_CLIENT: &str = "FROM alert_requests WHERE workspace_no = ? AND mode = ? AND client_id = ?";

async fn counts(c: &mut Conn, row: &AlertRequestRow) -> Result<(i64, i64, i64), Failure> {
    let now = row.requested_at.at();
    Ok(prepared::<(BigInt, BigInt, BigInt)>(concatcp!(
        "SELECT (SELECT count(*) ",
        OF_CLIENT,
        " AND confirmed_at IS NULL AND expires_at > ?), (SELECT count(*) ",
        OF_CLIENT,
        " AND requested_at > ?), \
         (SELECT count(*) FROM alert_requests WHERE workspace_no = ? AND requested_at > ?)",
    ))
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<Text, _>(row.mode.clone())
    .bind::<Text, _>(row.client_id.clone())
    .bind::<SqlTs, _>(row.requested_at)
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<Text, _>(row.mode.clone())
    .bind::<Text, _>(row.client_id.clone())
    .bind::<SqlTs, _>(DbTs::new(now - CONFIRMED_WITHIN))
    .bind::<BigInt, _>(row.workspace_no)
    .bind::<SqlTs, _>(DbTs::new(now - HOUR))
    .get_result(c)
    .await?)
}

pub(crate) async fn insert_confirmation(
    c: &mut Conn,
    digest: &[u8; 32],
    request: Uuid,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    let waits: Option<DbUuid> = prepared::<SqlUuid>(concatcp!(
        "SELECT id FROM alert_requests WHERE id = ? AND confirmed_at IS NULL AND expires_at > ?",
        FOR_UPDATE,
    ))
    .bind::<SqlUuid, _>(DbUuid(request))
    .bind::<SqlTs, _>(DbTs::new(now))
    .get_result(c)
    .await
    .optional()?;
    let token = |request| AlertTokenRow {
        digest: digest.to_vec(),
        request_id: Some(request),
        watch_id: None,
        made_at: DbTs::new(now),
    };
    insert_token(c, waits.map(token)).await
}

async fn insert_token(c: &mut Conn, token: Option<AlertTokenRow>) -> Result<bool, Failure> {
    let Some(token) = token else {
        return Ok(false);
    };
    diesel::insert_into(alert_tokens::table)
        .values(token)
        .execute(c)
        .await?;
    Ok(true)
}

pub(crate) async fn find_request(
    c: &mut Conn,
    digest: &[u8; 32],
) -> Result<Option<KeptRequest>, Failure> {
    let request: Option<Option<DbUuid>> = alert_tokens::table
        .find(digest.to_vec())
        .select(alert_tokens::request_id)
        .first(c)
        .await
        .optional()?;
    let Some(request) = request.flatten() else {
        return Ok(None);
    };
    let row: Option<AlertRequestRow> = alert_requests::table
        .find(request)
        .select(AlertRequestRow::as_select())
        .first(c)
        .await
        .optional()?;
    Ok(row.map(KeptRequest::try_from).transpose()?)
}

pub(crate) async fn save_confirmed(
    c: &mut Conn,
    request: Uuid,
    now: OffsetDateTime,
) -> Result<(), Failure> {
    diesel::update(alert_requests::table.find(DbUuid(request)))
        .filter(alert_requests::confirmed_at.is_null())
        .set((
            alert_requests::confirmed_at.eq(Some(DbTs::new(now))),
            alert_requests::destination.eq(None::<String>),
        ))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn insert_end(
    c: &mut Conn,
    digest: &[u8; 32],
    watch: Uuid,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    let alert: Option<DbUuid> = prepared::<SqlUuid>(concatcp!(
        "SELECT id FROM watches WHERE id = ? AND language IS NOT NULL",
        FOR_UPDATE,
    ))
    .bind::<SqlUuid, _>(DbUuid(watch))
    .get_result(c)
    .await
    .optional()?;
    let token = |watch| AlertTokenRow {
        digest: digest.to_vec(),
        request_id: None,
        watch_id: Some(watch),
        made_at: DbTs::new(now),
    };
    insert_token(c, alert.map(token)).await
}

pub(crate) async fn find_alert(
    c: &mut Conn,
    digest: &[u8; 32],
) -> Result<Option<KeptAlert>, Failure> {
    let row: Option<KeptAlertRow> = prepared::<KeptAlertTypes>(
        "SELECT w.id, p.canonical_id, p.name, w.condition, w.target, w.percent, w.language \
         FROM alert_tokens t \
         JOIN watches w ON w.id = t.watch_id JOIN products p ON p.no = w.product_no \
         WHERE t.digest = ?",
    )
    .bind::<Binary, _>(digest.to_vec())
    .get_result(c)
    .await
    .optional()?;
    Ok(row.map(KeptAlert::try_from).transpose()?)
}

pub(crate) async fn remove_alert(c: &mut Conn, digest: &[u8; 32]) -> Result<bool, Failure> {
    // a revision that fires it has either written its mail or sees that it is gone
    triggers::share(c).await?;
    let found: Option<(DbUuid, i64, Option<String>)> =
        prepared::<(SqlUuid, BigInt, Nullable<Text>)>(
            "SELECT w.id, w.workspace_no, w.destination FROM alert_tokens t \
             JOIN watches w ON w.id = t.watch_id WHERE t.digest = ?",
        )
        .bind::<Binary, _>(digest.to_vec())
        .get_result(c)
        .await
        .optional()?;
    let Some((watch, workspace, to)) = found else {
        return Ok(false);
    };
    remove_unsent(c, watch, workspace, to.unwrap_or_default()).await?;
    let removed = diesel::delete(watches::table)
        .filter(watches::id.eq(watch))
        .execute(c)
        .await?;
    Ok(removed > 0)
}

/// Removes the mails of a watch that wait or are being sent: an attempt that runs is the last one.
pub(crate) async fn remove_unsent(
    c: &mut Conn,
    watch: DbUuid,
    workspace: i64,
    to: String,
) -> Result<(), Failure> {
    let unsent: Vec<(DbUuid, DbJson)> = prepared::<(SqlUuid, SqlJson)>(
        "SELECT id, content FROM mails \
         WHERE workspace_no = ? AND due_at IS NOT NULL AND destination = ?",
    )
    .bind::<BigInt, _>(workspace)
    .bind::<Text, _>(to)
    .load(c)
    .await?;
    let of_watch = unsent
        .into_iter()
        .filter(|(_, content)| tells_of(&content.0, watch.0));
    remove_mails(c, of_watch.map(|(id, _)| id)).await
}

async fn remove_mails(c: &mut Conn, ids: impl Iterator<Item = DbUuid>) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM mails WHERE due_at IS NOT NULL AND id",
        IN_IDS,
    ))
    .bind::<SqlJson, _>(DbJson::ids(ids))
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn forget_requests(c: &mut Conn, now: OffsetDateTime) -> Result<bool, Failure> {
    let expired: Vec<DbUuid> = alert_requests::table
        .filter(alert_requests::expires_at.le(DbTs::new(now)))
        .order(alert_requests::expires_at)
        .limit(BATCH)
        .select(alert_requests::id)
        .load(c)
        .await?;
    if expired.is_empty() {
        return Ok(false);
    }
    prepared::<()>(concatcp!("DELETE FROM mails WHERE id", IN_IDS))
        .bind::<SqlJson, _>(DbJson::ids(expired.iter().copied()))
        .execute(c)
        .await?;
    prepared::<()>(concatcp!("DELETE FROM alert_requests WHERE id", IN_IDS))
        .bind::<SqlJson, _>(DbJson::ids(expired.iter().copied()))
        .execute(c)
        .await?;
    Ok(was_full(expired.len()))
}
