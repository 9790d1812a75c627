//! What docs/ADDING.md names is there.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use tests::repository;

/// Every file and folder below one, apart from what is built.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if matches!(name, Some(name) if name.starts_with('.') || name == "target" || name == "data")
        {
            continue;
        }
        if path.is_dir() {
            below(&path, found);
        }
        found.push(path);
    }
}

/// What stands between backticks.
fn named(document: &str) -> Vec<String> {
    let spans = document.split('`').skip(1).step_by(2);
    spans.map(ToOwned::to_owned).collect()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What is said of names that everybody chooses anew, and of programs.
const NOT_OURS: [&str; 8] = [
    "XBody",
    "YYYY-MM-DD-NNNNNN_name",
    "up.sql",
    "down.sql",
    "--json",
    "--help",
    "make check",
    "..",
];

#[test]
fn every_name_in_the_instructions_for_adding_things_exists() {
    let root = repository();
    let document = fs::read_to_string(root.join("docs/ADDING.md")).expect("the document");
    let mut files = Vec::new();
    below(root, &mut files);
    let sources = files.iter().filter(|file| {
        let of = |extension: &str| file.extension().is_some_and(|e| e == extension);
        of("rs") && !file.ends_with("tests/guide/adding.rs")
    });
    let read = |file| fs::read_to_string(file).expect("a source");
    let code: String = sources.map(read).collect();
    let words: HashSet<&str> = code.split(|c| !is_of_name(c)).collect();
    let mut missing = Vec::new();
    for name in named(&document) {
        let whole = name
            .trim_end_matches('/')
            .split('(')
            .next()
            .unwrap_or_default();
        let is_path = whole.contains('/') || whole.contains(".rs") || whole.contains(".md");
        let is_there = if NOT_OURS.contains(&whole) {
            true
        } else if whole.contains(": ") {
            code.contains(whole)
        } else if is_path {
            // as it is, or in the sources of the crate that its first part names
            let (first, rest) = whole.split_once('/').unwrap_or((whole, ""));
            let ways = [
                whole.to_owned(),
                format!("{whole}.rs"),
                format!("{first}/src/{rest}"),
            ];
            files
                .iter()
                .any(|file| ways.iter().any(|way| file.ends_with(way)))
        } else {
            let mut parts = whole
                .split(|c| !is_of_name(c))
                .filter(|part| !part.is_empty());
            parts.all(|part| words.contains(part))
        };
        if !is_there {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
