//! One statement after the other fails: each test has this process's connections for itself.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::SeqCst};

use adapter_sqlite::SqliteStore;
use contract_tests::store::{
    Faulty, a_change_of_terms_that_fails_at_any_statement_is_done_by_the_next,
    a_publish_that_fails_at_any_statement_leaves_no_lock,
};
use diesel::connection::{
    Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation,
};
use diesel::prelude::*;
use diesel::sql_types::Text;
use tokio::sync::{Mutex, MutexGuard};

mod common;

/// How many statements there are until one breaks off; none does at 0 and below.
static UNTIL_BROKEN: AtomicI64 = AtomicI64::new(0);
/// Whether one was broken off, or refused by a trigger of these tests.
static STRUCK: AtomicBool = AtomicBool::new(false);
/// Whose the counters are.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Sees each statement before it runs, and how it ends.
struct Breaking;

impl Instrumentation for Breaking {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { .. } if UNTIL_BROKEN.fetch_sub(1, SeqCst) == 1 => {
                STRUCK.store(true, SeqCst);
                resume_unwind(Box::new("broken off"));
            }
            InstrumentationEvent::FinishQuery {
                error: Some(error), ..
            } if error.to_string().contains("struck") => STRUCK.store(true, SeqCst),
            _ => {}
        }
    }
}

async fn instrumented() -> MutexGuard<'static, ()> {
    let alone = ALONE.lock().await;
    set_default_instrumentation(|| Some(Box::new(Breaking))).unwrap();
    alone
}

async fn faulty(
    file: &Path,
    strike: impl Fn(&Path, u32) + Send + Sync + 'static,
    spare: impl Fn(&Path) + Send + Sync + 'static,
) -> Faulty {
    let store = SqliteStore::open(file, 4).await.unwrap();
    let files: [PathBuf; 2] = std::array::from_fn(|_| file.to_owned());
    let [struck, spared] = files;
    Faulty {
        store: Arc::new(store),
        strike: Box::new(move |n| {
            STRUCK.store(false, SeqCst);
            strike(&struck, n);
            Box::pin(async {})
        }),
        struck: Box::new(move || {
            let was = STRUCK.load(SeqCst);
            spare(&spared);
            Box::pin(async move { was })
        }),
    }
}

/// The thread that runs the transaction unwinds before the statement.
#[tokio::test(flavor = "multi_thread")]
async fn a_publish_that_is_broken_off_at_any_statement_leaves_no_lock() {
    let _alone = instrumented().await;
    let (file, db) = common::database().await;
    let faulty = faulty(
        &file,
        |_, n| UNTIL_BROKEN.store(i64::from(n), SeqCst),
        |_| UNTIL_BROKEN.store(0, SeqCst),
    )
    .await;
    let statements = a_publish_that_fails_at_any_statement_leaves_no_lock(&db, &faulty).await;
    assert!(statements > 15, "{statements}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_terms_that_is_broken_off_at_any_statement_is_done_by_the_next() {
    let _alone = instrumented().await;
    let (file, db) = common::database().await;
    let faulty = faulty(
        &file,
        |_, n| UNTIL_BROKEN.store(i64::from(n), SeqCst),
        |_| UNTIL_BROKEN.store(0, SeqCst),
    )
    .await;
    let statements =
        a_change_of_terms_that_fails_at_any_statement_is_done_by_the_next(&db, &faulty).await;
    assert!(statements > 15, "{statements}");
}

#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Makes the n-th row that is written, whatever table it is of, refused.
fn refuse_row(file: &Path, n: u32) {
    let mut c = common::connect(file);
    c.batch_execute(&format!(
        "CREATE TABLE faults (until INTEGER NOT NULL); INSERT INTO faults VALUES ({n})"
    ))
    .unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'faults' \
        AND name NOT LIKE 'sqlite!_%' ESCAPE '!'";
    let tables: Vec<Table> = diesel::sql_query(tables).load(&mut c).unwrap();
    for Table { name } in tables {
        for act in ["INSERT", "UPDATE", "DELETE"] {
            let trigger = format!(
                "CREATE TRIGGER fault_{name}_{act} BEFORE {act} ON \"{name}\" BEGIN \
                     UPDATE faults SET until = until - 1; \
                     SELECT RAISE(ABORT, 'struck') FROM faults WHERE until = 0; END"
            );
            c.batch_execute(&trigger).unwrap();
        }
    }
}

fn refuse_nothing(file: &Path) {
    let mut c = common::connect(file);
    let triggers =
        "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'fault!_%' ESCAPE '!'";
    let triggers: Vec<Table> = diesel::sql_query(triggers).load(&mut c).unwrap();
    for Table { name } in triggers {
        c.batch_execute(&format!("DROP TRIGGER {name}")).unwrap();
    }
    c.batch_execute("DROP TABLE faults").unwrap();
}

/// The database refuses the statement in the middle of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_publish_that_is_refused_at_any_row_leaves_no_lock() {
    let _alone = instrumented().await;
    let (file, db) = common::database().await;
    let faulty = faulty(&file, refuse_row, refuse_nothing).await;
    let rows = a_publish_that_fails_at_any_statement_leaves_no_lock(&db, &faulty).await;
    assert!(rows > 10, "{rows}");
}

/// The database refuses to commit.
#[tokio::test(flavor = "multi_thread")]
async fn a_publish_whose_commit_is_refused_leaves_no_lock() {
    let _alone = instrumented().await;
    let (file, db) = common::database().await;
    let refuse = |file: &Path, n: u32| {
        let mut c = common::connect(file);
        let statements = "CREATE TABLE faults (until INTEGER NOT NULL REFERENCES stores (no) \
                DEFERRABLE INITIALLY DEFERRED);";
        c.batch_execute(statements).unwrap();
        if n == 1 {
            let trigger = "CREATE TRIGGER fault_commit BEFORE UPDATE OF revision ON catalogue_state \
                BEGIN INSERT INTO faults VALUES (-1); END";
            c.batch_execute(trigger).unwrap();
            STRUCK.store(true, SeqCst);
        }
    };
    let faulty = faulty(&file, refuse, refuse_nothing).await;
    a_publish_that_fails_at_any_statement_leaves_no_lock(&db, &faulty).await;
}
