//! What only a store in a file can run into.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use adapter_sql::columns::UNREPLACED;
use adapter_sqlite::SqliteStore;
use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection};
use domain::access::{Mode, Tenant};
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::Revision;
use domain::placement::MatchKey;
use domain::secret::Sealed;
use domain::store::StoreName;
use ports_store::{
    AccessStore, CatalogueReader, CatalogueWriter, CommandContext, IdempotencyClaim, MatchStore,
    Outcome, StoreError, StoreTermsChange, StoredAnswer, WebhookCommand, WebhookStore,
    WorkspaceChange,
};
use tempfile::TempDir;
use time::Duration;
use time::macros::datetime;
use uuid::Uuid;

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

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_feed_no_longer_names_is_found_by_its_store() {
    let folder = TempDir::new().unwrap();
    migrated(&folder).await;
    let file = folder.path().join("store.db");
    let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    let plan: Vec<Plan> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {UNREPLACED}"))
        .bind::<BigInt, _>(1)
        .bind::<BigInt, _>(1)
        .bind::<BigInt, _>(0)
        .bind::<BigInt, _>(1000)
        .load(&mut connection)
        .unwrap();
    let plan: Vec<String> = plan.into_iter().map(|step| step.detail).collect();
    let expected = "SEARCH offers USING INDEX offers_on_offer (store_no=? AND rowid>?)";
    assert_eq!(plan, [expected], "and nothing is sorted");
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

#[derive(Debug, PartialEq, Eq, QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(file: &Path, sql: &str) -> Vec<Line> {
    let mut c = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    diesel::sql_query(sql).load(&mut c).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn doubts_and_their_indexes_stay_when_their_numbers_are_made_unique() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("store.db");
    migrated(&folder).await;
    // as when all that came later is taken back first
    run(
        &file,
        include_str!(
            "../../../migrations/sqlite/2026-11-24-000121_numbers_are_in_no_order/down.sql"
        ),
    );
    run(
        &file,
        "INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, description, \
             aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev) \
         SELECT value, value, '', '', '', '', '', '', '', '[]', '[]', 'feed', 1, 0, 0, 1 \
         FROM json_each('[1, 2, 3]');
         INSERT INTO match_reviews (no, product_no, candidate_no, reason, from_rev, is_settled) \
         VALUES (4, 2, 1, 'alike', 1, 0), (9, 1, 3, 'it''s alike', 2, 1);",
    );
    let everything = || {
        [
            "SELECT concat_ws(' ', no, product_no, candidate_no, reason, from_rev, is_settled) AS line \
             FROM match_reviews ORDER BY no",
            "SELECT sql AS line FROM sqlite_schema WHERE type IN ('index', 'trigger') \
             AND tbl_name = 'match_reviews' ORDER BY name",
        ]
        .map(|sql| lines(&file, sql))
    };
    let before = everything();
    assert_eq!((before[0].len(), before[1].len()), (2, 3));
    let numbered = lines(&file, "SELECT seq AS line FROM sqlite_sequence");
    for sql in [
        include_str!("../../../migrations/sqlite/2026-11-23-000060_doubt_numbers/down.sql"),
        include_str!("../../../migrations/sqlite/2026-11-23-000060_doubt_numbers/up.sql"),
    ] {
        run(&file, sql);
        assert_eq!(everything(), before);
    }
    assert_eq!(
        lines(&file, "SELECT seq AS line FROM sqlite_sequence"),
        numbered
    );
}

/// As an earlier program left them, as texts.
#[tokio::test(flavor = "multi_thread")]
async fn keys_that_were_texts_become_numbers() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("store.db");
    let store = migrated(&folder).await;
    run(
        &file,
        "INSERT INTO products (no, canonical_id, name, brand, model, variant, category, mpn, description, \
             aliases, specs, provenance, pack_size, is_bundle, in_review, from_rev) \
         SELECT value, value, '', '', '', '', '', '', '', '[]', '[]', 'feed', 1, 0, 0, 0 \
         FROM json_each('[1, 2]');
         INSERT INTO product_gtins (product_no, gtin, place, provenance, confidence_milli, from_rev) \
         VALUES (1, 4000000000761, 0, 'feed', 1000, 0);
         INSERT INTO lexicons (one, products, words) VALUES (1, 7, '');",
    );
    run(
        &file,
        include_str!("../../../migrations/sqlite/2026-11-24-000141_keys_are_numbers/down.sql"),
    );
    let texts = "SELECT concat_ws(' ', key, product_no) AS line FROM product_keys ORDER BY key";
    assert_eq!(lines(&file, texts), [line("g:04000000000761 1")]);
    let learned = "SELECT products AS line FROM lexicons";
    assert_eq!(lines(&file, learned), [line("0")], "so that it is due");
    run(
        &file,
        "INSERT INTO product_keys (key, product_no) VALUES ('n:X-1', 1), ('p:algon laptop', 1), ('p:algon laptop', 2);
         DELETE FROM __diesel_schema_migrations WHERE version = '20261124000141';",
    );
    store.migrate().await.unwrap();
    let found = store.list_candidates(None, 9).await.unwrap();
    let keys: Vec<_> = found.into_iter().map(|it| it.candidate.keys).collect();
    let gtin = Gtin::parse("4000000000761").unwrap();
    let [number, part, words] = [
        MatchKey::of_gtin(gtin),
        MatchKey::of_part_number("n:X-1"),
        MatchKey::of_text("p:algon laptop"),
    ];
    assert_eq!(keys, [vec![number, words, part], vec![words]]);
    let left = "SELECT name AS line FROM sqlite_schema WHERE name LIKE 'product_key_t%'";
    assert_eq!(lines(&file, left), []);
}

