//! Watches that revisions have left to be looked at (`watch_checks`): by whoever published the revision, by workers, by the
//! client that is about to change one, or by whoever makes the next revision, before it takes a price back.

use std::collections::BTreeSet;

use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool};
use domain::freshness::Freshness;
use domain::num::u64_from_usize;
use futures_util::future::try_join;
use ports_store::MaintenanceReport;
use time::Duration;

use crate::dialect::{Conn, Pipeline, RunQueryDsl};
use crate::queries::alerts::as_of::AsOf;
use crate::queries::alerts::firing::{ToLookAt, fire_watches};
use crate::queries::alerts::look::{Look, NOT_HELD, held_from};
use crate::queries::alerts::triggers::{lock, touch};

/// Products whose watches one batch looks at.
const CHECKS: i64 = 200;
/// Products whose watches one transaction after a publish looks at.
const LEFT: i64 = 100;

/// Of a row `e` about a product: none of the product's watches is left to be looked at. Looked up for each row, as no join would
/// be that begins with a table that is mostly empty.
pub(crate) const NO_WATCH_LEFT: &str = "(SELECT k.product_no FROM watch_checks k \
     WHERE k.product_no = e.product_no AND k.revision <= (SELECT revision FROM catalogue_state) LIMIT 1) IS NULL";

/// Watches that a revision has left to whoever published it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LeftWatches {
    pub(super) revision: i64,
    pub(super) freshness: Freshness,
}

/// Fires some of the watches that a revision has left to whoever published it, so long ago.
pub(crate) async fn fire_left(
    c: &mut Conn,
    left: LeftWatches,
    since: Duration,
) -> Result<MaintenanceReport, Failure> {
    lock(c).await?;
    let pipeline = Pipeline::new(c);
    let taken = take_some(&pipeline, left.revision);
    let as_of = AsOf::current(&pipeline, left.freshness);
    let (products, as_of) = try_join(taken, as_of).await?;
    let checked = products.len();
    let held_until = Some(held_from(left.freshness.now + since));
    let fired = look_at(c, as_of, products, held_until).await?;
    Ok(report(checked, fired))
}

/// Takes the first products of which a revision has left watches to whoever published it.
async fn take_some(pipeline: &Pipeline<'_>, revision: i64) -> Result<ToLookAt, Failure> {
    let taken: Vec<(i64, i64)> = prepared::<(BigInt, BigInt)>(
        "DELETE FROM watch_checks WHERE revision = ? AND held_until IS NOT NULL \
         AND product_no <= (SELECT max(s.product_no) FROM ( \
             SELECT product_no FROM watch_checks WHERE revision = ? AND held_until IS NOT NULL \
             ORDER BY product_no LIMIT ?) AS s) \
         RETURNING product_no, seen_no",
    )
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(LEFT)
    .load(&mut pipeline.connection())
    .await?;
    Ok(taken.into_iter().collect())
}

/// Looks at watches of these products by the current revision, and has them looked at with a snapshot that may be staged
/// meanwhile; how many fired.
async fn look_at(
    c: &mut Conn,
    as_of: Option<AsOf>,
    products: ToLookAt,
    held_until: Option<DbTs>,
) -> Result<u64, Failure> {
    let numbers: Vec<i64> = products.keys().copied().collect();
    let moved = fire_watches(c, as_of, products, held_until).await?;
    touch(&Pipeline::new(c), numbers).await?;
    Ok(moved.fired)
}

fn report(checked: usize, fired: u64) -> MaintenanceReport {
    MaintenanceReport {
        checked: u64_from_usize(checked),
        fired,
        ..MaintenanceReport::default()
    }
}

/// Looks at one batch of the watches that revisions have left to be looked at, by the current one.
pub(crate) async fn check_some(c: &mut Conn, look: Look) -> Result<MaintenanceReport, Failure> {
    lock(c).await?;
    let waiting = waiting(c, look).await?;
    let Some(last) = waiting.last().copied() else {
        return Ok(MaintenanceReport::default());
    };
    let pipeline = Pipeline::new(c);
    let taken = take_up_to(&pipeline, last, look);
    let as_of = AsOf::current(&pipeline, look.freshness);
    let ((), as_of) = try_join(taken, as_of).await?;
    let fired = look_at(c, as_of, distinct(&waiting), None).await?;
    Ok(report(waiting.len(), fired))
}

