//! Links to shops' pages and to pictures, as URIs.
//!
//! Feeds hold what browsers open, which is more than RFC 3986 allows: `|`, `\`, `{`, `^`, letters that are
//! not ASCII, a `%` that begins no escape. What the interface calls a URI is one:
//!
//! * a link that is a URI stays as it is, byte by byte;
//! * any other is read as browsers read it (WHATWG URL: `\` becomes `/`, an international host its
//!   A-labels), and what is left that RFC 3986 does not allow in its place is percent-encoded as UTF-8.
//!   Escapes stay; a `%` without two hexadecimal digits becomes `%25`;
//! * what browsers do not open, and what holds blanks, controls, `<`, `>` or `"`, is no link.
//!
//! Doing it twice changes nothing more.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use thiserror::Error;
use url::Url;

/// What is foreign to a host's name: all but unreserved characters and sub-delimiters (RFC 3986, 2.2, 2.3).
const HOST: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');
/// What is foreign to a user's name and password.
const USER: &AsciiSet = &HOST.remove(b':');
/// What is foreign to a path's first segment where no scheme stands before it: a colon would make one.
const FIRST_SEGMENT: &AsciiSet = &HOST.remove(b'@');
/// What is foreign to a path.
const PATH: &AsciiSet = &HOST.remove(b':').remove(b'@').remove(b'/');
/// What is foreign to a query and a fragment.
const QUERY: &AsciiSet = &PATH.remove(b'?');

/// Why a text is no link; completes a sentence that begins with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LinkError {
    /// It has another scheme or none, names no host, or holds what no link holds.
    #[error("is not an http or https address with a host, without spaces, < > or quotation marks")]
    Form,
    /// A browser would not open it.
    #[error("is not an http or https address that can be opened: {0}")]
    Unreadable(url::ParseError),
    /// It is neither a path nor an address of the web.
    #[error("is not a path and not an http or https address")]
    NoPicture,
}

/// Reads the address of a page.
pub fn page(text: &str) -> Result<Cow<'_, str>, LinkError> {
    if !is_web_address(text) {
        return Err(LinkError::Form);
    }
    let url = Url::parse(text).map_err(LinkError::Unreadable)?;
    Ok(match encode(text) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(_) => Cow::Owned(encode(url.as_str()).into_owned()),
    })
}

/// Reads the address of a picture: of the web, or a path below wherever the reader of the answer keeps
/// its pictures.
pub fn picture(text: &str) -> Result<Cow<'_, str>, LinkError> {
    match scheme(text) {
        Some(scheme)
            if ["http", "https"]
                .iter()
                .any(|s| scheme.eq_ignore_ascii_case(s)) =>
        {
            page(text)
        }
        Some(_) => Err(LinkError::NoPicture),
        None if text.contains('\\') => {
            Ok(Cow::Owned(encode(&text.replace('\\', "/")).into_owned()))
        }
        None => Ok(encode(text)),
    }
}

/// A picture's link or path that was stored, by whatever rules held then, as a URI reference.
pub fn stored_picture(text: &str) -> String {
    picture(text).unwrap_or_else(|_| encode(text)).into_owned()
}

/// A page's link that was stored, by whatever rules held then, as a URI.
pub fn stored(text: String) -> String {
    match encode(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(encoded) => page(&text).map_or(encoded, Cow::into_owned),
    }
}

fn is_web_address(text: &str) -> bool {
    let is_foreign = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"');
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    is_web && !authority.is_empty() && !text.contains(is_foreign)
}

/// What stands before the first colon, if that is a scheme.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let is_scheme =
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_inner);
    is_scheme.then_some(scheme)
}

/// The text as a URI reference (RFC 3986, appendix B): percent-encodes what its part must not hold, and
/// borrows a text that is one already.
fn encode(text: &str) -> Cow<'_, str> {
    let (text_before, fragment) = split(text, '#');
    let (before, query) = split(text_before, '?');
    let mut encoded = String::new();
    let rest = match scheme(before) {
        Some(scheme) => {
            encoded.push_str(scheme);
            encoded.push(':');
            before.get(scheme.len() + 1..).unwrap_or_default()
        }
        None => before,
    };
    let has_scheme = !encoded.is_empty();
    if let Some(hierarchy) = rest.strip_prefix("//") {
        let end = hierarchy.find('/').unwrap_or(hierarchy.len());
        let (authority, path) = hierarchy.split_at(end);
        encoded.push_str("//");
        push_authority(&mut encoded, authority);
        push(&mut encoded, path, PATH);
    } else {
        let end = rest.find('/').unwrap_or(rest.len());
        let (first, others) = rest.split_at(end);
        push(
            &mut encoded,
            first,
            if has_scheme { PATH } else { FIRST_SEGMENT },
        );
        push(&mut encoded, others, PATH);
    }
    for (mark, part) in [('?', query), ('#', fragment)] {
        if let Some(part) = part {
            encoded.push(mark);
            push(&mut encoded, part, QUERY);
        }
    }
    if encoded == text {
        return Cow::Borrowed(text);
    }
    Cow::Owned(encoded)
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark)
        .map_or((text, None), |(before, after)| (before, Some(after)))
}

/// `userinfo@host:port`; what is no port belongs to the host's name.
fn push_authority(encoded: &mut String, authority: &str) {
    let (user, host_port) = match authority.rsplit_once('@') {
        Some((user, host_port)) => (Some(user), host_port),
        None => (None, authority),
    };
    if let Some(user) = user {
        push(encoded, user, USER);
        encoded.push('@');
    }
    let is_port = |port: &str| port.bytes().all(|b| b.is_ascii_digit());
    let (host, port) = match host_port.rsplit_once(':') {
        Some((host, port)) if is_port(port) => (host, Some(port)),
        Some(_) | None => (host_port, None),
    };
    let address = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    if address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok()) {
        encoded.push_str(host);
    } else {
        push(encoded, host, HOST);
    }
    if let Some(port) = port {
        encoded.push(':');
        encoded.push_str(port);
    }
}

/// Adds a part. Escapes stay, and a `%` that begins none is itself escaped.
fn push(encoded: &mut String, part: &str, foreign: &'static AsciiSet) {
    for (number, piece) in part.split('%').enumerate() {
        if number > 0 {
            encoded.push_str(if begins_escape(piece) { "%" } else { "%25" });
        }
        encoded.extend(utf8_percent_encode(piece, foreign));
    }
}

fn begins_escape(after: &str) -> bool {
    let digits = after.bytes().take(2).filter(u8::is_ascii_hexdigit);
    digits.count() == 2
}

#[cfg(test)]
mod tests;
