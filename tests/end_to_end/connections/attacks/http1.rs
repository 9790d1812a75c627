//! Without HTTP/2: connections that are held, and answers that nobody reads.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use super::{
    MB, OWN_FILES, Other, admin, allow_open_files, connect_from, open_files, public, start,
    start_tls, wait_for_files, write_until_full,
};

/// Addresses that attack, each with as many connections as it may have by default.
const ADDRESSES: usize = 4;
const EACH: usize = 1000;

/// What one connection that is held may take of memory.
const HELD: u64 = 32 * 1024;

/// Connections from several addresses on which this was written.
fn hold(target: std::net::SocketAddr, written: impl Fn(usize) -> Vec<u8>) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for address in 0..ADDRESSES {
        for number in 0..EACH {
            let mut stream = connect_from(&format!("127.0.1.{}", address + 1), target);
            stream.write_all(&written(number)).ok();
            held.push(stream);
        }
    }
    held
}

pub fn thousands_of_idle_and_half_open_connections_cost_little() {
    allow_open_files(16 * 1024);
    let (deployment, service) = start(&[("PCS_RATE_LIMIT_READS", "0")]);
    let other = Other::of(&deployment, &service, None);
    let pid = service.pid();
    for target in [public(&service), admin(&service)] {
        let mut held = Vec::new();
        let taken = other.meanwhile(|| {
            held = hold(target, |number| match number % 3 {
                0 => Vec::new(),
                1 => b"GET /v1/search?q=lamp HTTP/1.1\r\nHost: a\r\nX-".to_vec(),
                _ => b"POST /v1/watchlists HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n".to_vec(),
            });
        });
        let most = u64::try_from(ADDRESSES * EACH).unwrap() * HELD;
        assert!(taken < most, "{} MB", taken / MB);
        let files = open_files(pid);
        assert!(files <= ADDRESSES * EACH + OWN_FILES, "{files} open files");
        assert!(other.meanwhile(|| ()) < most);
        drop(held);
        wait_for_files(pid, OWN_FILES);
    }
}

pub fn handshakes_that_are_left_open_cost_little() {
    allow_open_files(16 * 1024);
    let (deployment, service, config) =
        start_tls(&[("PCS_HEAD_TIMEOUT", "10s"), ("PCS_RATE_LIMIT_READS", "0")]);
    let other = Other::of(&deployment, &service, Some(&config));
    let (pid, target) = (service.pid(), public(&service));
    // the first bytes of a ClientHello, and half of one that is as long as it may be
    let mut half = vec![22, 3, 1, 0x40, 0, 1, 0, 0x3f, 0xfc];
    half.extend([3; 8000]);
    let mut held = Vec::new();
    let taken = other.meanwhile(|| {
        held = hold(target, |number| match number % 2 {
            0 => vec![22, 3, 1, 2, 0, 1],
            _ => half.clone(),
        });
    });
    let most = u64::try_from(ADDRESSES * EACH).unwrap() * HELD;
    assert!(taken < most, "{} MB", taken / MB);
    let files = open_files(pid);
    assert!(files <= ADDRESSES * EACH + OWN_FILES, "{files} open files");
    // all of them end, although their clients keep them
    wait_for_files(pid, OWN_FILES);
    drop(held);
}

pub fn requests_without_end_whose_answers_nobody_reads_cost_little() {
    const CONNECTIONS: usize = 300;
    let (deployment, service) = start(&[("PCS_RATE_LIMIT_READS", "0")]);
    let other = Other::of(&deployment, &service, None);
    let file = "/docs/swagger-ui-bundle.js";
    let length = service.ask("GET", file, &[]).body.len();
    assert!(length > 1_000_000, "{length}");
    let key = deployment.key("live", &["catalog:read"]).secret;
    let authorization = format!("Authorization: Bearer {key}\r\n");
    let search = "/v1/search?q=lamp";
    let unchanged = "If-None-Match: *\r\n";
    let asked = [
        (file, ""),
        ("/openapi.json", ""),
        (search, ""),
        (search, authorization.as_str()),
        ("/openapi.json", unchanged),
    ];
    for (path, header) in asked {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\n{header}\r\n").repeat(100);
        let target = public(&service);
        let mut held = Vec::new();
        let taken = other.meanwhile(|| {
            for number in 0..CONNECTIONS {
                let mut stream = connect_from(&format!("127.0.1.{}", number % 4 + 1), target);
                let moment = Some(Duration::from_millis(20));
                stream.set_write_timeout(moment).unwrap();
                write_until_full(&mut stream, request.as_bytes(), 1000);
                held.push(stream);
            }
        });
        // what is read of requests ahead, and what waits to be written
        let most = u64::try_from(CONNECTIONS).unwrap() * MB / 2;
        assert!(taken < most, "{path}: {} MB", taken / MB);
        drop(held);
        wait_for_files(service.pid(), OWN_FILES);
    }
}
