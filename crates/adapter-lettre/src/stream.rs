//! The connection as the SMTP client reads it.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};

/// The most that a server may say to one command. The client looks at an answer from its beginning at
/// each of its lines, so this also bounds the work.
const MAX_ANSWER: usize = 16 * 1024;

/// The most lines in which it may say it.
const MAX_LINES: usize = 100;

/// What the client takes for a greeting where the server gives none: after STARTTLS.
const GREETING: &[u8] = b"220 encrypted\r\n";

/// A connection, plain or encrypted, that hands out at most one line per read, and no endless answer.
///
/// What a server says before TLS begins must not count as said after it: whoever sits in between could
/// answer in the server's place. The SMTP client keeps what it has read beyond the line it wanted;
/// with this stream there is nothing beyond, and [`Stream::into_inner`] refuses when there is.
#[derive(Debug)]
pub struct Stream<S>(Arc<Mutex<Wire<S>>>);

#[derive(Debug)]
struct Wire<S> {
    stream: BufReader<S>,
    peer: SocketAddr,
    /// What is read before anything else.
    greeting: &'static [u8],
    /// Since the last command.
    bytes: usize,
    lines: usize,
}

impl<S> Clone for Stream<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream<S> {
    /// Over a new connection, on which the server speaks first.
    pub fn new(stream: S, peer: SocketAddr) -> Self {
        Self::greeted(stream, peer, b"")
    }

    /// Over a connection that is encrypted since STARTTLS, on which the server says nothing by itself.
    pub fn resumed(stream: S, peer: SocketAddr) -> Self {
        Self::greeted(stream, peer, GREETING)
    }

    fn greeted(stream: S, peer: SocketAddr, greeting: &'static [u8]) -> Self {
        Self(Arc::new(Mutex::new(Wire {
            stream: BufReader::new(stream),
            peer,
            greeting,
            bytes: 0,
            lines: 0,
        })))
    }

    /// The bare connection, when nobody else holds it and the server has said nothing unasked.
    pub fn into_inner(self) -> io::Result<S> {
        let wire = Arc::try_unwrap(self.0).map_err(|_| io::Error::other("it is in use"))?;
        let wire = wire.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !wire.stream.buffer().is_empty() {
            return Err(io::Error::other("the server said more than it was asked"));
        }
        Ok(wire.stream.into_inner())
    }

    fn wire(&self) -> MutexGuard<'_, Wire<S>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: AsyncRead + Unpin> Wire<S> {
    fn is_exhausted(&self) -> bool {
        self.bytes > MAX_ANSWER || self.lines > MAX_LINES
    }

    fn poll_line(
        &mut self,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.greeting.is_empty() {
            let (given, rest) = self
                .greeting
                .split_at(self.greeting.len().min(into.remaining()));
            into.put_slice(given);
            self.greeting = rest;
            return Poll::Ready(Ok(()));
        }
        if self.is_exhausted() {
            return Poll::Ready(Err(too_long()));
        }
        let mut stream = Pin::new(&mut self.stream);
        let read = ready!(stream.as_mut().poll_fill_buf(context))?;
        let end = read.iter().position(|byte| *byte == b'\n');
        let line = end.map_or(read.len(), |end| end.saturating_add(1));
        let given = read.get(..line.min(into.remaining())).unwrap_or_default();
        into.put_slice(given);
        let given = given.len();
        stream.consume(given);
        self.bytes = self.bytes.saturating_add(given);
        let is_ended = end.is_some() && given == line;
        self.lines = self.lines.saturating_add(usize::from(is_ended));
        if self.is_exhausted() {
            return Poll::Ready(Err(too_long()));
        }
        Poll::Ready(Ok(()))
    }
}

fn too_long() -> io::Error {
    io::Error::other("the answer is too long")
}

impl<S> AsyncTokioStream for Stream<S>
where
    S: AsyncRead + AsyncWrite + Send + Sync + Unpin + fmt::Debug,
{
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.wire().peer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.wire().poll_line(context, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut wire = self.wire();
        // a server that has said too much is not listened to again
        if !wire.is_exhausted() {
            (wire.bytes, wire.lines) = (0, 0);
        }
        Pin::new(&mut wire.stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire().stream).poll_shutdown(context)
    }
}
