//! The schema, embedded.

use diesel::SqliteConnection;
use diesel::migration::MigrationVersion;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use ports_store::StoreError;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// Applies what is missing; blocks. All in one transaction with the write lock, so that of several
/// processes one migrates and the others find nothing to do.
pub fn run(c: &mut SqliteConnection) -> Result<(), StoreError> {
    let applied = c.immediate_transaction(|c| -> Result<(), Refused> {
        let ours = own_versions()?;
        if let Some(newer) = c
            .applied_migrations()?
            .iter()
            .find(|applied| !ours.contains(applied))
        {
            return Err(Refused(format!(
                "the database has the migration {newer}, which this program does not know; \
                 use a newer program"
            )));
        }
        c.run_pending_migrations(MIGRATIONS)?;
        Ok(())
    });
    applied.map_err(schema_error)
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
