//! Reading the catalogue.
//!
//! Each runs in a transaction that sees one state (`REPEATABLE READ` on PostgreSQL), or that keeps revisions that move prices
//! from being made (`triggers::share` or `triggers::lock`): statements that are sent at once ask for the revision themselves.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{self, GtinRow, OfferRow, ProductRow, StoreRow};
use adapter_sql::schema::{
    catalogue_state, category_delivery, offers, product_gtins, products, stores,
};
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper,
};
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::store::Store;
use futures_util::TryFutureExt;
use futures_util::future::{try_join, try_join3};
use ports_store::{Changes, ProductRecord};

use crate::dialect::{Conn, Pipeline, RunQueryDsl, among};

pub(crate) async fn revision(c: &mut Conn) -> Result<i64, Failure> {
    pipelined_revision(&Pipeline::new(c)).await
}

/// The current revision, asked for with something else.
pub(crate) async fn pipelined_revision(pipeline: &Pipeline<'_>) -> Result<i64, Failure> {
    Ok(catalogue_state::table
        .select(catalogue_state::revision)
        .first(&mut pipeline.connection())
        .await?)
}

pub(crate) async fn find(
    c: &mut Conn,
    id: &CanonicalProductId,
) -> Result<Option<ProductRecord>, Failure> {
    let found = find_all(c, std::slice::from_ref(id)).await?;
    Ok(found.into_iter().next().flatten())
}

/// What has each of these ids, in their order.
pub(crate) async fn find_all(
    c: &mut Conn,
    ids: &[CanonicalProductId],
) -> Result<Vec<Option<ProductRecord>>, Failure> {
    let numbers = numbers(&Pipeline::new(c), ids).await?;
    let known: BTreeSet<i64> = numbers.iter().copied().flatten().collect();
    let records = records(c, known).await?.into_iter();
    let mut records: BTreeMap<i64, ProductRecord> =
        records.map(|it| (it.product.no.0, it)).collect();
    Ok(spread(&mut records, &numbers))
}

/// The number of what has this id.
pub(crate) async fn number(
    pipeline: &Pipeline<'_>,
    id: &CanonicalProductId,
) -> Result<Option<ProductNo>, Failure> {
    let numbers = numbers(pipeline, std::slice::from_ref(id)).await?;
    Ok(numbers.into_iter().next().flatten().map(ProductNo))
}

/// The number of what has each of these ids, in their order: of one that was merged, the product that it leads to.
async fn numbers(
    pipeline: &Pipeline<'_>,
    ids: &[CanonicalProductId],
) -> Result<Vec<Option<i64>>, Failure> {
    let wanted: Vec<&str> = ids.iter().map(CanonicalProductId::as_str).collect();
    let named = products::table
        .filter(among(products::canonical_id, wanted))
        .filter(products::from_rev.le(current_revision()))
        .select((products::canonical_id, products::no, products::merged_into))
        .load::<(String, i64, Option<i64>)>(&mut pipeline.connection());
    let named: BTreeMap<String, i64> = named
        .await?
        .into_iter()
        .map(|(id, no, merged_into)| (id, merged_into.unwrap_or(no)))
        .collect();
    let numbers = ids.iter().map(|id| named.get(id.as_str()).copied());
    Ok(numbers.collect())
}

/// What belongs to each of these numbers, of which some may be the same: two products that were merged are one.
pub(crate) fn spread<T: Clone>(
    all: &mut BTreeMap<i64, T>,
    numbers: &[Option<i64>],
) -> Vec<Option<T>> {
    let spread = numbers.iter().enumerate().map(|(place, number)| {
        let comes_again = numbers.iter().skip(place + 1).any(|other| other == number);
        let number = number.as_ref()?;
        if comes_again {
            all.get(number).cloned()
        } else {
            all.remove(number)
        }
    });
    spread.collect()
}

pub(crate) async fn load(
    c: &mut Conn,
    numbers: &[ProductNo],
) -> Result<Vec<ProductRecord>, Failure> {
    records(c, numbers.iter().map(|no| no.0)).await
}

pub(crate) async fn list(
    c: &mut Conn,
    after: Option<ProductNo>,
    limit: u32,
) -> Result<Vec<ProductRecord>, Failure> {
    let revision = revision(c).await?;
    let rows: Vec<ProductRow> = products::table
        .filter(products::no.gt(after.map_or(i64::MIN, |no| no.0)))
        .filter(products::from_rev.le(revision))
        .filter(products::merged_into.is_null())
        .order(products::no)
        .limit(i64::from(limit))
        .select(ProductRow::as_select())
        .load(c)
        .await?;
    let numbers: Vec<i64> = rows.iter().map(|row| row.no).collect();
    let parts = parts(&Pipeline::new(c), &numbers).await?;
    joined(c, revision, rows, parts).await
}

