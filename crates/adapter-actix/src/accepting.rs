//! From an accepted connection to the stream that HTTP is spoken on.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use actix_http::Protocol;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// A connection as a listener takes it.
pub trait Connection: AsyncRead + AsyncWrite + Unpin + 'static {
    /// Who is at the other end.
    fn peer(&self) -> Option<SocketAddr>;

    /// Makes it fit for answers.
    fn prepare(&self);
}

impl Connection for TcpStream {
    fn peer(&self) -> Option<SocketAddr> {
        self.peer_addr().ok()
    }

    fn prepare(&self) {
        // else the end of an answer that is written in parts waits until the client has acknowledged what
        // came before, which clients put off
        drop(self.set_nodelay(true));
    }
}

impl Connection for UnixStream {
    /// This machine.
    fn peer(&self) -> Option<SocketAddr> {
        Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
    }

    fn prepare(&self) {}
}

/// Makes the stream that HTTP is spoken on, and says which.
pub trait Accept: Clone + Send + 'static {
    /// The stream.
    type Stream<C: Connection>: AsyncRead + AsyncWrite + Unpin + 'static;

    /// Ends with it.
    fn accept<C: Connection>(
        self,
        connection: C,
    ) -> impl Future<Output = io::Result<(Self::Stream<C>, Protocol)>> + 'static;
}

/// HTTP as it comes.
#[derive(Clone)]
pub struct Plain;

impl Accept for Plain {
    type Stream<C: Connection> = C;

    async fn accept<C: Connection>(self, connection: C) -> io::Result<(C, Protocol)> {
        Ok((connection, Protocol::Http1))
    }
}

/// HTTP under TLS.
#[derive(Clone)]
pub struct Encrypted {
    /// Shakes hands.
    pub acceptor: TlsAcceptor,
    /// For so long at most.
    pub patience: Duration,
}

impl Accept for Encrypted {
    type Stream<C: Connection> = TlsStream<C>;

    async fn accept<C: Connection>(self, connection: C) -> io::Result<(TlsStream<C>, Protocol)> {
        let stream = timeout(self.patience, self.acceptor.accept(connection)).await??;
        let protocol = match stream.get_ref().1.alpn_protocol() {
            Some(b"h2") => Protocol::Http2,
            _ => Protocol::Http1,
        };
        Ok((stream, protocol))
    }
}
