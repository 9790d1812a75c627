//! Where webhooks may be sent: public HTTPS URLs on port 443 (D-32).
//!
//! The text is judged as it was written before anything reads it as a URL, because readers repair
//! what they find: they drop tabs, turn `\` into `/`, find a host in `https:x` and the address
//! 127.0.0.1 in `https://2130706433/`. It is then read and judged again by what the reader made of it.
//!
//! The scheme is written `https` in small letters. Letters of the host may be capital; they are stored
//! small. The path and the query may hold any character but blanks, controls, `\`, `@` and `#`; what is
//! not ASCII there is stored percent-encoded. The host is ASCII: an international name is given as
//! its A-labels (`xn--…`), which must be valid.
//!
//! Names are judged, addresses are not: what a name resolves to is judged at every connection.

mod name;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;
use url::{Host, Position, Url};

/// What every URL begins with.
const SCHEME: &str = "https://";

/// The URL of a receiver, in its one spelling.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct WebhookUrl {
    url: Url,
}

/// The host of a URL in its stored spelling; empty for anything else.
pub fn host_of(stored: &str) -> &str {
    let rest = stored.strip_prefix(SCHEME).unwrap_or_default();
    let end = rest.find(['/', '?', ':']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// A URL in its stored spelling without what its query gives as values, which are often secrets: `a=1&b` is shown as
/// `a=…&…`: a part without a name may be a secret as a whole.
pub fn without_values(stored: &str) -> String {
    let Some((address, query)) = stored.split_once('?') else {
        return stored.to_owned();
    };
    let parts = query.split('&').map(|part| match part.split_once('=') {
        Some((name, value)) if !value.is_empty() => format!("{name}=…"),
        None if !part.is_empty() => "…".to_owned(),
        Some(_) | None => part.to_owned(),
    });
    format!("{address}?{}", parts.collect::<Vec<_>>().join("&"))
}

/// Hosts that the operator maps to addresses of its own: exempt from the rules about names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExemptHosts(BTreeSet<String>);

/// Why a text is no URL that webhooks may be sent to; says what is accepted and never repeats the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WebhookUrlError {
    /// It does not begin with the scheme, or names no host.
    #[error("must be an absolute URL that begins with https:// and names a host")]
    Form,
    /// It is too long, as given or as it would be stored.
    #[error("must have at most 2048 bytes, counted with percent-encoding")]
    Length,
    /// It holds a character that readers of URLs disagree about, or that begins a part which must not be.
    #[error(
        "must hold no blanks, control characters, backslashes, user name, fragment, nor the characters @ and #"
    )]
    Characters,
    /// It names a port.
    #[error("must use port 443: leave the port out or write :443")]
    Port,
    /// The host is an address, in whatever notation.
    #[error("must name a host by its DNS name, not by an IP address")]
    Address,
    /// The host is no DNS name.
    #[error(
        "must name a host by a DNS name: two or more labels of ASCII letters, digits and inner hyphens, 63 characters at most each and 253 in all, no dot at the end; an international name in its valid xn-- form"
    )]
    Name,
    /// The host lies under a name that is not in the public DNS.
    #[error(
        "must name a public host, not one under localhost, local, internal, test, example, invalid, onion, arpa or svc"
    )]
    NotPublic,
}

impl ExemptHosts {
    /// These hosts, in letters of either case.
    pub fn new(hosts: impl IntoIterator<Item = String>) -> Self {
        let small = |host: String| host.to_ascii_lowercase();
        Self(hosts.into_iter().map(small).collect())
    }

    /// Whether a host in small letters is exempt.
    pub fn contains(&self, host: &str) -> bool {
        self.0.contains(host)
    }
}

impl WebhookUrl {
    /// The longest URL in bytes.
    pub const MAX_LEN: usize = 2048;

    /// Reads a URL by the rules: the same at registration, at every change and before every attempt.
    /// What was accepted once is accepted again in its stored spelling, which does not change then.
    pub fn parse(text: &str, exempt: &ExemptHosts) -> Result<Self, WebhookUrlError> {
        let written = written_host(text)?.to_ascii_lowercase();
        if !exempt.contains(&written) {
            name::judge(&written)?;
        }
        let url = Url::parse(text).map_err(|_| unreadable(&written))?;
        let untouched = url.scheme() == "https"
            && url.port().is_none()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        match url.host() {
            Some(Host::Domain(host)) if untouched && host == written => {}
            Some(Host::Ipv4(_) | Host::Ipv6(_)) => return Err(WebhookUrlError::Address),
            Some(Host::Domain(_)) | None => return Err(WebhookUrlError::Name),
        }
        if url.as_str().len() > Self::MAX_LEN {
            return Err(WebhookUrlError::Length);
        }
        Ok(Self { url })
    }

    /// The URL as it is stored and requested.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Its host name in ASCII: all of the URL that may be logged.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Path and query as they are requested.
    pub fn path_and_query(&self) -> &str {
        &self.url[Position::BeforePath..]
    }
}

/// The host as it is written, once the text as a whole is found unambiguous.
fn written_host(text: &str) -> Result<&str, WebhookUrlError> {
    if text.len() > WebhookUrl::MAX_LEN {
        return Err(WebhookUrlError::Length);
    }
    let ambiguous = |c: char| c.is_whitespace() || c.is_control() || "\\@#".contains(c);
    if text.contains(ambiguous) {
        return Err(WebhookUrlError::Characters);
    }
    let rest = text.strip_prefix(SCHEME).ok_or(WebhookUrlError::Form)?;
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err(WebhookUrlError::Form);
    }
    if authority.starts_with('[') {
        return Err(WebhookUrlError::Address);
    }
    match authority.split_once(':') {
        None => Ok(authority),
        Some(("", _)) => Err(WebhookUrlError::Form),
        Some((host, "443")) => Ok(host),
        Some(_) => Err(WebhookUrlError::Port),
    }
}

/// Why the reader of URLs refused what looked right so far.
fn unreadable(host: &str) -> WebhookUrlError {
    if name::is_address(host) {
        WebhookUrlError::Address
    } else {
        WebhookUrlError::Name
    }
}

impl fmt::Debug for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WebhookUrl").field(&self.host()).finish()
    }
}
