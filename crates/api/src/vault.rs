//! Where the keys of the vault come from: `PCS_VAULT_KEY`, else a file beside the SQLite database.

pub mod replaced;

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use adapter_sqlite::FileAccess;
use adapter_system::{AesVault, System, VaultKeys};
use ports_system::{IdSource, Vault};

use crate::failure::Failure;
use crate::folder;
use crate::settings::{DatabaseUrl, Settings};

/// Name of the file, in the folder of the database.
const FILE: &str = "vault.key";

/// What is wrong when the file is not there although it is needed.
const LOST: &str = "it is not there, but the store holds secrets that it sealed: put it back from a backup, \
    or set PCS_VAULT_KEY to the key that it held";

/// More than any number of keys that make sense.
const LARGEST: u64 = 64 * 1024;

/// Where the keys come from.
enum Source<'a> {
    /// `PCS_VAULT_KEY`
    Setting(&'a VaultKeys),
    /// A file, which may not be there yet.
    File(KeyFile<'a>),
    /// Nowhere: several instances on PostgreSQL have no folder in common.
    Missing,
}

/// The file of a database.
struct KeyFile<'a> {
    path: PathBuf,
    database: &'a Path,
    access: FileAccess,
}

fn source(settings: &Settings) -> Source<'_> {
    match (&settings.webhooks.vault_keys, &settings.database) {
        (Some(keys), _) => Source::Setting(keys),
        (None, DatabaseUrl::Sqlite(database)) => Source::File(KeyFile {
            path: file_beside(database),
            database,
            access: settings.file_access,
        }),
        (None, DatabaseUrl::Postgres(_)) => Source::Missing,
    }
}

/// The vault that the settings describe. Its file is made when it is not there, unless the store holds
/// secrets: those another file had sealed.
pub fn open(settings: &Settings, holds_secrets: bool) -> Result<Arc<dyn Vault>, Failure> {
    let vault = match source(settings) {
        Source::Setting(keys) => AesVault::new(keys),
        Source::File(file) if holds_secrets => {
            AesVault::new(&file.read()?.ok_or_else(|| failure(&file.path, LOST))?)
        }
        Source::File(file) => AesVault::new(&file.read_or_make()?),
        Source::Missing => return Err(missing()),
    };
    let vault = vault.map_err(|error| Failure::usage("PCS_VAULT_KEY", error.to_string()))?;
    Ok(Arc::new(vault))
}

/// The keys that there are; `None` when none was made yet.
pub fn kept(settings: &Settings) -> Result<Option<VaultKeys>, Failure> {
    match source(settings) {
        Source::Setting(keys) => Ok(Some(keys.clone())),
        Source::File(file) => file.read(),
        Source::Missing => Err(missing()),
    }
}

/// The file beside a database in which keys are kept.
pub fn file_beside(database: &Path) -> PathBuf {
    database.with_file_name(FILE)
}

/// In words where the keys come from. Fails as [`open`] does, but makes no file; one that is there is read.
pub fn described(settings: &Settings) -> Result<String, Failure> {
    Ok(match source(settings) {
        Source::Setting(keys) => format!("PCS_VAULT_KEY ({})", named(keys)),
        Source::File(file) => match file.read()? {
            Some(keys) => format!("{} ({})", file.path.display(), named(&keys)),
            None => format!("{}, made when it is first needed", file.path.display()),
        },
        Source::Missing => return Err(missing()),
    })
}

fn named(keys: &VaultKeys) -> String {
    let names: Vec<&str> = keys.names().collect();
    let (first, older) = names.split_first().unwrap_or((&"", &[]));
    match older {
        [] => format!("sealing with {first}"),
        older => format!("sealing with {first}, opening {} too", older.join(", ")),
    }
}

fn missing() -> Failure {
    let message = format!(
        "PCS_VAULT_KEY is needed on PostgreSQL, the same for all instances: it accepts {}",
        VaultKeys::ACCEPTS
    );
    Failure::usage("PCS_VAULT_KEY", message)
}

