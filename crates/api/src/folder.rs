//! The folder that a file is in.

use std::fs::File;
use std::io;
use std::path::Path;

/// The folder of a file; that of the process for a bare name.
pub fn of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that the names in the folder of a file outlast a loss of power.
pub fn sync(file: &Path) -> io::Result<()> {
    File::open(of(file))?.sync_all()
}
