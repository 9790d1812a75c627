//! Receivers that speak HTTP/2.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adapter_hyper::{HyperTransport, WebhookSettings};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response, Version};
use hyper_util::rt::{TokioExecutor, TokioIo};
use ports_net::{RetryAfter, WebhookError, WebhookTransport};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::identity::Identity;
use crate::world::{HOST, SHORT, request, settings};

struct Receiver {
    settings: WebhookSettings,
    accepted: Arc<AtomicUsize>,
    arrived: Arc<Mutex<Vec<Request<Bytes>>>>,
}

impl Receiver {
    async fn start() -> Self {
        let identity = Identity::of(&[HOST]);
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (_, settings) = settings(listener.local_addr().unwrap().port(), &identity);
        let receiver = Self {
            settings,
            accepted: Arc::default(),
            arrived: Arc::default(),
        };
        let acceptor = TlsAcceptor::from(Arc::new(identity.config(&["h2", "http/1.1"])));
        let (accepted, arrived) = (receiver.accepted.clone(), receiver.arrived.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                accepted.fetch_add(1, Ordering::SeqCst);
                let (acceptor, arrived) = (acceptor.clone(), arrived.clone());
                tokio::spawn(async move {
                    let stream = acceptor.accept(stream).await.unwrap();
                    let service = service_fn(move |request| answer(request, arrived.clone()));
                    hyper::server::conn::http2::Builder::new(TokioExecutor::new())
                        .max_header_list_size(1 << 20)
                        .serve_connection(TokioIo::new(stream), service)
                        .await
                        .ok();
                });
            }
        });
        receiver
    }

    fn transport(&self) -> HyperTransport {
        HyperTransport::new(self.settings.clone()).unwrap()
    }

    fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }
}

async fn answer(
    request: Request<Incoming>,
    arrived: Arc<Mutex<Vec<Request<Bytes>>>>,
) -> Result<Response<Full<Bytes>>, std::convert::Infallible> {
    let path = request.uri().path().to_owned();
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    arrived
        .lock()
        .unwrap()
        .push(Request::from_parts(head, body));
    let response = Response::builder();
    let (response, body) = match path.as_str() {
        "/hang" => std::future::pending().await,
        "/later" => (
            response.status(429).header("retry-after", "7"),
            Bytes::new(),
        ),
        "/big" => (response.status(500), Bytes::from(vec![b'x'; 1 << 20])),
        "/headers" => {
            let mut many = response.status(200);
            for n in 0..1100 {
                many = many.header(format!("h{n}"), "x");
            }
            (many, Bytes::new())
        }
        "/huge" => (response.header("h", "x".repeat(100_000)), Bytes::new()),
        _ => (response.status(200), Bytes::from_static(b"ok")),
    };
    Ok(response.body(Full::new(body)).unwrap())
}

#[tokio::test]
async fn http2_is_spoken_when_it_is_offered() {
    let receiver = Receiver::start().await;
    let transport = receiver.transport();
    for _ in 0..5 {
        let answer = transport.post(request(1, "/hook?a=b")).await.unwrap();
        assert_eq!(answer.status, 200);
    }
    assert_eq!(receiver.accepted(), 1);
    let arrived = receiver.arrived.lock().unwrap();
    assert_eq!(arrived.len(), 5);
    for request in &*arrived {
        assert_eq!(request.version(), Version::HTTP_2);
        let uri = request.uri().to_string();
        assert_eq!(uri, "https://hooks.example.com/hook?a=b");
        let mut names: Vec<_> = request
            .headers()
            .keys()
            .map(hyper::header::HeaderName::as_str)
            .collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "content-length",
                "content-type",
                "idempotency-key",
                "user-agent"
            ]
        );
        assert_eq!(request.body(), br#"{"a":1}"#.as_slice());
    }
}

