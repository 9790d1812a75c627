//! How a receiver's answer begins, as far as it is kept: so that who mends the receiver sees what it said.
//!
//! A receiver may send anything, what it was sent included. So an excerpt is at most [`MAX_EXCERPT`] bytes of text, from which
//! what looks like a secret, a signature, a login or a value of a query is taken, as far as its form or its name shows it, and
//! every character that acts on a terminal or turns the text around it. It is of an answer whose `Content-Type` is one of text: `text/…`, JSON, XML or a
//! form; where none is told, of what is UTF-8.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::text::is_hidden;

/// Bytes of an excerpt.
pub const MAX_EXCERPT: usize = 1024;

/// Bytes of a body that an excerpt is made of: more than are kept, so that what is redacted makes room for what follows.
pub const READ_FOR_EXCERPT: usize = 2 * MAX_EXCERPT;

/// So many attempts of a delivery, up to the last one that has an excerpt, keep theirs: enough to see whether the answer
/// changes.
pub const EXCERPTS_KEPT: u16 = 3;

/// What stands in place of what is not told.
const REDACTED: &str = "[redacted]";

/// Kinds of text that do not say so by their first half.
const OF_APPLICATIONS: [&str; 5] = [
    "application/json",
    "application/xml",
    "application/javascript",
    "application/x-ndjson",
    "application/x-www-form-urlencoded",
];

/// The beginning of an answer as it may be kept and shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt(String);

/// How a body begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BodyBeginning {
    /// Its `Content-Type`, as it was sent.
    pub content_type: Option<String>,
    /// At most [`READ_FOR_EXCERPT`] of its bytes.
    pub bytes: Vec<u8>,
    /// Whether these are all there are; else the last word of them may be a part of one.
    pub is_whole: bool,
}

impl Excerpt {
    /// Of a body; `None` where there is nothing to read.
    pub fn of(body: &BodyBeginning) -> Option<Self> {
        let kind = body.content_type.as_deref().map(kind).unwrap_or_default();
        if !is_text(&kind) {
            return None;
        }
        let text = String::from_utf8_lossy(whole_characters(&body.bytes));
        if kind.is_empty() && text.contains(char::REPLACEMENT_CHARACTER) {
            return None;
        }
        let plain: String = text.chars().filter_map(harmless).collect();
        let plain = if body.is_whole {
            plain.as_str()
        } else {
            plain.trim_end_matches(is_of_token)
        };
        let told = NOT_TOLD.as_ref()?.replace_all(plain, redacted);
        let end = told.floor_char_boundary(MAX_EXCERPT);
        let cut = told.get(..end).unwrap_or_default().trim();
        (!cut.is_empty()).then(|| Self(cut.to_owned()))
    }

    /// One that was kept.
    pub const fn kept(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A `Content-Type` without its parameters.
fn kind(content_type: &str) -> String {
    let kind = content_type.split(';').next().unwrap_or_default();
    kind.trim().to_ascii_lowercase()
}

fn is_text(kind: &str) -> bool {
    kind.is_empty()
        || kind.starts_with("text/")
        || kind.ends_with("+json")
        || kind.ends_with("+xml")
        || OF_APPLICATIONS.contains(&kind)
}

/// Without a character at the end that was cut off.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => {
            bytes.get(..error.valid_up_to()).unwrap_or_default()
        }
        Ok(_) | Err(_) => bytes,
    }
}

/// The character, or what stands for it where it acts rather than is read.
fn harmless(c: char) -> Option<char> {
    match c {
        '\r' => None,
        '\n' | '\t' => Some(c),
        _ if c.is_control() || is_hidden(c) => Some(char::REPLACEMENT_CHARACTER),
        _ => Some(c),
    }
}

/// Whether tokens, digests and what is written in Base64 may have it, escaped for JSON too.
fn is_of_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+/_=-\\.".contains(c)
}

/// What stands for something that is not told: its name stays.
fn redacted(found: &Captures<'_>) -> String {
    if let Some(run) = found.name("run") {
        let run = run.as_str();
        let is_path = run.contains(['/', '\\'])
            && !(run.contains(|c: char| c.is_ascii_digit())
                && run.contains(|c: char| c.is_ascii_uppercase())
                && run.contains(|c: char| c.is_ascii_lowercase()));
        if is_path {
            return run.to_owned();
        }
    }
    let named = ["name", "member", "login"];
    let name = named.into_iter().find_map(|group| found.name(group));
    let name = name.map_or("", |name| name.as_str());
    format!("{name}{REDACTED}")
}

/// What is not told. In this order: the values of what names a login, a secret or a signature, to the end of the quoted text
/// or of the line; values of queries; our secrets, keys and signatures; tokens that say what they are; and what is as long as
/// a digest, unless it is a path.
static NOT_TOLD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"(?xi)"#,
        r#"  (?<name> (?: authorization | cookie | signature | api[-_]?key | passw(?:or)?d | pwd | secret | token | login | session(?:[_-]?id)? )"#,
        r#"    (?: (?: [\]"'\\]{0,4} | &quot; | &\#0?3[49]; ) [\x20\t]* [:=] >? | > ) [\x20\t]* )"#,
        r#"    (?: \\? " (?: [^"\\\n] | \\. )* "? | ' [^'\n]* '? | [^\n]+ )"#,
        r#"| (?<member> [?&;] [\w.\-]{1,64} = ) [^\s&"'<>;]+"#,
        r#"| (?<login> :// ) [^\s/@"'<>]+ @"#,
        r#"| [\w.%+\-]+ : [^\s/:@"'<>]+ @ (?: [\w\-]+ | \[ )"#,
        r#"| \b AKIA [A-Z0-9]{12,}"#,
        r#"| whsec_ [A-Za-z0-9_+/=\\\-]*"#,
        r#"| \b pcs_ \w{8,}"#,
        r#"| \b v1 [=,] [A-Za-z0-9_+/=\\\-]{8,}"#,
        r#"| \b (?: bearer | basic ) [\x20\t]+ (?:"#,
        r#"    [a-z._~+/=\-]* [0-9] [a-z0-9._~+/=\-]* | [a-z._~+/=\-]{16,} | (?-i: [A-Za-z]* [a-z][A-Z] [A-Za-z]* ) )"#,
        r#"| \b eyJ [A-Za-z0-9_\-]{8,} (?: \. [A-Za-z0-9_\-]* ){0,4}"#,
        r#"| (?<run> [A-Za-z0-9+/_=\\\-]{40,} )"#,
    ))
    .ok()
});
