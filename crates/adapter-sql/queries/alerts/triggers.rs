//! Which watches a new revision moves.
//!
//! While a snapshot is staged, its prices nominate products by index ranges of `watches`: those
//! where a staged price lies below the highest armed target, or may have left the lowest target that
//! was reached. Watches of one store are found by no such range: each product that has any is nominated when anything of it
//! is staged, and they are looked at whenever it is. A watch that is touched meanwhile, by its client or because its own look comes late,
//! nominates its product as well: it may stand on another side than when the price was staged. The
//! transaction that publishes the snapshot looks at the nominated products only.
//!
//! What changes for all that a store offers leaves the watches of these products to be looked at after its
//! revision (`watch_checks`), in small batches, by whoever made it or by workers; those of a product that a
//! client is about to touch are looked at before. So do revisions that may bring new lows of many products at once: the past of
//! the first ones alone is read while they are published. And so do revisions that many watches fire at: who publishes one fires
//! the first, and the others a few at a time in transactions of their own, so that nobody waits long for the watches' [`lock`].

use std::collections::BTreeSet;

use adapter_sql::rows::Fence;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::availability::Availability;
use domain::money::Currency;
use domain::watch::Freshness;
use ports_store::MaintenanceReport;

use crate::dialect::{
    Conn, GIVEN_BIDS, IN_NUMBERS, IN_TEXTS, RunQueryDsl, WATCH_LOCK, WATCH_LOCK_SHARED,
};
use crate::queries::alerts::firing::{Bounds, fire_watches};
use crate::queries::catalogue::reading;
use crate::queries::webhooks::judging;

/// Products whose watches one batch looks at.
const CHECKS: i64 = 200;
/// Products whose watches one transaction after a publish looks at.
const LEFT: i64 = 250;
/// Among how many offers of a product another one is looked for that still keeps a target reached. Of a product with
/// more, it is looked at when the snapshot is published.
const FIRST_OFFERS: i64 = 1000;

/// Of what waits to be looked at: not left to whoever published the revision. Place: now.
pub(crate) const NOT_HELD: &str = "(held_until IS NULL OR held_until <= ?)";

/// Keeps watches from being created or changed until the transaction ends.
pub(crate) async fn lock(c: &mut Conn) -> Result<(), Failure> {
    let lock: Option<&'static str> = WATCH_LOCK;
    if let Some(sql) = lock {
        prepared::<()>(sql).execute(c).await?;
    }
    Ok(())
}

/// Keeps revisions from being made until the transaction ends.
pub(crate) async fn share(c: &mut Conn) -> Result<(), Failure> {
    let lock: Option<&'static str> = WATCH_LOCK_SHARED;
    if let Some(sql) = lock {
        prepared::<()>(sql).execute(c).await?;
    }
    Ok(())
}

/// Begins a snapshot: nothing is nominated. The caller has the [`lock`], so that every watch
/// is either seen by the snapshot's staging or sees that there is one.
pub(crate) async fn begin(c: &mut Conn) -> Result<(), Failure> {
    prepared::<()>("DELETE FROM watch_candidates")
        .execute(c)
        .await?;
    Ok(())
}

