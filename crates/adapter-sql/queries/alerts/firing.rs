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
use crate::dialect::{Conn, GIVEN_PAIRS, RunQueryDsl};
use crate::queries::alerts::crossed;
use crate::queries::alerts::triggers::currency;
use crate::queries::catalogue::{history, reading};

/// Products whose prices are checked together.
const PRODUCTS: usize = 500;
/// Products whose past one transaction reads.
const PASTS: usize = 100;
/// Watches that one transaction moves.
const WATCHES: i64 = 250;
/// Rows of one multi-row insert.
const ROWS: usize = 1000;

/// Products whose watches are looked at, each with the number up to which those that are looked at each time were already.
pub(crate) type Unseen = BTreeMap<i64, i64>;

/// These products, with all of their watches.
pub(crate) fn whole(products: &[i64]) -> Unseen {
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
    products: &Unseen,
    freshness: Freshness,
    held_until: Option<DbTs>,
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
        pasts: PASTS,
        room: WATCHES,
        left: Unseen::new(),
        fired: 0,
    };
    let products: Vec<(i64, i64)> = products.iter().map(|(no, seen)| (*no, *seen)).collect();
    for some in products.chunks(PRODUCTS) {
        let some = some.iter().copied().collect();
        if firing.room > 0 {
            firing.fire(c, some).await?;
        } else {
            firing.left.extend(some);
        }
    }
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
    let Some(currency) = currency(c).await? else {
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
    left: Unseen,
    fired: u64,
}

impl Firing {
    /// Looks at watches of these products.
    async fn fire(&mut self, c: &mut Conn, products: Unseen) -> Result<(), Failure> {
        let numbers: Vec<ProductNo> = products.keys().copied().map(ProductNo).collect();
        let records = reading::load(c, &numbers).await?;
        let checks = WatchPriceChecks::new(&records, self.revision, self.currency, self.freshness);
        let prices = checks.prices(&products);
        let crossed = crossed::crossed(c, prices.clone(), self.room).await?;
        let stored = store(c, checks.changes(&crossed, &BTreeSet::new())?).await?;
        self.fired += stored.fired;
        if stored.sides > 0 {
            // those that do not move are found again each time
            self.room -= i64_from_usize(crossed.len());
        }
        if self.room <= 0 {
            self.left.extend(products);
            return Ok(());
        }
        let step = TargetPrice::step(self.currency);
        let unseen = crossed::unseen(c, prices, step, self.room).await?;
        self.fire_unseen(c, &checks, &records, &unseen, &products)
            .await?;
        self.room -= i64_from_usize(unseen.len());
        if let Some(last) = unseen.last().filter(|_| self.room <= 0) {
            self.left.insert(last.product_no, last.no);
            let after = products.range(last.product_no + 1..);
            self.left.extend(after);
        }
        Ok(())
    }

    /// Looks at watches that are looked at each time, but for those that need the past of more products than may be read.
    async fn fire_unseen(
        &mut self,
        c: &mut Conn,
        checks: &WatchPriceChecks<'_>,
        records: &[ProductRecord],
        unseen: &[WatchRow],
        products: &Unseen,
    ) -> Result<(), Failure> {
        let mut needed = checks.needing_past(unseen)?;
        let later: BTreeSet<i64> = needed.keys().copied().skip(self.pasts).collect();
        needed.retain(|product, _| !later.contains(product));
        self.pasts = self.pasts.saturating_sub(needed.len());
        look_back(c, checks, records, &needed, self.freshness).await?;
        self.fired += store(c, checks.changes(unseen, &later)?).await?.fired;
        let later = products.iter().filter(|(no, _)| later.contains(no));
        let later = later.map(|(no, seen)| (*no, *seen)).collect();
        leave(c, self.revision, later, None).await
    }
}

/// What was stored of changes.
struct Stored {
    /// Watches that are on another side now.
    sides: usize,
    /// Events, one for each watch that fired.
    fired: u64,
}

async fn store(c: &mut Conn, changes: WatchChanges) -> Result<Stored, Failure> {
    let stored = Stored {
        sides: changes.below.len() + changes.above.len(),
        fired: u64_from_usize(changes.events.len()),
    };
    crossed::set_side(c, true, changes.below).await?;
    crossed::set_side(c, false, changes.above).await?;
    crossed::set_references(c, changes.references).await?;
    crossed::set_last_prices(c, changes.last_prices).await?;
    for rows in changes.events.chunks(ROWS) {
        bulk::queue_events(c, rows).await?;
    }
    for rows in changes.mails.chunks(ROWS) {
        diesel::insert_into(mails::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    Ok(stored)
}

/// Leaves watches of these products to be looked at.
async fn leave(
    c: &mut Conn,
    revision: i64,
    products: Unseen,
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
         SET held_until = excluded.held_until, seen_no = 0",
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
