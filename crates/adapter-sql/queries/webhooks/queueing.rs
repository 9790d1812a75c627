//! Events on their way to subscriptions.

use std::collections::BTreeMap;

use adapter_sql::rows::{
    EventRow, NewDeliveryRow, PriceChecks, Receiver, Replacement, UnnotifiedWatch, UnsentRow,
    UnsentTypes, WatchRow, WatchTypes, evidence, filter,
};
use adapter_sql::schema::{deliveries, events};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};
use domain::webhook::EventKind;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::event::WatchEvent;
use ports_store::MaintenanceReport;

use crate::dialect::{Conn, FOR_CHANGE_OF_D, IN_IDS, IN_NUMBERS, RunQueryDsl};

/// Rows of one multi-row insert.
const ROWS: usize = 1000;

/// Queues events of webhook watches for all subscriptions of their workspaces that ask for them;
/// how many deliveries that made.
pub(crate) async fn fan_out(c: &mut Conn, events: &[EventRow]) -> Result<u64, Failure> {
    let of_webhooks = || events.iter().filter(|event| event.channel == "webhook");
    if of_webhooks().next().is_none() {
        return Ok(0);
    }
    let workspaces = DbJson::numbers(of_webhooks().map(|event| event.workspace_no));
    let rows: Vec<((i64, DbUuid, i64, i32), DbJson)> =
        prepared::<((BigInt, SqlUuid, BigInt, Integer), SqlJson)>(concatcp!(
            "SELECT no, id, workspace_no, version, events FROM subscriptions \
         WHERE mode = 'live' AND enabled AND deleted_at IS NULL AND workspace_no",
            IN_NUMBERS,
            "ORDER BY no",
        ))
        .bind::<SqlJson, _>(workspaces)
        .load(c)
        .await?;
    let mut receivers = Vec::new();
    for ((no, id, workspace_no, version), events) in rows {
        if filter(&events)?.contains(EventKind::WatchlistTriggered) {
            receivers.push(Receiver {
                no,
                id,
                workspace_no,
                version,
            });
        }
    }
    let to_each = |event| {
        let same = move |to: &&Receiver| to.workspace_no == EventRow::workspace(event);
        receivers
            .iter()
            .filter(same)
            .map(move |to| NewDeliveryRow::of(event, *to))
    };
    let queued: Vec<_> = of_webhooks().flat_map(to_each).collect();
    insert(c, &queued).await
}

/// Products of deliveries that are not done which a revision changed.
pub(crate) async fn unsent_of_changed(c: &mut Conn, revision: i64) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT DISTINCT d.product_no FROM deliveries d \
         WHERE d.status IN ('pending', 'sending') AND d.product_no IS NOT NULL \
         AND EXISTS (SELECT 1 FROM changes h \
             WHERE h.revision = ? AND h.product_no = d.product_no)",
    )
    .bind::<BigInt, _>(revision)
    .load(c)
    .await?)
}

/// Judges the deliveries of products by their current prices: cancels those that tell of what
/// is not true any more, and queues events that tell of what is.
pub(crate) async fn judge(
    c: &mut Conn,
    products: &[i64],
    checks: &PriceChecks<'_>,
) -> Result<MaintenanceReport, Failure> {
    let unsent = unsent(c, products).await?;
    if unsent.is_empty() {
        return Ok(MaintenanceReport::default());
    }
    let watched = unsent.iter().filter_map(|row| row.watch_id);
    let watches = watches(c, watched.map(|id| id.0.to_string()).collect()).await?;
    let judged = checks.judge(&unsent, &watches)?;
    for (until, numbers) in grouped(judged.good_until) {
        prepared::<()>(concatcp!(
            "UPDATE deliveries SET evidence_until = ? WHERE no",
            IN_NUMBERS,
        ))
        .bind::<Nullable<SqlTs>, _>(until)
        .bind::<SqlJson, _>(DbJson::numbers(numbers))
        .execute(c)
        .await?;
    }
    let mut kept = MaintenanceReport::default();
    for (why, numbers) in grouped(judged.cancelled) {
        kept.cancelled += cancel(c, numbers, why, checks.at()).await?;
    }
    let replaced_by = with_free_ids(c, judged.replacements).await?;
    kept.requeued = queue(c, &replaced_by).await?;
    for watch in judged.unnotified {
        arm_if_unnotified(c, watch).await?;
    }
    Ok(kept)
}

/// Numbers by what is done to each.
fn grouped<T: Ord>(each: Vec<(i64, T)>) -> BTreeMap<T, Vec<i64>> {
    let mut groups: BTreeMap<T, Vec<i64>> = BTreeMap::new();
    for (no, what) in each {
        groups.entry(what).or_default().push(no);
    }
    groups
}

/// The events as rows, each under an id that is free for its receivers.
async fn with_free_ids(
    c: &mut Conn,
    replacements: Vec<Replacement>,
) -> Result<Vec<(EventRow, Vec<Receiver>)>, Failure> {
    let used: Vec<DbUuid> =
        prepared::<SqlUuid>(concatcp!("SELECT id FROM events WHERE id", IN_IDS,))
            .bind::<SqlJson, _>(DbJson::ids(
                replacements.iter().map(|one| DbUuid(one.event.id)),
            ))
            .load(c)
            .await?;
    let mut rows = Vec::with_capacity(replacements.len());
    for mut replacement in replacements {
        if used.contains(&DbUuid(replacement.event.id)) {
            replacement.event = with_free_id(c, &replacement).await?;
        }
        rows.push((replacement.row()?, replacement.receivers));
    }
    Ok(rows)
}

