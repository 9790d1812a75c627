//! Price history.
//!
//! The reading ones run in one transaction that sees one state.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::columns::{ENDED_COLUMNS, SEGMENT_COLUMNS};
use adapter_sql::rows::{SegmentRow, SegmentTypes};
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Nullable};
use domain::freshness::Freshness;
use domain::history::{KnownPast, PriceSegment};
use domain::ids::{CanonicalProductId, ProductNo};
use domain::store::Store;
use futures_util::future::try_join;
use ports_store::{HistoryKeeping, ProductHistory, ProductRecord};
use time::OffsetDateTime;

use crate::dialect::{Conn, Pipeline, RunQueryDsl, SEGMENT_KEY, SEGMENT_PERIOD};
use crate::queries::catalogue::reading;

/// Products whose past is thinned at once: of ten shops and some years, tens of thousands
/// of segments.
const THINNED: i64 = 20;

pub(crate) async fn find_histories(
    c: &mut Conn,
    ids: &[CanonicalProductId],
    since: OffsetDateTime,
) -> Result<Vec<Option<ProductHistory>>, Failure> {
    let mut histories = Vec::with_capacity(ids.len());
    for ids in ids.chunks(FOUND_AT_ONCE) {
        let records = reading::find_all(c, ids).await?;
        histories.extend(with_pasts(c, records, DbTs::new(since)).await?);
    }
    Ok(histories)
}

/// Shows the past of each of these products with its number, as far back as price intelligence reads it. No more are kept
/// in memory than are read at once: each may be a year of many shops.
pub(crate) async fn show_pasts(
    c: &mut Conn,
    records: &[&ProductRecord],
    freshness: Freshness,
    mut show: impl FnMut(i64, &KnownPast) + Send,
) -> Result<(), Failure> {
    let since = DbTs::new(KnownPast::since(freshness));
    for records in records.chunks(FOUND_AT_ONCE) {
        let records = records.iter().map(|record| Some((*record).clone()));
        let found = with_pasts(c, records.collect(), since).await?;
        for found in found.into_iter().flatten() {
            let (record, past) = found.into_past();
            show(record.product.no.0, &past);
        }
    }
    Ok(())
}

/// How many products one statement finds: as many as are compared.
const FOUND_AT_ONCE: usize = 4;

/// The numbers of at most as many products as are found at once, some of them twice where they are fewer.
type Numbers = [i64; FOUND_AT_ONCE];

async fn with_pasts(
    c: &mut Conn,
    records: Vec<Option<ProductRecord>>,
    since: DbTs,
) -> Result<Vec<Option<ProductHistory>>, Failure> {
    let there = || records.iter().flatten();
    let Some(first) = there().next() else {
        return Ok(vec![None; records.len()]);
    };
    let (revision, mut numbers) = (first.revision.0, [first.product.no.0; FOUND_AT_ONCE]);
    for (number, record) in numbers.iter_mut().zip(there()) {
        *number = record.product.no.0;
    }
    let (rows, first_seen) = segments(c, revision, numbers, since).await?;
    let mut stores: BTreeMap<i64, Store> = there()
        .flat_map(|record| &record.stores)
        .map(|store| (store.no.0, store.clone()))
        .collect();
    let gone = rows
        .iter()
        .map(|row| row.store_no)
        .filter(|no| !stores.contains_key(no));
    let gone: BTreeSet<i64> = gone.collect();
    if !gone.is_empty() {
        let found = reading::stores_numbered(&Pipeline::new(c), gone).await?;
        stores.extend(found.into_iter().map(|(no, (store, _))| (no, store)));
    }
    let mut closed: BTreeMap<i64, Vec<PriceSegment>> = BTreeMap::new();
    for row in rows {
        let segments = closed.entry(row.product_no).or_default();
        segments.push(row.segment()?);
    }
    let numbers: Vec<Option<i64>> = records
        .iter()
        .map(|record| record.as_ref().map(|record| record.product.no.0))
        .collect();
    let pasts = reading::spread(&mut closed, &numbers);
    let history = |(record, closed): (Option<ProductRecord>, Option<Vec<PriceSegment>>)| {
        let record = record?;
        let closed = closed.unwrap_or_default();
        let selling = record.stores.iter().map(|store| store.no);
        let sold = closed.iter().map(|segment| segment.store).chain(selling);
        let sold: BTreeSet<i64> = sold.map(|no| no.0).collect();
        let stores = sold.iter().filter_map(|store_no| stores.get(store_no));
        Some(ProductHistory {
            stores: stores.cloned().collect(),
            first_seen: first_seen.get(&record.product.no.0).map(|at| at.at()),
            closed,
            record,
        })
    };
    Ok(records.into_iter().zip(pasts).map(history).collect())
}

/// The closed segments of these products that were last seen since an instant, and since when there are prices of each,
/// asked for at once.
async fn segments(
    c: &mut Conn,
    revision: i64,
    [one, two, three, four]: Numbers,
    since: DbTs,
) -> Result<(Vec<SegmentRow>, BTreeMap<i64, DbTs>), Failure> {
    let pipeline = Pipeline::new(c);
    let closed = prepared::<SegmentTypes>(concatcp!(
        "SELECT ",
        SEGMENT_COLUMNS,
        " FROM price_segments \
         WHERE product_no IN (?, ?, ?, ?) AND last_seen_at >= ? UNION ALL \
         SELECT ",
        ENDED_COLUMNS,
        " FROM offers \
         WHERE product_no IN (?, ?, ?, ?) AND to_rev <= ? AND ends_segment \
             AND held_by IS NULL AND coalesce(closed_seen_at, seen_at) >= ?",
    ))
    .bind::<BigInt, _>(one)
    .bind::<BigInt, _>(two)
    .bind::<BigInt, _>(three)
    .bind::<BigInt, _>(four)
    .bind::<SqlTs, _>(since)
    .bind::<BigInt, _>(one)
    .bind::<BigInt, _>(two)
    .bind::<BigInt, _>(three)
    .bind::<BigInt, _>(four)
    .bind::<BigInt, _>(revision)
    .bind::<SqlTs, _>(since)
    .load::<SegmentRow>(&mut pipeline.connection());
    let first_seen = prepared::<(BigInt, Nullable<SqlTs>, Nullable<SqlTs>)>(
        "SELECT no, \
         (SELECT min(from_at) FROM price_segments WHERE product_no = products.no), \
         (SELECT min(price_since) FROM offers WHERE product_no = products.no AND from_rev <= ? \
             AND (to_rev > ? OR ends_segment)) \
         FROM products WHERE no IN (?, ?, ?, ?)",
    )
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(one)
    .bind::<BigInt, _>(two)
    .bind::<BigInt, _>(three)
    .bind::<BigInt, _>(four)
    .load::<(i64, Option<DbTs>, Option<DbTs>)>(&mut pipeline.connection());
    let (closed, first_seen) = try_join(closed, first_seen).await?;
    let first_seen = first_seen.into_iter().filter_map(|(no, closed, open)| {
        let first = closed.into_iter().chain(open).min_by_key(|at| at.at())?;
        Some((no, first))
    });
    Ok((closed, first_seen.collect()))
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

// the dialect's `SEGMENT_PERIOD`
const _: () = assert!(HistoryKeeping::PERIOD.whole_seconds() == 2_592_000);
