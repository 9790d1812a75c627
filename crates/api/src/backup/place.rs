//! Where a backup may be written.

use std::fs;
use std::path::Path;

use super::archive;
use crate::cli::BackupArgs;
use crate::failure::{Detail, Failure};
use crate::own_files::OwnFiles;
use crate::settings::Settings;

/// Refuses a file whose place a backup may not take: what is there is replaced only if it is a backup itself, or empty.
pub fn check_place(args: &BackupArgs, settings: &Settings) -> Result<(), Failure> {
    let own = OwnFiles::of(settings);
    let own = match &args.passphrase_file {
        Some(path) => own.and("the file of --passphrase-file", path),
        None => own,
    };
    own.spare("FILE", &args.file)?;
    let Ok(found) = fs::metadata(&args.file) else {
        return Ok(());
    };
    if found.is_dir() {
        return Err(refused(&args.file, "it is a folder; name a file"));
    }
    if !found.is_file() {
        return Err(refused(&args.file, "it is no plain file; name another one"));
    }
    if found.len() == 0 {
        return Ok(());
    }
    match archive::is_backup(&args.file) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let problem =
                "it is there already and is no backup; name another file, or remove it first";
            Err(refused(&args.file, problem))
        }
        Err(error) => {
            let problem = format!("it is there already and cannot be read: {error}");
            Err(refused(&args.file, &problem))
        }
    }
}

fn refused(path: &Path, problem: &str) -> Failure {
    let shown = path.display().to_string();
    let message = format!("FILE {shown}: {problem}");
    let detail = Detail {
        field: "FILE".to_owned(),
        value: Some(shown),
        accepted: Some("a file that is not there yet, or an earlier backup".to_owned()),
    };
    Failure::wrong(message, vec![detail])
}
