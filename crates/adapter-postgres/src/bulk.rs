//! Inserting many rows by one statement: a column at a time, as arrays.

use std::collections::HashMap;

use adapter_sql::error::conflict;
use adapter_sql::rows::{EventRow, Fence, GtinRow, KeyRow, NewOfferRow, ProductColumns};
use adapter_sql::types::{SqlJson, SqlTs, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{Array, BigInt, Binary, Bool, Date, Integer, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use ports_store::StoreError;

use crate::dialect::Pipeline;

macro_rules! column {
    ($rows:ident, $($field:ident).+) => {
        $rows.iter().map(|row| &row.$($field).+).collect::<Vec<_>>()
    };
}

/// Inserts products and returns their numbers, in order.
pub async fn insert_products(
    c: &mut AsyncPgConnection,
    rows: Vec<ProductColumns>,
    from_rev: i64,
) -> Result<Vec<i64>, Failure> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let inserted: Vec<(String, i64)> = prepared::<(Text, BigInt)>(
        "INSERT INTO products (from_rev, canonical_id, name, brand, model, variant, category, mpn, \
             description, image_path, aliases, specs, provenance, pack_size, is_bundle, in_review) \
         SELECT ?, u.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) u \
         RETURNING canonical_id, no",
    )
    .bind::<BigInt, _>(from_rev)
    .bind::<Array<Text>, _>(column!(rows, canonical_id))
    .bind::<Array<Text>, _>(column!(rows, name))
    .bind::<Array<Text>, _>(column!(rows, brand))
    .bind::<Array<Text>, _>(column!(rows, model))
    .bind::<Array<Text>, _>(column!(rows, variant))
    .bind::<Array<Text>, _>(column!(rows, category))
    .bind::<Array<Text>, _>(column!(rows, mpn))
    .bind::<Array<Text>, _>(column!(rows, description))
    .bind::<Array<Nullable<Text>>, _>(column!(rows, image_path))
    .bind::<Array<SqlJson>, _>(column!(rows, aliases))
    .bind::<Array<SqlJson>, _>(column!(rows, specs))
    .bind::<Array<Text>, _>(column!(rows, provenance))
    .bind::<Array<Integer>, _>(column!(rows, pack_size))
    .bind::<Array<Bool>, _>(column!(rows, is_bundle))
    .bind::<Array<Bool>, _>(column!(rows, in_review))
    .load(c)
    .await?;
    let inserted: HashMap<String, i64> = inserted.into_iter().collect();
    let number = |row: &ProductColumns| inserted.get(&row.canonical_id).copied();
    let numbers: Option<Vec<i64>> = rows.iter().map(number).collect();
    let missing = || StoreError::Failed("a product was inserted without a number".to_owned());
    Ok(numbers.ok_or_else(missing)?)
}

/// Inserts the trade item numbers of new products.
pub async fn insert_gtins(c: &mut AsyncPgConnection, rows: &[GtinRow]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared::<()>(
        "INSERT INTO product_gtins \
             (product_no, gtin, place, provenance, confidence_milli, from_rev) \
         SELECT * FROM unnest(?, ?, ?, ?, ?, ?)",
    )
    .bind::<Array<BigInt>, _>(column!(rows, product_no))
    .bind::<Array<BigInt>, _>(column!(rows, gtin))
    .bind::<Array<Integer>, _>(column!(rows, place))
    .bind::<Array<Text>, _>(column!(rows, provenance))
    .bind::<Array<Integer>, _>(column!(rows, confidence_milli))
    .bind::<Array<BigInt>, _>(column!(rows, from_rev))
    .execute(c)
    .await?;
    Ok(())
}

const INSERT_KEYS: &str = "INSERT INTO product_keys (key, product_no) SELECT * FROM unnest(?, ?)";

/// Inserts the keys of matching of products that have none, which costs a third less than to look for each.
pub async fn insert_keys(c: &mut AsyncPgConnection, rows: Vec<KeyRow>) -> Result<(), Failure> {
    write_keys(c, INSERT_KEYS, rows).await
}

/// Inserts keys of matching that are not there yet.
pub async fn add_keys(c: &mut AsyncPgConnection, rows: Vec<KeyRow>) -> Result<(), Failure> {
    write_keys(c, concatcp!(INSERT_KEYS, " ON CONFLICT DO NOTHING"), rows).await
}

async fn write_keys(
    c: &mut AsyncPgConnection,
    statement: &'static str,
    mut rows: Vec<KeyRow>,
) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    // what is near in the index is written together
    rows.sort_unstable();
    rows.dedup();
    prepared::<()>(statement)
        .bind::<Array<BigInt>, _>(column!(rows, key))
        .bind::<Array<BigInt>, _>(column!(rows, product_no))
        .execute(c)
        .await?;
    Ok(())
}

