//! The Debian that tests run on.

use std::fs;
use std::path::PathBuf;

/// Where this machine has its packages from.
pub fn package_sources() -> Vec<PathBuf> {
    let listed = fs::read_dir("/etc/apt/sources.list.d")
        .into_iter()
        .flatten();
    let mut found: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| {
        path.extension()
            .is_some_and(|it| it == "list" || it == "sources")
    });
    found.sort();
    let alone = PathBuf::from("/etc/apt/sources.list");
    found.extend(Some(alone).filter(|path| path.exists()));
    found
}
