//! The promises of the store's ports, on files.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;

use adapter_sql::prepared;
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sqlite::SqliteStore;
use contract_tests::store::{Database, Segment, StoreUnderTest};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use ports_store::CatalogueWriter;
use tempfile::TempDir;

async fn empty() -> Database {
    let folder = Arc::new(TempDir::new().unwrap());
    let file = folder.path().join("folder").join("store.db");
    SqliteStore::open(&file, 4)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    let probed = file.clone();
    Database::new(
        move || {
            let (file, folder) = (file.clone(), folder.clone());
            Box::pin(async move {
                let store = SqliteStore::open(&file, 4).await.unwrap();
                drop(folder); // the folder lives as long as the database
                let store: Arc<dyn StoreUnderTest> = Arc::new(store);
                store
            })
        },
        move || {
            let file = probed.clone();
            Box::pin(async move {
                let mut c = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
                let rows: Vec<(String, i64, DbTs, DbTs)> =
                    prepared::<(Text, BigInt, SqlTs, SqlTs)>(
                        "SELECT offer_id, item_minor, from_at, last_seen_at FROM price_segments",
                    )
                    .load(&mut c)
                    .unwrap();
                let segment =
                    |(offer_id, item_minor, from, seen): (String, i64, DbTs, DbTs)| Segment {
                        offer_id,
                        item_minor,
                        from_at: from.at(),
                        last_seen_at: seen.at(),
                    };
                rows.into_iter().map(segment).collect()
            })
        },
    )
}

contract_tests::store_contract!(empty());
