//! Results to stdout, complaints to stderr. A closed pipe is no error.
//!
//! Texts of feeds are in what is printed: what steers a terminal, or turns the order of what is read around, is printed as
//! its number, in a form that JSON reads as the character.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use domain::text::turns_direction;
use serde_json::Value;

/// Whether what is said beside results is said as JSON.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// From now on notes and warnings are JSON objects, a line each.
pub fn speak_json() {
    IS_JSON.store(true, Ordering::Relaxed);
}

/// A result could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// Nobody reads results any more.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether whoever read results had enough: what goes on for ever ends then.
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Whether a result could not be written, other than to a reader that had enough.
pub fn was_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// One line of the result.
pub fn line(text: &str) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{}", harmless(text)).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
        }
        Err(_) => LOST.store(true, Ordering::Relaxed),
        Ok(()) => {}
    }
}

/// Why the command failed, to a person.
pub fn complain(text: &str) {
    tell(&format!("error: {text}"));
}

/// The same, to a machine.
pub fn fail(described: &Value) {
    tell(&described.to_string());
}

/// A word to who runs the command that is no result.
pub fn note(text: &str) {
    say("note", text, text);
}

/// What may be wrong, though the command goes on.
pub fn warn(text: &str) {
    say("warning", text, &format!("warning: {text}"));
}

fn say(what: &str, text: &str, plain: &str) {
    if IS_JSON.load(Ordering::Relaxed) {
        let mut said = serde_json::Map::new();
        said.insert(what.to_owned(), Value::from(text));
        tell(&Value::Object(said).to_string());
    } else {
        tell(plain);
    }
}

fn tell(text: &str) {
    if writeln!(std::io::stderr().lock(), "{}", harmless(text)).is_err() {
        tracing::debug!("nobody reads stderr any more");
    }
}

fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_harmful(character) && write!(shown, "\\u{:04x}", u32::from(character)).is_ok() {
            continue;
        }
        shown.push(character);
    }
    Cow::Owned(shown)
}

/// Controls but the end of a line and tabs, and marks of direction.
fn is_harmful(character: char) -> bool {
    let is_laid_out = matches!(character, '\n' | '\t');
    turns_direction(character) || character.is_control() && !is_laid_out
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn what_steers_a_terminal_or_turns_words_around_is_printed_as_its_number() {
        for plain in ["", "Žluťoučký kůň\n\ta", "价格", "مرحبا", "👩‍👩‍👧"]
        {
            assert_eq!(harmless(plain), plain);
        }
        assert_eq!(
            harmless("a\u{1b}[2Jb\u{202e}c\r\u{9b}"),
            "a\\u001b[2Jb\\u202ec\\u000d\\u009b"
        );
        let json = serde_json::json!({ "id": "a\u{202e}b\u{7f}" });
        let printed = harmless(&json.to_string()).into_owned();
        assert!(printed.is_ascii());
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&printed).unwrap(),
            json
        );
    }
}
