//! Learning of changes: one connection, on which the server tells of them or they are looked for, for as long as the
//! store lives.

use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use adapter_sql::{Failure, prepared};
use diesel::QueryResult;
use diesel::pg::PgNotification;
use diesel::sql_types::{BigInt, Bool};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use futures_util::StreamExt;
use ports_store::StoreError;
use tokio::sync::oneshot;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use crate::connect::{Connector, Notices};
use crate::error::failed;
use crate::lease::{Lease, Renewal, relied_on_from};
use crate::limits::Limits;
use crate::notices::{ACCESS, CATALOGUE, DELIVERIES, ListenerState};

/// How often a lease is renewed, and a quiet connection asked whether it lives.
const RENEWAL: Duration = Duration::from_millis(500);
/// How often changes are looked for of which nobody tells.
const POLL: Duration = Duration::from_millis(250);
/// How long the server may take for either.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the server may take to begin telling.
const LISTEN_PATIENCE: Duration = Duration::from_secs(10);
/// How long a process that ends waits for its lease to be given up.
const PARTING: Duration = Duration::from_millis(500);
const FIRST_WAIT: Duration = Duration::from_millis(50);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

const LIMITS: Limits = Limits {
    connection: PATIENCE,
    statement: PATIENCE,
    lock: PATIENCE,
};

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
    /// Taken to end it.
    stop: Option<oneshot::Sender<()>>,
    /// Closed when it has ended.
    ended: Mutex<mpsc::Receiver<()>>,
}

