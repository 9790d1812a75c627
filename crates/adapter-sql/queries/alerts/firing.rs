//! Firing watches whose targets are crossed by the prices of the current revision.

use std::collections::BTreeSet;

use adapter_sql::rows::{NeededPasts, WatchPriceChecks, WatchRow};
use adapter_sql::schema::mails;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable};
use domain::ids::ProductNo;
use domain::money::Currency;
use domain::num::{i64_from_usize, u64_from_usize};
use domain::watch::{Freshness, TargetPrice};
use ports_store::ProductRecord;
use time::{Duration, OffsetDateTime};

use crate::bulk;
use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::crossed::{crossed, set_last_prices, set_references, set_side};
use crate::queries::alerts::triggers::currency;
use crate::queries::catalogue::{history, reading};
use crate::queries::webhooks::judging;

/// Products whose prices are checked together.
const PRODUCTS: usize = 500;
/// Products whose past is read in the transaction that publishes a revision.
const PASTS: usize = 100;
/// Watches whose targets are crossed that one transaction of a publish, or of a worker, moves.
const WATCHES: i64 = 250;
/// For how long after its publish a revision is left to whoever published it.
const HELD: Duration = Duration::seconds(10);
/// Rows of one multi-row insert.
const ROWS: usize = 1000;

/// How much one transaction does; what is beyond is left to be looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Products whose past is read.
    pub(crate) pasts: usize,
    /// Watches whose targets are crossed that are moved. Those of products with deliveries that wait to be judged do not
    /// count, as in [`leave_some`].
    pub(crate) watches: i64,
    /// Until when what is beyond is left to whoever published the revision, not to workers.
    pub(crate) held_until: Option<DbTs>,
}

impl Bounds {
    /// None.
    pub(crate) const NONE: Self = Self {
        pasts: usize::MAX,
        watches: i64::MAX,
        held_until: None,
    };

    /// Those of a transaction that publishes a revision with all of its watches.
    pub(crate) const WHOLE: Self = Self {
        pasts: PASTS,
        ..Self::NONE
    };

    /// Those of a worker.
    pub(crate) const WORKER: Self = Self {
        watches: WATCHES,
        ..Self::NONE
    };

    /// Those of a transaction that publishes a revision now, or of one after it by the same publisher.
    pub(crate) fn in_turns(now: OffsetDateTime) -> Self {
        Self {
            pasts: PASTS,
            watches: WATCHES,
            held_until: Some(DbTs::new(now + HELD)),
        }
    }
}

/// What became of watches that were looked at.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moved {
    /// Watches that fired.
    pub(crate) fired: u64,
    /// Watches are left because there were too many.
    pub(crate) is_cut: bool,
}

/// Fires the watches of these products whose targets are crossed by the prices of the current revision. Their
/// events wait to be fanned out.
pub(crate) async fn fire_watches(
    c: &mut Conn,
    revision: i64,
    products: &[i64],
    freshness: Freshness,
    bounds: Bounds,
) -> Result<Moved, Failure> {
    if products.is_empty() {
        return Ok(Moved::default());
    }
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
        let checks = WatchPriceChecks::new(&records, self.revision, self.currency, self.freshness);
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
        let sides = changes.below.len() + changes.above.len();
        set_side(c, true, changes.below).await?;
        set_side(c, false, changes.above).await?;
        set_references(c, changes.references).await?;
        set_last_prices(c, changes.last_prices).await?;
        for rows in changes.events.chunks(ROWS) {
            bulk::queue_events(c, rows).await?;
            self.fired += u64_from_usize(rows.len());
        }
        for rows in changes.mails.chunks(ROWS) {
            diesel::insert_into(mails::table)
                .values(rows)
                .execute(c)
                .await?;
        }
        // those that do not move are found again each time
        let moved = if sides == 0 { 0 } else { moved };
        Ok(i64_from_usize(moved))
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
    leave(c, revision, &left, None).await?;
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
