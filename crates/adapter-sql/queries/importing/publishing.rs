//! Making what a snapshot staged the next revision.

use adapter_sql::rows::{Fence, NumberUse, RateRow};
use adapter_sql::schema::{catalogue_state, snapshots, stores};
use adapter_sql::types::DbTs;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use domain::freshness::Freshness;
use domain::ids::{Revision, SnapshotNo};
use domain::num::i64_from_u64;
use ports_store::{Published, SnapshotSummary};

use super::delivery_rates;
use crate::dialect::{Conn, RunQueryDsl};
use crate::queries::alerts::left::LeftWatches;
use crate::queries::alerts::look::held_from;
use crate::queries::alerts::triggers::{self, Fired};

/// Notes a batch of the products that only the new delivery costs of the store change, before they are published: from
/// the offer with the number after this one on. The number of the last one, or `None` when there was none.
pub(crate) async fn note_some(
    c: &mut Conn,
    snapshot: SnapshotNo,
    summary: &SnapshotSummary,
    after: i64,
) -> Result<Option<i64>, Failure> {
    let Some(rates) = &summary.delivery_rates else {
        return Ok(None);
    };
    let fence = super::snapshots::fence(c, snapshot).await?;
    delivery_rates::note_changed(c, &fence, &RateRow::all(fence.store_no, rates), after).await
}

/// Makes it the next revision, and fires the first of its watches; which are left.
pub(crate) async fn publish(
    c: &mut Conn,
    snapshot: SnapshotNo,
    summary: &SnapshotSummary,
) -> Result<(Published, Option<LeftWatches>), Failure> {
    triggers::lock(c).await?;
    let fence = super::snapshots::fence(c, snapshot).await?;
    let SnapshotSummary {
        read,
        accepted,
        rejected,
        delivery_rates: stated,
        ambiguous,
        doubted_until,
        published_at,
    } = summary;
    let mut changed = has_staged(c, &fence).await?;
    if let Some(rates) = stated {
        changed |= delivery_rates::replace(c, &fence, &RateRow::all(fence.store_no, rates)).await?;
    }
    let ambiguous: Vec<NumberUse> = ambiguous
        .iter()
        .map(|(gtin, goods)| NumberUse {
            store: fence.store_no,
            gtin: *gtin,
            goods: *goods,
        })
        .collect();
    super::snapshots::save_ambiguous(c, &ambiguous).await?;
    see(c, &fence, doubted_until.map(DbTs::new)).await?;
    let revision = if changed { fence.next } else { fence.revision };
    diesel::update(snapshots::table.find(snapshot.0))
        .set((
            snapshots::state.eq("published"),
            snapshots::published_at.eq(DbTs::new(*published_at)),
            snapshots::revision.eq(revision),
            snapshots::rows_read.eq(i64_from_u64(*read)),
            snapshots::rows_accepted.eq(i64_from_u64(*accepted)),
            snapshots::rows_rejected.eq(i64_from_u64(*rejected)),
        ))
        .execute(c)
        .await?;
    diesel::update(catalogue_state::table)
        .set((
            catalogue_state::revision.eq(revision),
            catalogue_state::staging.eq(None::<i64>),
        ))
        .execute(c)
        .await?;
    let freshness = Freshness {
        now: *published_at,
        ..fence.freshness
    };
    let mut fired = Fired::default();
    if changed {
        fired = triggers::publish(c, revision, freshness, Some(held_from(*published_at))).await?;
    }
    let published = Published {
        revision: Revision(revision),
        triggered: fired.watches,
    };
    Ok((published, fired.left))
}

/// Notes when the store was seen, and until when its feed is doubted.
async fn see(c: &mut Conn, fence: &Fence, doubted_until: Option<DbTs>) -> Result<(), Failure> {
    let full_seen_at = if fence.is_full {
        Some(fence.observed_at)
    } else {
        fence.full_seen_at
    };
    diesel::update(stores::table.find(fence.store_no))
        .set((
            stores::last_observed_at.eq(fence.observed_at),
            stores::full_seen_at.eq(full_seen_at),
            stores::doubted_until.eq(doubted_until),
        ))
        .execute(c)
        .await?;
    Ok(())
}

/// Whether anything awaits the next revision. Staged rows are of the highest revision.
async fn has_staged(c: &mut Conn, fence: &Fence) -> Result<bool, Failure> {
    for sql in [
        "SELECT from_rev FROM offers ORDER BY from_rev DESC LIMIT 1",
        "SELECT from_rev FROM products ORDER BY from_rev DESC LIMIT 1",
        "SELECT revision FROM changes ORDER BY revision DESC LIMIT 1",
    ] {
        let last: Option<i64> = prepared::<BigInt>(sql).get_result(c).await.optional()?;
        if last == Some(fence.next) {
            return Ok(true);
        }
    }
    Ok(false)
}
