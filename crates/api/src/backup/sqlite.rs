//! Putting a backup in the place of an SQLite store.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use adapter_sqlite::backup as copies;
use adapter_system::{System, VaultKeys};
use ports_store::StoreError;
use ports_system::IdSource;

use super::archive::Opened;
use crate::failure::Failure;
use crate::folder;
use crate::serving::keeping;
use crate::settings::Settings;
use crate::vault;

/// A file that is not in its place yet; it vanishes, with what SQLite keeps beside it, unless it gets there.
struct Draft(PathBuf);

impl Draft {
    fn beside(path: &Path) -> Self {
        let mut draft = path.as_os_str().to_owned();
        draft.push(format!(".restoring-{}", System::new().uuid().simple()));
        Self(PathBuf::from(draft))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        let files = copies::beside(&self.0);
        for file in files.iter().chain([&self.0]) {
            if let Err(error) = fs::remove_file(file)
                && error.kind() != ErrorKind::NotFound
            {
                tracing::warn!(%error, "{} is of no use and can be deleted", file.display());
            }
        }
    }
}

/// Makes a store of the backup. Everything is checked before anything that is there is touched.
pub async fn restore(
    database: &Path,
    backup: &mut Opened,
    keys: Option<&VaultKeys>,
    replace: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    refuse_what_is_there(database, keys, replace, settings)?;
    let access = settings.file_access;
    let made = access.create_folder_of(database);
    made.map_err(|error| not_written(folder::of(database), &error))?;
    let draft = Draft::beside(database);
    let file = access.create_new(&draft.0, database);
    let mut file = file.map_err(|error| not_written(&draft.0, &error))?;
    backup.extract(&mut file, |error| not_written(&draft.0, error))?;
    copies::check(&draft.0).await?;
    let key_draft = match keys {
        Some(keys) => Some(key_draft(database, keys, settings)?),
        None => None,
    };
    // nobody opens the old store from here on
    let alone = alone(database, replace).await?;
    forget_index(database)?;
    if let Some((draft, keys)) = key_draft.as_ref().zip(keys) {
        let path = vault::file_beside(database);
        let kept = vault::replaced::keep(database, keys);
        kept.map_err(|error| not_written(&path, &error))?;
        rename(&draft.0, &path)?;
    }
    for file in copies::beside(database) {
        remove(&file)?;
    }
    rename(&draft.0, database)?;
    folder::sync(database).map_err(|error| not_written(folder::of(database), &error))?;
    drop(alone);
    Ok(())
}

/// The store that is there, which nobody else has open. One that is damaged cannot be held, and is given up where it is to
/// be replaced.
async fn alone(database: &Path, replace: bool) -> Result<Option<copies::Alone>, Failure> {
    if !database.exists() {
        return Ok(None);
    }
    match copies::claim(database).await {
        Err(StoreError::Corrupt(problem)) if replace => {
            tracing::warn!(problem, "the store that is replaced is damaged");
            Ok(None)
        }
        claimed => claimed.map(Some).map_err(in_use),
    }
}

/// Why nothing can be put here.
fn refuse_what_is_there(
    database: &Path,
    keys: Option<&VaultKeys>,
    replace: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    if let Some(folder) = &settings.index_dir
        && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
    {
        let problem = "it holds the index of another state of the store: empty it first";
        return Err(Failure::unusable("PCS_INDEX_DIR", folder, problem));
    }
    if replace {
        return Ok(());
    }
    let wal = copies::beside(database);
    let there = wal.iter().map(PathBuf::as_path).chain([database]);
    let mut there = there.filter(|path| fs::metadata(path).is_ok_and(|found| found.len() > 0));
    if let Some(there) = there.next() {
        return Err(Failure::refused(format!(
            "{} is there already; --replace puts the backup in the place of the store, which is lost",
            there.display()
        )));
    }
    let path = vault::file_beside(database);
    let Some(keys) = keys.filter(|_| path.exists()) else {
        return Ok(());
    };
    let held = vault::kept(settings)?;
    if held.is_some_and(|held| held.to_text() == keys.to_text()) {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "the vault key {} is not that of the backup; --replace puts that of the backup in its place, --without-key \
         leaves it",
        path.display()
    )))
}

/// The vault key in a file that gets its name later.
fn key_draft(database: &Path, keys: &VaultKeys, settings: &Settings) -> Result<Draft, Failure> {
    let draft = Draft::beside(&vault::file_beside(database));
    let file = settings.file_access.create_new(&draft.0, database);
    let written = file.and_then(|file| vault::write(file, keys));
    written.map_err(|error| not_written(&draft.0, &error))?;
    Ok(draft)
}

fn in_use(error: StoreError) -> Failure {
    match error {
        StoreError::Locked => Failure::refused(
            "the store is in use: end the service and every command that has it open, then restore again",
        ),
        other => other.into(),
    }
}

/// The index beside the database may be newer than the backup; it is made again.
fn forget_index(database: &Path) -> Result<(), Failure> {
    let folder = keeping::beside(database);
    unless_missing(&folder, fs::remove_dir_all(&folder))
}

fn remove(path: &Path) -> Result<(), Failure> {
    unless_missing(path, fs::remove_file(path))
}

fn unless_missing(path: &Path, removed: io::Result<()>) -> Result<(), Failure> {
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(not_written(path, &error)),
        _ => Ok(()),
    }
}

fn rename(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::rename(from, to).map_err(|error| not_written(to, &error))
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    StoreError::NotWritable(format!("{}: {error}", path.display())).into()
}
