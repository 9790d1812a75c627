//! What rows of a history file are about.
//!
//! Runs in one transaction that sees one state.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{KnownTargets, OffersOf};
use adapter_sql::types::{DbJson, DbTs, SqlJson, SqlTs};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Text};
use domain::ids::CanonicalProductId;
use domain::store::StoreName;
use ports_store::{PointRef, PointTarget, Untargeted};

use crate::dialect::{Conn, IN_NUMBERS, IN_TEXTS, RunQueryDsl};
use crate::queries::catalogue::reading;

pub(crate) async fn targets(
    c: &mut Conn,
    store: &StoreName,
    rows: &[PointRef],
) -> Result<Vec<Result<PointTarget, Untargeted>>, Failure> {
    let revision = reading::revision(c).await?;
    // a store that does not exist has no offers
    let store: i64 = prepared::<BigInt>("SELECT no FROM stores WHERE folded_name = ?")
        .bind::<Text, _>(store.folded())
        .get_result(c)
        .await
        .optional()?
        .unwrap_or(i64::MIN);
    let known = KnownTargets {
        products: by_id(c, revision, rows).await?,
        gtins: by_gtin(c, revision, rows).await?,
        offers: by_offer(c, revision, store, rows).await?,
    };
    let found: Vec<Result<i64, Untargeted>> = rows.iter().map(|row| known.product(row)).collect();
    let numbers: BTreeSet<i64> = found.iter().flatten().copied().collect();
    let offers = offers_of(c, revision, store, &numbers).await?;
    let none = OffersOf::default();
    let target = |(row, found): (&PointRef, Result<i64, Untargeted>)| {
        found.map(|no| offers.get(&no).unwrap_or(&none).target(row, no))
    };
    Ok(rows.iter().zip(found).map(target).collect())
}

async fn by_id(
    c: &mut Conn,
    revision: i64,
    rows: &[PointRef],
) -> Result<BTreeMap<String, i64>, Failure> {
    let ids: BTreeSet<&str> = rows
        .iter()
        .filter_map(|row| row.product.as_ref())
        .map(CanonicalProductId::as_str)
        .collect();
    let found: Vec<(String, i64)> = prepared::<(Text, BigInt)>(concatcp!(
        "SELECT canonical_id, coalesce(merged_into, no) FROM products \
         WHERE from_rev <= ? AND canonical_id",
        IN_TEXTS,
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::texts(ids))
    .load(c)
    .await?;
    Ok(found.into_iter().collect())
}

async fn by_gtin(
    c: &mut Conn,
    revision: i64,
    rows: &[PointRef],
) -> Result<BTreeMap<i64, Vec<(i64, String)>>, Failure> {
    let gtins: BTreeSet<i64> = rows
        .iter()
        .filter_map(|row| row.gtin)
        .filter_map(|gtin| i64::try_from(gtin.number()).ok())
        .collect();
    let found: Vec<(i64, i64, String)> = prepared::<(BigInt, BigInt, Text)>(concatcp!(
        "SELECT gtin, product_no, provenance FROM product_gtins WHERE from_rev <= ? AND gtin",
        IN_NUMBERS,
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(gtins))
    .load(c)
    .await?;
    let mut having: BTreeMap<i64, Vec<(i64, String)>> = BTreeMap::new();
    for (gtin, product, provenance) in found {
        having.entry(gtin).or_default().push((product, provenance));
    }
    Ok(having)
}

/// The product of the last version of each offer that rows name by nothing else.
async fn by_offer(
    c: &mut Conn,
    revision: i64,
    store: i64,
    rows: &[PointRef],
) -> Result<BTreeMap<String, i64>, Failure> {
    let only = rows
        .iter()
        .filter(|row| row.product.is_none() && row.gtin.is_none());
    let ids: BTreeSet<&str> = only.filter_map(|row| row.offer_id.as_deref()).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids = DbJson::texts(ids);
    let past: Vec<(String, i64)> = prepared::<(Text, BigInt)>(concatcp!(
        "SELECT offer_id, product_no FROM past_offers WHERE store_no = ? AND offer_id",
        IN_TEXTS,
    ))
    .bind::<BigInt, _>(store)
    .bind::<SqlJson, _>(ids.clone())
    .load(c)
    .await?;
    let last: Vec<(String, i64)> = prepared::<(Text, BigInt)>(concatcp!(
        "SELECT offer_id, product_no FROM offers \
         WHERE store_no = ? AND from_rev <= ? AND offer_id",
        IN_TEXTS,
        "ORDER BY from_rev",
    ))
    .bind::<BigInt, _>(store)
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(ids)
    .load(c)
    .await?;
    Ok(past.into_iter().chain(last).collect())
}

/// What the store has and had of these products.
async fn offers_of(
    c: &mut Conn,
    revision: i64,
    store: i64,
    products: &BTreeSet<i64>,
) -> Result<BTreeMap<i64, OffersOf>, Failure> {
    let numbers = DbJson::numbers(products.iter().copied());
    // the plus hides the store's index
    let versions: Vec<(i64, String, DbTs, i64)> =
        prepared::<(BigInt, Text, SqlTs, BigInt)>(concatcp!(
            "SELECT product_no, offer_id, price_since, to_rev FROM offers \
         WHERE +store_no = ? AND from_rev <= ? AND product_no",
            IN_NUMBERS,
        ))
        .bind::<BigInt, _>(store)
        .bind::<BigInt, _>(revision)
        .bind::<SqlJson, _>(numbers.clone())
        .load(c)
        .await?;
    let closed: Vec<(i64, DbTs)> = prepared::<(BigInt, SqlTs)>(concatcp!(
        "SELECT product_no, min(from_at) FROM price_segments \
         WHERE store_no = ? AND NOT imported AND product_no",
        IN_NUMBERS,
        "GROUP BY product_no",
    ))
    .bind::<BigInt, _>(store)
    .bind::<SqlJson, _>(numbers)
    .load(c)
    .await?;
    let mut offers: BTreeMap<i64, OffersOf> = BTreeMap::new();
    let mut note = |product, at: DbTs, current: Option<String>| {
        let of = offers.entry(product).or_default();
        of.watched_from = Some(of.watched_from.map_or(at, |first| first.min(at)));
        of.current.extend(current);
    };
    for (product, offer_id, since, to_rev) in versions {
        note(product, since, (to_rev > revision).then_some(offer_id));
    }
    for (product, from) in closed {
        note(product, from, None);
    }
    Ok(offers)
}
