//! Locks of the operating system on files beside the database: the catalogue lock, and whose turn it is to write.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use adapter_sql::error::locked_by_another;
use domain::ids::SnapshotNo;
use ports_store::StoreError;
use tokio::time::{Instant, MissedTickBehavior};

use crate::files;

/// How often the catalogue lock is tried, and for how long.
const EVERY: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a turn is tried for.
const TURN_EVERY: Duration = Duration::from_millis(1);

/// How the file of the catalogue lock ends, and that of turns to write.
pub const CATALOGUE: &str = ".lock";
pub const TURN: &str = ".turn";

/// The catalogue lock while it is held; dropping it lets go.
#[derive(Debug)]
pub struct Held(#[expect(dead_code, reason = "held for its lock")] File);

/// A file beside a database that is there to be locked.
#[derive(Debug)]
struct LockFile {
    database: PathBuf,
    path: PathBuf,
}

/// The file beside a database whose name ends so.
pub fn file_beside(database: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(database);
    path.push(suffix);
    PathBuf::from(path)
}

impl LockFile {
    fn beside(database: &Path, suffix: &str) -> Self {
        Self {
            database: database.to_owned(),
            path: file_beside(database, suffix),
        }
    }

    fn open(&self) -> Result<File, StoreError> {
        files::open_lock(&self.path, &self.database).map_err(|error| self.refused(&error))
    }

    /// Locks the opened file, trying every so often for so long; whether nobody else had it all the time.
    async fn lock(
        &self,
        file: &File,
        every: Duration,
        patience: Duration,
    ) -> Result<bool, StoreError> {
        let began = Instant::now();
        let mut ticks = tokio::time::interval(every);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(true),
                Err(TryLockError::WouldBlock) if began.elapsed() < patience => {
                    ticks.tick().await;
                }
                Err(TryLockError::WouldBlock) => return Ok(false),
                Err(TryLockError::Error(error)) => return Err(self.refused(&error)),
            }
        }
    }

    fn refused(&self, error: &std::io::Error) -> StoreError {
        let text = format!("{}: {error}", self.path.display());
        match error.kind() {
            ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::StorageFull
            | ErrorKind::QuotaExceeded => StoreError::NotWritable(text),
            _ => StoreError::Unreachable(text),
        }
    }
}

/// Whose turn it is to write, where two processes write to one file.
///
/// SQLite lets write who asks in the moment in which nobody does. A process that writes again and again, as an import
/// does, leaves no such moment to one that tries from time to time. So each takes the turn first and keeps it until it
/// has the database's own lock: who has just written finds it taken by who waits, and comes after them. Of more than two
/// processes those that wait for the turn get it in no order.
#[derive(Debug)]
pub struct WriteTurns {
    file: LockFile,
    opened: OnceLock<Option<Arc<File>>>,
}

/// A turn; dropping it gives it on.
#[derive(Debug)]
pub struct WriteTurn(Arc<File>);

impl Drop for WriteTurn {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the turn to write cannot be given on");
        }
    }
}

impl WriteTurns {
    /// The turns of a database.
    pub fn beside(database: &Path) -> Self {
        Self {
            file: LockFile::beside(database, TURN),
            opened: OnceLock::new(),
        }
    }

    /// Waits for one, up to 5 seconds. `None` where the file cannot be opened: then it is as good as
    /// SQLite lets it be.
    pub async fn take(&self) -> Result<Option<WriteTurn>, StoreError> {
        let opened = self.opened.get_or_init(|| match self.file.open() {
            Ok(file) => Some(Arc::new(file)),
            Err(error) => {
                tracing::warn!(%error, "an import in another process may keep this one from writing");
                None
            }
        });
        let Some(file) = opened else {
            return Ok(None);
        };
        if self.file.lock(file, TURN_EVERY, PATIENCE).await? {
            return Ok(Some(WriteTurn(Arc::clone(file))));
        }
        Err(locked_by_another())
    }
}

/// Where the lock is, and the one that an open snapshot of this store holds.
#[derive(Debug)]
pub struct CatalogueLock {
    file: LockFile,
    open: Mutex<Option<(SnapshotNo, Held)>>,
}

impl CatalogueLock {
    /// The lock of a database.
    pub fn beside(database: &Path) -> Self {
        Self {
            file: LockFile::beside(database, CATALOGUE),
            open: Mutex::new(None),
        }
    }

    /// Takes the lock, waiting up to 5 seconds for somebody else.
    pub async fn take(&self) -> Result<Held, StoreError> {
        let file = self.file.open()?;
        let is_ours = self.file.lock(&file, EVERY, PATIENCE).await?;
        is_ours.then_some(Held(file)).ok_or(StoreError::Locked)
    }

    /// Keeps the lock for an open snapshot.
    pub fn keep(&self, snapshot: SnapshotNo, held: Held) {
        *self.kept() = Some((snapshot, held));
    }

    /// Gives the lock of an open snapshot back, when this store holds it.
    pub fn release(&self, snapshot: SnapshotNo) -> Option<Held> {
        let ours = self.kept().take_if(|(no, _)| *no == snapshot);
        ours.map(|(_, held)| held)
    }

    fn kept(&self) -> MutexGuard<'_, Option<(SnapshotNo, Held)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
