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

use adapter_sql::rows::{Fence, NeededPasts, WatchPriceChecks, WatchRow};
use adapter_sql::schema::mails;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::availability::Availability;
use domain::ids::ProductNo;
use domain::money::Currency;
use domain::watch::{Freshness, TargetPrice};
use ports_store::{MaintenanceReport, ProductRecord};

use crate::bulk;
use crate::dialect::{
    Conn, GIVEN_BIDS, IN_NUMBERS, IN_TEXTS, RunQueryDsl, WATCH_LOCK, WATCH_LOCK_SHARED,
};
use crate::queries::alerts::crossed::{crossed, set_last_prices, set_references, set_side};
use crate::queries::catalogue::{history, reading};
use crate::queries::webhooks::judging;

/// Products whose prices are checked together.
const PRODUCTS: usize = 500;
/// Products whose watches one batch looks at.
const CHECKS: i64 = 200;
/// Products whose past is read in the transaction that publishes a revision.
const PASTS: usize = 100;
/// Watches whose targets are crossed that one transaction of a publish, or of a worker, moves.
const WATCHES: i64 = 250;
/// Products whose watches one transaction after a publish looks at.
const LEFT: i64 = 250;
/// For how long after its publish a revision is left to whoever published it.
const HELD: time::Duration = time::Duration::seconds(10);
/// Rows of one multi-row insert.
const ROWS: usize = 1000;
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
) -> Result<Fired, Failure> {
    let nominated = nominated(c, revision).await?;
    begin(c).await?;
    judging::request_for_changed(c, revision).await?;
    let bounds = Bounds {
        pasts: PASTS,
        watches: WATCHES,
        held_until: Some(DbTs::new(freshness.now + HELD)),
    };
    let moved = fire_watches(c, revision, &nominated, freshness, bounds).await?;
    let left = moved.is_cut.then_some(LeftWatches {
        revision,
        freshness,
    });
    Ok(Fired {
        watches: moved.fired,
        left,
    })
}

/// The same of a revision whose watches are all fired at once; how many fired.
pub(crate) async fn publish_whole(
    c: &mut Conn,
    revision: i64,
    freshness: Freshness,
) -> Result<u64, Failure> {
    let nominated = nominated(c, revision).await?;
    begin(c).await?;
    judging::request_for_changed(c, revision).await?;
    let bounds = Bounds {
        pasts: PASTS,
        ..Bounds::NONE
    };
    let moved = fire_watches(c, revision, &nominated, freshness, bounds).await?;
    Ok(moved.fired)
}

async fn nominated(c: &mut Conn, revision: i64) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT product_no FROM watch_candidates n WHERE EXISTS (SELECT 1 FROM changes h \
             WHERE h.revision = ? AND h.product_no = n.product_no) ORDER BY product_no",
    )
    .bind::<BigInt, _>(revision)
    .load(c)
    .await?)
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
    let bounds = Bounds {
        pasts: PASTS,
        watches: WATCHES,
        held_until: Some(DbTs::new(left.freshness.now + HELD)),
    };
    let moved = fire_watches(c, revision, &products, left.freshness, bounds).await?;
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
    let bounds = Bounds {
        watches: WATCHES,
        ..Bounds::NONE
    };
    let moved = fire_watches(c, revision, &products, freshness, bounds).await?;
    touch(c, products).await?;
    Ok(MaintenanceReport {
        checked: domain::num::u64_from_usize(waiting.len()),
        fired: moved.fired,
        ..MaintenanceReport::default()
    })
}

/// The products of the batch that is looked at next.
pub(crate) async fn waiting(
    c: &mut Conn,
    freshness: Freshness,
) -> Result<BTreeSet<i64>, Failure> {
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
    let moved = fire_watches(c, revision, &[product], freshness, Bounds::NONE).await?;
    touch(c, [product]).await?;
    Ok(MaintenanceReport {
        checked: domain::num::u64_from_usize(rows),
        fired: moved.fired,
        ..MaintenanceReport::default()
    })
}

/// How much one transaction does; what is beyond is left to be looked at.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    /// Products whose past is read.
    pasts: usize,
    /// Watches whose targets are crossed that are moved. Those of products with deliveries that wait to be judged do not
    /// count, as in [`leave_some`].
    watches: i64,
    /// Until when what is beyond is left to whoever published the revision, not to workers.
    held_until: Option<DbTs>,
}

impl Bounds {
    const NONE: Self = Self {
        pasts: usize::MAX,
        watches: i64::MAX,
        held_until: None,
    };
}

/// What became of watches that were looked at.
#[derive(Debug, Clone, Copy, Default)]
struct Moved {
    /// Watches that fired.
    fired: u64,
    /// Watches are left because there were too many.
    is_cut: bool,
}

