//! The way to a receiver: name, address, connection, TLS. Each stage has a limit of its own, within what
//! is left of the attempt.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use domain::address::AllowedRanges;
use ports_net::{HostResolver, NetError, WebhookError};
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::metered::{Allowance, Metered};
use super::{ConnectOverrides, WebhookSettings, words};
use crate::{guard, tls};

const RESOLVE: Duration = Duration::from_secs(3);
const CONNECT: Duration = Duration::from_secs(5);
const HANDSHAKE: Duration = Duration::from_secs(5);

/// How many addresses of a name are tried, all of which were judged.
const TRIED: usize = 4;

const H2: &[u8] = b"h2";

/// Leads to receivers.
pub struct Connector {
    tls: TlsConnector,
    port: u16,
    allowed: AllowedRanges,
    overrides: ConnectOverrides,
    resolver: Arc<dyn HostResolver>,
}

/// A connection on which nothing of HTTP was said yet.
pub struct Link {
    /// The stream under TLS.
    pub stream: TlsStream<Metered>,
    /// How much it may read.
    pub allowance: Allowance,
}

impl Link {
    /// Whether both sides chose HTTP/2.
    pub fn speaks_http2(&self) -> bool {
        self.stream.get_ref().1.alpn_protocol() == Some(H2)
    }
}

impl Connector {
    /// Fails if an extra root cannot be read.
    pub fn new(settings: WebhookSettings) -> Result<Self, rustls::Error> {
        let mut config = tls::config(settings.extra_roots)?;
        config.alpn_protocols = vec![H2.to_vec(), b"http/1.1".to_vec()];
        Ok(Self {
            tls: TlsConnector::from(Arc::new(config)),
            port: settings.port,
            allowed: settings.allowed,
            overrides: settings.overrides,
            resolver: settings.resolver,
        })
    }

    /// Resolves once, judges, connects to one of what was judged, and shakes hands for the host.
    pub async fn connect(&self, host: &str, deadline: Instant) -> Result<Link, WebhookError> {
        let by = |stage| deadline.min(Instant::now() + stage);
        let targets = match self.overrides.target(host) {
            Some(target) => vec![target],
            None => self.resolve(host, by(RESOLVE)).await?,
        };
        let stream = reach(&targets, by(CONNECT)).await?;
        self.shake_hands(host, stream, by(HANDSHAKE)).await
    }

    async fn resolve(&self, host: &str, by: Instant) -> Result<Vec<SocketAddr>, WebhookError> {
        let addresses = timeout_at(by, self.resolver.resolve(host))
            .await
            .map_err(|_| WebhookError::Timeout("looking the name up"))?
            .map_err(|error| WebhookError::Dns(error.to_string()))?;
        let with_port = |ip: IpAddr| SocketAddr::new(ip, self.port);
        let targets: Vec<_> = addresses.into_iter().map(with_port).collect();
        match guard::judge(&targets, &self.allowed) {
            Ok(()) => Ok(targets),
            Err(NetError::Denied) => Err(WebhookError::Denied(
                "an address of the host is not public".to_owned(),
            )),
            Err(other) => Err(WebhookError::Dns(other.to_string())),
        }
    }

    async fn shake_hands(
        &self,
        host: &str,
        stream: TcpStream,
        by: Instant,
    ) -> Result<Link, WebhookError> {
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| WebhookError::Tls("no certificate can hold the host's name".to_owned()))?;
        let allowance = Allowance::new();
        let metered = Metered::new(stream, allowance.clone());
        let stream = timeout_at(by, self.tls.connect(name, metered))
            .await
            .map_err(|_| WebhookError::Timeout("shaking hands"))?
            .map_err(|error| words::handshake(&error))?;
        Ok(Link { stream, allowance })
    }
}

/// Tries one address after the other. Each has an equal share of the time that is left, so that one that
/// swallows packets leaves some for the next.
async fn reach(targets: &[SocketAddr], by: Instant) -> Result<TcpStream, WebhookError> {
    let mut outcome = WebhookError::Timeout("connecting");
    let mut untried = targets.iter().take(TRIED);
    while let Some(target) = untried.next() {
        let sharers = u32::try_from(untried.len() + 1).unwrap_or(1);
        let now = Instant::now();
        let share = by.saturating_duration_since(now) / sharers;
        match timeout_at(now + share, TcpStream::connect(target)).await {
            Ok(Ok(stream)) => return settle(stream),
            Ok(Err(error)) => outcome = unreached(&error),
            Err(_) => outcome = WebhookError::Timeout("connecting"),
        }
    }
    Err(outcome)
}

fn settle(stream: TcpStream) -> Result<TcpStream, WebhookError> {
    stream
        .set_nodelay(true)
        .map_err(|error| unreached(&error))
        .map(|()| stream)
}

fn unreached(error: &io::Error) -> WebhookError {
    WebhookError::Transport(format!("no connection: {}", error.kind()))
}
