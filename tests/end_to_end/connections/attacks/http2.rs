//! HTTP/2, spoken against its spirit.

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use tests::wait_for;

use super::super::http2::{PING, PREFACE, acknowledgements, text};
use super::super::{TlsStream, connect_tls_to};
use super::{MB, OWN_FILES, Other, goes_on, public, start_tls, until_its_end, wait_for_files};

const FILE: &str = "/docs/swagger-ui-bundle.js";

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RESET: u8 = 3;
const SETTINGS: u8 = 4;
const WINDOW: u8 = 8;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = length[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// Settings that take nothing of any answer.
fn no_window() -> Vec<u8> {
    frame(SETTINGS, 0, 0, &[0, 4, 0, 0, 0, 0])
}

fn block(path: &str) -> Vec<u8> {
    // :method GET, :scheme https, :path, :authority
    let mut block = vec![0x82, 0x87, 0x04];
    block.extend(text(path));
    block.push(0x01);
    block.extend(text("localhost"));
    block
}

fn get(stream: u32, path: &str) -> Vec<u8> {
    frame(HEADERS, END_STREAM | END_HEADERS, stream, &block(path))
}

/// A connection whose writes give up when nothing is taken for a moment.
fn open(target: SocketAddr, config: &Arc<ClientConfig>, settings: &[u8]) -> TlsStream {
    let mut stream = connect_tls_to(target, config);
    let moment = Some(Duration::from_millis(500));
    stream.sock.set_write_timeout(moment).unwrap();
    stream.write_all(PREFACE).unwrap();
    stream.write_all(settings).unwrap();
    stream.flush().unwrap();
    stream
}

/// Sends these frames one after the other, taking what comes meanwhile; how many went out before the connection
/// ended or took no more.
fn send(stream: &mut TlsStream, frames: impl Iterator<Item = Vec<u8>>) -> usize {
    let mut sent = 0;
    let mut batch = Vec::new();
    for next in frames {
        batch.extend(next);
        sent += 1;
        if batch.len() > 16 * 1024 {
            if !goes_on(stream.write_all(&batch)) {
                return sent;
            }
            batch.clear();
        }
    }
    goes_on(stream.write_all(&batch).and_then(|()| stream.flush()));
    sent
}

/// The odd numbers, which are those of a client's streams.
fn streams(count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(|number| 2 * number + 1)
}

pub fn a_connection_has_so_many_requests_at_a_time_whatever_it_asks_for() {
    let (deployment, service, config) =
        start_tls(&[("PCS_RATE_LIMIT_READS", "0"), ("PCS_STALL_TIMEOUT", "5s")]);
    let (other, target) = (
        Other::of(&deployment, &service, Some(&config)),
        public(&service),
    );
    let mut held = Vec::new();
    let taken = other.meanwhile(|| {
        let mut stream = open(target, &config, &no_window());
        let sent = send(&mut stream, streams(200_000).map(|id| get(id, FILE)));
        eprintln!("{sent} of 200,000 streams were sent");
        held.push(stream);
    });
    assert!(taken < 32 * MB, "{} MB", taken / MB);
    until_its_end(&mut held[0]);
    drop(held);
    wait_for_files(service.pid(), OWN_FILES);
}

pub fn answers_that_no_window_lets_out_cost_little() {
    const CONNECTIONS: usize = 100;
    let (deployment, service, config) = start_tls(&[("PCS_RATE_LIMIT_READS", "0")]);
    let (other, target) = (
        Other::of(&deployment, &service, Some(&config)),
        public(&service),
    );
    for path in [FILE, "/openapi.json", "/v1/search?q=lamp"] {
        let mut held = Vec::new();
        let taken = other.meanwhile(|| {
            for _ in 0..CONNECTIONS {
                let mut stream = open(target, &config, &no_window());
                send(&mut stream, streams(100).map(|id| get(id, path)));
                held.push(stream);
            }
        });
        // 10,000 answers
        assert!(taken < 160 * MB, "{path}: {} MB", taken / MB);
        drop(held);
        wait_for_files(service.pid(), OWN_FILES);
    }
}

#[test]
fn a_client_that_takes_nothing_is_closed_however_often_it_pings() {
    let (_deployment, service, config) = start_tls(&[("PCS_STALL_TIMEOUT", "2s")]);
    let target = public(&service);
    let mut stream = open(target, &config, &no_window());
    stream.write_all(&get(1, FILE)).unwrap();
    let pause = Some(Duration::from_millis(100));
    stream.sock.set_read_timeout(pause).unwrap();
    let mut received = Vec::new();
    wait_for("the end of a connection that takes nothing", || {
        let mut sent = PING.to_vec();
        sent.extend(acknowledgements(&mut received));
        if stream
            .write_all(&sent)
            .and_then(|()| stream.flush())
            .is_err()
        {
            return Some(());
        }
        let mut more = [0; 1000];
        match stream.read(&mut more) {
            Ok(0) => Some(()),
            Ok(count) => {
                received.extend(&more[..count]);
                None
            }
            Err(error) => (error.kind() != ErrorKind::WouldBlock).then_some(()),
        }
    });
    let stalled = "cotejo_http_connections_timed_out_total{listener=\"public\",limit=\"stall\"}";
    assert_eq!(service.metric(stalled), Some(1));
}

pub fn streams_that_are_reset_as_soon_as_they_are_opened_end_the_connection() {
    let (deployment, service, config) = start_tls(&[("PCS_RATE_LIMIT_READS", "0")]);
    let (other, target) = (
        Other::of(&deployment, &service, Some(&config)),
        public(&service),
    );
    let taken = other.meanwhile(|| {
        for _ in 0..20 {
            let mut stream = open(target, &config, &frame(SETTINGS, 0, 0, &[]));
            let cancel = 8_u32.to_be_bytes();
            let attack = streams(100_000)
                .map(|id| [get(id, "/v1/search?q=a"), frame(RESET, 0, id, &cancel)].concat());
            let sent = send(&mut stream, attack);
            assert!(sent < 100_000, "{sent} streams were opened and reset");
            until_its_end(&mut stream);
        }
    });
    assert!(taken < 32 * MB, "{} MB", taken / MB);
}

pub fn heads_without_end_end_the_connection() {
    let (deployment, service, config) = start_tls(&[("PCS_RATE_LIMIT_READS", "0")]);
    let (other, target) = (
        Other::of(&deployment, &service, Some(&config)),
        public(&service),
    );
    // a header of 16,000 bytes, as it goes on and on; and nothing at all
    let mut long = vec![0];
    long.extend(text("x-long"));
    long.extend([0x7f, 0x81, 0x7c]);
    long.extend(vec![b'v'; 16_000]);
    for part in [long, Vec::new()] {
        let taken = other.meanwhile(|| {
            for _ in 0..10 {
                let mut stream = open(target, &config, &frame(SETTINGS, 0, 0, &[]));
                let begin = frame(HEADERS, END_STREAM, 1, &block("/v1/search"));
                let more = (0..100_000).map(|_| frame(CONTINUATION, 0, 1, &part));
                let sent = send(&mut stream, std::iter::once(begin).chain(more));
                assert!(sent < 100_000, "{sent} parts of one head");
                until_its_end(&mut stream);
            }
        });
        assert!(taken < 32 * MB, "{} MB", taken / MB);
    }
}

pub fn frames_that_say_nothing_cost_little() {
    let (deployment, service, config) = start_tls(&[("PCS_RATE_LIMIT_READS", "0")]);
    let (other, target) = (
        Other::of(&deployment, &service, Some(&config)),
        public(&service),
    );
    let post = {
        // :method POST
        let mut block = block("/v1/watchlists");
        block[0] = 0x83;
        frame(HEADERS, END_HEADERS, 1, &block)
    };
    let floods = [
        ("empty data", frame(DATA, 0, 1, &[])),
        ("bytes one by one", frame(DATA, 0, 1, b"a")),
        ("pings", PING.to_vec()),
        ("settings", frame(SETTINGS, 0, 0, &[0, 1, 0, 0, 0, 0])),
        ("windows", frame(WINDOW, 0, 0, &[0, 0, 0, 1])),
        ("priorities", frame(2, 0, 3, &[0, 0, 0, 0, 1])),
    ];
    for (what, flood) in floods {
        let taken = other.meanwhile(|| {
            let mut stream = open(target, &config, &frame(SETTINGS, 0, 0, &[]));
            let frames = (0..1_000_000).map(|_| flood.clone());
            let sent = send(&mut stream, std::iter::once(post.clone()).chain(frames));
            eprintln!("{what}: {sent} of 1,000,000 were sent");
        });
        assert!(taken < 48 * MB, "{what}: {} MB", taken / MB);
    }
}
