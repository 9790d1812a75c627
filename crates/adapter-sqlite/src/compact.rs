//! Moving ended versions of offers to the price history, in small transactions.

use adapter_sql::columns::{ENDED_COLUMNS, SEGMENT_COLUMNS};
use adapter_sql::rows::{BATCH, was_full};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::BigInt;

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};

/// Moves one batch of ended versions to the price history; whether there may be more.
pub async fn compact_some(c: &mut Conn) -> Result<bool, Failure> {
    let ended: Vec<i64> = prepared::<BigInt>(
        "SELECT no FROM offers \
         WHERE to_rev <= (SELECT revision FROM catalogue_state) AND to_rev < 9223372036854775807 \
         ORDER BY to_rev, no LIMIT ?",
    )
    .bind::<BigInt, _>(BATCH)
    .load(c)
    .await?;
    if ended.is_empty() {
        return Ok(false);
    }
    let numbers = DbJson::numbers(ended.iter().copied());
    for sql in [
        // of two segments with the same beginning, the earlier one lasted no time
        concatcp!(
            "INSERT OR REPLACE INTO price_segments (",
            SEGMENT_COLUMNS,
            ") SELECT ",
            ENDED_COLUMNS,
            " FROM offers \
             WHERE ends_segment AND held_by IS NULL AND no",
            IN_NUMBERS,
            "ORDER BY to_rev, no",
        ),
        // of an offer that is gone, its last version says the product
        concatcp!(
            "INSERT INTO past_offers (store_no, offer_id, product_no) \
             SELECT store_no, offer_id, product_no FROM offers gone \
             WHERE ends_segment AND NOT EXISTS (SELECT 1 FROM offers o \
                 WHERE o.store_no = gone.store_no AND o.offer_id = gone.offer_id \
                 AND o.from_rev > gone.from_rev) AND no",
            IN_NUMBERS,
            "ON CONFLICT (store_no, offer_id) DO UPDATE SET product_no = excluded.product_no",
        ),
        concatcp!("DELETE FROM offers WHERE no", IN_NUMBERS),
    ] {
        prepared::<()>(sql)
            .bind::<SqlJson, _>(numbers.clone())
            .execute(c)
            .await?;
    }
    Ok(was_full(ended.len()))
}
