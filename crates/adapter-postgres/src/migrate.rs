//! Bringing the schema up to date.

use std::fmt::Display;

use adapter_sql::error::newer_schema;
use adapter_sql::prepared;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Text};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl,
    TransactionManager,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use ports_store::StoreError;

use crate::dialect::Conn;
use crate::error::failed;
use crate::queries::grouping::key_texts;
use crate::store::PostgresStore;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// The number of the lock under which the schema is changed ("pcsmig").
const MIGRATION_LOCK: i64 = 0x7063_736d_6967;

type Harness = AsyncMigrationHarness<AsyncPgConnection>;

impl PostgresStore {
    pub(crate) async fn run_migrations(&self) -> Result<(), StoreError> {
        self.with_harness(|harness| {
            refuse_newer(harness)?;
            harness.run_pending_migrations(MIGRATIONS).map_err(schema)?;
            Ok(())
        })
        .await?;
        self.notices().schema_is_made().await;
        Ok(())
    }

    /// Whether the schema is this program's: `false` when it is to be made or brought up to date, an error
    /// when it is a newer one. Changes nothing.
    pub async fn has_schema(&self) -> Result<bool, StoreError> {
        if !self.is_made().await? {
            return Ok(false);
        }
        self.with_harness(|harness| {
            refuse_newer(harness)?;
            let is_older = harness.has_pending_migration(MIGRATIONS).map_err(schema)?;
            Ok(!is_older)
        })
        .await
    }

    /// Whether there is a store at all, of whatever schema.
    pub async fn is_made(&self) -> Result<bool, StoreError> {
        self.read(async |c: &mut Conn| {
            let is_there = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL";
            Ok(prepared::<Bool>(is_there).get_result::<bool>(c).await?)
        })
        .await
    }

    /// The newest migration of the schema, empty when there is none.
    pub async fn newest_migration(&self) -> Result<String, StoreError> {
        self.read(async |c: &mut Conn| {
            let newest = "SELECT coalesce(max(version), '') FROM __diesel_schema_migrations";
            Ok(prepared::<Text>(newest).get_result::<String>(c).await?)
        })
        .await
    }

    /// Takes the whole schema away again, with all that it holds. For tests of the migrations.
    pub async fn revert_all(&self) -> Result<(), StoreError> {
        self.with_harness(|harness| {
            harness.revert_all_migrations(MIGRATIONS).map_err(schema)?;
            Ok(())
        })
        .await
    }

    /// Works on the schema in one transaction, of which all or nothing is done, while no other process does.
    async fn with_harness<F, R>(&self, work: F) -> Result<R, StoreError>
    where
        F: FnOnce(&mut Harness) -> Result<R, StoreError> + Send + 'static,
        R: Send + 'static,
    {
        let mut connection = self.connector().dedicated().await?;
        let begin = format!("BEGIN; SELECT pg_advisory_xact_lock({MIGRATION_LOCK})");
        let begun = AnsiTransactionManager::begin_transaction_sql(&mut connection, &begin);
        begun.await.map_err(failed)?;
        // the harness blocks its thread, which a worker of the runtime must not
        let (outcome, mut connection) = tokio::task::spawn_blocking(move || {
            let mut harness = Harness::new(connection);
            let outcome = work(&mut harness);
            (outcome, harness.into_inner())
        })
        .await
        .map_err(|error| StoreError::Failed(error.to_string()))?;
        // without a commit the server undoes what was done
        let done = outcome?;
        key_texts::convert(&mut connection).await?;
        let committed = AnsiTransactionManager::commit_transaction(&mut connection).await;
        committed.map(|()| done).map_err(failed)
    }
}

fn refuse_newer(harness: &mut Harness) -> Result<(), StoreError> {
    let known: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().map_err(schema)?;
    let applied = harness.applied_migrations().map_err(schema)?;
    let unknown = applied.iter().find(|version| {
        known
            .iter()
            .all(|migration| migration.name().version() != **version)
    });
    unknown.map_or(Ok(()), |version| {
        Err(StoreError::Schema(newer_schema(version)))
    })
}

fn schema(error: impl Display) -> StoreError {
    let text = error.to_string();
    if text.contains("read-only transaction") {
        StoreError::NotWritable(format!("the database is read-only: {text}"))
    } else if text.contains("permission denied") {
        StoreError::NotWritable(text)
    } else {
        StoreError::Schema(text)
    }
}
