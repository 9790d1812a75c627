//! Price history.
//!
//! The reading ones run in one transaction that sees one state; for `save_imported` the caller
//! holds the catalogue lock and has cleared what a killed import left.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::columns::{ENDED_COLUMNS, SEGMENT_COLUMNS};
use adapter_sql::rows::{SegmentRow, SegmentTypes, offers_json};
use adapter_sql::schema::{price_segments, stores};
use adapter_sql::types::{DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{ExpressionMethods, QueryDsl};
use domain::ids::{CanonicalProductId, ProductNo};
use domain::store::{Store, StoreName};
use ports_store::{HistoryKeeping, ImportedPast, ProductHistory};
use time::OffsetDateTime;

use crate::dialect::{Conn, GIVEN_OFFERS, IN_NUMBERS, RunQueryDsl, SEGMENT_KEY, SEGMENT_PERIOD};
use crate::queries::catalogue::{reading, writing};

/// Rows of one multi-row insert: 12 places each stay below what SQLite and PostgreSQL take.
const ROWS: usize = 1000;
/// Products whose past is thinned at once: of ten shops and some years, tens of thousands
/// of segments.
const THINNED: i64 = 20;

pub(crate) async fn find_history(
    c: &mut Conn,
    id: &CanonicalProductId,
    since: OffsetDateTime,
) -> Result<Option<ProductHistory>, Failure> {
    let Some(record) = reading::find(c, id).await? else {
        return Ok(None);
    };
    let (revision, product) = (record.revision.0, record.product.no.0);
    let rows = closed(c, revision, product, DbTs::new(since)).await?;
    let first_seen: Option<DbTs> = prepared::<Nullable<SqlTs>>(
        "SELECT min(at) FROM ( \
             SELECT min(from_at) AS at FROM price_segments WHERE product_no = ? UNION ALL \
             SELECT min(price_since) FROM offers WHERE product_no = ? AND from_rev <= ? \
                 AND (to_rev > ? OR ends_segment)) AS firsts",
    )
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .get_result(c)
    .await?;
    let mut stores: BTreeMap<i64, Store> = record
        .stores
        .iter()
        .map(|store| (store.no.0, store.clone()))
        .collect();
    let gone = rows
        .iter()
        .map(|row| row.store_no)
        .filter(|no| !stores.contains_key(no));
    let gone: BTreeSet<i64> = gone.collect();
    if !gone.is_empty() {
        let found = reading::stores_numbered(c, gone).await?;
        stores.extend(found.into_iter().map(|(no, (store, _))| (no, store)));
    }
    Ok(Some(ProductHistory {
        closed: rows
            .into_iter()
            .map(SegmentRow::segment)
            .collect::<Result<_, _>>()?,
        stores: stores.into_values().collect(),
        first_seen: first_seen.map(DbTs::at),
        record,
    }))
}

/// The closed segments of a product that were last seen since an instant.
async fn closed(
    c: &mut Conn,
    revision: i64,
    product: i64,
    since: DbTs,
) -> Result<Vec<SegmentRow>, Failure> {
    Ok(prepared::<SegmentTypes>(concatcp!(
        "SELECT ",
        SEGMENT_COLUMNS,
        " FROM price_segments \
         WHERE product_no = ? AND last_seen_at >= ? UNION ALL \
         SELECT ",
        ENDED_COLUMNS,
        " FROM offers \
         WHERE product_no = ? AND to_rev <= ? AND ends_segment \
             AND held_by IS NULL AND coalesce(closed_seen_at, seen_at) >= ?",
    ))
    .bind::<BigInt, _>(product)
    .bind::<SqlTs, _>(since)
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(revision)
    .bind::<SqlTs, _>(since)
    .load(c)
    .await?)
}

pub(crate) async fn imported(
    c: &mut Conn,
    store: &StoreName,
    offers: &[(ProductNo, String)],
) -> Result<Vec<ImportedPast>, Failure> {
    let rows: Vec<SegmentRow> = prepared::<SegmentTypes>(concatcp!(
        "SELECT ",
        SEGMENT_COLUMNS,
        " FROM price_segments \
         WHERE imported AND store_no = (SELECT no FROM stores WHERE folded_name = ?) \
             AND product_no",
        IN_NUMBERS,
        "AND (product_no, offer_id) IN ",
        GIVEN_OFFERS,
    ))
    .bind::<Text, _>(store.folded())
    .bind::<SqlJson, _>(adapter_sql::types::DbJson::numbers(
        offers.iter().map(|(no, _)| no.0),
    ))
    .bind::<SqlJson, _>(offers_json(
        offers.iter().map(|(no, id)| (*no, id.as_str())),
    ))
    .load(c)
    .await?;
    let mut pasts: BTreeMap<(i64, String), ImportedPast> = BTreeMap::new();
    for row in rows {
        let product = ProductNo(row.product_no);
        let past = pasts
            .entry((product.0, row.offer_id.clone()))
            .or_insert_with(|| ImportedPast {
                product,
                offer_id: row.offer_id.clone(),
                segments: Vec::new(),
            });
        past.segments.push(row.segment()?);
    }
    for past in pasts.values_mut() {
        past.segments.sort_by_key(|segment| segment.from);
    }
    Ok(pasts.into_values().collect())
}

pub(crate) async fn save_imported(
    c: &mut Conn,
    store: &StoreName,
    pasts: &[ImportedPast],
) -> Result<(), Failure> {
    if pasts.is_empty() {
        return Ok(());
    }
    let next = writing::locked_revision(c).await? + 1;
    let store_no = writing::store_named(c, store).await?.no;
    diesel::update(stores::table.find(store_no))
        .set(stores::has_past.eq(true))
        .execute(c)
        .await?;
    forget_imported(c, store_no, pasts).await?;
    let row = |past: &ImportedPast, segment| SegmentRow {
        offer_id: past.offer_id.clone(),
        ..SegmentRow::imported(segment, past.product, store_no)
    };
    let rows: Vec<SegmentRow> = pasts
        .iter()
        .flat_map(|past| past.segments.iter().map(move |segment| row(past, segment)))
        .collect();
    for rows in rows.chunks(ROWS) {
        // a watched segment that begins at the same instant stays
        diesel::insert_into(price_segments::table)
            .values(rows)
            .on_conflict_do_nothing()
            .execute(c)
            .await?;
    }
    let products: BTreeSet<i64> = pasts.iter().map(|past| past.product.0).collect();
    let products: Vec<i64> = products.into_iter().collect();
    writing::record_changes(c, next, &products).await?;
    writing::set_revision(c, next).await
}

/// Removes the imported segments of these offers, and remembers whose the offers are.
async fn forget_imported(
    c: &mut Conn,
    store_no: i64,
    pasts: &[ImportedPast],
) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM price_segments WHERE imported AND store_no = ? AND product_no",
        IN_NUMBERS,
        "AND (product_no, offer_id) IN ",
        GIVEN_OFFERS,
    ))
    .bind::<BigInt, _>(store_no)
    .bind::<SqlJson, _>(adapter_sql::types::DbJson::numbers(
        pasts.iter().map(|past| past.product.0),
    ))
    .bind::<SqlJson, _>(offers_json(
        pasts
            .iter()
            .map(|past| (past.product, past.offer_id.as_str())),
    ))
    .execute(c)
    .await?;
    let filled = pasts.iter().filter(|past| !past.segments.is_empty());
    prepared::<()>(concatcp!(
        "INSERT INTO past_offers (store_no, offer_id, product_no) \
         SELECT CAST(? AS bigint), offer_id, product_no FROM ",
        GIVEN_OFFERS,
        " AS given WHERE offer_id <> '' ON CONFLICT DO NOTHING",
    ))
    .bind::<BigInt, _>(store_no)
    .bind::<SqlJson, _>(offers_json(
        filled.map(|past| (past.product, past.offer_id.as_str())),
    ))
    .execute(c)
    .await?;
    Ok(())
}

