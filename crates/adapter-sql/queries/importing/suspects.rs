//! Snapshots whose whole feed is not believed.
//!
//! For `settle_snapshot` the caller holds the catalogue lock and has cleared what a killed import left.

use adapter_sql::columns::SUCCEED_WHERE;
use adapter_sql::rows::{BATCH, Fence, SuspectRow, SuspectTypes, UnseenRow, WAITING, was_full};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Text};
use domain::freshness::Freshness;
use domain::ids::{SnapshotNo, StoreNo};
use domain::plausibility::feed::{Suspicion, SuspicionKind};
use ports_store::{HeldSnapshot, ReviewDecision, SettledSnapshot, UnseenShop};
use time::OffsetDateTime;

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::{reading, writing};
use crate::queries::importing::snapshots;

/// Holds back one batch of what a snapshot staged, below a number; how many prices are held
/// back that were not, and below which number the next batch is.
pub(crate) async fn hold_some(
    c: &mut Conn,
    snapshot: SnapshotNo,
    below: i64,
    reason: &str,
) -> Result<(u64, Option<i64>), Failure> {
    let fence = snapshots::fence(c, snapshot).await?;
    let staged: Vec<i64> = prepared::<BigInt>(
        "SELECT no FROM offers WHERE from_rev = ? AND no < ? ORDER BY no DESC LIMIT ?",
    )
    .bind::<BigInt, _>(fence.next)
    .bind::<BigInt, _>(below)
    .bind::<BigInt, _>(BATCH)
    .load(c)
    .await?;
    let next = staged.last().copied().filter(|_| was_full(staged.len()));
    let numbers = DbJson::numbers(staged);
    // those that the first one holds back would be found by the other
    hold(c, &fence, snapshot, &numbers, reason, true).await?;
    let newly = hold(c, &fence, snapshot, &numbers, reason, false).await?;
    prepared::<()>(concatcp!(
        "INSERT INTO watch_candidates (product_no) SELECT DISTINCT o.product_no FROM offers o \
         WHERE o.held_by = ? AND EXISTS (SELECT 1 FROM watches w \
             WHERE w.product_no = o.product_no) AND o.no",
        IN_NUMBERS,
        "ORDER BY o.product_no ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(snapshot.0)
    .bind::<SqlJson, _>(numbers)
    .execute(c)
    .await?;
    Ok((newly, next))
}

/// Holds back those of the staged offers whose price the store did not have of the product
/// under the id, or had and held back until now, and that are, or are not, held back already; how many.
async fn hold(
    c: &mut Conn,
    fence: &Fence,
    snapshot: SnapshotNo,
    numbers: &DbJson,
    reason: &str,
    are_held: bool,
) -> Result<u64, Failure> {
    let rows = prepared::<()>(concatcp!(
        "UPDATE offers SET quarantined = true, quarantine_by_person = false, \
             quarantine_reason = ?, held_by = ?, believed_minor = \
             (SELECT CASE WHEN b.quarantined THEN b.believed_minor ELSE b.item_minor END \
              FROM offers b WHERE b.store_no = offers.store_no AND b.to_rev = ? \
              AND b.offer_id = offers.offer_id AND b.product_no = offers.product_no) \
         WHERE quarantined = ? AND NOT EXISTS (SELECT 1 FROM offers b \
             WHERE b.store_no = offers.store_no AND b.to_rev = ? \
             AND b.offer_id = offers.offer_id AND b.product_no = offers.product_no \
             AND b.item_minor = offers.item_minor \
             AND (offers.quarantined OR NOT b.quarantined)) AND no",
        IN_NUMBERS,
    ))
    .bind::<Text, _>(reason)
    .bind::<BigInt, _>(snapshot.0)
    .bind::<BigInt, _>(fence.next)
    .bind::<Bool, _>(are_held)
    .bind::<BigInt, _>(fence.next)
    .bind::<SqlJson, _>(numbers.clone())
    .execute(c)
    .await?;
    Ok(domain::num::u64_from_usize(rows))
}

/// Records an open snapshot.
pub(crate) async fn record(
    c: &mut Conn,
    snapshot: SnapshotNo,
    suspicion: &Suspicion,
    named: Option<[u8; 16]>,
) -> Result<(), Failure> {
    let fence = snapshots::fence(c, snapshot).await?;
    prepared::<()>(
        "INSERT INTO held_snapshots \
             (no, store_no, observed_at, kind, evidence, refused, state, named) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind::<BigInt, _>(snapshot.0)
    .bind::<BigInt, _>(fence.store_no)
    .bind::<SqlTs, _>(fence.observed_at)
    .bind::<Text, _>(suspicion.kind.code())
    .bind::<Text, _>(&suspicion.evidence)
    .bind::<Bool, _>(suspicion.kind.is_refused())
    .bind::<Text, _>(WAITING)
    .bind::<Nullable<Binary>, _>(named.map(Vec::from))
    .execute(c)
    .await?;
    Ok(())
}

/// Begins a recorded refusal anew with an open snapshot.
pub(crate) async fn refuse_anew(
    c: &mut Conn,
    no: SnapshotNo,
    snapshot: SnapshotNo,
    suspicion: &Suspicion,
    named: [u8; 16],
) -> Result<(), Failure> {
    let fence = snapshots::fence(c, snapshot).await?;
    prepared::<()>(
        "UPDATE held_snapshots SET observed_at = ?, evidence = ?, named = ? WHERE no = ?",
    )
    .bind::<SqlTs, _>(fence.observed_at)
    .bind::<Text, _>(&suspicion.evidence)
    .bind::<Binary, _>(Vec::from(named))
    .bind::<BigInt, _>(no.0)
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn list_unseen(
    c: &mut Conn,
    before: OffsetDateTime,
    limit: u32,
) -> Result<Vec<UnseenShop>, Failure> {
    let revision = reading::revision(c).await?;
    let rows: Vec<UnseenRow> = prepared::<(Text, Nullable<SqlTs>, Nullable<Text>)>(
        "SELECT name, last_observed_at, refused FROM (SELECT s.no AS no, s.name AS name, \
             s.last_observed_at AS last_observed_at, (SELECT h.kind FROM held_snapshots h \
                 WHERE h.store_no = s.no AND h.refused AND h.state = 'waiting' \
                     AND (s.full_seen_at IS NULL OR h.observed_at > s.full_seen_at) \
                 ORDER BY h.observed_at LIMIT 1) AS refused \
             FROM stores s) AS shops \
         WHERE refused IS NOT NULL OR (last_observed_at <= ? AND EXISTS (SELECT 1 FROM offers o \
             WHERE o.store_no = shops.no AND o.from_rev <= ? AND o.to_rev > ?)) \
         ORDER BY last_observed_at IS NOT NULL, last_observed_at, no LIMIT ?",
    )
    .bind::<SqlTs, _>(DbTs::new(before))
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(i64::from(limit))
    .load(c)
    .await?;
    let shops = rows.into_iter().map(UnseenShop::try_from);
    Ok(shops.collect::<Result<_, _>>()?)
}

pub(crate) async fn find_refusal(
    c: &mut Conn,
    store: StoreNo,
    kind: SuspicionKind,
) -> Result<Option<HeldSnapshot>, Failure> {
    let row: Option<SuspectRow> = prepared::<SuspectTypes>(
        "SELECT h.no, s.name, h.observed_at, h.kind, h.evidence, h.refused, h.state, \
             CAST(0 AS bigint), h.named \
         FROM held_snapshots h JOIN stores s ON s.no = h.store_no \
         WHERE h.store_no = ? AND h.kind = ? AND h.refused \
             AND (s.full_seen_at IS NULL OR h.observed_at > s.full_seen_at) \
         ORDER BY h.observed_at LIMIT 1",
    )
    .bind::<BigInt, _>(store.0)
    .bind::<Text, _>(kind.code())
    .get_result(c)
    .await
    .optional()?;
    Ok(row.map(HeldSnapshot::try_from).transpose()?)
}

pub(crate) async fn list_suspects(
    c: &mut Conn,
    after: Option<SnapshotNo>,
    limit: u32,
) -> Result<Vec<HeldSnapshot>, Failure> {
    let revision = reading::revision(c).await?;
    let after = after.map_or(i64::MIN, |no| no.0);
    let rows = suspects(c, revision, after, i64::MAX, i64::from(limit)).await?;
    Ok(rows
        .into_iter()
        .map(HeldSnapshot::try_from)
        .collect::<Result<_, _>>()?)
}

/// What is listed of numbers above one and up to another, in order.
async fn suspects(
    c: &mut Conn,
    revision: i64,
    above: i64,
    up_to: i64,
    limit: i64,
) -> Result<Vec<SuspectRow>, Failure> {
    Ok(prepared::<SuspectTypes>(
        "SELECT * FROM (SELECT h.no AS no, s.name AS name, h.observed_at AS observed_at, \
             h.kind AS kind, h.evidence AS evidence, h.refused AS refused, h.state AS state, \
             (SELECT count(*) FROM offers o WHERE o.held_by = h.no AND o.from_rev <= ? \
                 AND o.to_rev > ?) AS prices, h.named AS named \
         FROM held_snapshots h JOIN stores s ON s.no = h.store_no \
         WHERE h.no > ? AND h.no <= ? AND (NOT h.refused OR s.full_seen_at IS NULL \
             OR h.observed_at > s.full_seen_at)) AS found \
         WHERE refused OR prices > 0 ORDER BY no LIMIT ?",
    )
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(above)
    .bind::<BigInt, _>(up_to)
    .bind::<BigInt, _>(limit)
    .load(c)
    .await?)
}

pub(crate) async fn settle_snapshot(
    c: &mut Conn,
    snapshot: SnapshotNo,
    verdict: ReviewDecision,
    freshness: Freshness,
) -> Result<Option<SettledSnapshot>, Failure> {
    let revision = writing::locked_revision(c).await?;
    let Some(row) = suspects(c, revision, snapshot.0.saturating_sub(1), snapshot.0, 1)
        .await?
        .pop()
    else {
        return Ok(None);
    };
    prepared::<()>("UPDATE held_snapshots SET state = ? WHERE no = ?")
        .bind::<Text, _>(verdict.code())
        .bind::<BigInt, _>(snapshot.0)
        .execute(c)
        .await?;
    let triggered = if row.refused {
        0
    } else {
        // a person who rejected single prices of it meant these
        let all = row.state != WAITING;
        settle_prices(c, revision, snapshot, verdict, all, freshness).await?
    };
    Ok(Some(SettledSnapshot {
        snapshot: row.try_into()?,
        triggered,
    }))
}

/// Settles what a snapshot holds back, all of it or what no person rejected; how many watches
/// fired.
async fn settle_prices(
    c: &mut Conn,
    revision: i64,
    snapshot: SnapshotNo,
    verdict: ReviewDecision,
    all: bool,
    freshness: Freshness,
) -> Result<u64, Failure> {
    let next = revision + 1;
    prepared::<()>(
        "UPDATE offers SET to_rev = ?, ends_segment = ?, closed_at = ?, closed_seen_at = \
             coalesce((SELECT s.full_seen_at FROM stores s WHERE s.no = offers.store_no \
                 AND s.full_seen_at > offers.seen_at), seen_at) \
         WHERE held_by = ? AND from_rev <= ? AND to_rev > ? AND (? OR NOT quarantine_by_person)",
    )
    .bind::<BigInt, _>(next)
    .bind::<Bool, _>(verdict == ReviewDecision::Accepted)
    .bind::<SqlTs, _>(DbTs::new(freshness.now))
    .bind::<BigInt, _>(snapshot.0)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<Bool, _>(all)
    .execute(c)
    .await?;
    let is_held = verdict == ReviewDecision::Rejected;
    prepared::<()>(concatcp!(SUCCEED_WHERE, "held_by = ? AND to_rev = ?"))
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<Bool, _>(is_held)
        .bind::<BigInt, _>(snapshot.0)
        .bind::<BigInt, _>(next)
        .execute(c)
        .await?;
    prepared::<()>(
        "INSERT INTO changes (revision, product_no) \
         SELECT DISTINCT to_rev, product_no FROM offers WHERE held_by = ? AND to_rev = ?",
    )
    .bind::<BigInt, _>(snapshot.0)
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    // until now nobody sees any of it, however many rows these are
    triggers::lock(c).await?;
    prepared::<()>(
        "INSERT INTO watch_candidates (product_no) \
         SELECT DISTINCT o.product_no FROM offers o WHERE o.held_by = ? AND o.to_rev = ? \
             AND EXISTS (SELECT 1 FROM watches w WHERE w.product_no = o.product_no) \
         ORDER BY o.product_no ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(snapshot.0)
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    writing::set_revision(c, next).await?;
    let fired = triggers::publish(c, next, freshness, None).await?;
    Ok(fired.watches)
}
