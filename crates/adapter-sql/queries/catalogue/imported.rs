//! Past prices that an operator imported.
//!
//! Reading runs in one transaction that sees one state; for [`save`] the caller holds the catalogue lock and has cleared what a
//! killed import left.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::columns::SEGMENT_COLUMNS;
use adapter_sql::rows::{SegmentRow, SegmentTypes, offers_json};
use adapter_sql::schema::{price_segments, stores};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Bool, Text};
use diesel::{ExpressionMethods, QueryDsl};
use domain::history::PriceSegment;
use domain::ids::{ProductNo, Revision};
use domain::store::StoreName;
use ports_store::{ImportedPast, ImportedPasts};

use crate::dialect::{Conn, GIVEN_OFFERS, IN_NUMBERS, RunQueryDsl};
use crate::queries::catalogue::{reading, writing};

/// Rows of one multi-row insert: 12 places each stay below what SQLite and PostgreSQL take.
const ROWS: usize = 1000;

pub(crate) async fn find(
    c: &mut Conn,
    store: &StoreName,
    offers: &[(ProductNo, String)],
) -> Result<ImportedPasts, Failure> {
    let revision = Revision(reading::revision(c).await?);
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
    .bind::<SqlJson, _>(DbJson::numbers(offers.iter().map(|(no, _)| no.0)))
    .bind::<SqlJson, _>(offers_json(
        offers.iter().map(|(no, id)| (*no, id.as_str())),
    ))
    .load(c)
    .await?;
    let mut found: BTreeMap<(ProductNo, String), Vec<PriceSegment>> = BTreeMap::new();
    for row in rows {
        let of = (ProductNo(row.product_no), row.offer_id.clone());
        found.entry(of).or_default().push(row.segment()?);
    }
    let past = |((product, offer_id), mut segments): ((ProductNo, String), Vec<PriceSegment>)| {
        segments.sort_by_key(|segment| segment.from);
        ImportedPast {
            product,
            offer_id,
            segments,
        }
    };
    Ok(ImportedPasts {
        pasts: found.into_iter().map(past).collect(),
        revision,
    })
}

/// Whether all of these products are as they were at a revision: none has changed since, was merged or is gone.
async fn are_as_at(
    c: &mut Conn,
    products: &BTreeSet<i64>,
    since: Revision,
    now: i64,
) -> Result<bool, Failure> {
    if now - since.0 > adapter_sql::KEPT_REVISIONS {
        return Ok(false);
    }
    let numbers = DbJson::numbers(products.iter().copied());
    let changed: bool = prepared::<Bool>(concatcp!(
        "SELECT EXISTS (SELECT 1 FROM changes WHERE revision > ? AND revision <= ? AND product_no",
        IN_NUMBERS,
        ")",
    ))
    .bind::<BigInt, _>(since.0)
    .bind::<BigInt, _>(now)
    .bind::<SqlJson, _>(numbers.clone())
    .get_result(c)
    .await?;
    let there: i64 = prepared::<BigInt>(concatcp!(
        "SELECT count(*) FROM products WHERE merged_into IS NULL AND no",
        IN_NUMBERS,
    ))
    .bind::<SqlJson, _>(numbers)
    .get_result(c)
    .await?;
    Ok(!changed && there == domain::num::i64_from_usize(products.len()))
}

pub(crate) async fn save(
    c: &mut Conn,
    store: &StoreName,
    ImportedPasts { pasts, revision }: &ImportedPasts,
) -> Result<bool, Failure> {
    if pasts.is_empty() {
        return Ok(true);
    }
    let now = writing::locked_revision(c).await?;
    let next = now + 1;
    let products: BTreeSet<i64> = pasts.iter().map(|past| past.product.0).collect();
    if !are_as_at(c, &products, *revision, now).await? {
        return Ok(false);
    }
    let store_no = writing::store_named(c, store).await?.no;
    diesel::update(stores::table.find(store_no))
        .set(stores::has_past.eq(true))
        .execute(c)
        .await?;
    forget(c, store_no, pasts).await?;
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
    let products: Vec<i64> = products.into_iter().collect();
    writing::record_changes(c, next, &products).await?;
    writing::set_revision(c, next).await?;
    Ok(true)
}

/// Removes the imported segments of these offers, and remembers whose the offers are.
async fn forget(c: &mut Conn, store_no: i64, pasts: &[ImportedPast]) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM price_segments WHERE imported AND store_no = ? AND product_no",
        IN_NUMBERS,
        "AND (product_no, offer_id) IN ",
        GIVEN_OFFERS,
    ))
    .bind::<BigInt, _>(store_no)
    .bind::<SqlJson, _>(DbJson::numbers(pasts.iter().map(|past| past.product.0)))
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
