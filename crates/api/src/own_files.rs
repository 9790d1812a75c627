//! Files that the service lives on, or that a command reads: none that is written may take their place.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use adapter_sqlite::backup as copies;

use crate::failure::{Detail, Failure};
use crate::folder;
use crate::serving::keeping;
use crate::settings::{DatabaseUrl, Settings};
use crate::vault;

/// Files that nothing may be written over.
pub struct OwnFiles<'a> {
    settings: &'a Settings,
    files: Vec<OwnFile>,
    /// Folders in which nothing may be written.
    folders: Vec<OwnFile>,
}

/// One of them, and what a file that takes its place would be.
struct OwnFile {
    what: &'static str,
    path: PathBuf,
}

impl<'a> OwnFiles<'a> {
    /// The database with what is kept beside it, and the files and folders that settings name.
    pub fn of(settings: &'a Settings) -> Self {
        let folders = [
            (
                "in the folder that PCS_MAIL_TEMPLATES names",
                &settings.mail.templates,
            ),
            (
                "in the folder that PCS_INDEX_DIR names",
                &settings.index_dir,
            ),
        ];
        let folders = folders.into_iter().filter_map(|(what, path)| {
            let path = path.clone()?;
            Some(OwnFile { what, path })
        });
        let mut own = Self {
            settings,
            files: Vec::new(),
            folders: folders.collect(),
        };
        let DatabaseUrl::Sqlite(database) = &settings.database else {
            return own;
        };
        own.folders.push(OwnFile {
            what: "in the folder of the index",
            path: keeping::beside(database),
        });
        let own = own
            .and("the database", database)
            .and("the vault key", &vault::file_beside(database));
        let beside = copies::all_beside(database);
        let own = beside
            .iter()
            .fold(own, |own, path| own.and("a file of the database", path));
        let replaced = vault::replaced::beside(database);
        replaced
            .iter()
            .fold(own, |own, path| own.and("an earlier vault key", path))
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
        let file = self.files.iter().find(|own| is_same_file(&own.path, path));
        let folder = || self.folders.iter().find(|own| is_within(&own.path, path));
        let own = file.or_else(folder);
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

/// Whether both paths lead to one file, also by links; of a file that is not there yet the name decides. Devices,
/// pipes and folders are no files: nothing is lost of them.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| std::fs::metadata(path).ok();
    let (found_one, found_other) = (found(one), found(other));
    let mut both = found_one.iter().chain(&found_other);
    if both.any(|found| !found.is_file()) {
        return false;
    }
    let identity = |found: Metadata| (found.dev(), found.ino());
    let is_same = |one: Option<_>, other| one.is_some() && one == other;
    is_same(found_one.map(identity), found_other.map(identity))
        || place(one).is_some_and(|one| place(other) == Some(one))
}

/// Whether a path leads into a folder, by its name or by a link.
fn is_within(folder: &Path, path: &Path) -> bool {
    let end = |path: &Path| path.canonicalize().ok().or_else(|| place(path));
    let Some(folder) = end(folder) else {
        return false;
    };
    let mut leads = [end(path), place(path)].into_iter().flatten();
    leads.any(|path| path.starts_with(&folder))
}

/// A path whose folder is named without links.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = folder::of(path).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::OwnFiles;
    use crate::settings::Settings;

    /// Files of a service, some of them by several names.
    fn fill(folder: &Path) {
        let at = |name: &str| folder.join(name);
        for folder in ["sub", "mails", "prices.sqlite.index"] {
            fs::create_dir(at(folder)).unwrap();
        }
        for file in [
            "prices.sqlite",
            "words",
            "vault.key.replaced.2",
            "mails/watch.txt",
        ] {
            fs::write(at(file), "x").unwrap();
        }
        std::os::unix::fs::symlink(at("mails/watch.txt"), at("into")).unwrap();
        std::os::unix::fs::symlink(at("prices.sqlite"), at("link")).unwrap();
        fs::hard_link(at("prices.sqlite"), at("hard")).unwrap();
    }

    #[test]
    fn what_the_service_lives_on_is_spared_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        let at = |name: &str| folder.path().join(name);
        let database = at("prices.sqlite");
        let url = format!("sqlite://{}", database.display());
        let (words, mails, index) = (at("words"), at("mails"), at("index"));
        let settings = Settings::of(&[
            ("DATABASE_URL", &url),
            ("PCS_WORDS_FILE", words.to_str().unwrap()),
            ("PCS_MAIL_TEMPLATES", mails.to_str().unwrap()),
            ("PCS_INDEX_DIR", index.to_str().unwrap()),
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
            ("vault.key.replaced.2", "an earlier vault key"),
            (
                "mails/watch.txt",
                "in the folder that PCS_MAIL_TEMPLATES names",
            ),
            (
                "sub/../mails/new",
                "in the folder that PCS_MAIL_TEMPLATES names",
            ),
            ("into", "in the folder that PCS_MAIL_TEMPLATES names"),
            ("index", "in the folder that PCS_INDEX_DIR names"),
            ("prices.sqlite.index/one", "in the folder of the index"),
            ("words", "the file that PCS_WORDS_FILE names"),
            ("feed.csv", "the source"),
        ] {
            let refused = own.spare("--report", &at(name)).unwrap_err().to_string();
            let file = at(name).display().to_string();
            let said = format!("--report {file}: it is {what}; name another file");
            assert_eq!(refused, said);
        }
        let others = [
            "prices",
            "sub/prices.sqlite",
            "none/vault.key",
            "mails.csv",
            "index.csv",
        ];
        for other in others {
            assert!(own.spare("--report", &at(other)).is_ok(), "{other}");
        }
        let device = Path::new("/dev/null");
        let own = own.and("the source", device);
        for other in [device, Path::new("/")] {
            assert!(own.spare("--report", other).is_ok());
        }
    }
}
