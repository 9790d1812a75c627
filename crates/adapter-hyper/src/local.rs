//! Asking a service of this machine over a socket in the file system.

use std::io;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Empty, Limited};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::HOST;
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;
use tokio::time::timeout;

/// What is read of an answer at most.
const MOST: usize = 64 * 1024;

/// Gets what is at a path of the service that listens at this Unix domain socket: status and body, in the given time.
pub async fn get_locally(
    socket: &Path,
    path: &str,
    patience: Duration,
) -> io::Result<(u16, String)> {
    let asking = async {
        let stream = TokioIo::new(UnixStream::connect(socket).await?);
        let (mut sender, connection) = http1::handshake(stream).await.map_err(io::Error::other)?;
        let request = Request::get(path)
            .header(HOST, "localhost")
            .body(Empty::<Bytes>::new())
            .map_err(io::Error::other)?;
        // the sender goes with the answer, which ends the connection
        let answering = async move {
            let answer = sender.send_request(request).await;
            let (head, body) = answer.map_err(io::Error::other)?.into_parts();
            let body = Limited::new(body, MOST).collect().await;
            let body = body.map_err(io::Error::other)?.to_bytes();
            let text = String::from_utf8_lossy(&body).into_owned();
            Ok((head.status.as_u16(), text))
        };
        // what is wrong with the connection the answer says
        let (answer, _) = tokio::join!(answering, connection);
        answer
    };
    timeout(patience, asking).await?
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use tempfile::TempDir;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::UnixListener;

    use super::get_locally;

    const PATIENCE: Duration = Duration::from_secs(5);

    /// The answer of a service that reads what is asked and says this.
    async fn asked(says: &'static str) -> io::Result<(u16, String)> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("socket");
        let listener = UnixListener::bind(&path).unwrap();
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let read = stream.read(&mut request).await.unwrap();
            stream.write_all(says.as_bytes()).await.unwrap();
            String::from_utf8(request[..read].to_vec()).unwrap()
        });
        let answer = get_locally(&path, "/healthz?a=b", PATIENCE).await;
        let request = serving.await.unwrap();
        assert!(request.starts_with("GET /healthz?a=b HTTP/1.1\r\n"));
        assert!(request.contains("\r\nhost: localhost\r\n"), "{request}");
        answer
    }

    #[tokio::test]
    async fn status_and_body_are_answered() {
        let answer = asked("HTTP/1.1 503 Busy\r\ncontent-length: 6\r\n\r\nwaits!").await;
        assert_eq!(answer.unwrap(), (503, "waits!".to_owned()));
        let answer = asked("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nup to the end").await;
        assert_eq!(answer.unwrap(), (200, "up to the end".to_owned()));
    }

    #[tokio::test]
    async fn what_is_no_answer_is_an_error() {
        for says in [
            "",
            "hello\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\ncut",
        ] {
            asked(says).await.unwrap_err();
        }
        let nobody = TempDir::new().unwrap().path().join("socket");
        let error = get_locally(&nobody, "/", PATIENCE).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_says_nothing_is_not_waited_for() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("socket");
        let _listener = UnixListener::bind(&path).unwrap();
        let error = get_locally(&path, "/", PATIENCE).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
