//! Leases on what processes know of keys, so that whoever changes keys can wait until nobody relies on
//! what was read before.
//!
//! Only a process that accepts keys has one. A lease is an advisory lock of the listening session under a number that was drawn for it and is
//! never taken again. A process gives its lease up, and takes another one, whenever it is told of a
//! change; the lease of a process that died ends with its session. So those who may still know of the
//! old state are those whose lease was there after the change was committed, and is there still.

use std::time::Duration;

use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::Integer;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use ports_store::StoreError;
use tokio::time::timeout;

use crate::error::failed;
use crate::listener::notify_access;

/// The first number of each lease ("pcsa"); the second one is drawn.
const CLASS: i32 = 0x7063_7361;

/// Takes the lock if nobody has the number that is drawn.
const DRAW: &str = "WITH drawn AS MATERIALIZED (SELECT floor(random() * 2147483647)::integer AS number) \
     SELECT number FROM drawn WHERE pg_try_advisory_lock(?, number)";

/// The numbers of all leases in this database.
const HELD: &str = "SELECT objid::integer FROM pg_locks \
     WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND objsubid = 2 \
     AND classid::bigint = ?::bigint \
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// How long a change to keys waits for processes that do not give their lease up.
const WAIT: &str = "5s";

/// How long taking a lease may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// A lease of one session.
#[derive(Debug, Clone, Copy)]
pub struct Lease(i32);

impl Lease {
    /// Takes a lease on a connection that listens already: who waits for it has told this connection
    /// before.
    pub async fn take(c: &mut AsyncPgConnection) -> Result<Self, StoreError> {
        let drawn = async {
            loop {
                let number = prepared::<Integer>(DRAW)
                    .bind::<Integer, _>(CLASS)
                    .get_result::<i32>(c)
                    .await
                    .optional()?;
                if let Some(number) = number {
                    return Ok::<_, Failure>(Self(number));
                }
            }
        };
        match timeout(PATIENCE, drawn).await {
            Ok(drawn) => drawn.map_err(failed),
            Err(_) => Err(StoreError::Unreachable("no lease was given".to_owned())),
        }
    }

    /// Gives the lease up for another one. Meanwhile nothing that was read earlier may be relied on.
    pub async fn renew(self, c: &mut AsyncPgConnection) -> Result<Self, StoreError> {
        let next = Self::take(c).await?;
        let give_up = format!("SELECT pg_advisory_unlock({CLASS}, {})", self.0);
        match timeout(PATIENCE, c.batch_execute(&give_up)).await {
            Ok(given_up) => given_up.map(|()| next).map_err(failed),
            Err(_) => Err(StoreError::Unreachable("no answer".to_owned())),
        }
    }
}

/// Waits until no process relies any more on keys that it read before a change that is committed, 5 s
/// at most: a process that hangs is warned of.
pub async fn wait_for_all(c: &mut AsyncPgConnection) {
    if let Err(error) = try_to_wait(c).await {
        tracing::warn!(%error, "a process that does not answer may still accept a revoked key");
        if let Err(second) = c.batch_execute("ROLLBACK").await {
            tracing::debug!(error = %second, "nothing to roll back");
        }
    }
}

async fn try_to_wait(c: &mut AsyncPgConnection) -> Result<(), StoreError> {
    let held = prepared::<Integer>(HELD)
        .bind::<Integer, _>(CLASS)
        .get_results::<i32>(c)
        .await
        .map_err(failed)?;
    if held.is_empty() {
        return Ok(());
    }
    // again: a process that began to listen after the commit has not been told, and waits for nothing
    notify_access(c).await.map_err(failed)?;
    let numbers: Vec<String> = held.iter().map(i32::to_string).collect();
    // shared, so that those who wait at the same time are not in each other's way
    let wait = format!(
        "BEGIN; SET LOCAL statement_timeout = '{WAIT}'; \
         SELECT pg_advisory_xact_lock_shared({CLASS}, number) \
         FROM unnest(ARRAY[{}]) AS number; COMMIT",
        numbers.join(",")
    );
    c.batch_execute(&wait).await.map_err(failed)
}
