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
use crate::lease::Lease;

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
/// How long the server may take to begin telling.
const LISTEN_PATIENCE: Duration = Duration::from_secs(10);
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

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
            .then(|| self.last_access_epoch())
    }

    /// See `AccessStore::last_access_epoch`.
    pub fn last_access_epoch(&self) -> u64 {
        self.access.load(Ordering::SeqCst)
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

    // Keys may have changed; what is read from now on counts.
    fn access_renewed(&self) {
        self.bump_access();
        self.connected.store(true, Ordering::SeqCst);
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
        let listening = Listening::start(&connector).await?;
        notices.connected();
        let task = tokio::spawn(run(connector, listening, Arc::clone(&notices)));
        Ok(Self { notices, task })
    }
}

/// A connection that listens, with its lease on what is known of keys.
struct Listening {
    connection: AsyncPgConnection,
    lease: Lease,
}

impl Listening {
    async fn start(connector: &Connector) -> Result<Self, StoreError> {
        let mut connection = connector.dedicated().await?;
        let listen = format!("LISTEN {CATALOGUE}; LISTEN {ACCESS}; LISTEN {DELIVERIES}");
        match timeout(LISTEN_PATIENCE, connection.batch_execute(&listen)).await {
            Ok(answer) => answer.map_err(failed)?,
            Err(_) => return Err(StoreError::Unreachable("no answer to LISTEN".to_owned())),
        }
        let lease = Lease::take(&mut connection).await?;
        Ok(Self { connection, lease })
    }
}

async fn run(connector: Connector, first: Listening, notices: Arc<Notices>) {
    let mut listening = first;
    loop {
        listen(&mut listening, &notices).await;
        notices.disconnected();
        tracing::warn!("the listener lost the database; it connects again");
        // nobody has to wait for a lease on which nothing rests any more
        drop(listening);
        listening = reconnect(&connector).await;
        notices.connected();
        tracing::info!("the listener is connected again");
    }
}

/// Passes notices on until the connection fails.
async fn listen(Listening { connection, lease }: &mut Listening, notices: &Notices) {
    loop {
        let next = {
            let mut stream = std::pin::pin!(connection.notifications_stream());
            timeout(QUIET, stream.next()).await
        };
        match next {
            Ok(Some(Ok(notice))) if notice.channel == ACCESS => {
                notices.disconnected();
                notices.bump_access();
                match lease.renew(connection).await {
                    Ok(next) => *lease = next,
                    Err(error) => return tracing::debug!(%error, "the lease is not renewed"),
                }
                notices.access_renewed();
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
async fn reconnect(connector: &Connector) -> Listening {
    let mut wait = FIRST_WAIT;
    loop {
        tokio::time::sleep(wait).await;
        match Listening::start(connector).await {
            Ok(listening) => return listening,
            Err(error) => tracing::debug!(%error, "the listener cannot connect"),
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
