//! Copies of a database, and putting one in its place.

use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::SqliteConnection;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{QueryableByName, RunQueryDsl, sql_query};
use ports_store::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::lock;
use crate::migrations;
use crate::pool::{self, WRITER};

/// How long, and how often, somebody is waited for who keeps the file locked.
const PATIENCE: Duration = Duration::from_secs(5);
const TRIES: u32 = 10;

/// What asks for the database alone: the log is taken into the file, which succeeds only when nobody else has it open.
const ALONE: &str = "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; \
    BEGIN EXCLUSIVE;";

/// A database that nobody else has open, while this is kept.
pub struct Alone(#[expect(dead_code, reason = "held for its lock")] SqliteConnection);

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Text)]
    found: String,
}

/// Copies a database as it is at one moment into an empty file, while others go on reading and writing. Answers the
/// newest migration of the copy.
pub async fn back_up(database: &Path, to: &Path) -> Result<String, StoreError> {
    let (database, to) = (database.to_owned(), to.to_owned());
    pool::blocking(move || {
        copy(&database, &to)?;
        let newest = "SELECT coalesce(max(version), '') AS found FROM __diesel_schema_migrations";
        Ok(ask(&mut pool::connect(text(&to)?, WRITER)?, newest)?.concat())
    })
    .await
}

/// All pages in one step: what others commit meanwhile is not in the copy, and does not begin it anew.
fn copy(database: &Path, to: &Path) -> Result<(), StoreError> {
    let wrong = |error: rusqlite::Error| StoreError::Failed(format!("the copy: {error}"));
    let from = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|error| StoreError::Unreachable(error.to_string()))?;
    from.busy_timeout(PATIENCE).map_err(wrong)?;
    let mut to = Connection::open(to).map_err(wrong)?;
    let backup = Backup::new(&from, &mut to).map_err(wrong)?;
    for _ in 0..TRIES {
        if backup.step(-1).map_err(wrong)? == StepResult::Done {
            return Ok(());
        }
    }
    let locked = "another process keeps the database locked";
    Err(StoreError::TimedOut(locked.to_owned()))
}

/// Whether a file is a sound database with a schema that this program knows, or can bring up to date.
pub async fn check(database: &Path) -> Result<(), StoreError> {
    let database = database.to_owned();
    pool::blocking(move || {
        let c = &mut pool::connect(text(&database)?, WRITER)?;
        let said = ask(
            c,
            "SELECT integrity_check AS found FROM pragma_integrity_check",
        )?;
        if said != ["ok"] {
            let said = said.into_iter().next().unwrap_or_default();
            return Err(StoreError::Corrupt(format!("the database: {said}")));
        }
        migrations::are_applied(c).map(drop)
    })
    .await
}

/// Takes a database for itself alone; [`StoreError::Locked`] when any process has it open, [`StoreError::Corrupt`] when
/// it is damaged, so that nobody can use it.
pub async fn claim(database: &Path) -> Result<Alone, StoreError> {
    let database = database.to_owned();
    pool::blocking(move || {
        let mut c = pool::connect(text(&database)?, "")?;
        c.batch_execute(ALONE)
            .map_err(|error| match adapter_sql::error::store_error(&error) {
                StoreError::TimedOut(_) => StoreError::Locked,
                other => damaged(&error).unwrap_or(other),
            })?;
        Ok(Alone(c))
    })
    .await
}

/// What SQLite says of a file that it cannot use whatever is done.
fn damaged(error: &diesel::result::Error) -> Option<StoreError> {
    let text = error.to_string();
    let said = |words| text.contains(words);
    let is_damaged = said("file is not a database") || said("disk image is malformed");
    is_damaged.then_some(StoreError::Corrupt(text))
}

/// The files that SQLite keeps beside a database while it is open.
pub fn beside(database: &Path) -> [PathBuf; 3] {
    ["-wal", "-shm", "-journal"].map(|end| {
        let mut path = database.as_os_str().to_owned();
        path.push(end);
        PathBuf::from(path)
    })
}

/// All files that are kept beside a database: SQLite's, and those that are locked.
pub fn all_beside(database: &Path) -> Vec<PathBuf> {
    let locked = [lock::CATALOGUE, lock::TURN].map(|end| lock::file_beside(database, end));
    beside(database).into_iter().chain(locked).collect()
}

/// Whether this program knows a migration.
pub fn knows(migration: &str) -> Result<bool, StoreError> {
    migrations::knows(migration)
}

fn ask(c: &mut SqliteConnection, query: &str) -> Result<Vec<String>, StoreError> {
    let found = sql_query(query).load::<Found>(c);
    let found = found.map_err(|error| adapter_sql::error::store_error(&error))?;
    Ok(found.into_iter().map(|row| row.found).collect())
}

fn text(path: &Path) -> Result<&str, StoreError> {
    let not_text = || StoreError::Unreachable("the path of the database is not UTF-8".to_owned());
    path.to_str().ok_or_else(not_text)
}
