//! A receiver that speaks HTTP/1.1 as its script says, byte for byte.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::interval;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::identity::Identity;

/// What the receiver does after it has read a request.
#[derive(Debug, Clone)]
pub enum Step {
    /// Sends this.
    Send(Vec<u8>),
    /// Sends this again and again.
    Repeat(Vec<u8>),
    /// Sends this slowly, again and again.
    Drip(Vec<u8>),
    /// Does nothing more.
    Hang,
    /// Resets the connection.
    Reset,
    /// Says that it will send no more, and stays.
    HalfClose,
    /// Ends the connection without a farewell in TLS.
    Drop,
}

/// A request as it came over the wire.
#[derive(Debug, Clone, Default)]
pub struct Arrived {
    /// The head with its empty line.
    pub head: String,
    pub body: Vec<u8>,
}

/// A receiver with a certificate of its own.
pub struct Receiver {
    pub port: u16,
    pub identity: Identity,
    state: Arc<State>,
}

struct State {
    accepted: AtomicUsize,
    ended: watch::Sender<usize>,
    arrived: Mutex<Vec<Arrived>>,
    script: Mutex<VecDeque<Vec<Step>>>,
}

/// An answer with a length.
pub fn full(status: &str, headers: &str, body: &str) -> Vec<Step> {
    let length = body.len();
    let text = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n{body}");
    vec![Step::Send(text.into_bytes())]
}

/// An answer in these very bytes.
pub fn raw(text: &str) -> Vec<Step> {
    vec![Step::Send(text.as_bytes().to_vec())]
}

impl Receiver {
    /// Begins to listen.
    pub async fn start(identity: Identity) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State {
            accepted: AtomicUsize::new(0),
            ended: watch::Sender::new(0),
            arrived: Mutex::default(),
            script: Mutex::default(),
        });
        let acceptor = TlsAcceptor::from(Arc::new(identity.config(&["http/1.1"])));
        let serving = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                serving.accepted.fetch_add(1, Ordering::SeqCst);
                let (acceptor, serving) = (acceptor.clone(), Arc::clone(&serving));
                tokio::spawn(async move {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        serve(stream, &serving).await;
                    }
                    serving.ended.send_modify(|ended| *ended += 1);
                });
            }
        });
        Self {
            port,
            identity,
            state,
        }
    }

    /// What it does with the next request; without a script it answers 200.
    pub fn then(&self, steps: Vec<Step>) {
        self.state.script.lock().unwrap().push_back(steps);
    }

    /// How many connections it has had.
    pub fn accepted(&self) -> usize {
        self.state.accepted.load(Ordering::SeqCst)
    }

    /// Returns when so many connections have ended.
    pub async fn ended(&self, count: usize) {
        let mut ended = self.state.ended.subscribe();
        let all = ended.wait_for(|ended| *ended >= count);
        let in_time = tokio::time::timeout(Duration::from_secs(10), all).await;
        assert!(in_time.is_ok(), "{count} connections did not end");
    }

    /// The requests it has read.
    pub fn arrived(&self) -> Vec<Arrived> {
        self.state.arrived.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TlsStream<TcpStream>, state: &State) {
    while let Some(arrived) = read(&mut stream).await {
        state.arrived.lock().unwrap().push(arrived);
        let next = state.script.lock().unwrap().pop_front();
        for step in next.unwrap_or_else(|| full("200 OK", "", "")) {
            if !play(&mut stream, step).await {
                return;
            }
        }
    }
}

async fn read(stream: &mut TlsStream<TcpStream>) -> Option<Arrived> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let length = head
        .to_ascii_lowercase()
        .lines()
        .find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await.ok()?;
    Some(Arrived { head, body })
}

/// Whether the connection goes on.
async fn play(stream: &mut TlsStream<TcpStream>, step: Step) -> bool {
    match step {
        Step::Send(bytes) => stream.write_all(&bytes).await.is_ok() && stream.flush().await.is_ok(),
        Step::Repeat(bytes) => {
            while stream.write_all(&bytes).await.is_ok() {}
            false
        }
        Step::Drip(bytes) => {
            let mut pace = interval(Duration::from_millis(5));
            while stream.write_all(&bytes).await.is_ok() && stream.flush().await.is_ok() {
                pace.tick().await;
            }
            false
        }
        Step::Hang => silent(stream).await,
        Step::Reset => {
            stream.get_ref().0.set_zero_linger().unwrap();
            false
        }
        Step::HalfClose => {
            stream.shutdown().await.unwrap();
            silent(stream).await
        }
        Step::Drop => false,
    }
}

/// Says nothing until the other side is gone.
async fn silent(stream: &mut TlsStream<TcpStream>) -> bool {
    let mut ignored = [0; 1024];
    while matches!(stream.read(&mut ignored).await, Ok(1..)) {}
    false
}
