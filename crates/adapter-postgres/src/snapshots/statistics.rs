//! What the planner knows of the tables that an import fills.

use adapter_sql::{Failure, prepared};
use diesel::sql_query;
use diesel::sql_types::Text;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

/// Has those tables analyzed that are more than twice as large as when they were last analyzed or vacuumed, and larger
/// by a megabyte. Autovacuum does it, too, but up to minutes later: until then the planner takes a store of 100,000
/// offers for one of a few, and each batch would read them all. A table that somebody else vacuums is left to them.
pub async fn refresh(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    let grown: Vec<String> = prepared::<Text>(
        "SELECT t.oid::regclass::text FROM pg_class t \
         WHERE t.oid IN ('offers'::regclass, 'products'::regclass, \
                 'product_gtins'::regclass, 'product_keys'::regclass) \
             AND pg_relation_size(t.oid) > 1048576 \
                 + 2 * t.relpages * current_setting('block_size')::bigint",
    )
    .load(c)
    .await?;
    for table in grown {
        sql_query(format!("ANALYZE (SKIP_LOCKED) {table}"))
            .execute(c)
            .await?;
    }
    Ok(())
}
