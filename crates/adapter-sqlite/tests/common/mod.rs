//! Files for the cases, and what they see and do past the ports.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adapter_sql::prepared;
use adapter_sql::types::{DbTs, SqlTs};
use adapter_sqlite::SqliteStore;
use contract_tests::store::{Database, Probes, Refused, Segment, StoreUnderTest};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use ports_store::CatalogueWriter;
use tempfile::TempDir;

/// An empty database and the path of its file.
pub async fn database() -> (PathBuf, Database) {
    let folder = Arc::new(TempDir::new().unwrap());
    let file = folder.path().join("folder").join("store.db");
    SqliteStore::open(&file, 4)
        .await
        .unwrap()
        .migrate()
        .await
        .unwrap();
    let probed = file.clone();
    let database = Database::new(
        move || {
            let (file, folder) = (file.clone(), folder.clone());
            Box::pin(async move {
                let store = SqliteStore::open(&file, 4).await.unwrap();
                drop(folder); // the folder lives as long as the database
                let store: Arc<dyn StoreUnderTest> = Arc::new(store);
                store
            })
        },
        probes(&probed),
    );
    (probed, database)
}

fn probes(file: &Path) -> Probes {
    let files: [PathBuf; 3] = std::array::from_fn(|_| file.to_owned());
    let [segmented, listed, damaged] = files;
    Probes {
        segments: Box::new(move || {
            let segments = segments(&segmented);
            Box::pin(async move { segments })
        }),
        rows: Box::new(move || {
            let rows = rows(&listed);
            Box::pin(async move { rows })
        }),
        refuse: Box::new(move |refused| {
            refuse(&damaged, refused);
            Box::pin(async {})
        }),
    }
}

/// A connection of one's own.
pub fn connect(file: &Path) -> SqliteConnection {
    let mut c = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    c.batch_execute("PRAGMA busy_timeout = 5000").unwrap();
    c
}

fn segments(file: &Path) -> Vec<Segment> {
    let rows: Vec<(String, i64, DbTs, DbTs)> = prepared::<(Text, BigInt, SqlTs, SqlTs)>(
        "SELECT offer_id, item_minor, from_at, last_seen_at FROM price_segments",
    )
    .load(&mut connect(file))
    .unwrap();
    let segment = |(offer_id, item_minor, from, seen): (String, i64, DbTs, DbTs)| Segment {
        offer_id,
        item_minor,
        from_at: from.at(),
        last_seen_at: seen.at(),
    };
    rows.into_iter().map(segment).collect()
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(c: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let lines: Vec<Line> = diesel::sql_query(sql).load(c).unwrap();
    lines.into_iter().map(|row| row.line).collect()
}

fn rows(file: &Path) -> Vec<String> {
    let mut c = connect(file);
    let tables = "SELECT name AS line FROM sqlite_schema \
                  WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let mut rows = Vec::new();
    for table in lines(&mut c, tables) {
        let columns = format!("SELECT name AS line FROM pragma_table_info('{table}')");
        let columns = lines(&mut c, &columns);
        let quoted: Vec<String> = columns
            .iter()
            .map(|it| format!("quote(\"{it}\")"))
            .collect();
        let quoted = quoted.join(" || ' ' || ");
        let sql = format!("SELECT '{table} ' || {quoted} AS line FROM \"{table}\"");
        rows.extend(lines(&mut c, &sql));
    }
    rows
}

fn refuse(file: &Path, refused: Refused) {
    let when = match refused {
        Refused::Nothing => None,
        Refused::Publishing => Some("UPDATE ON snapshots WHEN NEW.state = 'published'".to_owned()),
        Refused::Catalogue => Some("UPDATE ON catalogue_state".to_owned()),
        Refused::EventsOf(product) => {
            Some(format!("INSERT ON events WHEN NEW.product_no = {product}"))
        }
    };
    let trigger = when.map(|when| {
        format!("CREATE TRIGGER refusal BEFORE {when} BEGIN SELECT RAISE(ABORT, 'refused'); END;")
    });
    let trigger = trigger.unwrap_or_default();
    let statements = format!("DROP TRIGGER IF EXISTS refusal; {trigger}");
    connect(file).batch_execute(&statements).unwrap();
}
