//! Sources on a schedule.

use adapter_sql::error::conflict;
use adapter_sql::rows::{SourceRow, SourceStateRow, stored_source};
use adapter_sql::schema::sources;
use adapter_sql::types::{DbTs, DbUuid, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::BigInt;
use diesel::{OptionalExtension, QueryDsl, SelectableHelper};
use domain::source::{Ended, Lease, Leased, Outcome, Source, SourceId, SourceState};
use ports_store::StoredSource;
use time::OffsetDateTime;

use crate::dialect::{Conn, FOR_UPDATE, RunQueryDsl, SKIP_LOCKED};

pub(crate) async fn insert(
    c: &mut Conn,
    source: &Source,
    due_at: OffsetDateTime,
) -> Result<(), Failure> {
    let state = SourceStateRow::from(&SourceState::new(due_at));
    diesel::insert_into(sources::table)
        .values((&SourceRow::from(source), &state))
        .execute(c)
        .await
        .map_err(|error| conflict(error, "a source of this store and location"))?;
    Ok(())
}

pub(crate) async fn find(c: &mut Conn, id: SourceId) -> Result<Option<StoredSource>, Failure> {
    let row: Option<(SourceRow, SourceStateRow)> = sources::table
        .find(DbUuid(id.0))
        .select((SourceRow::as_select(), SourceStateRow::as_select()))
        .first(c)
        .await
        .optional()?;
    Ok(row
        .map(|(source, state)| stored_source(source, state))
        .transpose()?)
}

pub(crate) async fn list(c: &mut Conn) -> Result<Vec<StoredSource>, Failure> {
    let rows: Vec<(SourceRow, SourceStateRow)> = sources::table
        .order((sources::created_at, sources::id))
        .select((SourceRow::as_select(), SourceStateRow::as_select()))
        .load(c)
        .await?;
    Ok(rows
        .into_iter()
        .map(|(source, state)| stored_source(source, state))
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn remove(c: &mut Conn, id: SourceId) -> Result<bool, Failure> {
    let rows = diesel::delete(sources::table.find(DbUuid(id.0)))
        .execute(c)
        .await?;
    Ok(rows > 0)
}

pub(crate) async fn lease(
    c: &mut Conn,
    lease: Lease,
    only: Option<SourceId>,
) -> Result<Option<StoredSource>, Failure> {
    loop {
        let id = match only {
            Some(id) => locked(c, id).await?,
            None => longest_due(c, lease.now).await?,
        };
        let Some(id) = id else { return Ok(None) };
        let Some(StoredSource { source, state }) = find(c, id).await? else {
            return Ok(None);
        };
        let (state, is_taken) = match state.leased(lease, source.id, source.interval) {
            Leased::Taken(state) => (state, true),
            Leased::Waits(state) => (state, false),
            Leased::NotDue => return Ok(None),
        };
        write(c, id, &state).await?;
        if is_taken {
            return Ok(Some(StoredSource { source, state }));
        }
    }
}

async fn longest_due(c: &mut Conn, now: OffsetDateTime) -> Result<Option<SourceId>, Failure> {
    let id: Option<DbUuid> = prepared::<SqlUuid>(concatcp!(
        "SELECT id FROM sources WHERE due_at <= ? AND NOT paused ORDER BY due_at LIMIT 1",
        SKIP_LOCKED,
    ))
    .bind::<SqlTs, _>(DbTs::new(now))
    .get_result(c)
    .await
    .optional()?;
    Ok(id.map(|id| SourceId(id.0)))
}

/// Keeps others from the source until the transaction ends.
async fn locked(c: &mut Conn, id: SourceId) -> Result<Option<SourceId>, Failure> {
    let found: Option<DbUuid> =
        prepared::<SqlUuid>(concatcp!("SELECT id FROM sources WHERE id = ?", FOR_UPDATE,))
            .bind::<SqlUuid, _>(DbUuid(id.0))
            .get_result(c)
            .await
            .optional()?;
    Ok(found.map(|id| SourceId(id.0)))
}

async fn write(c: &mut Conn, id: SourceId, state: &SourceState) -> Result<(), Failure> {
    diesel::update(sources::table.find(DbUuid(id.0)))
        .set(&SourceStateRow::from(state))
        .execute(c)
        .await?;
    Ok(())
}

pub(crate) async fn renew(
    c: &mut Conn,
    id: SourceId,
    attempt: u32,
    until: OffsetDateTime,
) -> Result<bool, Failure> {
    let rows =
        prepared::<()>("UPDATE sources SET due_at = ? WHERE id = ? AND attempt = ? AND running")
            .bind::<SqlTs, _>(DbTs::new(until))
            .bind::<SqlUuid, _>(DbUuid(id.0))
            .bind::<BigInt, _>(i64::from(attempt))
            .execute(c)
            .await?;
    Ok(rows > 0)
}

pub(crate) async fn record(
    c: &mut Conn,
    id: SourceId,
    attempt: u32,
    outcome: &Outcome,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    if locked(c, id).await?.is_none() {
        return Ok(false);
    }
    let Some(StoredSource { source, state }) = find(c, id).await? else {
        return Ok(false);
    };
    if !state.running || state.attempt != attempt {
        return Ok(false);
    }
    let ended = Ended {
        id,
        interval: source.interval,
        now,
    };
    write(c, id, &state.after(outcome.clone(), ended)).await?;
    Ok(true)
}

pub(crate) async fn next_due(c: &mut Conn) -> Result<Option<OffsetDateTime>, Failure> {
    let next: Option<DbTs> =
        prepared::<SqlTs>("SELECT due_at FROM sources WHERE NOT paused ORDER BY due_at LIMIT 1")
            .get_result(c)
            .await
            .optional()?;
    Ok(next.map(DbTs::at))
}

pub(crate) async fn save(
    c: &mut Conn,
    source: &Source,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    let Some(stored) = found_locked(c, source.id).await? else {
        return Ok(false);
    };
    let source = Source {
        created_at: stored.source.created_at,
        ..source.clone()
    };
    let state = SourceStateRow::from(&stored.state.changed(now));
    diesel::update(sources::table.find(DbUuid(source.id.0)))
        .set((&SourceRow::from(&source), &state))
        .execute(c)
        .await
        .map_err(|error| conflict(error, "a source of this store and location"))?;
    Ok(true)
}

pub(crate) async fn pause(
    c: &mut Conn,
    id: SourceId,
    paused: bool,
    now: OffsetDateTime,
) -> Result<bool, Failure> {
    let Some(stored) = found_locked(c, id).await? else {
        return Ok(false);
    };
    write(c, id, &stored.state.set_paused(paused, now)).await?;
    Ok(true)
}

/// The source as it is, while others are kept from it.
async fn found_locked(c: &mut Conn, id: SourceId) -> Result<Option<StoredSource>, Failure> {
    match locked(c, id).await? {
        Some(id) => find(c, id).await,
        None => Ok(None),
    }
}
