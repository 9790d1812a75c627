//! A stream that reads no more than it was granted, so that no receiver can keep us busy: with interim
//! answers, with frames that mean nothing, with headers beyond the limits.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The bytes that may come in for one exchange: head and body within their limits, with room for TLS.
const GRANT: usize = 256 * 1024;

/// How many bytes may still come in on a connection.
#[derive(Debug, Clone)]
pub struct Allowance(Arc<AtomicUsize>);

impl Allowance {
    /// Grants what the handshake needs.
    pub fn new() -> Self {
        Self(Arc::new(AtomicUsize::new(GRANT)))
    }

    /// Grants what one more exchange needs. What is left of earlier grants counts towards it, so that
    /// nothing piles up.
    pub fn grant(&self) {
        self.0.fetch_max(GRANT, Ordering::Relaxed);
    }

    fn take(&self, bytes: usize) -> io::Result<()> {
        let less = |left: usize| left.checked_sub(bytes);
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .map(|_| ())
            .map_err(|_| io::Error::from(io::ErrorKind::QuotaExceeded))
    }
}

/// A connection whose reads count.
pub struct Metered {
    stream: TcpStream,
    allowance: Allowance,
}

impl Metered {
    /// Reads as much as the allowance grants.
    pub fn new(stream: TcpStream, allowance: Allowance) -> Self {
        Self { stream, allowance }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        let came_in = buffer.filled().len().saturating_sub(before);
        match polled {
            Poll::Ready(Ok(())) => Poll::Ready(self.allowance.take(came_in)),
            other => other,
        }
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
