//! Results to stdout, complaints to stderr. A closed pipe is no error.

use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// A result could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// Whether a result could not be written, other than to a reader that had enough.
pub fn was_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// One line of the result.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => LOST.store(true, Ordering::Relaxed),
        Ok(()) | Err(_) => {}
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
