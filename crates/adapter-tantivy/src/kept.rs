//! The folder in which the served catalogue is kept: the index, the rows beside it, and the lock of who writes them.
//!
//! The file of rows is a mark, a head and blocks of rows, the last one without any; head and blocks each stand behind
//! their length and checksum, so that what is torn or damaged is noticed.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ports_store::{CatalogueKeeper, IndexError, KeptRow, KeptState, MoreRows};
use serde::{Deserialize, Serialize};

use crate::index::{TantivyIndex, failed};

/// What the file of rows begins with. Another form has another number.
const MARK: &[u8] = b"pcs rows 2\n";
/// The longest block that is read: a block that says it is longer is damaged.
const LONGEST_BLOCK: u32 = 256 << 20;
/// Blocks end when they are this long.
const BLOCK: usize = 1 << 20;

/// What stands before the rows.
#[derive(Serialize, Deserialize)]
struct Head {
    /// By which build, with which settings.
    made_by: String,
    state: KeptState,
}

/// The rows in a folder.
pub struct KeptRows {
    folder: PathBuf,
    made_by: String,
    /// Held while the file is written or removed.
    writing: Mutex<()>,
    #[expect(dead_code, reason = "held for its lock")]
    lock: File,
}

/// Opens a folder, which is made where it is missing, for this process alone: an error while another one has it.
/// `made_by` names the build of the program and the settings that rows depend on; what was kept by others is not used.
pub fn open_kept(folder: &Path, made_by: String) -> Result<(TantivyIndex, KeptRows), IndexError> {
    if !folder.is_dir() {
        let made = DirBuilder::new().mode(0o700).create(folder);
        made.map_err(|error| failed(format!("{}: {error}", folder.display())))?;
    }
    let lock = create(&folder.join("lock"))?;
    lock.try_lock()
        .map_err(|error| failed(format!("{}: {error}", folder.display())))?;
    let rows = KeptRows {
        folder: folder.to_owned(),
        made_by,
        writing: Mutex::default(),
        lock,
    };
    if rows.kept().is_none() {
        rows.forget()?;
    }
    Ok((TantivyIndex::in_folder(&folder.join("words"))?, rows))
}

fn create(path: &Path) -> Result<File, IndexError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let opened = options.open(path);
    opened.map_err(|error| failed(format!("{}: {error}", path.display())))
}

impl KeptRows {
    fn file(&self) -> PathBuf {
        self.folder.join("rows")
    }

    fn open(&self) -> Result<(Head, BufReader<File>), IndexError> {
        let mut file = BufReader::with_capacity(BLOCK, File::open(self.file()).map_err(failed)?);
        let mut mark = vec![0; MARK.len()];
        file.read_exact(&mut mark).map_err(failed)?;
        if mark != MARK {
            return Err(failed("rows of another form"));
        }
        let head = postcard::from_bytes(&read_block(&mut file)?).map_err(failed)?;
        Ok((head, file))
    }

    fn write(
        &self,
        path: &Path,
        state: KeptState,
        more: &mut MoreRows<'_>,
    ) -> Result<(), IndexError> {
        let mut file = BufWriter::with_capacity(BLOCK, create(path)?);
        file.write_all(MARK).map_err(failed)?;
        let head = Head {
            made_by: self.made_by.clone(),
            state,
        };
        write_block(&mut file, &postcard::to_allocvec(&head).map_err(failed)?)?;
        let (mut block, mut is_more) = (Vec::new(), true);
        while is_more {
            let mut error = None;
            is_more = more(
                &mut |row| match postcard::to_extend(row, std::mem::take(&mut block)) {
                    Ok(longer) => block = longer,
                    Err(other) => error = Some(other),
                },
            );
            if let Some(error) = error {
                return Err(failed(error));
            }
            if block.len() >= BLOCK || (!is_more && !block.is_empty()) {
                write_block(&mut file, &block)?;
                block.clear();
            }
        }
        write_block(&mut file, &[])?;
        let file = file.into_inner().map_err(failed)?;
        file.sync_all().map_err(failed)
    }

    fn sync_folder(&self) -> Result<(), IndexError> {
        let folder = File::open(&self.folder).map_err(failed)?;
        folder.sync_all().map_err(failed)
    }
}

impl CatalogueKeeper for KeptRows {
    fn kept(&self) -> Option<KeptState> {
        let (head, _) = self.open().ok()?;
        (head.made_by == self.made_by).then_some(head.state)
    }

    fn read(&self, each: &mut dyn FnMut(&KeptRow<'_>)) -> Result<(), IndexError> {
        let (_, mut file) = self.open()?;
        loop {
            let block = read_block(&mut file)?;
            if block.is_empty() {
                return Ok(());
            }
            let mut rest = block.as_slice();
            while !rest.is_empty() {
                let (row, after) =
                    postcard::take_from_bytes::<KeptRow<'_>>(rest).map_err(failed)?;
                each(&row);
                rest = after;
            }
        }
    }

    fn keep(&self, state: KeptState, more: &mut MoreRows<'_>) -> Result<(), IndexError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let new = self.file().with_extension("new");
        self.write(&new, state, more)?;
        fs::rename(&new, self.file()).map_err(failed)?;
        self.sync_folder()
    }

    fn forget(&self) -> Result<(), IndexError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        for extension in ["", "new"] {
            let file = self.file().with_extension(OsStr::new(extension));
            if file.exists() {
                fs::remove_file(file).map_err(failed)?;
            }
        }
        self.sync_folder()
    }
}

fn write_block(file: &mut impl Write, block: &[u8]) -> Result<(), IndexError> {
    let length = u32::try_from(block.len()).map_err(failed)?.to_le_bytes();
    let checksum = crc32fast::hash(block).to_le_bytes();
    let mut parts = [&length[..], &checksum, block].into_iter();
    parts
        .try_for_each(|part| file.write_all(part))
        .map_err(failed)
}

fn read_block(file: &mut impl Read) -> Result<Vec<u8>, IndexError> {
    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes)
            .map(|()| u32::from_le_bytes(bytes))
            .map_err(failed)
    };
    let (length, checksum) = (number()?, number()?);
    if length > LONGEST_BLOCK {
        return Err(failed("a damaged block of rows"));
    }
    let mut block = vec![0; domain::num::usize_from_u32(length)];
    file.read_exact(&mut block).map_err(failed)?;
    if crc32fast::hash(&block) != checksum {
        return Err(failed("a damaged block of rows"));
    }
    Ok(block)
}
