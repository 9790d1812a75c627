//! The schema goes up, down and up again on both stores, and stays empty of leftovers.

use adapter_postgres::PostgresStore;
use adapter_postgres::testing::scratch_database;
use adapter_sqlite::SqliteStore;
use ports_store::{CatalogueReader, CatalogueWriter};

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_goes_up_down_and_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("prices.sqlite"), 1)
        .await
        .unwrap();
    store.migrate().await.unwrap();
    store.migrate().await.unwrap();
    store.revert_all().await.unwrap();
    assert!(store.revision().await.is_err());
    store.migrate().await.unwrap();
    assert_eq!(store.revision().await.unwrap().0, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_goes_up_down_and_up_again() {
    let database = scratch_database().await;
    let store = PostgresStore::connect(&database.url, 2).await.unwrap();
    store.migrate().await.unwrap();
    store.migrate().await.unwrap();
    store.revert_all().await.unwrap();
    assert!(store.revision().await.is_err());
    store.migrate().await.unwrap();
    assert_eq!(store.revision().await.unwrap().0, 0);
}
