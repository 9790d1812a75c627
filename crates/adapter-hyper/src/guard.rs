//! The connector beneath TLS: where a connection may go is decided here and nowhere else.

use std::future::{Future, ready};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use domain::address::{AllowedRanges, is_public};
use hyper::Uri;
use hyper_util::rt::TokioIo;
use ports_net::NetError;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tower_service::Service;

use crate::webhook::ConnectOverrides;

/// How long one address may take to accept a connection before the next one is tried.
const CONNECT: Duration = Duration::from_secs(5);

/// The port of an address that names none.
const HTTPS: u16 = 443;

/// Resolves, judges, connects: once, in this order, over the same addresses.
#[derive(Debug, Clone)]
pub struct Guard {
    allowed: Arc<AllowedRanges>,
    overrides: Arc<ConnectOverrides>,
}

impl Guard {
    /// Connects to public addresses and to those that the operator allows besides, or sends hosts to.
    pub fn new(allowed: AllowedRanges, overrides: ConnectOverrides) -> Self {
        Self {
            allowed: Arc::new(allowed),
            overrides: Arc::new(overrides),
        }
    }

    /// Where the operator sends a host elsewhere.
    fn sent_elsewhere(&self, host: &str, port: u16) -> Option<SocketAddr> {
        let target = self.overrides.target(&host.to_ascii_lowercase());
        target.filter(|_| port == HTTPS)
    }
}

impl Service<Uri> for Guard {
    type Response = TokioIo<TcpStream>;
    type Error = NetError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, NetError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), NetError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let Some(host) = uri.host() else {
            return Box::pin(ready(Err(NetError::Url("it names no host".to_owned()))));
        };
        let host = host.trim_matches(['[', ']']).to_owned();
        let port = uri.port_u16().unwrap_or(HTTPS);
        let allowed = Arc::clone(&self.allowed);
        let elsewhere = self.sent_elsewhere(&host, port);
        Box::pin(async move {
            if let Some(address) = elsewhere {
                return connect(&[address]).await.map(TokioIo::new);
            }
            let addresses = resolve(&host, port).await?;
            judge(&addresses, &allowed)?;
            connect(&addresses).await.map(TokioIo::new)
        })
    }
}

async fn resolve(host: &str, port: u16) -> Result<Vec<SocketAddr>, NetError> {
    if let Ok(ip) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(ip, port)]);
    }
    let found = lookup_host((host, port))
        .await
        .map_err(|error| NetError::Dns(error.to_string()))?;
    Ok(found.collect())
}

/// One address that is not public condemns the whole answer: it is an attack or a mistake.
pub fn judge(addresses: &[SocketAddr], allowed: &AllowedRanges) -> Result<(), NetError> {
    if addresses.is_empty() {
        return Err(NetError::Dns("it has no address".to_owned()));
    }
    if addresses
        .iter()
        .map(SocketAddr::ip)
        .all(|ip| is_public(ip) || allowed.allows(ip))
    {
        Ok(())
    } else {
        Err(NetError::Denied)
    }
}

async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, NetError> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses {
        match timeout(CONNECT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(NetError::Connect(last.to_string()))
}

#[cfg(test)]
mod tests {
    use domain::address::AllowedRanges;
    use ports_net::NetError;

    use super::judge;

    fn verdict(addresses: &[&str], allowed: &str) -> Result<(), NetError> {
        let addresses: Vec<_> = addresses.iter().map(|text| text.parse().unwrap()).collect();
        judge(&addresses, &AllowedRanges::parse(allowed).unwrap())
    }

    #[test]
    fn one_private_address_condemns_the_whole_answer() {
        let mixed = ["1.1.1.1:443", "[2606:4700::1111]:443", "10.0.0.1:443"];
        assert!(matches!(verdict(&mixed, ""), Err(NetError::Denied)));
        assert!(matches!(
            verdict(&mixed, "10.0.0.2/32"),
            Err(NetError::Denied)
        ));
        assert!(verdict(&mixed, "10.0.0.1/32").is_ok());
        assert!(verdict(&["1.1.1.1:443", "[2606:4700::1111]:443"], "").is_ok());
    }

    #[test]
    fn an_answer_without_addresses_is_no_answer() {
        assert!(matches!(verdict(&[], "0.0.0.0/0"), Err(NetError::Dns(_))));
    }
}
