//! Being told of changes: one connection that listens, for as long as the store lives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use adapter_sql::Failure;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use futures_util::StreamExt;
use ports_store::StoreError;
use tokio::sync::{oneshot, watch};
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
pub struct ListenerState {
    access: AtomicU64,
    /// It listens, and holds a lease on what is known of keys.
    connected: AtomicBool,
    catalogue: watch::Sender<u64>,
    deliveries: watch::Sender<u64>,
}

impl ListenerState {
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
    fn connected(&self, has_lease: bool) {
        self.bump_access();
        self.bump_catalogue();
        self.bump_deliveries();
        self.connected.store(has_lease, Ordering::SeqCst);
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

/// Whether a process relies on what it read of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// It answers requests: who changes keys waits until it has heard of it.
    Remembered,
    /// It asks each time, or never, and is not waited for: its epoch is never known.
    NotRemembered,
}

/// The listening thread; ends with it. It has a runtime of its own, so that work of the process keeps nobody
/// waiting who changes keys.
pub struct Listener {
    /// What it learns.
    pub notices: Arc<ListenerState>,
    /// Dropped to end it.
    _stop: oneshot::Sender<()>,
}

impl Listener {
    /// Connects and starts listening.
    pub async fn start(connector: Connector, key_use: KeyUse) -> Result<Self, StoreError> {
        let notices = Arc::new(ListenerState {
            access: AtomicU64::new(0),
            connected: AtomicBool::new(false),
            catalogue: watch::Sender::new(0),
            deliveries: watch::Sender::new(0),
        });
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        let (stop, stopped) = oneshot::channel();
        let (started, starting) = oneshot::channel();
        let told = Arc::clone(&notices);
        let listening = async move {
            match Listening::start(&connector, key_use).await {
                Ok(first) => {
                    told.connected(first.lease.is_some());
                    if started.send(Ok(())).is_ok() {
                        run(connector, first, told, key_use).await;
                    }
                }
                Err(error) => drop(started.send(Err(error))),
            }
        };
        let until_stopped = async move {
            tokio::select! {
                () = listening => {}
                _ = stopped => {}
            }
        };
        std::thread::Builder::new()
            .name("listener".to_owned())
            .spawn(move || runtime.block_on(until_stopped))
            .map_err(failed)?;
        let ended = |_| StoreError::Failed("the listener ended".to_owned());
        starting.await.map_err(ended)??;
        Ok(Self {
            notices,
            _stop: stop,
        })
    }
}

/// A connection that listens, with its lease on what is known of keys.
struct Listening {
    connection: AsyncPgConnection,
    lease: Option<Lease>,
}

impl Listening {
    async fn start(connector: &Connector, key_use: KeyUse) -> Result<Self, StoreError> {
        let mut connection = connector.dedicated().await?;
        let listen = format!("LISTEN {CATALOGUE}; LISTEN {ACCESS}; LISTEN {DELIVERIES}");
        match timeout(LISTEN_PATIENCE, connection.batch_execute(&listen)).await {
            Ok(answer) => answer.map_err(failed)?,
            Err(_) => return Err(StoreError::Unreachable("no answer to LISTEN".to_owned())),
        }
        let lease = match key_use {
            KeyUse::Remembered => Some(Lease::take(&mut connection).await?),
            KeyUse::NotRemembered => None,
        };
        Ok(Self { connection, lease })
    }
}

async fn run(connector: Connector, first: Listening, notices: Arc<ListenerState>, key_use: KeyUse) {
    let mut listening = first;
    loop {
        listen(&mut listening, &notices).await;
        notices.disconnected();
        tracing::warn!("the listener lost the database; it connects again");
        // nobody has to wait for a lease on which nothing rests any more
        drop(listening);
        listening = reconnect(&connector, key_use).await;
        notices.connected(listening.lease.is_some());
        tracing::info!("the listener is connected again");
    }
}

/// Passes notices on until the connection fails.
async fn listen(Listening { connection, lease }: &mut Listening, notices: &ListenerState) {
    loop {
        let next = {
            let mut stream = std::pin::pin!(connection.notifications_stream());
            timeout(QUIET, stream.next()).await
        };
        match next {
            Ok(Some(Ok(notice))) if notice.channel == ACCESS => {
                notices.disconnected();
                notices.bump_access();
                let Some(lease) = lease else { continue };
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
async fn reconnect(connector: &Connector, key_use: KeyUse) -> Listening {
    let mut wait = FIRST_WAIT;
    loop {
        tokio::time::sleep(wait).await;
        match Listening::start(connector, key_use).await {
            Ok(listening) => return listening,
            Err(error) => tracing::debug!(%error, "the listener cannot connect"),
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
