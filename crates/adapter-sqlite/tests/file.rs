//! What only a store in a file can run into.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use adapter_sqlite::SqliteStore;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use domain::ids::Revision;
use domain::store::StoreName;
use domain::watch::Freshness;
use ports_store::{CatalogueReader, CatalogueWriter, StoreError, StoreTermsChange};
use tempfile::TempDir;
use time::Duration;
use time::macros::datetime;

fn run(file: &Path, sql: &str) {
    SqliteConnection::establish(file.to_str().unwrap())
        .unwrap()
        .batch_execute(sql)
        .unwrap();
}

const FRESHNESS: Freshness = Freshness {
    now: datetime!(2026-03-01 12:00 UTC),
    offer_ttl: Duration::hours(72),
};

async fn migrated(folder: &TempDir) -> SqliteStore {
    let store = SqliteStore::open(&folder.path().join("store.db"), 2)
        .await
        .unwrap();
    store.migrate().await.unwrap();
    store
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("store.db");
    std::fs::write(
        &file,
        "plain text, and long enough for a header".repeat(100),
    )
    .unwrap();
    let refused = SqliteStore::open(&file, 1).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Unreachable(text) if text.contains("not a database")));
    assert_eq!(std::fs::read(&file).unwrap().len(), 4000, "left as it is");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_in_place_of_the_file_is_named() {
    let folder = TempDir::new().unwrap();
    let refused = SqliteStore::open(folder.path(), 1).await.err().unwrap();
    assert!(matches!(refused, StoreError::Unreachable(_)), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_not_writable() {
    let folder = TempDir::new().unwrap();
    let store = migrated(&folder).await;
    let file = folder.path().join("store.db");
    // the trigger stands for the volume: SQLite says the same of both
    run(
        &file,
        "CREATE TRIGGER full BEFORE INSERT ON stores BEGIN \
                SELECT raise(ABORT, 'database or disk is full'); END;",
    );
    let shop = StoreName::parse("Shop").unwrap();
    let refused = store
        .save_store(&shop, &StoreTermsChange::default(), FRESHNESS)
        .await
        .unwrap_err();
    assert!(matches!(refused, StoreError::NotWritable(_)), "{refused}");
    assert_eq!(store.list_stores().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_tables_needs_a_migration() {
    let folder = TempDir::new().unwrap();
    let store = SqliteStore::open(&folder.path().join("store.db"), 1)
        .await
        .unwrap();
    let refused = store.revision().await.unwrap_err();
    assert!(matches!(refused, StoreError::Schema(_)), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let store = migrated(&folder).await;
    let newer = "INSERT INTO __diesel_schema_migrations (version) VALUES ('20991231000001')";
    run(&folder.path().join("store.db"), newer);
    let refused = store.migrate().await.unwrap_err();
    assert!(matches!(&refused, StoreError::Schema(text) if text.contains("20991231000001")));
    assert_eq!(store.revision().await.unwrap(), Revision(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_go_down_and_up_again() {
    let folder = TempDir::new().unwrap();
    let store = migrated(&folder).await;
    store.revert_all().await.unwrap();
    assert!(matches!(
        store.revision().await.unwrap_err(),
        StoreError::Schema(_)
    ));
    store.migrate().await.unwrap();
    assert_eq!(store.revision().await.unwrap(), Revision(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn several_open_a_new_file_at_once() {
    for _ in 0..25 {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("store.db");
        let open = async || {
            let store = SqliteStore::open(&file, 1).await?;
            store.migrate().await?;
            store.revision().await
        };
        let opened = tokio::join!(open(), open(), open());
        assert!(matches!(opened, (Ok(_), Ok(_), Ok(_))), "{opened:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_version_stays_until_somebody_writes() {
    let folder = TempDir::new().unwrap();
    let store = migrated(&folder).await;
    let before = store.data_version().unwrap();
    store.revision().await.unwrap();
    assert_eq!(store.data_version().unwrap(), before);
    let shop = StoreName::parse("Shop").unwrap();
    store
        .save_store(&shop, &StoreTermsChange::default(), FRESHNESS)
        .await
        .unwrap();
    assert_ne!(store.data_version().unwrap(), before);
}
