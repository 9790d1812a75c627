//! Leases on what processes know of keys, so that whoever changes keys can wait until nobody relies on
//! what was read before.
//!
//! Only a process that accepts keys has one: a row with the number of the state that it knows, and until when it
//! relies on it. It renews the row with the number that it knows already, and learns the current one by that. So
//! those who may still know of the old state are those whose row has a lower number and has not run out.

use std::time::Duration;

use adapter_sql::types::{DbUuid, SqlUuid};
use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use ports_store::StoreError;
use tokio::time::{Instant, timeout};

use crate::error::failed;
use crate::limits::Limits;

/// How long a process relies on its lease after it asked for it: half a second less than its row says, which is for
/// the difference of two clocks that go at their own pace.
pub const RELIED_ON: Duration = Duration::from_millis(1_500);

/// How long a change to keys waits for processes that do not learn of it.
const WAIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(10);

const THERE: &str = "SELECT to_regclass('key_leases') IS NOT NULL";
const TAKE: &str = "INSERT INTO key_leases (id, epoch, held_until) \
     SELECT gen_random_uuid(), epoch, clock_timestamp() + interval '2 seconds' FROM key_epoch \
     RETURNING id, epoch";
const RENEW: &str = "UPDATE key_leases SET epoch = ?, held_until = clock_timestamp() + interval '2 seconds' \
     WHERE id = ? RETURNING (SELECT epoch FROM key_epoch)";
const GIVE_UP: &str = "DELETE FROM key_leases WHERE id = ?";
const FORGET: &str =
    "DELETE FROM key_leases WHERE held_until < clock_timestamp() - interval '1 hour'";
const BEHIND: &str = "SELECT EXISTS (SELECT 1 FROM key_leases \
     WHERE epoch < ? AND held_until > clock_timestamp())";

/// A lease of one process.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    id: DbUuid,
    epoch: i64,
}

/// What a renewal found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewal {
    /// Nothing has changed.
    Current,
    /// Keys changed, which the lease does not say yet.
    Changed,
    /// The lease is gone.
    Gone,
}

impl Lease {
    /// Takes a lease; `None` while there is no schema.
    pub async fn take(c: &mut AsyncPgConnection, limits: &Limits) -> Result<Option<Self>, Failure> {
        let taking = async |c: &mut AsyncPgConnection| {
            if !prepared::<Bool>(THERE).get_result::<bool>(c).await? {
                return Ok(None);
            }
            prepared::<()>(FORGET).execute(c).await?;
            let taken = prepared::<(SqlUuid, BigInt)>(TAKE);
            let (id, epoch): (DbUuid, i64) = taken.get_result(c).await?;
            Ok(Some(Self { id, epoch }))
        };
        limits.write(c, taking).await
    }

    /// Renews the lease on what is known.
    pub async fn renew(
        &mut self,
        c: &mut AsyncPgConnection,
        limits: &Limits,
    ) -> Result<Renewal, Failure> {
        let Self { id, epoch } = *self;
        let renewing = async move |c: &mut AsyncPgConnection| {
            let renewed = prepared::<BigInt>(RENEW)
                .bind::<BigInt, _>(epoch)
                .bind::<SqlUuid, _>(id);
            Ok(renewed.get_result::<i64>(c).await.optional()?)
        };
        let Some(current) = limits.write(c, renewing).await? else {
            return Ok(Renewal::Gone);
        };
        self.epoch = current;
        Ok(if current == epoch {
            Renewal::Current
        } else {
            Renewal::Changed
        })
    }

    /// Gives the lease up: nobody waits for it any more.
    pub async fn give_up(self, c: &mut AsyncPgConnection, limits: &Limits) -> Result<(), Failure> {
        let giving_up = async move |c: &mut AsyncPgConnection| {
            let given_up = prepared::<()>(GIVE_UP).bind::<SqlUuid, _>(self.id);
            given_up.execute(c).await?;
            Ok(())
        };
        limits.write(c, giving_up).await
    }
}

/// Notes in a transaction that keys or workspaces change.
pub async fn count_change(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    let counted = prepared::<()>("UPDATE key_epoch SET epoch = epoch + 1");
    counted.execute(c).await?;
    Ok(())
}

/// Waits until no process relies any more on keys that it read before a change that is committed, 5 s
/// at most: one that could not be asked about is warned of. Whether there is none such.
pub async fn wait_for_all(c: &mut AsyncPgConnection, limits: &Limits) -> bool {
    match timeout(WAIT, try_to_wait(c, limits)).await {
        Ok(Ok(())) => return true,
        Ok(Err(failure)) => warn(&failed(failure)),
        Err(_) => warn(&StoreError::TimedOut("it renews its lease".to_owned())),
    }
    false
}

fn warn(error: &StoreError) {
    tracing::warn!(%error, "a process that does not answer may still accept a revoked key");
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pause between two looks at the leases"
)]
async fn try_to_wait(c: &mut AsyncPgConnection, limits: &Limits) -> Result<(), Failure> {
    let asking = async |c: &mut AsyncPgConnection| {
        let current = prepared::<BigInt>("SELECT epoch FROM key_epoch");
        Ok(current.get_result::<i64>(c).await?)
    };
    let changed = limits.write(c, asking).await?;
    loop {
        let looking = async move |c: &mut AsyncPgConnection| {
            let behind = prepared::<Bool>(BEHIND).bind::<BigInt, _>(changed);
            Ok(behind.get_result::<bool>(c).await?)
        };
        if !limits.write(c, looking).await? {
            return Ok(());
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Until when a lease that was asked for at an instant is relied on.
pub fn relied_on_from(asked: Instant) -> Instant {
    asked + RELIED_ON
}
