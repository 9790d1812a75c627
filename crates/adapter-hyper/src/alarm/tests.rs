use std::net::Ipv4Addr;
use std::sync::Arc;

use domain::alarm::message::Message;
use domain::webhook::excerpt::Excerpt;
use ports_net::{RetryAfter, WebhookAnswer, WebhookError};
use rustls::pki_types::CertificateDer;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_rustls::TlsAcceptor;
use uuid::Uuid;

use super::{AlarmAddresses, AlarmClient};
use crate::tests::identity;

const ROOM: &str = "/_matrix/client/v3/rooms/!r:m/send/m.room.message";

/// Reads one request and answers it.
async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, says: String) -> String {
    let mut request = Vec::new();
    let mut wanted = usize::MAX;
    while request.len() < wanted {
        let Ok(byte) = stream.read_u8().await else {
            break;
        };
        request.push(byte);
        if wanted == usize::MAX && request.ends_with(b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&request).to_lowercase();
            let length = head.split("content-length: ").nth(1).unwrap();
            let length: usize = length.split("\r\n").next().unwrap().parse().unwrap();
            wanted = request.len() + length;
        }
    }
    stream.write_all(says.as_bytes()).await.unwrap();
    stream.shutdown().await.ok();
    String::from_utf8(request).unwrap()
}

/// The answer of a server that says this, and what it was asked.
async fn asked(
    address: impl Fn(u16) -> String,
    says: &str,
) -> (Result<WebhookAnswer, WebhookError>, String) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = address(listener.local_addr().unwrap().port());
    let (config, root) = identity();
    let is_plain = address.contains("=http://");
    let (tell, told) = oneshot::channel();
    let says = says.to_owned();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let request = if is_plain {
            serve(stream, says).await
        } else {
            let acceptor = TlsAcceptor::from(Arc::new(config));
            serve(acceptor.accept(stream).await.unwrap(), says).await
        };
        tell.send(request).ok();
    });
    let answer = post(&address, vec![root]).await;
    (answer, told.await.unwrap_or_default())
}

async fn post(
    address: &str,
    roots: Vec<CertificateDer<'static>>,
) -> Result<WebhookAnswer, WebhookError> {
    let addresses = AlarmAddresses::parse(address).unwrap();
    let channels = AlarmClient::new(roots).unwrap().channels(&addresses);
    let message = Message::test("here");
    channels[0].post(&message, Uuid::from_u128(9)).await
}

#[tokio::test]
async fn a_message_is_posted_over_tls() {
    let address = |port| format!("matrix=https://tok%2Ben@localhost:{port}{ROOM}");
    let says = "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    let (answer, request) = asked(address, says).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status, 429);
    assert_eq!(answer.retry_after, Some(RetryAfter::Seconds(7)));
    let excerpt = Excerpt::of(&answer.body);
    assert_eq!(excerpt.as_ref().map(Excerpt::as_str), Some("{}"));
    let line = format!("PUT {ROOM}/00000000000000000000000000000009 HTTP/1.1\r\n");
    assert!(request.starts_with(&line), "{request}");
    assert!(
        request.contains("authorization: Bearer tok+en\r\n"),
        "{request}"
    );
    assert!(request.contains("host: localhost:"), "{request}");
}

#[tokio::test]
async fn on_this_machine_no_tls_is_needed() {
    let address = |port| format!("ntfy=http://u:w@127.0.0.1:{port}/topic");
    let (answer, request) = asked(address, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await;
    assert_eq!(answer.unwrap().status, 200);
    assert!(request.starts_with("POST /topic HTTP/1.1\r\n"), "{request}");
    assert!(
        request.contains("authorization: Basic dTp3\r\n"),
        "{request}"
    );
    assert!(
        request.contains("title: cotejo here: a test\r\n"),
        "{request}"
    );
}

#[tokio::test]
async fn a_redirect_is_an_answer() {
    let address = |port| format!("slack=http://127.0.0.1:{port}/x");
    let says = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/y\r\nContent-Length: 0\r\n\r\n";
    assert_eq!(asked(address, says).await.0.unwrap().status, 302);
}

#[tokio::test]
async fn an_answer_that_repeats_the_path_does_not_show_it() {
    let address = |port| format!("slack=http://127.0.0.1:{port}/hooks/geheim?key=geheimer");
    let body = "Cannot POST /hooks/geheim?key=geheimer";
    let length = body.len();
    let says = format!("HTTP/1.1 404 Not Found\r\nContent-Length: {length}\r\n\r\n{body}");
    let (answer, request) = asked(address, &says).await;
    assert!(
        request.starts_with("POST /hooks/geheim?key=geheimer "),
        "{request}"
    );
    let excerpt = Excerpt::of(&answer.unwrap().body).unwrap();
    assert_eq!(excerpt.as_str(), "Cannot POST ***");
}

#[tokio::test]
async fn a_body_that_never_ends_is_left() {
    let address = |port| format!("discord=http://127.0.0.1:{port}/x");
    let says = format!("HTTP/1.1 204 OK\r\n\r\n{}", "x".repeat(100_000));
    assert_eq!(asked(address, &says).await.0.unwrap().status, 204);
    let says = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n{}",
        "x".repeat(100_000)
    );
    let answer = asked(address, &says).await.0.unwrap();
    assert!(answer.status == 200 && !answer.body.is_whole);
}

#[tokio::test]
async fn what_is_no_answer_is_an_error_without_the_address() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let plain = post(&format!("slack=http://127.0.0.1:{port}/geheim"), Vec::new()).await;
    let (unknown, _) = {
        let address = move |port| format!("slack=http://localhost:{port}/geheim");
        asked(address, "nonsense\r\n\r\n").await
    };
    for failed in [plain, unknown] {
        let error = failed.unwrap_err();
        assert!(matches!(error, WebhookError::Transport(_)), "{error:?}");
        assert!(!error.to_string().contains("geheim"), "{error}");
    }
    let none = post("slack=https://nowhere.invalid/geheim", Vec::new()).await;
    assert!(matches!(none, Err(WebhookError::Dns(_))), "{none:?}");
}