impl KeyFile<'_> {
    fn read_or_make(&self) -> Result<VaultKeys, Failure> {
        if let Some(keys) = self.read()? {
            return Ok(keys);
        }
        self.make()?;
        // another process may have been quicker: what is there counts
        self.read()?
            .ok_or_else(|| failure(&self.path, "it vanished"))
    }

    /// The keys in the file; `None` if there is none.
    fn read(&self) -> Result<Option<VaultKeys>, Failure> {
        let path = &self.path;
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|error| failure(path, error))?,
        };
        let metadata = file.metadata().map_err(|error| failure(path, error))?;
        if let Some(mode) = self.access.too_wide(&metadata) {
            let (shown, wanted) = (path.display(), self.access.file_mode());
            tracing::warn!(
                "others may use the vault key {shown} (mode {mode:o}): chmod {wanted:o} {shown}"
            );
        }
        let mut text = String::new();
        file.take(LARGEST)
            .read_to_string(&mut text)
            .map_err(|error| failure(path, error))?;
        VaultKeys::parse(&text).map(Some).map_err(|error| {
            let accepts = VaultKeys::ACCEPTS;
            failure(path, format!("{error}; a vault key file holds {accepts}"))
        })
    }

    /// Makes the file with a new key, unless there is one. It is written beside, and gets its name when
    /// all of it is on the disk: nobody ever reads half a key, and of two processes one is first.
    fn make(&self) -> Result<(), Failure> {
        let path = &self.path;
        let fails = |error: std::io::Error| {
            let hint = "PCS_VAULT_KEY would be used instead of the file";
            failure(path, format!("it cannot be made: {error}; {hint}"))
        };
        self.access.create_folder_of(path).map_err(fails)?;
        let system = System::new();
        let keys =
            VaultKeys::generate(&system).map_err(|error| Failure::other(error.to_string()))?;
        let draft = path.with_file_name(format!("{FILE}.{}", system.uuid().simple()));
        let placed = self
            .access
            .create_new(&draft, self.database)
            .and_then(|file| write(file, &keys))
            .and_then(|()| fs::hard_link(&draft, path));
        if let Err(error) = fs::remove_file(&draft)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(%error, "{} is of no use and can be deleted", draft.display());
        }
        match placed {
            Ok(()) => tracing::info!(
                "a vault key was made: {}; back it up, without it signing secrets are lost",
                path.display()
            ),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(fails(error)),
        }
        folder::sync(path).map_err(fails)
    }
}

/// Writes keys to a file, and it to the disk.
pub fn write(mut file: File, keys: &VaultKeys) -> std::io::Result<()> {
    file.write_all(keys.to_text().as_bytes())?;
    file.write_all(b"\n")?;
    file.sync_all()
}

