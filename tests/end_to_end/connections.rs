//! Connections that keep the service waiting, and too many of them.

mod attacks;
mod http2;
mod pipelined;
mod refusals;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use socket2::{Domain, Socket, Type};
use tests::{Backend, Deployment, Service, let_pass, wait_for};

/// A limit that no test waits for.
const LONG: &str = "1h";

/// A service with these settings, and limits of connections that are far away unless they are given.
fn start(settings: &[(&str, &str)]) -> (Deployment, Service) {
    let deployment = with(settings);
    let service = deployment.serve();
    (deployment, service)
}

fn with(settings: &[(&str, &str)]) -> Deployment {
    let far = ["PCS_HEAD_TIMEOUT", "PCS_IDLE_TIMEOUT", "PCS_STALL_TIMEOUT"];
    let far = far.into_iter().map(|name| (name, LONG));
    let mut deployment = Deployment::new(Backend::Sqlite).with("PCS_RATE_LIMIT_AUTH_FAILURES", "0");
    for (name, value) in far.chain(settings.iter().copied()) {
        deployment = deployment.with(name, value);
    }
    deployment
}

/// The same with HTTPS, and a client's settings that trust it.
fn start_tls(settings: &[(&str, &str)]) -> (Deployment, Service, Arc<ClientConfig>) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let deployment = with(settings);
    let cert = deployment.file("cert.pem", made.cert.pem());
    let key = deployment.file("key.pem", made.signing_key.serialize_pem());
    let deployment = deployment
        .with("PCS_TLS_CERT", &cert)
        .with("PCS_TLS_KEY", &key);
    let service = Service::start(deployment.command(&["serve"]), "https");
    service.wait_until_ready();
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from(made.cert.der().to_vec()))
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    (deployment, service, Arc::new(config))
}

type TlsStream = StreamOwned<ClientConnection, TcpStream>;

fn connect_tls(service: &Service, config: &Arc<ClientConfig>) -> TlsStream {
    connect_tls_to(public(service), config)
}

fn connect_tls_to(address: SocketAddr, config: &Arc<ClientConfig>) -> TlsStream {
    let name = ServerName::try_from("localhost").unwrap();
    let client = ClientConnection::new(Arc::clone(config), name).unwrap();
    let mut stream = StreamOwned::new(client, connect(address));
    stream.flush().unwrap();
    while stream.conn.is_handshaking() {
        stream.conn.complete_io(&mut stream.sock).unwrap();
    }
    stream
}

fn public(service: &Service) -> SocketAddr {
    let (_, address) = service.base.split_once("://").unwrap();
    address.parse().unwrap()
}

fn admin(service: &Service) -> SocketAddr {
    let (_, address) = service.admin.split_once("://").unwrap();
    address.parse().unwrap()
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(tests::DEADLINE)).unwrap();
    stream
}

/// A connection that comes from another address.
fn connect_from(source: &str, address: SocketAddr) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    let source: SocketAddr = format!("{source}:0").parse().unwrap();
    socket.bind(&source.into()).unwrap();
    socket.connect(&address.into()).unwrap();
    socket.set_read_timeout(Some(tests::DEADLINE)).unwrap();
    socket.into()
}

/// What comes until the service ends the connection; fails when it does not.
fn read_to_end(stream: &mut impl Read) -> Vec<u8> {
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Ok(_) => {}
        // TLS: closed without a goodbye
        Err(error) => assert!(
            matches!(
                error.kind(),
                ErrorKind::ConnectionReset | ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe
            ),
            "not closed in time: {error}"
        ),
    }
    all
}

/// One answer on a connection that stays open: its status.
fn ask(stream: &mut (impl Read + Write), path: &str) -> u16 {
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    let head = String::from_utf8(answer).unwrap().to_lowercase();
    let length = head.split("content-length: ").nth(1).unwrap();
    let length: usize = length.lines().next().unwrap().parse().unwrap();
    stream.read_exact(&mut vec![0; length]).unwrap();
    head.split(' ').nth(1).unwrap().parse().unwrap()
}

/// Sends a byte each tenth of a second until the connection ends.
fn drip(stream: &mut TcpStream) {
    stream
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    wait_for("the end of a dripping head", || {
        if stream.write_all(b"a").is_err() {
            return Some(());
        }
        match stream.read(&mut [0]) {
            Ok(0) => Some(()),
            Ok(_) => None,
            Err(error) => (error.kind() != ErrorKind::WouldBlock).then_some(()),
        }
    });
}

#[test]
fn a_head_that_does_not_come_to_its_end_ends_its_connection() {
    let (_deployment, service) = start(&[("PCS_HEAD_TIMEOUT", "1s")]);
    for address in [public(&service), admin(&service)] {
        let mut silent = connect(address);
        let mut first = connect(address);
        first.write_all(b"GET / HTTP/1.1\r\nHos").unwrap();
        let mut second = connect(address);
        assert!(matches!(ask(&mut second, "/v1/search"), 401 | 404));
        second.write_all(b"GET / HTTP/1.1\r\nHos").unwrap();
        for stream in [&mut silent, &mut first, &mut second] {
            assert_eq!(read_to_end(stream), b"");
        }
        let mut dripping = connect(address);
        ask(&mut dripping, "/healthz");
        dripping.write_all(b"GET / HTTP/1.1\r\nX: ").unwrap();
        drip(&mut dripping);
    }
    for listener in ["public", "admin"] {
        let name = format!(
            "cotejo_http_connections_timed_out_total{{listener=\"{listener}\",limit=\"head\"}}"
        );
        // whoever asks for readiness meanwhile may be one more
        assert!(service.metric(&name) >= Some(4), "{listener}");
    }
}

