//! Files that the service lives on, or that a command reads: none that is written may take their place.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use adapter_sqlite::backup as copies;

use crate::failure::{Detail, Failure};
use crate::folder;
use crate::settings::{DatabaseUrl, Settings};
use crate::vault;

/// Files that nothing may be written over.
pub struct OwnFiles<'a> {
    settings: &'a Settings,
    files: Vec<OwnFile>,
}

/// One of them.
struct OwnFile {
    what: &'static str,
    path: PathBuf,
}

impl<'a> OwnFiles<'a> {
    /// The database with what is kept beside it, and the files that settings name.
    pub fn of(settings: &'a Settings) -> Self {
        let own = Self {
            settings,
            files: Vec::new(),
        };
        let DatabaseUrl::Sqlite(database) = &settings.database else {
            return own;
        };
        let beside = copies::all_beside(database);
        let beside = beside
            .iter()
            .fold(own.and("the database", database), |own, path| {
                own.and("a file of the database", path)
            });
        beside.and("the vault key", &vault::file_beside(database))
    }

    /// With a file that the command reads.
    #[must_use]
    pub fn and(mut self, what: &'static str, path: &Path) -> Self {
        let path = path.to_owned();
        self.files.push(OwnFile { what, path });
        self
    }

    /// Refuses what an argument names to be written, if that is one of them.
    pub fn spare(&self, argument: &str, path: &Path) -> Result<(), Failure> {
        let own = self.files.iter().find(|own| is_same_file(&own.path, path));
        let named = || {
            let setting = self.settings.naming(|file| is_same_file(file, path))?;
            Some(format!("the file that {setting} names"))
        };
        let Some(what) = own.map(|own| own.what.to_owned()).or_else(named) else {
            return Ok(());
        };
        let shown = path.display().to_string();
        let message = format!("{argument} {shown}: it is {what}; name another file");
        let detail = Detail {
            field: argument.to_owned(),
            value: Some(shown),
            accepted: Some(format!("a file that is not {what}")),
        };
        Err(Failure::wrong(message, vec![detail]))
    }
}

/// Whether both paths lead to one file, also by links; of a file that is not there yet the name decides.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| {
        let found = std::fs::metadata(path).ok()?;
        Some((found.dev(), found.ino()))
    };
    let place = |path: &Path| {
        let folder = folder::of(path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let is_same = |one: Option<_>, other| one.is_some() && one == other;
    is_same(identity(one), identity(other))
        || place(one).is_some_and(|one| place(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::OwnFiles;
    use crate::settings::Settings;

    #[test]
    fn what_the_service_lives_on_is_spared_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let database = at("prices.sqlite");
        fs::write(&database, "x").unwrap();
        fs::write(at("words"), "x").unwrap();
        fs::create_dir(at("sub")).unwrap();
        std::os::unix::fs::symlink(&database, at("link")).unwrap();
        fs::hard_link(&database, at("hard")).unwrap();
        let (url, words) = (format!("sqlite://{}", database.display()), at("words"));
        let settings = Settings::of(&[
            ("DATABASE_URL", &url),
            ("PCS_WORDS_FILE", words.to_str().unwrap()),
        ]);
        let settings = settings.unwrap();
        let own = OwnFiles::of(&settings).and("the source", &at("feed.csv"));
        for (name, what) in [
            ("prices.sqlite", "the database"),
            ("link", "the database"),
            ("hard", "the database"),
            ("sub/../prices.sqlite", "the database"),
            ("prices.sqlite-wal", "a file of the database"),
            ("prices.sqlite-shm", "a file of the database"),
            ("prices.sqlite.lock", "a file of the database"),
            ("sub/../prices.sqlite.turn", "a file of the database"),
            ("vault.key", "the vault key"),
            ("words", "the file that PCS_WORDS_FILE names"),
            ("feed.csv", "the source"),
        ] {
            let refused = own.spare("--report", &at(name)).unwrap_err().to_string();
            let said = format!(
                "--report {}: it is {what}; name another file",
                at(name).display()
            );
            assert_eq!(refused, said);
        }
        for other in ["prices", "sub/prices.sqlite", "none/vault.key"] {
            assert!(own.spare("--report", &at(other)).is_ok(), "{other}");
        }
        assert!(own.spare("--report", Path::new("/")).is_ok());
    }
}
