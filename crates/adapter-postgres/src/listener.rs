//! Being told of changes: one connection that listens, for as long as the store lives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use adapter_sql::Failure;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use futures_util::StreamExt;
use ports_store::StoreError;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::connect::Connector;
use crate::error::failed;

/// The channel of catalogue changes.
const CATALOGUE: &str = "pcs_catalogue";
/// The channel of changes to keys and workspaces.
const ACCESS: &str = "pcs_access";
/// The channel of deliveries that were queued.
const DELIVERIES: &str = "pcs_deliveries";

/// Without a notice for this long, the connection is asked whether it still lives.
const QUIET: Duration = Duration::from_secs(3);
/// How long it may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long taking the lease again may take: longer than somebody else may wait for it.
const LEASE_PATIENCE: Duration = Duration::from_secs(10);
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Held shared, by the listening connection, for as long as this process may rely on keys that it
/// read earlier.
const ACCESS_LEASE: i64 = 0x7063_7361_6363;

/// How long a change to keys waits for processes that do not give their lease up.
const LEASE_WAIT: &str = "5s";

/// Waits until no process relies any more on keys that it read before a change that is committed.
/// Each is told by the notice and gives its lease up; the lease of one that died, or lost its
/// connection, ends with its session. One that hangs is not waited for longer than 5 s.
pub async fn wait_for_leases(c: &mut AsyncPgConnection) {
    let wait = format!(
        "BEGIN; SET LOCAL lock_timeout = '{LEASE_WAIT}'; \
         SELECT pg_advisory_xact_lock({ACCESS_LEASE}); COMMIT"
    );
    if let Err(error) = c.batch_execute(&wait).await {
        tracing::warn!(%error, "a process may still accept a revoked key for a moment");
        if let Err(second) = c.batch_execute("ROLLBACK").await {
            tracing::debug!(error = %second, "nothing to roll back");
        }
    }
}

/// Gives the lease up, so that whoever changed keys can go on, and takes it again.
async fn renew_lease(c: &mut AsyncPgConnection) -> bool {
    let renew = format!(
        "SELECT pg_advisory_unlock_shared({ACCESS_LEASE}); \
         SELECT pg_advisory_lock_shared({ACCESS_LEASE})"
    );
    matches!(
        timeout(LEASE_PATIENCE, c.batch_execute(&renew)).await,
        Ok(Ok(()))
    )
}

/// Tells all processes, when the transaction commits, that the catalogue changed.
pub async fn notify_catalogue(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    Ok(c.batch_execute(&format!("NOTIFY {CATALOGUE}")).await?)
}

/// Tells all processes, when the transaction commits, that keys or workspaces changed.
pub async fn notify_access(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    Ok(c.batch_execute(&format!("NOTIFY {ACCESS}")).await?)
}

/// Tells all processes, when the transaction commits, that deliveries were queued or may be taken.
pub async fn notify_deliveries(c: &mut AsyncPgConnection) -> Result<(), Failure> {
    Ok(c.batch_execute(&format!("NOTIFY {DELIVERIES}")).await?)
}

/// What the listener knows.
pub struct Notices {
    access: AtomicU64,
    connected: AtomicBool,
    catalogue: watch::Sender<u64>,
    deliveries: watch::Sender<u64>,
}

impl Notices {
    /// See `AccessStore::access_epoch`.
    pub fn access_epoch(&self) -> Option<u64> {
        self.connected
            .load(Ordering::SeqCst)
            .then(|| self.access.load(Ordering::SeqCst))
    }

    /// Keys or workspaces changed.
    pub fn bump_access(&self) {
        self.access.fetch_add(1, Ordering::SeqCst);
    }

    /// The catalogue changed.
    pub fn bump_catalogue(&self) {
        self.catalogue
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// A receiver that changes with every catalogue change.
    pub fn catalogue_changes(&self) -> watch::Receiver<u64> {
        self.catalogue.subscribe()
    }

    /// Deliveries were queued.
    pub fn bump_deliveries(&self) {
        self.deliveries
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    /// A receiver that changes whenever deliveries were queued.
    pub fn queued_deliveries(&self) -> watch::Receiver<u64> {
        self.deliveries.subscribe()
    }

    // All may have changed while nobody listened.
    fn connected(&self) {
        self.bump_access();
        self.bump_catalogue();
        self.bump_deliveries();
        self.connected.store(true, Ordering::SeqCst);
    }

    fn disconnected(&self) {
        self.connected.store(false, Ordering::SeqCst);
    }
}

/// The listening task; ends with it.
pub struct Listener {
    /// What it learns.
    pub notices: Arc<Notices>,
    task: JoinHandle<()>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Listener {
    /// Connects and starts listening.
    pub async fn start(connector: Connector) -> Result<Self, StoreError> {
        let notices = Arc::new(Notices {
            access: AtomicU64::new(0),
            connected: AtomicBool::new(false),
            catalogue: watch::Sender::new(0),
            deliveries: watch::Sender::new(0),
        });
        let connection = listening(&connector).await?;
        notices.connected();
        let task = tokio::spawn(run(connector, connection, Arc::clone(&notices)));
        Ok(Self { notices, task })
    }
}

async fn listening(connector: &Connector) -> Result<AsyncPgConnection, StoreError> {
    let mut connection = connector.dedicated().await?;
    let listen = format!(
        "LISTEN {CATALOGUE}; LISTEN {ACCESS}; LISTEN {DELIVERIES}; \
         SELECT pg_advisory_lock_shared({ACCESS_LEASE})"
    );
    let answer = timeout(LEASE_PATIENCE, connection.batch_execute(&listen)).await;
    match answer {
        Ok(Ok(())) => Ok(connection),
        Ok(Err(error)) => Err(failed(error)),
        Err(_) => Err(StoreError::Unreachable("no answer to LISTEN".to_owned())),
    }
}

async fn run(connector: Connector, first: AsyncPgConnection, notices: Arc<Notices>) {
    let mut connection = first;
    loop {
        listen(&mut connection, &notices).await;
        notices.disconnected();
        tracing::warn!("the listener lost the database; it connects again");
        connection = reconnect(&connector).await;
        notices.connected();
        tracing::info!("the listener is connected again");
    }
}

/// Passes notices on until the connection fails.
async fn listen(connection: &mut AsyncPgConnection, notices: &Notices) {
    loop {
        let next = {
            let mut stream = std::pin::pin!(connection.notifications_stream());
            timeout(QUIET, stream.next()).await
        };
        match next {
            Ok(Some(Ok(notice))) if notice.channel == ACCESS => {
                notices.disconnected();
                if !renew_lease(connection).await {
                    return;
                }
                notices.connected();
            }
            Ok(Some(Ok(notice))) if notice.channel == DELIVERIES => notices.bump_deliveries(),
            Ok(Some(Ok(_))) => {
                notices.bump_catalogue();
                // a revision may have queued some
                notices.bump_deliveries();
            }
            Ok(Some(Err(_)) | None) => return,
            Err(_) => {
                let alive = timeout(PATIENCE, connection.batch_execute("SELECT 1")).await;
                if !matches!(alive, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pause between attempts to connect again"
)]
async fn reconnect(connector: &Connector) -> AsyncPgConnection {
    let mut wait = FIRST_WAIT;
    loop {
        tokio::time::sleep(wait).await;
        match listening(connector).await {
            Ok(connection) => return connection,
            Err(error) => tracing::debug!(%error, "the listener cannot connect"),
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