/// Nominates products of staged offers: triples of a product, the price in ten-thousandths
/// with which the offer takes part in the product's lowest price, and the offer's number
/// that it replaces. An offer that is gone has no product and no price.
pub(crate) async fn nominate(c: &mut Conn, fence: &Fence, bids: DbJson) -> Result<(), Failure> {
    let orderable = Availability::ALL.into_iter().filter(|a| a.can_be_ordered());
    prepared::<()>(concatcp!(
        "WITH given AS (SELECT * FROM ",
        GIVEN_BIDS,
        " AS g), \
         changed AS ( \
             SELECT product_no, bid FROM given WHERE product_no IS NOT NULL \
             UNION ALL \
             SELECT o.product_no, NULL FROM given g JOIN offers o ON o.no = g.replaced \
             WHERE g.product_no IS NULL OR g.product_no <> o.product_no \
         ), bids AS ( \
             SELECT product_no, min(bid) AS lowest_bid, max(bid) AS highest_bid, \
                 count(*) > count(bid) AS ends FROM changed GROUP BY product_no \
         ), reach AS MATERIALIZED ( \
             SELECT b.*, (SELECT w.target FROM watches w \
                 WHERE w.product_no = b.product_no AND w.below = true \
                 ORDER BY w.target LIMIT 1) AS lowest FROM bids b \
             WHERE NOT EXISTS (SELECT 1 FROM watch_candidates n \
                 WHERE n.product_no = b.product_no) \
         ) \
         INSERT INTO watch_candidates (product_no) \
         SELECT r.product_no FROM reach r \
         WHERE EXISTS (SELECT 1 FROM watches w WHERE w.product_no = r.product_no \
             AND w.below = false AND w.target > r.lowest_bid) \
         OR (r.lowest IS NOT NULL AND (r.ends OR r.lowest <= r.highest_bid) \
             AND NOT EXISTS (SELECT 1 FROM ( \
                     SELECT f.* FROM offers f WHERE f.product_no = r.product_no LIMIT ?) AS o \
                 JOIN stores s ON s.no = +o.store_no \
                 WHERE o.from_rev <= ? AND o.to_rev > ? \
                 AND NOT o.quarantined AND o.condition = 'new' AND o.availability",
        IN_TEXTS,
        "AND CASE WHEN s.full_seen_at > o.seen_at THEN s.full_seen_at \
                     ELSE o.seen_at END > ? \
                 AND (o.item_minor + coalesce(o.delivery_minor, \
                     CASE WHEN s.delivery_minor IS NULL THEN NULL \
                         WHEN o.item_minor >= s.free_from_minor THEN 0 \
                         ELSE s.delivery_minor END)) * ? < r.lowest)) \
         OR (EXISTS (SELECT 1 FROM offers q WHERE q.product_no = r.product_no \
                 AND q.quarantined AND q.from_rev <= ? AND q.to_rev >= ?) \
             AND EXISTS (SELECT 1 FROM watches w WHERE w.product_no = r.product_no)) \
         OR EXISTS (SELECT 1 FROM watches w WHERE w.product_no = r.product_no AND w.each_time) \
         ON CONFLICT DO NOTHING",
    ))
    .bind::<SqlJson, _>(bids)
    .bind::<BigInt, _>(FIRST_OFFERS)
    .bind::<BigInt, _>(fence.next)
    .bind::<BigInt, _>(fence.next)
    .bind::<SqlJson, _>(DbJson::texts(orderable.map(Availability::code)))
    .bind::<SqlTs, _>(fence.surely_fresh_after())
    .bind::<BigInt, _>(fence.step)
    .bind::<BigInt, _>(fence.next)
    .bind::<BigInt, _>(fence.next)
    .execute(c)
    .await?;
    Ok(())
}

/// Nominates products whose watches change while a snapshot is staged.
pub(crate) async fn touch(
    c: &mut Conn,
    products: impl IntoIterator<Item = i64>,
) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "INSERT INTO watch_candidates (product_no) \
         SELECT p.no FROM products p WHERE p.no",
        IN_NUMBERS,
        "AND EXISTS (SELECT 1 FROM catalogue_state WHERE staging IS NOT NULL) \
         ORDER BY p.no ON CONFLICT DO NOTHING",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(products))
    .execute(c)
    .await?;
    Ok(())
}

/// Watches that a revision has left to whoever published it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LeftWatches {
    revision: i64,
    freshness: Freshness,
}

/// What publishing a revision did to watches.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fired {
    /// Watches that fired.
    pub(crate) watches: u64,
    /// Watches are left.
    pub(crate) left: Option<LeftWatches>,
}

/// Checks the prices of what was nominated and did change at the revision that has just become the current
/// one, and notes whose deliveries are to be judged by it. The caller has [`fire_left`] done to what is left.
pub(crate) async fn publish(
    c: &mut Conn,
    revision: i64,
    freshness: Freshness,
    bounds: Bounds,
) -> Result<Fired, Failure> {
    let nominated: Vec<i64> = prepared::<BigInt>(
        "SELECT product_no FROM watch_candidates n WHERE EXISTS (SELECT 1 FROM changes h \
             WHERE h.revision = ? AND h.product_no = n.product_no) ORDER BY product_no",
    )
    .bind::<BigInt, _>(revision)
    .load(c)
    .await?;
    begin(c).await?;
    judging::request_for_changed(c, revision).await?;
    let moved = fire_watches(c, revision, &nominated, freshness, bounds).await?;
    let left = LeftWatches {
        revision,
        freshness,
    };
    Ok(Fired {
        watches: moved.fired,
        left: moved.is_cut.then_some(left),
    })
}

