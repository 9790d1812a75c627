//! Moving all that one product has to another.

use adapter_sql::rows::{retold, tells_of};
use adapter_sql::schema::{mails, product_gtins, product_keys};
use adapter_sql::types::{DbJson, DbUuid, SqlJson, SqlUuid};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{BigInt, Integer, Text};
use diesel::{ExpressionMethods, QueryDsl};

use crate::dialect::{Conn, FOR_CHANGE_OF_Q, RunQueryDsl};
use crate::queries::grouping::doubts;

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
    "UPDATE deliveries SET product_no = ? WHERE no IN \
         (SELECT delivery_no FROM delivery_queue WHERE product_no = ?) AND ? > 0",
    "UPDATE delivery_queue SET product_no = ? WHERE product_no = ? AND ? > 0",
    "UPDATE events SET product_no = ? WHERE product_no = ? AND ? > 0 AND fan_out_after IS NOT NULL",
    "UPDATE products SET merged_into = ? WHERE merged_into = ? AND ? > 0",
];

/// Watches of one client on both products through one channel, where one has to go (`gone`) and the other stays
/// (`kept`): an active one before a paused one, then one of all stores, then one with a target, then one of a fall, then one of a low, then the higher
/// target or the smaller fall, which is reached first, then the one that the target product has already. Product, target.
const REPLACED: &str = "(SELECT CASE WHEN p.own_stays THEN p.own ELSE p.other END AS kept, \
         CASE WHEN p.own_stays THEN p.other ELSE p.own END AS gone, p.workspace_no, \
         CASE WHEN p.own_stays THEN p.other_destination ELSE p.own_destination END AS destination \
     FROM (SELECT t.id AS own, w.id AS other, w.workspace_no, t.destination AS own_destination, \
             w.destination AS other_destination, \
             CASE WHEN t.status <> w.status THEN t.status = 'active' \
                 WHEN (t.store_name IS NULL) <> (w.store_name IS NULL) THEN t.store_name IS NULL \
                 WHEN t.condition <> w.condition THEN t.condition = 'target_price' \
                     OR (t.condition = 'price_fall' AND w.condition <> 'target_price') \
                     OR (t.condition = 'new_low' AND w.condition = 'back_in_stock') \
                 WHEN t.condition = 'price_fall' THEN t.percent <= w.percent \
                 ELSE t.target >= w.target END AS own_stays \
         FROM watches w JOIN watches t ON t.workspace_no = w.workspace_no AND t.mode = w.mode \
             AND t.client_id = w.client_id AND t.channel = w.channel \
         WHERE w.product_no = ? AND t.product_no = ?) AS p) AS r";

/// Leaves one watch of each client and channel. Links in mails about the one that goes, sent or not, are the kept one's.
async fn replace_watches(c: &mut Conn, product: i64, into: i64) -> Result<(), Failure> {
    let unsent: Vec<(DbUuid, DbJson, DbUuid, DbUuid)> =
        prepared::<(SqlUuid, SqlJson, SqlUuid, SqlUuid)>(concatcp!(
            "SELECT m.id, m.content, r.gone, r.kept FROM ",
            REPLACED,
            " JOIN mails m ON m.workspace_no = r.workspace_no AND m.destination = r.destination \
             WHERE m.due_at IS NOT NULL",
        ))
        .bind::<BigInt, _>(product)
        .bind::<BigInt, _>(into)
        .load(c)
        .await?;
    for (mail, content, gone, kept) in unsent {
        if tells_of(&content.0, gone.0) {
            diesel::update(mails::table.find(mail))
                .set(mails::content.eq(DbJson(retold(content.0, kept.0))))
                .execute(c)
                .await?;
        }
    }
    prepared::<()>(concatcp!(
        "UPDATE alert_tokens SET watch_id = (SELECT r.kept FROM ",
        REPLACED,
        " WHERE r.gone = alert_tokens.watch_id) WHERE watch_id IN (SELECT r.gone FROM ",
        REPLACED,
        ")",
    ))
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .execute(c)
    .await?;
    prepared::<()>(concatcp!(
        "DELETE FROM watches WHERE id IN (SELECT r.gone FROM ",
        REPLACED,
        ")",
    ))
    .bind::<BigInt, _>(product)
    .bind::<BigInt, _>(into)
    .execute(c)
    .await?;
    Ok(())
}

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
    replace_watches(c, product, into).await?;
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
