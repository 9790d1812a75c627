//! The catalogue lock: a lease, which is a row, that its holder renews.

use std::time::Duration;

use adapter_sql::{Failure, prepared};
use diesel::OptionalExtension;
use diesel::sql_types::{BigInt, Integer};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use ports_store::StoreError;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::connect::Connector;
use crate::error::failed;
use crate::limits::{Limits, Transaction};
use crate::queries::importing::clearing::{clear_some, take_over};

/// The lock is asked for this often, over 5 s, before the caller is told that somebody else has it.
const ATTEMPTS: u32 = 101;
const PAUSE: Duration = Duration::from_millis(50);

/// How often a lease is renewed, each time for 4 s: a holder that dies is followed within 5 s.
const RENEWAL: Duration = Duration::from_secs(1);

/// Takes the lease if nobody has it, without waiting for a transaction of its last holder that still runs. The term is
/// a key, so this waits for those who rely on it, and a renewal does not.
const TAKE: &str = "UPDATE catalogue_lease \
     SET term = term + 1, held_until = clock_timestamp() + interval '4 seconds' \
     WHERE term = (SELECT term FROM catalogue_lease WHERE held_until <= clock_timestamp() \
         FOR UPDATE SKIP LOCKED) \
     RETURNING term";
const RENEW: &str = "UPDATE catalogue_lease SET held_until = clock_timestamp() + interval '4 seconds' \
     WHERE term = ?";
const GIVE_BACK: &str = "UPDATE catalogue_lease SET held_until = '-infinity' WHERE term = ?";
const RELY: &str = "SELECT 1 FROM catalogue_lease WHERE term = ? FOR KEY SHARE";

/// The lock while it is held. It is given back when this value is dropped; when the process dies, it ends by itself.
pub struct CatalogueLock {
    connection: AsyncPgConnection,
    /// How long what is done by it may take.
    limits: Limits,
    term: i64,
    /// Ends the renewal.
    renewal: oneshot::Sender<Renewal>,
}

/// What the renewal still has to do at its end.
enum Renewal {
    /// The lease was given back.
    GivenBack,
}

impl CatalogueLock {
    /// Takes the lock and removes what a killed import left staged. The threads of the runtime renew it.
    pub async fn take(
        connector: &Connector,
        runtime: &Handle,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        let mut connection = connector.dedicated_in(runtime).await?;
        let term = wait(&mut connection, &limits).await?;
        let (renewal, ended) = oneshot::channel();
        let lease = Lease {
            connector: connector.clone(),
            limits,
            term,
        };
        runtime.spawn(lease.renew(ended));
        let mut lock = Self {
            connection,
            limits,
            term,
            renewal,
        };
        if clear(&mut lock.connection, &limits, term).await? {
            tracing::info!("removed what an import left that did not end");
        }
        Ok(lock)
    }

    /// A connection for work under the lock.
    pub fn connection(&mut self) -> &mut AsyncPgConnection {
        &mut self.connection
    }

    /// The number that others fence this holder off by.
    pub fn term(&self) -> i64 {
        self.term
    }

    /// Gives the lock back before it returns.
    pub async fn release(mut self) {
        match change(&mut self.connection, &self.limits, GIVE_BACK, self.term).await {
            // an error means that the renewal has ended already
            Ok(_) => drop(self.renewal.send(Renewal::GivenBack)),
            Err(error) => {
                tracing::debug!(%error, "the catalogue lock is given back by another connection");
            }
        }
    }
}

/// Removes what is staged, in small transactions, as long as the lock of this term is held; whether there was anything.
pub async fn clear(
    c: &mut AsyncPgConnection,
    limits: &Limits,
    term: i64,
) -> Result<bool, StoreError> {
    let taking_over = async move |c: &mut AsyncPgConnection| {
        rely_on(c, term).await?;
        take_over(c).await
    };
    let clearing = async move |c: &mut AsyncPgConnection| {
        rely_on(c, term).await?;
        clear_some(c).await
    };
    let taken_over = limits.write(c, taking_over).await;
    if !taken_over.map_err(failed)? {
        return Ok(false);
    }
    while limits.write(c, clearing).await.map_err(failed)? {}
    Ok(true)
}

/// Makes sure in a transaction that the lock of this term is held until the transaction ends.
pub async fn rely_on(c: &mut AsyncPgConnection, term: i64) -> Result<(), Failure> {
    let held = prepared::<Integer>(RELY).bind::<BigInt, _>(term);
    let held: Option<i32> = held.get_result(c).await.optional()?;
    held.map(|_| ()).ok_or_else(|| StoreError::Locked.into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pause between two tries for the lock"
)]
async fn wait(c: &mut AsyncPgConnection, limits: &Limits) -> Result<i64, StoreError> {
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        // asked for so often that no trace is made of it
        let taken = limits.write_in(c, Transaction::Writes, take_once).await;
        if let Some(term) = taken.map_err(failed)? {
            return Ok(term);
        }
    }
    Err(StoreError::Locked)
}

async fn take_once(c: &mut AsyncPgConnection) -> Result<Option<i64>, Failure> {
    let taken = prepared::<BigInt>(TAKE).get_result(c).await;
    Ok(taken.optional()?)
}

/// A lease that is held.
struct Lease {
    connector: Connector,
    limits: Limits,
    term: i64,
}

impl Lease {
    /// Renews it until its holder gives it back, or gives it back for a holder that is gone.
    async fn renew(self, mut ended: oneshot::Receiver<Renewal>) {
        let mut connection = None;
        let mut tick = tokio::time::interval(RENEWAL);
        tick.tick().await;
        loop {
            let holds = tokio::select! {
                end = &mut ended => match end {
                    Ok(Renewal::GivenBack) => return,
                    Err(_) => false,
                },
                _ = tick.tick() => true,
            };
            let statement = if holds { RENEW } else { GIVE_BACK };
            match self.renew_once(&mut connection, statement).await {
                Ok(0) if holds => {
                    tracing::warn!(
                        term = self.term,
                        "the catalogue lock is lost: it was not renewed in time"
                    );
                    return;
                }
                Ok(_) if holds => {}
                Ok(_) => return,
                Err(error) => {
                    connection = None;
                    tracing::debug!(%error, "the catalogue lock is not renewed; again soon");
                    if !holds {
                        return;
                    }
                }
            }
        }
    }

    async fn renew_once(
        &self,
        connection: &mut Option<AsyncPgConnection>,
        statement: &'static str,
    ) -> Result<usize, StoreError> {
        let c = match connection {
            Some(c) => c,
            None => connection.insert(self.connector.dedicated().await?),
        };
        change(c, &self.limits, statement, self.term).await
    }
}

async fn change(
    c: &mut AsyncPgConnection,
    limits: &Limits,
    statement: &'static str,
    term: i64,
) -> Result<usize, StoreError> {
    let changing = async move |c: &mut AsyncPgConnection| {
        let change = prepared::<()>(statement).bind::<BigInt, _>(term);
        Ok(change.execute(c).await?)
    };
    let changed: Result<usize, Failure> = limits.write_in(c, Transaction::Writes, changing).await;
    changed.map_err(failed)
}
