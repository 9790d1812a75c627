//! One answer over HTTP/2.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::SystemTime;

use actix_http::{Response, ResponseHead};
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CONNECTION, CONTENT_LENGTH, DATE, HeaderValue, TRANSFER_ENCODING, UPGRADE,
};
use bytes::Bytes;
use h2::server::SendResponse;
use h2::{Reason, SendStream};

use crate::connection::AnswerBody;

/// How much of an answer is handed over at a time.
const CHUNK: usize = 16 * 1024;

/// Waits for an answer and sends it, unless the client resets its stream before.
pub async fn run<E: Into<Response<BoxBody>>>(
    answer: impl Future<Output = Result<Response<AnswerBody>, E>>,
    mut respond: SendResponse<Bytes>,
    is_head: bool,
) -> Result<(), h2::Error> {
    let mut answer = pin!(answer);
    let made = poll_fn(|cx| {
        if respond.poll_reset(cx).is_ready() {
            return Poll::Ready(None);
        }
        answer.as_mut().poll(cx).map(Some)
    });
    match made.await {
        None => Ok(()),
        Some(Ok(answer)) => send(answer, respond, is_head).await,
        Some(Err(error)) => send(error.into(), respond, is_head).await,
    }
}

async fn send<B: MessageBody>(
    answer: Response<B>,
    mut respond: SendResponse<Bytes>,
    is_head: bool,
) -> Result<(), h2::Error> {
    let (answer, body) = answer.into_parts();
    let size = body.size();
    let head = head(answer.head(), size);
    let ends = is_head || matches!(size, BodySize::None | BodySize::Sized(0));
    let mut stream = respond.send_response(head, ends)?;
    if ends {
        return Ok(());
    }
    let mut body = pin!(body);
    while let Some(chunk) = poll_fn(|cx| body.as_mut().poll_next(cx)).await {
        let Ok(chunk) = chunk else {
            stream.send_reset(Reason::INTERNAL_ERROR);
            return Ok(());
        };
        if !send_chunk(&mut stream, chunk).await? {
            return Ok(());
        }
    }
    stream.send_data(Bytes::new(), true)
}

/// Sends a part of a body as the client makes room for it; whether the stream goes on.
async fn send_chunk(stream: &mut SendStream<Bytes>, mut chunk: Bytes) -> Result<bool, h2::Error> {
    while !chunk.is_empty() {
        stream.reserve_capacity(chunk.len().min(CHUNK));
        match poll_fn(|cx| stream.poll_capacity(cx)).await {
            None => return Ok(false),
            Some(room) => {
                let part = chunk.split_to(room?.min(chunk.len()));
                stream.send_data(part, false)?;
            }
        }
    }
    Ok(true)
}

/// The head of an answer, without what HTTP/2 has no word for.
fn head(answer: &ResponseHead, size: BodySize) -> http_types::Response<()> {
    let mut head = http_types::Response::new(());
    *head.status_mut() = answer.status;
    *head.version_mut() = http_types::Version::HTTP_2;
    let headers = head.headers_mut();
    for (name, value) in &answer.headers {
        let of_connections = [CONNECTION, TRANSFER_ENCODING, UPGRADE, CONTENT_LENGTH];
        if !of_connections.contains(name) {
            headers.append(name, value.clone());
        }
    }
    let has_length = !matches!(
        answer.status,
        StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED
    );
    if let BodySize::Sized(length) = size
        && has_length
    {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    if !headers.contains_key(DATE)
        && let Ok(date) = HeaderValue::try_from(date())
    {
        headers.insert(DATE, date);
    }
    head
}

#[expect(
    clippy::disallowed_methods,
    reason = "the date of an answer, which actix writes itself over HTTP/1.1"
)]
fn date() -> String {
    httpdate::fmt_http_date(SystemTime::now())
}