/// Takes the batch that ends with this one.
async fn take_up_to(pipeline: &Pipeline<'_>, last: Waiting, look: Look) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM watch_checks \
         WHERE (revision < ? OR (revision = ? AND product_no <= ?)) AND ",
        NOT_HELD,
    ))
    .bind::<BigInt, _>(last.revision)
    .bind::<BigInt, _>(last.revision)
    .bind::<BigInt, _>(last.product)
    .bind::<SqlTs, _>(look.held_before)
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
}

/// The products of the batch that is looked at next.
pub(crate) async fn next_products(c: &mut Conn, look: Look) -> Result<BTreeSet<i64>, Failure> {
    let waiting = distinct(&waiting(c, look).await?);
    Ok(waiting.into_keys().collect())
}

/// A product of which a revision has left watches to be looked at.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    revision: i64,
    product: i64,
    /// The number up to which those that are looked at each time were already.
    seen: i64,
}

/// The batch that is looked at next.
async fn waiting(c: &mut Conn, look: Look) -> Result<Vec<Waiting>, Failure> {
    let rows: Vec<(i64, i64, i64)> = prepared::<(BigInt, BigInt, BigInt)>(concatcp!(
        "SELECT revision, product_no, seen_no FROM watch_checks \
         WHERE revision <= (SELECT revision FROM catalogue_state) AND ",
        NOT_HELD,
        " ORDER BY revision, product_no LIMIT ?",
    ))
    .bind::<SqlTs, _>(look.held_before)
    .bind::<BigInt, _>(CHECKS)
    .load(c)
    .await?;
    let waiting = |(revision, product, seen)| Waiting {
        revision,
        product,
        seen,
    };
    Ok(rows.into_iter().map(waiting).collect())
}

/// Each product once, from the first of its watches that a revision has left.
fn distinct(waiting: &[Waiting]) -> ToLookAt {
    let mut products = ToLookAt::new();
    for one in waiting {
        let seen = products.entry(one.product).or_insert(one.seen);
        *seen = one.seen.min(*seen);
    }
    products
}

/// Looks at watches of one product, if revisions have left them. The caller has the [`lock`].
pub(crate) async fn check_product(
    c: &mut Conn,
    product: i64,
    look: Look,
) -> Result<MaintenanceReport, Failure> {
    let pipeline = Pipeline::new(c);
    let taken = take_product(&pipeline, product, look);
    let as_of = AsOf::current(&pipeline, look.freshness);
    let (seen, as_of) = try_join(taken, as_of).await?;
    let Some(first) = seen.iter().copied().min() else {
        return Ok(MaintenanceReport::default());
    };
    let products = ToLookAt::from([(product, first)]);
    let fired = look_at(c, as_of, products, None).await?;
    Ok(report(seen.len(), fired))
}

/// Takes what revisions have left of one product; how far each was looked at.
async fn take_product(
    pipeline: &Pipeline<'_>,
    product: i64,
    look: Look,
) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(concatcp!(
        "DELETE FROM watch_checks WHERE product_no = ? \
         AND revision <= (SELECT revision FROM catalogue_state) AND ",
        NOT_HELD,
        " RETURNING seen_no",
    ))
    .bind::<BigInt, _>(product)
    .bind::<SqlTs, _>(look.held_before)
    .load(&mut pipeline.connection())
    .await?)
}

/// Whether revisions have left watches of a product to be looked at.
pub(crate) async fn is_left(pipeline: &Pipeline<'_>, product: i64) -> Result<bool, Failure> {
    Ok(prepared::<Bool>(
        "SELECT EXISTS (SELECT 1 FROM watch_checks \
             WHERE product_no = ? AND revision <= (SELECT revision FROM catalogue_state))",
    )
    .bind::<BigInt, _>(product)
    .get_result(&mut pipeline.connection())
    .await?)
}
