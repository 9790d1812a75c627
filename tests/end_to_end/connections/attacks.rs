//! Clients that misbehave cost only themselves: what the service takes for them is bounded, and others are
//! answered meanwhile.

mod http1;
mod http2;

use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustls::ClientConfig;
use tests::process::{allow_open_files, memory, open_files};
use tests::{Deployment, Service, let_pass, timed, wait_for};

use super::{admin, connect, connect_from, connect_tls_to, public, read_to_end, start, start_tls};

const MB: u64 = 1024 * 1024;

/// What half of the others' requests may take, and the slowest of them, on a machine that is busy with the
/// attack as well.
const USUAL: Duration = Duration::from_secs(1);
const WORST: Duration = Duration::from_secs(10);

/// Files that the service has open without any client.
const OWN_FILES: usize = 100;

/// One attack at a time, so that each is measured alone, and none keeps a thread from other tests while it waits for its turn.
#[test]
fn clients_that_misbehave_cost_only_themselves() {
    let attacks: [fn(); 8] = [
        http1::thousands_of_idle_and_half_open_connections_cost_little,
        http1::handshakes_that_are_left_open_cost_little,
        http1::requests_without_end_whose_answers_nobody_reads_cost_little,
        http2::a_connection_has_so_many_requests_at_a_time_whatever_it_asks_for,
        http2::answers_that_no_window_lets_out_cost_little,
        http2::streams_that_are_reset_as_soon_as_they_are_opened_end_the_connection,
        http2::heads_without_end_end_the_connection,
        http2::frames_that_say_nothing_cost_little,
    ];
    for attack in attacks {
        attack();
    }
}

/// Somebody else, who searches, each time on a new connection.
struct Other {
    pid: u32,
    target: SocketAddr,
    tls: Option<Arc<ClientConfig>>,
    request: String,
}

impl Other {
    fn of(deployment: &Deployment, service: &Service, tls: Option<&Arc<ClientConfig>>) -> Self {
        let key = deployment.key("live", &["catalog:read"]).secret;
        let tls = tls.map(|config| {
            let mut config = ClientConfig::clone(config);
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            Arc::new(config)
        });
        let other = Self {
            pid: service.pid(),
            target: public(service),
            tls,
            request: format!(
                "GET /v1/search?q=lamp HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
                 Authorization: Bearer {key}\r\n\r\n"
            ),
        };
        for _ in 0..20 {
            other.ask();
        }
        other
    }

    /// How long a search takes.
    fn ask(&self) -> Duration {
        let mut answer = Vec::new();
        let took = timed(|| {
            answer = match &self.tls {
                Some(config) => search(connect_tls_to(self.target, config), &self.request),
                None => search(connect(self.target), &self.request),
            };
        });
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        took
    }

    /// Does something while the other one asks again and again, who must not notice. The most memory that the
    /// service took for it.
    fn meanwhile(&self, attack: impl FnOnce() + Send) -> u64 {
        let before = memory(self.pid);
        let mut most = before;
        let mut times = Vec::new();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                attack();
                is_over.store(true, Ordering::SeqCst);
            });
            while !is_over.load(Ordering::SeqCst) {
                times.push(self.ask());
                most = most.max(memory(self.pid));
                let_pass(Duration::from_millis(5));
            }
        });
        times.push(self.ask());
        most = most.max(memory(self.pid));
        times.sort();
        let (usual, worst) = (times[times.len() / 2], times[times.len() - 1]);
        eprintln!(
            "{} requests of others: half within {usual:?}, the slowest {worst:?}; {} MB more",
            times.len(),
            (most - before) / MB
        );
        assert!(usual < USUAL && worst < WORST, "{usual:?}, {worst:?}");
        most - before
    }
}

fn search(mut stream: impl Read + Write, request: &str) -> Vec<u8> {
    stream.write_all(request.as_bytes()).unwrap();
    stream.flush().unwrap();
    read_to_end(&mut stream)
}

/// Whether a client may go on: not when the connection has ended, or nothing is taken any more.
fn goes_on(done: std::io::Result<()>) -> bool {
    match done {
        Ok(()) => true,
        Err(error) => {
            use ErrorKind::{
                BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof, WouldBlock,
            };
            let ends = [
                BrokenPipe,
                ConnectionAborted,
                ConnectionReset,
                TimedOut,
                UnexpectedEof,
                WouldBlock,
            ];
            assert!(ends.contains(&error.kind()), "{error}");
            false
        }
    }
}

/// Reads whatever comes until the connection ends; fails when it does not.
fn until_its_end(stream: &mut impl Read) {
    let mut part = [0; 16 * 1024];
    loop {
        match stream.read(&mut part) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::WouldBlock, "not closed in time");
                return;
            }
        }
    }
}

/// Waits until no more than so many files are open.
fn wait_for_files(pid: u32, most: usize) {
    wait_for("connections that are given up to be closed", || {
        (open_files(pid) <= most).then_some(())
    });
}

/// Writes until the other side takes no more for a moment, or so often.
fn write_until_full(stream: &mut (impl Write + Read), part: &[u8], times: usize) {
    for _ in 0..times {
        if !goes_on(stream.write_all(part)) {
            return;
        }
    }
}
