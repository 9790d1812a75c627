//! The catalogue lock: an advisory lock of a session on a connection of its own.

use std::time::Duration;

use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use ports_store::StoreError;

use crate::connect::Connector;
use crate::error::failed;
use crate::queries::importing::clearing::{clear_some, take_over};

/// The number under which `PostgreSQL` keeps the catalogue lock ("pcscat").
const CATALOGUE_LOCK: i64 = 0x7063_7363_6174;
/// The number of the lock under which the schema is changed ("pcsmig").
pub const MIGRATION_LOCK: i64 = 0x7063_736d_6967;

/// The lock is asked for this often, over 5 s, before the caller is told that somebody else has it.
const ATTEMPTS: u32 = 101;
const PAUSE: Duration = Duration::from_millis(50);

/// The lock while it is held. `PostgreSQL` takes it back when the connection closes: when this value
/// is dropped, and when the process dies.
pub struct CatalogueLock {
    connection: AsyncPgConnection,
}

impl CatalogueLock {
    /// Takes the lock and removes what a killed import left staged.
    pub async fn take(connector: &Connector) -> Result<Self, StoreError> {
        let mut lock = Self {
            connection: connector.dedicated().await?,
        };
        lock.wait().await?;
        let staged = take_over(lock.connection()).await.map_err(failed)?;
        if staged {
            tracing::info!("removing what an import left that did not end");
            remove_staged(lock.connection()).await.map_err(failed)?;
        }
        Ok(lock)
    }

    /// The connection that holds the lock.
    pub fn connection(&mut self) -> &mut AsyncPgConnection {
        &mut self.connection
    }

    /// Gives the lock back before it returns.
    pub async fn release(mut self) {
        let released = prepared::<Bool>("SELECT pg_advisory_unlock(?)")
            .bind::<BigInt, _>(CATALOGUE_LOCK)
            .get_result::<bool>(&mut self.connection)
            .await;
        if let Err(error) = released {
            tracing::debug!(%error, "the catalogue lock went with its connection");
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the pause between two tries for the lock"
    )]
    async fn wait(&mut self) -> Result<(), StoreError> {
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            let taken = prepared::<Bool>("SELECT pg_try_advisory_lock(?)")
                .bind::<BigInt, _>(CATALOGUE_LOCK)
                .get_result::<bool>(&mut self.connection)
                .await
                .map_err(failed)?;
            if taken {
                return Ok(());
            }
        }
        Err(StoreError::Locked)
    }
}

/// Removes what was staged by a snapshot that `take_over` closed, in small transactions.
pub async fn remove_staged(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    while c.transaction(async |c| clear_some(c).await).await? {}
    Ok(())
}
