use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use diesel::SqliteConnection;
use domain::ids::SnapshotNo;
use ports_store::{LockGuard, StoreError};
use tokio::sync::watch;

use crate::compact;
use crate::files::FileAccess;
use crate::key_locks::KeyLocks;
use crate::lock::{CatalogueLock, Held};
use crate::migrations;
use crate::pool::{self, Connected, OF_REQUESTS, OF_WORK, Patience, READER, WRITER, Writer};
use crate::queries::importing::clearing;
use crate::watcher::Watcher;

pub use crate::transactions::prepare_quarters;

/// How often the first connection of several processes at once tries to make the file a WAL one.
const FIRST_TRIES: u32 = 50;

/// A store in one file. Clones share its connections.
#[derive(Clone)]
pub struct SqliteStore {
    pub(crate) inner: Arc<Inner>,
    /// Whether what it is asked is work, which leaves the readers of requests alone.
    pub(crate) works: bool,
}

/// How many connections read; at least one of each.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    /// For requests; nothing else takes them.
    pub reads: usize,
    /// For imports, workers and commands.
    pub work: usize,
}

impl Readers {
    /// So many of each.
    pub const fn each(readers: usize) -> Self {
        Self {
            reads: readers,
            work: readers,
        }
    }
}

/// This store, as the shared ports call it.
pub use SqliteStore as SqlStore;

pub(crate) struct Inner {
    pub(crate) lock: CatalogueLock,
    pub(crate) key_locks: KeyLocks,
    pub(crate) queued: Queued,
    url: String,
    pub(crate) readers: Connected,
    pub(crate) work_readers: Connected,
    pub(crate) writer: Writer,
    watcher: Watcher,
}

/// Tells this process's worker that deliveries may have been queued.
pub(crate) struct Queued(watch::Sender<u64>);

impl Default for Queued {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

impl Queued {
    pub(crate) fn bump(&self) {
        self.0.send_modify(|count| *count = count.wrapping_add(1));
    }
}

impl SqliteStore {
    /// A receiver that changes whenever this process may have queued deliveries.
    pub fn queued_deliveries(&self) -> watch::Receiver<u64> {
        self.inner.queued.0.subscribe()
    }

    /// Opens the file for its owner alone; see [`Self::open_for`].
    pub async fn open(path: &Path, readers: usize) -> Result<Self, StoreError> {
        Self::open_for(path, Readers::each(readers), FileAccess::Owner).await
    }

    /// The same store for imports, workers and commands: what it reads takes no connection from requests, and it
    /// waits longer.
    #[must_use]
    pub fn for_work(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            works: true,
        }
    }

    pub(crate) fn patience(&self) -> &Patience {
        if self.works { &OF_WORK } else { &OF_REQUESTS }
    }

    /// Opens the file, which is created with its folder when it is missing, with so many connections
    /// for reading and one that writes. Does not look at the schema. What is created may be used as `access` says; of a
    /// file that is there and may be used by more it warns.
    pub async fn open_for(
        path: &Path,
        readers: Readers,
        access: FileAccess,
    ) -> Result<Self, StoreError> {
        let (path, database) = (path.to_owned(), path.to_owned());
        let lock = CatalogueLock::beside(&path);
        let not_text =
            || StoreError::Unreachable("the path of the database is not UTF-8".to_owned());
        let url = path.to_str().ok_or_else(not_text)?.to_owned();
        let url_inside = url.clone();
        let watcher = pool::blocking(move || {
            create(&path, access)?;
            first_connection(&url_inside)?;
            let connection = pool::connect(&url_inside, READER)?;
            Ok(Watcher::new(connection, &path))
        })
        .await?;
        let inner = Inner {
            lock,
            key_locks: KeyLocks::default(),
            queued: Queued::default(),
            readers: pool::pool(&url, READER, readers.reads)?,
            work_readers: pool::pool(&url, READER, readers.work)?,
            writer: Writer::new(&url, &database)?,
            url,
            watcher,
        };
        Ok(Self {
            inner: Arc::new(inner),
            works: false,
        })
    }

    /// A number that differs from an earlier one as soon as anybody has committed anything since.
    /// Takes less than a microsecond while nobody has, on the caller's thread.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.inner.watcher.version()
    }

    /// Whether the schema is this program's: `false` when it is to be made or brought up to date, an error
    /// when it is a newer one. Changes nothing.
    pub async fn has_schema(&self) -> Result<bool, StoreError> {
        self.on_schema(migrations::are_applied).await
    }

    /// Removes all tables and what they hold.
    pub async fn revert_all(&self) -> Result<(), StoreError> {
        let _turn = self.inner.writer.turn().await?;
        self.on_schema(migrations::revert_all).await
    }

    pub(crate) async fn on_schema<R: Send + 'static>(
        &self,
        work: fn(&mut SqliteConnection) -> Result<R, StoreError>,
    ) -> Result<R, StoreError> {
        let url = self.inner.url.clone();
        pool::blocking(move || work(&mut pool::connect(&url, WRITER)?)).await
    }

    /// Applies the migrations that are missing.
    pub(crate) async fn run_migrations(&self) -> Result<(), StoreError> {
        let _turn = self.inner.writer.turn().await?;
        self.on_schema(migrations::run).await
    }

    /// Takes the catalogue lock and removes what a killed import left staged.
    pub(crate) async fn cleared_lock(&self) -> Result<Held, StoreError> {
        let held = self.inner.lock.take().await?;
        if self.write(clearing::take_over).await? {
            self.clear().await?;
        }
        Ok(held)
    }

    /// Keeps the lock for an open snapshot until that ends or its guard is dropped.
    pub(crate) fn keep(&self, snapshot: SnapshotNo, held: Held) -> LockGuard {
        self.inner.lock.keep(snapshot, held);
        let inner = Arc::downgrade(&self.inner);
        LockGuard::new(move || {
            drop(inner.upgrade().map(|inner| inner.lock.release(snapshot)));
        })
    }

    /// Removes what is staged, in small transactions.
    pub(crate) async fn clear(&self) -> Result<(), StoreError> {
        while self.write(clearing::clear_some).await? {}
        Ok(())
    }

    /// Moves what has ended to the price history, in small transactions.
    pub(crate) async fn compact(&self) -> Result<(), StoreError> {
        while self.write(compact::compact_some).await? {}
        Ok(())
    }
}

fn create(path: &Path, access: FileAccess) -> Result<(), StoreError> {
    let refused = |what: &str, path: &Path, error: std::io::Error| {
        StoreError::NotWritable(format!("the {what} {}: {error}", path.display()))
    };
    if let Ok(there) = std::fs::metadata(path) {
        if let Some(mode) = access.too_wide(&there).filter(|_| there.is_file()) {
            let (shown, wanted) = (path.display(), access.file_mode());
            tracing::warn!("others may use {shown} (mode {mode:o}): chmod {wanted:o} {shown}*");
        }
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    access
        .create_folder_of(path)
        .map_err(|error| refused("folder", folder, error))?;
    match access.create_new(path, path) {
        // another process was quicker
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        created => created
            .map(drop)
            .map_err(|error| refused("file", path, error)),
    }
}

/// Makes the file one in WAL mode. SQLite does not wait for others who do the same at this moment,
/// so it is tried again.
fn first_connection(url: &str) -> Result<(), StoreError> {
    let mut last = Ok(());
    for _ in 0..FIRST_TRIES {
        last = pool::connect(url, WRITER).map(drop);
        if !matches!(&last, Err(StoreError::TimedOut(_))) {
            return last;
        }
        std::thread::yield_now();
    }
    last
}
