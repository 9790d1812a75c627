//! Posting an event to a receiver.

use std::fmt;
use std::net::IpAddr;

use async_trait::async_trait;
use domain::webhook::excerpt::BodyBeginning;
use domain::webhook_url::WebhookUrl;
use thiserror::Error;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// One request to a receiver. The transport adds what HTTP itself needs (host, length) and nothing else.
#[derive(Clone)]
pub struct WebhookRequest {
    /// Whose endpoint: connections are kept and reused per endpoint, never across two of them.
    pub endpoint: Uuid,
    /// Where to.
    pub url: WebhookUrl,
    /// Names in lower case with their values.
    pub headers: Vec<(&'static str, String)>,
    /// The exact bytes to post, as JSON.
    pub body: Vec<u8>,
}

/// What the receiver said. The rest of its body and its other headers are read within bounds and thrown away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAnswer {
    /// The final status code.
    pub status: u16,
    /// When `Retry-After` asks to come again: delta-seconds counted from the answer, or an HTTP-date.
    /// `None` when there is none, several, or one that makes no sense.
    pub retry_after: Option<RetryAfter>,
    /// How its body begins: what came of it before it was too long or took too long, as it was sent. Nothing of one that
    /// is encoded (`Content-Encoding`).
    pub body: BodyBeginning,
}

/// The two forms of `Retry-After` (RFC 9110, 10.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryAfter {
    /// So many seconds after the answer.
    Seconds(u64),
    /// At this instant; one that has passed is kept as it is.
    At(OffsetDateTime),
}

impl RetryAfter {
    /// How long the pause is from then on; negative when it is over.
    pub fn pause(self, now: OffsetDateTime) -> Duration {
        match self {
            Self::Seconds(seconds) => Duration::seconds(i64::try_from(seconds).unwrap_or(i64::MAX)),
            Self::At(at) => at - now,
        }
    }
}

/// Why there is no answer. The words are for logs: they hold no path, no query and nothing that the
/// receiver sent.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WebhookError {
    /// The name does not resolve.
    #[error("the name does not resolve: {0}")]
    Dns(String),
    /// The name resolves to an address that is not public, or the URL breaks the rules. No connection
    /// was made.
    #[error("the destination is denied: {0}")]
    Denied(String),
    /// The handshake or the certificate failed. No request was sent.
    #[error("TLS failed: {0}")]
    Tls(String),
    /// A stage, or the attempt as a whole, took too long.
    #[error("timed out while {0}")]
    Timeout(&'static str),
    /// The connection could not be made, broke, or what came over it was not HTTP.
    #[error("transport failed: {0}")]
    Transport(String),
}

/// Posts events. One call is one attempt: it follows no redirect, uses no proxy, and never sends the
/// request a second time once any of it may have reached the receiver.
#[async_trait]
pub trait WebhookTransport: Send + Sync {
    /// Posts the request. A status that was received counts, whatever happens to the rest of the answer.
    async fn post(&self, request: WebhookRequest) -> Result<WebhookAnswer, WebhookError>;
}

/// Why a name has no addresses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ResolveError(pub String);

/// Resolves names of receivers.
#[async_trait]
pub trait HostResolver: Send + Sync {
    /// All addresses of a fully qualified name, IPv4 and IPv6; never an empty list.
    async fn resolve(&self, host: &str) -> Result<Vec<IpAddr>, ResolveError>;
}

impl fmt::Debug for WebhookRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookRequest")
            .field("endpoint", &self.endpoint)
            .field("host", &self.url.host())
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}
