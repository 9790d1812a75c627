//! Moving all that one product has to another.

use adapter_sql::schema::{product_gtins, product_keys};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel::{ExpressionMethods, QueryDsl};

use crate::dialect::{ANY_OF, Conn, END_OF_ANY_OF, FOR_CHANGE_OF_Q, RunQueryDsl};
use crate::queries::grouping::{doubts, merged_watches};

/// What goes over as it is: product, target.
const MOVES: [&str; 8] = [
    "UPDATE price_segments SET product_no = ? WHERE product_no = ? AND NOT EXISTS \
         (SELECT 1 FROM price_segments t WHERE t.product_no = ? \
          AND t.store_no = price_segments.store_no AND t.offer_id = price_segments.offer_id \
          AND t.from_at = price_segments.from_at)",
    "UPDATE past_offers SET product_no = ? WHERE product_no = ? AND ? > 0",
    "INSERT INTO product_keys (product_no, key) SELECT CAST(? AS bigint), key FROM product_keys \
         WHERE product_no = ? AND CAST(? AS bigint) > 0 ON CONFLICT DO NOTHING",
    "UPDATE watches SET product_no = ? WHERE product_no = ? AND ? > 0",
    concatcp!(
        "UPDATE deliveries SET product_no = ? WHERE no",
        ANY_OF,
        "SELECT delivery_no FROM delivery_queue WHERE product_no = ?",
        END_OF_ANY_OF,
        " AND ? > 0",
    ),
    "UPDATE delivery_queue SET product_no = ? WHERE product_no = ? AND ? > 0",
    "UPDATE events SET product_no = ? WHERE product_no = ? AND ? > 0 AND fan_out_after IS NOT NULL",
    "UPDATE products SET merged_into = ? WHERE merged_into = ? AND ? > 0",
];

/// Keeps others from the deliveries of a product that are not done, in the order that is one for all.
async fn lock_unsent(c: &mut Conn, product: i64) -> Result<(), Failure> {
    prepared::<BigInt>(concatcp!(
        "SELECT q.delivery_no FROM delivery_queue q WHERE q.product_no = ? ORDER BY q.delivery_no",
        FOR_CHANGE_OF_Q,
    ))
    .bind::<BigInt, _>(product)
    .load::<i64>(c)
    .await?;
    Ok(())
}

/// Merges a product into another with the revision that comes next; which products are in review from
/// now on, or no more.
pub(crate) async fn merge(
    c: &mut Conn,
    product: i64,
    into: i64,
    rung: &'static str,
    confidence_milli: i32,
    next: i64,
) -> Result<Vec<i64>, Failure> {
    prepared::<()>(
        // what a person or the feed itself said of an offer stays said
        "UPDATE offers SET product_no = ?, \
             rung = CASE WHEN rung IN ('person', 'pinned') THEN rung ELSE ? END, \
             confidence_milli = CASE WHEN rung IN ('person', 'pinned') \
                 THEN confidence_milli ELSE ? END \
         WHERE product_no = ?",
    )
    .bind::<BigInt, _>(into)
    .bind::<Text, _>(rung)
    .bind::<Integer, _>(confidence_milli)
    .bind::<BigInt, _>(product)
    .execute(c)
    .await?;
    numbers(c, product, into, confidence_milli, next).await?;
    lock_unsent(c, product).await?;
    merged_watches::leave_one(c, product, into).await?;
    for sql in MOVES {
        prepared::<()>(sql)
            .bind::<BigInt, _>(into)
            .bind::<BigInt, _>(product)
            .bind::<BigInt, _>(into)
            .execute(c)
            .await?;
    }
    prepared::<()>(
        "UPDATE products SET merged_into = ?, merged_by = ?, in_review = false WHERE no = ?",
    )
    .bind::<BigInt, _>(into)
    .bind::<Text, _>(rung)
    .bind::<BigInt, _>(product)
    .execute(c)
    .await?;
    diesel::delete(product_keys::table.filter(product_keys::product_no.eq(product)))
        .execute(c)
        .await?;
    diesel::delete(product_gtins::table.filter(product_gtins::product_no.eq(product)))
        .execute(c)
        .await?;
    doubts::follow_merge(c, product, into).await
}

/// Trade item numbers that the target does not have follow those that it has.
async fn numbers(
    c: &mut Conn,
    product: i64,
    into: i64,
    confidence_milli: i32,
    next: i64,
) -> Result<(), Failure> {
    prepared::<()>(
        "INSERT INTO product_gtins \
             (product_no, gtin, provenance, confidence_milli, from_rev, place) \
         SELECT CAST(? AS bigint), g.gtin, g.provenance, \
             CASE WHEN g.confidence_milli < ? THEN g.confidence_milli ELSE ? END, \
             CAST(? AS bigint), g.place + 1 + (SELECT coalesce(max(t.place), -1) \
                 FROM product_gtins t WHERE t.product_no = ?) \
         FROM product_gtins g WHERE g.product_no = ? ON CONFLICT DO NOTHING",
    )
    .bind::<BigInt, _>(into)
    .bind::<Integer, _>(confidence_milli)
    .bind::<Integer, _>(confidence_milli)
    .bind::<BigInt, _>(next)
    .bind::<BigInt, _>(into)
    .bind::<BigInt, _>(product)
    .execute(c)
    .await?;
    Ok(())
}
