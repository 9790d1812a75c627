//! Where a source is.

use std::fmt;
use std::path::{Component, Path};

use thiserror::Error;

/// The characters of patterns.
const OF_PATTERNS: [char; 3] = ['*', '?', '['];

/// Where a source is.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// An `https://` URL.
    Https(String),
    /// A file.
    File(String),
    /// A pattern of files, of which the one written last is the content.
    Glob(String),
}

/// Why a text is no location; says what is accepted and never repeats the text, which may hold a
/// secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LocationError {
    /// Another scheme, or nothing.
    #[error("accepts an https:// URL, the path of a file, or a pattern of paths with *, ? or [")]
    Form,
    /// It is too long.
    #[error("must have at most 2048 bytes")]
    Length,
    /// It holds characters that readers disagree about.
    #[error("must hold no control characters, and as a URL no blanks and no backslashes")]
    Characters,
    /// It carries a user name or password.
    #[error(
        "must not carry a user name or password: put them into an environment variable and name \
         that"
    )]
    Credentials,
    /// The URL names no host.
    #[error("must name a host after https://")]
    Host,
}

impl Location {
    /// The longest location in bytes.
    pub const MAX_LEN: usize = 2048;
    const SCHEME: &str = "https://";

    /// Reads a location: a URL if it begins with the scheme, a pattern if it has a character of
    /// patterns, else a path.
    pub fn parse(text: &str) -> Result<Self, LocationError> {
        if text.len() > Self::MAX_LEN {
            return Err(LocationError::Length);
        }
        if text.chars().any(char::is_control) {
            return Err(LocationError::Characters);
        }
        let begins = text.get(..Self::SCHEME.len());
        if begins.is_some_and(|scheme| scheme.eq_ignore_ascii_case(Self::SCHEME)) {
            return url(text);
        }
        if text.trim().is_empty() || text == "-" || text.contains("://") {
            return Err(LocationError::Form);
        }
        Ok(if text.contains(OF_PATTERNS) {
            Self::Glob(text.to_owned())
        } else {
            Self::File(text.to_owned())
        })
    }

    /// Whether it is a file in this folder or in folders in it, or a pattern of such. Not when a part of it is `..`, or a
    /// pattern that begins with a point: some readers take `..` for a name that `.*` or `.?` matches.
    pub fn is_within(&self, folder: &Path) -> bool {
        let (Self::File(path) | Self::Glob(path)) = self else {
            return false;
        };
        let leaves = |part: Component<'_>| match part {
            Component::ParentDir => true,
            Component::Normal(name) => {
                let name = name.to_string_lossy();
                name.starts_with('.') && name.contains(OF_PATTERNS)
            }
            Component::Prefix(_) | Component::RootDir | Component::CurDir => false,
        };
        let path = Path::new(path);
        path.starts_with(folder) && !path.components().any(leaves)
    }

    /// The location as it is fetched.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Https(text) | Self::File(text) | Self::Glob(text) => text,
        }
    }

    /// The location as it may be shown: the query of a URL, where tokens stand, is left out.
    pub fn shown(&self) -> String {
        match self {
            Self::Https(url) => match url.split_once(['?', '#']) {
                Some((before, _)) => format!("{before}?…"),
                None => url.clone(),
            },
            Self::File(path) | Self::Glob(path) => path.clone(),
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Location").field(&self.shown()).finish()
    }
}

fn url(text: &str) -> Result<Location, LocationError> {
    if text.contains(|c: char| c.is_whitespace() || c == '\\') {
        return Err(LocationError::Characters);
    }
    let rest = text.get(Location::SCHEME.len()..).unwrap_or_default();
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() || authority.starts_with(':') {
        return Err(LocationError::Host);
    }
    if authority.contains('@') {
        return Err(LocationError::Credentials);
    }
    Ok(Location::Https(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Location, LocationError};

    #[test]
    fn a_location_is_a_url_a_file_or_a_pattern() {
        let https = |text: &str| Location::Https(text.to_owned());
        for url in [
            "https://shop.example/feed.xml",
            "HTTPS://shop.example:8443?token=a*b",
        ] {
            assert_eq!(Location::parse(url), Ok(https(url)));
        }
        for file in ["feed.csv", "/srv/feeds/a b.xml", "https", "ä.csv"] {
            assert_eq!(Location::parse(file), Ok(Location::File(file.to_owned())));
        }
        for glob in ["/srv/*.csv", "feed-??.xml", "[ab].csv"] {
            assert_eq!(Location::parse(glob), Ok(Location::Glob(glob.to_owned())));
        }
    }

    #[test]
    fn what_is_no_location_is_refused_with_its_reason() {
        for (text, error) in [
            ("", LocationError::Form),
            (" ", LocationError::Form),
            ("-", LocationError::Form),
            ("http://shop.example/feed.xml", LocationError::Form),
            ("ftp://shop.example/*", LocationError::Form),
            ("https://", LocationError::Host),
            ("https:///feed.xml", LocationError::Host),
            ("https://:443/feed.xml", LocationError::Host),
            (
                "https://user:hunter2@shop.example/",
                LocationError::Credentials,
            ),
            ("https://shop.example/a b", LocationError::Characters),
            (
                "https://shop.example\\@other.example",
                LocationError::Characters,
            ),
            ("feed\n.csv", LocationError::Characters),
            (&"x".repeat(2049), LocationError::Length),
        ] {
            let refused = Location::parse(text).unwrap_err();
            assert_eq!(refused, error, "{text}");
            assert!(!refused.to_string().contains("hunter2"));
        }
    }

    #[test]
    fn a_query_is_not_shown() {
        let location = Location::parse("https://shop.example/feed.xml?token=hunter2").unwrap();
        assert_eq!(location.shown(), "https://shop.example/feed.xml?…");
        assert!(!format!("{location:?}").contains("hunter2"));
        assert!(location.as_str().ends_with("token=hunter2"));
        let glob = Location::parse("/srv/?.csv").unwrap();
        assert_eq!(glob.shown(), "/srv/?.csv");
    }

    #[test]
    fn no_pattern_leads_out_of_a_folder() {
        let within = |text: &str| {
            let location = Location::parse(text).unwrap();
            location.is_within(std::path::Path::new("/srv/feeds"))
        };
        for inside in [
            "/srv/feeds/a.csv",
            "/srv/feeds/shop/*.csv",
            "/srv/feeds/.hidden/a.csv",
            "/srv/feeds/..a/?.csv",
            "/srv/feeds/*.csv.*",
        ] {
            assert!(within(inside), "{inside}");
        }
        for outside in [
            "https://h/feed.csv",
            "/srv/feeds2/a.csv",
            "/srv/feeds/../a.csv",
            "/srv/feeds/.?/a.csv",
            "/srv/feeds/.*/secret",
            "/srv/feeds/shop/.[.]/.[.]/a.csv",
            "/srv/feeds/.**",
        ] {
            assert!(!within(outside), "{outside}");
        }
    }
}
