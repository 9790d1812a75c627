//! How much of a request is read (D-13): limits of URI, headers and body.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::{ConnectionType, Method, Version, header};
use actix_web::rt::time::timeout;
use actix_web::{HttpMessage, HttpResponse};
use app::{AppError, ErrorCode};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;

/// The longest path with query, in bytes.
pub const URI_LIMIT: usize = 8 * 1024;
/// The most bytes of all header names and values.
pub const HEADERS_LIMIT: usize = 32 * 1024;
/// The most header fields, the name of the host among them: as many as actix reads over HTTP/1.1.
const HEADERS_COUNT: usize = 96;
/// The longest body, in bytes.
pub const BODY_LIMIT: usize = 16 * 1024;

const TOO_LARGE: AppError = AppError::new(
    ErrorCode::PayloadTooLarge,
    "the body is longer than 16384 bytes",
);

/// The path is too long.
pub const LONG_URI: AppError = AppError::new(
    ErrorCode::UriTooLong,
    "path and query are longer than 8192 bytes",
);
/// The headers are too many or too long.
pub const LARGE_HEADERS: AppError = AppError::new(
    ErrorCode::HeadersTooLarge,
    "the headers are longer than 32768 bytes, or more than 96",
);

const TOO_SLOW: AppError = AppError::new(ErrorCode::Validation, "the body did not arrive in time");
const MISFRAMED: AppError = AppError::new(
    ErrorCode::Validation,
    "the body is not framed as its headers say",
);

/// A body that was read to its end; empty when there is none.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// The bytes as they came.
    pub bytes: Bytes,
    /// They are compressed, or coded in another way.
    pub is_encoded: bool,
}

/// Checks the sizes and reads the whole body into memory.
pub async fn read_body(request: &mut ServiceRequest, patience: Duration) -> Result<Body, AppError> {
    check_head(request)?;
    let mut payload = request.take_payload();
    if matches!(payload, Payload::None) || request.method() == Method::CONNECT {
        return Ok(Body::default());
    }
    let stated = request.headers().get(header::CONTENT_LENGTH);
    let stated: Option<usize> = stated.and_then(|length| length.to_str().ok()?.parse().ok());
    let body = if stated.is_some_and(|length| length > BODY_LIMIT) {
        Err(TOO_LARGE)
    } else {
        timeout(patience, collect(&mut payload))
            .await
            .unwrap_or(Err(TOO_SLOW))
    };
    match body {
        Ok(bytes) => {
            let encoded = request.headers().contains_key(header::CONTENT_ENCODING);
            Ok(Body {
                is_encoded: encoded && !bytes.is_empty(),
                bytes,
            })
        }
        Err(error) => {
            request.set_payload(payload);
            Err(error)
        }
    }
}

/// Checks what the reader of the request's protocol leaves to us. That of HTTP/1.1 has refused what no
/// request has: two lengths, no host or several, too many headers.
fn check_head(request: &ServiceRequest) -> Result<(), AppError> {
    let headers = request.headers();
    let target = request.uri().path_and_query();
    if target.is_some_and(|target| target.as_str().len() > URI_LIMIT) {
        return Err(LONG_URI);
    }
    let (mut count, mut bytes) = (0, 0);
    for (name, value) in headers {
        count += 1;
        bytes += name.as_str().len() + value.len();
    }
    let is_http2 = request.version() == Version::HTTP_2;
    let hosts = headers.get_all(header::HOST).count();
    let authority = usize::from(is_http2 && hosts == 0 && request.uri().authority().is_some());
    if bytes > HEADERS_LIMIT || count + authority > HEADERS_COUNT {
        return Err(LARGE_HEADERS);
    }
    if is_http2 && hosts + authority != 1 {
        return Err(AppError::validation("Host", "one host"));
    }
    if headers.get_all(header::CONTENT_LENGTH).nth(1).is_some() {
        return Err(AppError::validation("Content-Length", "one length"));
    }
    Ok(())
}

async fn collect(payload: &mut Payload) -> Result<Bytes, AppError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| MISFRAMED)?;
        if body.len() + chunk.len() > BODY_LIMIT {
            return Err(TOO_LARGE);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Keeps what is left of a request unread until its answer is sent. actix then closes the
/// connection soon; when it sees the rest dropped instead, it reads on to the end of a chunked body,
/// for as long as that takes.
pub fn refuse(answer: HttpResponse, unread: Payload) -> HttpResponse {
    // [`read_body`] leaves nothing there after it read everything.
    if matches!(unread, Payload::None) {
        return answer;
    }
    answer.map_body(|head, body| {
        head.set_connection_type(ConnectionType::Close);
        match body.try_into_bytes() {
            Ok(text) => BoxBody::new(LastWord {
                text: Some(text),
                _unread: unread,
            }),
            Err(body) => body,
        }
    })
}

struct LastWord {
    text: Option<Bytes>,
    _unread: Payload,
}

impl MessageBody for LastWord {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        let length = self.text.as_ref().map_or(0, Bytes::len);
        BodySize::Sized(u64::try_from(length).unwrap_or(u64::MAX))
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(self.text.take().map(Ok))
    }
}
