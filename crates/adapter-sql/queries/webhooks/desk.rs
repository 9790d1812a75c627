//! Webhooks of all workspaces, as operators of the deployment see them.

use adapter_sql::rows::corrupt;
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Text};
use domain::access::{Mode, Tenant};
use domain::ids::WorkspaceNo;
use domain::num::u64_from_i64;
use domain::watch::ChannelKind;
use domain::webhook::EventKind;
use ports_store::{EventPlace, TroubledWorkspace, WebhookThing, WrittenEvent};
use uuid::Uuid;

use crate::dialect::{Conn, RunQueryDsl};

pub(crate) async fn troubled(c: &mut Conn, limit: u32) -> Result<Vec<TroubledWorkspace>, Failure> {
    let rows: Vec<(i64, String, i64, i64)> = prepared::<(BigInt, Text, BigInt, BigInt)>(
        "SELECT w.no, w.name, t.incidents, t.failed FROM ( \
             SELECT workspace_no, CAST(sum(incidents) AS bigint) AS incidents, \
                 CAST(sum(failed) AS bigint) AS failed FROM ( \
                 SELECT s.workspace_no AS workspace_no, 1 AS incidents, 0 AS failed \
                     FROM incidents i JOIN subscriptions s ON s.no = i.subscription_no \
                     WHERE i.resolved_at IS NULL AND s.mode = 'live' \
                 UNION ALL \
                 SELECT workspace_no, 0, rows FROM delivery_counts \
                     WHERE kind = 'status' AND value = 'failed' \
             ) AS each_one GROUP BY workspace_no \
         ) AS t JOIN workspaces w ON w.no = t.workspace_no \
         WHERE t.incidents > 0 OR t.failed > 0 \
         ORDER BY t.incidents DESC, t.failed DESC, w.no LIMIT ?",
    )
    .bind::<BigInt, _>(i64::from(limit))
    .load(c)
    .await?;
    let troubled = rows
        .into_iter()
        .map(|(no, name, incidents, failed)| TroubledWorkspace {
            no: WorkspaceNo(no),
            name,
            open_incidents: u64_from_i64(incidents),
            failed: u64_from_i64(failed),
        });
    Ok(troubled.collect())
}

pub(crate) async fn places(
    c: &mut Conn,
    thing: WebhookThing,
    id: Uuid,
    limit: u32,
) -> Result<Vec<(Tenant, Uuid)>, Failure> {
    let sql = match thing {
        WebhookThing::Subscription => {
            "SELECT s.workspace_no, s.mode, s.id FROM subscriptions s \
             WHERE s.id = ? AND s.deleted_at IS NULL LIMIT ?"
        }
        WebhookThing::Delivery => {
            "SELECT s.workspace_no, s.mode, d.id FROM deliveries d \
             JOIN subscriptions s ON s.no = d.subscription_no WHERE d.id = ? LIMIT ?"
        }
        // deliveries are of the instant of their event, by which they are found
        WebhookThing::Event => {
            "SELECT s.workspace_no, s.mode, d.id FROM events e \
             JOIN deliveries d ON d.workspace_no = e.workspace_no \
                 AND d.created_at = e.created_at AND d.event_id = e.id \
             JOIN subscriptions s ON s.no = d.subscription_no \
             WHERE e.id = ? ORDER BY d.id LIMIT ?"
        }
    };
    let rows: Vec<(i64, String, DbUuid)> = prepared::<(BigInt, Text, SqlUuid)>(sql)
        .bind::<SqlUuid, _>(DbUuid(id))
        .bind::<BigInt, _>(i64::from(limit))
        .load(c)
        .await?;
    let places = rows.into_iter().map(|(no, mode, id)| {
        let mode = Mode::from_code(&mode).ok_or_else(|| corrupt("subscriptions.mode"))?;
        let workspace = WorkspaceNo(no);
        Ok((Tenant { workspace, mode }, id.0))
    });
    places.collect()
}

pub(crate) async fn events(
    c: &mut Conn,
    workspace: WorkspaceNo,
    after: EventPlace,
    limit: u32,
) -> Result<Vec<WrittenEvent>, Failure> {
    let rows: Vec<(DbUuid, DbTs, String, String)> = prepared::<(SqlUuid, SqlTs, Text, Text)>(
        "SELECT id, created_at, kind, payload FROM events \
         WHERE workspace_no = ? AND channel = ? AND created_at >= ? \
             AND (created_at, id) > (?, ?) \
         ORDER BY created_at, id LIMIT ?",
    )
    .bind::<BigInt, _>(workspace.0)
    .bind::<Text, _>(ChannelKind::Webhook.code())
    // by the index of their age
    .bind::<SqlTs, _>(DbTs::new(after.at))
    .bind::<SqlTs, _>(DbTs::new(after.at))
    .bind::<SqlUuid, _>(DbUuid(after.id))
    .bind::<BigInt, _>(i64::from(limit))
    .load(c)
    .await?;
    let events = rows.into_iter().map(|(id, created_at, kind, payload)| {
        Ok(WrittenEvent {
            place: EventPlace {
                at: created_at.at(),
                id: id.0,
            },
            kind: EventKind::from_code(&kind).ok_or_else(|| corrupt("events.kind"))?,
            payload,
        })
    });
    events.collect()
}