/// Removes keys of matching.
pub async fn delete_keys(c: &mut AsyncPgConnection, rows: Vec<KeyRow>) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared::<()>(
        "DELETE FROM product_keys WHERE (key, product_no) IN (SELECT * FROM unnest(?, ?))",
    )
    .bind::<Array<BigInt>, _>(column!(rows, key))
    .bind::<Array<BigInt>, _>(column!(rows, product_no))
    .execute(c)
    .await?;
    Ok(())
}

/// Inserts versions of offers.
pub async fn insert_offers(
    c: &mut AsyncPgConnection,
    rows: &[NewOfferRow<'_>],
    fence: &Fence,
) -> Result<(), Failure> {
    prepared::<()>(
        "INSERT INTO offers (store_no, from_rev, offer_id, product_no, title, url, image_url, \
             item_minor, delivery_minor, availability, stock_quantity, delivery_days, \
             delivery_estimate, condition, seller_score_milli, return_days, warranty_months, \
             stated_updated_at, updated_at, price_since, seen_at, quarantined, \
             quarantine_reason, quarantine_by_person, held_by, believed_minor, rung, \
             confidence_milli, content, identity_digest, identity) \
         SELECT ?, ?, u.* FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \
             ?, ?, ?, ?, ?, ?, ?, ?, ?) u",
    )
    .bind::<BigInt, _>(fence.store_no)
    .bind::<BigInt, _>(fence.next)
    .bind::<Array<Text>, _>(column!(rows, offer_id))
    .bind::<Array<BigInt>, _>(column!(rows, product_no))
    .bind::<Array<Text>, _>(column!(rows, title))
    .bind::<Array<Text>, _>(column!(rows, url))
    .bind::<Array<Nullable<Text>>, _>(column!(rows, image_url))
    .bind::<Array<BigInt>, _>(column!(rows, item_minor))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, delivery_minor))
    .bind::<Array<Text>, _>(column!(rows, availability))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, stock_quantity))
    .bind::<Array<Nullable<Integer>>, _>(column!(rows, delivery_days))
    .bind::<Array<Nullable<Date>>, _>(column!(rows, delivery_estimate))
    .bind::<Array<Text>, _>(column!(rows, condition))
    .bind::<Array<Nullable<Integer>>, _>(column!(rows, seller_score_milli))
    .bind::<Array<Nullable<Integer>>, _>(column!(rows, return_days))
    .bind::<Array<Nullable<Integer>>, _>(column!(rows, warranty_months))
    .bind::<Array<Nullable<SqlTs>>, _>(column!(rows, stated_updated_at))
    .bind::<Array<SqlTs>, _>(column!(rows, updated_at))
    .bind::<Array<SqlTs>, _>(column!(rows, price_since))
    .bind::<Array<SqlTs>, _>(column!(rows, seen_at))
    .bind::<Array<Bool>, _>(column!(rows, quarantined))
    .bind::<Array<Nullable<Text>>, _>(column!(rows, quarantine_reason))
    .bind::<Array<Bool>, _>(column!(rows, quarantine_by_person))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, held_by))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, believed_minor))
    .bind::<Array<Text>, _>(column!(rows, rung))
    .bind::<Array<Integer>, _>(column!(rows, confidence_milli))
    .bind::<Array<Binary>, _>(column!(rows, content))
    .bind::<Array<Binary>, _>(column!(rows, identity_digest))
    .bind::<Array<SqlJson>, _>(column!(rows, identity))
    .execute(c)
    .await
    .map_err(|error| conflict(error, "an offer with this id in the snapshot"))?;
    Ok(())
}

/// Queues events to be fanned out. One of them may have been queued for a few in the place of another one.
pub async fn queue_events(pipeline: &Pipeline<'_>, rows: &[EventRow]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    prepared::<()>(
        "INSERT INTO events (id, kind, workspace_no, watch_id, channel, product_no, revision, \
             source_revision, payload, created_at, price_minor, evidence_until, fan_out_after, \
             store_name, condition, reference_minor, restarts) \
         SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET fan_out_after = excluded.fan_out_after",
    )
    .bind::<Array<SqlUuid>, _>(column!(rows, id))
    .bind::<Array<Text>, _>(column!(rows, kind))
    .bind::<Array<BigInt>, _>(column!(rows, workspace_no))
    .bind::<Array<Nullable<SqlUuid>>, _>(column!(rows, watch_id))
    .bind::<Array<Text>, _>(column!(rows, channel))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, product_no))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, revision))
    .bind::<Array<Nullable<SqlUuid>>, _>(column!(rows, source_revision))
    .bind::<Array<Text>, _>(column!(rows, payload))
    .bind::<Array<SqlTs>, _>(column!(rows, created_at))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, price_minor))
    .bind::<Array<Nullable<SqlTs>>, _>(column!(rows, evidence_until))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, fan_out_after))
    .bind::<Array<Nullable<Text>>, _>(column!(rows, store_name))
    .bind::<Array<Nullable<Text>>, _>(column!(rows, condition))
    .bind::<Array<Nullable<BigInt>>, _>(column!(rows, reference_minor))
    .bind::<Array<Nullable<Integer>>, _>(column!(rows, restarts))
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
}
