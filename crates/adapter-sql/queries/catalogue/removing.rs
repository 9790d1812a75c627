//! Taking stores and products out of the catalogue.
//!
//! The caller holds the catalogue lock and has cleared what a killed import left. What ended and was not moved to the
//! history yet goes as the history does.

use adapter_sql::rows::{BATCH, was_full};
use adapter_sql::types::{DbJson, DbUuid, SqlJson, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::ids::CanonicalProductId;
use domain::num::{u64_from_i64, u64_from_usize};
use domain::store::StoreName;
use ports_store::ProductRemoval;

use super::writing::{locked_revision, record_changes, set_revision};
use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};
use crate::queries::alerts::{asking, triggers};
use crate::queries::webhooks::evidence_checks;

/// Products whose past prices of a store go in one transaction.
const PRODUCTS: i64 = 100;

/// The past prices of a store that went with one batch of products.
pub(crate) struct RemovedPast {
    /// How many.
    pub segments: u64,
    /// Products that had some.
    pub products: u64,
    /// The number of the last product of the batch; `None` when there was none.
    pub last: Option<i64>,
}

/// The number of the store of this name, and how many offers it has.
pub(crate) async fn store_offering(
    c: &mut Conn,
    name: &StoreName,
) -> Result<Option<(i64, u64)>, Failure> {
    let no: Option<i64> = prepared::<BigInt>("SELECT no FROM stores WHERE folded_name = ?")
        .bind::<Text, _>(name.folded())
        .get_result(c)
        .await
        .optional()?;
    let Some(no) = no else { return Ok(None) };
    let offered = "SELECT count(*) FROM offers WHERE store_no = ? AND to_rev = 9223372036854775807";
    Ok(Some((no, counted(c, offered, no).await?)))
}

/// Removes the past prices that a store has of the next products, as one revision if there are any.
pub(crate) async fn remove_some_past(
    c: &mut Conn,
    store: i64,
    after: i64,
) -> Result<RemovedPast, Failure> {
    let next = locked_revision(c).await? + 1;
    let batch: Vec<i64> =
        prepared::<BigInt>("SELECT no FROM products WHERE no > ? ORDER BY no LIMIT ?")
            .bind::<BigInt, _>(after)
            .bind::<BigInt, _>(PRODUCTS)
            .load(c)
            .await?;
    let last = batch.last().copied();
    let batch = DbJson::numbers(batch);
    let mut gone: Vec<i64> = Vec::new();
    for sql in [
        concatcp!(
            "DELETE FROM price_segments WHERE product_no",
            IN_NUMBERS,
            "AND store_no = ? RETURNING product_no",
        ),
        concatcp!(
            "DELETE FROM offers WHERE product_no",
            IN_NUMBERS,
            "AND store_no = ? AND to_rev < 9223372036854775807 RETURNING product_no",
        ),
    ] {
        let removed: Vec<i64> = prepared::<BigInt>(sql)
            .bind::<SqlJson, _>(batch.clone())
            .bind::<BigInt, _>(store)
            .load(c)
            .await?;
        gone.extend(removed);
    }
    let segments = u64_from_usize(gone.len());
    gone.sort_unstable();
    gone.dedup();
    if !gone.is_empty() {
        record_changes(c, next, &gone).await?;
        set_revision(c, next).await?;
    }
    Ok(RemovedPast {
        segments,
        products: u64_from_usize(gone.len()),
        last,
    })
}

