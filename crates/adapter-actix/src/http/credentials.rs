//! The `Authorization` header (D-09).

use actix_web::http::header::{self, HeaderMap, HeaderValue};

/// What a caller presents.
#[derive(Debug, PartialEq, Eq)]
pub enum Credentials<'a> {
    /// One bearer token.
    Token(&'a str),
    /// A bearer header that does not hold exactly one token.
    BadToken,
    /// No bearer header, or several.
    None,
}

impl<'a> Credentials<'a> {
    /// Reads the header: one only, the scheme in any case, one token.
    pub fn of(headers: &'a HeaderMap) -> Self {
        let mut all = headers.get_all(header::AUTHORIZATION);
        let (Some(only), None) = (all.next(), all.next()) else {
            return Self::None;
        };
        let Ok(text) = only.to_str() else {
            return Self::BadToken;
        };
        let (scheme, rest) = text.split_once(' ').unwrap_or((text, ""));
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Self::None;
        }
        let token = rest.trim_start_matches(' ');
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"-._~+/=".contains(&b);
        match token {
            "" => Self::None,
            _ if token.bytes().all(is_token) => Self::Token(token),
            _ => Self::BadToken,
        }
    }
}

/// The value of `WWW-Authenticate` when nothing was presented.
pub static MISSING: HeaderValue = HeaderValue::from_static("Bearer realm=\"price-comparison\"");

/// The value when a token was presented.
pub static INVALID: HeaderValue =
    HeaderValue::from_static("Bearer realm=\"price-comparison\", error=\"invalid_token\"");

#[cfg(test)]
mod tests {
    use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderValue};

    use super::Credentials;

    fn headers(values: &[&[u8]]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for value in values {
            map.append(AUTHORIZATION, HeaderValue::from_bytes(value).unwrap());
        }
        map
    }

    #[test]
    fn exactly_one_bearer_token_is_accepted() {
        for good in [&b"Bearer abc"[..], b"bearer abc", b"BEARER  abc"] {
            assert_eq!(
                Credentials::of(&headers(&[good])),
                Credentials::Token("abc")
            );
        }
        for none in [
            &b""[..],
            b"Bearer",
            b"Bearer ",
            b"Basic abc",
            b"abc",
            b"Bearerabc",
            b"Bearer\tabc",
        ] {
            assert_eq!(
                Credentials::of(&headers(&[none])),
                Credentials::None,
                "{none:?}"
            );
        }
        for bad in [
            &b"Bearer a b"[..],
            b"Bearer a,b",
            b"Bearer \"a\"",
            b"Bearer a\xff",
        ] {
            assert_eq!(
                Credentials::of(&headers(&[bad])),
                Credentials::BadToken,
                "{bad:?}"
            );
        }
        assert_eq!(Credentials::of(&headers(&[])), Credentials::None);
        assert_eq!(
            Credentials::of(&headers(&[b"Bearer a", b"Bearer a"])),
            Credentials::None
        );
    }
}