#[test]
fn an_idle_connection_ends() {
    let (_deployment, service) = start(&[("PCS_IDLE_TIMEOUT", "1s")]);
    for address in [public(&service), admin(&service)] {
        let mut stream = connect(address);
        for _ in 0..3 {
            ask(&mut stream, "/healthz");
        }
        assert_eq!(read_to_end(&mut stream), b"");
    }
}

#[test]
fn an_open_handshake_ends_and_so_do_heads_over_tls() {
    let (_deployment, service, config) = start_tls(&[("PCS_HEAD_TIMEOUT", "1s")]);
    let mut handshake = connect(public(&service));
    // the first bytes of a ClientHello
    handshake.write_all(&[22, 3, 1, 2, 0, 1]).unwrap();
    let mut config = ClientConfig::clone(&config);
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    let mut head = connect_tls(&service, &Arc::new(config));
    assert_eq!(ask(&mut head, "/v1/search"), 401);
    head.write_all(b"GET / HT").unwrap();
    assert_eq!(read_to_end(&mut head), b"");
    read_to_end(&mut handshake);
}

#[test]
fn a_slow_download_goes_on_and_one_that_stands_still_ends() {
    let (_deployment, service) = start(&[
        ("PCS_HEAD_TIMEOUT", "1s"),
        ("PCS_IDLE_TIMEOUT", "1s"),
        ("PCS_STALL_TIMEOUT", "2s"),
    ]);
    let file = "/docs/swagger-ui-bundle.js";
    let length = service.ask("GET", file, &[]).body.len();
    // so many at once that no buffer of the system's holds their answers
    let many = 16_000_000 / length;
    assert!(many <= 16, "{length}");
    let download = || {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        socket.set_recv_buffer_size(16 * 1024).unwrap();
        socket.connect(&public(&service).into()).unwrap();
        socket.set_read_timeout(Some(tests::DEADLINE)).unwrap();
        let mut stream = TcpStream::from(socket);
        let request = format!("GET {file} HTTP/1.1\r\nHost: a\r\n\r\n").repeat(many);
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let standing = download();
    let mut slow = download();
    let mut part = vec![0; 64 * 1024];
    let mut taken = 0;
    let took = tests::timed(|| {
        while taken < many * length {
            let read = slow.read(&mut part).unwrap();
            assert!(read > 0, "ended after {taken} of {many} times {length}");
            taken += read;
            let_pass(Duration::from_millis(8));
        }
    });
    assert!(
        took > Duration::from_secs(3),
        "too fast to show it: {took:?}"
    );
    wait_for("the end of the other one", || {
        let name = "cotejo_http_connections_timed_out_total{listener=\"public\",limit=\"stall\"}";
        (service.metric(name) >= Some(1)).then_some(())
    });
    drop(standing);
}

/// A connection from an address on which a request is answered; `None` when it is refused.
fn answered(source: &str, address: SocketAddr) -> Option<TcpStream> {
    let mut stream = connect_from(source, address);
    let request = b"GET /v1/search HTTP/1.1\r\nHost: a\r\n\r\n";
    stream.write_all(request).ok();
    matches!(stream.read(&mut [0]), Ok(1)).then_some(stream)
}

/// Connections from an address that has none yet, until one is refused: as many as there are places.
fn fill(source: &str, address: SocketAddr, places: usize) -> Vec<TcpStream> {
    let open = (0..places).map(|n| {
        let stream = answered(source, address);
        stream.unwrap_or_else(|| panic!("refused: {n} of {places} are open"))
    });
    let open = open.collect();
    assert!(answered(source, address).is_none(), "more than {places}");
    open
}

#[test]
fn an_address_has_so_many_connections_and_no_more() {
    let (_deployment, service) = start(&[("PCS_CONNECTIONS_PER_ADDRESS", "5")]);
    for address in [public(&service), admin(&service)] {
        // 127.0.0.1 has those of whoever asks for readiness
        let mut open = fill("127.0.0.2", address, 5);
        let status = ask(&mut connect(address), "/v1/search");
        assert!(matches!(status, 401 | 404), "{status}");
        open.pop();
        wait_for("a free place", || answered("127.0.0.2", address));
    }
    let refused = "cotejo_http_connections_refused_total{listener=\"public\",limit=\"address\"}";
    assert!(service.metric(refused) >= Some(1));
    let told = |line: &String| line.contains("PCS_CONNECTIONS_PER_ADDRESS");
    wait_for("a line that names the setting", || {
        service.log().iter().any(told).then_some(())
    });
}

#[test]
fn a_listener_has_so_many_connections_and_no_more() {
    let (_deployment, service) = start(&[("PCS_CONNECTIONS", "5")]);
    let address = public(&service);
    let _open = fill("127.0.0.1", address, 5);
    let mut other = connect_from("127.0.0.2", address);
    other.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").ok();
    assert_eq!(read_to_end(&mut other), b"");
    assert_eq!(
        service.metric("cotejo_http_connections{listener=\"public\"}"),
        Some(5)
    );
    assert!(service.admin_text("/healthz").contains("ok"), "not closed");
}