/// The records of these products as far as they are known and were not merged into others, in the order of the numbers.
async fn records(
    c: &mut Conn,
    numbers: impl IntoIterator<Item = i64> + Send,
) -> Result<Vec<ProductRecord>, Failure> {
    let numbers: Vec<i64> = numbers.into_iter().collect();
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let pipeline = Pipeline::new(c);
    let revision = pipelined_revision(&pipeline);
    let rows = products::table
        .filter(among(products::no, numbers.iter().copied()))
        .filter(products::from_rev.le(current_revision()))
        .filter(products::merged_into.is_null())
        .order(products::no)
        .select(ProductRow::as_select())
        .load::<ProductRow>(&mut pipeline.connection());
    let parts = parts(&pipeline, &numbers);
    let (revision, rows, parts) = try_join3(revision, rows.map_err(Failure::from), parts).await?;
    joined(c, revision, rows, parts).await
}

/// The current revision inside a statement.
#[diesel::dsl::auto_type]
fn current_revision() -> _ {
    catalogue_state::table
        .select(catalogue_state::revision)
        .single_value()
        .assume_not_null()
}

/// What belongs to products, by the product's number.
struct Parts {
    /// In order of place.
    gtins: BTreeMap<i64, Vec<GtinRow>>,
    /// In order of store and id.
    offers: BTreeMap<i64, Vec<OfferRow>>,
}

/// What belongs to products with these numbers.
async fn parts(pipeline: &Pipeline<'_>, numbers: &[i64]) -> Result<Parts, Failure> {
    let gtins = product_gtins::table
        .filter(among(product_gtins::product_no, numbers.iter().copied()))
        .filter(product_gtins::from_rev.le(current_revision()))
        .order((product_gtins::product_no, product_gtins::place))
        .select(GtinRow::as_select())
        .load::<GtinRow>(&mut pipeline.connection());
    let offers = offers::table
        .filter(among(offers::product_no, numbers.iter().copied()))
        .filter(offers::from_rev.le(current_revision()))
        .filter(offers::to_rev.gt(current_revision()))
        .select(OfferRow::as_select())
        .load::<OfferRow>(&mut pipeline.connection());
    let (gtins, offers) = try_join(gtins, offers).await?;
    let mut parts = Parts {
        gtins: BTreeMap::new(),
        offers: BTreeMap::new(),
    };
    for row in gtins {
        parts.gtins.entry(row.product_no).or_default().push(row);
    }
    for row in offers {
        parts.offers.entry(row.product_no).or_default().push(row);
    }
    // in Rust, because collations order texts differently
    for rows in parts.offers.values_mut() {
        rows.sort_by(|a, b| (a.store_no, &a.offer_id).cmp(&(b.store_no, &b.offer_id)));
    }
    Ok(parts)
}

/// Records of what was read of products, in their order, with the stores and the usual delivery costs that belong to them.
async fn joined(
    c: &mut Conn,
    revision: i64,
    rows: Vec<ProductRow>,
    mut parts: Parts,
) -> Result<Vec<ProductRecord>, Failure> {
    let selling = parts.offers.values().flatten().map(|offer| offer.store_no);
    let selling: BTreeSet<i64> = selling.collect();
    let categories = rows.iter().map(|row| row.columns.category.as_str());
    let categories: BTreeSet<&str> = categories.collect();
    let pipeline = Pipeline::new(c);
    let rates = category_delivery::table
        .filter(among(category_delivery::category, categories))
        .load::<(String, i64)>(&mut pipeline.connection());
    let stores = stores_numbered(&pipeline, selling);
    let (rates, stores) = try_join(rates.map_err(Failure::from), stores).await?;
    let rates: BTreeMap<String, Amount> = amounts(rates)?;
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        let category_delivery = rates.get(&row.columns.category).copied();
        let gtins = parts.gtins.remove(&row.no).unwrap_or_default();
        let mut record = ProductRecord {
            revision: Revision(revision),
            offers: Vec::new(),
            stores: Vec::new(),
            category_delivery,
            product: rows::product(row, &gtins)?,
        };
        let offers = parts.offers.remove(&record.product.no.0);
        for row in offers.unwrap_or_default() {
            let store = stores.get(&row.store_no);
            let (store, full_seen_at) = store.ok_or_else(|| rows::corrupt("offers.store_no"))?;
            if record.stores.last().is_none_or(|last| last.no != store.no) {
                record.stores.push(store.clone());
            }
            record.offers.push(row.offer(*full_seen_at)?);
        }
        records.push(record);
    }
    Ok(records)
}

