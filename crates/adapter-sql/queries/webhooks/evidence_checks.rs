//! Revisions ask whether deliveries that are not done still tell what is true (D-28): one note for each product that has such
//! deliveries (`evidence_checks`), however many these are.

use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::sql_types::BigInt;

use crate::dialect::{Conn, IN_NUMBERS, RunQueryDsl};

/// Products of a revision of which each is looked for in the queue; of more, what is queued is looked for in the revision.
const FEW_CHANGES: i64 = 10_000;

/// Notes that deliveries about products which a revision changed are to be judged.
pub(crate) async fn request_for_changed(c: &mut Conn, revision: i64) -> Result<(), Failure> {
    let changed: i64 = prepared::<BigInt>(
        "SELECT count(*) FROM (SELECT 1 FROM changes WHERE revision = ? LIMIT ?) AS changed",
    )
    .bind::<BigInt, _>(revision)
    .bind::<BigInt, _>(FEW_CHANGES + 1)
    .get_result(c)
    .await?;
    let found = if changed > FEW_CHANGES {
        CHANGED_OF_QUEUED
    } else {
        QUEUED_OF_CHANGED
    };
    prepared::<()>(found)
        .bind::<BigInt, _>(revision)
        .execute(c)
        .await?;
    Ok(())
}

/// From one product of the queue to the next by their index, however many deliveries there are of each.
const CHANGED_OF_QUEUED: &str = "INSERT INTO evidence_checks (product_no, revision, after_no, up_to_no) \
     WITH RECURSIVE unsent (no) AS ( \
         SELECT (SELECT q.product_no FROM delivery_queue q WHERE q.product_no IS NOT NULL \
             ORDER BY q.product_no LIMIT 1) \
         UNION ALL \
         SELECT (SELECT q.product_no FROM delivery_queue q WHERE q.product_no IS NOT NULL \
             AND q.product_no > u.no ORDER BY q.product_no LIMIT 1) \
         FROM unsent u WHERE u.no IS NOT NULL \
     ) \
     SELECT u.no, h.revision, 0, (SELECT max(q.delivery_no) FROM delivery_queue q \
         WHERE q.product_no = u.no) \
     FROM unsent u JOIN changes h ON h.revision = ? AND h.product_no = u.no WHERE true \
     ON CONFLICT (product_no) DO UPDATE SET after_no = 0, up_to_no = excluded.up_to_no";

/// Each product of the revision by the same index, however many are queued.
const QUEUED_OF_CHANGED: &str = "INSERT INTO evidence_checks (product_no, revision, after_no, up_to_no) \
     SELECT product_no, revision, 0, newest FROM ( \
         SELECT h.product_no, h.revision, (SELECT q.delivery_no FROM delivery_queue q \
             WHERE q.product_no = h.product_no ORDER BY q.delivery_no DESC LIMIT 1) AS newest \
         FROM changes h WHERE h.revision = ? \
     ) AS asked WHERE newest IS NOT NULL \
     ON CONFLICT (product_no) DO UPDATE SET after_no = 0, up_to_no = excluded.up_to_no";

/// Notes that deliveries about these products are to be judged.
pub(crate) async fn request(c: &mut Conn, products: &[i64], revision: i64) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "INSERT INTO evidence_checks (product_no, revision, after_no, up_to_no) \
         SELECT product_no, ?, 0, max(delivery_no) FROM delivery_queue WHERE product_no",
        IN_NUMBERS,
        "GROUP BY product_no \
         ON CONFLICT (product_no) DO UPDATE SET after_no = 0, up_to_no = excluded.up_to_no",
    ))
    .bind::<BigInt, _>(revision)
    .bind::<SqlJson, _>(DbJson::numbers(products.iter().copied()))
    .execute(c)
    .await?;
    Ok(())
}
