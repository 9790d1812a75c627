//! Storing many rows: by one statement that goes through a JSON text, or by one that is prepared once for all of them.

use adapter_sql::rows::{EventRow, GtinRow, KeyRow, NewProductRow, ProductColumns};
use adapter_sql::schema::{events, products};
use adapter_sql::types::SqlJson;
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::ExpressionMethods;
use diesel::upsert::excluded;

use crate::dialect::{Conn, Pipeline, RunQueryDsl};

/// Inserts products and returns their numbers, in order.
pub async fn insert_products(
    c: &mut Conn,
    rows: Vec<ProductColumns>,
    from_rev: i64,
) -> Result<Vec<i64>, Failure> {
    let mut numbers = Vec::with_capacity(rows.len());
    for columns in rows {
        let row = NewProductRow { columns, from_rev };
        let inserted = diesel::insert_into(products::table)
            .values(&row)
            .returning(products::no);
        numbers.push(inserted.get_result(c).await?);
    }
    Ok(numbers)
}

/// Inserts the trade item numbers of new products.
pub async fn insert_gtins(c: &mut Conn, rows: &[GtinRow]) -> Result<(), Failure> {
    prepared::<()>(
        "INSERT INTO product_gtins \
             (product_no, gtin, place, provenance, confidence_milli, from_rev) \
         SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?)",
    )
    .bind::<SqlJson, _>(GtinRow::json(rows))
    .execute(c)
    .await?;
    Ok(())
}

/// The keys and products of the members of a JSON object, in the order of keys.
const GIVEN_KEYS: &str = "SELECT CAST(key AS integer), value FROM json_each(?)";

/// Inserts the keys of matching of products that have none; to look for each costs nothing here.
pub async fn insert_keys(c: &mut Conn, rows: Vec<KeyRow>) -> Result<(), Failure> {
    add_keys(c, rows).await
}

/// Inserts keys of matching that are not there yet.
pub async fn add_keys(c: &mut Conn, rows: Vec<KeyRow>) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "INSERT INTO product_keys (key, product_no) ",
        GIVEN_KEYS,
        " WHERE true ON CONFLICT DO NOTHING",
    ))
    .bind::<SqlJson, _>(KeyRow::json(rows))
    .execute(c)
    .await?;
    Ok(())
}

/// Removes keys of matching.
pub async fn delete_keys(c: &mut Conn, rows: Vec<KeyRow>) -> Result<(), Failure> {
    prepared::<()>(concatcp!(
        "DELETE FROM product_keys WHERE (key, product_no) IN (",
        GIVEN_KEYS,
        ")",
    ))
    .bind::<SqlJson, _>(KeyRow::json(rows))
    .execute(c)
    .await?;
    Ok(())
}

/// Queues events to be fanned out. One of them may have been queued for a few in the place of another one.
#[expect(
    clippy::await_holding_refcell_ref,
    reason = "a statement is done when it is asked for: its answer is ready, and nothing runs meanwhile"
)]
pub async fn queue_events(pipeline: &Pipeline<'_>, rows: &[EventRow]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    diesel::insert_into(events::table)
        .values(rows)
        .on_conflict(events::id)
        .do_update()
        .set(events::fan_out_after.eq(excluded(events::fan_out_after)))
        .execute(&mut pipeline.connection())
        .await?;
    Ok(())
}
