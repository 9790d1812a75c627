//! What a process knows of changes that it or others made, and how it tells others.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use adapter_sql::Failure;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};

use crate::connect::Notices;
use crate::lease::count_change;
use crate::listener::KeyUse;

/// The channel of catalogue changes.
pub const CATALOGUE: &str = "pcs_catalogue";
/// The channel of changes to keys and workspaces.
pub const ACCESS: &str = "pcs_access";
/// The channel of deliveries that were queued.
pub const DELIVERIES: &str = "pcs_deliveries";

/// How long a lease is waited for after the schema was made.
const PATIENCE: Duration = Duration::from_secs(5);

/// Tells others of what a transaction does, when it commits.
#[derive(Debug, Clone, Copy)]
pub struct Telling(Notices);

impl Telling {
    /// By notices, or not at all where all look for themselves.
    pub fn by(notices: Notices) -> Self {
        Self(notices)
    }

    /// The catalogue changes.
    pub async fn of_catalogue(self, c: &mut AsyncPgConnection) -> Result<(), Failure> {
        self.notify(c, CATALOGUE).await
    }

    /// Keys or workspaces change, which is counted too.
    pub async fn of_access(self, c: &mut AsyncPgConnection) -> Result<(), Failure> {
        count_change(c).await?;
        self.notify(c, ACCESS).await
    }

    /// Deliveries are queued or may be taken.
    pub async fn of_deliveries(self, c: &mut AsyncPgConnection) -> Result<(), Failure> {
        self.notify(c, DELIVERIES).await
    }

    async fn notify(self, c: &mut AsyncPgConnection, channel: &str) -> Result<(), Failure> {
        match self.0 {
            Notices::Told => Ok(c.batch_execute(&format!("NOTIFY {channel}")).await?),
            Notices::Polled => Ok(()),
        }
    }
}

/// What the listener knows.
pub struct ListenerState {
    access: AtomicU64,
    began: Instant,
    /// Until when its lease on what is known of keys is relied on, in microseconds since it began; 0: there is none.
    relied_until: AtomicU64,
    key_use: KeyUse,
    catalogue: watch::Sender<u64>,
    deliveries: watch::Sender<u64>,
    /// Counts how often changes were looked for.
    looks: watch::Sender<u64>,
    /// Asks the listener to look at once.
    pub poke: Notify,
}

impl ListenerState {
    /// Nothing is known.
    pub fn new(key_use: KeyUse) -> Self {
        Self {
            access: AtomicU64::new(0),
            began: Instant::now(),
            relied_until: AtomicU64::new(0),
            key_use,
            catalogue: watch::Sender::new(0),
            deliveries: watch::Sender::new(0),
            looks: watch::Sender::new(0),
            poke: Notify::new(),
        }
    }

    /// See `AccessStore::access_epoch`.
    pub fn access_epoch(&self) -> Option<u64> {
        self.is_relied_on().then(|| self.last_access_epoch())
    }

    fn is_relied_on(&self) -> bool {
        self.micros(Instant::now()) < self.relied_until.load(Ordering::SeqCst)
    }

    fn micros(&self, at: Instant) -> u64 {
        let since = at.saturating_duration_since(self.began);
        u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
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
        bump(&self.catalogue);
    }

    /// A receiver that changes with every catalogue change.
    pub fn catalogue_changes(&self) -> watch::Receiver<u64> {
        self.catalogue.subscribe()
    }

    /// Deliveries were queued.
    pub fn bump_deliveries(&self) {
        bump(&self.deliveries);
    }

    /// A receiver that changes whenever deliveries were queued.
    pub fn queued_deliveries(&self) -> watch::Receiver<u64> {
        self.deliveries.subscribe()
    }

    /// All may have changed while nobody listened.
    pub fn bump_all(&self) {
        self.bump_access();
        self.bump_catalogue();
        self.bump_deliveries();
    }

    /// Nothing that was read of keys is relied on any more.
    pub fn rely_no_more(&self) {
        self.relied_until.store(0, Ordering::SeqCst);
    }

    /// What is known of keys is relied on until an instant. What was known before counts no more if there was a time
    /// in which it was not relied on: a change of then waited for nobody.
    pub fn rely_until(&self, until: Instant) {
        if !self.is_relied_on() {
            self.bump_access();
        }
        self.relied_until
            .store(self.micros(until), Ordering::SeqCst);
    }

    /// Changes were looked for.
    pub fn looked(&self) {
        bump(&self.looks);
    }

    /// Waits until a process that accepts keys has its lease, for which there was no table before.
    pub async fn schema_is_made(&self) {
        if self.key_use == KeyUse::Remembered {
            let mut looks = self.looks.subscribe();
            self.poke.notify_one();
            let has_lease = looks.wait_for(|_| self.access_epoch().is_some());
            drop(timeout(PATIENCE, has_lease).await);
        }
    }
}

fn bump(count: &watch::Sender<u64>) {
    count.send_modify(|count| *count = count.wrapping_add(1));
}
