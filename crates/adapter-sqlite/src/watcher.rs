//! Whether anybody has committed anything.
//!
//! SQLite tells by `PRAGMA data_version`, which takes and gives back a lock of the file each time. Every request asks, so
//! the header of the WAL index (<https://sqlite.org/walformat.html>, section 2.1) is read first: a commit changes it
//! before it is done, so while it is what it was, so is the version. It holds the salts of the log and the checksum of
//! all its frames, so that it is never again what it was before a commit.

use std::fs::{File, Metadata, metadata};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use adapter_sql::error::store_error;
use adapter_sql::prepared;
use diesel::sql_types::BigInt;
use diesel::{RunQueryDsl, SqliteConnection};
use ports_store::StoreError;

/// Both copies of the header, of which a commit writes the second one first.
const HEADER_BYTES: usize = 96;

/// The format that this reads, at the beginning of each copy, in the byte order of the machine.
const FORMAT: u32 = 3_007_000;

type Header = [u8; HEADER_BYTES];

/// Tells of commits to one file.
pub struct Watcher {
    /// Never writes, so that its data version changes with every commit of anybody.
    connection: Mutex<SqliteConnection>,
    /// The WAL index. It is there once the connection has read.
    index_path: PathBuf,
    index: OnceLock<Option<Arc<File>>>,
    known: RwLock<Option<Known>>,
}

/// A version, with a header that was read before it.
#[derive(Clone, Copy)]
struct Known {
    header: Header,
    version: i64,
}

impl Watcher {
    /// Watches the file of this connection.
    pub fn new(connection: SqliteConnection, path: &Path) -> Self {
        // as SQLite does, which keeps its files beside the one that a link leads to
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut index_path = path.into_os_string();
        index_path.push("-shm");
        Self {
            connection: Mutex::new(connection),
            index_path: index_path.into(),
            index: OnceLock::new(),
            known: RwLock::default(),
        }
    }

    /// A number that differs from an earlier one as soon as anybody has committed anything since.
    pub fn version(&self) -> Result<i64, StoreError> {
        if let Some(version) = self.known_version() {
            return Ok(version);
        }
        let mut connection = lock(&self.connection);
        if let Some(version) = self.known_version() {
            return Ok(version);
        }
        // the header first: of a commit in between the version tells, and the next header another one
        let header = self.header();
        let version = prepared::<BigInt>("PRAGMA data_version").get_result(&mut *connection);
        let version = version.map_err(|error| store_error(&error))?;
        // the connection uses the index from its first read until it ends, and so nobody removes it
        self.index.get_or_init(|| opened(&self.index_path));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = header.map(|header| Known { header, version });
        Ok(version)
    }

    fn known_version(&self) -> Option<i64> {
        let header = self.header()?;
        let known = *self.known.read().unwrap_or_else(PoisonError::into_inner);
        known
            .filter(|known| known.header == header)
            .map(|known| known.version)
    }

    /// The header as it is now; `None` when it is none that this knows.
    fn header(&self) -> Option<Header> {
        let index = self.index.get()?.as_ref()?;
        let mut header = [0; HEADER_BYTES];
        index.read_exact_at(&mut header, 0).ok()?;
        let format = header.first_chunk().copied().map(u32::from_ne_bytes);
        (format == Some(FORMAT)).then_some(header)
    }
}

/// The file, opened once in a process and never closed: with any descriptor of a file that a process closes it loses
/// all its locks of it (POSIX), those of SQLite's connections too. While it is open its number is no other file's.
fn opened(path: &Path) -> Option<Arc<File>> {
    static OPENED: Mutex<Vec<Opened>> = Mutex::new(Vec::new());
    let number = |about: Metadata| (about.dev(), about.ino());
    let mut all = lock(&OPENED);
    let wanted = metadata(path).map(number).ok()?;
    if let Some(there) = all.iter().find(|there| there.number == Some(wanted)) {
        return Some(Arc::clone(&there.file));
    }
    let file = Arc::new(File::open(path).ok()?);
    all.push(Opened {
        number: file.metadata().map(number).ok(),
        file: Arc::clone(&file),
    });
    Some(file)
}

struct Opened {
    /// Device and inode.
    number: Option<(u64, u64)>,
    file: Arc<File>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
