//! A backup as a file: a zip archive, so that usual programs look into it. `backup.json` says what it is, one entry is
//! the store, and `vault.key.age` the vault key, sealed.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::manifest::{FORMAT, Manifest, Version};
use crate::failure::Failure;
use crate::folder;

const MANIFEST: &str = "backup.json";
const KEY: &str = "vault.key.age";

/// How a zip archive begins.
const MAGIC: &[u8] = b"PK\x03\x04";

/// More than a manifest or a sealed key takes.
const LARGEST: u64 = 256 * 1024;

/// An empty file in the folder of another one, for its owner alone; it vanishes when it is dropped.
pub fn draft_beside(path: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new()
        .prefix(".backup-")
        .tempfile_in(folder::of(path))
}

/// Writes a backup; its name is given to it when all of it is on the disk. Answers its size.
pub fn write(
    path: &Path,
    manifest: &Manifest,
    store: &Path,
    key: Option<&[u8]>,
) -> Result<u64, Failure> {
    let wrong =
        |error: io::Error| Failure::other(format!("the backup {}: {error}", path.display()));
    let draft = draft_beside(path).map_err(wrong)?;
    fill(draft.as_file(), manifest, store, key).map_err(|error| wrong(io::Error::from(error)))?;
    draft.as_file().sync_all().map_err(wrong)?;
    let size = draft.as_file().metadata().map_err(wrong)?.len();
    draft.persist(path).map_err(|error| wrong(error.error))?;
    folder::sync(path).map_err(wrong)?;
    Ok(size)
}

fn fill(
    file: &File,
    manifest: &Manifest,
    store: &Path,
    key: Option<&[u8]>,
) -> Result<(), ZipError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .unix_permissions(0o600);
    let mut zip = ZipWriter::new(file);
    zip.start_file(MANIFEST, options)?;
    let text = serde_json::to_vec_pretty(manifest).map_err(io::Error::from)?;
    zip.write_all(&text)?;
    if let Some(key) = key {
        zip.start_file(KEY, options)?;
        zip.write_all(key)?;
    }
    zip.start_file(manifest.store.entry(), options.large_file(true))?;
    io::copy(&mut File::open(store)?, &mut zip)?;
    zip.finish()?.flush()?;
    Ok(())
}

/// A backup that was opened.
pub struct Opened {
    path: PathBuf,
    zip: ZipArchive<File>,
    /// What it says of itself.
    pub manifest: Manifest,
}

/// Opens a backup. Whether its content is whole is seen when that is read.
pub fn open(path: &Path) -> Result<Opened, Failure> {
    let shown = path.display();
    let unreadable = |error: io::Error| Failure::unusable("FILE", path, error);
    let stranger = || {
        Failure::refused(format!(
            "{shown} is no backup that `api backup` has written"
        ))
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut start = Vec::new();
    let mut beginning = Read::by_ref(&mut file).take(4);
    beginning.read_to_end(&mut start).map_err(unreadable)?;
    if start != MAGIC {
        return Err(stranger());
    }
    file.rewind().map_err(unreadable)?;
    let mut zip = ZipArchive::new(file).map_err(|error| damaged(path, &error))?;
    let text = match entry(&mut zip, MANIFEST) {
        Err(ZipError::FileNotFound) => return Err(stranger()),
        read => read.map_err(|error| damaged(path, &error))?,
    };
    let version: Version = serde_json::from_slice(&text).map_err(|_| stranger())?;
    if version.format > FORMAT {
        return Err(Failure::refused(format!(
            "{shown} was made by version {}, whose backups this older program does not read; use that version",
            version.program
        )));
    }
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|_| stranger())?;
    if !adapter_sqlite::backup::knows(&manifest.schema)? && !manifest.schema.is_empty() {
        return Err(Failure::refused(format!(
            "{shown} was made by a newer program (version {}, migration {}), which this one does not know; use a newer \
             program",
            manifest.program, manifest.schema
        )));
    }
    Ok(Opened {
        path: path.to_owned(),
        zip,
        manifest,
    })
}

/// Whether a file is a backup, be it of a newer program. Fails where the file cannot be read.
pub fn is_backup(path: &Path) -> io::Result<bool> {
    let zip = ZipArchive::new(File::open(path)?);
    match zip.and_then(|mut zip| entry(&mut zip, MANIFEST)) {
        Ok(text) => Ok(serde_json::from_slice::<Version>(&text).is_ok()),
        Err(ZipError::Io(error)) if is_of_the_system(&error) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Whether the system says this, not a reader of what is in a file: a damaged archive leads to places that no file has.
fn is_of_the_system(error: &io::Error) -> bool {
    error.raw_os_error().is_some() && error.kind() != io::ErrorKind::InvalidInput
}

impl Opened {
    /// The sealed vault key.
    pub fn sealed_key(&mut self) -> Result<Vec<u8>, Failure> {
        entry(&mut self.zip, KEY).map_err(|error| damaged(&self.path, &error))
    }

    /// Writes the store to a file, and it to the disk; where that cannot be written, it is said by `not_written`.
    pub fn extract(
        &mut self,
        to: &mut File,
        not_written: impl Fn(&io::Error) -> Failure,
    ) -> Result<(), Failure> {
        let name = self.manifest.store.entry();
        let mut store = self
            .zip
            .by_name(name)
            .map_err(|error| damaged(&self.path, &error))?;
        let mut part = vec![0; 256 * 1024];
        loop {
            let read = store
                .read(&mut part)
                .map_err(|error| damaged(&self.path, &error.into()))?;
            if read == 0 {
                break;
            }
            let read = part.get(..read).unwrap_or_default();
            to.write_all(read).map_err(|error| not_written(&error))?;
        }
        to.sync_all().map_err(|error| not_written(&error))
    }
}

fn entry(zip: &mut ZipArchive<File>, name: &str) -> Result<Vec<u8>, ZipError> {
    let mut content = Vec::new();
    zip.by_name(name)?.take(LARGEST).read_to_end(&mut content)?;
    Ok(content)
}

fn damaged(path: &Path, error: &ZipError) -> Failure {
    let shown = path.display();
    Failure::refused(format!("{shown} is truncated or damaged: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::path::Path;

    use super::{MAGIC, is_backup, is_of_the_system};

    #[test]
    fn what_is_damaged_is_no_backup_and_what_cannot_be_read_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        for content in [
            &b"id,title\n"[..],
            MAGIC,
            &[MAGIC, &[0xff; 64]].concat()[..],
        ] {
            fs::write(&file, content).unwrap();
            assert!(!is_backup(&file).unwrap());
        }
        let missing = is_backup(&folder.path().join("none")).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        let unread = fs::read(Path::new("/")).unwrap_err();
        assert!(is_of_the_system(&unread), "{unread}");
    }
}
