//! The delivery costs that stores publish, and what they make of a category.

use std::collections::{BTreeMap, BTreeSet};

use adapter_sql::rows::{self, Fence, RateRow};
use adapter_sql::schema::{category_delivery, delivery_rates, stores};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Text};
use diesel::{ExpressionMethods, QueryDsl};
use domain::delivered_price::percentile_75;
use domain::money::Amount;
use domain::num::u64_from_i64;

use crate::dialect::{Conn, IN_TEXTS, RunQueryDsl};
use crate::queries::catalogue::terms;

/// Rows of one multi-row insert.
const ROWS: usize = 1000;

/// Replaces the published delivery costs of the store; whether they differ from those of before.
pub(super) async fn replace(
    c: &mut Conn,
    fence: &Fence,
    rates: &[RateRow<'_>],
) -> Result<bool, Failure> {
    let mut published: Vec<(String, i64, i64)> = delivery_rates::table
        .filter(delivery_rates::store_no.eq(fence.store_no))
        .select((
            delivery_rates::category,
            delivery_rates::rate_minor,
            delivery_rates::offers,
        ))
        .load(c)
        .await?;
    published.sort_unstable();
    let stated = rates
        .iter()
        .map(|rate| (rate.category.to_owned(), rate.rate_minor, rate.offers));
    let mut stated: Vec<_> = stated.collect();
    stated.sort_unstable();
    if stated == published {
        return Ok(false);
    }
    diesel::delete(delivery_rates::table.filter(delivery_rates::store_no.eq(fence.store_no)))
        .execute(c)
        .await?;
    for rows in rates.chunks(ROWS) {
        diesel::insert_into(delivery_rates::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    let differing = published
        .iter()
        .filter(|rate| stated.binary_search(rate).is_err())
        .chain(
            stated
                .iter()
                .filter(|rate| published.binary_search(rate).is_err()),
        );
    keep_percentiles(c, differing.map(|rate| rate.0.as_str()).collect()).await?;
    keep_highest(c, fence, rates).await?;
    Ok(true)
}

/// Keeps the highest of these costs: when it changes, so do the products that [`note_changed`] has noted.
async fn keep_highest(c: &mut Conn, fence: &Fence, rates: &[RateRow<'_>]) -> Result<(), Failure> {
    let highest = highest(rates);
    if highest_before(c, fence).await? == highest {
        return Ok(());
    }
    diesel::update(stores::table.find(fence.store_no))
        .set(stores::highest_delivery_minor.eq(highest))
        .execute(c)
        .await?;
    Ok(())
}

/// Notes for the revision that a snapshot makes a batch of the products that change when the highest of the store's
/// costs does: those that it offers without stating a delivery cost, from the offer with the number after this one on.
/// The number of the last one, or `None` when there was none.
pub(crate) async fn note_changed(
    c: &mut Conn,
    fence: &Fence,
    rates: &[RateRow<'_>],
    after: i64,
) -> Result<Option<i64>, Failure> {
    if highest_before(c, fence).await? == highest(rates) {
        return Ok(None);
    }
    let offers: Vec<(i64, i64)> = prepared::<(BigInt, BigInt)>(
        "SELECT no, product_no FROM offers WHERE store_no = ? \
         AND to_rev = 9223372036854775807 AND delivery_minor IS NULL AND no > ? \
         ORDER BY no LIMIT ?",
    )
    .bind::<BigInt, _>(fence.store_no)
    .bind::<BigInt, _>(after)
    .bind::<BigInt, _>(rows::BATCH)
    .load(c)
    .await?;
    let products = offers.iter().map(|(_, product)| *product);
    terms::note_changes(c, fence.next, products).await?;
    Ok(offers.last().map(|(no, _)| *no))
}

fn highest(rates: &[RateRow<'_>]) -> Option<i64> {
    rates.iter().map(|rate| rate.rate_minor).max()
}

async fn highest_before(c: &mut Conn, fence: &Fence) -> Result<Option<i64>, Failure> {
    let before = stores::table
        .find(fence.store_no)
        .select(stores::highest_delivery_minor);
    Ok(before.first(c).await?)
}

/// Keeps the 75th percentile of these categories, of how many offers of all stores state which cost. Products
/// without a category have none.
async fn keep_percentiles(c: &mut Conn, mut categories: BTreeSet<&str>) -> Result<(), Failure> {
    categories.remove("");
    let names = DbJson::texts(categories);
    let found: Vec<(String, i64, i64)> = prepared::<(Text, BigInt, BigInt)>(concatcp!(
        "SELECT category, rate_minor, CAST(sum(offers) AS bigint) FROM delivery_rates \
         WHERE category",
        IN_TEXTS,
        "GROUP BY category, rate_minor",
    ))
    .bind::<SqlJson, _>(&names)
    .load(c)
    .await?;
    prepared::<()>(concatcp!(
        "DELETE FROM category_delivery WHERE category",
        IN_TEXTS
    ))
    .bind::<SqlJson, _>(&names)
    .execute(c)
    .await?;
    let kept = percentiles(found)?;
    let kept: Vec<_> = kept
        .iter()
        .map(|(category, rate)| {
            (
                category_delivery::category.eq(category),
                category_delivery::rate_minor.eq(rate.minor()),
            )
        })
        .collect();
    for rows in kept.chunks(ROWS) {
        diesel::insert_into(category_delivery::table)
            .values(rows)
            .execute(c)
            .await?;
    }
    Ok(())
}

/// The 75th percentile of each category, of how many offers state which cost.
fn percentiles(found: Vec<(String, i64, i64)>) -> Result<BTreeMap<String, Amount>, Failure> {
    let mut rates: BTreeMap<String, Vec<(Amount, u64)>> = BTreeMap::new();
    for (category, minor, offers) in found {
        let rate =
            Amount::from_minor(minor).ok_or_else(|| rows::corrupt("delivery_rates.rate_minor"))?;
        let offers = u64_from_i64(offers);
        rates.entry(category).or_default().push((rate, offers));
    }
    let percentile = |(name, mut rates): (String, Vec<_>)| Some((name, percentile_75(&mut rates)?));
    Ok(rates.into_iter().filter_map(percentile).collect())
}
