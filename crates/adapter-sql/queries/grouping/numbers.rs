//! Trade item numbers leave products, alone or with an offer.

use adapter_sql::rows::{GtinRow, KeyRow};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool, Integer, Text};
use domain::gtin::Gtin;
use domain::ids::{OfferNo, ProductNo};
use domain::num::i64_from_u64;
use domain::placement::MatchKey;
use domain::product::ProductGtin;

use crate::bulk;
use crate::dialect::{Conn, O_STATES_NUMBER, RunQueryDsl};

/// Whether a number stays with a product that one offer has left: others than feeds say it, or another offer that readers see
/// states it, of a store that does not use it for several goods.
const STAYS: &str = concatcp!(
    "SELECT EXISTS (SELECT 1 FROM product_gtins \
         WHERE product_no = ? AND gtin = ? AND provenance <> 'feed') \
     OR EXISTS (SELECT 1 FROM offers o \
         WHERE o.product_no = ? AND o.from_rev < ? AND o.to_rev >= ? AND ",
    O_STATES_NUMBER,
    " AND NOT EXISTS (SELECT 1 FROM ambiguous_gtins a \
             WHERE a.store_no = o.store_no AND a.gtin = ?))",
);

/// Takes a number from a product; whether a feed had taught it.
pub(super) async fn forget(c: &mut Conn, product: ProductNo, gtin: Gtin) -> Result<bool, Failure> {
    let rows = prepared::<()>(
        "DELETE FROM product_gtins WHERE product_no = ? AND gtin = ? AND provenance = 'feed'",
    )
    .bind::<BigInt, _>(product.0)
    .bind::<BigInt, _>(i64_from_u64(gtin.number()))
    .execute(c)
    .await?;
    if rows > 0 {
        prepared::<()>("DELETE FROM product_keys WHERE product_no = ? AND key = ?")
            .bind::<BigInt, _>(product.0)
            .bind::<BigInt, _>(MatchKey::of_gtin(gtin).number())
            .execute(c)
            .await?;
    }
    Ok(rows > 0)
}

/// Takes a number with an offer that left a product to where the offer is now; the products that it changes.
pub(super) async fn follow(
    c: &mut Conn,
    gtin: &ProductGtin,
    offer: OfferNo,
    from: ProductNo,
    next: i64,
) -> Result<Vec<i64>, Failure> {
    let there: Option<i64> = prepared::<BigInt>(
        "SELECT product_no FROM offers \
         WHERE no = ? AND product_no <> ? AND from_rev < ? AND to_rev >= ?",
    )
    .bind::<BigInt, _>(offer.0)
    .bind::<BigInt, _>(from.0)
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(next)
    .get_result(c)
    .await
    .optional()?;
    let Some(there) = there else {
        return Ok(Vec::new());
    };
    let number = i64_from_u64(gtin.gtin.number());
    let stays: bool = prepared::<Bool>(STAYS)
        .bind::<BigInt, _>(from.0)
        .bind::<BigInt, _>(number)
        .bind::<BigInt, _>(from.0)
        .bind::<BigInt, _>(next)
        .bind::<BigInt, _>(next)
        .bind::<Text, _>(gtin.gtin.gtin14())
        .bind::<BigInt, _>(number)
        .get_result(c)
        .await?;
    let mut changed = Vec::new();
    if !stays {
        if forget(c, from, gtin.gtin).await? {
            changed.push(from.0);
        }
        if learn(c, there, gtin, next).await? {
            changed.push(there);
        }
    }
    Ok(changed)
}

/// Adds a number to a product that does not have it yet, and its key; whether it was added.
pub(crate) async fn learn(
    c: &mut Conn,
    product: i64,
    gtin: &ProductGtin,
    next: i64,
) -> Result<bool, Failure> {
    let row = GtinRow::at(product, 0, gtin, next);
    let rows = prepared::<()>(
        "INSERT INTO product_gtins \
             (product_no, gtin, provenance, confidence_milli, from_rev, place) \
         SELECT CAST(? AS bigint), CAST(? AS bigint), CAST(? AS text), CAST(? AS integer), \
             CAST(? AS bigint), coalesce(max(place) + 1, 0) FROM product_gtins \
         WHERE product_no = ? ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(row.product_no)
    .bind::<BigInt, _>(row.gtin)
    .bind::<Text, _>(row.provenance)
    .bind::<Integer, _>(row.confidence_milli)
    .bind::<BigInt, _>(row.from_rev)
    .bind::<BigInt, _>(row.product_no)
    .execute(c)
    .await?;
    if rows > 0 {
        let key = MatchKey::of_gtin(gtin.gtin);
        bulk::add_keys(c, KeyRow::all(ProductNo(product), &[key]).collect()).await?;
    }
    Ok(rows > 0)
}
