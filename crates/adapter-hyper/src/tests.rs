//! Downloads from a real TLS server on the loopback interface.

mod conditional;

use std::fmt::Write as _;
use std::future::pending;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::address::AddressRanges;
use ports_net::{DownloadLimits, FeedSource, NetError};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::HttpsDownloader;

const LOOPBACK: &str = "127.0.0.0/8,::1/128";

const LIMITS: DownloadLimits = DownloadLimits {
    max_bytes: 1 << 20,
    total: Duration::from_secs(20),
};

/// A server with a certificate for 127.0.0.1 and localhost, signed by an authority of its own.
struct Server {
    port: u16,
    root: CertificateDer<'static>,
    connections: Arc<AtomicUsize>,
}

impl Server {
    async fn start() -> Self {
        let (config, root) = identity();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&connections);
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                seen.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(acceptor.clone(), stream, port));
            }
        });
        Self {
            port,
            root,
            connections,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("https://127.0.0.1:{}{path}", self.port)
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    fn client(&self, allowed: &str) -> HttpsDownloader {
        let allowed = AddressRanges::parse(allowed).unwrap();
        HttpsDownloader::new(allowed, vec![self.root.clone()]).unwrap()
    }

    async fn get(&self, path: &str) -> Result<String, NetError> {
        fetch(&self.client(LOOPBACK), &self.url(path), LIMITS).await
    }
}

pub fn identity() -> (ServerConfig, CertificateDer<'static>) {
    let authority_key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = authority.self_signed(&authority_key).unwrap().der().clone();
    let issuer = Issuer::new(authority, authority_key);

    let key = KeyPair::generate().unwrap();
    let names = vec![
        IpAddr::from(Ipv4Addr::LOCALHOST).to_string(),
        "localhost".to_owned(),
    ];
    let leaf = CertificateParams::new(names)
        .unwrap()
        .signed_by(&key, &issuer)
        .unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![leaf.der().clone()],
            PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
        )
        .unwrap();
    (config, root)
}

async fn serve(acceptor: TlsAcceptor, stream: TcpStream, port: u16) {
    let Ok(mut stream) = acceptor.accept(stream).await else {
        return;
    };
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap();
    if path == "/hang" {
        pending::<()>().await;
    }
    let answer = answer(path, &head, port);
    if stream.write_all(answer.as_bytes()).await.is_err() {
        return;
    }
    match path {
        "/hang-later" => pending::<()>().await,
        "/cut-unannounced" => drop(stream),
        _ => drop(stream.shutdown().await),
    }
}

/// The whole answer to a path, in the words of the wire.
fn answer(path: &str, head: &str, port: u16) -> String {
    let full = |body: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let moved = |to: &str| {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: {to}\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
        )
    };
    match path {
        "/feed.csv" | "/feed.csv?day=1" => full("id,price\n1,2.50\n"),
        "/head" => full(head),
        "/chunked" => {
            let mut text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_owned();
            for _ in 0..50 {
                write!(text, "3e8\r\n{}\r\n", "x".repeat(1000)).unwrap();
            }
            text + "0\r\n\r\n"
        }
        "/until-close" => "HTTP/1.1 200 OK\r\n\r\nall of it".to_owned(),
        "/cut" => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart of it".to_owned(),
        "/cut-unannounced" => "HTTP/1.1 200 OK\r\n\r\npart of it".to_owned(),
        "/hang-later" => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart".to_owned(),
        "/huge" => "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".to_owned(),
        "/not-http" => "220 mail.example ESMTP\r\n".to_owned(),
        "/tagged" if head.to_ascii_lowercase().contains("if-none-match: \"v1\"") => {
            "HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n".to_owned()
        }
        "/tagged" => full(head).replacen(
            "\r\n",
            "\r\nETag: \"v1\"\r\nLast-Modified: Sun, 01 Mar 2026 12:00:00 GMT\r\n",
            1,
        ),
        "/not-modified" => "HTTP/1.1 304 Not Modified\r\n\r\n".to_owned(),
        "/moved-to-tagged" => moved("/tagged"),
        "/moved-to-other-host" => moved(&format!("https://localhost:{port}/head")),
        "/moved-away-and-back" => moved(&format!("https://localhost:{port}/moved-back")),
        "/moved-back" => moved(&format!("https://127.0.0.1:{port}/head")),
        "/moved" => moved("feed.csv?day=1#top"),
        "/moved-to-head" => moved("/head"),
        "/moved-to-name" => moved(&format!("https://localhost:{port}/feed.csv")),
        "/moved-to-http" => moved(&format!("http://127.0.0.1:{port}/feed.csv")),
        "/moved-to-private" => moved("https://10.0.0.1/feed.csv"),
        "/moved-with-user" => moved(&format!("https://a:b@127.0.0.1:{port}/feed.csv")),
        "/moved-nowhere" => "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n".to_owned(),
        "/3" => moved("/2"),
        "/4" => moved("/3"),
        "/2" => moved("/moved"),
        "/created" => "HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok".to_owned(),
        "/broken" => "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno".to_owned(),
        _ => "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno".to_owned(),
    }
}