/// Removes some of what a store has very many of: what it had under which id, and its snapshots; whether there may be more.
pub(crate) async fn remove_some_records(c: &mut Conn, store: i64) -> Result<bool, Failure> {
    locked_revision(c).await?;
    for sql in [
        "DELETE FROM past_offers WHERE (store_no, offer_id) IN \
             (SELECT store_no, offer_id FROM past_offers WHERE store_no = ? LIMIT ?)",
        "DELETE FROM snapshots WHERE no IN (SELECT no FROM snapshots WHERE store_no = ? LIMIT ?)",
    ] {
        let removed = prepared::<()>(sql)
            .bind::<BigInt, _>(store)
            .bind::<BigInt, _>(BATCH)
            .execute(c)
            .await?;
        if was_full(removed) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Removes a store that offers nothing and whose past is gone.
pub(crate) async fn remove_store(c: &mut Conn, store: i64) -> Result<(), Failure> {
    let next = locked_revision(c).await? + 1;
    for sql in [
        "DELETE FROM import_runs WHERE shop = (SELECT folded_name FROM stores WHERE no = ?)",
        "DELETE FROM stores WHERE no = ?",
    ] {
        prepared::<()>(sql)
            .bind::<BigInt, _>(store)
            .execute(c)
            .await?;
    }
    set_revision(c, next).await
}

/// What goes with a product, by its number.
const OF_PRODUCT: [&str; 7] = [
    "DELETE FROM offers WHERE product_no = ? AND to_rev < 9223372036854775807",
    "DELETE FROM past_offers WHERE product_no = ?",
    "DELETE FROM watches WHERE product_no = ?",
    "DELETE FROM watch_checks WHERE product_no = ?",
    "DELETE FROM watch_candidates WHERE product_no = ?",
    // those whose ids led to it
    "DELETE FROM products WHERE merged_into = ?",
    "DELETE FROM products WHERE no = ?",
];

/// Removes a product with what is kept of it.
pub(crate) async fn remove_product(
    c: &mut Conn,
    id: &CanonicalProductId,
    ending_watches: bool,
) -> Result<ProductRemoval, Failure> {
    triggers::lock(c).await?;
    let next = locked_revision(c).await? + 1;
    let found: Option<(i64, Option<String>)> = prepared::<(BigInt, Nullable<Text>)>(
        "SELECT p.no, t.canonical_id FROM products p LEFT JOIN products t ON t.no = p.merged_into \
         WHERE p.canonical_id = ?",
    )
    .bind::<Text, _>(id.as_str().to_owned())
    .get_result(c)
    .await
    .optional()?;
    let no = match found {
        None => return Ok(ProductRemoval::Unknown),
        Some((_, Some(target))) => {
            let target = CanonicalProductId::parse(&target);
            let target =
                target.ok_or_else(|| adapter_sql::rows::corrupt("products.canonical_id"))?;
            return Ok(ProductRemoval::Merged(target));
        }
        Some((no, None)) => no,
    };
    let offered =
        "SELECT count(*) FROM offers WHERE product_no = ? AND to_rev = 9223372036854775807";
    let offers = counted(c, offered, no).await?;
    if offers > 0 {
        return Ok(ProductRemoval::Offers(offers));
    }
    let watches = counted(c, "SELECT count(*) FROM watches WHERE product_no = ?", no).await?;
    if watches > 0 && !ending_watches {
        return Ok(ProductRemoval::Watched(watches));
    }
    evidence_checks::request(c, &[no], next).await?;
    remove_unsent_mails(c, no).await?;
    let mut gone: Vec<i64> = prepared::<BigInt>("SELECT no FROM products WHERE merged_into = ?")
        .bind::<BigInt, _>(no)
        .load(c)
        .await?;
    gone.push(no);
    for sql in [
        concatcp!("DELETE FROM price_segments WHERE product_no", IN_NUMBERS),
        concatcp!("DELETE FROM product_keys WHERE product_no", IN_NUMBERS),
    ] {
        prepared::<()>(sql)
            .bind::<SqlJson, _>(DbJson::numbers(gone.iter().copied()))
            .execute(c)
            .await?;
    }
    for sql in OF_PRODUCT {
        prepared::<()>(sql).bind::<BigInt, _>(no).execute(c).await?;
    }
    record_changes(c, next, &gone).await?;
    set_revision(c, next).await?;
    Ok(ProductRemoval::Removed { watches })
}

/// Removes what waits to be mailed of the watches of a product.
async fn remove_unsent_mails(c: &mut Conn, no: i64) -> Result<(), Failure> {
    let watches: Vec<(DbUuid, i64, String)> = prepared::<(SqlUuid, BigInt, Text)>(
        "SELECT id, workspace_no, destination FROM watches \
         WHERE product_no = ? AND destination IS NOT NULL AND channel = 'email'",
    )
    .bind::<BigInt, _>(no)
    .load(c)
    .await?;
    for (watch, workspace, to) in watches {
        asking::remove_unsent(c, watch, workspace, to).await?;
    }
    Ok(())
}

async fn counted(c: &mut Conn, sql: &'static str, no: i64) -> Result<u64, Failure> {
    let count: i64 = prepared::<BigInt>(sql)
        .bind::<BigInt, _>(no)
        .get_result(c)
        .await?;
    Ok(u64_from_i64(count))
}