/// A store and when it was last seen as a whole.
pub(crate) type SeenStore = (Store, Option<adapter_sql::types::DbTs>);

/// The stores with these numbers, by number.
pub(crate) async fn stores_numbered(
    pipeline: &Pipeline<'_>,
    numbers: BTreeSet<i64>,
) -> Result<BTreeMap<i64, SeenStore>, Failure> {
    let rows: Vec<StoreRow> = stores::table
        .filter(among(stores::no, numbers))
        .select(StoreRow::as_select())
        .load(&mut pipeline.connection())
        .await?;
    let mut found = BTreeMap::new();
    for row in rows {
        let full_seen_at = row.full_seen_at;
        found.insert(row.no, (Store::try_from(row)?, full_seen_at));
    }
    Ok(found)
}

pub(crate) async fn list_category_delivery(c: &mut Conn) -> Result<Vec<(String, Amount)>, Failure> {
    amounts(category_delivery::table.load(c).await?)
}

fn amounts<A: FromIterator<(String, Amount)>>(kept: Vec<(String, i64)>) -> Result<A, Failure> {
    let amount = |(category, minor)| {
        let amount = Amount::from_minor(minor);
        let amount = amount.ok_or_else(|| rows::corrupt("category_delivery.rate_minor"))?;
        Ok((category, amount))
    };
    kept.into_iter().map(amount).collect()
}

/// How many changes one answer gives, unless a single revision has more.
const CHANGES: i64 = 100_000;

pub(crate) async fn changes(c: &mut Conn, since: Revision) -> Result<Changes, Failure> {
    let revision = revision(c).await?;
    if revision - since.0 > adapter_sql::KEPT_REVISIONS {
        let all: Vec<i64> = prepared::<BigInt>("SELECT no FROM products WHERE from_rev <= ?")
            .bind::<BigInt, _>(revision)
            .load(c)
            .await?;
        let products = all.into_iter().map(ProductNo).collect();
        return Ok(Changes {
            revision: Revision(revision),
            products,
            are_all: true,
        });
    }
    let beyond: Option<i64> = prepared::<BigInt>(
        "SELECT revision FROM changes WHERE revision > ? AND revision <= ? \
         ORDER BY revision LIMIT 1 OFFSET ?",
    )
    .bind::<BigInt, _>(since.0)
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(CHANGES)
    .get_result(c)
    .await
    .optional()?;
    let until = beyond.map_or(revision, |beyond| (beyond - 1).max(since.0 + 1));
    let products: Vec<i64> = prepared::<BigInt>(
        "SELECT DISTINCT product_no FROM changes WHERE revision > ? AND revision <= ?",
    )
    .bind::<BigInt, _>(since.0)
    .bind::<BigInt, _>(until)
    .load(c)
    .await?;
    let products = products.into_iter().map(ProductNo).collect();
    Ok(Changes {
        revision: Revision(until),
        products,
        are_all: false,
    })
}

pub(crate) async fn stamp(c: &mut Conn, revision: Revision) -> Result<Option<i64>, Failure> {
    let stamp = prepared::<BigInt>("SELECT stamp FROM revisions WHERE revision = ?")
        .bind::<BigInt, _>(revision.0)
        .get_result(c)
        .await;
    Ok(stamp.optional()?)
}

/// All stores but one whose first import is still running.
pub(crate) async fn list_stores(c: &mut Conn) -> Result<Vec<Store>, Failure> {
    let rows: Vec<StoreRow> = stores::table
        .order(stores::no)
        .select(StoreRow::as_select())
        .load(c)
        .await?;
    let staging: Option<i64> = prepared::<BigInt>(
        "SELECT s.store_no FROM snapshots s JOIN catalogue_state c ON c.staging = s.no",
    )
    .get_result(c)
    .await
    .optional()?;
    let shown = |row: &StoreRow| {
        staging != Some(row.no)
            || row.last_observed_at.is_some()
            || row.has_past
            || row.terms.are_stated()
    };
    let shown = rows.into_iter().filter(shown);
    Ok(shown.map(Store::try_from).collect::<Result<_, _>>()?)
}
