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

/// The answer of what took effect, as `render` makes it; one that is given again says so.
pub fn respond<T>(
    settled: Settled<T>,
    render: impl FnOnce(T) -> Result<HttpResponse, Problem>,
) -> Result<HttpResponse, Problem> {
    let mut response = match settled {
        Settled::Done(done) => return render(done),
        Settled::Replayed(done) => render(done)?,
        Settled::Answered(answer) => kept(answer)?,
    };
    let replayed = HeaderValue::from_static("true");
    response.headers_mut().insert(REPLAYED, replayed);
    Ok(response)
}

/// An answer that was kept as it was given.
fn kept(answer: StoredAnswer) -> Result<HttpResponse, Problem> {
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
    if status == StatusCode::NO_CONTENT {
        return Ok(response.finish());
    }
    Ok(response.content_type(JSON).body(body))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};
    use app::StoredAnswer;
    use app::access::idempotency::Settled;

    use super::{NAME, require, respond};
    use crate::http::answer;

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
    fn what_is_given_again_says_so() {
        let made = |()| answer::created("/v1/watchlists/1", &[1]);
        let first = respond(Settled::Done(()), made).unwrap();
        let again = respond(Settled::Replayed(()), made).unwrap();
        for response in [&first, &again] {
            assert_eq!(response.status(), 201);
            let header = |name: &str| response.headers().get(name).map(|v| v.to_str().unwrap());
            assert_eq!(header("location"), Some("/v1/watchlists/1"));
            assert_eq!(header("content-type"), Some("application/json"));
        }
        assert!(!first.headers().contains_key("idempotent-replayed"));
        assert_eq!(again.headers().get("idempotent-replayed").unwrap(), "true");
        assert!(answer::created("/a\r\nX: y", &[1]).is_err());
    }

    #[test]
    fn answers_are_given_as_they_were_kept() {
        let given = |status, location: Option<&str>| {
            let answer = StoredAnswer {
                status,
                body: b"{\"a\":1}".to_vec(),
                location: location.map(ToOwned::to_owned),
                secret: None,
            };
            respond(Settled::<()>::Answered(answer), |()| unreachable!())
        };
        let kept = given(201, Some("/v1/watchlists/1")).unwrap();
        assert_eq!(kept.status(), 201);
        let header = |name: &str| kept.headers().get(name).map(|v| v.to_str().unwrap());
        assert_eq!(header("location"), Some("/v1/watchlists/1"));
        assert_eq!(header("content-type"), Some("application/json"));
        assert_eq!(header("idempotent-replayed"), Some("true"));
        let removed = given(204, None).unwrap();
        assert!(!removed.headers().contains_key("content-type"));
        assert!(!removed.headers().contains_key("location"));
        assert!(given(201, Some("/a\r\nX: y")).is_err());
        assert!(given(0, None).is_err());
    }
}
