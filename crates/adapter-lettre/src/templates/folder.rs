//! The folder with an operator's templates.

use std::path::Path;
use std::{fs, io};

use super::fault::TemplateError;
use super::kind::{self, Kind};

/// Refuses what is no folder, and files that are meant for templates but would not be used.
pub fn check(folder: &Path) -> Result<(), TemplateError> {
    let unusable = |error: io::Error| unreadable(folder, &error);
    if !fs::metadata(folder).map_err(unusable)?.is_dir() {
        return Err(TemplateError {
            file: folder.display().to_string(),
            line: None,
            problem: "it is not a folder; accepted is a folder with templates".to_owned(),
        });
    }
    let mut unknown: Vec<(String, &Kind)> = Vec::new();
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let name = entry.map_err(unusable)?.file_name();
        let name = name.to_string_lossy();
        let meant = kind::ALL.iter().find(|kind| name.starts_with(kind.prefix));
        if let Some(kind) = meant.filter(|kind| !kind.files().contains(&name.as_ref())) {
            unknown.push((name.into_owned(), kind));
        }
    }
    // the smallest, so that the message is the same each time
    let first = unknown.into_iter().min_by(|(a, _), (b, _)| a.cmp(b));
    first.map_or(Ok(()), |(name, kind)| {
        Err(TemplateError {
            file: shown(Some(folder), &name),
            line: None,
            problem: format!(
                "there is no template of this name; accepted are {}",
                kind.files().join(", ")
            ),
        })
    })
}

/// The error of a folder that has no template.
pub fn without_templates(folder: &Path) -> TemplateError {
    let names: Vec<&str> = kind::ALL.iter().flat_map(|kind| kind.files()).collect();
    TemplateError {
        file: folder.display().to_string(),
        line: None,
        problem: format!("it has none of {}", names.join(", ")),
    }
}

/// A file of the folder; `None` when there is no folder or no such file.
pub fn read(folder: Option<&Path>, name: &str) -> Result<Option<String>, TemplateError> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    let read = fs::read_to_string(folder.join(name));
    match read {
        Ok(text) => Ok(Some(text.trim_start_matches('\u{FEFF}').to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(&folder.join(name), &error)),
    }
}

/// How messages name a file.
pub fn shown(folder: Option<&Path>, name: &str) -> String {
    match folder {
        Some(folder) => folder.join(name).display().to_string(),
        None => name.to_owned(),
    }
}

fn unreadable(file: &Path, error: &io::Error) -> TemplateError {
    TemplateError {
        file: file.display().to_string(),
        line: None,
        problem: format!("it cannot be read: {error}"),
    }
}
