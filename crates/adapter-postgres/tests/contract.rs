//! The promises of the store's ports, each on a database of its own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_postgres::PostgresStore;
use adapter_postgres::testing::scratch_database;
use adapter_sql::schema::price_segments;
use adapter_sql::types::DbTs;
use contract_tests::store::{Database, Later, Segment, StoreUnderTest};
use diesel::QueryDsl;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use ports_store::CatalogueWriter;

async fn empty() -> Database {
    let database = Arc::new(scratch_database().await);
    let store = PostgresStore::connect(&database.url, 1).await.unwrap();
    store.migrate().await.unwrap();
    let probed = Arc::clone(&database);
    Database::new(
        move || connected(database.url.clone()),
        move || segments(probed.url.clone()),
    )
}

fn connected(url: String) -> Later<Arc<dyn StoreUnderTest>> {
    Box::pin(async move {
        let store: Arc<dyn StoreUnderTest> =
            Arc::new(PostgresStore::connect(&url, 4).await.unwrap());
        store
    })
}

fn segments(url: String) -> Later<Vec<Segment>> {
    Box::pin(async move {
        let mut connection = AsyncPgConnection::establish(&url).await.unwrap();
        let rows: Vec<(String, i64, DbTs, DbTs)> = price_segments::table
            .select((
                price_segments::offer_id,
                price_segments::item_minor,
                price_segments::from_at,
                price_segments::last_seen_at,
            ))
            .load(&mut connection)
            .await
            .unwrap();
        let segment =
            |(offer_id, item_minor, from_at, last_seen_at): (String, i64, DbTs, DbTs)| Segment {
                offer_id,
                item_minor,
                from_at: from_at.at(),
                last_seen_at: last_seen_at.at(),
            };
        rows.into_iter().map(segment).collect()
    })
}

contract_tests::store_contract!(empty());
