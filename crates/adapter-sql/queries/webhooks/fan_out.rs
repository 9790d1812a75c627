//! Events become deliveries to the subscriptions of their workspaces that ask for them.
//!
//! A revision writes events only, however many subscriptions wait for them. Small batches of workers queue
//! them: the workspaces whose events have waited longest share a batch, so that one with many events keeps
//! no other waiting. An event remembers the last subscription that has it; what dies goes on from there.

use std::collections::BTreeMap;

use adapter_sql::rows::{
    NewDeliveryRow, Receiver, ReceiverRow, ReceiverTypes, WaitingEventRow, WaitingEventTypes,
    filter,
};
use adapter_sql::types::{DbJson, DbTs, DbUuid, SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Nullable};
use domain::num::{i64_from_usize, u64_from_usize};
use domain::webhook::EventKind;
use futures_util::future::try_join;
use ports_store::MaintenanceReport;
use time::OffsetDateTime;

use super::queueing;
use crate::dialect::{Conn, IN_IDS, IN_NUMBERS, Pipeline, RunQueryDsl, SKIP_LOCKED};
use crate::queries::alerts::look::NOT_HELD;
use crate::queries::alerts::{left, triggers};
use crate::queries::catalogue::reading;

/// Deliveries that one transaction queues, more or less.
const DELIVERIES: usize = 100;

/// Workspaces that share them.
const WORKSPACES: i64 = 20;

/// Events of one workspace of which one transaction finds that nobody asks for them.
const UNASKED: usize = 500;

/// What there is to do about events.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting {
    /// Watches wait to be looked at.
    pub(crate) watches: bool,
    /// Events wait to be queued.
    pub(crate) events: bool,
    /// Deliveries wait to be judged: a revision changed their products, or their evidence ran out.
    pub(crate) deliveries: bool,
}

/// What there is to do now.
pub(crate) async fn waiting(c: &mut Conn, now: OffsetDateTime) -> Result<Waiting, Failure> {
    let (watches, events, deliveries) = prepared::<(Bool, Bool, Bool)>(concatcp!(
        "SELECT EXISTS (SELECT 1 FROM watch_checks \
             WHERE revision <= (SELECT revision FROM catalogue_state) AND ",
        NOT_HELD,
        "), EXISTS (SELECT 1 FROM events WHERE fan_out_after IS NOT NULL), \
         EXISTS (SELECT 1 FROM evidence_checks e WHERE ",
        left::NO_WATCH_LEFT,
        ") OR EXISTS (SELECT 1 FROM delivery_queue e \
             WHERE started_at IS NULL AND evidence_until IS NOT NULL \
             AND evidence_until <= ? AND ",
        left::NO_WATCH_LEFT,
        ")",
    ))
    .bind::<SqlTs, _>(DbTs::new(now))
    .bind::<SqlTs, _>(DbTs::new(now))
    .get_result(c)
    .await?;
    Ok(Waiting {
        watches,
        events,
        deliveries,
    })
}

/// Queues one batch of events.
pub(crate) async fn fan_out(
    c: &mut Conn,
    now: OffsetDateTime,
) -> Result<MaintenanceReport, Failure> {
    // no revision is made meanwhile: what is queued is good, or looked at before it is sent
    triggers::share(c).await?;
    let workspaces = waiting_workspaces(c).await?;
    let pipeline = Pipeline::new(c);
    let (mut receivers, revision) = try_join(
        receivers(&pipeline, &workspaces),
        reading::pipelined_revision(&pipeline),
    )
    .await?;
    let share = DELIVERIES / workspaces.len().max(1);
    let mut report = MaintenanceReport::default();
    for workspace in workspaces {
        let receivers = receivers.remove(&workspace).unwrap_or_default();
        let limit = match receivers.len() {
            0 => UNASKED,
            each => share / each + 1,
        };
        let events = waiting_events(c, workspace, limit).await?;
        let batch = Batch::of(&events, &receivers, share);
        let deliveries: Vec<NewDeliveryRow> = batch
            .pairs
            .iter()
            .map(|(event, to)| NewDeliveryRow::of_event(event, *to, revision, now))
            .collect();
        report.queued += queueing::insert(c, deliveries).await?;
        report.fanned_out += u64_from_usize(batch.whole.len() + batch.parts.len());
        for (event, after) in batch.parts {
            set_after(c, [event], Some(after)).await?;
        }
        set_after(c, batch.whole, None).await?;
    }
    Ok(report)
}

/// What of some events is queued together.
struct Batch<'a> {
    pairs: Vec<(&'a WaitingEventRow, Receiver)>,
    /// Events that everybody has then.
    whole: Vec<DbUuid>,
    /// An event that goes on later, with the number of the last subscription that has it.
    parts: Vec<(DbUuid, i64)>,
}