/// The event under an id that is free, or that has told of the same price just now and was not
/// cancelled for any of the receivers.
async fn with_free_id(c: &mut Conn, replacement: &Replacement) -> Result<WatchEvent, Failure> {
    for number in 0_u32.. {
        let event = replacement.event.numbered(number);
        let told: Option<(Option<DbUuid>, Option<i64>, DbTs)> =
            prepared::<(Nullable<SqlUuid>, Nullable<BigInt>, SqlTs)>(
                "SELECT source_revision, price_minor, created_at FROM events WHERE id = ?",
            )
            .bind::<SqlUuid, _>(DbUuid(event.id))
            .get_result(c)
            .await
            .optional()?;
        let Some((revision, price, at)) = told else {
            return Ok(event);
        };
        if !event.repeats(evidence(revision, price)?, at.at()) {
            continue;
        }
        let ids = replacement
            .receivers
            .iter()
            .map(|to| NewDeliveryRow::id_of(DbUuid(event.id), to.id));
        let cancelled: i64 = prepared::<BigInt>(concatcp!(
            "SELECT count(*) FROM deliveries WHERE status = 'cancelled' AND id",
            IN_IDS,
        ))
        .bind::<SqlJson, _>(DbJson::ids(ids))
        .get_result(c)
        .await?;
        if cancelled == 0 {
            return Ok(event);
        }
    }
    Ok(replacement.event.clone())
}

/// Arms a watch again whose event reaches nobody.
async fn arm_if_unnotified(c: &mut Conn, watch: UnnotifiedWatch) -> Result<(), Failure> {
    let subscriptions: Vec<DbUuid> = prepared::<SqlUuid>(
        "SELECT id FROM subscriptions WHERE workspace_no = ? AND mode = 'live'",
    )
    .bind::<BigInt, _>(watch.workspace_no)
    .load(c)
    .await?;
    let ids = subscriptions
        .into_iter()
        .map(|to| NewDeliveryRow::id_of(watch.event, to));
    prepared::<()>(concatcp!(
        "UPDATE watches SET below = false WHERE no = ? AND NOT EXISTS ( \
             SELECT 1 FROM deliveries d \
             WHERE d.status IN ('delivered', 'sending') AND d.id",
        IN_IDS,
        ")",
    ))
    .bind::<BigInt, _>(watch.watch_no)
    .bind::<SqlJson, _>(DbJson::ids(ids))
    .execute(c)
    .await?;
    Ok(())
}

async fn unsent(c: &mut Conn, products: &[i64]) -> Result<Vec<UnsentRow>, Failure> {
    Ok(prepared::<UnsentTypes>(concatcp!(
        "SELECT d.no, d.status, d.product_no, d.evidence_until, d.event_id, e.watch_id, \
             e.source_revision, e.price_minor, s.no, s.id, s.workspace_no, s.version \
         FROM deliveries d JOIN events e ON e.id = d.event_id \
         JOIN subscriptions s ON s.no = d.subscription_no \
         WHERE d.status IN ('pending', 'sending') AND d.product_no IS NOT NULL \
         AND d.product_no",
        IN_NUMBERS,
        "ORDER BY d.no",
        FOR_CHANGE_OF_D,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
    .load(c)
    .await?)
}

async fn watches(c: &mut Conn, ids: Vec<String>) -> Result<Vec<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT no, id, workspace_no, mode, product_no, channel, destination, target, status, \
             below, created_at, updated_at FROM watches WHERE id",
        IN_IDS,
    ))
    .bind::<SqlJson, _>(DbJson::texts(ids.iter().map(String::as_str)))
    .load(c)
    .await?)
}

/// Cancels those of these deliveries that wait; how many that were.
pub(crate) async fn cancel(
    c: &mut Conn,
    numbers: Vec<i64>,
    why: DeliveryError,
    now: DbTs,
) -> Result<u64, Failure> {
    let rows = prepared::<()>(concatcp!(
        "UPDATE deliveries SET status = 'cancelled', due_at = NULL, last_error = ?, \
             updated_at = ? WHERE status = 'pending' AND no",
        IN_NUMBERS,
    ))
    .bind::<Text, _>(why.code())
    .bind::<SqlTs, _>(now)
    .bind::<SqlJson, _>(DbJson::numbers(numbers))
    .execute(c)
    .await?;
    Ok(domain::num::u64_from_usize(rows))
}

/// Queues events for their receivers, as far as they were not; how many deliveries that made.
pub(crate) async fn queue(
    c: &mut Conn,
    told: &[(EventRow, Vec<Receiver>)],
) -> Result<u64, Failure> {
    let events: Vec<&EventRow> = told.iter().map(|(event, _)| event).collect();
    for rows in events.chunks(ROWS) {
        diesel::insert_into(events::table)
            .values(rows.to_vec())
            .on_conflict_do_nothing()
            .execute(c)
            .await?;
    }
    let to_each = |(event, receivers): &(EventRow, Vec<Receiver>)| {
        let row = |receiver: &Receiver| NewDeliveryRow::of(event, *receiver);
        receivers.iter().map(row).collect::<Vec<_>>()
    };
    let queued: Vec<NewDeliveryRow> = told.iter().flat_map(to_each).collect();
    insert(c, &queued).await
}

/// Writes deliveries that are not there yet; how many that were.
async fn insert(c: &mut Conn, queued: &[NewDeliveryRow]) -> Result<u64, Failure> {
    let mut inserted = 0;
    for rows in queued.chunks(ROWS) {
        inserted += diesel::insert_into(deliveries::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(c)
            .await?;
    }
    Ok(domain::num::u64_from_usize(inserted))
}
