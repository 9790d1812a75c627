//! Firing watches whose targets are crossed by the prices of the current revision.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{NeededPasts, WatchChanges, WatchPriceChecks, WatchRow};
use adapter_sql::schema::mails;
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable};
use domain::freshness::Freshness;
use domain::ids::ProductNo;
use domain::num::u64_from_usize;
use domain::watch::TargetPrice;
use futures_util::future::{try_join, try_join5};
use ports_store::ProductRecord;

use crate::bulk;
use crate::dialect::{Conn, GIVEN_PAIRS, Pipeline, RunQueryDsl};
use crate::queries::alerts::as_of::AsOf;
use crate::queries::alerts::crossed;
use crate::queries::catalogue::{history, reading};

/// Products whose prices are checked together: as many first as watches may be moved, then more and more.
const FIRST_PRODUCTS: usize = WATCHES;
const PRODUCTS: usize = 500;
/// Products whose past one transaction reads.
const PASTS: usize = 50;
/// Watches that one transaction moves, or looks at that are looked at each time.
const WATCHES: usize = 100;

/// Products whose watches are to be looked at, each with the number up to which those that are looked at each time were already.
pub(crate) type ToLookAt = BTreeMap<i64, i64>;

/// These products, with all of their watches.
pub(crate) fn whole(products: &[i64]) -> ToLookAt {
    products.iter().map(|no| (*no, 0)).collect()
}

/// What became of watches that were looked at.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moved {
    /// Watches that fired.
    pub(crate) fired: u64,
    /// Watches are left because there were too many.
    pub(crate) is_cut: bool,
}

/// Fires the watches of these products that prices move, as many as one transaction may. Their events wait to be fanned out.
/// What is beyond is left to be looked at; `held_until`: until when by whoever published the revision, not by workers. Those
/// that need the past of further products are left to workers.
pub(crate) async fn fire_watches(
    c: &mut Conn,
    as_of: Option<AsOf>,
    mut products: ToLookAt,
    held_until: Option<DbTs>,
) -> Result<Moved, Failure> {
    let Some(as_of) = as_of.filter(|_| !products.is_empty()) else {
        return Ok(Moved::default());
    };
    let mut firing = Firing {
        as_of,
        pasts: PASTS,
        room: WATCHES,
        left: ToLookAt::new(),
        fired: 0,
    };
    let mut together = FIRST_PRODUCTS;
    while firing.room > 0 && !products.is_empty() {
        let next = products.keys().nth(together).copied();
        let others = next.map(|next| products.split_off(&next));
        firing.fire(c, products).await?;
        products = others.unwrap_or_default();
        together = PRODUCTS.min(2 * together);
    }
    firing.left.extend(products);
    let is_cut = !firing.left.is_empty();
    leave(&Pipeline::new(c), as_of.revision, firing.left, held_until).await?;
    Ok(Moved {
        fired: firing.fired,
        is_cut,
    })
}

/// Looks at one watch, kept from other writers.
pub(crate) async fn fire_watch(
    c: &mut Conn,
    watch: i64,
    freshness: Freshness,
) -> Result<(), Failure> {
    let Some(as_of) = AsOf::current(&Pipeline::new(c), freshness).await? else {
        return Ok(());
    };
    let Some(row) = crossed::of_number(c, watch).await? else {
        return Ok(());
    };
    let records = reading::load(c, &[ProductNo(row.product_no)]).await?;
    let checks = as_of.checks(&records);
    let rows = [row];
    let needed = checks.needing_past(&rows)?;
    look_back(c, &checks, &records, &needed, freshness).await?;
    let changes = checks.changes(&rows, &BTreeSet::new())?;
    store(&Pipeline::new(c), changes).await?;
    Ok(())
}

/// A look at watches by the prices of the current revision.
struct Firing {
    as_of: AsOf,
    /// Products whose past may still be read.
    pasts: usize,
    /// Watches that may still be moved or looked at.
    room: usize,
    /// What is beyond these.
    left: ToLookAt,
    fired: u64,
}

