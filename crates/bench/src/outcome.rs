//! Results, and words to the person who waits.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use tempfile::TempDir;

/// A result whose error is only shown.
pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// One line of progress to stderr. A closed pipe is no error.
pub fn say(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "{text}"));
}

/// The result to stdout.
pub fn print(text: &str) -> Outcome<()> {
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// Keeps a temporary folder under a name that says so: where it is from now on. Tests remove the others.
pub fn kept(folder: TempDir) -> Outcome<PathBuf> {
    let old = folder.keep();
    let name = old.file_name().ok_or("a folder without a name")?;
    let new = old.with_file_name(format!(
        "kept.{}",
        name.display().to_string().trim_matches('.')
    ));
    std::fs::rename(&old, &new)?;
    Ok(new)
}
