//! The schema, embedded.

use adapter_sql::error::{newer_schema, store_error};
use adapter_sql::prepared;
use diesel::migration::MigrationVersion;
use diesel::sql_types::BigInt;
use diesel::{RunQueryDsl, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use ports_store::StoreError;

use crate::pool;
use crate::queries::grouping::key_texts;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// Applies what is missing; blocks. All in one transaction with the write lock, so that of several
/// processes one migrates and the others find nothing to do.
pub fn run(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let applied = c.immediate_transaction(|c| -> Result<(), Refused> {
        refuse_newer(c)?;
        c.run_pending_migrations(MIGRATIONS)?;
        pool::at_once(key_texts::convert(c))
            .map_err(|failure| Refused(StoreError::from(failure).to_string()))?;
        Ok(())
    });
    applied.map_err(schema_error)
}

/// Whether the schema is this program's; an error when it is a newer one. Changes nothing; blocks.
pub fn are_applied(c: &mut SqliteConnection) -> Result<bool, StoreError> {
    let tables = prepared::<BigInt>(
        "SELECT count(*) FROM sqlite_master WHERE name = '__diesel_schema_migrations'",
    );
    let tables: i64 = tables.get_result(c).map_err(|error| store_error(&error))?;
    if tables == 0 {
        return Ok(false);
    }
    refuse_newer(c)
        .and_then(|()| Ok(!c.has_pending_migration(MIGRATIONS)?))
        .map_err(schema_error)
}

fn refuse_newer(c: &mut SqliteConnection) -> Result<(), Refused> {
    let ours = own_versions()?;
    let applied = c.applied_migrations()?;
    let newer = applied.iter().find(|applied| !ours.contains(applied));
    newer.map_or(Ok(()), |newer| Err(Refused(newer_schema(newer))))
}

/// Removes all tables and what they hold; blocks.
pub fn revert_all(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let reverted = c.immediate_transaction(|c| -> Result<(), Refused> {
        c.revert_all_migrations(MIGRATIONS)?;
        Ok(())
    });
    reverted.map_err(schema_error)
}

fn own_versions() -> Result<Vec<MigrationVersion<'static>>, Refused> {
    use diesel::migration::{Migration, MigrationSource};
    use diesel::sqlite::Sqlite;
    let migrations: Vec<Box<dyn Migration<Sqlite>>> = MIGRATIONS.migrations()?;
    Ok(migrations
        .iter()
        .map(|migration| migration.name().version().as_owned())
        .collect())
}

/// Whether a migration is one of this program's.
pub fn knows(version: &str) -> Result<bool, StoreError> {
    let ours = own_versions().map_err(schema_error)?;
    Ok(ours.iter().any(|own| own.to_string() == version))
}

struct Refused(String);

impl From<diesel::result::Error> for Refused {
    fn from(error: diesel::result::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<Box<dyn std::error::Error + Send + Sync>> for Refused {
    fn from(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        Self(error.to_string())
    }
}

fn schema_error(Refused(text): Refused) -> StoreError {
    match adapter_sql::error::from_text(text) {
        StoreError::Failed(text) => StoreError::Schema(text),
        other => other,
    }
}