/// Fires the watches of these products whose targets are crossed by the prices of the current revision. Their
/// events wait to be fanned out.
async fn fire_watches(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
    freshness: Freshness,
    bounds: Bounds,
) -> Result<Moved, Failure> {
    let Some(currency) = currency(c).await? else {
        return Ok(Moved::default());
    };
    let mut firing = Firing {
        revision,
        freshness,
        currency,
        pasts: bounds.pasts,
        fired: 0,
    };
    let awaited = if bounds.watches == i64::MAX {
        BTreeSet::new()
    } else {
        judging::requested(c, products).await?
    };
    let (first, others): (Vec<i64>, Vec<i64>) =
        products.iter().partition(|no| awaited.contains(no));
    for numbers in first.chunks(PRODUCTS) {
        firing.fire(c, numbers, i64::MAX).await?;
    }
    let mut room = bounds.watches;
    let mut is_cut = false;
    for numbers in others.chunks(PRODUCTS) {
        if room > 0 {
            room -= firing.fire(c, numbers, room).await?;
        }
        if room <= 0 {
            is_cut = true;
            leave(c, revision, numbers, bounds.held_until).await?;
        }
    }
    Ok(Moved {
        fired: firing.fired,
        is_cut,
    })
}

/// A look at watches by the prices of the current revision.
struct Firing {
    revision: i64,
    freshness: Freshness,
    currency: Currency,
    /// Products whose past may still be read.
    pasts: usize,
    fired: u64,
}

impl Firing {
    /// Looks at watches of these products; how many moved of those whose targets are crossed, at most so many.
    async fn fire(&mut self, c: &mut Conn, numbers: &[i64], most: i64) -> Result<i64, Failure> {
        let numbers: Vec<ProductNo> = numbers.iter().copied().map(ProductNo).collect();
        let records = reading::load(c, &numbers).await?;
        let checks =
            WatchPriceChecks::new(&records, self.revision, self.currency, self.freshness);
        let step = TargetPrice::step(self.currency);
        let crossed = crossed(c, checks.prices(), step, most).await?;
        let by_target = |row: &&WatchRow| !row.is_looked_at_each_time();
        let moved = crossed.iter().filter(by_target).count();
        let mut needed = checks.needing_past(&crossed)?;
        let later = leave_some(c, self.revision, &needed, self.pasts).await?;
        needed.retain(|product, _| !later.contains(product));
        self.pasts = self.pasts.saturating_sub(needed.len());
        look_back(c, &checks, &records, &needed, self.freshness).await?;
        let changes = checks.changes(&crossed, &later)?;
        set_side(c, true, changes.below).await?;
        set_side(c, false, changes.above).await?;
        set_references(c, changes.references).await?;
        set_last_prices(c, changes.last_prices).await?;
        for rows in changes.events.chunks(ROWS) {
            bulk::queue_events(c, rows).await?;
            self.fired += domain::num::u64_from_usize(rows.len());
        }
        for rows in changes.mails.chunks(ROWS) {
            diesel::insert_into(mails::table)
                .values(rows)
                .execute(c)
                .await?;
        }
        Ok(domain::num::i64_from_usize(moved))
    }
}

/// Leaves watches of these products to be looked at.
async fn leave(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
    held_until: Option<DbTs>,
) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "INSERT INTO watch_checks (revision, product_no, held_until) \
         SELECT CAST(? AS bigint), p.no, ? FROM products p WHERE p.no",
        IN_NUMBERS,
        "ON CONFLICT (revision, product_no) DO UPDATE SET held_until = excluded.held_until",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<Nullable<SqlTs>, _>(held_until)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
    .execute(c)
    .await?;
    Ok(())
}

/// Of the products whose past is needed leaves those after the first ones to be looked at later; which they are. One with
/// deliveries that are to be judged by this revision is not left: what takes their place is for those who wait alone, and
/// its watches tell everybody before.
async fn leave_some(
    c: &mut Conn,
    revision: i64,
    needed: &NeededPasts,
    pasts: usize,
) -> Result<BTreeSet<i64>, Failure> {
    if needed.len() <= pasts {
        return Ok(BTreeSet::new());
    }
    let over = needed.keys().copied().skip(pasts);
    let left: Vec<i64> = prepared::<BigInt>(concatcp!(
        "SELECT p.no FROM products p WHERE p.no",
        IN_NUMBERS,
        "AND NOT EXISTS (SELECT 1 FROM evidence_checks e WHERE e.product_no = p.no) ORDER BY p.no",
    ))
    .bind::<SqlJson, _>(DbJson::numbers(over))
    .load(c)
    .await?;
    prepared::<()>(concatcp!(
        "INSERT INTO watch_checks (revision, product_no) \
         SELECT CAST(? AS bigint), p.no FROM products p WHERE p.no",
        IN_NUMBERS,
        "ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(left.iter().copied()))
    .execute(c)
    .await?;
    Ok(left.into_iter().collect())
}

/// Reads the past of those of these products that need it, and has them looked at with it.
pub(crate) async fn look_back(
    c: &mut Conn,
    checks: &WatchPriceChecks<'_>,
    records: &[ProductRecord],
    needed: &NeededPasts,
    freshness: Freshness,
) -> Result<(), Failure> {
    let of = |record: &&ProductRecord| needed.contains_key(&record.product.no.0);
    let records: Vec<&ProductRecord> = records.iter().filter(of).collect();
    history::show_pasts(c, &records, freshness, |product, past| {
        checks.look_back(product, past, needed);
    })
    .await
}

/// The currency of the catalogue; none before the deployment is claimed.
pub(crate) async fn currency(c: &mut Conn) -> Result<Option<Currency>, Failure> {
    let code: Option<String> = prepared::<Nullable<Text>>("SELECT currency FROM catalogue_state")
        .get_result(c)
        .await?;
    Ok(code.as_deref().and_then(Currency::parse))
}
