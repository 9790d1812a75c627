//! A mail server that keeps nothing but who got which mail, and sometimes hangs up after a mail.

use std::io::{BufRead, BufReader, Error, ErrorKind, Result, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use reference_model::Random;

/// A mail that came in whole.
#[derive(Debug, Clone)]
pub struct Arrival {
    pub message: String,
    pub recipient: String,
    /// Which start of the service sent it.
    pub start: u64,
    /// The server hung up instead of answering.
    pub is_unanswered: bool,
}

pub struct Sink {
    /// How often the service was started.
    pub starts: Arc<AtomicU64>,
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    starts: Arc<AtomicU64>,
    hangs_up: AtomicBool,
    per_mille: u64,
    random: Mutex<Random>,
    arrivals: Mutex<Vec<Arrival>>,
}

impl Sink {
    /// Opens it; it hangs up after so many mails of a thousand.
    pub fn open(per_mille: u64, seed: u64) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let starts = Arc::new(AtomicU64::new(0));
        let state = Arc::new(State {
            starts: Arc::clone(&starts),
            hangs_up: AtomicBool::new(true),
            per_mille,
            random: Mutex::new(Random::new(seed)),
            arrivals: Mutex::default(),
        });
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&shared);
                // the service is killed in the middle of conversations
                thread::spawn(move || state.converse(&stream).ok());
            }
        });
        Self {
            starts,
            address,
            state,
        }
    }

    /// Where it is, as the service's settings name it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// From now on every mail is answered.
    pub fn answer_all(&self) {
        self.state.hangs_up.store(false, Ordering::Relaxed);
    }

    pub fn arrivals(&self) -> Vec<Arrival> {
        self.state.arrivals.lock().unwrap().clone()
    }
}

impl State {
    fn converse(&self, stream: &TcpStream) -> Result<()> {
        let start = self.starts.load(Ordering::SeqCst);
        stream.set_nodelay(true)?;
        let mut answers = stream;
        let mut lines = BufReader::new(stream);
        answers.write_all(b"220 sink.example ready\r\n")?;
        let mut recipient = String::new();
        loop {
            let line = line(&mut lines)?;
            let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
            let answer: &[u8] = match verb.as_str() {
                "EHLO" => b"250-sink.example\r\n250 8BITMIME\r\n",
                "RCPT" => {
                    recipient = bracketed(&line);
                    b"250 ok\r\n"
                }
                "DATA" => {
                    answers.write_all(b"354 go on\r\n")?;
                    let message = message_id(&mut lines)?;
                    if !self.take(message, recipient.clone(), start) {
                        return Ok(());
                    }
                    b"250 taken\r\n"
                }
                "HELO" | "MAIL" | "RSET" | "NOOP" => b"250 ok\r\n",
                "QUIT" => {
                    answers.write_all(b"221 bye\r\n")?;
                    return Ok(());
                }
                _ => {
                    eprintln!("  the mail server does not know {verb}");
                    b"500 what?\r\n"
                }
            };
            answers.write_all(answer)?;
        }
    }

    /// Notes a mail; whether it is answered.
    fn take(&self, message: String, recipient: String, start: u64) -> bool {
        let is_drawn = self.random.lock().unwrap().below(1000) < self.per_mille;
        let is_unanswered = is_drawn && self.hangs_up.load(Ordering::Relaxed);
        self.arrivals.lock().unwrap().push(Arrival {
            message,
            recipient,
            start,
            is_unanswered,
        });
        !is_unanswered
    }
}

fn line(lines: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    if lines.read_line(&mut line)? == 0 {
        return Err(Error::from(ErrorKind::UnexpectedEof));
    }
    line.truncate(line.trim_end().len());
    Ok(line)
}

/// Reads a mail to its end; its Message-ID without brackets.
fn message_id(lines: &mut impl BufRead) -> Result<String> {
    const NAME: &str = "message-id:";
    let mut message = String::new();
    loop {
        let line = line(lines)?;
        if line == "." {
            return Ok(message);
        }
        let name = line.get(..NAME.len()).unwrap_or_default();
        if message.is_empty() && name.eq_ignore_ascii_case(NAME) {
            message = bracketed(&line);
        }
    }
}

fn bracketed(line: &str) -> String {
    let inner = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    inner.map_or_else(String::new, |(inner, _)| inner.to_owned())
}

#[test]
fn a_mail_ends_with_a_dot_and_has_an_id() {
    let mail = b"From: <a@b>\r\nMessage-ID: <x@y>\r\n\r\nMessage-ID: <z>\r\n..\r\n.\r\nQUIT";
    assert_eq!(message_id(&mut mail.as_slice()).unwrap(), "x@y");
    let mut cut = b"Message-ID: <x@y>\r\n".as_slice();
    assert!(message_id(&mut cut).is_err());
}
