//! The id of a request: the caller's, when it is harmless, else a fresh one.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// `X-Request-Id`.
pub const NAME: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 128;

/// The id of the request with these headers.
pub fn of(headers: &HeaderMap, fresh: impl Fn() -> String) -> HeaderValue {
    let mut all = headers.get_all(&NAME);
    match (all.next(), all.next()) {
        (Some(own), None) if is_harmless(own.as_bytes()) => own.clone(),
        _ => HeaderValue::try_from(fresh()).unwrap_or(HeaderValue::from_static("unknown")),
    }
}

fn is_harmless(id: &[u8]) -> bool {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    (1..=LONGEST).contains(&id.len()) && id.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};

    use super::{NAME, of};

    #[test]
    fn harmless_ids_are_kept() {
        let id = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(NAME, HeaderValue::from_str(value).unwrap());
            }
            of(&headers, || "fresh".to_owned())
                .to_str()
                .unwrap()
                .to_owned()
        };
        let longest = "a".repeat(128);
        for good in ["a", "A-b_c.9", &longest] {
            assert_eq!(id(&[good]), good);
        }
        for bad in [
            &[][..],
            &[""],
            &["a b"],
            &["a\"b"],
            &["a", "a"],
            &[&format!("{longest}a")],
        ] {
            assert_eq!(id(bad), "fresh", "{bad:?}");
        }
    }
}
