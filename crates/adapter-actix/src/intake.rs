//! How much of a request is read (D-13): limits of URI, headers and body.

use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header;
use actix_web::rt::time::timeout;
use app::{AppError, ErrorCode};
use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, future, stream};

/// The longest path with query, in bytes.
pub const URI_LIMIT: usize = 8 * 1024;
/// The most bytes of all header names and values.
pub const HEADERS_LIMIT: usize = 32 * 1024;
/// The longest body, in bytes.
pub const BODY_LIMIT: usize = 16 * 1024;

const TOO_LARGE: AppError = AppError::new(
    ErrorCode::PayloadTooLarge,
    "the body is longer than 16384 bytes",
);

/// Checks the sizes and reads the whole body into memory, where handlers find it as the payload.
/// True when there is a body and it is compressed.
pub async fn take(request: &mut ServiceRequest, patience: Duration) -> Result<bool, AppError> {
    if request
        .uri()
        .path_and_query()
        .is_some_and(|target| target.as_str().len() > URI_LIMIT)
    {
        let message = "path and query are longer than 8192 bytes";
        return Err(AppError::new(ErrorCode::UriTooLong, message));
    }
    let bytes = request
        .headers()
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    if bytes.sum::<usize>() > HEADERS_LIMIT {
        let message = "the headers are longer than 32768 bytes";
        return Err(AppError::new(ErrorCode::HeadersTooLarge, message));
    }
    let payload = request.take_payload();
    if matches!(payload, Payload::None) {
        return Ok(false);
    }
    let stated = request.headers().get(header::CONTENT_LENGTH);
    let stated: Option<usize> = stated.and_then(|length| length.to_str().ok()?.parse().ok());
    if stated.is_some_and(|length| length > BODY_LIMIT) {
        return Err(TOO_LARGE);
    }
    let body = timeout(patience, read(payload))
        .await
        .unwrap_or(Err(AppError::new(
            ErrorCode::Validation,
            "the body did not arrive in time",
        )))?;
    let is_encoded = !body.is_empty() && request.headers().contains_key(header::CONTENT_ENCODING);
    let payload = stream::once(future::ready(Ok(body))).boxed_local();
    request.set_payload(Payload::Stream { payload });
    Ok(is_encoded)
}

async fn read(mut payload: Payload) -> Result<Bytes, AppError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| {
            AppError::new(
                ErrorCode::Validation,
                "the body is not framed as its headers say",
            )
        })?;
        if body.len() + chunk.len() > BODY_LIMIT {
            return Err(TOO_LARGE);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}
