//! Watches that prices cross, and what is noted of them.

use adapter_sql::columns::WATCH_COLUMNS;
use adapter_sql::rows::{WatchRow, WatchTypes};
use adapter_sql::types::{DbJson, SqlJson};
use adapter_sql::{Failure, prepared};
use const_format::concatcp;
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool};
use domain::num::i64_from_usize;

use crate::dialect::{
    Conn, END_OF_FIRST_WATCHES_OF_GIVEN, END_OF_WATCHES_OF_GIVEN, FIRST_WATCHES_OF_GIVEN_WHERE,
    FOR_UPDATE, GIVEN_PAIRS, GIVEN_PRICES, IN_NUMBERS, Pipeline, RunQueryDsl,
    WATCHES_OF_GIVEN_WHERE,
};

/// Begins a statement about watches `w` of `given` products with their prices.
const SELECT_BY_PRICES: &str = concatcp!(
    "WITH given AS (SELECT * FROM ",
    GIVEN_PRICES,
    " AS g) SELECT ",
    WATCH_COLUMNS,
    " FROM ",
);

/// The watches of all stores whose targets lie between their side and these prices, at most so many: each of them moves.
pub(crate) async fn crossed(
    pipeline: &Pipeline<'_>,
    prices: DbJson,
    most: usize,
) -> Result<Vec<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        SELECT_BY_PRICES,
        WATCHES_OF_GIVEN_WHERE,
        "below = false AND target > g.price AND NOT each_time",
        END_OF_WATCHES_OF_GIVEN,
        "UNION ALL SELECT ",
        WATCH_COLUMNS,
        " FROM ",
        WATCHES_OF_GIVEN_WHERE,
        "below = true AND target <= g.price AND NOT each_time",
        END_OF_WATCHES_OF_GIVEN,
        " LIMIT ?",
    ))
    .bind::<SqlJson, _>(prices)
    .bind::<BigInt, _>(i64_from_usize(most))
    .load(&mut pipeline.connection())
    .await?)
}

/// The first of the watches that are looked at each time and were not yet, at most so many, in the order in which products are
/// given, and in that of their numbers: it goes from product to product, and reads nothing behind the last. `step`:
/// ten-thousandths in a minor unit.
pub(crate) async fn looked_at_each_time(
    pipeline: &Pipeline<'_>,
    prices: DbJson,
    step: i64,
    most: usize,
) -> Result<Vec<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        SELECT_BY_PRICES,
        FIRST_WATCHES_OF_GIVEN_WHERE,
        // of all stores together the price alone says whether there is one, whether it is above what a fall is counted
        // from, and, rounded so that none is left out, whether it is such a fall; nothing changes for a low where the price did not
        "each_time AND no > g.seen_no AND (store_name IS NOT NULL \
             OR (condition = 'back_in_stock' AND below = (g.price IS NULL)) \
             OR (condition = 'price_fall' AND g.price IS NOT NULL AND (reference_minor IS NULL \
                 OR reference_minor * ? < g.price \
                 OR g.price <= (reference_minor - reference_minor / 100 * percent) * ?)) \
             OR (condition = 'new_low' AND g.price IS NOT NULL \
                 AND (last_price_minor IS NULL OR last_price_minor * ? <> g.price)))",
        END_OF_FIRST_WATCHES_OF_GIVEN,
        "LIMIT ?",
    ))
    .bind::<SqlJson, _>(prices)
    .bind::<BigInt, _>(step)
    .bind::<BigInt, _>(step)
    .bind::<BigInt, _>(step)
    .bind::<BigInt, _>(i64_from_usize(most))
    .bind::<BigInt, _>(i64_from_usize(most))
    .load(&mut pipeline.connection())
    .await?)
}

/// A watch, kept from other writers.
pub(crate) async fn of_number(c: &mut Conn, no: i64) -> Result<Option<WatchRow>, Failure> {
    Ok(prepared::<WatchTypes>(concatcp!(
        "SELECT ",
        WATCH_COLUMNS,
        " FROM watches w WHERE w.no = ?",
        FOR_UPDATE,
    ))
    .bind::<BigInt, _>(no)
    .get_result(c)
    .await
    .optional()?)
}

pub(crate) async fn set_side(
    pipeline: &Pipeline<'_>,
    below: bool,
    watches: Vec<i64>,
) -> Result<(), Failure> {
    if watches.is_empty() {
        return Ok(());
    }
    prepared::<()>(concatcp!(
        "UPDATE watches SET below = ? WHERE no",
        IN_NUMBERS,
    ))
    .bind::<Bool, _>(below)
    .bind::<SqlJson, _>(DbJson::numbers(watches))
    .execute(&mut pipeline.connection())
    .await?;
    Ok(())
}

/// What is given for watches, in an `UPDATE` of a column.
const OF_GIVEN: &str = concatcp!(
    " = g.value FROM ",
    GIVEN_PAIRS,
    " AS g WHERE watches.no = g.no"
);
const SET_REFERENCES: &str = concatcp!("UPDATE watches SET reference_minor", OF_GIVEN);
const SET_LAST_PRICES: &str = concatcp!("UPDATE watches SET last_price_minor", OF_GIVEN);

/// Notes from which prices in minor units the falls and lows of these watches are counted from now on.
pub(crate) async fn set_references(
    pipeline: &Pipeline<'_>,
    references: Vec<(i64, i64)>,
) -> Result<(), Failure> {
    set_pairs(pipeline, SET_REFERENCES, references).await
}

/// Notes the prices in minor units that watches of lows have seen last.
pub(crate) async fn set_last_prices(
    pipeline: &Pipeline<'_>,
    prices: Vec<(i64, i64)>,
) -> Result<(), Failure> {
    set_pairs(pipeline, SET_LAST_PRICES, prices).await
}

async fn set_pairs(
    pipeline: &Pipeline<'_>,
    sql: &'static str,
    pairs: Vec<(i64, i64)>,
) -> Result<(), Failure> {
    if pairs.is_empty() {
        return Ok(());
    }
    prepared::<()>(sql)
        .bind::<SqlJson, _>(DbJson::pairs(pairs))
        .execute(&mut pipeline.connection())
        .await?;
    Ok(())
}
