//! Which offers stand together.
//!
//! The reading one runs in one transaction that sees one state; for `apply` the caller holds the catalogue lock and has
//! cleared what a killed import left.

use adapter_sql::rows::{GroupedRow, GtinRow, KeyRow, NumberUse, ProductColumns};
use adapter_sql::schema::offers;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Integer, Text};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, SelectableHelper};
use domain::freshness::Freshness;
use domain::ids::{OfferNo, ProductNo};
use domain::placement::{Confidence, MatchRung};
use ports_store::{Destination, GroupedOffer, Regrouped, Regrouping, StagedProduct, StoreError};

use crate::bulk;
use crate::dialect::{Conn, RunQueryDsl, among};
use crate::queries::alerts::triggers;
use crate::queries::catalogue::{reading, writing};
use crate::queries::grouping::{doubts, numbers};
use crate::queries::importing::snapshots;

/// What of an offer's past goes over with it: new product, store, offer id, old product, and the new product again.
const PAST: [&str; 3] = [
    "UPDATE offers SET product_no = ? WHERE store_no = ? AND offer_id = ? AND product_no = ? \
         AND ? > 0",
    "UPDATE price_segments SET product_no = ? \
     WHERE store_no = ? AND offer_id = ? AND product_no = ? \
         AND NOT EXISTS (SELECT 1 FROM price_segments t WHERE t.product_no = ? \
          AND t.store_no = price_segments.store_no AND t.offer_id = price_segments.offer_id \
          AND t.from_at = price_segments.from_at)",
    "UPDATE past_offers SET product_no = ? WHERE store_no = ? AND offer_id = ? AND product_no = ? \
         AND ? > 0",
];

pub(crate) async fn grouped_offers(
    c: &mut Conn,
    of: &[ProductNo],
) -> Result<Vec<GroupedOffer>, Failure> {
    let revision = reading::revision(c).await?;
    let rows: Vec<GroupedRow> = offers::table
        .filter(among(offers::product_no, of.iter().map(|no| no.0)))
        .filter(offers::from_rev.le(revision))
        .filter(offers::to_rev.gt(revision))
        .order((offers::product_no, offers::no))
        .select(GroupedRow::as_select())
        .load(c)
        .await?;
    Ok(rows
        .into_iter()
        .map(GroupedOffer::try_from)
        .collect::<Result<_, _>>()?)
}

pub(crate) async fn apply(
    c: &mut Conn,
    regroupings: &[Regrouping],
    freshness: Freshness,
) -> Result<Regrouped, Failure> {
    triggers::lock(c).await?;
    let next = writing::locked_revision(c).await? + 1;
    let mut regrouped = Regrouped::default();
    let mut changed: Vec<i64> = Vec::new();
    snapshots::save_ambiguous(c, &ambiguous(regroupings)).await?;
    for regrouping in regroupings {
        match regrouping {
            Regrouping::Move {
                offer,
                from,
                to,
                rung,
                confidence,
            } => match leave(c, *offer, *from, to, next).await? {
                Some(there) => {
                    found(c, *offer, *rung, *confidence).await?;
                    changed.extend([from.0, there]);
                    regrouped.moved += 1;
                    if matches!(to, Destination::New(_)) {
                        regrouped.made.push(ProductNo(there));
                    }
                    if *rung == MatchRung::Person {
                        changed.extend(doubts::part(c, ProductNo(there), *from, next).await?);
                    }
                }
                None => regrouped.refused += 1,
            },
            Regrouping::Forget { product, gtin } => {
                if numbers::forget(c, *product, *gtin).await? {
                    changed.push(product.0);
                }
            }
            Regrouping::Follow { gtin, offer, from } => {
                changed.extend(numbers::follow(c, gtin, *offer, *from, next).await?);
            }
            Regrouping::Ambiguous { .. } => {}
        }
    }
    changed.sort_unstable();
    changed.dedup();
    if !changed.is_empty() {
        writing::record_changes(c, next, &changed).await?;
        writing::set_revision(c, next).await?;
        triggers::check_prices(c, next, &changed, freshness).await?;
    }
    Ok(regrouped)
}