/// Fires some of the watches that a revision has left to whoever published it.
pub(crate) async fn fire_left(
    c: &mut Conn,
    left: LeftWatches,
) -> Result<MaintenanceReport, Failure> {
    lock(c).await?;
    let products: Vec<i64> = prepared::<BigInt>(
        "SELECT product_no FROM watch_checks WHERE revision = ? AND held_until IS NOT NULL \
         ORDER BY product_no LIMIT ?",
    )
    .bind::<BigInt, _>(left.revision)
    .bind::<BigInt, _>(LEFT)
    .load(c)
    .await?;
    prepared::<()>(concatcp!(
        "DELETE FROM watch_checks WHERE revision = ? AND product_no",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(left.revision)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
    .execute(c)
    .await?;
    let revision = reading::revision(c).await?;
    let bounds = Bounds::in_turns(left.freshness.now);
    let moved = fire_watches(c, revision, &products, left.freshness, bounds).await?;
    // were the catalogue lock lost, another snapshot may be staged
    touch(c, products.iter().copied()).await?;
    Ok(MaintenanceReport {
        checked: domain::num::u64_from_usize(products.len()),
        fired: moved.fired,
        ..MaintenanceReport::default()
    })
}

/// Checks the prices of these products at the current revision, for their watches, and has their deliveries
/// judged that are not done; how many watches fired.
pub(crate) async fn check_prices(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
    freshness: Freshness,
) -> Result<u64, Failure> {
    judging::request(c, products, revision).await?;
    let moved = fire_watches(c, revision, products, freshness, Bounds::NONE).await?;
    Ok(moved.fired)
}

/// Looks at one batch of the watches that revisions have left to be looked at, by the current one.
pub(crate) async fn check_some(
    c: &mut Conn,
    freshness: Freshness,
) -> Result<MaintenanceReport, Failure> {
    lock(c).await?;
    let revision = reading::revision(c).await?;
    let waiting = waiting_at(c, revision, freshness).await?;
    let Some((last_revision, last_product)) = waiting.last().copied() else {
        return Ok(MaintenanceReport::default());
    };
    let now = DbTs::new(freshness.now);
    prepared::<()>(concatcp!(
        "DELETE FROM watch_checks \
         WHERE (revision < ? OR (revision = ? AND product_no <= ?)) AND ",
        NOT_HELD,
    ))
    .bind::<BigInt, _>(last_revision)
    .bind::<BigInt, _>(last_revision)
    .bind::<BigInt, _>(last_product)
    .bind::<SqlTs, _>(now)
    .execute(c)
    .await?;
    let products: Vec<i64> = distinct(&waiting).into_iter().collect();
    let moved = fire_watches(c, revision, &products, freshness, Bounds::WORKER).await?;
    touch(c, products).await?;
    Ok(MaintenanceReport {
        checked: domain::num::u64_from_usize(waiting.len()),
        fired: moved.fired,
        ..MaintenanceReport::default()
    })
}

/// The products of the batch that is looked at next.
pub(crate) async fn waiting(c: &mut Conn, freshness: Freshness) -> Result<BTreeSet<i64>, Failure> {
    let revision = reading::revision(c).await?;
    Ok(distinct(&waiting_at(c, revision, freshness).await?))
}

async fn waiting_at(
    c: &mut Conn,
    revision: i64,
    freshness: Freshness,
) -> Result<Vec<(i64, i64)>, Failure> {
    Ok(prepared::<(BigInt, BigInt)>(concatcp!(
        "SELECT revision, product_no FROM watch_checks WHERE revision <= ? AND ",
        NOT_HELD,
        " ORDER BY revision, product_no LIMIT ?",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlTs, _>(DbTs::new(freshness.now))
    .bind::<BigInt, _>(CHECKS)
    .load(c)
    .await?)
}

fn distinct(waiting: &[(i64, i64)]) -> BTreeSet<i64> {
    waiting.iter().map(|(_, product)| *product).collect()
}

/// Looks at the watches of one product, if revisions have left them to be looked at. The caller has the [`lock`]
/// or shares it, and has locked no watch yet: of several callers the first one looks, and the others wait for it.
pub(crate) async fn check_product(
    c: &mut Conn,
    product: i64,
    freshness: Freshness,
    bounds: Bounds,
) -> Result<MaintenanceReport, Failure> {
    let revision = reading::revision(c).await?;
    // found by the few revisions that have left any, as the key begins with them
    let rows = prepared::<()>(
        "WITH RECURSIVE waiting (revision) AS ( \
             SELECT (SELECT k.revision FROM watch_checks k ORDER BY k.revision LIMIT 1) \
             UNION ALL \
             SELECT (SELECT k.revision FROM watch_checks k WHERE k.revision > w.revision \
                 ORDER BY k.revision LIMIT 1) \
             FROM waiting w WHERE w.revision IS NOT NULL \
         ) \
         DELETE FROM watch_checks WHERE product_no = ? AND revision <= ? \
         AND revision IN (SELECT w.revision FROM waiting w WHERE w.revision IS NOT NULL)",
    )
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(revision)
    .execute(c)
    .await?;
    if rows == 0 {
        return Ok(MaintenanceReport::default());
    }
    let moved = fire_watches(c, revision, &[product], freshness, bounds).await?;
    touch(c, [product]).await?;
    Ok(MaintenanceReport {
        checked: domain::num::u64_from_usize(rows),
        fired: moved.fired,
        ..MaintenanceReport::default()
    })
}

/// The currency of the catalogue; none before the deployment is claimed.
pub(crate) async fn currency(c: &mut Conn) -> Result<Option<Currency>, Failure> {
    let code: Option<String> = prepared::<Nullable<Text>>("SELECT currency FROM catalogue_state")
        .get_result(c)
        .await?;
    Ok(code.as_deref().and_then(Currency::parse))
}
