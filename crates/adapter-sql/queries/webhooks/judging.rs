//! Whether deliveries that are not done still tell what is true (D-28).
//!
//! A revision only notes which products have such deliveries (`evidence_checks`), however many they are. Until
//! they are judged, in small batches, none of them is claimed. Deliveries that an event brings later are
//! made by the prices of then (`fan_out`), so that a note is done with when it has come to the last delivery
//! that was there.
//!
//! Batches hold the watches' lock as requests do: what they judge by stays the current state until they
//! end, and nobody but a revision waits for them.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::columns::WATCH_COLUMNS;
use adapter_sql::rows::{
    EventRow, EvidenceCheck, NewDeliveryRow, Receiver, Replacement, UnnotifiedWatch, UnsentRow,
    UnsentTypes, WatchRow, WatchTypes, evidence,
};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use domain::freshness::Freshness;
use domain::ids::ProductNo;
use domain::num::{i64_from_usize, u64_from_usize};
use domain::webhook::event::WatchEvent;
use ports_store::MaintenanceReport;

use super::queueing;
use crate::dialect::{
    Conn, DELIVERY_OF_Q, EVENT_OF_D, FOR_CHANGE_OF_Q, FOR_CHANGE_OF_W, IN_IDS, IN_NUMBERS,
    IN_QUEUE, Pipeline, RunQueryDsl, SKIP_LOCKED,
};
use crate::queries::alerts::as_of::AsOf;
use crate::queries::alerts::{crossed, firing, left, triggers};
use crate::queries::catalogue::reading;

/// Deliveries that one transaction judges, at most.
const BATCH: i64 = 500;

/// Products that share them.
const PRODUCTS: i64 = 50;

/// Judges one batch of the deliveries that revisions ask about. The products that have waited longest share
/// it, so that one with many deliveries keeps no other waiting. A product of which watches are left waits for them: what takes
/// the place of a delivery is for those who wait alone, and its watches tell everybody before.
pub(crate) async fn judge_requested(
    c: &mut Conn,
    freshness: Freshness,
) -> Result<MaintenanceReport, Failure> {
    triggers::share(c).await?;
    let checks: Vec<EvidenceCheck> = prepared::<(BigInt, BigInt, BigInt)>(concatcp!(
        "SELECT product_no, after_no, up_to_no FROM evidence_checks e WHERE ",
        left::NO_WATCH_LEFT,
        " ORDER BY revision, product_no LIMIT ?",
        SKIP_LOCKED,
    ))
    .bind::<BigInt, _>(PRODUCTS)
    .load(c)
    .await?;
    let share = BATCH / i64_from_usize(checks.len()).max(1);
    let (mut unsent, mut done) = (Vec::new(), Vec::new());
    let checked = u64_from_usize(checks.len());
    for check in checks {
        let found = unsent_after(c, check, share).await?;
        match found.last() {
            Some(last) if i64_from_usize(found.len()) >= share => {
                continue_after(c, check.product_no, *last).await?;
            }
            _ => done.push(check.product_no),
        }
        unsent.extend(found);
    }
    let unsent = locked(c, unsent).await?;
    let judged = judge(c, &unsent, freshness).await?;
    finish(c, done).await?;
    Ok(MaintenanceReport { checked, ..judged })
}

async fn continue_after(c: &mut Conn, product_no: i64, after_no: i64) -> Result<(), Failure> {
    prepared::<()>("UPDATE evidence_checks SET after_no = ? WHERE product_no = ?")
        .bind::<BigInt, _>(after_no)
        .bind::<BigInt, _>(product_no)
        .execute(c)
        .await?;
    Ok(())
}

async fn finish(c: &mut Conn, products: Vec<i64>) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM evidence_checks WHERE product_no",
        IN_NUMBERS
    ))
    .bind::<SqlJson, _>(DbJson::numbers(products))
    .execute(c)
    .await?;
    Ok(())
}

/// Judges one batch of deliveries whose evidence is to be looked at again: an offer may have become stale.
pub(crate) async fn judge_stale(
    c: &mut Conn,
    freshness: Freshness,
) -> Result<MaintenanceReport, Failure> {
    triggers::share(c).await?;
    let stale = stale(c, DbTs::new(freshness.now)).await?;
    judge(c, &stale, freshness).await
}

