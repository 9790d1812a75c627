//! Changing the terms of a store.
//!
//! They count for all that the store offers, which may be a million products. So the change is made as a snapshot is:
//! which products it changes, and whose watches are to be looked at, is noted in small batches for the next revision,
//! one short transaction makes that the current one, and then watches are looked at in small batches. The caller holds
//! the catalogue lock up to the revision; what is noted by a caller that dies before is removed like what a snapshot
//! staged, and watches that it did not look at are left to workers, or to whoever moves prices next.

use adapter_sql::rows::{BATCH, StoreRow};
use adapter_sql::schema::{catalogue_state, stores};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool};
use diesel::{ExpressionMethods, QueryDsl, SelectableHelper};
use domain::store::{Store, StoreName};
use ports_store::{StoreError, StoreTermsChange};

use super::writing::{locked_revision, locked_state, set_revision, store_named};
use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::triggers;
use crate::queries::webhooks::evidence_checks;

/// Stands for a change that is being prepared: who takes the catalogue lock next removes what was noted for it.
const UNFINISHED: i64 = 0;

/// A change that was begun.
pub(crate) enum Begun {
    /// The store has these terms, which change no product.
    Done(Store),
    /// The store with this number, which offers something, is to have others.
    Other(i64),
}

/// Begins a change: from now on a watch that its client touches is looked at with it.
pub(crate) async fn begin(
    c: &mut Conn,
    name: &StoreName,
    change: &StoreTermsChange,
) -> Result<Begun, Failure> {
    triggers::lock(c).await?;
    let revision = locked_revision(c).await?;
    let row = store_named(c, name).await?;
    if row.terms.clone().changed(&change.0) == row.terms {
        return Ok(Begun::Done(Store::try_from(row)?));
    }
    let offers = prepared::<Bool>("SELECT EXISTS (SELECT 1 FROM offers WHERE store_no = ?)")
        .bind::<BigInt, _>(row.no);
    if !offers.get_result::<bool>(c).await? {
        let store = set_terms(c, row, change).await?;
        set_revision(c, revision + 1).await?;
        return Ok(Begun::Done(store));
    }
    triggers::begin(c).await?;
    diesel::update(catalogue_state::table)
        .set(catalogue_state::staging.eq(Some(UNFINISHED)))
        .execute(c)
        .await?;
    Ok(Begun::Other(row.no))
}

/// Notes for the next revision a batch of the products that the store offers, from the offer with the number after
/// this one on; the number of the last one, or `None` when there was none.
pub(crate) async fn note_some(
    c: &mut Conn,
    store_no: i64,
    after: i64,
) -> Result<Option<i64>, Failure> {
    let next = unfinished_revision(c).await? + 1;
    let offers: Vec<(i64, i64)> = prepared::<(BigInt, BigInt)>(
        "SELECT no, product_no FROM offers WHERE store_no = ? \
         AND to_rev = 9223372036854775807 AND no > ? ORDER BY no LIMIT ?",
    )
    .bind::<BigInt, _>(store_no)
    .bind::<BigInt, _>(after)
    .bind::<BigInt, _>(BATCH)
    .load(c)
    .await?;
    let products = offers.iter().map(|(_, product)| *product);
    note_changes(c, next, products.clone()).await?;
    prepared::<()>(concatcp!(
        "INSERT INTO watch_checks (revision, product_no) \
         SELECT CAST(? AS bigint), p.no FROM products p WHERE p.no",
        IN_NUMBERS,
        "AND EXISTS (SELECT 1 FROM watches w WHERE w.product_no = p.no) ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(next)
    .bind::<SqlJson, _>(DbJson::numbers(products))
    .execute(c)
    .await?;
    Ok(offers.last().map(|(no, _)| *no))
}

/// Notes products that change with a revision; those that are noted already stay.
pub(crate) async fn note_changes(
    c: &mut Conn,
    revision: i64,
    products: impl Iterator<Item = i64>,
) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "INSERT INTO changes (revision, product_no) \
         SELECT CAST(? AS bigint), no FROM products WHERE no",
        IN_NUMBERS,
        "ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(products))
    .execute(c)
    .await?;
    Ok(())
}

/// Makes the terms those of the store, and what was noted the next revision.
pub(crate) async fn publish(
    c: &mut Conn,
    store_no: i64,
    change: &StoreTermsChange,
) -> Result<Store, Failure> {
    triggers::lock(c).await?;
    let next = unfinished_revision(c).await? + 1;
    let row: StoreRow = stores::table
        .find(store_no)
        .select(StoreRow::as_select())
        .first(c)
        .await?;
    let store = set_terms(c, row, change).await?;
    // of watches that their clients touched meanwhile
    prepared::<()>(
        "INSERT INTO watch_checks (revision, product_no) \
         SELECT h.revision, h.product_no FROM watch_candidates n \
         JOIN changes h ON h.revision = ? AND h.product_no = n.product_no WHERE true \
         ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(next)
    .execute(c)
    .await?;
    triggers::begin(c).await?;
    diesel::update(catalogue_state::table)
        .set((
            catalogue_state::revision.eq(next),
            catalogue_state::staging.eq(None::<i64>),
        ))
        .execute(c)
        .await?;
    evidence_checks::request_for_changed(c, next).await?;
    Ok(store)
}

async fn set_terms(
    c: &mut Conn,
    row: StoreRow,
    change: &StoreTermsChange,
) -> Result<Store, Failure> {
    let row: StoreRow = diesel::update(stores::table.find(row.no))
        .set(&row.terms.changed(&change.0))
        .returning(StoreRow::as_returning())
        .get_result(c)
        .await?;
    Ok(Store::try_from(row)?)
}

/// The revision while a change is prepared; [`StoreError::Superseded`] when somebody else has removed what was noted.
async fn unfinished_revision(c: &mut Conn) -> Result<i64, Failure> {
    let (revision, staging) = locked_state(c).await?;
    if staging != Some(UNFINISHED) {
        return Err(StoreError::Superseded.into());
    }
    Ok(revision)
}