async fn fetch(
    client: &HttpsDownloader,
    url: &str,
    limits: DownloadLimits,
) -> Result<String, NetError> {
    let mut content = String::new();
    client
        .download(url, limits)
        .await?
        .read_to_string(&mut content)
        .unwrap();
    Ok(content)
}

#[tokio::test]
async fn a_feed_is_downloaded_from_its_first_byte() {
    let server = Server::start().await;
    assert_eq!(server.get("/feed.csv").await.unwrap(), "id,price\n1,2.50\n");
    assert_eq!(server.get("/chunked").await.unwrap().len(), 50_000);
    assert_eq!(server.get("/until-close").await.unwrap(), "all of it");
}

#[tokio::test]
async fn a_host_is_found_by_name() {
    let server = Server::start().await;
    let url = format!("https://localhost:{}/feed.csv", server.port);
    let client = server.client(LOOPBACK);
    assert_eq!(
        fetch(&client, &url, LIMITS).await.unwrap(),
        "id,price\n1,2.50\n"
    );
}

#[tokio::test]
async fn a_name_without_an_address_is_told() {
    let server = Server::start().await;
    let outcome = fetch(&server.client(LOOPBACK), "https://nowhere.invalid/", LIMITS).await;
    assert!(matches!(outcome, Err(NetError::Dns(_))), "{outcome:?}");
}

