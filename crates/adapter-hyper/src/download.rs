//! One download, from the address to a file that can be read.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, SeekFrom};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::address::AddressRanges;
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper::{Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use ports_net::{Download, FeedRequest, FeedSource, MAX_REDIRECTS, NetError};
use rustls::pki_types::CertificateDer;
use tokio::io::{AsyncSeekExt, AsyncWriteExt};
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{Instant, timeout};

use crate::connector::{ConnectError, Connector, HTTPS, StageLimits};
use crate::overrides::ConnectOverrides;
use crate::request::{Asking, authorization, request, validators};
use crate::resolver::SystemResolver;
use crate::target::Target;
use crate::tls;

/// How long the way to a server may take, within what a download may.
const LIMITS: StageLimits = StageLimits {
    resolve: Duration::from_secs(30),
    connect: Duration::from_secs(20),
    handshake: Duration::from_secs(30),
};

/// Downloads feeds over HTTPS. Every download has connections of its own.
#[derive(Clone)]
pub struct HttpsDownloader {
    connector: Connector,
}

/// An answer whose head has been read.
struct Answer {
    response: Response<Incoming>,
    /// Drives the connection; dropping it closes the connection.
    connection: JoinSet<hyper::Result<()>>,
}

impl HttpsDownloader {
    /// Trusts the public roots and `extra_roots`, and may connect to public addresses and to
    /// those in `allowed`. Fails with [`NetError::Tls`] if a root cannot be read.
    pub fn new(
        allowed: AddressRanges,
        extra_roots: Vec<CertificateDer<'static>>,
    ) -> Result<Self, NetError> {
        Self::with_overrides(allowed, ConnectOverrides::default(), extra_roots)
    }

    /// The same, but for hosts that the operator sends elsewhere: these are neither resolved nor
    /// judged.
    pub fn with_overrides(
        allowed: AddressRanges,
        overrides: ConnectOverrides,
        extra_roots: Vec<CertificateDer<'static>>,
    ) -> Result<Self, NetError> {
        let tls = tls::config(extra_roots).map_err(|error| NetError::Tls(error.to_string()))?;
        let connector = Connector {
            tls: Arc::new(tls),
            resolver: Arc::new(SystemResolver::default()),
            allowed,
            overrides,
            https_port: HTTPS,
            limits: LIMITS,
        };
        Ok(Self { connector })
    }

    async fn follow(&self, request: &FeedRequest<'_>) -> Result<Download, NetError> {
        let first = Target::parse(request.url)?;
        let authorization = request.authorization.map(authorization).transpose()?;
        let mut asking = Asking {
            known: request.known,
            authorization,
        };
        let mut target = first.clone();
        for _ in 0..=MAX_REDIRECTS {
            let answer = self.ask(&target, &asking).await?;
            let status = answer.response.status();
            if let Some(location) = redirect(&answer.response)? {
                target = target.redirected(location)?;
                asking.known = None;
                if !target.is_of_origin(&first) {
                    asking.authorization = None;
                }
            } else if status == StatusCode::OK {
                let validators = validators(&answer.response);
                let file = keep(answer, request.limits.max_bytes).await?;
                return Ok(Download::Content(Box::new(file), validators));
            } else if status == StatusCode::NOT_MODIFIED && asking.known.is_some() {
                return Ok(Download::NotModified);
            } else {
                return Err(NetError::Status(status.as_u16()));
            }
        }
        Err(NetError::Redirects)
    }

    async fn ask(&self, target: &Target, asking: &Asking<'_>) -> Result<Answer, NetError> {
        let (host, port) = target.place();
        let deadline = Instant::now() + LIMITS.resolve + LIMITS.connect + LIMITS.handshake;
        let stream = self
            .connector
            .connect(host, port, deadline, |stream| stream)
            .await
            .map_err(not_connected)?;
        let (mut sender, driver) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| broken(&error))?;
        let mut connection = JoinSet::new();
        connection.spawn(driver);
        let response = sender
            .send_request(request(target, asking)?)
            .await
            .map_err(|error| broken(&error))?;
        Ok(Answer {
            response,
            connection,
        })
    }
}

#[async_trait]
impl FeedSource for HttpsDownloader {
    async fn fetch(&self, request: &FeedRequest<'_>) -> Result<Download, NetError> {
        let total = request.limits.total;
        timeout(total, self.follow(request))
            .await
            .unwrap_or(Err(NetError::Timeout(total)))
    }
}

/// Where the answer redirects to. A redirecting status that names no place is an ordinary one.
fn redirect(response: &Response<Incoming>) -> Result<Option<&str>, NetError> {
    let followed = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    match response.headers().get(header::LOCATION) {
        Some(location) if followed => location
            .to_str()
            .map(Some)
            .map_err(|_| NetError::Url("it redirects to something unreadable".to_owned())),
        _ => Ok(None),
    }
}

/// Writes the content to a file without a name and goes back to its beginning.
async fn keep(answer: Answer, max_bytes: u64) -> Result<std::fs::File, NetError> {
    let Answer {
        response,
        connection,
    } = answer;
    let mut body = response.into_body();
    let too_large = || NetError::TooLarge { limit: max_bytes };
    if body.size_hint().lower() > max_bytes {
        return Err(too_large());
    }
    let file = spawn_blocking(tempfile::tempfile)
        .await
        .map_err(io::Error::from)??;
    let mut file = tokio::fs::File::from_std(file);
    let mut room = max_bytes;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|error| broken(&error))?.into_data() else {
            continue;
        };
        let size = u64::try_from(data.len()).map_err(|_| too_large())?;
        room = room.checked_sub(size).ok_or_else(too_large)?;
        file.write_all(&data).await?;
    }
    drop(connection);
    file.flush().await?;
    file.seek(SeekFrom::Start(0)).await?;
    Ok(file.into_std().await)
}

fn not_connected(error: ConnectError) -> NetError {
    match error {
        ConnectError::Dns(why) => NetError::Dns(why),
        ConnectError::Denied => NetError::Denied,
        ConnectError::Unreachable(error) => NetError::Connect(error.to_string()),
        ConnectError::Late(stage) => NetError::Connect(format!("{stage} took too long")),
        ConnectError::Name => NetError::Tls("no certificate can hold its name".to_owned()),
        ConnectError::Handshake(error) => NetError::Tls(error.to_string()),
    }
}

/// hyper says what it was doing, the sources say what went wrong.
fn broken(error: &hyper::Error) -> NetError {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        if write!(text, ": {cause}").is_err() {
            break;
        }
        source = cause.source();
    }
    NetError::Transport(text)
}