/// The numbers that stores use for several goods.
fn ambiguous(regroupings: &[Regrouping]) -> Vec<NumberUse> {
    let ambiguous = regroupings.iter().filter_map(|it| match it {
        Regrouping::Ambiguous { store, gtin, goods } => Some(NumberUse {
            store: store.0,
            gtin: *gtin,
            goods: *goods,
        }),
        Regrouping::Move { .. } | Regrouping::Forget { .. } | Regrouping::Follow { .. } => None,
    });
    ambiguous.collect()
}

/// Moves an offer; the product where it is then, `None` when it is not what it was any more.
async fn leave(
    c: &mut Conn,
    offer: OfferNo,
    from: ProductNo,
    to: &Destination,
    next: i64,
) -> Result<Option<i64>, Failure> {
    let known: Option<(i64, String)> = prepared::<(BigInt, Text)>(
        "SELECT store_no, offer_id FROM offers \
         WHERE no = ? AND product_no = ? AND from_rev < ? AND to_rev >= ?",
    )
    .bind::<BigInt, _>(offer.0)
    .bind::<BigInt, _>(from.0)
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(next)
    .get_result(c)
    .await
    .optional()?;
    let Some((store, offer_id)) = known else {
        return Ok(None);
    };
    let to = match to {
        Destination::New(product) => make(c, product, next).await?,
        Destination::Existing(product) => {
            let there: i64 = prepared::<BigInt>(
                "SELECT count(*) FROM products WHERE no = ? AND no <> ? AND merged_into IS NULL",
            )
            .bind::<BigInt, _>(product.0)
            .bind::<BigInt, _>(from.0)
            .get_result(c)
            .await?;
            if there == 0 {
                return Ok(None);
            }
            product.0
        }
        Destination::With(other) => match made_for(c, *other, next).await? {
            Some(product) if product != from.0 => product,
            _ => return Ok(None),
        },
    };
    for sql in PAST {
        prepared::<()>(sql)
            .bind::<BigInt, _>(to)
            .bind::<BigInt, _>(store)
            .bind::<Text, _>(offer_id.clone())
            .bind::<BigInt, _>(from.0)
            .bind::<BigInt, _>(to)
            .execute(c)
            .await?;
    }
    Ok(Some(to))
}

/// How an offer came to its product.
async fn found(
    c: &mut Conn,
    offer: OfferNo,
    rung: MatchRung,
    confidence: Confidence,
) -> Result<(), Failure> {
    prepared::<()>("UPDATE offers SET rung = ?, confidence_milli = ? WHERE no = ?")
        .bind::<Text, _>(rung.code())
        .bind::<Integer, _>(i32::from(confidence.milli()))
        .bind::<BigInt, _>(offer.0)
        .execute(c)
        .await?;
    Ok(())
}

/// The product that an offer was the first of and still is in.
async fn made_for(c: &mut Conn, offer: OfferNo, next: i64) -> Result<Option<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT product_no FROM offers \
         WHERE no = ? AND rung = 'new' AND from_rev < ? AND to_rev >= ?",
    )
    .bind::<BigInt, _>(offer.0)
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(next)
    .get_result(c)
    .await
    .optional()?)
}

/// Stores a new product; its number.
async fn make(
    c: &mut Conn,
    StagedProduct { draft, keys }: &StagedProduct,
    next: i64,
) -> Result<i64, Failure> {
    let ids = snapshots::free_ids(c, &[&draft.id]).await?;
    let id = ids.into_iter().next();
    let id = id.ok_or_else(|| StoreError::Failed("no free id for a product".to_owned()))?;
    let mut columns = ProductColumns::from(draft);
    id.as_str().clone_into(&mut columns.canonical_id);
    let numbers = bulk::insert_products(c, vec![columns], next).await?;
    let no = numbers.into_iter().next();
    let no = no.ok_or_else(|| StoreError::Failed("a product without a number".to_owned()))?;
    bulk::insert_gtins(c, &GtinRow::all(no, &draft.gtins, next)).await?;
    bulk::insert_keys(c, KeyRow::all(ProductNo(no), keys).collect()).await?;
    Ok(no)
}
