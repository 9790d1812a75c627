//! Firing watches whose targets are crossed by the prices of the current revision.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{NeededPasts, WatchChanges, WatchPriceChecks, WatchRow};
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

use crate::bulk;
use crate::dialect::{Conn, GIVEN_PAIRS, Pipeline, RunQueryDsl};
use crate::queries::alerts::crossed;
use crate::queries::alerts::triggers::currency;
use crate::queries::catalogue::{history, reading};

/// Products whose prices are checked together: a few first, in case that these have very many watches, then more and more.
const FIRST_PRODUCTS: usize = 16;
const PRODUCTS: usize = 500;
/// Products whose past one transaction reads.
const PASTS: usize = 50;
/// Watches that one transaction moves, or looks at that are looked at each time.
const WATCHES: i64 = 100;

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

/// Fires the watches of these products that the prices of the current revision move, as many as one transaction may. Their
/// events wait to be fanned out. What is beyond is left to be looked at; `held_until`: until when by whoever published the
/// revision, not by workers. Those that need the past of further products are left to workers.
pub(crate) async fn fire_watches(
    c: &mut Conn,
    revision: i64,
    mut products: ToLookAt,
    freshness: Freshness,
    held_until: Option<DbTs>,
) -> Result<Moved, Failure> {
    if products.is_empty() {
        return Ok(Moved::default());
    }
    let Some(currency) = currency(&Pipeline::new(c)).await? else {
        return Ok(Moved::default());
    };
    let mut firing = Firing {
        revision,
        freshness,
        currency,
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
    leave(c, revision, firing.left, held_until).await?;
    Ok(Moved {
        fired: firing.fired,
        is_cut,
    })
}

/// Looks at one watch by the prices of the current revision, kept from other writers.
pub(crate) async fn fire_watch(
    c: &mut Conn,
    revision: i64,
    watch: i64,
    freshness: Freshness,
) -> Result<(), Failure> {
    let Some(row) = crossed::of_number(c, watch).await? else {
        return Ok(());
    };
    let Some(currency) = currency(&Pipeline::new(c)).await? else {
        return Ok(());
    };
    let records = reading::load(c, &[ProductNo(row.product_no)]).await?;
    let checks = WatchPriceChecks::new(&records, revision, currency, freshness);
    let rows = [row];
    let needed = checks.needing_past(&rows)?;
    look_back(c, &checks, &records, &needed, freshness).await?;
    store(c, checks.changes(&rows, &BTreeSet::new())?).await?;
    Ok(())
}

/// A look at watches by the prices of the current revision.
struct Firing {
    revision: i64,
    freshness: Freshness,
    currency: Currency,
    /// Products whose past may still be read.
    pasts: usize,
    /// Watches that may still be moved.
    room: i64,
    /// What is beyond these.
    left: ToLookAt,
    fired: u64,
}

impl Firing {
    /// Looks at watches of these products.
    async fn fire(&mut self, c: &mut Conn, products: ToLookAt) -> Result<(), Failure> {
        let numbers: Vec<ProductNo> = products.keys().copied().map(ProductNo).collect();
        let records = reading::load(c, &numbers).await?;
        let checks = WatchPriceChecks::new(&records, self.revision, self.currency, self.freshness);
        let prices = checks.prices(&products);
        let crossed = crossed::crossed(c, prices.clone(), self.room).await?;
        let changes = checks.changes(&crossed, &BTreeSet::new())?;
        self.room -= i64_from_usize(changes.below.len() + changes.above.len());
        self.fired += store(c, changes).await?;
        if self.room <= 0 {
            self.left.extend(products);
            return Ok(());
        }
        let step = TargetPrice::step(self.currency);
        let looked_at = crossed::looked_at_each_time(c, prices, step, self.room).await?;
        debug_assert!(looked_at.is_sorted_by_key(|row| (row.product_no, row.no)));
        self.look_at(c, &checks, &records, &looked_at, &products)
            .await?;
        self.room -= i64_from_usize(looked_at.len());
        if let Some(last) = looked_at.last().filter(|_| self.room <= 0) {
            self.left.insert(last.product_no, last.no);
            let after = products.range(last.product_no + 1..);
            self.left.extend(after);
        }
        Ok(())
    }

    /// Looks at watches that are looked at each time, but for those that need the past of more products than may be read.
    async fn look_at(
        &mut self,
        c: &mut Conn,
        checks: &WatchPriceChecks<'_>,
        records: &[ProductRecord],
        watches: &[WatchRow],
        products: &ToLookAt,
    ) -> Result<(), Failure> {
        let mut needed = checks.needing_past(watches)?;
        let later: BTreeSet<i64> = needed.keys().copied().skip(self.pasts).collect();
        needed.retain(|product, _| !later.contains(product));
        self.pasts = self.pasts.saturating_sub(needed.len());
        look_back(c, checks, records, &needed, self.freshness).await?;
        self.fired += store(c, checks.changes(watches, &later)?).await?;
        let later = products.iter().filter(|(no, _)| later.contains(no));
        let later = later.map(|(no, seen)| (*no, *seen)).collect();
        leave(c, self.revision, later, None).await
    }
}

/// Stores what became of watches; how many fired.
async fn store(c: &mut Conn, changes: WatchChanges) -> Result<u64, Failure> {
    let fired = u64_from_usize(changes.events.len());
    crossed::set_side(c, true, changes.below).await?;
    crossed::set_side(c, false, changes.above).await?;
    crossed::set_references(c, changes.references).await?;
    crossed::set_last_prices(c, changes.last_prices).await?;
    if fired > 0 {
        bulk::queue_events(c, &changes.events).await?;
    }
    if !changes.mails.is_empty() {
        diesel::insert_into(mails::table)
            .values(&changes.mails)
            .execute(c)
            .await?;
    }
    Ok(fired)
}

/// Leaves watches of these products to be looked at. Of one that is left already, all are, by whoever has it.
async fn leave(
    c: &mut Conn,
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
    .execute(c)
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
