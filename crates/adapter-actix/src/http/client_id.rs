//! The header `X-Service-Client-Id`: for which of its clients a caller acts (§5.4).

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderMap, HeaderName};
use app::{AppError, ErrorCode};
use domain::watch::ClientId;

use crate::http::credentials::MISSING;
use crate::http::extractor::extractor;
use crate::http::problem::Problem;

const NAME: HeaderName = HeaderName::from_static("x-service-client-id");

/// The client for which a request is made.
pub struct Client(pub ClientId);

extractor!(Client, |request: &HttpRequest| require(request.headers())
    .map(Self));

/// The client; the same failure for a header that is missing, ill-formed or sent twice. The
/// challenge names no invalid token: the key is fine, and another one would not help.
fn require(headers: &HeaderMap) -> Result<ClientId, Problem> {
    const REFUSED: AppError = AppError::new(
        ErrorCode::Authentication,
        "send X-Service-Client-Id once: 8 to 80 characters of A-Z a-z 0-9 _ -",
    );
    let mut all = headers.get_all(&NAME);
    let client = match (all.next(), all.next()) {
        (Some(only), None) => only.to_str().ok().and_then(ClientId::parse),
        _ => None,
    };
    client.ok_or_else(|| Problem::unauthenticated(REFUSED, MISSING.clone()))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderValue};

    use super::{NAME, require};

    #[test]
    fn exactly_one_well_formed_client_is_accepted() {
        let client = |values: &[&[u8]]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(NAME, HeaderValue::from_bytes(value).unwrap());
            }
            let client = require(&headers);
            client.ok().map(|client| client.as_str().to_owned())
        };
        let longest = [b'a'; 80];
        for good in [&b"client-1"[..], b"Client_01", b"--------", &longest] {
            let expected = String::from_utf8(good.to_vec()).ok();
            assert_eq!(client(&[good]), expected);
        }
        for bad in [
            &[][..],
            &[&b""[..]],
            &[b"client1"],
            &[&[b'a'; 81]],
            &[b"\"client-1\""],
            &[b"client 01"],
            &[b"client-1,client-2"],
            &[b"client.01"],
            &[b"cli\xc3\xa9nt-1"],
            &[b"client-1", b"client-1"],
            &[b"client-1", b""],
        ] {
            assert_eq!(client(bad), None, "{bad:?}");
        }
    }
}