/// Judges deliveries by the current prices of their products: cancels those that tell of what is not true
/// any more, and queues events that tell of what is.
async fn judge(
    c: &mut Conn,
    unsent: &[UnsentRow],
    freshness: Freshness,
) -> Result<MaintenanceReport, Failure> {
    if unsent.is_empty() {
        return Ok(MaintenanceReport::default());
    }
    let Some(as_of) = AsOf::current(&Pipeline::new(c), freshness).await? else {
        return Ok(MaintenanceReport::default());
    };
    let products: BTreeSet<ProductNo> =
        unsent.iter().map(|row| ProductNo(row.product_no)).collect();
    let products: Vec<ProductNo> = products.into_iter().collect();
    let records = reading::load(c, &products).await?;
    let checks = as_of.checks(&records);
    let needed = checks.needing_past_of(unsent)?;
    firing::look_back(c, &checks, &records, &needed, freshness).await?;
    let watched = unsent.iter().filter_map(|row| row.watch_id);
    let watches = watches(c, watched.map(|id| id.0.to_string()).collect()).await?;
    let judged = checks.judge(unsent, &watches)?;
    for (until, numbers) in grouped(judged.good_until) {
        prepared::<()>(concatcp!(
            "UPDATE delivery_queue SET evidence_until = ? WHERE delivery_no",
            IN_NUMBERS,
        ))
        .bind::<Nullable<SqlTs>, _>(until)
        .bind::<SqlJson, _>(DbJson::numbers(numbers))
        .execute(c)
        .await?;
    }
    let mut kept = MaintenanceReport {
        judged: domain::num::u64_from_usize(unsent.len()),
        ..MaintenanceReport::default()
    };
    for (why, numbers) in grouped(judged.cancelled) {
        kept.cancelled += queueing::cancel(c, numbers, why, checks.at()).await?;
    }
    let told = judged
        .replacements
        .iter()
        .filter_map(Replacement::reference);
    crossed::set_references(&Pipeline::new(c), told.collect()).await?;
    let replaced_by = with_free_ids(c, judged.replacements).await?;
    kept.requeued = queueing::queue(c, &replaced_by).await?;
    let mut armed = Vec::new();
    for watch in judged.unnotified {
        armed.extend(arm_if_unnotified(c, watch).await?);
    }
    if !armed.is_empty() {
        // they are looked at with a snapshot that is staged meanwhile
        triggers::touch(&Pipeline::new(c), armed).await?;
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

/// What an event rests on, and when it was made.
type EvidenceTold = (Option<DbUuid>, Option<i64>, Option<String>, DbTs);

/// The event under an id that is free, or that has told of the same price just now and was not
/// cancelled for any of the receivers.
async fn with_free_id(c: &mut Conn, replacement: &Replacement) -> Result<WatchEvent, Failure> {
    for number in 0_u32.. {
        let event = replacement.event.numbered(number);
        let told: Option<EvidenceTold> = prepared::<(
            Nullable<SqlUuid>,
            Nullable<BigInt>,
            Nullable<Text>,
            SqlTs,
        )>(
            "SELECT source_revision, price_minor, store_name, created_at FROM events WHERE id = ?",
        )
        .bind::<SqlUuid, _>(DbUuid(event.id))
        .get_result(c)
        .await
        .optional()?;
        let Some((revision, price, store, at)) = told else {
            return Ok(event);
        };
        if !event.repeats(&evidence(revision, price, store.as_deref())?, at.at()) {
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

/// Arms a watch again whose event reaches nobody, or counts its fall or low from where the event did; its product, when it did.
async fn arm_if_unnotified(c: &mut Conn, watch: UnnotifiedWatch) -> Result<Vec<i64>, Failure> {
    let subscriptions: Vec<DbUuid> = prepared::<SqlUuid>(
        "SELECT id FROM subscriptions WHERE workspace_no = ? AND mode = 'live'",
    )
    .bind::<BigInt, _>(watch.workspace_no)
    .load(c)
    .await?;
    let ids = subscriptions
        .into_iter()
        .map(|to| NewDeliveryRow::id_of(watch.event, to));
    let reference = watch.counted_from.and_then(|from| from.reference_minor);
    Ok(prepared::<BigInt>(concatcp!(
        // no price is above all
        "UPDATE watches SET below = false, reference_minor = CASE \
             WHEN ? AND (CAST(? AS bigint) IS NULL OR reference_minor < ?) THEN ? \
             ELSE reference_minor END \
         WHERE no = ? AND NOT EXISTS ( \
             SELECT 1 FROM deliveries d",
        IN_QUEUE,
        "WHERE (d.status = 'delivered' OR q.started_at IS NOT NULL) AND d.id",
        IN_IDS,
        ") RETURNING product_no",
    ))
    .bind::<Bool, _>(watch.counted_from.is_some())
    .bind::<Nullable<BigInt>, _>(reference)
    .bind::<Nullable<BigInt>, _>(reference)
    .bind::<Nullable<BigInt>, _>(reference)
    .bind::<BigInt, _>(watch.watch_no)
    .bind::<SqlJson, _>(DbJson::ids(ids))
    .load(c)
    .await?)
}

/// The numbers of the next deliveries of a product that are not done.
async fn unsent_after(c: &mut Conn, check: EvidenceCheck, limit: i64) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT delivery_no FROM delivery_queue WHERE product_no = ? AND delivery_no > ? \
         AND delivery_no <= ? ORDER BY delivery_no LIMIT ?",
    )
    .bind::<BigInt, _>(check.product_no)
    .bind::<BigInt, _>(check.after_no)
    .bind::<BigInt, _>(check.up_to_no)
    .bind::<BigInt, _>(limit)
    .load(c)
    .await?)
}

/// Those of these deliveries that are not done, kept from other writers in the order that is one for all.
async fn locked(c: &mut Conn, numbers: Vec<i64>) -> Result<Vec<UnsentRow>, Failure> {
    Ok(prepared::<UnsentTypes>(concatcp!(
        "SELECT q.delivery_no, q.started_at IS NOT NULL, q.product_no, q.evidence_until, \
             d.event_id, e.watch_id, e.source_revision, e.price_minor, e.store_name, e.condition, \
             e.reference_minor, e.restarts, s.no, s.id, s.workspace_no, s.version \
         FROM delivery_queue q JOIN subscriptions s ON s.no = q.subscription_no",
        DELIVERY_OF_Q,
        EVENT_OF_D,
        // of a product, which is said so that not all that are of any are read
        "WHERE coalesce(q.product_no, 0) <> 0 AND q.delivery_no",
        IN_NUMBERS,
        "ORDER BY q.delivery_no",
        FOR_CHANGE_OF_Q,
    ))
    .bind::<SqlJson, _>(DbJson::numbers(numbers))
    .load(c)
    .await?)
}

/// Deliveries that wait and whose evidence is to be looked at again.
async fn stale(c: &mut Conn, now: DbTs) -> Result<Vec<UnsentRow>, Failure> {
    let numbers: Vec<i64> = prepared::<BigInt>(concatcp!(
        "SELECT delivery_no FROM delivery_queue e \
         WHERE started_at IS NULL AND evidence_until IS NOT NULL \
         AND product_no IS NOT NULL AND evidence_until <= ? AND ",
        left::NO_WATCH_LEFT,
        " LIMIT ?",
    ))
    .bind::<SqlTs, _>(now)
    .bind::<BigInt, _>(BATCH)
    .load(c)
    .await?;
    let mut unsent = locked(c, numbers).await?;
    // another worker may have judged them meanwhile
    unsent.retain(|row| !row.is_sending && row.evidence_until.is_some_and(|until| until <= now));
    Ok(unsent)
}

async fn watches(c: &mut Conn, ids: Vec<String>) -> Result<Vec<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT ",
        WATCH_COLUMNS,
        " FROM watches w WHERE w.id",
        IN_IDS,
        "ORDER BY w.no",
        FOR_CHANGE_OF_W,
    ))
    .bind::<SqlJson, _>(DbJson::texts(ids.iter().map(String::as_str)))
    .load(c)
    .await?)
}
