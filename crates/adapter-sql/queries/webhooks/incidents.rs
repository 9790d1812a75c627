//! Incidents of endpoints.

use adapter_sql::rows::{
    EffectRow, IncidentColumns, IncidentNews, IncidentRow, IncidentTypes, NewIncidentRow,
    NewMailRow, SubscriptionRow,
};
use adapter_sql::schema::{incidents, mails};
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{OptionalExtension, QueryDsl};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::num::u64_from_i64;
use domain::webhook::Policy;
use domain::webhook::audit::{SUCCEEDED, SYSTEM_ACTOR};
use domain::webhook::notice::Occasion;
use domain::webhook_url::host_of;
use ports_store::{AuditEntry, AuditTarget, CommandContext, CommandRefusal};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::dialect::{Conn, FOR_CHANGE_OF_S_AND_I, RunQueryDsl, SKIP_LOCKED_ROWS};
use crate::queries::webhooks::{auditing, managing};

/// Incidents that are reminded of in one transaction: attempts at their endpoints wait for it.
const REMINDED: i64 = 10;

/// Writes what became of an incident, and tells the workspace.
pub(crate) async fn change(
    c: &mut Conn,
    news: &IncidentNews,
    now: OffsetDateTime,
) -> Result<(), Failure> {
    let no = match news.no {
        Some(no) => Some(no),
        // opened and over in one batch
        None => of_id(c, news).await?,
    };
    let columns = IncidentColumns::from(&news.incident);
    if let Some(no) = no {
        diesel::update(incidents::table.find(no))
            .set(columns)
            .execute(c)
            .await?;
    } else {
        let row = NewIncidentRow {
            id: DbUuid(news.id),
            subscription_no: news.endpoint,
            columns,
        };
        diesel::insert_into(incidents::table)
            .values(row)
            .execute(c)
            .await?;
    }
    tell(c, news, now).await
}

async fn of_id(c: &mut Conn, news: &IncidentNews) -> Result<Option<i64>, Failure> {
    Ok(prepared::<BigInt>("SELECT no FROM incidents WHERE id = ?")
        .bind::<SqlUuid, _>(DbUuid(news.id))
        .get_result(c)
        .await
        .optional()?)
}

/// Writes the mail, if the workspace wants one, and the audit.
async fn tell(c: &mut Conn, news: &IncidentNews, now: OffsetDateTime) -> Result<(), Failure> {
    let number = news.incident.reminders;
    let waiting: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM delivery_queue WHERE started_at IS NULL AND subscription_no = ?",
    )
    .bind::<BigInt, _>(news.endpoint)
    .get_result(c)
    .await?;
    let notice = news.notice(now, u64_from_i64(waiting));
    if let Some(to) = &news.alert_email {
        diesel::insert_into(mails::table)
            .values(NewMailRow::notice(news.workspace_no, to, &notice, number))
            .on_conflict_do_nothing()
            .execute(c)
            .await?;
    }
    let tenant = Tenant {
        workspace: WorkspaceNo(news.workspace_no),
        mode: Mode::Live,
    };
    let entry = AuditEntry {
        id: notice.entry_id(number),
        at: now,
        action: news.occasion.action(),
        actor: SYSTEM_ACTOR.to_owned(),
        target: Some(AuditTarget::Incident(news.id)),
        outcome: SUCCEEDED.to_owned(),
    };
    auditing::insert(c, tenant, &entry).await
}

/// Its owner knows of an incident.
pub(crate) async fn acknowledge(
    c: &mut Conn,
    context: &CommandContext,
    subscription: &SubscriptionRow,
    id: Uuid,
) -> Result<managing::Done, Failure> {
    let row: Option<IncidentRow> = prepared::<IncidentTypes>(
        "SELECT no, id, cause, reminders, opened_at, remind_at, acknowledged_at, resolved_at \
         FROM incidents WHERE id = ? AND subscription_no = ?",
    )
    .bind::<SqlUuid, _>(DbUuid(id))
    .bind::<BigInt, _>(subscription.no)
    .get_result(c)
    .await
    .optional()?;
    let Some(row) = row else {
        return Ok(Err(CommandRefusal::NotFound));
    };
    let incident = row.incident()?.acknowledge(DbTs::new(context.now).at());
    diesel::update(incidents::table.find(row.no))
        .set(IncidentColumns::from(&incident))
        .execute(c)
        .await?;
    Ok(Ok(EffectRow::Acknowledged {
        subscription: subscription.id,
        incident: row.with(&incident),
    }))
}

/// Ends the incident of a subscription that goes; nobody is told.
pub(crate) async fn close(c: &mut Conn, subscription: i64, now: DbTs) -> Result<(), Failure> {
    prepared::<()>(
        "UPDATE incidents SET resolved_at = ?, remind_at = NULL \
         WHERE subscription_no = ? AND resolved_at IS NULL",
    )
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(subscription)
    .execute(c)
    .await?;
    Ok(())
}

/// Reminds of one batch of incidents that are open for long; how many that were. Whoever else changes an open one has its
/// subscription's row locked since before reading it; one that is locked is left for the next time.
pub(crate) async fn remind(
    c: &mut Conn,
    now: OffsetDateTime,
    policy: &Policy,
) -> Result<u64, Failure> {
    type Due = (IncidentRow, i64, DbUuid, i64, String, Option<String>);
    let due: Vec<Due> =
        prepared::<(IncidentTypes, BigInt, SqlUuid, BigInt, Text, Nullable<Text>)>(concatcp!(
            "SELECT i.no, i.id, i.cause, i.reminders, i.opened_at, i.remind_at, \
             i.acknowledged_at, i.resolved_at, s.no, s.id, s.workspace_no, s.url, \
             w.alert_email \
         FROM incidents i JOIN subscriptions s ON s.no = i.subscription_no \
         JOIN workspaces w ON w.no = s.workspace_no \
         WHERE i.remind_at IS NOT NULL AND i.remind_at <= ? ORDER BY i.remind_at LIMIT ?",
            FOR_CHANGE_OF_S_AND_I,
            SKIP_LOCKED_ROWS,
        ))
        .bind::<SqlTs, _>(DbTs::new(now))
        .bind::<BigInt, _>(REMINDED)
        .load(c)
        .await?;
    let mut reminded = 0;
    for (row, endpoint, subscription, workspace_no, url, alert_email) in due {
        let Some(incident) = row.incident()?.remind(DbTs::new(now).at(), policy) else {
            continue;
        };
        let news = IncidentNews {
            no: Some(row.no),
            id: row.id.0,
            incident,
            occasion: Occasion::Reminder,
            endpoint,
            subscription: subscription.0,
            workspace_no,
            host: host_of(&url).to_owned(),
            alert_email,
        };
        change(c, &news, now).await?;
        reminded += 1;
    }
    Ok(reminded)
}
