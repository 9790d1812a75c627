//! Where feeds come from.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use thiserror::Error;

use crate::feed::FeedInput;

/// What a download may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DownloadLimits {
    /// The most bytes of content, as they come over the wire.
    pub max_bytes: u64,
    /// The most time from the call to the last byte, redirects included.
    pub total: Duration,
}

/// By what a server knows whether its content is still the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Validators {
    /// Its entity tag, in the server's own words.
    pub etag: Option<String>,
    /// Its `Last-Modified`, in the server's own words.
    pub last_modified: Option<String>,
}

/// Who asks. Never shown.
#[derive(Clone, PartialEq, Eq)]
pub enum Authorization {
    /// `user:password`.
    Basic(String),
    /// A token.
    Bearer(String),
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authorization")
    }
}

/// What is asked of a server.
#[derive(Debug, Clone)]
pub struct FeedRequest<'a> {
    /// The address.
    pub url: &'a str,
    /// What is known of the content by now: it need not come again.
    pub known: Option<&'a Validators>,
    /// Who asks.
    pub authorization: Option<&'a Authorization>,
    /// What it may cost.
    pub limits: DownloadLimits,
}

/// What a server gave.
pub enum Download {
    /// The content is what is known.
    NotModified,
    /// The content from its first byte, and by what it is known again.
    Content(Box<dyn FeedInput>, Validators),
}

/// Fetches feeds from other people's servers.
#[async_trait]
pub trait FeedSource: Send + Sync {
    /// Downloads what stands at an address and gives it from its first byte, unless it is known.
    ///
    /// The address:
    /// * It is `https`; any other scheme is refused with [`NetError::Url`]. Any port will do.
    /// * One that carries a user name or password is refused with [`NetError::Url`], and so is one
    ///   with blanks, control characters or backslashes, which readers of URLs disagree about.
    ///
    /// The connection:
    /// * The host is resolved once. If any of its addresses is not public
    ///   ([`domain::address::is_public`]) nor excepted by the operator, nothing is connected to and
    ///   the result is [`NetError::Denied`].
    /// * What is connected to is exactly one of the addresses that were judged.
    /// * The server's certificate is verified for the host against the public roots and those the
    ///   operator adds; a failure is [`NetError::Tls`].
    /// * No proxy is used, whatever the environment says.
    ///
    /// The exchange:
    /// * No cookies are sent, nor a coding of the content asked for; the content is given as it was
    ///   sent.
    /// * The authorization is sent to the origin of the address only: not to another host, port or
    ///   scheme that it redirects to, nor to anybody after that. One that cannot be sent as it is
    ///   is [`NetError::Credentials`], and nothing is connected to.
    /// * What is known is told to the address itself (`If-None-Match`, `If-Modified-Since`), not to
    ///   those that it redirects to, which may be others by now. Status 304 is then
    ///   [`Download::NotModified`].
    /// * At most [`MAX_REDIRECTS`] redirects are followed. Each hop is judged anew as if it had been
    ///   asked for; one more redirect is [`NetError::Redirects`].
    /// * Any other status than 200 is [`NetError::Status`].
    ///
    /// The content:
    /// * More than `limits.max_bytes` is [`NetError::TooLarge`], and a download that has not ended
    ///   after `limits.total` is [`NetError::Timeout`].
    /// * One that breaks off is [`NetError::Transport`], never a shorter file.
    /// * Memory stays bounded whatever the size: the content lies in a temporary file without a
    ///   name, which is gone when the reader is dropped.
    async fn fetch(&self, request: &FeedRequest<'_>) -> Result<Download, NetError>;

    /// The same for content of which nothing is known, from a server that asks for nothing.
    async fn download(
        &self,
        url: &str,
        limits: DownloadLimits,
    ) -> Result<Box<dyn FeedInput>, NetError> {
        let request = FeedRequest {
            url,
            known: None,
            authorization: None,
            limits,
        };
        match self.fetch(&request).await? {
            Download::Content(input, _) => Ok(input),
            Download::NotModified => Err(NetError::Status(304)),
        }
    }
}

/// How many redirects a download follows.
pub const MAX_REDIRECTS: u8 = 3;

/// Why something could not be had over the network. The texts never show the address that was
/// asked for, which may hold a secret in its query.
#[derive(Debug, Error)]
pub enum NetError {
    /// The address is not acceptable; why.
    #[error("the address is refused: {0}")]
    Url(String),
    /// The authorization cannot be sent; why.
    #[error("the credentials cannot be sent: {0}")]
    Credentials(&'static str),
    /// The name of the host has no address, or could not be looked up.
    #[error("the host's name cannot be resolved: {0}")]
    Dns(String),
    /// The host has an address that is not public.
    #[error("the host has an address outside the public internet")]
    Denied,
    /// No connection to any address of the host.
    #[error("no connection to the host: {0}")]
    Connect(String),
    /// The handshake failed or the certificate does not hold.
    #[error("no secure connection to the host: {0}")]
    Tls(String),
    /// The time was up.
    #[error("the server did not finish in {}", Seconds(*.0))]
    Timeout(Duration),
    /// The server answered with something else than the content.
    #[error("the server answered with status {0} instead of 200")]
    Status(u16),
    /// The server redirects further and further.
    #[error("the server redirected more than {MAX_REDIRECTS} times")]
    Redirects,
    /// More content than allowed.
    #[error("the content is larger than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// The connection broke, or what came over it is not HTTP.
    #[error("the connection failed: {0}")]
    Transport(String),
    /// The content could not be kept.
    #[error("the content cannot be stored: {0}")]
    Io(#[from] std::io::Error),
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seconds", self.0.as_secs_f64())
    }
}