impl<'a> Batch<'a> {
    /// So many deliveries of events to receivers, who come in the order of their numbers. A subscription gets
    /// no event that happened before it was registered.
    fn of(events: &'a [WaitingEventRow], receivers: &[ReceiverRow], most: usize) -> Self {
        let mut batch = Self {
            pairs: Vec::new(),
            whole: Vec::new(),
            parts: Vec::new(),
        };
        for event in events {
            let room = most.max(1).saturating_sub(batch.pairs.len());
            if room == 0 && !receivers.is_empty() {
                break;
            }
            let mut rest = receivers
                .iter()
                .filter(|to| to.created_at <= event.created_at)
                .map(|to| to.receiver)
                .filter(|to| to.no > event.fan_out_after);
            let before = batch.pairs.len();
            batch
                .pairs
                .extend(rest.by_ref().take(room).map(|to| (event, to)));
            match (rest.next(), batch.pairs.get(before..).and_then(<[_]>::last)) {
                (Some(_), Some((_, last))) => batch.parts.push((event.id, last.no)),
                _ => batch.whole.push(event.id),
            }
        }
        batch
    }
}

/// Workspaces with events that wait to be queued, those first whose events have waited longest; found from
/// one to the next by the index of such events.
async fn waiting_workspaces(c: &mut Conn) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "WITH RECURSIVE waiting (no) AS ( \
             SELECT (SELECT e.workspace_no FROM events e WHERE e.fan_out_after IS NOT NULL \
                 ORDER BY e.workspace_no LIMIT 1) \
             UNION ALL \
             SELECT (SELECT e.workspace_no FROM events e WHERE e.fan_out_after IS NOT NULL \
                 AND e.workspace_no > w.no ORDER BY e.workspace_no LIMIT 1) \
             FROM waiting w WHERE w.no IS NOT NULL \
         ) \
         SELECT w.no FROM waiting w WHERE w.no IS NOT NULL \
         ORDER BY (SELECT e.created_at FROM events e WHERE e.fan_out_after IS NOT NULL \
             AND e.workspace_no = w.no ORDER BY e.created_at LIMIT 1), w.no LIMIT ?",
    )
    .bind::<BigInt, _>(WORKSPACES)
    .load(c)
    .await?)
}

/// The subscriptions of workspaces that are switched on and ask for events of watches, in the order of
/// their numbers.
async fn receivers(
    pipeline: &Pipeline<'_>,
    workspaces: &[i64],
) -> Result<BTreeMap<i64, Vec<ReceiverRow>>, Failure> {
    let rows: Vec<ReceiverRow> = prepared::<ReceiverTypes>(concatcp!(
        "SELECT no, id, workspace_no, version, created_at, events FROM subscriptions \
         WHERE mode = 'live' AND enabled AND deleted_at IS NULL AND workspace_no",
        IN_NUMBERS,
        "ORDER BY no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(workspaces.iter().copied()))
    .load(&mut pipeline.connection())
    .await?;
    let mut receivers: BTreeMap<i64, Vec<ReceiverRow>> = BTreeMap::new();
    for row in rows {
        if filter(&row.events)?.contains(EventKind::WatchlistTriggered) {
            let of_workspace = receivers.entry(row.receiver.workspace_no);
            of_workspace.or_default().push(row);
        }
    }
    Ok(receivers)
}

/// The oldest events of a workspace that wait to be queued, as far as no other worker has one of them, so that they are
/// queued in the order in which they happened.
async fn waiting_events(
    c: &mut Conn,
    workspace: i64,
    limit: usize,
) -> Result<Vec<WaitingEventRow>, Failure> {
    let limit = i64_from_usize(limit);
    let pipeline = Pipeline::new(c);
    let waiting = prepared::<SqlUuid>(
        "SELECT id FROM events WHERE workspace_no = ? AND fan_out_after IS NOT NULL \
         ORDER BY created_at, id LIMIT ?",
    )
    .bind::<BigInt, _>(workspace)
    .bind::<BigInt, _>(limit)
    .load::<DbUuid>(&mut pipeline.connection());
    let events = prepared::<WaitingEventTypes>(concatcp!(
        "SELECT id, workspace_no, product_no, revision, created_at, evidence_until, fan_out_after \
         FROM events WHERE workspace_no = ? AND fan_out_after IS NOT NULL \
         ORDER BY created_at, id LIMIT ?",
        SKIP_LOCKED,
    ))
    .bind::<BigInt, _>(workspace)
    .bind::<BigInt, _>(limit)
    .load::<WaitingEventRow>(&mut pipeline.connection());
    let (waiting, events) = try_join(waiting, events).await?;
    let ours = events.into_iter().zip(waiting);
    let ours = ours.take_while(|(event, waiting)| event.id == *waiting);
    Ok(ours.map(|(event, _)| event).collect())
}

async fn set_after(
    c: &mut Conn,
    events: impl IntoIterator<Item = DbUuid>,
    after: Option<i64>,
) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "UPDATE events SET fan_out_after = ? WHERE id",
        IN_IDS
    ))
    .bind::<Nullable<BigInt>, _>(after)
    .bind::<SqlJson, _>(DbJson::ids(events))
    .execute(c)
    .await?;
    Ok(())
}
