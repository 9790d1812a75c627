//! A connection that is read one line at a time.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, ReadBuf};
use tokio::net::TcpStream;

/// The longest line of a server before it is taken for an attack on our memory.
const MAX_LINE: usize = 64 * 1024;

/// Hands out at most one line per read, and no endless one.
///
/// What a server says before TLS begins must not count as said after it: whoever sits in between could
/// answer in the server's place. The SMTP client keeps what it has read beyond the line it wanted,
/// also across STARTTLS; with this stream there is nothing beyond. Lines that came too early reach
/// TLS instead, which refuses them.
#[derive(Debug)]
pub struct LineByLine {
    stream: BufReader<TcpStream>,
    since_line_end: usize,
}

impl LineByLine {
    /// Over a new connection.
    pub fn new(stream: TcpStream) -> Self {
        Self {
            stream: BufReader::new(stream),
            since_line_end: 0,
        }
    }
}

impl AsyncTokioStream for LineByLine {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.get_ref().peer_addr()
    }
}

impl AsyncRead for LineByLine {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let mut stream = Pin::new(&mut this.stream);
        let read = ready!(stream.as_mut().poll_fill_buf(context))?;
        let end = read.iter().position(|byte| *byte == b'\n');
        let line = end.map_or(read.len(), |end| end + 1);
        let given = read.get(..line.min(into.remaining())).unwrap_or_default();
        into.put_slice(given);
        let given = given.len();
        stream.consume(given);
        let is_ended = end.is_some() && given == line;
        this.since_line_end = if is_ended {
            0
        } else {
            this.since_line_end.saturating_add(given)
        };
        if this.since_line_end > MAX_LINE {
            return Poll::Ready(Err(io::Error::other("a line has no end")));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for LineByLine {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
