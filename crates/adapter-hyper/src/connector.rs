//! The way out: name, addresses, judgement, connection, TLS. Where a connection may go is decided here and
//! nowhere else.

use std::convert::Infallible;
use std::error::Error;
use std::future::{Ready, ready};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use std::vec;

use domain::address::{AddressRanges, is_public};
use hyper::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use ports_net::HostResolver;
use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tower_service::Service;

use crate::overrides::ConnectOverrides;

/// The port of HTTPS.
pub const HTTPS: u16 = 443;

/// How many addresses of each family are tried, all of which were judged.
const TRIED: usize = 4;

/// How long each stage may take.
#[derive(Debug, Clone, Copy)]
pub struct StageLimits {
    /// Looking the name up.
    pub resolve: Duration,
    /// Connecting, to whichever address.
    pub connect: Duration,
    /// Shaking hands for TLS.
    pub handshake: Duration,
}

/// Connects to public addresses and to those that the operator allows besides, or sends hosts to.
#[derive(Clone)]
pub struct Connector {
    /// Whom it trusts, and which protocols it offers.
    pub tls: Arc<ClientConfig>,
    /// Finds the addresses of names.
    pub resolver: Arc<dyn HostResolver>,
    /// Addresses that are allowed although they are not public.
    pub allowed: AddressRanges,
    /// Hosts whose port 443 the operator has elsewhere. They are neither resolved nor judged.
    pub overrides: ConnectOverrides,
    /// Where the port 443 of all other hosts is: there, unless a test has its servers elsewhere.
    pub https_port: u16,
    /// How long each stage may take.
    pub limits: StageLimits,
}

/// Why there is no connection.
#[derive(Debug)]
pub enum ConnectError {
    /// The name has no address, or could not be looked up.
    Dns(String),
    /// An address is not public.
    Denied,
    /// No address took the connection; what the last one said.
    Unreachable(io::Error),
    /// The handshake failed.
    Handshake(io::Error),
    /// No certificate can hold the host's name.
    Name,
    /// The time of a stage was up.
    Late(&'static str),
}

impl Connector {
    /// Resolves once, judges, connects to one of what was judged, and shakes hands for the host over what
    /// is made of the connection.
    pub async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        host: &str,
        port: u16,
        deadline: Instant,
        stream: impl FnOnce(TcpStream) -> S,
    ) -> Result<TlsStream<S>, ConnectError> {
        let by = |stage| deadline.min(Instant::now() + stage);
        let connected = self.connect_plainly(host, port, deadline).await?;
        let name = ServerName::try_from(host.to_owned()).map_err(|_| ConnectError::Name)?;
        let tls = TlsConnector::from(Arc::clone(&self.tls));
        timeout_at(
            by(self.limits.handshake),
            tls.connect(name, stream(connected)),
        )
        .await
        .map_err(|_| ConnectError::Late("shaking hands"))?
        .map_err(ConnectError::Handshake)
    }

    /// The same without TLS: for addresses of the operator's own.
    pub async fn connect_plainly(
        &self,
        host: &str,
        port: u16,
        deadline: Instant,
    ) -> Result<TcpStream, ConnectError> {
        let by = |stage| deadline.min(Instant::now() + stage);
        let elsewhere = self.overrides.target(host).filter(|_| port == HTTPS);
        let targets = match elsewhere {
            Some(target) => vec![target],
            None => self.resolve(host, port, by(self.limits.resolve)).await?,
        };
        reach(&targets, by(self.limits.connect)).await
    }

    async fn resolve(
        &self,
        host: &str,
        port: u16,
        by: Instant,
    ) -> Result<Vec<SocketAddr>, ConnectError> {
        let addresses = match host.parse() {
            Ok(address) => vec![address],
            Err(_) => timeout_at(by, self.resolver.resolve(host))
                .await
                .map_err(|_| ConnectError::Late("looking the name up"))?
                .map_err(|error| ConnectError::Dns(error.to_string()))?,
        };
        judge(&addresses, &self.allowed)?;
        let port = if port == HTTPS { self.https_port } else { port };
        let targets = addresses.into_iter().map(|ip| SocketAddr::new(ip, port));
        Ok(targets.collect())
    }
}

/// One address that is not public condemns the whole answer: it is an attack or a mistake.
fn judge(addresses: &[IpAddr], allowed: &AddressRanges) -> Result<(), ConnectError> {
    if addresses.is_empty() {
        return Err(ConnectError::Dns("it has no address".to_owned()));
    }
    let mut addresses = addresses.iter();
    if addresses.all(|ip| is_public(*ip) || allowed.contains(*ip)) {
        Ok(())
    } else {
        Err(ConnectError::Denied)
    }
}