impl Listener {
    /// Connects and starts listening.
    pub async fn start(connector: Connector, key_use: KeyUse) -> Result<Self, StoreError> {
        let notices = Arc::new(ListenerState::new(key_use));
        let failed = |error: std::io::Error| StoreError::Failed(error.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        let (stop, stopped) = oneshot::channel();
        let (started, starting) = oneshot::channel();
        let (ending, ended) = mpsc::channel::<()>();
        let told = Arc::clone(&notices);
        let listening = async move {
            match Listening::start(&connector, key_use, &told).await {
                Ok(first) => {
                    if started.send(Ok(())).is_ok() {
                        run(connector, first, told, stopped).await;
                    }
                }
                Err(error) => drop(started.send(Err(error))),
            }
            drop(ending);
        };
        std::thread::Builder::new()
            .name("listener".to_owned())
            .spawn(move || runtime.block_on(listening))
            .map_err(failed)?;
        let gone = |_| StoreError::Failed("the listener ended".to_owned());
        starting.await.map_err(gone)??;
        Ok(Self {
            notices,
            stop: Some(stop),
            ended: Mutex::new(ended),
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // who changes keys right after need not wait until a lease of nobody has run out
        drop(self.stop.take());
        let ended = self.ended.get_mut().unwrap_or_else(PoisonError::into_inner);
        if ended.recv_timeout(PARTING) == Err(RecvTimeoutError::Timeout) {
            tracing::debug!("the listener does not end in time");
        }
    }
}

/// A connection on which changes are learnt, with the lease on what is known of keys.
struct Listening {
    connection: AsyncPgConnection,
    by: Notices,
    key_use: KeyUse,
    /// `None` too while there is no schema.
    lease: Option<Lease>,
    /// The revision seen last, where it is looked for.
    revision: Option<i64>,
}

impl Listening {
    async fn start(
        connector: &Connector,
        key_use: KeyUse,
        notices: &ListenerState,
    ) -> Result<Self, StoreError> {
        let mut connection = connector.dedicated().await?;
        if connector.notices() == Notices::Told {
            let listen = format!("LISTEN {CATALOGUE}; LISTEN {ACCESS}; LISTEN {DELIVERIES}");
            match timeout(LISTEN_PATIENCE, connection.batch_execute(&listen)).await {
                Ok(answer) => answer.map_err(failed)?,
                Err(_) => return Err(StoreError::Unreachable("no answer to LISTEN".to_owned())),
            }
        }
        let mut listening = Self {
            connection,
            by: connector.notices(),
            key_use,
            lease: None,
            revision: None,
        };
        listening.look(notices).await?;
        notices.bump_all();
        Ok(listening)
    }

    /// Renews the lease, and looks for what nobody tells of.
    async fn look(&mut self, notices: &ListenerState) -> Result<(), StoreError> {
        let looking = async {
            match self.renew(notices).await.map_err(failed) {
                // reading goes on, and every key is asked for
                Err(StoreError::NotWritable(_)) => {
                    notices.rely_no_more();
                    self.lease = None;
                }
                renewed => renewed?,
            }
            if self.by == Notices::Polled {
                self.poll(notices).await?;
            }
            Ok::<_, Failure>(())
        };
        match timeout(PATIENCE, looking).await {
            Ok(looked) => looked.map_err(failed)?,
            Err(_) => return Err(StoreError::Unreachable("no answer in time".to_owned())),
        }
        notices.looked();
        Ok(())
    }

    async fn renew(&mut self, notices: &ListenerState) -> Result<(), Failure> {
        let c = &mut self.connection;
        loop {
            let asked = Instant::now();
            match &mut self.lease {
                None if self.key_use == KeyUse::NotRemembered => {
                    return Ok(c.batch_execute("SELECT 1").await?);
                }
                None => {
                    self.lease = Lease::take(c, &LIMITS).await?;
                    if self.lease.is_some() {
                        notices.rely_until(relied_on_from(asked));
                    }
                    return Ok(());
                }
                Some(lease) => match lease.renew(c, &LIMITS).await? {
                    Renewal::Current => {
                        notices.rely_until(relied_on_from(asked));
                        return Ok(());
                    }
                    Renewal::Changed => notices.rely_no_more(),
                    Renewal::Gone => {
                        notices.rely_no_more();
                        self.lease = None;
                    }
                },
            }
        }
    }

    async fn poll(&mut self, notices: &ListenerState) -> Result<(), Failure> {
        let asking = async |c: &mut AsyncPgConnection| {
            let there = "SELECT to_regclass('catalogue_state') IS NOT NULL";
            if !prepared::<Bool>(there).get_result::<bool>(c).await? {
                return Ok(None);
            }
            let revision = prepared::<BigInt>("SELECT revision FROM catalogue_state");
            Ok(Some(revision.get_result::<i64>(c).await?))
        };
        let revision = LIMITS.read(&mut self.connection, asking).await?;
        if revision != self.revision {
            self.revision = revision;
            notices.bump_catalogue();
        }
        notices.bump_deliveries();
        Ok(())
    }

    async fn end(mut self) {
        if let Some(lease) = self.lease.take() {
            let given_up = lease.give_up(&mut self.connection, &LIMITS);
            if !matches!(timeout(PARTING, given_up).await, Ok(Ok(()))) {
                tracing::debug!("the lease on what is known of keys runs out by itself");
            }
        }
    }
}

async fn run(
    connector: Connector,
    first: Listening,
    notices: Arc<ListenerState>,
    mut stopped: oneshot::Receiver<()>,
) {
    let mut listening = first;
    let key_use = listening.key_use;
    loop {
        if listen(&mut listening, &notices, &mut stopped).await == Ended::Stopped {
            return listening.end().await;
        }
        notices.rely_no_more();
        tracing::warn!("the listener lost the database; it connects again");
        drop(listening);
        listening = tokio::select! {
            again = reconnect(&connector, key_use, &notices) => again,
            _ = &mut stopped => return,
        };
        tracing::info!("the listener is connected again");
    }
}

/// What the listener waits for.
enum Event {
    /// A notice; `None`: there will be none.
    Told(Option<QueryResult<PgNotification>>),
    /// It is time to look.
    Due,
}

/// Why the listener listens no more.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// The connection failed.
    Lost,
    /// Nobody wants to know.
    Stopped,
}

/// Learns of changes until the connection fails, or the process needs it no more.
async fn listen(
    listening: &mut Listening,
    notices: &ListenerState,
    stopped: &mut oneshot::Receiver<()>,
) -> Ended {
    let mut ticks = tokio::time::interval(match listening.by {
        Notices::Told => RENEWAL,
        Notices::Polled => POLL,
    });
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks.tick().await;
    loop {
        let told = async {
            match listening.by {
                Notices::Told => {
                    let stream = listening.connection.notifications_stream();
                    std::pin::pin!(stream).next().await
                }
                Notices::Polled => std::future::pending().await,
            }
        };
        let event = tokio::select! {
            notice = told => Event::Told(notice),
            _ = &mut *stopped => return Ended::Stopped,
            () = notices.poke.notified() => Event::Due,
            _ = ticks.tick() => Event::Due,
        };
        match event {
            Event::Told(Some(Ok(notice))) if notice.channel == DELIVERIES => {
                notices.bump_deliveries();
                continue;
            }
            Event::Told(Some(Ok(notice))) if notice.channel == CATALOGUE => {
                notices.bump_catalogue();
                // a revision may have queued some
                notices.bump_deliveries();
                continue;
            }
            Event::Told(Some(Ok(_))) => {
                // one of keys: nobody relies on what was known
                notices.rely_no_more();
                notices.bump_access();
            }
            Event::Told(Some(Err(_)) | None) => return Ended::Lost,
            Event::Due => {}
        }
        if let Err(error) = listening.look(notices).await {
            tracing::debug!(%error, "the listener cannot look");
            return Ended::Lost;
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the pause between attempts to connect again"
)]
async fn reconnect(connector: &Connector, key_use: KeyUse, notices: &ListenerState) -> Listening {
    let mut wait = FIRST_WAIT;
    loop {
        tokio::time::sleep(wait).await;
        match Listening::start(connector, key_use, notices).await {
            Ok(listening) => return listening,
            Err(error) => tracing::debug!(%error, "the listener cannot connect"),
        }
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}
