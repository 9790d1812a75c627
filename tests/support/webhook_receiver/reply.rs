//! What a receiver answers.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::server::TlsStream;

/// What a receiver does after it has read a request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends this.
    Send(Vec<u8>),
    /// Sends this so many times.
    Repeat(Vec<u8>, usize),
    /// Waits for this long.
    Pause(Duration),
    /// Waits until the test releases it.
    Hold,
    /// Says nothing until the other side is gone.
    Hang,
    /// Resets the connection.
    Reset,
    /// Closes the connection.
    Close,
}

/// Steps, one after another.
pub type Reply = Vec<Step>;

/// An answer without a body.
pub fn status(status: u16) -> Reply {
    status_with(status, "")
}

/// An answer without a body, with these header lines, each with its line end.
pub fn status_with(status: u16, headers: &str) -> Reply {
    let head = format!("HTTP/1.1 {status} Said\r\n{headers}Content-Length: 0\r\n\r\n");
    raw(&head)
}

/// An answer that says this, of a kind.
pub fn saying(status: u16, content_type: &str, body: &[u8]) -> Reply {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Said\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
    );
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(body);
    vec![Step::Send(bytes)]
}

/// An answer in these very bytes.
pub fn raw(text: &str) -> Reply {
    vec![Step::Send(text.as_bytes().to_vec())]
}

/// A connection, with TLS or without.
pub(super) trait Wire: AsyncRead + AsyncWrite + Unpin {
    fn socket(&self) -> &TcpStream;
}

impl Wire for TcpStream {
    fn socket(&self) -> &TcpStream {
        self
    }
}

impl Wire for TlsStream<TcpStream> {
    fn socket(&self) -> &TcpStream {
        self.get_ref().0
    }
}

/// Whether the connection goes on.
pub(super) async fn play(stream: &mut impl Wire, reply: Reply, releases: &Semaphore) -> bool {
    for step in reply {
        let goes_on = match step {
            Step::Send(bytes) => send(stream, &bytes).await,
            Step::Repeat(bytes, times) => {
                let mut goes_on = true;
                for _ in 0..times {
                    goes_on = goes_on && send(stream, &bytes).await;
                }
                goes_on
            }
            Step::Pause(time) => {
                tokio::time::sleep(time).await;
                true
            }
            Step::Hold => tokio::select! {
                permit = releases.acquire() => {
                    permit.expect("releases").forget();
                    true
                }
                () = silent(stream) => false,
            },
            Step::Hang => {
                silent(stream).await;
                false
            }
            Step::Reset => {
                stream.socket().set_zero_linger().expect("a reset");
                false
            }
            Step::Close => {
                stream.shutdown().await.ok();
                false
            }
        };
        if !goes_on {
            return false;
        }
    }
    true
}

async fn send(stream: &mut impl Wire, bytes: &[u8]) -> bool {
    stream.write_all(bytes).await.is_ok() && stream.flush().await.is_ok()
}

async fn silent(stream: &mut impl Wire) {
    let mut ignored = [0; 1024];
    while matches!(stream.read(&mut ignored).await, Ok(1..)) {}
}
