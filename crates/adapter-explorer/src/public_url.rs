//! Where readers reach the pages.

use std::fmt;

use url::{Host, Url};

/// What addresses of pages begin with: `https://prices.example.com`, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The longest that links in headers of mails have room for.
    const MAX_LEN: usize = 200;

    /// Reads an origin, with or without a slash at its end; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_web = matches!(url.scheme(), "http" | "https");
        let has_host = match url.host()? {
            Host::Domain(name) => !name.is_empty(),
            Host::Ipv4(_) | Host::Ipv6(_) => true,
        };
        let origin = url.origin().ascii_serialization();
        // user, path, query and fragment are all that an address can have beside its origin
        let is_origin = url.as_str() == format!("{origin}/");
        let is_written_so = !text.contains(['?', '#', '@', '\\']) && text.trim() == text;
        let fits = origin.len() <= Self::MAX_LEN;
        (is_web && has_host && is_origin && is_written_so && fits).then_some(Self(origin))
    }

    /// The origin.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::PublicUrl;

    #[test]
    fn an_origin_is_taken_and_nothing_else() {
        for (text, origin) in [
            ("https://prices.example.com", "https://prices.example.com"),
            ("https://prices.example.com/", "https://prices.example.com"),
            (
                "HTTPS://Prices.Example.com:443",
                "https://prices.example.com",
            ),
            (
                "https://prices.example.com:8443",
                "https://prices.example.com:8443",
            ),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("https://bücher.example", "https://xn--bcher-kva.example"),
        ] {
            let parsed = PublicUrl::parse(text);
            assert_eq!(
                parsed.as_ref().map(PublicUrl::as_str),
                Some(origin),
                "{text}"
            );
        }
        let long = format!("https://{}.example", "a.".repeat(120));
        for text in [
            "",
            "prices.example.com",
            "//prices.example.com",
            "ftp://prices.example.com",
            "https://prices.example.com/shop",
            "https://prices.example.com//",
            "https://prices.example.com/?",
            "https://prices.example.com?a=b",
            "https://prices.example.com/#a",
            "https://prices.example.com#",
            "https://a:b@prices.example.com",
            "https://@prices.example.com",
            "https://",
            "https:///",
            " https://prices.example.com",
            "https://prices.example.com\n",
            "javascript:alert(1)",
            &long,
        ] {
            assert_eq!(PublicUrl::parse(text), None, "{text}");
        }
    }
}