fn line(text: &str) -> Line {
    Line {
        line: text.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_an_earlier_version_kept_is_given_as_it_was() {
    let folder = TempDir::new().unwrap();
    let store = migrated(&folder).await;
    let change = WorkspaceChange::default();
    let workspace = store.save_workspace("w", &change).await.unwrap().no;
    let now = datetime!(2026-03-01 12:00 UTC);
    run(
        &folder.path().join("store.db"),
        &format!(
            "INSERT INTO idempotency_keys (workspace_no, mode, key, fingerprint, api_key_id, status, body, \
                 location, created_at, secret, secret_key) \
             VALUES ({}, 'live', 'order-1', zeroblob(32), 'key_1', 201, CAST('{{}}' AS blob), '/v1/webhooks/1', \
                 {}, CAST('sealed' AS blob), 'k1')",
            workspace.0,
            now.unix_timestamp() * 1_000_000
        ),
    );
    let tenant = Tenant {
        workspace,
        mode: Mode::Live,
    };
    let context = CommandContext {
        tenant,
        actor: "akr_1".to_owned(),
        entry: Uuid::nil(),
        deliverable: true,
        quota: None,
        now,
    };
    let claim = IdempotencyClaim {
        tenant,
        key: "order-1".to_owned(),
        fingerprint: [0; 32],
        api_key: "key_1".to_owned(),
        at: now,
    };
    let command = WebhookCommand::Remove { id: Uuid::nil() };
    let outcome = store.apply(&context, &command, Some(&claim)).await.unwrap();
    let expected = StoredAnswer {
        status: 201,
        body: b"{}".to_vec(),
        location: Some("/v1/webhooks/1".to_owned()),
        secret: Some(Sealed {
            key_id: "k1".to_owned(),
            bytes: b"sealed".to_vec(),
        }),
    };
    assert_eq!(outcome, Outcome::Answered(expected));
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

#[tokio::test(flavor = "multi_thread")]
async fn the_data_version_tells_of_every_commit_of_every_connection() {
    let folder = TempDir::new().unwrap();
    let here = migrated(&folder).await;
    let elsewhere = migrated(&folder).await;
    let mut last = here.data_version().unwrap();
    for round in 0..200_u32 {
        let shop = StoreName::parse(&format!("Shop {round}")).unwrap();
        let writer = if round % 2 == 0 { &here } else { &elsewhere };
        writer
            .save_store(&shop, &StoreTermsChange::default(), FRESHNESS)
            .await
            .unwrap();
        if round % 50 == 49 {
            // the log begins anew
            run(
                &folder.path().join("store.db"),
                "PRAGMA wal_checkpoint(TRUNCATE)",
            );
        }
        let now = here.data_version().unwrap();
        assert_ne!(now, last, "round {round}");
        assert_eq!(here.data_version().unwrap(), now);
        last = now;
    }
}

/// With any descriptor of a file that a process closes it loses its locks of that file.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_closed_takes_no_locks_from_others_of_its_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("store.db");
    let kept = migrated(&folder).await;
    let mut writer = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    writer.batch_execute("BEGIN IMMEDIATE").unwrap();
    let locks = || {
        let index = std::fs::metadata(folder.path().join("store.db-shm")).unwrap();
        let inode = format!(":{} ", std::os::unix::fs::MetadataExt::ino(&index));
        let held = std::fs::read_to_string("/proc/locks").unwrap();
        held.lines().filter(|line| line.contains(&inode)).count()
    };
    let closed = SqliteStore::open(&file, 1).await.unwrap();
    closed.data_version().unwrap();
    assert!(locks() > 0, "the one who writes has some");
    drop(closed);
    assert!(locks() > 0);
    writer.batch_execute("ROLLBACK").unwrap();
    kept.data_version().unwrap();
}
