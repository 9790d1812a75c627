//! Programs in Python: a mail server, and a verifier of signatures that is not ours.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The Python that has a module: `TEST_PYTHON`, else the first that `scripts/test-requirements.sh` accepts.
///
/// # Panics
///
/// There is none.
pub fn with(module: &'static str) -> PathBuf {
    // asking takes a tenth of a second
    static FOUND: Mutex<Vec<(&str, PathBuf)>> = Mutex::new(Vec::new());
    let mut found = FOUND.lock().expect("no thread panics here");
    if let Some((_, python)) = found.iter().find(|(known, _)| *known == module) {
        return python.clone();
    }
    let candidates = std::env::var_os("TEST_PYTHON").map_or_else(
        || vec![PathBuf::from("python3"), PathBuf::from("/usr/bin/python3")],
        |named| vec![PathBuf::from(named)],
    );
    let python = candidates.into_iter().find(|python| has(python, module));
    // the lock goes first: other tests want to say the same
    let Some(python) = python else {
        drop(found);
        panic!(
            "no Python has the module {module}: scripts/test-requirements.sh says how to get it"
        );
    };
    found.push((module, python.clone()));
    python
}

fn has(python: &Path, module: &str) -> bool {
    // the folder that this runs in is no place for modules: here it has one called stripe
    let asked = Command::new(python)
        .args([
            "-c",
            &format!("import sys; del sys.path[0]; import {module}"),
        ])
        .stdin(Stdio::null())
        .output();
    asked.is_ok_and(|asked| asked.status.success())
}
