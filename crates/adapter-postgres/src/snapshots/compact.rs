//! Moving ended versions of offers to the price history, in small batches.

use adapter_sql::columns::{ENDED_COLUMNS, SEGMENT_COLUMNS};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::{Array, BigInt};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::partitions::create_partitions;
use crate::limits::Limits;

/// Numbers looked up at once. Each look-up passes over what was deleted and not yet vacuumed, so
/// there are few of them.
const LOOKED_UP: usize = 100_000;
/// Rows moved by one statement.
const MOVED: usize = 5_000;

/// Moves all versions that no reader sees any more. Each batch is one statement, so that a kill
/// neither loses nor doubles a segment. The caller holds the catalogue lock.
pub async fn compact(c: &mut AsyncPgConnection, limits: &Limits) -> Result<(), Failure> {
    create_partitions(c, limits).await?;
    loop {
        let ended = limits.read(c, ended).await?;
        for batch in ended.chunks(MOVED) {
            let batch = batch.to_vec();
            let moving = async move |c: &mut AsyncPgConnection| move_batch(c, batch).await;
            limits.write(c, moving).await?;
        }
        if ended.len() < LOOKED_UP {
            return Ok(());
        }
    }
}

async fn ended(c: &mut AsyncPgConnection) -> Result<Vec<i64>, Failure> {
    Ok(prepared::<BigInt>(
        "SELECT no FROM offers WHERE to_rev <= (SELECT revision FROM catalogue_state) \
         AND to_rev < 9223372036854775807 LIMIT ?",
    )
    .bind::<BigInt, _>(domain::num::i64_from_usize(LOOKED_UP))
    .load(c)
    .await?)
}

async fn move_batch(c: &mut AsyncPgConnection, numbers: Vec<i64>) -> Result<(), Failure> {
    // of an offer that is gone, its last version says the product
    prepared::<()>(concatcp!(
        "WITH gone AS (DELETE FROM offers WHERE no = ANY(?) RETURNING *), \
         moved AS (INSERT INTO price_segments (",
        SEGMENT_COLUMNS,
        ") SELECT ",
        ENDED_COLUMNS,
        " FROM gone WHERE ends_segment AND held_by IS NULL) \
         INSERT INTO past_offers (store_no, offer_id, product_no) \
         SELECT store_no, offer_id, product_no FROM gone \
         WHERE ends_segment AND NOT EXISTS (SELECT 1 FROM offers o \
             WHERE o.store_no = gone.store_no AND o.offer_id = gone.offer_id AND o.from_rev > gone.from_rev) \
         ON CONFLICT (store_no, offer_id) DO UPDATE SET product_no = excluded.product_no",
    ))
    .bind::<Array<BigInt>, _>(numbers)
    .execute(c)
    .await?;
    Ok(())
}
