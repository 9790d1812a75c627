//! Removing what is staged, in small transactions.
//!
//! The caller holds the catalogue lock and runs each function in a transaction of its own.

use adapter_sql::rows::{BATCH, was_full};
use adapter_sql::schema::OPEN_REV;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::BigInt;

use crate::dialect::{Conn, RunQueryDsl};
use crate::queries::catalogue::writing;

/// Makes an open snapshot one that is being removed: it can no longer stage or publish.
/// Whether there was one, or one whose removal was broken off.
pub(crate) async fn take_over(c: &mut Conn) -> Result<bool, Failure> {
    let rows = prepared::<()>("UPDATE catalogue_state SET staging = 0 WHERE staging IS NOT NULL")
        .execute(c)
        .await?;
    Ok(rows > 0)
}

/// Removes one batch of what a snapshot staged; whether there may be more. Staged rows are
/// of the highest revision of their tables.
pub(crate) async fn clear_some(c: &mut Conn) -> Result<bool, Failure> {
    let (revision, staging) = writing::locked_state(c).await?;
    if staging != Some(0) {
        return Ok(false);
    }
    for sql in [
        "DELETE FROM offers WHERE from_rev > ? \
         AND no IN (SELECT no FROM offers ORDER BY from_rev DESC LIMIT ?)",
        "DELETE FROM match_reviews WHERE from_rev > ? \
         AND no IN (SELECT no FROM match_reviews ORDER BY from_rev DESC LIMIT ?)",
        "UPDATE offers \
         SET to_rev = 9223372036854775807, ends_segment = false, closed_seen_at = NULL, \
             closed_at = NULL \
         WHERE no IN (SELECT no FROM offers \
             WHERE to_rev > ? AND to_rev < 9223372036854775807 LIMIT ?)",
        // of the same products that go next
        "DELETE FROM product_keys WHERE product_no IN (SELECT no FROM products WHERE from_rev > ? \
         ORDER BY from_rev DESC, no DESC LIMIT ?)",
        "DELETE FROM products WHERE from_rev > ? \
         AND no IN (SELECT no FROM products ORDER BY from_rev DESC, no DESC LIMIT ?)",
        "DELETE FROM changes WHERE revision = ? + 1 AND product_no <= (SELECT max(product_no) FROM \
             (SELECT product_no FROM changes WHERE revision = ? + 1 \
              ORDER BY product_no LIMIT ?) AS first)",
    ] {
        let statement = prepared::<()>(sql).bind::<BigInt, _>(revision);
        let rows = if sql.contains("changes") {
            statement
                .bind::<BigInt, _>(revision)
                .bind::<BigInt, _>(BATCH)
                .execute(c)
                .await?
        } else {
            statement.bind::<BigInt, _>(BATCH).execute(c).await?
        };
        if was_full(rows) {
            return Ok(true);
        }
    }
    finish_clearing(c, revision).await?;
    Ok(false)
}

/// The last step: what is little, and the snapshot itself, unless it is the one that a refused feed
/// is recorded under. A store that it created goes when it has neither offers nor terms.
async fn finish_clearing(c: &mut Conn, revision: i64) -> Result<(), Failure> {
    for sql in [
        "DELETE FROM product_keys WHERE (key, product_no) IN \
             (SELECT -gtin, product_no FROM product_gtins WHERE from_rev > ?)",
        "DELETE FROM product_gtins WHERE from_rev > ?",
        "DELETE FROM watch_checks WHERE revision > ?",
    ] {
        prepared::<()>(sql)
            .bind::<BigInt, _>(revision)
            .execute(c)
            .await?;
    }
    for sql in [
        "DELETE FROM watch_candidates",
        "DELETE FROM stores WHERE no IN (SELECT store_no FROM snapshots WHERE state = 'open') \
         AND last_observed_at IS NULL AND seller_score_milli IS NULL \
         AND seller_reviews IS NULL AND return_days IS NULL AND warranty_months IS NULL \
         AND delivery_minor IS NULL AND free_from_minor IS NULL AND delivery_days IS NULL \
         AND url IS NULL AND NOT has_past \
         AND NOT EXISTS (SELECT 1 FROM offers WHERE store_no = stores.no)",
        "DELETE FROM held_snapshots WHERE NOT refused \
             AND no IN (SELECT no FROM snapshots WHERE state = 'open')",
        "DELETE FROM snapshots WHERE state = 'open' AND no NOT IN (SELECT no FROM held_snapshots)",
        "UPDATE snapshots SET state = 'discarded' WHERE state = 'open'",
        "UPDATE catalogue_state SET staging = NULL",
    ] {
        prepared::<()>(sql).execute(c).await?;
    }
    Ok(())
}

const _: () = assert!(OPEN_REV == 9_223_372_036_854_775_807);
