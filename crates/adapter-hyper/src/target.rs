//! What may be asked for.

use ports_net::NetError;
use url::{Position, Url};

use crate::connector::HTTPS;

/// An HTTPS address without credentials.
#[derive(Clone)]
pub struct Target(Url);

impl Target {
    /// Judges an address as it was written: where it leaves room for readers to disagree, it is
    /// refused, not repaired.
    pub fn parse(text: &str) -> Result<Self, NetError> {
        let rest = match text.split_at_checked("https://".len()) {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https://") => rest,
            _ => return Err(refused("it does not begin with https://")),
        };
        if rest.starts_with('/') {
            return Err(refused("it names no host"));
        }
        unambiguous(text)?;
        Url::parse(text).map_err(unreadable).and_then(Self::checked)
    }

    /// Where a redirect from here leads; it is judged as strictly as a first address.
    pub fn redirected(&self, location: &str) -> Result<Self, NetError> {
        unambiguous(location)?;
        self.0
            .join(location)
            .map_err(unreadable)
            .and_then(Self::checked)
    }

    fn checked(mut url: Url) -> Result<Self, NetError> {
        if url.scheme() != "https" {
            return Err(refused("it leads away from https"));
        }
        // An empty user name leaves no trace but the sign.
        if url[..Position::BeforePath].contains('@') {
            return Err(refused("it carries a user name or password"));
        }
        url.set_fragment(None);
        Ok(Self(url))
    }

    /// Whether scheme, host and port are those of the other.
    pub fn is_of_origin(&self, other: &Self) -> bool {
        self.0.origin() == other.0.origin()
    }

    /// Name or address, without brackets, and port: where to connect.
    pub fn place(&self) -> (&str, u16) {
        let host = self.0.host_str().unwrap_or_default();
        let port = self.0.port_or_known_default().unwrap_or(HTTPS);
        (host.trim_matches(['[', ']']), port)
    }

    /// Path and query, for the request line.
    pub fn path_and_query(&self) -> &str {
        &self.0[Position::BeforePath..Position::AfterQuery]
    }

    /// Host, and port unless it is 443, for the `Host` header.
    pub fn host(&self) -> &str {
        &self.0[Position::BeforeHost..Position::AfterPort]
    }
}

fn unambiguous(text: &str) -> Result<(), NetError> {
    if text
        .chars()
        .any(|c| c == '\\' || c.is_whitespace() || c.is_control())
    {
        return Err(refused(
            "it contains a blank, a control character or a backslash",
        ));
    }
    let authority_end = |c| matches!(c, '/' | '?' | '#');
    let authority = text.split_once("//").map_or("", |(_, rest)| {
        rest.split(authority_end).next().unwrap_or_default()
    });
    if authority.contains('@') {
        return Err(refused("it carries a user name or password"));
    }
    Ok(())
}

fn unreadable(error: impl std::fmt::Display) -> NetError {
    NetError::Url(error.to_string())
}

fn refused(reason: &str) -> NetError {
    NetError::Url(reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn an_address_is_split_into_what_goes_where() {
        let target = Target::parse(
            "HTTPS://Feeds.Example:8443/a b"
                .replace(' ', "%20")
                .as_str(),
        );
        let target = target
            .unwrap()
            .redirected("/x/../feed.csv?k=1&u=a@b#top")
            .unwrap();
        assert_eq!(target.host(), "feeds.example:8443");
        assert_eq!(target.path_and_query(), "/feed.csv?k=1&u=a@b");
        assert_eq!(target.place(), ("feeds.example", 8443));
        assert_eq!(
            Target::parse("https://example.com:443").unwrap().host(),
            "example.com"
        );
        assert_eq!(
            Target::parse("https://[2606:4700::1]/").unwrap().host(),
            "[2606:4700::1]"
        );
        assert_eq!(
            Target::parse("https://[2606:4700::1]/").unwrap().place(),
            ("2606:4700::1", 443)
        );
        assert_eq!(
            Target::parse("https://a.example?k=1")
                .unwrap()
                .path_and_query(),
            "/?k=1"
        );
    }

    #[test]
    fn whatever_is_not_plainly_https_is_refused() {
        for refused in [
            "",
            "feed.csv",
            "http://a.example/",
            "ftp://a.example/",
            "file:///etc/passwd",
            "https:a.example",
            "https:/a.example",
            "https:///a.example",
            "https://",
            " https://a.example/",
            "https://a.example/\n",
            "https://a.exa\tmple/",
            "https://a.example\\@b.example/",
            "https://user@a.example/",
            "https://user:word@a.example/",
            "https://:@a.example/",
            "https://@a.example/",
            "https://a.example:65536/",
            "https://a.exa%00mple/",
        ] {
            assert!(Target::parse(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_redirect_is_judged_like_a_first_address() {
        let from = Target::parse("https://a.example/x").unwrap();
        for refused in [
            "http://a.example/x",
            "//user@b.example/",
            "//@b.example/",
            "https://:word@b.example/",
            "file:///etc/passwd",
            "/a b",
            "\\\\b.example\\x",
            "https://",
        ] {
            assert!(from.redirected(refused).is_err(), "{refused}");
        }
        assert_eq!(
            from.redirected("//b.example:1/y").unwrap().host(),
            "b.example:1"
        );
    }

    #[test]
    fn other_spellings_of_an_ipv4_address_are_seen_through() {
        for spelled in [
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.1",
            "１２７.0.0.1",
        ] {
            let target = Target::parse(&format!("https://{spelled}/")).unwrap();
            assert_eq!(target.host(), "127.0.0.1", "{spelled}");
        }
    }
}