/// Connects to one of these addresses. Those of a family share the time, so that one that swallows packets
/// leaves some for the next; the other family is tried beside the first soon (RFC 8305).
async fn reach(targets: &[SocketAddr], by: Instant) -> Result<TcpStream, ConnectError> {
    let family = |is_ipv6| {
        let of_family = targets.iter().filter(move |t| t.is_ipv6() == is_ipv6);
        of_family.take(TRIED).copied()
    };
    let first = targets.first().is_some_and(SocketAddr::is_ipv6);
    let tried = family(first).chain(family(!first)).collect();
    let mut connector = HttpConnector::new_with_resolver(Vetted(tried));
    connector.enforce_http(false);
    connector.set_nodelay(true);
    connector.set_connect_timeout(Some(by.saturating_duration_since(Instant::now())));
    let vetted = Uri::from_static("https://vetted.invalid");
    let late = ConnectError::Late("connecting");
    match timeout_at(by, connector.call(vetted)).await {
        Ok(Ok(stream)) => Ok(stream.into_inner()),
        Ok(Err(error)) => match error
            .source()
            .and_then(|cause| cause.downcast_ref::<io::Error>())
        {
            Some(cause) if cause.kind() != io::ErrorKind::TimedOut => {
                let code = cause.raw_os_error().map(io::Error::from_raw_os_error);
                let cause = code.unwrap_or_else(|| cause.kind().into());
                Err(ConnectError::Unreachable(cause))
            }
            _ => Err(late),
        },
        Err(_) => Err(late),
    }
}

/// Leads every name to the addresses that were judged, so that the connector finds no others.
#[derive(Debug, Clone)]
struct Vetted(Vec<SocketAddr>);

impl Service<Name> for Vetted {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Name) -> Self::Future {
        ready(Ok(self.0.clone().into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::time::Duration;

    use domain::address::AddressRanges;
    use tokio::net::{TcpListener, TcpSocket, TcpStream};
    use tokio::time::{Instant, timeout};

    use super::{ConnectError, judge, reach};

    fn verdict(addresses: &[&str], allowed: &str) -> Result<(), ConnectError> {
        let addresses: Vec<IpAddr> = addresses.iter().map(|text| text.parse().unwrap()).collect();
        judge(&addresses, &AddressRanges::parse(allowed).unwrap())
    }

    #[test]
    fn one_private_address_condemns_the_whole_answer() {
        let mixed = ["1.1.1.1", "2606:4700::1111", "10.0.0.1"];
        for allowed in ["", "10.0.0.2/32"] {
            let refused = verdict(&mixed, allowed);
            assert!(matches!(refused, Err(ConnectError::Denied)), "{refused:?}");
        }
        assert!(verdict(&mixed, "10.0.0.1/32").is_ok());
        assert!(verdict(&["1.1.1.1", "2606:4700::1111"], "").is_ok());
    }

    #[test]
    fn an_answer_without_addresses_is_no_answer() {
        let refused = verdict(&[], "0.0.0.0/0");
        assert!(matches!(refused, Err(ConnectError::Dns(_))), "{refused:?}");
    }

    #[tokio::test]
    async fn a_family_that_swallows_packets_does_not_hold_the_other_up() {
        // a queue that is full takes no more connections, and says nothing of it
        let full = TcpSocket::new_v6().unwrap();
        full.bind("[::1]:0".parse().unwrap()).unwrap();
        let full = full.listen(1).unwrap();
        let swallows = full.local_addr().unwrap();
        let mut waiting = Vec::new();
        while let Ok(stream) =
            timeout(Duration::from_millis(300), TcpStream::connect(swallows)).await
        {
            waiting.push(stream.unwrap());
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let answers = listener.local_addr().unwrap();
        let began = Instant::now();
        let by = began + Duration::from_secs(20);
        let stream = reach(&[swallows, answers], by).await.unwrap();
        assert_eq!(stream.peer_addr().unwrap(), answers);
        assert!(began.elapsed() < Duration::from_secs(5));
        let late = reach(&[swallows], Instant::now() + Duration::from_millis(300)).await;
        assert!(
            matches!(late, Err(ConnectError::Late("connecting"))),
            "{late:?}"
        );
    }
}
