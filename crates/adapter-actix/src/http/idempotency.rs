//! The header `Idempotency-Key`, and the answers of what takes effect once (D-21, D-22).

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use app::access::idempotency::{IdempotencyKey, KeyedRequest, Settled};
use app::{AppError, StoredAnswer};

use crate::http::caller::Caller;
use crate::http::extractor::extractor;
use crate::http::problem::{JSON, Problem};

const NAME: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// A request that takes effect once for its key, which has to be there.
pub struct KeyedHead {
    key: IdempotencyKey,
    method: String,
    path: String,
}

impl KeyedHead {
    /// This request, under the key.
    pub fn of(request: &HttpRequest, key: IdempotencyKey) -> Self {
        Self {
            key,
            method: request.method().as_str().to_owned(),
            path: request.path().to_owned(),
        }
    }

    /// The request as its key protects it: method, path and what else tells it from others, such as
    /// the client and the body in one spelling.
    pub fn request(self, caller: &Caller, rest: impl IntoIterator<Item = String>) -> KeyedRequest {
        let mut parts = vec![self.method, self.path];
        parts.extend(rest);
        KeyedRequest {
            key: self.key,
            api_key: caller.key.key.id.clone(),
            parts,
        }
    }
}

extractor!(KeyedHead, |request: &HttpRequest| {
    let key = require(request.headers())?;
    Ok(KeyedHead::of(request, key))
});

/// The key, which has to be there.
pub fn require(headers: &HeaderMap) -> Result<IdempotencyKey, AppError> {
    optional(headers)?.ok_or_else(unaccepted)
}

/// The key, if there is one.
pub fn optional(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, AppError> {
    let mut all = headers.get_all(&NAME);
    let key = match (all.next(), all.next()) {
        (None, _) => return Ok(None),
        (Some(only), None) => IdempotencyKey::parse(only.as_bytes()),
        (Some(_), Some(_)) => None,
    };
    key.ok_or_else(unaccepted).map(Some)
}

fn unaccepted() -> AppError {
    let accepted = "1 to 255 visible ASCII characters, given once";
    AppError::validation("Idempotency-Key", accepted)
}

/// The answer as it was given the first time; one that is given again says so.
pub fn respond(settled: Settled) -> Result<HttpResponse, Problem> {
    let Settled { answer, is_replay } = settled;
    let StoredAnswer {
        status,
        body,
        location,
        secret: _,
    } = answer;
    let status = StatusCode::from_u16(status).map_err(AppError::server)?;
    let mut response = HttpResponse::build(status);
    if let Some(location) = location {
        let location = HeaderValue::try_from(location).map_err(AppError::server)?;
        response.insert_header((header::LOCATION, location));
    }
    if is_replay {
        response.insert_header((REPLAYED, "true"));
    }
    if status == StatusCode::NO_CONTENT {
        return Ok(response.finish());
    }
    Ok(response
        .insert_header((header::CONTENT_TYPE, JSON))
        .body(body))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};
    use app::StoredAnswer;
    use app::access::idempotency::Settled;

    use super::{NAME, require, respond};

    #[test]
    fn exactly_one_well_formed_key_is_accepted() {
        let accepts = |values: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(NAME, HeaderValue::from_bytes(value).unwrap());
            }
            require(&headers).is_ok()
        };
        assert!(accepts(&[b"order-1"]));
        assert!(accepts(&[&[b'k'; 255]]));
        for bad in [
            &[][..],
            &[&b""[..]],
            &[b"a b"],
            &[b"caf\xc3\xa9"],
            &[&[b'k'; 256]],
            &[b"a", b"a"],
        ] {
            assert!(!accepts(bad), "{bad:?}");
        }
    }

    #[test]
    fn answers_are_given_as_they_were_kept() {
        let settled = |location: Option<&str>, is_replay| Settled {
            answer: StoredAnswer {
                status: 201,
                body: b"{\"a\":1}".to_vec(),
                location: location.map(ToOwned::to_owned),
                secret: None,
            },
            is_replay,
        };
        let first = respond(settled(Some("/v1/watchlists/1"), false)).unwrap();
        assert_eq!(first.status(), 201);
        let header = |name: &str| first.headers().get(name).map(|v| v.to_str().unwrap());
        assert_eq!(header("location"), Some("/v1/watchlists/1"));
        assert_eq!(header("content-type"), Some("application/json"));
        assert_eq!(header("idempotent-replayed"), None);
        let again = respond(settled(None, true)).unwrap();
        assert_eq!(again.headers().get("idempotent-replayed").unwrap(), "true");
        assert!(!again.headers().contains_key("location"));
        assert!(respond(settled(Some("/a\r\nX: y"), false)).is_err());
    }
}
