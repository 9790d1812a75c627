//! `api completions` and `api manual`: what is made of the command line for shells and for `man`.

use std::path::Path;

use clap_complete::Shell;

use crate::cli;
use crate::failure::Failure;
use crate::output;

/// Prints what a shell needs to complete commands and flags.
pub fn completions(shell: Shell, name: &str) {
    let mut written = Vec::new();
    clap_complete::generate(shell, &mut cli::whole(name), name, &mut written);
    output::line(String::from_utf8_lossy(&written).trim_end());
}

/// Writes a manual page for each command: `NAME.1`, `NAME-import.1` and so on.
pub fn pages(folder: &Path, name: &str) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::unusable("FOLDER", folder, error);
    std::fs::create_dir_all(folder).map_err(wrong)?;
    clap_mangen::generate_to(cli::whole(name), folder).map_err(wrong)?;
    output::note(&format!("manual pages are in {}", folder.display()));
    Ok(())
}
