//! Results, and words to the person who waits.

use std::error::Error;
use std::io::Write;

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