impl Firing {
    /// Looks at watches of these products, but for those that need the past of more products than may be read.
    async fn fire(&mut self, c: &mut Conn, products: ToLookAt) -> Result<(), Failure> {
        let numbers: Vec<ProductNo> = products.keys().copied().map(ProductNo).collect();
        let records = reading::load(c, &numbers).await?;
        let checks = self.as_of.checks(&records);
        let watches = self.find(c, checks.prices(&products), &products).await?;
        let mut needed = checks.needing_past(&watches)?;
        let later: BTreeSet<i64> = needed.keys().copied().skip(self.pasts).collect();
        needed.retain(|product, _| !later.contains(product));
        self.pasts = self.pasts.saturating_sub(needed.len());
        look_back(c, &checks, &records, &needed, self.as_of.freshness).await?;
        let changes = checks.changes(&watches, &later)?;
        let later = products.iter().filter(|(no, _)| later.contains(no));
        let later = later.map(|(no, seen)| (*no, *seen)).collect();
        let pipeline = Pipeline::new(c);
        let stored = store(&pipeline, changes);
        let left = leave(&pipeline, self.as_of.revision, later, None);
        let (fired, ()) = try_join(stored, left).await?;
        self.fired += fired;
        Ok(())
    }

    /// The watches of these products with these prices that move or are looked at each time, as many as there is room for. Where
    /// there are more, they are left: those that move are not found again once they did.
    async fn find(
        &mut self,
        c: &mut Conn,
        prices: DbJson,
        products: &ToLookAt,
    ) -> Result<Vec<WatchRow>, Failure> {
        let step = TargetPrice::step(self.as_of.currency);
        let (pipeline, most) = (Pipeline::new(c), self.room + 1);
        let crossed = crossed::crossed(&pipeline, prices.clone(), most);
        let looked_at = crossed::looked_at_each_time(&pipeline, prices, step, most);
        let (mut watches, mut looked_at) = try_join(crossed, looked_at).await?;
        debug_assert!(looked_at.is_sorted_by_key(|row| (row.product_no, row.no)));
        let is_cut = watches.len() + looked_at.len() > self.room;
        watches.truncate(self.room);
        looked_at.truncate(self.room - watches.len());
        if is_cut {
            let seen = looked_at.last().map(|last| (last.product_no, last.no));
            let others = products.range(seen.map_or(i64::MIN, |(product, _)| product + 1)..);
            self.left.extend(seen);
            self.left.extend(others);
        }
        watches.append(&mut looked_at);
        self.room -= watches.len();
        Ok(watches)
    }
}

/// Stores what became of watches; how many fired.
async fn store(pipeline: &Pipeline<'_>, changes: WatchChanges) -> Result<u64, Failure> {
    let fired = u64_from_usize(changes.events.len());
    try_join5(
        crossed::set_side(pipeline, true, changes.below),
        crossed::set_side(pipeline, false, changes.above),
        crossed::set_references(pipeline, changes.references),
        crossed::set_last_prices(pipeline, changes.last_prices),
        bulk::queue_events(pipeline, &changes.events),
    )
    .await?;
    if !changes.mails.is_empty() {
        diesel::insert_into(mails::table)
            .values(&changes.mails)
            .execute(&mut pipeline.connection())
            .await?;
    }
    Ok(fired)
}

/// Leaves watches of these products to be looked at. Of one that is left already, all are, by whoever has it.
async fn leave(
    pipeline: &Pipeline<'_>,
    revision: i64,
    products: ToLookAt,
    held_until: Option<DbTs>,
) -> Result<(), Failure> {
    if products.is_empty() {
        return Ok(());
    }
    prepared::<()>(concatcp!(
        "INSERT INTO watch_checks (revision, product_no, held_until, seen_no) \
         SELECT CAST(? AS bigint), g.no, ?, g.value FROM ",
        GIVEN_PAIRS,
        " AS g WHERE true ON CONFLICT (revision, product_no) DO UPDATE \
         SET held_until = coalesce(excluded.held_until, watch_checks.held_until), seen_no = 0",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<Nullable<SqlTs>, _>(held_until)
    .bind::<SqlJson, _>(DbJson::pairs(products))
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
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
