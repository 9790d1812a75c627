//! The catalogue lock: a lock of the operating system on a file beside the database.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::SnapshotNo;
use ports_store::StoreError;

use crate::files;

/// How often, and how many times, the lock is tried: 5 seconds.
const EVERY: Duration = Duration::from_millis(50);
const TRIES: u32 = 100;

/// The lock while it is held; dropping it lets go.
#[derive(Debug)]
pub struct Held(#[expect(dead_code, reason = "held for its lock")] File);

/// Where the lock is, and the one that an open snapshot of this store holds.
#[derive(Debug)]
pub struct CatalogueLock {
    database: PathBuf,
    path: PathBuf,
    open: Mutex<Option<(SnapshotNo, Held)>>,
}

impl CatalogueLock {
    /// The lock of a database.
    pub fn beside(database: &Path) -> Self {
        let mut path = OsString::from(database);
        path.push(".lock");
        Self {
            database: database.to_owned(),
            path: PathBuf::from(path),
            open: Mutex::new(None),
        }
    }

    /// Takes the lock, waiting up to 5 seconds for somebody else.
    pub async fn take(&self) -> Result<Held, StoreError> {
        let opened = files::open_lock(&self.path, &self.database);
        let file = opened.map_err(|error| self.refused(&error))?;
        let mut ticks = tokio::time::interval(EVERY);
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Held(file)),
                Err(TryLockError::WouldBlock) => {
                    ticks.tick().await;
                }
                Err(TryLockError::Error(error)) => return Err(self.refused(&error)),
            }
        }
        Err(StoreError::Locked)
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