#[tokio::test]
async fn concurrent_requests_of_an_endpoint_share_a_connection() {
    let receiver = Receiver::start().await;
    let transport = Arc::new(receiver.transport());
    transport.post(request(1, "/")).await.unwrap();
    let mut posts = tokio::task::JoinSet::new();
    for _ in 0..50 {
        let transport = Arc::clone(&transport);
        posts.spawn(async move { transport.post(request(1, "/")).await.unwrap().status });
    }
    assert_eq!(posts.join_all().await, [200; 50]);
    assert_eq!(receiver.accepted(), 1);
    transport.post(request(2, "/")).await.unwrap();
    assert_eq!(receiver.accepted(), 2, "another endpoint");
}

#[tokio::test]
async fn answers_are_read_within_the_same_bounds() {
    let receiver = Receiver::start().await;
    let transport = receiver.transport();
    let later = transport.post(request(1, "/later")).await.unwrap();
    assert_eq!(later.retry_after, Some(RetryAfter::Seconds(7)));
    let big = transport.post(request(1, "/big")).await.unwrap();
    assert_eq!(big.status, 500);
    assert_eq!(transport.post(request(1, "/")).await.unwrap().status, 200);
    assert_eq!(receiver.accepted(), 1);
    for path in ["/headers", "/huge"] {
        let outcome = transport.post(request(1, path)).await;
        assert!(
            matches!(outcome, Err(WebhookError::Transport(_))),
            "{path}: {outcome:?}"
        );
        assert_eq!(transport.post(request(1, "/")).await.unwrap().status, 200);
    }
}

#[tokio::test]
async fn a_request_that_hangs_does_not_harm_its_neighbours() {
    let mut receiver = Receiver::start().await;
    receiver.settings.timeout = SHORT;
    let transport = receiver.transport();
    transport.post(request(1, "/")).await.unwrap();
    let (hanging, quick) = tokio::join!(
        transport.post(request(1, "/hang")),
        transport.post(request(1, "/"))
    );
    assert_eq!(
        hanging,
        Err(WebhookError::Timeout("waiting for the answer"))
    );
    assert_eq!(quick.unwrap().status, 200);
    assert_eq!(transport.post(request(1, "/")).await.unwrap().status, 200);
    assert_eq!(receiver.accepted(), 2, "what hung once is not used again");
}

#[tokio::test]
async fn an_old_connection_is_not_used_again() {
    let mut receiver = Receiver::start().await;
    receiver.settings.max_age = Duration::ZERO;
    let transport = receiver.transport();
    for count in 1..=3 {
        assert_eq!(transport.post(request(1, "/")).await.unwrap().status, 200);
        assert_eq!(receiver.accepted(), count);
    }
}

/// A receiver that greets in HTTP/2 and then sends these frames without an end.
async fn flood(frames: Vec<u8>) -> Result<(), WebhookError> {
    const GREETING: &[u8] = b"\0\0\0\x04\0\0\0\0\0";
    let identity = Identity::of(&[HOST]);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let (_, settings) = settings(listener.local_addr().unwrap().port(), &identity);
    let acceptor = TlsAcceptor::from(Arc::new(identity.config(&["h2"])));
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (mut reads, mut writes) = tokio::io::split(acceptor.accept(stream).await.unwrap());
        writes.write_all(GREETING).await.unwrap();
        let mut began = [0; 128];
        reads.read_exact(&mut began).await.unwrap();
        tokio::spawn(async move { while matches!(reads.read(&mut began).await, Ok(1..)) {} });
        while writes.write_all(&frames).await.is_ok() {}
    });
    let transport = HyperTransport::new(settings).unwrap();
    transport.post(request(1, "/")).await.map(|_| ())
}

#[tokio::test]
async fn floods_of_frames_are_no_answer() {
    let interim = b"\0\0\x05\x01\x04\0\0\0\x01\x08\x03103";
    let ping = b"\0\0\x08\x06\0\0\0\0\0abcdefgh";
    let settings = b"\0\0\0\x04\0\0\0\0\0";
    let unknown = b"\0\0\x05\xf0\0\0\0\0\0abcde";
    let endless_head = b"\0\0\x05\x01\0\0\0\0\x01\x08\x03200";
    for frame in [interim.as_slice(), ping, settings, unknown, endless_head] {
        let outcome = flood(frame.repeat(100)).await;
        assert!(
            matches!(outcome, Err(WebhookError::Transport(_))),
            "{outcome:?} to {frame:?}"
        );
    }
}
