//! Results to stdout, complaints to stderr. A closed pipe is no error.

use std::io::Write;

/// One line of the result.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        tracing::debug!("nobody reads the output any more");
    }
}

/// Why the command failed.
pub fn complain(text: &str) {
    if writeln!(std::io::stderr().lock(), "error: {text}").is_err() {
        tracing::debug!("nobody reads the errors any more");
    }
}

/// A word to the person at the terminal that is no result.
pub fn note(text: &str) {
    if writeln!(std::io::stderr().lock(), "{text}").is_err() {
        tracing::debug!("nobody reads the notes any more");
    }
}
