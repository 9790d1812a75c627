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
//! revision (`watch_checks`), in small batches, by whoever made it, by workers or, before prices move again, by
//! whoever moves them; one that a client is about to touch is looked at before. So do revisions that may bring new lows of many products at once: the past of
//! the first ones alone is read while they are published. And so do revisions that move many watches: who publishes one moves
//! the first, and the others a few at a time in transactions of their own, so that nobody waits long for the watches' [`lock`].
//! A watch of a target is on its new side then and not found again; of those that are looked at each time it is
//! noted how far they were. Deliveries are judged when no watch of their product is left.

use adapter_sql::rows::Fence;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::availability::Availability;
use domain::freshness::Freshness;
use domain::money::Currency;

use crate::dialect::{
    Conn, GIVEN_BIDS, IN_NUMBERS, IN_TEXTS, Pipeline, RunQueryDsl, WATCH_LOCK, WATCH_LOCK_SHARED,
};
use crate::queries::alerts::as_of::AsOf;
use crate::queries::alerts::firing::{self, fire_watches};
use crate::queries::alerts::left::LeftWatches;
use crate::queries::webhooks::evidence_checks;

/// Among how many offers of a product another one is looked for that still keeps a target reached. Of a product with
/// more, it is looked at when the snapshot is published.
const FIRST_OFFERS: i64 = 1000;

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
/// that it replaces. An offer that is gone has no product and no price. They are written in the order of their numbers, as by
/// [`touch`]: of two that write the same, one waits for the other.
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
         ORDER BY r.product_no ON CONFLICT DO NOTHING",
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

/// Nominates products whose watches change while a snapshot is staged: all of a transaction at once.
pub(crate) async fn touch(
    pipeline: &Pipeline<'_>,
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
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
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
/// one, and notes whose deliveries are to be judged by it. What is left is held until then for [`left::fire_left`](super::left::fire_left), which the
/// caller has done to it; `None`: workers look at it.
pub(crate) async fn publish(
    c: &mut Conn,
    revision: i64,
    freshness: Freshness,
    held_until: Option<DbTs>,
) -> Result<Fired, Failure> {
    let nominated: Vec<i64> = prepared::<BigInt>(
        "SELECT product_no FROM watch_candidates n WHERE EXISTS (SELECT 1 FROM changes h \
             WHERE h.revision = ? AND h.product_no = n.product_no) ORDER BY product_no",
    )
    .bind::<BigInt, _>(revision)
    .load(c)
    .await?;
    begin(c).await?;
    evidence_checks::request_for_changed(c, revision).await?;
    let as_of = AsOf::current(&Pipeline::new(c), freshness).await?;
    let moved = fire_watches(c, as_of, firing::whole(&nominated), held_until).await?;
    let left = LeftWatches {
        revision,
        freshness,
    };
    Ok(Fired {
        watches: moved.fired,
        left: (moved.is_cut && held_until.is_some()).then_some(left),
    })
}

/// Checks the prices of these products at the current revision, for their watches, and has their deliveries
/// judged that are not done.
pub(crate) async fn check_prices(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
    freshness: Freshness,
) -> Result<(), Failure> {
    evidence_checks::request(c, products, revision).await?;
    let as_of = AsOf::current(&Pipeline::new(c), freshness).await?;
    fire_watches(c, as_of, firing::whole(products), None).await?;
    Ok(())
}

/// The currency of the catalogue; none before the deployment is claimed.
pub(crate) async fn currency(pipeline: &Pipeline<'_>) -> Result<Option<Currency>, Failure> {
    let code: Option<String> = prepared::<Nullable<Text>>("SELECT currency FROM catalogue_state")
        .get_result(&mut pipeline.connection())
        .await?;
    Ok(code.as_deref().and_then(Currency::parse))
}
