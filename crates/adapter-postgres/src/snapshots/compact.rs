//! Moving ended versions of offers to the price history, in small batches.

use adapter_sql::{Failure, prepared};
use diesel::sql_types::{Array, BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::partitions::create_partitions;

/// Numbers looked up at once. Each look-up passes over what was deleted and not yet vacuumed, so
/// there are few of them.
const LOOKED_UP: usize = 100_000;
/// Rows moved by one statement.
const MOVED: usize = 5_000;

/// Moves all versions that no reader sees any more. Each batch is one statement, so that a kill
/// neither loses nor doubles a segment. The caller holds the catalogue lock.
pub async fn compact(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    create_partitions(c).await?;
    loop {
        let ended: Vec<i64> = prepared::<BigInt>(
            "SELECT no FROM offers WHERE to_rev <= (SELECT revision FROM catalogue_state) \
             AND to_rev < 9223372036854775807 LIMIT ?",
        )
        .bind::<BigInt, _>(domain::num::i64_from_usize(LOOKED_UP))
        .load(c)
        .await?;
        for batch in ended.chunks(MOVED) {
            move_batch(c, batch).await?;
        }
        if ended.len() < LOOKED_UP {
            return Ok(());
        }
    }
}

async fn move_batch(c: &mut AsyncPgConnection, numbers: &[i64]) -> Result<(), Failure> {
    prepared::<()>(
        "WITH gone AS (DELETE FROM offers WHERE no = ANY(?) RETURNING *) \
         INSERT INTO price_segments (product_no, store_no, offer_id, item_minor, delivery_minor, \
             availability, from_at, last_seen_at) \
         SELECT product_no, store_no, offer_id, item_minor, delivery_minor, availability, \
             price_since, coalesce(closed_seen_at, seen_at) \
         FROM gone WHERE ends_segment",
    )
    .bind::<Array<BigInt>, _>(numbers)
    .execute(c)
    .await?;
    Ok(())
}