fn failure(path: &Path, problem: impl std::fmt::Display) -> Failure {
    Failure::usage(
        "PCS_VAULT_KEY",
        format!("the vault key {}: {problem}", path.display()),
    )
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::sync::Barrier;

    use adapter_sqlite::FileAccess;
    use tempfile::TempDir;

    use super::{KeyFile, described, open};
    use crate::failure::Failure;
    use crate::settings::Settings;

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    fn settings(given: &[(&'static str, &str)]) -> Settings {
        Settings::of(given).unwrap()
    }

    /// Settings with a database in a folder that is not there yet.
    fn on_sqlite(folder: &TempDir) -> (Settings, PathBuf) {
        let data = folder.path().join("data");
        let url = format!("sqlite://{}", data.join("prices.sqlite").display());
        (settings(&[("DATABASE_URL", &url)]), data.join("vault.key"))
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    fn is_wrong_usage(failure: &Failure) -> bool {
        format!("{:?}", failure.exit_code()) == format!("{:?}", ExitCode::from(2))
    }

    #[test]
    fn a_key_that_is_given_is_used_and_no_file_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/prices.sqlite", folder.path().display());
        let keys = format!("v3:{KEY},v2:{KEY}");
        for url in [&url, "postgres://u@h/d"] {
            let settings = settings(&[("DATABASE_URL", url), ("PCS_VAULT_KEY", &keys)]);
            assert_eq!(open(&settings, false).unwrap().sealing_key(), "v3");
            let described = described(&settings).unwrap();
            assert!(described.contains("PCS_VAULT_KEY") && described.contains("v3"));
            assert!(!described.contains(KEY));
        }
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }

    #[test]
    fn on_sqlite_a_key_is_made_beside_the_database_once() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, path) = on_sqlite(&folder);
        let before = described(&settings).unwrap();
        assert!(before.contains("made when it is first needed"), "{before}");
        assert!(!path.exists(), "describing makes nothing");

        let sealed = open(&settings, false)
            .unwrap()
            .seal(b"secret", "x")
            .unwrap();
        assert_eq!(sealed.key_id, "v1");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(
            names(path.parent().unwrap()),
            ["vault.key"],
            "no draft stays"
        );
        let opened = open(&settings, false).unwrap().open(&sealed, "x");
        assert_eq!(opened.as_deref(), Ok(&b"secret"[..]));
        let after = described(&settings).unwrap();
        assert!(after.contains("sealing with v1"), "{after}");
    }

    #[test]
    fn processes_that_start_at_once_agree_on_one_key() {
        for _ in 0..25 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("vault.key");
            let barrier = Barrier::new(8);
            let keys: Vec<String> = std::thread::scope(|scope| {
                let starts = (0..8).map(|_| {
                    scope.spawn(|| {
                        let file = KeyFile {
                            path: path.clone(),
                            database: &path.with_file_name("prices.sqlite"),
                            access: FileAccess::Owner,
                        };
                        barrier.wait();
                        file.read_or_make().unwrap().to_text().to_string()
                    })
                });
                let starts: Vec<_> = starts.collect();
                starts.into_iter().map(|s| s.join().unwrap()).collect()
            });
            assert!(keys.iter().all(|key| *key == keys[0]));
            assert_eq!(names(folder.path()), ["vault.key"]);
        }
    }

    #[test]
    fn a_file_with_several_keys_seals_with_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, path) = on_sqlite(&folder);
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("v2:{KEY},\n v1:{KEY}\n")).unwrap();
        assert_eq!(open(&settings, false).unwrap().sealing_key(), "v2");
        let described = described(&settings).unwrap();
        assert!(
            described.ends_with("(sealing with v2, opening v1 too)"),
            "{described}"
        );
    }

    #[test]
    fn a_file_that_others_may_read_is_used_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, path) = on_sqlite(&folder);
        open(&settings, false).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert!(open(&settings, false).is_ok());
    }

    #[test]
    fn a_file_that_cannot_be_used_is_named_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, path) = on_sqlite(&folder);
        fs::create_dir(path.parent().unwrap()).unwrap();
        for content in [&b""[..], b"v1:AAAA", KEY.as_bytes(), b"\xff"] {
            fs::write(&path, content).unwrap();
            let failure = open(&settings, false).err().unwrap();
            assert!(is_wrong_usage(&failure));
            let complaint = failure.to_string();
            assert!(complaint.contains(path.to_str().unwrap()), "{complaint}");
            assert!(!complaint.contains(KEY), "{complaint}");
            assert!(described(&settings).is_err());
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let failure = open(&settings, false).err().unwrap();
        assert!(is_wrong_usage(&failure) && failure.to_string().contains("vault.key"));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_a_failure_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let (settings, path) = on_sqlite(&folder);
        fs::write(path.parent().unwrap(), "a file").unwrap();
        let failure = open(&settings, false).err().unwrap();
        assert!(is_wrong_usage(&failure));
        assert!(
            failure.to_string().contains(path.to_str().unwrap()),
            "{failure}"
        );
    }

    #[test]
    fn on_postgresql_the_setting_is_needed() {
        let settings = settings(&[("DATABASE_URL", "postgres://u:p@h/d")]);
        let failure = open(&settings, false).err().unwrap();
        assert!(is_wrong_usage(&failure));
        let complaint = failure.to_string();
        for word in ["PCS_VAULT_KEY", "NAME:KEY", "openssl rand -base64 32"] {
            assert!(complaint.contains(word), "{complaint}");
        }
        assert_eq!(described(&settings).unwrap_err().to_string(), complaint);
    }
}
