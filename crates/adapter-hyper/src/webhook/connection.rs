//! A connection on which HTTP is spoken, in the version that both sides chose.

use std::pin::Pin;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::{TrySendError, http1, http2};
use hyper::{Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use ports_net::WebhookError;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::client::TlsStream;

use super::metered::{Allowance, Metered};
use super::words;

/// What both sides choose for HTTP/2.
pub const H2: &[u8] = b"h2";

/// The longest head of an answer.
const MAX_HEAD: u32 = 64 * 1024;
const MAX_BUFFER: usize = 64 * 1024;

/// The most headers of an answer. A receiver behind proxies may have more than a hundred; the bytes bound
/// them sooner.
pub const MAX_HEADERS: usize = 1000;

/// What comes in of one body, and of all on one connection, before we have read any of it (HTTP/2).
const STREAM_WINDOW: u32 = 16 * 1024;
const CONNECTION_WINDOW: u32 = 128 * 1024;

type Outgoing = Request<Full<Bytes>>;

/// Puts requests on a connection.
pub enum Sender {
    /// HTTP/1: one at a time.
    One(http1::SendRequest<Full<Bytes>>),
    /// HTTP/2: any number.
    Shared(http2::SendRequest<Full<Bytes>>),
}

/// Does the work of a connection until it ends.
pub type Driver = Pin<Box<dyn Future<Output = hyper::Result<()>> + Send>>;

/// A connection that was just opened.
pub struct Opened {
    /// Takes requests.
    pub sender: Sender,
    /// To be polled for anything to happen.
    pub driver: Driver,
    /// How much it may read.
    pub allowance: Allowance,
}

impl Sender {
    /// The version it speaks.
    pub fn version(&self) -> Version {
        match self {
            Self::One(_) => Version::HTTP_11,
            Self::Shared(_) => Version::HTTP_2,
        }
    }

    /// Whether the connection has ended.
    pub fn is_closed(&self) -> bool {
        match self {
            Self::One(sender) => sender.is_closed(),
            Self::Shared(sender) => sender.is_closed(),
        }
    }

    /// Returns when it takes the next request, with whether it does.
    pub async fn ready(&mut self) -> bool {
        match self {
            Self::One(sender) => sender.ready().await.is_ok(),
            Self::Shared(sender) => sender.ready().await.is_ok(),
        }
    }

    /// Sends a request and returns the head of its answer.
    pub async fn send(
        &mut self,
        request: Outgoing,
    ) -> Result<Response<Incoming>, TrySendError<Outgoing>> {
        match self {
            Self::One(sender) => sender.try_send_request(request).await,
            Self::Shared(sender) => sender.try_send_request(request).await,
        }
    }
}

/// Begins to speak HTTP on a connection that may read as much as the allowance grants.
pub async fn open(
    stream: TlsStream<Metered>,
    allowance: Allowance,
    deadline: Instant,
) -> Result<Opened, WebhookError> {
    let http2 = stream.get_ref().1.alpn_protocol() == Some(H2);
    let stream = TokioIo::new(stream);
    let (sender, driver): (_, Driver) = if http2 {
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder
            .initial_stream_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(MAX_HEAD);
        let (sender, driver) = timeout_at(deadline, builder.handshake(stream))
            .await
            .map_err(|_| WebhookError::Timeout("opening the connection"))?
            .map_err(|error| words::exchange(&error))?;
        (Sender::Shared(sender), Box::pin(driver))
    } else {
        let mut builder = http1::Builder::new();
        builder
            .max_buf_size(MAX_BUFFER)
            .max_header_size(MAX_BUFFER)
            .max_headers(MAX_HEADERS);
        let (sender, driver) = builder
            .handshake(stream)
            .await
            .map_err(|error| words::exchange(&error))?;
        (Sender::One(sender), Box::pin(driver))
    };
    Ok(Opened {
        sender,
        driver,
        allowance,
    })
}
