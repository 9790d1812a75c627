//! Vault keys in whose place others were put: each is kept beside the database, for it may be the only one of its kind.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use adapter_system::VaultKeys;

use super::file_beside;
use crate::folder;

/// How the names of their files begin; from the second on a number follows.
const NAME: &str = "vault.key.replaced";

/// Moves the key file of a database out of the way of other keys, unless it holds those.
pub fn keep(database: &Path, instead: &VaultKeys) -> io::Result<()> {
    let path = file_beside(database);
    let held = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        // what is no key, or cannot be read, is kept too
        read => read.ok().and_then(|text| VaultKeys::parse(&text).ok()),
    };
    if held.is_some_and(|held| held.to_text() == instead.to_text()) {
        return Ok(());
    }
    fs::rename(&path, free(database))
}

/// A name under which nothing is kept yet.
fn free(database: &Path) -> PathBuf {
    let mut path = database.with_file_name(NAME);
    let mut number = 2_u32;
    while fs::symlink_metadata(&path).is_ok() {
        path = database.with_file_name(format!("{NAME}.{number}"));
        number += 1;
    }
    path
}

/// All that are kept beside a database.
pub fn beside(database: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder::of(database)) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names = names.filter(|name| name.starts_with(NAME));
    names.map(|name| database.with_file_name(name)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use adapter_system::VaultKeys;

    use super::{beside, keep};

    #[test]
    fn no_key_that_is_replaced_is_lost_and_none_is_kept_twice() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("prices.sqlite");
        let key = folder.path().join("vault.key");
        let text = |name: &str| format!("{name}:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
        let keys = VaultKeys::parse(&text("v9")).unwrap();
        let kept = || {
            let mut files = beside(&database);
            files.sort();
            let files = files.iter();
            let texts = files.map(|file| fs::read_to_string(file).unwrap());
            texts.collect::<Vec<_>>()
        };
        keep(&database, &keys).unwrap();
        assert_eq!(kept(), Vec::<String>::new(), "there was none");
        let mut expected = Vec::new();
        for old in [text("v1"), text("v2"), "no key".to_owned()] {
            fs::write(&key, &old).unwrap();
            keep(&database, &keys).unwrap();
            assert!(!key.exists());
            expected.push(old);
            assert_eq!(kept(), expected);
        }
        fs::write(&key, text("v9")).unwrap();
        keep(&database, &keys).unwrap();
        assert!(key.exists(), "the same is not moved");
        assert_eq!(kept(), expected);
    }
}
