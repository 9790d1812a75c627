//! One request and its answer on one connection.

use std::time::Duration;

use domain::webhook::excerpt::{BodyBeginning, READ_FOR_EXCERPT};
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use hyper::http::response::Parts;
use hyper::{Response, StatusCode};
use ports_net::{WebhookAnswer, WebhookError};
use tokio::time::{Instant, timeout_at};

use super::connection::MAX_HEADERS;
use super::interim::Interim;
use super::outgoing::Outgoing;
use super::pool::Live;
use super::{retry_after, words};

/// How much of a body is read, so that the connection can be used again.
const MAX_BODY: usize = 16 * 1024;

/// How long a body is waited for: the status is known, and a new connection costs less than a receiver that
/// drips.
pub const DRAIN: Duration = Duration::from_secs(1);

/// Why there is no answer.
pub enum Failure {
    /// None of the request left: it may be tried on another connection.
    Unsent(WebhookError),
    /// Some of it may have reached the receiver.
    Final(WebhookError),
}

/// Sends the request and waits for its answer.
pub async fn run(
    mut live: Live,
    outgoing: &Outgoing,
    deadline: Instant,
) -> Result<WebhookAnswer, Failure> {
    let mut request = outgoing.request(live.version()).map_err(Failure::Final)?;
    let interim = Interim::watch(&mut request);
    let sent = tokio::select! {
        sent = timeout_at(deadline, live.send(request)) => sent,
        () = interim.too_many() => {
            live.close();
            return Err(broken("too many interim answers"));
        }
    };
    let failure = match sent {
        Ok(Ok(response)) => return finish(live, response, deadline).await,
        Ok(Err(error)) if error.message().is_some() => {
            Failure::Unsent(words::exchange(error.error()))
        }
        Ok(Err(error)) => Failure::Final(words::exchange(error.error())),
        Err(_) => Failure::Final(WebhookError::Timeout("waiting for the answer")),
    };
    live.close();
    Err(failure)
}

/// Takes the status and the beginning of the body down, and the rest out of the way.
async fn finish(
    live: Live,
    response: Response<Incoming>,
    deadline: Instant,
) -> Result<WebhookAnswer, Failure> {
    let status = response.status();
    let refused = if status == StatusCode::SWITCHING_PROTOCOLS {
        Some("the receiver switches to another protocol")
    } else if response.headers().len() > MAX_HEADERS {
        Some("too many headers")
    } else {
        None
    };
    if let Some(words) = refused {
        live.close();
        return Err(broken(words));
    }
    let (head, rest) = response.into_parts();
    let by = deadline.min(Instant::now() + DRAIN);
    let (answer, is_read) = answer(&head, rest, by).await;
    if is_read {
        live.give_back();
    } else {
        live.leave();
    }
    Ok(answer)
}

/// What is taken down of an answer until this instant, and whether its body was read to its end.
pub async fn answer(head: &Parts, rest: Incoming, by: Instant) -> (WebhookAnswer, bool) {
    let mut body = BodyBeginning {
        content_type: content_type(&head.headers),
        ..BodyBeginning::default()
    };
    let drained = timeout_at(by, drain(rest, &mut body.bytes)).await;
    let length = drained.ok().flatten();
    body.is_whole = length == Some(body.bytes.len());
    if head.headers.contains_key(CONTENT_ENCODING) {
        body = BodyBeginning::default();
    }
    let answer = WebhookAnswer {
        status: head.status.as_u16(),
        retry_after: retry_after::read(&head.headers),
        body,
    };
    (answer, length.is_some())
}

/// What kind a body is said to be of; a value that is no text is none that anybody knows.
fn content_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

/// Reads a body to its end, and tells its length; `None` when it is too long or breaks off. Of one that says that it is too
/// long, no more than the beginning.
async fn drain(mut body: Incoming, beginning: &mut Vec<u8>) -> Option<usize> {
    let most = u64::try_from(MAX_BODY).unwrap_or(u64::MAX);
    let is_too_long = body.size_hint().lower() > most;
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let frame = frame.ok()?;
        let Some(data) = frame.data_ref() else {
            continue;
        };
        let room = READ_FOR_EXCERPT.saturating_sub(beginning.len());
        beginning.extend_from_slice(data.get(..room).unwrap_or(data));
        length = length.checked_add(data.len())?;
        if length > MAX_BODY || is_too_long && length >= READ_FOR_EXCERPT {
            return None;
        }
    }
    Some(length)
}

fn broken(words: &str) -> Failure {
    Failure::Final(WebhookError::Transport(words.to_owned()))
}