pub(crate) async fn thin(
    c: &mut Conn,
    keeping: HistoryKeeping,
    after: Option<ProductNo>,
) -> Result<Option<ProductNo>, Failure> {
    let after = after.map_or(i64::MIN, |no| no.0);
    let page: Vec<i64> =
        prepared::<BigInt>("SELECT no FROM products WHERE no > ? ORDER BY no LIMIT ?")
            .bind::<BigInt, _>(after)
            .bind::<BigInt, _>(THINNED)
            .load(c)
            .await?;
    let Some(last) = page.last().copied() else {
        return Ok(None);
    };
    prepared::<()>(
        "DELETE FROM price_segments WHERE product_no > ? AND product_no <= ? AND last_seen_at < ?",
    )
    .bind::<BigInt, _>(after)
    .bind::<BigInt, _>(last)
    .bind::<SqlTs, _>(DbTs::new(keeping.drop_before))
    .execute(c)
    .await?;
    prepared::<()>(concatcp!(
        "DELETE FROM price_segments WHERE product_no > ? AND product_no <= ? \
         AND (",
        SEGMENT_KEY,
        ") IN ( \
             SELECT ",
        SEGMENT_KEY,
        " FROM ( \
                 SELECT ",
        SEGMENT_KEY,
        ", \
                     quarantined OR availability = 'out_of_stock' AS is_no_price, \
                     row_number() OVER ( \
                         PARTITION BY product_no, store_no, offer_id, \
                             ",
        SEGMENT_PERIOD,
        ", \
                             quarantined OR availability = 'out_of_stock' \
                         ORDER BY item_minor + coalesce(delivery_minor, 0), from_at) AS place \
                 FROM price_segments \
                 WHERE product_no > ? AND product_no <= ? AND last_seen_at < ?) AS ranked \
             WHERE is_no_price OR place > 1)",
    ))
    .bind::<BigInt, _>(after)
    .bind::<BigInt, _>(last)
    .bind::<BigInt, _>(after)
    .bind::<BigInt, _>(last)
    .bind::<SqlTs, _>(DbTs::new(keeping.thin_before))
    .execute(c)
    .await?;
    let is_full = domain::num::i64_from_usize(page.len()) >= THINNED;
    Ok(is_full.then_some(ProductNo(last)))
}

// the dialect's `segment_period`
const _: () = assert!(HistoryKeeping::PERIOD.whole_seconds() == 2_592_000);
