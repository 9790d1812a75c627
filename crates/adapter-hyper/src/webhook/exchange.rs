//! One request and its answer on one connection.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
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
const DRAIN: Duration = Duration::from_secs(1);

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

/// Takes the status down and the rest out of the way.
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
    let answer = WebhookAnswer {
        status: status.as_u16(),
        retry_after: retry_after::read(response.headers()),
    };
    let by = deadline.min(Instant::now() + DRAIN);
    let drained = timeout_at(by, drain(response.into_body())).await;
    if drained.unwrap_or(false) {
        live.give_back();
    } else {
        live.leave();
    }
    Ok(answer)
}

/// Reads a body to its end; `false` when it is too long or breaks off.
async fn drain(mut body: Incoming) -> bool {
    let most = u64::try_from(MAX_BODY).unwrap_or(u64::MAX);
    if body.size_hint().lower() > most {
        return false;
    }
    let mut room = MAX_BODY;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else { return false };
        let size = frame.data_ref().map_or(0, bytes::Bytes::len);
        match room.checked_sub(size) {
            Some(left) => room = left,
            None => return false,
        }
    }
    true
}

fn broken(words: &str) -> Failure {
    Failure::Final(WebhookError::Transport(words.to_owned()))
}
