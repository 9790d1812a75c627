//! The client: HTTP/1.1 over connections that stay open, as little work as possible per request.

mod closed;
mod frame;
mod open;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

pub use closed::{Round, closed};
pub use open::{Spread, latencies, open};

use crate::numbers::place;
use crate::outcome::Outcome;
use reference_model::Random;

/// Longer than any answer may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Requests to one server, ready to be sent.
#[derive(Clone)]
pub struct Target {
    address: SocketAddr,
    requests: Vec<Vec<u8>>,
    /// Each is sent once, in order; otherwise any of them.
    once: bool,
    /// The status that says that all is well.
    good: u16,
}

/// A request that is sent once.
pub struct Single {
    /// Its method.
    pub method: &'static str,
    /// Its path.
    pub path: String,
    /// Its headers but for those that every one has, each with its line break.
    pub headers: String,
    /// Its body, which is JSON, if it has one.
    pub body: String,
}

impl Target {
    /// GET requests of these paths, with a key.
    pub fn new(address: SocketAddr, paths: Vec<String>, key: Option<&str>) -> Self {
        let authorization = key.map_or_else(String::new, |key| {
            format!("Authorization: Bearer {key}\r\n")
        });
        let request = |path: String| {
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{authorization}\r\n").into_bytes()
        };
        Self {
            address,
            requests: paths.into_iter().map(request).collect(),
            once: false,
            good: 200,
        }
    }

    /// Requests with a key, each to be sent once and answered with this status.
    pub fn once(
        address: SocketAddr,
        key: &str,
        good: u16,
        requests: impl Iterator<Item = Single>,
    ) -> Self {
        let request = |single: Single| {
            let Single {
                method,
                path,
                headers,
                body,
            } = single;
            format!(
                "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\n\
                 {headers}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .into_bytes()
        };
        Self {
            address,
            requests: requests.map(request).collect(),
            once: true,
            good,
        }
    }

    /// How many different requests there are.
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// The same requests to another server.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            requests: self.requests.clone(),
            once: self.once,
            good: self.good,
        }
    }

    /// The request that is due as the one of this number.
    fn due(&self, number: u64) -> Outcome<&[u8]> {
        if self.once {
            let request = self.requests.get(place(number));
            return Ok(request.ok_or("there are not enough requests")?);
        }
        Ok(self.request(place(Random::new(number).draw() >> 1)))
    }

    /// The request at this place, counted round and round.
    pub fn request(&self, number: usize) -> &[u8] {
        let place = number.checked_rem(self.requests.len()).unwrap_or(0);
        self.requests.get(place).map_or(&[], Vec::as_slice)
    }
}

/// One answer as a whole.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its head as text.
    pub head: String,
    /// Its body.
    pub body: Vec<u8>,
}

impl Answer {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

/// Sends one of the requests over a connection of its own.
pub fn fetch(target: &Target, number: usize) -> Outcome<Answer> {
    Blocking::connect(target.address)?.fetch(target.request(number))
}

/// Sends each of the requests once, over one connection.
pub fn fetch_all(target: &Target, mut each: impl FnMut(Answer)) -> Outcome<()> {
    let mut connection = Blocking::connect(target.address)?;
    for request in &target.requests {
        each(connection.fetch(request)?);
    }
    Ok(())
}

/// A connection whose calls block.
pub struct Blocking {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Blocking {
    /// Connects.
    pub fn connect(address: SocketAddr) -> Outcome<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Self {
            stream,
            buffer: Vec::new(),
        })
    }

    /// Sends a request and reads the answer into the buffer.
    fn exchange(&mut self, request: &[u8]) -> Outcome<frame::Frame> {
        self.buffer.clear();
        self.stream.write_all(request)?;
        loop {
            if let Some(frame) = frame::frame(&self.buffer)? {
                return Ok(frame);
            }
            let mut chunk = [0; 16 * 1024];
            let read = self.stream.read(&mut chunk)?;
            if read == 0 {
                return Err("a server closed the connection".into());
            }
            self.buffer.extend(chunk.iter().take(read));
        }
    }

    /// Sends a request and waits for its answer.
    pub fn fetch(&mut self, request: &[u8]) -> Outcome<Answer> {
        let frame = self.exchange(request)?;
        let (head, body) = self.buffer.split_at(frame.head);
        Ok(Answer {
            status: frame.status,
            head: String::from_utf8_lossy(head).into_owned(),
            body: body.to_vec(),
        })
    }
}