#[tokio::test]
async fn an_address_that_is_not_public_is_denied_before_connecting() {
    let server = Server::start().await;
    let port = server.port;
    for allowed in ["", "127.0.0.2/32,10.0.0.0/8"] {
        for host in [
            "127.0.0.1",
            "localhost",
            "2130706433",
            "[::ffff:127.0.0.1]",
            "[::1]",
        ] {
            let url = format!("https://{host}:{port}/feed.csv");
            let outcome = fetch(&server.client(allowed), &url, LIMITS).await;
            assert!(
                matches!(outcome, Err(NetError::Denied)),
                "{host}: {outcome:?}"
            );
        }
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_is_refused() {
    let server = Server::start().await;
    let other = Server::start().await;
    let public_only = HttpsDownloader::new(AddressRanges::parse(LOOPBACK).unwrap(), Vec::new());
    for client in [other.client(LOOPBACK), public_only.unwrap()] {
        let outcome = fetch(&client, &server.url("/feed.csv"), LIMITS).await;
        assert!(matches!(outcome, Err(NetError::Tls(_))), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_certificate_for_another_name_is_refused() {
    let (config, root) = identity();
    let listener = TcpListener::bind((Ipv4Addr::new(127, 0, 0, 2), 0))
        .await
        .unwrap();
    let url = format!(
        "https://127.0.0.2:{}/feed.csv",
        listener.local_addr().unwrap().port()
    );
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        serve(TlsAcceptor::from(Arc::new(config)), stream, 0).await;
    });
    let client = HttpsDownloader::new(AddressRanges::parse(LOOPBACK).unwrap(), vec![root]);
    let outcome = fetch(&client.unwrap(), &url, LIMITS).await;
    assert!(matches!(outcome, Err(NetError::Tls(_))), "{outcome:?}");
}

#[tokio::test]
async fn a_port_where_nobody_listens_is_told() {
    let server = Server::start().await;
    // bound, so that nobody else gets it
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let port = socket.local_addr().unwrap().port();
    let url = format!("https://127.0.0.1:{port}/");
    let outcome = fetch(&server.client(LOOPBACK), &url, LIMITS).await;
    assert!(matches!(outcome, Err(NetError::Connect(_))), "{outcome:?}");
}

#[tokio::test]
async fn what_is_not_https_or_carries_credentials_is_refused() {
    let server = Server::start().await;
    let port = server.port;
    for url in [
        format!("http://127.0.0.1:{port}/feed.csv"),
        format!("https://user:hunter2@127.0.0.1:{port}/feed.csv"),
        format!("https://@127.0.0.1:{port}/feed.csv"),
        "file:///etc/passwd".to_owned(),
    ] {
        let refused = fetch(&server.client(LOOPBACK), &url, LIMITS)
            .await
            .unwrap_err();
        assert!(matches!(refused, NetError::Url(_)), "{url}: {refused:?}");
        assert!(!refused.to_string().contains("hunter2"));
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn redirects_are_followed_three_times() {
    let server = Server::start().await;
    for path in ["/moved", "/moved-to-name", "/2", "/3"] {
        let outcome = server.get(path).await;
        match path {
            "/3" => assert_eq!(outcome.unwrap(), "id,price\n1,2.50\n", "three hops"),
            _ => assert!(outcome.is_ok(), "{path}: {outcome:?}"),
        }
    }
    let before = server.connections();
    let outcome = server.get("/4").await;
    assert!(matches!(outcome, Err(NetError::Redirects)), "{outcome:?}");
    assert_eq!(server.connections() - before, 4);
}

#[tokio::test]
async fn every_hop_is_judged_anew() {
    let server = Server::start().await;
    let refused = server.get("/moved-to-http").await;
    assert!(matches!(refused, Err(NetError::Url(_))), "{refused:?}");
    let refused = server.get("/moved-with-user").await;
    assert!(matches!(refused, Err(NetError::Url(_))), "{refused:?}");
    let refused = server.get("/moved-to-private").await;
    assert!(matches!(refused, Err(NetError::Denied)), "{refused:?}");
    assert_eq!(server.connections(), 3);
}

#[tokio::test]
async fn any_other_status_than_200_is_an_error() {
    let server = Server::start().await;
    for (path, status) in [
        ("/none", 404),
        ("/broken", 500),
        ("/created", 201),
        ("/moved-nowhere", 302),
    ] {
        let outcome = server.get(path).await;
        assert!(
            matches!(outcome, Err(NetError::Status(s)) if s == status),
            "{path}: {outcome:?}"
        );
    }
}

#[tokio::test]
async fn the_request_says_who_asks_and_nothing_else() {
    let server = Server::start().await;
    for path in ["/head", "/moved-to-head"] {
        let head = server.get(path).await.unwrap().to_ascii_lowercase();
        let mut lines: Vec<_> = head.trim_end().split("\r\n").collect();
        lines.sort_unstable();
        assert_eq!(
            lines,
            [
                "accept-encoding: identity",
                "accept: */*",
                "get /head http/1.1",
                &format!("host: 127.0.0.1:{}", server.port),
                &format!(
                    "user-agent: price-comparison-service/{}",
                    env!("CARGO_PKG_VERSION")
                ),
            ]
        );
    }
}

#[tokio::test]
async fn content_is_bounded_announced_or_not() {
    let server = Server::start().await;
    let client = server.client(LOOPBACK);
    let limit = |max_bytes| DownloadLimits {
        max_bytes,
        ..LIMITS
    };
    for (path, size) in [("/feed.csv", 16), ("/until-close", 9), ("/chunked", 50_000)] {
        let exact = fetch(&client, &server.url(path), limit(size)).await;
        assert!(exact.is_ok(), "{path}: {exact:?}");
        let more = fetch(&client, &server.url(path), limit(size - 1)).await;
        assert!(
            matches!(more, Err(NetError::TooLarge { limit }) if limit == size - 1),
            "{path}: {more:?}"
        );
    }
    let huge = server.get("/huge").await;
    assert!(matches!(huge, Err(NetError::TooLarge { .. })), "{huge:?}");
}

#[tokio::test]
async fn a_server_that_hangs_runs_out_of_time() {
    let server = Server::start().await;
    let client = server.client(LOOPBACK);
    let total = Duration::from_millis(300);
    for path in ["/hang", "/hang-later"] {
        let url = server.url(path);
        let outcome = fetch(&client, &url, DownloadLimits { total, ..LIMITS }).await;
        assert!(
            matches!(outcome, Err(NetError::Timeout(t)) if t == total),
            "{path}: {outcome:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_never_shakes_hands_runs_out_of_time() {
    let server = Server::start().await;
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let url = format!("https://127.0.0.1:{}/", silent.local_addr().unwrap().port());
    let limits = DownloadLimits {
        total: Duration::from_millis(300),
        ..LIMITS
    };
    let outcome = fetch(&server.client(LOOPBACK), &url, limits).await;
    assert!(matches!(outcome, Err(NetError::Timeout(_))), "{outcome:?}");
}

#[tokio::test]
async fn content_that_breaks_off_is_no_feed() {
    let server = Server::start().await;
    for path in ["/cut", "/cut-unannounced", "/not-http"] {
        let outcome = server.get(path).await;
        assert!(
            matches!(outcome, Err(NetError::Transport(_))),
            "{path}: {outcome:?}"
        );
    }
}

#[test]
fn a_root_that_is_no_certificate_is_refused() {
    let root = CertificateDer::from(b"no certificate".to_vec());
    let outcome = HttpsDownloader::new(AddressRanges::default(), vec![root]);
    assert!(matches!(outcome, Err(NetError::Tls(_))));
}
